"""The deals of a series, as games of their own: deal `n` of a seed is also the game of another seed."""

from aiguillage.errors import AiguillageError
from aiguillage.rules.rng import LOW, scramble

SEEDS = 1 << 62
"""Seeds of a tournament are below this."""


def check_seed(seed: int) -> None:
    """Refuse what is no seed of a tournament."""
    if not 0 <= seed < SEEDS:
        raise AiguillageError("The seed must be a whole number from 0 to 2^62 - 1.")


def seed_of_deal(seed: int, deal: int) -> int:
    """The seed with which `Game.new` deals what `setup` deals for `seed` and the stream `deal`.

    `seed_random` mixes the stream into the scrambled low half of the seed; scrambling can be undone, so the low half
    that has the same effect without a stream can be computed.
    """
    salt = 0x1B873593  # as in `seed_random`
    low = unscramble(int(scramble((seed & LOW) ^ salt)) ^ (deal & LOW)) ^ salt
    return (seed >> 32 << 32) | low


def unscramble(word: int) -> int:
    """The 32-bit word that `scramble` makes this one of."""
    word = _undo_shift(word, 16)
    word = word * pow(0x2C1B3C6D, -1, 1 << 32) & LOW
    word = _undo_shift(word, 15)
    word = word * pow(0x45D9F3B, -1, 1 << 32) & LOW
    return _undo_shift(word, 16)


def _undo_shift(word: int, by: int) -> int:
    """The 32-bit word `x` of which this is `x ^ (x >> by)`."""
    result = word
    for _ in range(32 // by):
        result = word ^ (result >> by)
    return result
