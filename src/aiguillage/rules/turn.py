"""The board games: set-up, legal actions, one step, the end of a turn (S5-S10, T1, T2, E1, B5).

This module is the kernel's contract for Europe, Amsterdam, Berlin and Paris: `setup`, `legal`, `step`, `observe`
and `determinize` are all that is needed to play them.
"""

from typing import Any

from . import events
from .bonus import complete_flag, keep_card, may_keep_card
from .claim import (
    ALLOWED,
    discard_laid,
    lay_down,
    legal_claims,
    most_of_a_colour,
    payments,
    take_back_laid,
    take_track,
)
from .deck import settle_market
from .draw import can_draw_second, draw_blind, legal_draws, take_face_up
from .events import emit
from .jit import kernel
from .observe import determinize, observe
from .opening import choose_opening, setup
from .score import final_count
from .state import (
    BLIND,
    CLAIM,
    DECLINE,
    DRAW_TICKETS,
    FLAG,
    GREY,
    KEEP,
    KEEP_CARD,
    NOTHING,
    OPENING,
    OVER,
    PASS,
    PAY,
    PAYMENT,
    SECOND_CARD,
    STATION,
    TAKE,
    TICKETS,
    TUNNEL,
    TURN,
    WILD,
)
from .station import build_station, station_cost, station_refusal
from .tickets import count_bits, draw_tickets, keep_tickets, legal_keeps
from .tunnel import discard_revealed, legal_surcharge, reveal, surcharges

__all__ = ["determinize", "legal", "observe", "setup", "step"]


@kernel
def legal_turn(board: Any, state: Any, out: Any) -> int:
    """What can be done with a turn; passing only if there is nothing (T1, T2)."""
    seat = state.actor
    n = legal_draws(state, False, out, 0)
    if state.queue_n > 0:
        out[n] = DRAW_TICKETS
        n += 1
    most = most_of_a_colour(state, seat)
    n = legal_claims(board, state, seat, most, out, n)
    if state.stations[seat] > 0:
        for place in range(board.places):
            if station_refusal(board, state, seat, place, most) == ALLOWED:
                out[n] = STATION + place
                n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel
def legal_payments(board: Any, state: Any, target: int, out: Any) -> int:
    """The ways to pay for a route or station (R1, R2, F1, G2)."""
    seat = state.actor
    if target >= STATION:
        return payments(state, seat, GREY, station_cost(board, state, seat), 0, out, 0)
    track = target - CLAIM
    return payments(state, seat, board.colour[track], board.cost[track], board.ferry[track], out, 0)


@kernel
def legal_within_turn(board: Any, state: Any, out: Any) -> int:
    """The legal actions of a decision that follows from another one, or of the opening."""
    phase = state.phase
    if phase == SECOND_CARD:
        return legal_draws(state, True, out, 0)
    if phase == PAYMENT:
        return legal_payments(board, state, state.target, out)
    if phase == TUNNEL:
        return legal_surcharge(state, out, 0)
    if phase == TICKETS:
        return legal_keeps(state, 1, out, 0)
    if phase == OPENING:
        return legal_keeps(state, board.open_keep, out, 0)
    if phase == FLAG:
        out[0] = DECLINE
        out[1] = KEEP_CARD
        return 2
    return 0


@kernel
def legal(board: Any, state: Any, out: Any) -> int:
    """Write the legal actions of the actor, ascending, and return how many there are."""
    if state.phase == TURN:
        return legal_turn(board, state, out)
    return legal_within_turn(board, state, out)


@kernel
def end_turn(board: Any, state: Any, scratch: Any) -> None:
    """Tidy up, see whether the last round starts or ends, and hand the turn on (P3, U5, T2, E1, B5)."""
    seat = state.actor
    if state.target != NOTHING:
        # Only now can cards have come back. After a draw the market was settled already: looking again would
        # replace a stubborn row of wilds more than three times in a row (D6).
        state.target = NOTHING
        discard_revealed(state)
        complete_flag(board, state, scratch)
        settle_market(state, scratch)
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
def finish_claim(board: Any, state: Any, scratch: Any) -> None:
    """The route is paid for: take it, and offer to keep a card for the flag if there is one to keep (R5, P2)."""
    track = state.target - CLAIM
    take_track(board, state, track, scratch)
    if may_keep_card(board, state, track):
        state.phase = FLAG
    else:
        discard_laid(state)
        end_turn(board, state, scratch)


