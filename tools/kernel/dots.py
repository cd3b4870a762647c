"""Sums of products as WebAssembly has them: eight at a time, four rows of weights beside each other.

LLVM does not find `i32x4.dot_i16x8_s` by itself. What is here takes the place of `weigh_rows` of `bots/neural.py` in
the files that are built, with the same sums; numba calls it like any other function of the kernel.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

LANES = 8
ROWS = 4
"""So many rows read each value once."""


def weigh_rows() -> Any:
    """The function, as numba takes it."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def rows_weighed(context: Any, weights: Any, at: Any, rows: Any, values: Any, count: Any, sums: Any) -> Any:
        signature = types.void(weights, types.int64, types.int64, values, types.int64, sums)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            places = []
            for i in (0, 3, 5):
                array = context.make_array(signature.args[i])(context, builder, arguments[i])
                places.append(array.data)
            _, at, rows, _, count, _ = arguments
            write(builder, builder.gep(places[0], [at]), rows, places[1], count, places[2])
            return context.get_dummy_value()

        return signature, generate

    return rows_weighed


def write(builder: Any, weights: Any, rows: Any, values: Any, count: Any, sums: Any) -> None:
    """Four rows at a time, then what is left one by one."""
    i64 = ir.IntType(64)
    whole = builder.and_(rows, i64(-ROWS))

    def some(first: Any, size: int) -> None:
        begins = [builder.gep(weights, [builder.mul(builder.add(first, i64(j)), count)]) for j in range(size)]
        for j, total in enumerate(dots(builder, begins, values, count)):
            builder.store(total, builder.gep(sums, [builder.add(first, i64(j))]))

    loop(builder, i64(0), whole, ROWS, [], lambda i, _: some(i, ROWS) or [])
    loop(builder, whole, rows, 1, [], lambda i, _: some(i, 1) or [])


def dots(builder: Any, rows: list[Any], values: Any, count: Any) -> list[Any]:
    """The sum of products of each row with the values."""
    i8, i16, i32, i64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
    bytes_, shorts, sums = (ir.VectorType(kind, n) for kind, n in ((i8, LANES), (i16, LANES), (i32, LANES // 2)))
    dot = builder.module.declare_intrinsic("llvm.wasm.dot", (), ir.FunctionType(sums, (shorts, shorts)))
    whole = builder.and_(count, i64(-LANES))

    def eight(at: Any, i: Any) -> Any:
        place = builder.bitcast(builder.gep(at, [i]), bytes_.as_pointer())
        return builder.sext(builder.load(place, align=1), shorts)

    def one(at: Any, i: Any) -> Any:
        return builder.sext(builder.load(builder.gep(at, [i])), i32)

    def add_eight(i: Any, totals: list[Any]) -> list[Any]:
        found = eight(values, i)
        return [
            builder.add(total, builder.call(dot, (found, eight(row, i))))
            for row, total in zip(rows, totals, strict=True)
        ]

    def add_one(i: Any, totals: list[Any]) -> list[Any]:
        found = one(values, i)
        return [builder.add(total, builder.mul(found, one(row, i))) for row, total in zip(rows, totals, strict=True)]

    totals = loop(builder, i64(0), whole, LANES, [sums(None)] * len(rows), add_eight)
    flat = []
    for total in totals:
        lanes = [builder.extract_element(total, i32(lane)) for lane in range(LANES // 2)]
        flat.append(builder.add(builder.add(lanes[0], lanes[1]), builder.add(lanes[2], lanes[3])))
    return loop(builder, whole, count, 1, flat, add_one)


def loop(
    builder: Any,
    start: Any,
    end: Any,
    step: int,
    values: list[Any],
    body: Callable[[Any, list[Any]], list[Any]],
) -> list[Any]:
    """Values that a body changes for every number from `start` below `end`."""
    before = builder.block
    test, work, done = (builder.append_basic_block(name) for name in ("test", "work", "done"))
    builder.branch(test)
    builder.position_at_end(test)
    number = builder.phi(start.type)
    number.add_incoming(start, before)
    phis = [builder.phi(value.type) for value in values]
    for phi, value in zip(phis, values, strict=True):
        phi.add_incoming(value, before)
    builder.cbranch(builder.icmp_signed("<", number, end), work, done)
    builder.position_at_end(work)
    changed = body(number, phis)
    for phi, value in zip(phis, changed, strict=True):
        phi.add_incoming(value, builder.block)
    number.add_incoming(builder.add(number, start.type(step)), builder.block)
    builder.branch(test)
    builder.position_at_end(done)
    return phis
