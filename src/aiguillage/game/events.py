"""What happened, in words and as data, with a public and a private face."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.actions import colour_name
from aiguillage.game.words import cards_words, count_words, list_words, member_name
from aiguillage.rules.events import Event as Kind
from aiguillage.rules.state import WILD

Row = tuple[int, ...]
"""Kind, seat and three numbers of an event in the kernel's log."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `secret` holds what only `seat` may know, `secret_text` its sentence.

    `later` is what can still be looked up of it while the game goes on, with `later_text`: of cards that went on track
    only how many there were, for remembering them is part of the game (C6). None: all of it.
    """

    kind: str
    seat: int | None
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, Any] = field(default_factory=dict)
    secret_text: str = ""
    later: dict[str, Any] | None = None
    later_text: str = ""

    def to_dict(self, viewer: int | None = None) -> dict[str, Any]:
        """The event as the viewer may see it; None is a spectator."""
        own = viewer is not None and viewer == self.seat
        result = {"kind": self.kind, "seat": self.seat, "text": self.sentence(viewer), **self.data}
        return {**result, **self.secret} if own else result

    def recalled(self, viewer: int | None = None) -> dict[str, Any]:
        """What the viewer may look up of it in a game that goes on."""
        if self.later is None:
            return self.to_dict(viewer)
        return {"kind": self.kind, "seat": self.seat, "text": self.later_text, **self.later}

    def told(self, viewer: int | None = None) -> dict[str, Any]:
        """The event when it happens; `later` is what the viewer's log may keep, where that is less."""
        now = self.to_dict(viewer)
        return now if self.later is None else {**now, "later": self.recalled(viewer)}

    def sentence(self, viewer: int | None = None) -> str:
        """What happened, as the viewer may hear it, without the name of the seat."""
        own = viewer is not None and viewer == self.seat
        return self.secret_text if own and self.secret_text else self.text

    def __str__(self) -> str:
        return self.text if self.seat is None else f"seat {self.seat} {self.text}"


def route_name(board: Board, number: int) -> str:
    """`Paris – Zürich`."""
    track = board.tracks[number]
    return f"{board.place(track.a).name} – {board.place(track.b).name}"


def ticket_name(board: Board, ticket_id: str) -> str:
    """`Brest – Marseille`."""
    ticket = board.ticket(ticket_id)
    return f"{board.place(ticket.a).name} – {board.place(ticket.b).name}"


def laid_cards(board: Board, colour: int, count: int, wilds: int) -> dict[str, int]:
    """The cards of a payment by name."""
    cards = {}
    if count > wilds:
        cards[board.colours[colour]] = count - wilds
    if wilds:
        cards["wild"] = wilds
    return cards


def read_event(board: Board, before: Any, row: Any) -> Event:
    """Put one row of the kernel's log into words. `before` is a copy of the state that the step found."""
    numbers: Row = tuple(int(value) for value in row)
    name = member_name(Kind(numbers[0]))
    event = (
        _read_draw(board, before, name, numbers)
        or _read_claim(board, name, numbers)
        or _read_card_game(board, before, name, numbers)
    )
    return event or Event(name, None, "the game is over")


def _read_draw(board: Board, before: Any, name: str, row: Row) -> Event | None:
    """The first turn, cards, and tickets."""
    kind, seat, a, b, c = row
    who = None if seat < 0 else seat
    card = partial(colour_name, board)
    match kind:
        case Kind.START:
            return Event(name, who, "has the first turn")
        case Kind.TAKE:
            return Event(name, who, f"takes {card(a)} from the market", {"card": card(a), "slot": b})
        case Kind.BLIND:
            text = f"draws {card(a)} from the deck"
            return Event(name, who, "draws a card from the deck", {}, {"card": card(a)}, text)
        case Kind.TURN_UP:
            return Event(name, None, f"{card(a)} is turned up", {"card": card(a), "slot": b})
        case Kind.FLUSH:
            return Event(name, None, "three wild cards lie face up: the market is replaced")
        case Kind.RESHUFFLE:
            return Event(
                name, None, f"the discards become a new deck of {count_words(a, 'card')}", {"count": a}
            )
        case Kind.DRAW_TICKETS:
            return Event(name, who, f"draws {count_words(a, 'ticket')}", {"count": a})
        case Kind.CHOOSE | Kind.KEEP:
            ids = _kept(board, before, seat, b)
            named = f"keeps {list_words([ticket_name(board, i) for i in ids])}" if ids else "keeps no ticket"
            if kind == Kind.CHOOSE:
                return Event(name, who, "has chosen opening tickets", {}, {"kept": ids}, named)
            text = f"keeps {a} of {count_words(c, 'ticket')}"
            return Event(name, who, text, {"count": a, "offered": c}, {"kept": ids}, named)
        case Kind.KEPT:
            text = f"keeps {a} of {count_words(b, 'ticket')}"
            return Event(name, who, text, {"count": a, "offered": b})
        case Kind.ENOUGH:
            return Event(name, who, "takes no second card")
    return None


