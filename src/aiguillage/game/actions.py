"""Actions of the board games in words, and back.

Every action has one text form; `parse` reads it, and the compound of a claim and its payment.
"""

import re
from dataclasses import dataclass, field
from typing import Any, cast

from aiguillage.boards import Board
from aiguillage.errors import short
from aiguillage.game.errors import InvalidAction, Refusal
from aiguillage.game.kernels import Kernel
from aiguillage.game.shapes import Act
from aiguillage.game.words import count_words
from aiguillage.rules import actions as codes
from aiguillage.rules.numbers import MAX_LENGTH, WILD
from aiguillage.rules.phases import PAYMENT, TUNNEL, TURN
from aiguillage.rules.records import AnyScratch, AnyState, StateRecord
from aiguillage.rules.station import station_cost


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: the kernel's number, the words, and the same as data."""

    code: int
    text: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return self.text

    @property
    def act(self) -> Act:
        """The same without number and words, for a client."""
        return cast(Act, {"kind": self.kind, **self.data})


def whole_text(named: str, second: str) -> str:
    """What does both decisions at once: a claim or station with its payment; a placement says all by itself."""
    cards = second.removeprefix("pay ")
    return second if cards == second else f"{named} with {cards}"


SIMPLE = {
    codes.BLIND: ("blind", "blind"),
    codes.DRAW_TICKETS: ("tickets", "tickets"),
    codes.PASS: ("pass", "pass"),
    codes.DECLINE: ("decline", "decline"),
    codes.KEEP_CARD: ("keep card", "keep-card"),
    codes.ENOUGH: ("enough", "enough"),
}
SIMPLE_CODES = {text: code for code, (text, _) in SIMPLE.items()}


def colour_name(board: Board, kind: int) -> str:
    """The name of a card kind."""
    return "wild" if kind == WILD else board.colours[kind]


def colour_kind(board: Board, name: str) -> int:
    """The card kind of that name."""
    if name == "wild":
        return WILD
    if name in board.colours:
        return board.colours.index(name)
    raise InvalidAction(
        f"There are no {short(name)} cards in {board.name}; the colours are {', '.join(board.colours)}, wild."
    )


def cards_text(cards: dict[str, int]) -> str:
    """`2 red 1 wild`."""
    return " ".join(f"{count} {colour}" for colour, count in cards.items())


def parse_cards(board: Board, words: list[str]) -> dict[int, int]:
    """The inverse of `cards_text`, by card kind."""
    cards: dict[int, int] = {}
    if not words or len(words) % 2:
        raise InvalidAction("A payment is written as pairs of number and colour, such as `2 red 1 wild`.")
    for count, name in zip(words[::2], words[1::2], strict=True):
        if not re.fullmatch("[1-9][0-9]?", count):
            raise InvalidAction(f"{short(count)} is no number of cards.")
        kind = colour_kind(board, name)
        cards[kind] = cards.get(kind, 0) + int(count)
    return cards


def price_of(board: Board, state: StateRecord, seat: int, target: int) -> int:
    """How many cards a route or station costs."""
    if target >= codes.STATION:
        return int(station_cost(board.table, state, seat))
    return board.tracks[target - codes.CLAIM].cost


def cost_of(board: Board, state: StateRecord) -> int:
    """How many cards the payment that is due must have; 0 if none is due."""
    if state.phase == PAYMENT:
        return price_of(board, state, int(state.actor), int(state.target))
    return int(state.owed) if state.phase == TUNNEL else 0


def payment_cards(board: Board, code: int, cost: int) -> dict[str, int]:
    """The cards that a PAY action names, for a price."""
    colour, wilds = divmod(code - codes.PAY, MAX_LENGTH + 1)
    cards = {}
    if cost > wilds:
        cards[colour_name(board, colour)] = cost - wilds
    if wilds:
        cards["wild"] = wilds
    return cards


def payment_action(board: Board, code: int, cost: int) -> Action:
    """A PAY action in words."""
    cards = payment_cards(board, code, cost)
    return Action(code, f"pay {cards_text(cards)}", "pay", {"cards": cards})


def describe(board: Board, state: StateRecord, seat: int, code: int) -> Action:
    """The action in words. `state` is needed for the offer and the price."""
    if code >= codes.STATION:
        place = board.places[code - codes.STATION].id
        return Action(code, f"station {place}", "station", {"place": place})
    if code >= codes.CLAIM:
        track = board.tracks[code - codes.CLAIM].id
        return Action(code, f"claim {track}", "claim", {"track": track})
    if code >= codes.PAY:
        return payment_action(board, code, cost_of(board, state))
    return describe_shared(board, state, seat, code)


def describe_shared(board: Board, state: AnyState, seat: int, code: int) -> Action:
    """The same of an action that both families have."""
    if code in SIMPLE:
        text, kind = SIMPLE[code]
        return Action(code, text, kind)
    if code < codes.BLIND:
        colour = colour_name(board, code - codes.TAKE)
        return Action(code, f"take {colour}", "take", {"colour": colour})
    return keep_action(board, state, seat, code)


