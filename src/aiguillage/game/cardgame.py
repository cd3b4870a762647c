"""The Card Game behind the facade: its actions in words, its refusals, its view, its final count."""

from typing import Any

from aiguillage.boards import Board
from aiguillage.errors import short
from aiguillage.game import actions
from aiguillage.game.actions import Action, cards_text, colour_kind, colour_name, parse_cards
from aiguillage.game.errors import InvalidAction, Refusal
from aiguillage.game.outcome import Outcome, SeatResult, TicketResult
from aiguillage.game.view import Memory, PlayerView, View, card_counts, may_act, ticket_dict
from aiguillage.game.words import count_words, list_words, phase_name
from aiguillage.rules import cardgame_state as cards
from aiguillage.rules.cardgame_place import trio
from aiguillage.rules.cardgame_state import (
    COLUMN,
    COMPLETE,
    MAX_SAME,
    MAX_WILDS,
    PLACE,
    THREE,
    TRIO,
)
from aiguillage.rules.state import (
    BLIND,
    COLOURS,
    DRAW_TICKETS,
    KEEP,
    NOBODY,
    NOTHING,
    PASS,
    TAKE,
    TURN,
    WILD,
    Phase,
)

TRIOS = {int(trio(a, b, c)): (a, b, c) for c in range(2, COLOURS) for b in range(1, c) for a in range(b)}
"""The three colours that each TRIO action places."""

TIE_BREAKS = (None, "tickets", "bonus", "shared")

DUE = {
    Phase.OPENING: "choose the opening tickets",
    Phase.TURN: "choose an action",
    Phase.SECOND_CARD: "take the second card",
    Phase.PLACEMENT: "choose which cards to place",
    Phase.TICKETS: "choose which tickets to keep",
    Phase.COMPLETION: "choose which ticket to complete",
}


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


def describe(board: Board, state: Any, seat: int, code: int) -> Action:
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
    return actions.describe(board, state, seat, code)


def completion(board: Board, state: Any, seat: int, code: int) -> Action:
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
            raise InvalidAction(
                "Three cards are placed in three different colours, or as one column of one colour."
            )
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


def resolve(board: Board, kernel: Any, state: Any, scratch: Any, seat: int, text: str) -> list[int] | Refusal:
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


def _reason(reason: int, **figures: Any) -> Refusal:
    rule, code, sentence = REASONS[reason]
    return Refusal(rule, code, sentence, figures)


def placement_refusal(board: Board, kernel: Any, state: Any, seat: int, target: int, way: int) -> Refusal:
    """Why cards cannot be placed in this way."""
    place = kernel.cardgame_place
    if target == THREE:
        reason = int(place.trio_refusal(board.table, state, *TRIOS[way]))
        return _reason(reason or cards.CARDS)
    count, wilds = divmod(way - COLUMN, MAX_WILDS + 1)
    reason = int(place.placement_refusal(board.table, state, target - PLACE, count + 1, wilds))
    return _reason(reason or cards.CARDS, **_figures(kernel, board, state, seat, target - PLACE))


def _figures(kernel: Any, board: Board, state: Any, seat: int, colour: int) -> dict[str, Any]:
    return {
        "colour": board.colours[colour],
        "have": int(state.hand[seat, colour]),
        "wild": int(state.hand[seat, WILD]),
        "need": max(2, int(kernel.cardgame_place.rival_cards(state, colour)) + 1),
    }


def colour_refusal(board: Board, kernel: Any, state: Any, seat: int, colour: int) -> Refusal | None:
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


def refuse(board: Board, kernel: Any, state: Any, seat: int, code: int) -> Refusal:
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
        sentence = (
            "You do not have three cards of different colours that neither you nor others have in a yard."
        )
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


def legal_dicts(board: Board, kernel: Any, state: Any, scratch: Any, seat: int) -> list[dict[str, Any]]:
    """The legal actions; of placements every way to carry them out."""
    count = kernel.cardgame.legal(board.table, state, scratch.actions)
    codes = [int(code) for code in scratch.actions[:count]]
    result = []
    for code in codes:
        if PLACE <= code < COLUMN:
            ways = kernel.cardgame_place.legal_placements(board.table, state, code, scratch.actions)
            result += [placement(board, code, int(way)).to_dict() for way in scratch.actions[:ways]]
        else:
            result.append(describe(board, state, seat, code).to_dict())
    return result


def refusal_dicts(board: Board, kernel: Any, state: Any, seat: int) -> dict[str, dict[str, Any]]:
    """Why the rest cannot be chosen, at the start of a turn."""
    result = {}
    for colour, name in enumerate(board.colours):
        refusal = colour_refusal(board, kernel, state, seat, colour)
        if refusal:
            result[f"place:{name}"] = refusal.to_dict()
    if state.queue_n == 0:
        result["tickets"] = {"rule": "C14", "code": "no-tickets"}
    if state.deck_n == 0:
        result["blind"] = {"rule": "C8", "code": "no-cards"}
    return result


