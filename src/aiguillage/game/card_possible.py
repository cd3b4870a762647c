"""What cannot occur in the Card Game, with the reason.

Cards and tickets out of nowhere; columns that cannot lie there; a decision without its cause; last turns that no empty
deck began.
"""

from aiguillage.boards import Board
from aiguillage.game.card_position import next_turn
from aiguillage.game.errors import PositionError
from aiguillage.game.position_fields import check_turns
from aiguillage.game.possible import Checks, check_decision, check_kind, check_unplayed, phase_of
from aiguillage.rules.cardgame_complete import can_complete, in_conflict
from aiguillage.rules.cardgame_place import legal_placements
from aiguillage.rules.cardgame_state import CARD_SCRATCH
from aiguillage.rules.numbers import IN_BOX, IN_DECK, NOBODY, NOTHING, WILD
from aiguillage.rules.phases import Phase
from aiguillage.rules.records import CardStateRecord
from aiguillage.rules.state import new_record


def check_possible(board: Board, state: CardStateRecord) -> None:
    """Raise `PositionError` with the reason if the position cannot occur."""
    phase = phase_of(board, state, (Phase.PAYMENT, Phase.TUNNEL, Phase.FLAG))
    _check_cards(board, state)
    _check_columns(board, state)
    _check_round(board, state, phase)
    for seat in range(state.seats):
        _check_tickets(board, state, seat, phase)
    _check_ticket_places(board, state)
    checks: Checks = {
        **{Phase.OPENING: _check_opening, Phase.TICKETS: _check_offer},
        **{Phase.PLACEMENT: _check_placement, Phase.COMPLETION: _check_completion},
    }
    check_decision(board, state, phase, "a placement", (Phase.PLACEMENT,), checks)
    check_turns(state, next_turn(state), [0] * int(state.seats))


def _check_cards(board: Board, state: CardStateRecord) -> None:
    for kind in [*range(len(board.colours)), WILD]:
        name = "wild" if kind == WILD else board.colours[kind]
        piles = state.hand[:, kind].sum() + state.track[:, kind].sum()
        yard = state.yard_wild.sum() if kind == WILD else state.yard[:, kind].sum()
        counted = int(state.deck[kind] + state.discard[kind] + piles + yard + (state.market == kind).sum())
        check_kind(board, state, kind, name, counted)
    if state.deck_n > 0 and NOTHING in state.market:
        raise PositionError("The market has a gap while there are cards in the deck to fill it (C8).")


def _check_columns(board: Board, state: CardStateRecord) -> None:
    for colour, name in enumerate(board.colours):
        if (state.yard[:, colour] > 0).sum() > 1:
            raise PositionError(f"Two yards have a {name} column; the second one makes the first fall (C11).")


def _check_round(board: Board, state: CardStateRecord, phase: Phase) -> None:
    """Which round it is, and whether its last turns have begun (C15, C17)."""
    second = int(state.round_no) == 2
    if second and not 0 < board.second_round_from <= state.seats:
        raise PositionError(f"With {state.seats} players there is no second round (C17).")
    completing = phase == Phase.COMPLETION
    if completing != (state.last_seat != NOTHING) or completing != (state.last_turns == 0):
        raise PositionError("Tickets are completed when the last turn of a round is over (C16).")
    for seat in range(state.seats):
        _check_done(board, state, seat, completing)
    if state.last_turns == NOTHING:
        if state.deck_n == 0 and phase != Phase.SECOND_CARD:  # the turn that took the last card is not over
            raise PositionError("The deck is empty: the last turns have begun (C15).")
    elif state.deck_n > 0:
        raise PositionError("The last turns have not begun while there are cards in the deck (C15).")


