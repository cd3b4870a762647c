"""The kernel's records: no holes, no name that numpy's records use for something else."""

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.game.families import family_of
from aiguillage.game.kernels import INTERPRETED
from aiguillage.rules.cardgame_state import CARD_BOARD, CARD_SCRATCH, CARD_STATE, QUIET_CARD_SCRATCH
from aiguillage.rules.state import BOARD, QUIET_SCRATCH, SCRATCH, STATE, new_record


@pytest.mark.parametrize(
    "dtype", [BOARD, STATE, SCRATCH, QUIET_SCRATCH, CARD_BOARD, CARD_STATE, CARD_SCRATCH, QUIET_CARD_SCRATCH]
)
def test_every_field_can_be_read_as_an_attribute(dtype: np.dtype) -> None:
    """In the interpreter `state.round` would be numpy's method and not the field."""
    assert [name for name in dtype.names or () if hasattr(np.record, name)] == []


@pytest.mark.parametrize("title", ["europe", "paris", "cardgame"])
def test_the_set_up_writes_every_byte(title: str) -> None:
    """What memory held before must not show in a digest."""
    board = load_board(title)
    family = family_of(board)
    main = getattr(INTERPRETED, family.module)
    states = []
    for filling in (0x00, 0xFF):
        memory = np.full(family.state_dtype.itemsize, filling, np.uint8)
        state = memory.view(family.state_dtype).view(np.recarray)[0]
        main.setup(board.table, state, 2, -1, 1, 0, new_record(family.scratch_dtype))
        states.append(memory.tobytes())
    assert states[0] == states[1]
