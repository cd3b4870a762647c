"""Arrays of a GPU for other libraries, through DLPack: the memory itself, not a copy.

numba's device arrays speak only the CUDA array interface, which JAX does not read. This wraps one so that it speaks
DLPack as well (https://dmlc.github.io/dlpack).
"""

import ctypes
from collections.abc import Callable
from typing import Any

from numpy.typing import DTypeLike
from typing_extensions import CapsuleType

CPU, CUDA = 1, 2  # DLDeviceType
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLDataTypeCode, by numpy's kind
NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int), ("number", ctypes.c_int))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, object] = {}
"""What was handed out and is not given back yet, by address: it keeps the array alive."""


_python = ctypes.PyDLL(None)  # not `ctypes.pythonapi`, whose functions belong to everybody
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_python.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


@_Deleter  # type: ignore[untyped-decorator]
def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _drop(capsule: int) -> None:
    """A capsule that nobody took: one that was taken has another name, and its taker calls the deleter."""
    if _python.PyCapsule_IsValid(capsule, NAME):
        address = _python.PyCapsule_GetPointer(capsule, NAME)
        _lent.pop(address, None)


class SharedArray:
    """An array, with DLPack on top of what it can do by itself.

    `wait` is called before the memory is handed to somebody who works on a stream of their own.
    """

    def __init__(self, array: Any, address: int, device: tuple[int, int], wait: Callable[[], object]) -> None:
        self.array = array
        self.address = address
        self.device = device
        self.wait = wait

    def __getattr__(self, name: str) -> Any:
        return getattr(self.array, name)

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("The array is on a GPU; it can only be copied.")
        host = self.array.copy_to_host()
        return host if dtype is None else host.astype(dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, *, stream: object = None, **_: object) -> CapsuleType:
        """The capsule. Stream -1 is for those who see to the order of things themselves."""
        if stream != -1:
            self.wait()
        array, size = self.array, self.array.dtype.itemsize
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        strides = (ctypes.c_int64 * array.ndim)(*(stride // size for stride in array.strides))
        managed = _Managed()
        managed.tensor.data = self.address
        managed.tensor.device = _Device(*self.device)
        managed.tensor.ndim = array.ndim
        managed.tensor.dtype = _Type(CODES[array.dtype.kind], 8 * size, 1)
        managed.tensor.shape = shape
        managed.tensor.strides = strides
        managed.deleter = _give_back
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, strides, array)
        capsule: CapsuleType = _python.PyCapsule_New(address, NAME, ctypes.cast(_drop, ctypes.c_void_p))
        return capsule
