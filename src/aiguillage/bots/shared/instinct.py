"""What a network thinks for a seat, by what the seat sees: its choice, and where actions lead (kernel code)."""

from typing import Any

import numpy as np

from ...rules.jit import kernel
from ...rules.numbers import NOTHING
from ...rules.phases import OVER
from ...rules.records import AnyBoard, AnyBotScratch, AnyState
from ...rules.rng import seed_random
from ..neural import OPINION, consider
from ..scratch import PATIENCE
from ..thoughts import add_thought, choose_branch, enter_value, find_thought, key_of
from .family import choose_planned, encode_part, encode_plan, legal, step, weigh_tickets
from .playouts import DECISIONS, make_world, play_out, start_plans
from .policies import choose_random

WIN_PART = 0.6
"""What networks are paid for winning in training; the rest is the margin."""

STEEPER = 1.5
"""A margin of so much less than what is as good as any is worth three quarters of it."""


@kernel
def consult(board: AnyBoard, state: AnyState, seat: int, mind: Any) -> None:
    """Fill the opinions of a mind with what its network thinks of what the seat sees; nothing hidden is read.

    A mind (`bots.neural_net.mind_of`) is the version of the observation that the network reads, a record for that, the
    network, and room to work in: a row (int8) as wide as the observation with most seats, then as in `consider`.
    """
    layout, sights, net, rows, room = mind
    encode_part(board, state, seat, rows, 0, 0)
    encode_part(board, state, seat, rows, 0, 1)
    count = encode_part(board, state, seat, rows, 0, 2)
    if layout > 0:
        count = encode_plan(board, state, seat, sights[0], rows, 0, count)
    consider(net, int(state.seats), rows[0][:count], room)


@kernel
def decide_by_net(
    board: AnyBoard, seen: AnyState, seat: int, seed: int, scratch: AnyBotScratch, mind: Any
) -> int:
    """The legal action that the network thinks most of. `seen` is what `observe` leaves of the game; see `consult`.

    Of actions as good the first is chosen.
    """
    if seen.turns > PATIENCE:
        seed_random(scratch, seed, int(seen.decisions))
        return choose_random(board, seen, scratch)
    consult(board, seen, seat, mind)
    opinions = mind[4][3]
    n = legal(board, seen, scratch.actions)
    best: int = scratch.actions[0]
    for i in range(1, n):
        action = scratch.actions[i]
        if opinions[action] > opinions[best]:
            best = action
    return best


@kernel
def paid(state: AnyState, seat: int, how: Any) -> float:
    """What networks are paid for a game that ended so: for winning, and for the margin to the best of the others."""
    winners, best = 0, -10_000
    for other in range(state.seats):
        winners += 1 if state.rank[other] == 1 else 0
        if other != seat:
            best = max(best, int(state.total[other]))
    margin = max(-3.0, min(3.0, STEEPER * (int(state.total[seat]) - best) / how.scale))
    square = margin * margin
    curved = margin * (27.0 + square) / (27.0 + 9.0 * square)  # nearly its hyperbolic tangent
    share = 1.0 / winners if state.rank[seat] == 1 else 0.0
    seats = int(state.seats)
    result: float = WIN_PART * (seats * share - 1.0) / (seats - 1) + (1.0 - WIN_PART) * curved
    return result


@kernel
def ponder_worlds(
    board: AnyBoard,
    seen: AnyState,
    asked: Any,
    first: int,
    rewards: Any,
    thoughts: Any,
    mind: Any,
    space: Any,
) -> None:
    """What each of the live actions leads to, in as many worlds as `rewards` has rows.

    World `first + i` is that of `play_worlds`, and so are `asked` and `space`. The seat follows the tree of the action,
    `thoughts[k]`, and light planners play the others, to a decision that the tree does not have: the network judges it
    and it is added. A game that ends before is counted.
    """
    how, actions, live = asked
    worlds, scratch, weights, rules = space
    seat: Any = np.int64(how.seat)
    weigh_tickets(board, seen, seat, scratch)
    opinions = mind[4][3]
    expected = int(mind[2][0][0].actions)
    for i in range(len(rewards)):
        worlds[0] = seen
        make_world(board, seen, seat, how.seed, first + i, worlds[0], scratch)
        for k in range(len(actions)):
            if not live[k]:
                continue
            tree = thoughts[k]
            worlds[1] = worlds[0]
            state = worlds[1]
            step(board, state, np.int64(actions[k]), rules)  # type: ignore[arg-type]
            start_plans(scratch)
            limit = state.decisions + DECISIONS
            node, led, judged = 0, NOTHING, False
            value = 0.0
            while state.phase != OVER and state.decisions < limit and not judged:
                if state.actor != seat:
                    action = choose_planned(board, state, np.int64(state.actor), scratch, weights)  # type: ignore[arg-type]
                    step(board, state, action, rules)
                    continue
                n = legal(board, state, scratch.actions)
                if n == 1:
                    step(board, state, np.int64(scratch.actions[0]), rules)  # type: ignore[arg-type]
                    continue
                key = key_of(state, seat)
                child = find_thought(tree, node, led, key)
                action = NOTHING if child == NOTHING else choose_branch(tree, child, scratch.actions, n, how)
                if action != NOTHING:
                    node, led = child, action
                    step(board, state, action, rules)
                    continue
                consult(board, state, seat, mind)
                value = max(-1.0, min(1.0, opinions[expected] / OPINION))
                judged = True
                if child == NOTHING:
                    add_thought(tree, node, led, key, value, opinions, scratch.actions, n)
            if not judged or how.playing > 0.0:
                play_out(board, state, scratch, weights, rules)
                part = how.playing if judged else 1.0
                value += part * (paid(state, seat, how) - value)
            enter_value(tree, node, led, value)
            rewards[i, k] = value
