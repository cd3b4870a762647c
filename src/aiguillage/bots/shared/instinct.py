"""What a network thinks for a seat, by what the seat sees: its choice, and what it expects of actions (kernel code)."""

from typing import Any

import numpy as np

from ...rules.jit import kernel
from ...rules.phases import OVER
from ...rules.records import AnyBoard, AnyBotScratch, AnyScratch, AnyState, Array, Asked, HowRecord
from ...rules.rng import seed_random
from ..neural import OPINION, consider
from ..scratch import PATIENCE
from .family import encode_part, encode_plan, legal, step, weigh_tickets
from .playouts import DECISIONS, make_world
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
def decide_by_net(board: AnyBoard, seen: AnyState, seat: int, seed: int, scratch: AnyBotScratch, mind: Any) -> int:
    """The legal action that the network thinks most of. `seen` is what `observe` leaves of the game; see `consult`.

    Of actions as good the first is chosen.
    """
    if seen.turns > PATIENCE:
        seed_random(scratch, seed, int(seen.decisions))
        return choose_random(board, seen, scratch)
    return prefer(board, seen, seat, scratch, mind)


@kernel
def prefer(board: AnyBoard, state: AnyState, seat: int, scratch: AnyBotScratch, mind: Any) -> int:
    """The legal action that the network thinks most of for the seat to act."""
    consult(board, state, seat, mind)
    opinions = mind[4][3]
    n = legal(board, state, scratch.actions)
    best: int = scratch.actions[0]
    for i in range(1, n):
        action = scratch.actions[i]
        if opinions[action] > opinions[best]:
            best = action
    return best


@kernel
def paid(state: AnyState, seat: int, how: HowRecord) -> float:
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
def look_ahead(
    board: AnyBoard, world: AnyState, how: HowRecord, mind: Any, scratch: AnyBotScratch, rules: AnyScratch
) -> float:
    """What the network expects for the seat that looks, when it plays on for all seats: the mean of what it expects
    where the seat begins its turns, from the `how.since`-th from now to the `how.ahead`-th. For those that do not come,
    as the game is over, what it pays is counted."""
    seat: Any = np.int64(how.seat)
    expected = int(mind[2][0][0].actions)
    turns, away, total = 0, False, 0.0
    limit = world.decisions + DECISIONS
    while world.phase != OVER and world.decisions < limit:
        actor: Any = np.int64(world.actor)
        action = prefer(board, world, actor, scratch, mind)
        if actor == seat and away:
            turns += 1
            if turns >= how.since:
                total += mind[4][3][expected] / OPINION
            if turns == how.ahead:
                return total / (how.ahead - how.since + 1)
        away = actor != seat
        step(board, world, action, rules)
    last = paid(world, seat, how)
    if world.phase != OVER:
        consult(board, world, seat, mind)
        last = mind[4][3][expected] / OPINION
    total += (how.ahead - max(turns, how.since - 1)) * last
    return total / (how.ahead - how.since + 1)


@kernel
def judge_worlds(
    board: AnyBoard, seen: AnyState, asked: Asked, first: int, rewards: Array, mind: Any, space: Any
) -> None:
    """What the network expects after each of the live actions, in as many worlds as `rewards` has rows; see
    `look_ahead`. World `first + i` is that of `play_worlds`, and so are `asked` and `space`."""
    how, actions, live = asked
    worlds, scratch, _, rules = space
    seat: Any = np.int64(how.seat)
    weigh_tickets(board, seen, seat, scratch)
    for i in range(len(rewards)):
        worlds[0] = seen
        make_world(board, seen, seat, how.seed, first + i, worlds[0], scratch)
        for k in range(len(actions)):
            if live[k]:
                worlds[1] = worlds[0]
                step(board, worlds[1], np.int64(actions[k]), rules)  # type: ignore[arg-type]
                rewards[i, k] = look_ahead(board, worlds[1], how, mind, scratch, rules)
