"""Sets as bits: words of 32 bits in an int64, so that the sign is never touched."""

from .jit import kernel
from .records import Array


@kernel
def count_ones(word: int) -> int:
    """How many bits of a word are set."""
    word -= (word >> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    return ((word * 0x01010101) & 0xFFFFFFFF) >> 24


@kernel
def nth_one(word: int, n: int) -> int:
    """The place of the n-th set bit, counted from 0."""
    place = 0
    width = 16
    while width > 0:
        ones = count_ones(word & ((1 << width) - 1))
        if n >= ones:
            n -= ones
            word >>= width
            place += width
        width >>= 1
    return place


@kernel
def lowest_one(word: int) -> int:
    """The place of the lowest set bit, of a set of up to 64 bits that is not empty."""
    place = 0
    width = 32
    while width > 0:
        if word & ((1 << width) - 1) == 0:
            word >>= width
            place += width
        width >>= 1
    return place


@kernel
def list_ones(word: int, base: int, out: Array, n: int) -> int:
    """Append `base` + place of every set bit to a list that has n items; how many it has then."""
    while word != 0:
        if word & 0xFF == 0:
            word >>= 8
            base += 8
        else:
            if word & 1:
                out[n] = base
                n += 1
            word >>= 1
            base += 1
    return n
