"""The Card Game behind the facade: its actions in words and its refusals."""

from aiguillage.boards import Board
from aiguillage.errors import short
from aiguillage.game import actions
from aiguillage.game.actions import Action, cards_text, colour_kind, colour_name, parse_cards
from aiguillage.game.errors import InvalidAction, Refusal
from aiguillage.game.kernels import Kernel
from aiguillage.game.words import DUE, phase_name
from aiguillage.rules import cardgame_state as cards
from aiguillage.rules.actions import BLIND, DRAW_TICKETS, KEEP, PASS, TAKE
from aiguillage.rules.cardgame_place import trio
from aiguillage.rules.cardgame_state import COLUMN, COMPLETE, MAX_SAME, MAX_WILDS, PLACE, THREE, TRIO
from aiguillage.rules.numbers import COLOURS, NOBODY, WILD
from aiguillage.rules.phases import TURN, Phase
from aiguillage.rules.records import AnyScratch, CardStateRecord

TRIOS = {int(trio(a, b, c)): (a, b, c) for c in range(2, COLOURS) for b in range(1, c) for a in range(b)}
"""The three colours that each TRIO action places."""


def column_cards(board: Board, colour: int, code: int) -> dict[str, int]:
    """The cards that a COLUMN action places, for a colour."""
    count, wilds = divmod(code - COLUMN, MAX_WILDS + 1)
    placed = {colour_name(board, colour): count + 1}
    if wilds:
        placed["wild"] = wilds
    return placed


def placement(board: Board, target: int, code: int) -> Action:
    """A way to carry out a placement, in words."""
    if code >= TRIO:
        names = [board.colours[colour] for colour in TRIOS[code]]
        return Action(code, f"place {' '.join(names)}", "place", {"cards": dict.fromkeys(names, 1)})
    placed = column_cards(board, target - PLACE, code)
    return Action(code, f"place {cards_text(placed)}", "place", {"cards": placed})


def describe(board: Board, state: CardStateRecord, seat: int, code: int) -> Action:
    """The action in words."""
    if code >= COMPLETE:
        return completion(board, state, seat, code)
    if code >= COLUMN:
        return placement(board, int(state.target), code)
    if code == THREE:
        return Action(code, "place three", "place")
    if code >= PLACE:
        colour = board.colours[code - PLACE]
        return Action(code, f"place {colour}", "place", {"colour": colour})
    return actions.describe_shared(board, state, seat, code)


def completion(board: Board, state: CardStateRecord, seat: int, code: int) -> Action:
    """Completing a ticket, with the cards on track that it takes: colours before wilds."""
    ticket = board.tickets[code - COMPLETE]
    used = {
        colour: min(count, int(state.track[seat, board.colours.index(colour)]))
        for colour, count in ticket.cards.items()
    }
    wilds = sum(ticket.cards.values()) - sum(used.values())
    taken = {colour: count for colour, count in used.items() if count} | ({"wild": wilds} if wilds else {})
    return Action(code, f"complete {ticket.id}", "complete", {"tickets": [ticket.id], "cards": taken})


def parse_placement(board: Board, words: list[str]) -> tuple[int, int | None]:
    """What follows `place`: the decision, and the way to carry it out if the text names one."""
    if words == ["three"]:
        return THREE, None
    if len(words) == 1:
        return PLACE + _colour(board, words[0]), None
    if len(words) == 3 and not words[0].isdecimal():
        a, b, c = sorted(_colour(board, word) for word in words)
        if a == b or b == c:
            raise InvalidAction("Three cards are placed in three different colours, or as one column of one colour.")
        return THREE, int(trio(a, b, c))
    placed = parse_cards(board, words)
    plain = [kind for kind in placed if kind != WILD]
    if len(plain) != 1:
        raise InvalidAction("A column has cards of one colour, and wilds on top of them.")
    count, wilds = placed[plain[0]], placed.get(WILD, 0)
    if count > MAX_SAME or wilds > MAX_WILDS:
        raise InvalidAction("There are not so many cards in the game.")
    return PLACE + plain[0], COLUMN + (count - 1) * (MAX_WILDS + 1) + wilds


def _colour(board: Board, name: str) -> int:
    kind = colour_kind(board, name)
    if kind == WILD:
        raise InvalidAction("A column is named by a colour; wilds lie on top of it.")
    return kind


def resolve(
    board: Board, kernel: Kernel, state: CardStateRecord, scratch: AnyScratch, seat: int, text: str, legal: list[int]
) -> list[int] | Refusal:
    """The decisions that a text stands for: one, or a placement and the way to carry it out."""
    words = text.split()
    if words[:1] == ["complete"] and len(words) == 2:
        if words[1] not in board.ticket_index:
            raise InvalidAction(f"There is no ticket {words[1]!r} in {board.name}.")
        return [COMPLETE + board.ticket_index[words[1]]]
    if words[:1] != ["place"] or len(words) == 1:
        code, _ = actions.parse(board, state, seat, text)
        if code >= PLACE:
            raise InvalidAction(f"{short(text)} is no action of {board.name}.")
        return [code]
    target, way = parse_placement(board, words[1:])
    if way is None:
        return [target]
    if state.phase != TURN:
        return [way] if state.target == target else [target]
    count = kernel.cardgame_place.legal_placements(board.table, state, target, scratch.actions)
    ways = [int(known) for known in scratch.actions[:count]]
    if way not in ways:
        return placement_refusal(board, kernel, state, seat, target, way)
    return [target] if len(ways) == 1 else [target, way]


