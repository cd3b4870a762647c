"""Randomness inside the record: a 64-bit xorshift generator.

Only shifts and xors touch the 64-bit word, and the seeding multiplies 32-bit halves inside int64, so that the
interpreter, the compiled code and the GPU compute the same numbers without an overflow anywhere.
"""

from typing import Any

import numpy as np

from .jit import kernel

LOW = 0xFFFFFFFF


@kernel
def scramble(word: Any) -> Any:
    """Mix the bits of a 32-bit word (held in an int64)."""
    word ^= word >> 16
    word = (word * 0x45D9F3B) & LOW
    word ^= word >> 15
    word = (word * 0x2C1B3C6D) & LOW
    word ^= word >> 16
    return word


@kernel
def seed_random(state: Any, seed: int, stream: int) -> None:
    """Start the generator of one game: `seed` for the series, `stream` for the game in it (both >= 0)."""
    low = scramble((seed & LOW) ^ 0x1B873593)
    high = scramble(((seed >> 32) & LOW) ^ 0x52DCE729)
    low = scramble(low ^ (stream & LOW))
    high = scramble(high ^ ((stream >> 32) & LOW) ^ low)
    low = scramble(low ^ high)
    state.rng = (np.uint64(high) << np.uint64(32)) | np.uint64(low) | np.uint64(1)


@kernel
def mix_key(state: Any, low: int, high: int) -> None:
    """Mix a fresh 64-bit key (two 32-bit halves) into the generator, so that its past says nothing of its future."""
    word = state.rng
    old_low = np.int64(word & np.uint64(LOW))
    old_high = np.int64(word >> np.uint64(32))
    new_low = scramble(scramble(old_low) ^ (low & LOW))
    new_high = scramble(scramble(old_high ^ new_low) ^ (high & LOW))
    state.rng = (np.uint64(new_high) << np.uint64(32)) | np.uint64(new_low) | np.uint64(1)


@kernel
def below(state: Any, n: int) -> Any:
    """A uniformly random integer in [0, n), n small."""
    word = state.rng
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state.rng = word
    return (np.int64(word >> np.uint64(32)) * n) >> 32