def player_view(board: Board, state: Any, seat: int, viewer: int | None) -> PlayerView:
    """What the viewer may know of a seat: of an on-track pile only its size, unless owners may look (C6).

    Who completes tickets sees the cards that are left for them.
    """
    over = state.phase == Phase.OVER
    looks = viewer == seat and bool(state.look or (state.phase == Phase.COMPLETION and state.actor == seat))
    yard = [
        {
            "colour": board.colours[colour],
            "cards": int(state.yard[seat, colour] + state.yard_wild[seat, colour]),
            "wild": int(state.yard_wild[seat, colour]),
        }
        for colour in range(len(board.colours))
        if state.yard[seat, colour] > 0
    ]
    return PlayerView(
        seat=seat,
        score=int(state.total[seat] if over else state.ticket_points[seat]),
        cards=int(state.hand_n[seat]),
        tickets=int(state.ticket_n[seat]),
        choosing=bool(state.phase == Phase.OPENING and state.chosen[seat] == NOTHING),
        pieces={},
        stations=0,
        goods=0,
        flag=[],
        flags=0,
        shown=card_counts(board, state.shown[seat]),
        yard=yard,
        on_track=int(state.track_n[seat]),
        on_track_cards=card_counts(board, state.track[seat]) if looks else None,
        completed=int(state.made[seat]),
    )


def own_tickets(board: Board, state: Any, seat: int) -> list[dict[str, Any]]:
    """The seat's tickets; done if they were completed in an earlier round."""
    return [
        {
            **ticket_dict(board, number),
            "done": bool(state.done_by[number] == seat),
            "path": [],
            "missing": None,
        }
        for number, _ in enumerate(board.tickets)
        if state.ticket_at[number] == seat
    ]


def pending_dict(board: Board, state: Any) -> dict[str, Any] | None:
    """The placement under way."""
    if state.target == NOTHING:
        return None
    return {"place": "three" if state.target == THREE else board.colours[state.target - PLACE]}


def card_view(
    board: Board,
    kernel: Any,
    state: Any,
    scratch: Any,
    seat: int | None,
    outcome: Outcome | None,
    _memory: Memory,
) -> View:
    """Put an observed state into names."""
    phase = Phase(int(state.phase))
    acting = may_act(state, seat)
    viewer = -1 if seat is None else seat
    if acting:
        state.actor = viewer
    offer = [] if seat is None else [int(ticket) for ticket in state.offer[seat, : state.offer_n[seat]]]
    return View(
        game=board.id,
        seats=int(state.seats),
        seat=seat,
        phase=phase_name(phase),
        actor=None if phase in (Phase.OPENING, Phase.OVER) else int(state.actor),
        turn=int(state.turns),
        decision=int(state.decisions),
        last_turns=None if state.last_turns == NOTHING else int(state.last_turns),
        market=[None if kind == NOTHING else colour_name(board, int(kind)) for kind in state.market],
        deck=int(state.deck_n),
        discard=card_counts(board, state.discard),
        ticket_deck=int(state.queue_n),
        goods_left=0,
        players=[player_view(board, state, other, seat) for other in range(state.seats)],
        claims={},
        stations={},
        pending=pending_dict(board, state),
        hand={} if seat is None else card_counts(board, state.hand[seat]),
        tickets=[] if seat is None else own_tickets(board, state, seat),
        offer=[ticket_dict(board, number) for number in offer],
        keep_at_least=min(board.opening.keep, len(offer)) if phase == Phase.OPENING else 0,
        legal=legal_dicts(board, kernel, state, scratch, viewer) if acting else [],
        refusals=refusal_dicts(board, kernel, state, viewer) if acting and phase == Phase.TURN else {},
        round=int(state.round_no),
        outcome=outcome.to_dict() if outcome else None,
        proposal=proposal_dict(board, kernel, state, scratch, viewer)
        if acting and phase == Phase.COMPLETION
        else None,
    )


def proposal_dict(board: Board, kernel: Any, state: Any, scratch: Any, seat: int) -> dict[str, Any]:
    """The tickets that the program would complete, and why: the best final total as far as can be known (C16)."""
    kernel.cardgame_complete.propose_tickets(board.table, state, seat, scratch)
    chosen = [number for number, _ in enumerate(board.tickets) if scratch.best[number]]
    cities = []
    for number, bonus in enumerate(board.bonuses):
        named = sum(int(board.table.named[ticket]) >> number & 1 for ticket in chosen)
        if 0 < scratch.city_lack[number] <= named:
            cities.append(bonus.place)
    points = sum(board.tickets[number].points for number in chosen)
    text = f"{count_words(len(chosen), 'ticket')} for {count_words(points, 'point')}"
    if cities:
        names = list_words([board.place(city).name for city in cities])
        text += f", and the bonus of {names} by what is known now"
    return {
        "tickets": [board.tickets[number].id for number in chosen],
        "points": points,
        "bonus_cities": cities,
        "text": text,
    }


def card_outcome(board: Board, kernel: Any, state: Any, scratch: Any) -> Outcome:
    """Take the final count apart (C16, C18-C20)."""
    seats = []
    for seat in range(state.seats):
        tickets = [
            TicketResult(t.id, t.a, t.b, t.points, t.long, bool(state.done_by[n] == seat), [], [])
            for n, t in enumerate(board.tickets)
            if state.ticket_at[n] == seat and state.done_by[n] in (NOBODY, seat)
        ]
        cities = [
            bonus.place
            for number, bonus in enumerate(board.bonuses)
            if int(state.bonus_to[number]) >> seat & 1
        ]
        seats.append(
            SeatResult(
                seat=seat,
                rank=int(state.rank[seat]),
                total=int(state.total[seat]),
                routes=0,
                tickets=int(state.ticket_points[seat]),
                longest=0,
                stations=0,
                goods=0,
                flags=0,
                bonus=int(state.bonus_points[seat]),
                ticket_list=tickets,
                bonus_cities=cities,
            )
        )
    winners = [result.seat for result in seats if result.rank == 1]
    return Outcome(seats, winners, TIE_BREAKS[max(state.tie_break[seat] for seat in winners)])
