"""What a seat sees, as one row of small numbers (kernel code); the parts of it are each family's own."""

from ...rules.jit import inlined
from ...rules.records import AnyBoard, AnyState, Array
from .family import encode_part


@inlined
def encode(board: AnyBoard, state: AnyState, seat: int, out: Array, row: int) -> int:
    """Write what the seat sees into a row of the int8 array `out`; returns how many entries that are.

    In a loop the compiler would make less of it.
    """
    encode_part(board, state, seat, out, row, 0)
    encode_part(board, state, seat, out, row, 1)
    return encode_part(board, state, seat, out, row, 2)
