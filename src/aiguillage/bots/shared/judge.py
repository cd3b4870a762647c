"""How games end from a position, action by action, in worlds that agree with what is known (kernel code)."""

import numpy as np

from ...rules.jit import kernel
from ...rules.numbers import MAX_TICKETS, NOBODY, NOTHING
from ...rules.records import AnyBoard, AnyBotScratch, AnyScratch, AnyState, AnyStates, Array
from ...rules.rng import below, forget_key, seed_random
from .family import step, weigh_tickets
from .playouts import make_world, play_out, start_plans


@kernel
def shuffle_tickets(state: AnyState) -> None:
    """Shuffle what lies in the ticket deck above the tickets that were put under it."""
    unseen = 0
    while unseen < state.queue_n:
        ticket = state.queue[(state.queue_head + unseen) % MAX_TICKETS]
        if state.returned_by[ticket] != NOBODY:
            break
        unseen += 1
    for i in range(unseen - 1):
        one = (state.queue_head + i) % MAX_TICKETS
        other = (state.queue_head + i + below(state, unseen - i)) % MAX_TICKETS
        ticket = state.queue[one]
        state.queue[one] = state.queue[other]
        state.queue[other] = ticket


@kernel
def judge(
    board: AnyBoard,
    seen: AnyState,
    seat: int,
    seed: int,
    first: int,
    count: int,
    actions: Array,
    live: Array,
    ends: Array,
    worlds: AnyStates,
    scratch: AnyBotScratch,
    weights: Array,
    rules: AnyScratch,
) -> None:
    """Play the live actions out in the worlds from `first` on, `count` of them, by light planners.

    `seen` is what the seat observes; for seat NOBODY, the game itself. The action NOTHING is what a light planner does.
    Row `i * len(actions) + k` of `ends` gets the totals of all seats, then their ranks, from world `first + i` after
    action `k`. All actions meet the same worlds and the same generator.
    """
    if seat != NOBODY:
        weigh_tickets(board, seen, seat, scratch)
    for i in range(count):
        worlds[0] = seen
        if seat != NOBODY:
            make_world(board, seen, seat, seed, first + i, worlds[0], scratch)
        else:  # all cards and tickets lie open, but for those still to come
            seed_random(worlds[0], seed, first + i)
            forget_key(worlds[0])
            shuffle_tickets(worlds[0])
        for k in range(len(actions)):
            if live[k]:
                worlds[1] = worlds[0]
                start_plans(scratch)
                if actions[k] != NOTHING:
                    step(board, worlds[1], np.int64(actions[k]), rules)  # type: ignore[arg-type]
                play_out(board, worlds[1], scratch, weights, rules)
                row = i * len(actions) + k
                for other in range(seen.seats):
                    ends[row, other] = worlds[1].total[other]
                    ends[row, seen.seats + other] = worlds[1].rank[other]
