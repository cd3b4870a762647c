"""What a network chooses for a seat, by what the seat sees and without looking ahead (kernel code)."""

from typing import Any

from ...rules.jit import kernel
from ...rules.rng import seed_random
from ..neural import consider
from ..scratch import PATIENCE
from .family import encode_part, encode_plan, legal
from .policies import choose_random


@kernel
def decide_by_net(
    board: Any,
    seen: Any,
    seat: int,
    seed: int,
    scratch: Any,
    layout: int,
    sights: Any,
    nets: Any,
    weights: Any,
    biases: Any,
    shifts: Any,
    scales: Any,
    columns: Any,
    rows: Any,
    stream: Any,
    left: Any,
    right: Any,
    opinions: Any,
) -> int:
    """The legal action that the network thinks most of. `seen` is what `observe` leaves of the game.

    `layout` is the version of the observation that it reads, `sights` a record for that. `rows` (int8, one row as wide
    as the observation with most seats) and, as in `consider`, `stream`, `left`, `right` and `opinions` are room to work
    in. Of actions as good the first is chosen.
    """
    if seen.turns > PATIENCE:
        seed_random(scratch, seed, int(seen.decisions))
        return choose_random(board, seen, scratch)
    encode_part(board, seen, seat, rows, 0, 0)
    encode_part(board, seen, seat, rows, 0, 1)
    count = encode_part(board, seen, seat, rows, 0, 2)
    if layout > 0:
        count = encode_plan(board, seen, seat, sights[0], rows, 0, count)
    seats = int(seen.seats)
    row = rows[0][:count]
    consider(
        nets,
        weights,
        biases,
        shifts,
        scales,
        columns,
        seats,
        row,
        stream,
        left,
        right,
        opinions,
    )
    n = legal(board, seen, scratch.actions)
    best: int = scratch.actions[0]
    for i in range(1, n):
        action = scratch.actions[i]
        if opinions[action] > opinions[best]:
            best = action
    return best
