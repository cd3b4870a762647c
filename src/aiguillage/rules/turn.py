"""The board games: set-up, legal actions, one step, the end of a turn (S5-S10, T1, T2, E1, B5).

This module is the kernel's contract for Europe, Amsterdam, Berlin and Paris: `setup`, `legal`, `step`, `observe`
and `determinize` are all that is needed to play them.
"""

from . import events
from .actions import BLIND, CLAIM, DECLINE, DRAW_TICKETS, ENOUGH, KEEP, KEEP_CARD, PASS, PAY, STATION, TAKE
from .bits import list_ones
from .bonus import complete_flag, keep_card, may_keep_card
from .claim import claim_set, discard_laid, lay_down, most_of_a_colour, payments, take_back_laid, take_track
from .deck import settle_market
from .draw import can_draw_second, legal_draws, may_draw, take_card
from .events import emit
from .jit import kernel
from .numbers import GREY, NOTHING, PLACE_WORDS, WILD, WORD
from .observe import determinize, observe
from .opening import choose_opening, setup
from .phases import FLAG, OPENING, OVER, PAYMENT, SECOND_CARD, TICKETS, TUNNEL, TURN
from .records import Array, BoardRecord, ScratchRecord, StateRecord
from .score import final_count
from .station import build_station, station_cost, station_set
from .tickets import draw_tickets, keep_drawn, legal_keeps
from .tunnel import discard_revealed, legal_surcharge, reveal

__all__ = ["determinize", "legal", "observe", "setup", "step"]


@kernel
def legal_simple(board: BoardRecord, state: StateRecord, out: Array) -> int:
    """The legal actions other than naming a route or a city."""
    phase = state.phase
    if phase == TURN or phase == SECOND_CARD:
        n = 0
        if phase == SECOND_CARD or may_draw(board, state):
            n = legal_draws(state, phase == SECOND_CARD, out, 0)
        if phase == SECOND_CARD and board.may_stop:
            out[n] = ENOUGH
            n += 1
        if phase == TURN and state.queue_n > 0:
            out[n] = DRAW_TICKETS
            n += 1
        return n
    if phase == OPENING or phase == TICKETS:
        return legal_keeps(state, board.open_keep if phase == OPENING else 1, out, 0)
    if phase == PAYMENT:
        return legal_payments(board, state, state.target, out)
    if phase == TUNNEL:
        return legal_surcharge(state, out, 0)
    if phase == FLAG:
        out[0] = DECLINE
        out[1] = KEEP_CARD
        return 2
    return 0


@kernel
def legal_payments(board: BoardRecord, state: StateRecord, target: int, out: Array) -> int:
    """The ways to pay for a route or station (R1, R2, F1, G2)."""
    seat = state.actor
    if target >= STATION:
        colour, cost, wilds = GREY, station_cost(board, state, seat), 0
    else:
        track = target - CLAIM
        colour, cost, wilds = board.colour[track], board.cost[track], board.ferry[track]
    return payments(state, seat, colour, cost, wilds, out, 0)


@kernel
def legal(board: BoardRecord, state: StateRecord, out: Array) -> int:
    """Write the legal actions of the actor, ascending, and return how many there are; passing only if none (T2)."""
    n = legal_simple(board, state, out)
    if state.phase == TURN:
        seat = state.actor
        most = most_of_a_colour(state, seat)
        for word in range(board.words):
            n = list_ones(claim_set(board, state, seat, most, word), CLAIM + word * WORD, out, n)
        for word in range(PLACE_WORDS):
            n = list_ones(station_set(board, state, seat, most, word), STATION + word * WORD, out, n)
        if n == 0:
            out[0] = PASS
            n = 1
    return n


# The functions that carry out an action say whether the turn is over. Ending it is left to `advance`, so that the
# code for it exists once: a GPU has little room for instructions, and games that take the same path run together.


@kernel
def draw(state: StateRecord, action: int, scratch: ScratchRecord) -> bool:
    """Take one card; a second one follows unless it was the second or a face-up wild (D1, D3)."""
    second = state.phase == SECOND_CARD
    take_card(state, action, scratch)
    state.phase = SECOND_CARD
    return second or action == TAKE + WILD