REASONS = {
    cards.OWN_COLUMN: ("C10", "own-column", "You have a column of that colour already."),
    cards.NO_COLOUR: ("C13", "no-colour", "A column needs at least one card of its colour."),
    cards.CARDS: ("C9", "cards", "You do not have these cards."),
    cards.WILDS: ("C9", "wilds", "You do not have so many wild cards."),
    cards.TOO_FEW: ("C9", "too-few", "A column needs at least two cards."),
    cards.OUTNUMBERED: (
        "C11",
        "outnumbered",
        "Another yard has a column of that colour that is not smaller.",
    ),
    cards.SAME_COLOUR: ("C9", "same-colour", "The three cards must be of three different colours."),
}


def _reason(reason: int, **figures: object) -> Refusal:
    rule, code, sentence = REASONS[reason]
    return Refusal(rule, code, sentence, figures)


def placement_refusal(
    board: Board, kernel: Kernel, state: CardStateRecord, seat: int, target: int, way: int
) -> Refusal:
    """Why cards cannot be placed in this way."""
    place = kernel.cardgame_place
    if target == THREE:
        reason = int(place.trio_refusal(board.table, state, *TRIOS[way]))
        return _reason(reason or cards.CARDS)
    count, wilds = divmod(way - COLUMN, MAX_WILDS + 1)
    reason = int(place.placement_refusal(board.table, state, target - PLACE, count + 1, wilds))
    return _reason(reason or cards.CARDS, **_figures(kernel, board, state, seat, target - PLACE))


def _figures(kernel: Kernel, board: Board, state: CardStateRecord, seat: int, colour: int) -> dict[str, object]:
    return {
        "colour": board.colours[colour],
        "have": int(state.hand[seat, colour]),
        "wild": int(state.hand[seat, WILD]),
        "need": max(2, int(kernel.cardgame_place.rival_cards(state, colour)) + 1),
    }


def colour_refusal(board: Board, kernel: Kernel, state: CardStateRecord, seat: int, colour: int) -> Refusal | None:
    """Why no column of a colour can be placed, with everything at hand, or None if one can."""
    have, wilds = int(state.hand[seat, colour]), int(state.hand[seat, WILD])
    reason = int(kernel.cardgame_place.placement_refusal(board.table, state, colour, have, wilds))
    return _reason(reason, **_figures(kernel, board, state, seat, colour)) if reason else None


def _belongs(phase: Phase, code: int) -> bool:
    if phase in (Phase.OPENING, Phase.TICKETS):
        return KEEP <= code < PLACE
    if phase == Phase.PLACEMENT:
        return COLUMN <= code < COMPLETE
    if phase == Phase.COMPLETION:
        return code >= COMPLETE
    if phase == Phase.SECOND_CARD:
        return code <= BLIND
    return code <= PASS or PLACE <= code < COLUMN


def refuse(board: Board, kernel: Kernel, state: CardStateRecord, seat: int, code: int) -> Refusal:
    """Why an action that is not legal is not legal."""
    phase = Phase(int(state.phase))
    if not _belongs(phase, code):
        return Refusal("C7", "phase", f"First {DUE[phase]}.", {"due": phase_name(phase)})
    if code >= COMPLETE:
        ticket = code - COMPLETE
        if state.ticket_at[ticket] != seat or state.done_by[ticket] != NOBODY:
            return Refusal("C16", "not-held", "You hold no such ticket that is still to be completed.")
        return Refusal("C16", "cards", "The cards that you have left on track are not enough for it.")
    if code >= COLUMN:
        return placement_refusal(board, kernel, state, seat, int(state.target), code)
    if code == THREE:
        sentence = "You do not have three cards of different colours that neither you nor others have in a yard."
        return Refusal("C9", "no-three", sentence)
    if code >= PLACE:
        return colour_refusal(board, kernel, state, seat, code - PLACE) or _reason(cards.CARDS)
    if code >= KEEP:
        return Refusal(
            "C3", "keep", f"Keep at least {board.opening.keep} of the tickets.", {"need": board.opening.keep}
        )
    if code == BLIND:
        return Refusal("C8", "no-cards", "The deck is empty, and it is not refilled during a round.")
    if code == DRAW_TICKETS:
        return Refusal("C14", "no-tickets", "The ticket deck is empty.")
    if code == PASS:
        return Refusal("T2", "pass", "You may pass only when nothing else is possible.")
    colour = colour_name(board, code - TAKE)
    if code == TAKE + WILD and phase == Phase.SECOND_CARD and WILD in state.market:
        return Refusal("D4", "wild-second", "A face-up wild cannot be the second card.")
    return Refusal("D1", "not-there", f"No {colour} card lies face up.", {"colour": colour})