@kernel
def give_up_tunnel(board: Any, state: Any, scratch: Any) -> None:
    """Take the cards back; the turn is over (U4)."""
    emit(scratch, events.GIVE_UP, state.actor, state.target - CLAIM, 0, 0)
    take_back_laid(state)
    end_turn(board, state, scratch)


@kernel
def pay(board: Any, state: Any, action: int, scratch: Any) -> None:
    """Lay the cards down for the route or station named, and see it through as far as no choice is left."""
    target = state.target
    if target >= STATION:
        lay_down(state, action, station_cost(board, state, state.actor), scratch)
        discard_laid(state)
        build_station(state, target - STATION, scratch)
        end_turn(board, state, scratch)
        return
    track = target - CLAIM
    lay_down(state, action, board.cost[track], scratch)
    if board.tunnel[track]:
        reveal(state, scratch)
        if state.owed > 0:
            if surcharges(state, scratch.actions, 0) == 0:
                give_up_tunnel(board, state, scratch)
            else:
                state.phase = TUNNEL
            return
    finish_claim(board, state, scratch)


@kernel
def name_target(board: Any, state: Any, action: int, scratch: Any) -> None:
    """Choose a route or a city for a station; the payment is a decision only if there is more than one way."""
    state.target = action
    if legal_payments(board, state, action, scratch.actions) > 1:
        state.phase = PAYMENT
    else:
        pay(board, state, scratch.actions[0], scratch)


@kernel
def draw(board: Any, state: Any, action: int, scratch: Any) -> None:
    """Take one card; a second one follows unless it was the second, a face-up wild, or nothing is left (D1, D3, D9)."""
    second = state.phase == SECOND_CARD
    if action == BLIND:
        draw_blind(state, scratch)
    else:
        take_face_up(state, action - TAKE, scratch)
    if second or action == TAKE + WILD or not can_draw_second(state):
        end_turn(board, state, scratch)
    else:
        state.phase = SECOND_CARD


@kernel
def keep(board: Any, state: Any, mask: int, scratch: Any) -> None:
    """Keep tickets, in the opening or after drawing some."""
    if state.phase == OPENING:
        choose_opening(board, state, mask, scratch)
    else:
        seat = state.actor
        emit(scratch, events.KEEP, seat, count_bits(mask), mask, state.offer_n[seat])
        keep_tickets(state, seat, mask)
        end_turn(board, state, scratch)


@kernel
def advance(board: Any, state: Any, action: int, scratch: Any) -> None:
    """Play a legal action for the actor, and leave the final count of a game that it ends to the caller."""
    scratch.events_n = 0
    state.decisions += 1
    if action == PASS:
        state.passes += 1
        emit(scratch, events.PASS, state.actor, 0, 0, 0)
        end_turn(board, state, scratch)
        return
    state.passes = 0
    if action <= BLIND:
        draw(board, state, action, scratch)
    elif action >= CLAIM:
        name_target(board, state, action, scratch)
    elif action >= PAY:
        if state.phase == TUNNEL:
            lay_down(state, action, state.owed, scratch)
            finish_claim(board, state, scratch)
        else:
            pay(board, state, action, scratch)
    elif action >= KEEP:
        keep(board, state, action - KEEP, scratch)
    elif action == DRAW_TICKETS:
        draw_tickets(state, board.draw_tickets, scratch)
    elif state.phase == TUNNEL:
        give_up_tunnel(board, state, scratch)
    else:
        if action == KEEP_CARD:
            keep_card(board, state, state.target - CLAIM, scratch)
        discard_laid(state)
        end_turn(board, state, scratch)


@kernel
def step(board: Any, state: Any, action: int, scratch: Any) -> None:
    """Play a legal action for the actor. What happened is in `scratch.events`."""
    advance(board, state, action, scratch)
    if state.phase == OVER:
        final_count(board, state, scratch)
