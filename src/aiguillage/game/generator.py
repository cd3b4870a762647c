"""Where the chance of a game comes from, as text: in records and positions."""

import re

from aiguillage.game.errors import PositionError
from aiguillage.rules.records import AnyState
from aiguillage.rules.rng import LOW, forget_key, set_key

KEY_BITS = 128
STREAM = re.compile(r"[0-9a-f]{16}")
KEYED = re.compile(r"([0-9a-f]{32})\+([1-9][0-9]{0,8})")


def words_of(key: int) -> tuple[int, int, int, int]:
    """A key as the kernel takes it."""
    first, second, third, fourth = ((key >> shift) & LOW for shift in (96, 64, 32, 0))
    return first, second, third, fourth


def write_generator(state: AnyState) -> str:
    """The fast stream as sixteen hexadecimal digits; or a key as thirty-two, and the number of its next question."""
    if state.drawn == 0:
        return f"{int(state.rng):016x}"
    return "".join(f"{int(word):08x}" for word in state.key) + f"+{int(state.drawn)}"


def read_generator(state: AnyState, text: object) -> None:
    """Let the chance of a record come from there."""
    if isinstance(text, str):
        if STREAM.fullmatch(text) and int(text, 16):
            forget_key(state)
            state.rng = int(text, 16)
            return
        if match := KEYED.fullmatch(text):
            set_key(state, *words_of(int(match[1], 16)))
            state.drawn = int(match[2])
            return
    raise PositionError(
        "The field 'random' must be 16 hexadecimal digits, not all zero, or a key of 32 with '+' and a number."
    )