def keep_action(board: Board, state: AnyState, seat: int, code: int) -> Action:
    """A KEEP action in words: the tickets of the offer that its mask names."""
    mask = code - codes.KEEP
    offered = [int(ticket) for ticket in state.offer[seat, : state.offer_n[seat]]]
    ids = [board.tickets[ticket].id for i, ticket in enumerate(offered) if mask >> i & 1]
    return Action(code, f"keep {' '.join(ids) or 'nothing'}", "keep", {"tickets": ids})


def parse_keep(board: Board, state: AnyState, seat: int, ids: list[str]) -> int:
    """`keep` and tickets of the offer."""
    offered = [board.tickets[ticket].id for ticket in state.offer[seat, : state.offer_n[seat]]]
    mask = 0
    for ticket in [] if ids == ["nothing"] else ids:
        if ticket not in board.ticket_index:
            raise InvalidAction(f"There is no ticket {short(ticket)} in {board.name}.")
        if ticket not in offered:
            where = f"choose from {', '.join(offered)}" if offered else "no tickets are on offer now"
            raise InvalidAction(f"The ticket {ticket} is not on offer; {where}.")
        mask |= 1 << offered.index(ticket)
    return codes.KEEP + mask


def parse_payment(board: Board, words: list[str]) -> tuple[int, int]:
    """A payment as its PAY action and its number of cards."""
    cards = parse_cards(board, words)
    plain = [kind for kind in cards if kind != WILD]
    if len(plain) > 1:
        raise InvalidAction("A payment has cards of one colour and wilds, not of two colours.")
    wilds, total = cards.get(WILD, 0), sum(cards.values())
    if total > MAX_LENGTH:
        raise InvalidAction(f"No payment has {total} cards.")
    return codes.PAY + (plain[0] if plain else WILD) * (MAX_LENGTH + 1) + wilds, total


def parse_target(board: Board, verb: str, name: str) -> int:
    """The route or the city that a claim or a station is for."""
    if verb == "claim":
        if name in board.track_index:
            return codes.CLAIM + board.track_index[name]
        if f"{name}.1" in board.track_index:
            raise InvalidAction(f"{name} is a double route: name the track, {name}.1 or {name}.2.")
        raise InvalidAction(f"There is no route {short(name)} in {board.name}.")
    if name in board.place_index:
        return codes.STATION + board.place_index[name]
    raise InvalidAction(f"There is no city {short(name)} in {board.name}.")


def parse(board: Board, state: AnyState, seat: int, text: str) -> tuple[int, tuple[int, int] | None]:
    """Read an action: its number, and the payment (number, cards) if the text names one."""
    words = text.split()
    line = " ".join(words)
    if line in SIMPLE_CODES:
        return SIMPLE_CODES[line], None
    match words:
        case ["take", colour]:
            return codes.TAKE + colour_kind(board, colour), None
        case ["keep", *ids] if ids:
            return parse_keep(board, state, seat, ids), None
        case ["pay", *cards]:
            code, total = parse_payment(board, cards)
            return code, (code, total)
        case [("claim" | "station") as verb, name]:
            return parse_target(board, verb, name), None
        case [("claim" | "station") as verb, name, "with", *cards]:
            return parse_target(board, verb, name), parse_payment(board, cards)
    raise InvalidAction(
        f"{short(text)} is no action; try `take red`, `blind`, `tickets`, `claim …`, `keep …` or `pass`."
    )


def resolve(
    board: Board, kernel: Kernel, state: StateRecord, scratch: AnyScratch, seat: int, text: str, legal: list[int]
) -> list[int] | Refusal:
    """The decisions that a text stands for: one, or a claim (or station) and its payment.

    Whether the first is legal is not looked at here; where it is, so are those after it.
    """
    code, payment = parse(board, state, seat, text)
    if payment is None:
        return [code]
    way, total = payment
    if code == way:
        due = cost_of(board, state)
        if due and total != due:
            return Refusal(
                "R1",
                "payment",
                f"Exactly {count_words(due, 'card')} must be paid, not {total}.",
                {"need": due},
            )
        return [code]
    if state.phase != TURN:
        return [code]
    if code not in legal:
        return [code]  # to be refused for what it is, whatever the payment
    price = price_of(board, state, seat, code)
    count = kernel.turn.legal_payments(board.table, state, code, scratch.actions)
    ways = [int(known) for known in scratch.actions[:count]]
    if total != price or way not in ways:
        known = "; ".join(cards_text(payment_cards(board, w, price)) for w in ways[:4])
        rule = "G2" if code >= codes.STATION else "R1"
        return Refusal(rule, "payment", f"That does not pay for it; you could pay {known}.", {"need": price})
    return [code] if len(ways) == 1 else [code, way]