def _check_done(board: Board, state: CardStateRecord, seat: int, completing: bool) -> None:
    """What was completed before this round and in it (C16, C17)."""
    made, points = int(state.made_before[seat]), int(state.points_before[seat])
    done = [ticket.points for number, ticket in enumerate(board.tickets) if state.done_by[number] == seat]
    sums = {(0, 0)}
    for value in done:
        sums |= {(count + 1, total + value) for count, total in sums}
    if (made, points) not in sums or (made and state.round_no == 1):
        raise PositionError(f"Seat {seat} cannot have completed {made} tickets for {points} before (C17).")
    if made < len(done) and not (completing and seat <= state.actor):
        raise PositionError(f"Seat {seat} has completed tickets before the end of the round (C16).")


def _check_tickets(board: Board, state: CardStateRecord, seat: int, phase: Phase) -> None:
    kept, chosen = int(state.ticket_n[seat] + state.made[seat]), int(state.chosen[seat])
    if phase == Phase.OPENING:
        if kept:
            raise PositionError(f"Seat {seat} has tickets before the opening choice is over (C3).")
    elif kept < board.opening.keep:
        raise PositionError(f"Seat {seat} has kept {kept} tickets, fewer than {board.opening.keep} (C3).")
    refused = int((state.refused_by == seat).sum())
    if chosen == NOTHING:
        if refused > board.opening.regular - board.opening.keep:
            raise PositionError(f"Seat {seat} cannot have refused {refused} opening tickets (C3).")
        return
    if chosen >= 1 << board.opening.regular or chosen.bit_count() < board.opening.keep:
        raise PositionError(f"Seat {seat} cannot have chosen its opening tickets like that (C3).")
    if phase == Phase.OPENING:
        return
    if chosen.bit_count() > kept:
        raise PositionError(f"Seat {seat} chose more tickets than it keeps, but none is given up (K4).")
    if refused != board.opening.regular - chosen.bit_count():
        raise PositionError(f"Seat {seat} refused {refused} opening tickets, which is not what it chose (C3).")


def _check_ticket_places(board: Board, state: CardStateRecord) -> None:
    for number, ticket in enumerate(board.tickets):
        where = int(state.ticket_at[number])
        if where == IN_BOX:
            raise PositionError(f"The ticket {ticket.id} is nowhere; in {board.name} none leaves the game (C3).")
        if state.returned_by[number] != NOBODY and where != IN_DECK:
            raise PositionError(f"The ticket {ticket.id} was put back, but is not in the deck.")


def _check_placement(board: Board, state: CardStateRecord) -> None:
    if legal_placements(board.table, state, state.target, new_record(CARD_SCRATCH).actions) < 2:
        raise PositionError(f"Seat {state.actor} is to choose how to place, but there is no choice (C9-C13).")


def _check_completion(board: Board, state: CardStateRecord) -> None:
    if not in_conflict(board.table, state, state.actor):
        raise PositionError(f"Seat {state.actor} is to choose which tickets to complete, but has no choice (C16).")
    for seat in range(state.actor):
        if any(can_complete(board.table, state, seat, ticket) for ticket in range(len(board.tickets))):
            raise PositionError(f"Seat {seat} comes first and has not completed all that it can (C16).")


def _check_opening(board: Board, state: CardStateRecord) -> None:
    dealt = board.deal + board.deal_wild
    for seat in range(state.seats):
        if state.offer_n[seat] != board.opening.regular:
            raise PositionError(f"Seat {seat} needs {board.opening.regular} tickets on offer (C3).")
        if state.hand_n[seat] != dealt or state.hand[seat, WILD] < board.deal_wild:
            raise PositionError(f"Seat {seat} must have the {dealt} cards it was dealt (C2).")
    put_away = state.discard_n + state.track_n.sum() + state.yard.sum()
    played = put_away or state.round_no != 1 or (state.refused_by != NOBODY).any()
    check_unplayed(state, bool(played), "C3")


def _check_offer(board: Board, state: CardStateRecord) -> None:
    count = int(state.offer_n[state.actor])
    if not 0 < count <= board.draw_tickets:
        raise PositionError(f"A player chooses from 1 to {board.draw_tickets} tickets, not {count} (C14).")
    if count < board.draw_tickets and state.queue_n:
        raise PositionError(f"{count} tickets were drawn while more were left (C14).")
