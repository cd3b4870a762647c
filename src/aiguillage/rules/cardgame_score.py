"""Counting the Card Game: completed tickets, bonuses, the final count and the ranks (C16, C18-C20)."""

from . import events
from .cardgame_complete import can_complete, city_count, holds_open, in_conflict
from .deck import discard_cards
from .events import emit
from .jit import kernel
from .numbers import COLOURS, NOBODY, NOTHING, WILD
from .rank import BY_TICKETS, clear_ranks, compare_first, note_rank, verdict
from .records import CardBoardRecord, CardScratchRecord, CardStateRecord

BY_BONUS, SHARED = range(BY_TICKETS + 1, 4)


@kernel
def complete_ticket(
    board: CardBoardRecord, state: CardStateRecord, seat: int, ticket: int, scratch: CardScratchRecord
) -> None:
    """Complete a ticket with cards of the on-track pile, colours before wilds, and score it (C16).

    The cards used go to the discards: each serves one ticket only.
    """
    wilds = 0
    for colour in range(COLOURS):
        need = board.need[ticket, colour]
        plain = min(need, state.track[seat, colour])
        wilds += need - plain
        use_cards(state, seat, colour, plain)
    use_cards(state, seat, WILD, wilds)
    state.done_by[ticket] = seat
    state.made[seat] += 1
    state.ticket_n[seat] -= 1
    state.ticket_points[seat] += board.value[ticket]
    emit(scratch, events.DONE, seat, ticket, board.value[ticket], wilds)


@kernel
def use_cards(state: CardStateRecord, seat: int, kind: int, count: int) -> None:
    """Move cards from the on-track pile to the discards."""
    state.track[seat, kind] -= count
    state.track_n[seat] -= count
    discard_cards(state, kind, count)


@kernel
def complete_tickets(board: CardBoardRecord, state: CardStateRecord, seat: int, scratch: CardScratchRecord) -> bool:
    """Complete every ticket that can be if all can be together; False if the seat has to choose (C16)."""
    if in_conflict(board, state, seat):
        return False
    for ticket in range(board.tickets):
        if holds_open(state, seat, ticket) and can_complete(board, state, seat, ticket):
            complete_ticket(board, state, seat, ticket, scratch)
    made = state.made[seat] - state.made_before[seat]
    points = state.ticket_points[seat] - state.points_before[seat]
    emit(scratch, events.COMPLETE, seat, made, points, 0)
    return True


@kernel
def count_missed(board: CardBoardRecord, state: CardStateRecord) -> None:
    """Every ticket kept and not completed subtracts its value (C18)."""
    for ticket in range(board.tickets):
        seat = state.ticket_at[ticket]
        if seat >= 0 and state.done_by[ticket] == NOBODY:
            state.ticket_points[seat] -= board.value[ticket]


@kernel
def award_bonuses(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Each city's bonus to those who completed the most tickets naming it, at least one (C19)."""
    for city in range(board.cities):
        most = 1
        winners = 0
        for seat in range(state.seats):
            count = city_count(board, state, seat, city)
            if count > most:
                most = count
                winners = 0
            if count == most:
                winners |= 1 << seat
        state.bonus_to[city] = winners
        for seat in range(state.seats):
            if (winners >> seat) & 1:
                state.bonus_points[seat] += board.bonus[city]
                state.bonus_n[seat] += 1
                emit(scratch, events.BONUS, seat, city, board.bonus[city], 0)


@kernel
def compare(state: CardStateRecord, seat: int, other: int) -> int:
    """What separates two seats: positive if `seat` is better, negative if worse, 0 if they share (C20).

    The size says how: 1 + BY_POINTS, 1 + BY_TICKETS, 1 + BY_BONUS.
    """
    found = compare_first(state, seat, other)
    return found if found != 0 else verdict(state.bonus_n[seat] - state.bonus_n[other], BY_BONUS)


@kernel
def rank_seats(state: CardStateRecord) -> None:
    """Ranks, and which tie-break a seat needed against those with as many points (C20)."""
    clear_ranks(state)
    for seat in range(state.seats):
        for other in range(state.seats):
            if other != seat:
                note_rank(state, seat, other, compare(state, seat, other), SHARED)


@kernel
def final_count(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Count every seat's points and rank the seats (C18-C20)."""
    count_missed(board, state)
    award_bonuses(board, state, scratch)
    for seat in range(state.seats):
        state.total[seat] = state.ticket_points[seat] + state.bonus_points[seat]
    rank_seats(state)
    emit(scratch, events.OVER, NOTHING, 0, 0, 0)
