"""Matches between kernel bots as compiled code: the same deals, every bot in every seat."""

import numpy as np

from ...rules.jit import kernel
from ...rules.phases import OVER
from ...rules.records import AnyBoard, AnyBotScratch, AnyScratch, AnyState, AnyStates, Array
from ..scratch import FINE, ILLEGAL, UNFINISHED
from .family import forget_plans, legal, observe, setup, step
from .policies import decide


@kernel
def is_legal(board: AnyBoard, state: AnyState, action: int, rules: AnyScratch) -> bool:
    """Whether the rules allow the action."""
    found = False
    for i in range(legal(board, state, rules.actions)):
        found = found or rules.actions[i] == action
    return found


@kernel
def play_bots(
    board: AnyBoard,
    state: AnyState,
    seen: AnyStates,
    shift: int,
    policies: Array,
    weights: Array,
    seed: int,
    limit: int,
    check: bool,
    scratch: AnyBotScratch,
    rules: AnyScratch,
) -> int:
    """Play a game that was set up to its end, and say how it went.

    Bot `i` sits at seat `(i + shift) % seats` and decides by `policies[i]` with `weights[i]`. It is shown its own
    observation, made in the one record of `seen`, and nothing else.
    """
    seats = np.int64(state.seats)
    forget_plans(scratch)
    while state.phase != OVER:
        if state.decisions >= limit:
            return UNFINISHED
        seat = np.int64(state.actor)
        bot = (seat + seats - shift) % seats
        seen[0] = state
        observe(board, seen[0], seat)  # type: ignore[arg-type]
        action = decide(policies[bot], board, seen[0], seat, seed + bot, scratch, weights[bot])  # type: ignore[arg-type]
        if check and not is_legal(board, state, action, rules):
            return ILLEGAL
        step(board, state, action, rules)
    return FINE


@kernel
def play_match(
    board: AnyBoard,
    states: AnyStates,
    went: Array,
    seats: int,
    policies: Array,
    weights: Array,
    seed: int,
    first_deal: int,
    limit: int,
    check: bool,
    seen: AnyStates,
    scratch: AnyBotScratch,
    rules: AnyScratch,
) -> None:
    """Play every deal `seats` times, the bots moved on by one seat each time.

    Game `i` is deal `first_deal + i // seats` of the series `seed`, and bot 0 sits at seat `i % seats`. `states` are
    left as the games ended; `went` says how they went.
    """
    for i in range(len(states)):
        deal = first_deal + i // seats
        setup(board, states[i], seats, -1, seed, deal, rules)
        went[i] = play_bots(
            board, states[i], seen, i % seats, policies, weights, deal * 8, limit, check, scratch, rules
        )