def _read_claim(board: Board, name: str, row: Row) -> Event | None:
    """Routes, stations and what they bring; turns."""
    kind, seat, a, b, c = row
    who = None if seat < 0 else seat
    card = partial(colour_name, board)
    match kind:
        case Kind.LAY:
            cards = laid_cards(board, a, b, c)
            return Event(name, who, f"lays down {cards_words(cards)}", {"cards": cards})
        case Kind.REVEAL:
            return Event(name, who, f"turns up {card(a)} in the tunnel", {"card": card(a)})
        case Kind.OWE:
            text = f"owes {count_words(a, 'card')} more" if a else "owes nothing more"
            return Event(name, who, text, {"owed": a})
        case Kind.GIVE_UP:
            text = f"gives up the tunnel {route_name(board, a)} and takes the cards back"
            return Event(name, who, text, {"track": board.tracks[a].id})
        case Kind.CLAIM:
            text = f"claims {route_name(board, a)} for {count_words(b, 'point')}"
            return Event(name, who, text, {"track": board.tracks[a].id, "points": b})
        case Kind.STATION:
            return Event(
                name, who, f"builds a station in {board.places[a].name}", {"place": board.places[a].id}
            )
        case Kind.GOODS:
            return Event(name, who, f"takes a merchandise card and has {a}", {"count": a})
        case Kind.KEEP_CARD:
            return Event(name, who, f"keeps {card(a)} for a flag", {"card": card(a)})
        case Kind.FLAG:
            return Event(name, who, f"completes a flag for {count_words(a, 'point')}", {"points": a})
        case Kind.PASS:
            return Event(name, who, "passes")
        case Kind.LAST_ROUND:
            return Event(name, who, "starts the last round: everybody has one more turn")
    return None


def _read_card_game(board: Board, before: Any, name: str, row: Row) -> Event | None:
    """What happens in the Card Game alone."""
    kind, seat, a, b, c = row
    who = None if seat < 0 else seat
    card = partial(colour_name, board)
    match kind:
        case Kind.ON_TRACK:
            data = {"card": card(a), "count": b}
            return _passing(before, name, seat, f"moves {card(a)} on track", data, "moves a card on track", b)
        case Kind.PLACE:
            cards = laid_cards(board, a, b, c)
            data = {"colour": card(a), "cards": cards}
            later = f"places {count_words(b, 'card')} in the yard"
            return _passing(before, name, seat, f"places {cards_words(cards)} in the yard", data, later, b)
        case Kind.ROBBED:
            text = f"loses {count_words(b, 'card')} from the {card(a)} column"
            later = f"loses {count_words(b, 'card')} from a column"
            return _passing(before, name, seat, text, {"colour": card(a), "count": b}, later, b)
        case Kind.ROUND:
            return Event(name, None, f"round {a} begins", {"round": a})
        case Kind.COMPLETE:
            text = f"completes {count_words(a, 'ticket')} for {count_words(b, 'point')}"
            return Event(name, who, text, {"count": a, "points": b})
        case Kind.DONE:
            ticket = board.tickets[a].id
            cards = _used(board, before, seat, a, c)
            text = f"completes {ticket_name(board, ticket)} for {count_words(b, 'point')} with {cards_words(cards)}"
            return Event(name, who, text, {"ticket": ticket, "points": b, "cards": cards})
        case Kind.BONUS:
            place = board.bonuses[a].place
            text = f"has the bonus of {board.place(place).name} for {count_words(b, 'point')}"
            return Event(name, who, text, {"place": place, "points": b})
    return None


def _kept(board: Board, before: Any, seat: int, mask: int) -> list[str]:
    offer = before.offer[seat, : before.offer_n[seat]]
    return [board.tickets[ticket].id for i, ticket in enumerate(offer) if mask >> i & 1]


def _passing(
    before: Any, name: str, seat: int, text: str, data: dict[str, Any], later: str, count: int
) -> Event:
    """Something about cards on their way on track: without the option to look, only their number stays (C6)."""
    if before.look:
        return Event(name, seat, text, data)
    return Event(name, seat, text, data, later={"count": count}, later_text=later)


def _used(board: Board, before: Any, seat: int, ticket: int, wilds: int) -> dict[str, int]:
    """The cards that a ticket was completed with, which it takes from the pile in `before`: a step completes many."""
    cards = {}
    for colour, name in enumerate(board.colours):
        plain = min(int(board.table.need[ticket, colour]), int(before.track[seat, colour]))
        before.track[seat, colour] -= plain
        if plain:
            cards[name] = plain
    before.track[seat, WILD] -= wilds
    if wilds:
        cards["wild"] = wilds
    return cards
