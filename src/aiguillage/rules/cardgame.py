"""The Card Game: legal actions, one step, the end of a turn and of a round (C4, C7, C14-C17, T1, T2).

This module is the kernel's contract for the Card Game: `setup`, `legal`, `step`, `observe` and `determinize` are all
that is needed to play it.

Actions, by phase:

| phase | action | meaning |
| --- | --- | --- |
| OPENING | `KEEP + mask` | keep these of the six tickets, at least one (C3) |
| TURN | `TAKE + kind`, `BLIND` | draw the first card (C8) |
| TURN | `DRAW_TICKETS` | draw four tickets (C14) |
| TURN | `PASS` | only if nothing else is legal (T2) |
| TURN | `PLACE + colour` | place a column of the colour (C9) |
| TURN | `THREE` | place one card each of three colours (C9) |
| SECOND_CARD | `TAKE + colour`, `BLIND` | draw the second card (C8) |
| PLACEMENT | `COLUMN + (cards - 1) * (MAX_WILDS + 1) + wilds` | so many cards of the colour, so many wilds on top |
| PLACEMENT | `TRIO + …` (`cardgame_place.trio`) | these three colours |
| TICKETS | `KEEP + mask` | keep these of the tickets drawn, or none (C14) |
| COMPLETION | `COMPLETE + ticket` | complete this ticket with cards on track (C16) |

Events, beside those of the board games (START, TAKE, BLIND, TURN_UP, DRAW_TICKETS, CHOOSE, KEEP, PASS, LAST_ROUND,
OVER): PLACE and ROBBED of a placement; ON_TRACK for every card that step 1 moves, at the start of the seat's turn; at
the end of a round DONE for every ticket completed and COMPLETE for every seat, then ROUND (with TURN_UP, and LAST_ROUND
without a seat if the deal takes the last card) or BONUS.

Tickets are completed seat by seat, from seat 0. A seat whose tickets cannot all be completed together chooses one after
the other, while everybody sees what it completes, until the rest is no choice any more.
"""

from . import events
from .actions import BLIND, DRAW_TICKETS, KEEP, PASS, TAKE
from .cardgame_complete import legal_completions
from .cardgame_observe import determinize, observe
from .cardgame_place import legal_placements, may_place, move_on_track, place_cards, singles
from .cardgame_round import choose_opening, fill_row, setup, start_second_round
from .cardgame_score import complete_ticket, complete_tickets, final_count
from .cardgame_state import COLUMN, COMPLETE, PLACE, THREE
from .draw import can_draw_second, legal_draws, take_card
from .events import emit
from .jit import kernel
from .numbers import COLOURS, NOTHING, WILD
from .phases import COMPLETION, OPENING, OVER, PLACEMENT, SECOND_CARD, TICKETS, TURN
from .records import Array, CardBoardRecord, CardScratchRecord, CardStateRecord
from .tickets import count_bits, draw_tickets, keep_drawn, legal_keeps

__all__ = ["determinize", "legal", "observe", "setup", "step"]


@kernel
def legal_turn(board: CardBoardRecord, state: CardStateRecord, out: Array) -> int:
    """What can be done with a turn; passing only if there is nothing (C7, C15, T2)."""
    n = legal_draws(state, False, out, 0)
    if state.queue_n > 0:
        out[n] = DRAW_TICKETS
        n += 1
    for colour in range(COLOURS):
        if may_place(board, state, colour):
            out[n] = PLACE + colour
            n += 1
    if count_bits(singles(board, state)) >= 3:
        out[n] = THREE
        n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel
def legal(board: CardBoardRecord, state: CardStateRecord, out: Array) -> int:
    """Write the legal actions of the actor, ascending, and return how many there are."""
    phase = state.phase
    if phase == TURN:
        return legal_turn(board, state, out)
    if phase == SECOND_CARD:
        return legal_draws(state, True, out, 0)
    if phase == PLACEMENT:
        return legal_placements(board, state, state.target, out)
    if phase == TICKETS:
        return legal_keeps(state, 0, out, 0)
    if phase == OPENING:
        return legal_keeps(state, board.open_keep, out, 0)
    if phase == COMPLETION:
        return legal_completions(board, state, out)
    return 0


@kernel
def end_turn(state: CardStateRecord, scratch: CardScratchRecord) -> bool:
    """See whether the last turns start or end, and hand the turn on; whether the round is over (C4, C5, C15)."""
    seat = state.actor
    state.turns += 1
    if state.last_turns > 0:
        state.last_turns -= 1
    elif state.deck_n == 0:
        state.last_turns = state.seats
        emit(scratch, events.LAST_ROUND, seat, 0, 0, 0)
    if state.last_turns == 0:
        return True
    state.phase = TURN
    state.actor = (seat + 1) % state.seats
    move_on_track(state, scratch)
    return False


@kernel
def end_round(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """Complete tickets, seat by seat, until one has to choose; then the second round or the final count (C16, C17)."""
    if state.phase != COMPLETION:
        state.last_seat = state.actor
        state.actor = 0
    while state.actor < state.seats:
        if not complete_tickets(board, state, state.actor, scratch):
            state.phase = COMPLETION
            return
        state.actor += 1
    if state.round_no == 1 and 0 < board.second_seats <= state.seats:
        start_second_round(board, state, scratch)
    else:
        state.phase = OVER
        state.actor = NOTHING
        state.last_seat = NOTHING
        final_count(board, state, scratch)


@kernel
def draw(state: CardStateRecord, action: int, scratch: CardScratchRecord) -> bool:
    """Take one card; whether the turn is over: with the second, a face-up wild, or nothing left (C8, C15)."""
    second = state.phase == SECOND_CARD
    take_card(state, action, scratch)
    fill_row(state, scratch)
    state.phase = SECOND_CARD
    return second or action == TAKE + WILD or not can_draw_second(state)


@kernel
def place(board: CardBoardRecord, state: CardStateRecord, action: int, scratch: CardScratchRecord) -> bool:
    """Name a placement or carry it out; whether the turn is over (C9).

    How to carry it out is a decision only if there is more than one way.
    """
    if action < COLUMN:
        state.target = action
        if legal_placements(board, state, action, scratch.actions) > 1:
            state.phase = PLACEMENT
            return False
        action = int(scratch.actions[0])
    place_cards(state, action, scratch)
    return True


@kernel
def advance(board: CardBoardRecord, state: CardStateRecord, action: int, scratch: CardScratchRecord) -> bool:
    """Play a legal action for the actor; whether `end_round` comes next (or goes on), which is left to the caller."""
    scratch.events_n = 0
    state.decisions += 1
    action = int(action)
    ended = False
    if action <= BLIND:
        ended = draw(state, action, scratch)
    elif action >= COMPLETE:
        complete_ticket(board, state, state.actor, action - COMPLETE, scratch)
        return True
    elif action >= PLACE:
        ended = place(board, state, action, scratch)
    elif action >= KEEP:
        opening, mask = state.phase == OPENING, action - KEEP
        ended = choose_opening(board, state, mask, scratch) if opening else keep_drawn(state, mask, scratch)
    elif action == DRAW_TICKETS:
        draw_tickets(state, board.draw_tickets, scratch)
    else:
        emit(scratch, events.PASS, state.actor, 0, 0, 0)
        ended = True
    return ended and end_turn(state, scratch)


@kernel
def step(board: CardBoardRecord, state: CardStateRecord, action: int, scratch: CardScratchRecord) -> None:
    """Play a legal action for the actor. What happened is in `scratch.events`."""
    if advance(board, state, action, scratch):
        end_round(board, state, scratch)
