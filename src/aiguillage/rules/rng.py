"""Randomness inside the record: a fast stream for simulations, a keyed one for games that people play.

The fast stream is a 64-bit xorshift generator: whoever sees enough of it can compute the rest. What chance decides in
a game (`chance`) comes from it only while the record has no key. With a key (`set_key`: 128 bits that nobody sees) it
comes from the twelve-round Chaskey permutation of a counter between two additions of the key, which tells nothing of
what else came from it. Only shifts and xors touch the 64-bit word, and everything else are 32-bit words inside int64,
so that the interpreter, the compiled code and the GPU compute the same numbers without an overflow anywhere.
"""

from typing import Any

import numpy as np

from .jit import kernel
from .records import AnyState, RandomRecord

LOW = 0xFFFFFFFF
ROUNDS = 12


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
def seed_random(state: RandomRecord, seed: int, stream: int) -> None:
    """Start the generator of one game: `seed` for the series, `stream` for the game in it (both >= 0)."""
    low = scramble((seed & LOW) ^ 0x1B873593)
    high = scramble(((seed >> 32) & LOW) ^ 0x52DCE729)
    low = scramble(low ^ (stream & LOW))
    high = scramble(high ^ ((stream >> 32) & LOW) ^ low)
    low = scramble(low ^ high)
    state.rng = (np.uint64(high) << np.uint64(32)) | np.uint64(low) | np.uint64(1)


@kernel
def below(state: RandomRecord, n: int) -> Any:
    """A uniformly random integer in [0, n), n small."""
    word = state.rng
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state.rng = word
    return (np.int64(word >> np.uint64(32)) * n) >> 32


@kernel
def forget_key(state: AnyState) -> None:
    """Let chance come from the fast stream."""
    state.drawn = 0
    for i in range(4):
        state.key[i] = 0


@kernel
def set_key(state: AnyState, a: int, b: int, c: int, d: int) -> None:
    """Let chance come from a fresh key of four 32-bit words; what was drawn before says nothing of what comes."""
    state.rng = 0
    state.drawn = 1
    state.key[0] = a
    state.key[1] = b
    state.key[2] = c
    state.key[3] = d


@kernel
def rotate(word: Any, bits: int) -> Any:
    """Turn a 32-bit word (held in an int64) to the left."""
    return ((word << bits) | (word >> (32 - bits))) & LOW


@kernel
def keyed_word(state: AnyState) -> Any:
    """The next 32 bits under the record's key."""
    a = state.key[0] ^ state.drawn
    b, c, d = state.key[1], state.key[2], state.key[3]
    for _ in range(ROUNDS):
        a = (a + b) & LOW
        b = rotate(b, 5) ^ a
        a = rotate(a, 16)
        c = (c + d) & LOW
        d = rotate(d, 8) ^ c
        a = (a + d) & LOW
        d = rotate(d, 13) ^ a
        c = (c + b) & LOW
        b = rotate(b, 7) ^ c
        c = rotate(c, 16)
    state.drawn += 1
    return a ^ state.key[0]


@kernel
def chance(state: AnyState, n: int) -> Any:
    """A uniformly random integer in [0, n), n small: everything that chance decides in a game."""
    if state.drawn == 0:
        return below(state, n)
    return (keyed_word(state) * n) >> 32