@kernel
def give_up_tunnel(state: StateRecord, scratch: ScratchRecord) -> bool:
    """Take the cards back; the turn is over (U4)."""
    emit(scratch, events.GIVE_UP, state.actor, state.target - CLAIM, 0, 0)
    take_back_laid(state)
    return True


@kernel
def claim_or_build(board: BoardRecord, state: StateRecord, action: int, scratch: ScratchRecord) -> bool:
    """Name a route or a city for a station, or pay for the one named, and see it through while no choice is left.

    The payment is a decision only if there is more than one way; the surcharge of a tunnel always is one, whether or
    not it can be paid (R5, U1-U4, G1, P2).
    """
    if action >= CLAIM:
        state.target = action
        if legal_payments(board, state, action, scratch.actions) > 1:
            state.phase = PAYMENT
            return False
        action = scratch.actions[0]
    target = state.target
    track = target - CLAIM
    station = target >= STATION
    surcharge = state.phase == TUNNEL
    cost = station_cost(board, state, state.actor) if station else board.cost[track]
    if surcharge:
        cost = state.owed
    lay_down(state, action, cost, scratch)
    if station:
        build_station(state, target - STATION, scratch)
        return True
    if board.tunnel[track] and not surcharge:
        reveal(state, scratch)
        if state.owed > 0:
            state.phase = TUNNEL
            return False
    take_track(board, state, track, scratch)
    if may_keep_card(board, state, track):
        state.phase = FLAG
        return False
    return True


@kernel
def answer(board: BoardRecord, state: StateRecord, action: int, scratch: ScratchRecord) -> bool:
    """Draw tickets, pass, stop after one card, or answer a question with yes or no."""
    if action == DRAW_TICKETS:
        draw_tickets(state, board.draw_tickets, scratch)
        return False
    if action == PASS:
        emit(scratch, events.PASS, state.actor, 0, 0, 0)
    elif action == ENOUGH:
        emit(scratch, events.ENOUGH, state.actor, 0, 0, 0)
    elif action == KEEP_CARD:
        keep_card(board, state, state.target - CLAIM, scratch)
    elif state.phase == TUNNEL:
        return give_up_tunnel(state, scratch)
    return True


@kernel
def tidy_up(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """Discard what the turn leaves on the table, and score a flag that is whole (R7, U5, P3)."""
    state.target = NOTHING
    discard_laid(state)
    discard_revealed(state)
    complete_flag(board, state, scratch)


@kernel
def end_turn(board: BoardRecord, state: StateRecord, scratch: ScratchRecord) -> None:
    """See whether the last round starts or ends, and hand the turn on (T2, E1, B5)."""
    seat = state.actor
    state.turns += 1
    if state.last_turns > 0:
        state.last_turns -= 1
    elif state.last_turns == NOTHING and state.pieces[seat, 0] + state.pieces[seat, 1] <= board.end_trigger:
        state.last_turns = state.seats
        emit(scratch, events.LAST_ROUND, seat, 0, 0, 0)
    if state.last_turns == 0 or state.passes == state.seats:
        state.phase = OVER
        state.actor = NOTHING
    else:
        state.phase = TURN
        state.actor = (seat + 1) % state.seats


@kernel
def advance(board: BoardRecord, state: StateRecord, action: int, scratch: ScratchRecord) -> None:
    """Play a legal action for the actor, and leave the final count of a game that it ends to the caller."""
    scratch.events_n = 0
    state.decisions += 1
    state.passes = state.passes + 1 if action == PASS else 0
    if action <= BLIND:
        ended = draw(state, action, scratch)
    elif action >= PAY:
        ended = claim_or_build(board, state, action, scratch)
    elif action >= KEEP:
        opening, mask = state.phase == OPENING, action - KEEP
        ended = choose_opening(board, state, mask, scratch) if opening else keep_drawn(state, mask, scratch)
    else:
        ended = answer(board, state, action, scratch)
    if ended:
        tidy_up(board, state, scratch)
    if ended or action <= BLIND:
        settle_market(state, scratch)
        if ended or not can_draw_second(state):  # without a second card the turn is over (D9)
            end_turn(board, state, scratch)


@kernel
def step(board: BoardRecord, state: StateRecord, action: int, scratch: ScratchRecord) -> None:
    """Play a legal action for the actor. What happened is in `scratch.events`."""
    advance(board, state, action, scratch)
    if state.phase == OVER:
        final_count(board, state, scratch)
