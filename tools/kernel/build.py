"""`make kernel`: the kernel functions of `entries.py` as WebAssembly, a file for each family, and their description.

numba types the functions and writes them down for LLVM; its own optimiser and machine code are not used. LLVM (of
llvmlite) optimises all of them together for WebAssembly, and `wasm-ld` (of ziglang) links the files. Nothing of numba's
way to call is left: every entry takes pointers and numbers and returns one number or nothing.
"""

import argparse
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from dots import weigh_rows
from entries import ENTRIES, FILES, GROUPS, NAMES, NUMBERS, PAGE, READ_ONLY, RECORDS, Row

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "aiguillage"
FOLDER = PACKAGE / "kernel"
ENGINE = ROOT / "web" / "src" / "assets" / "engine"
"""Where the browser's files go; below any other folder that is asked for, into `page`."""

TRIPLE = "wasm32-unknown-unknown"
# Vectors make batches up to twice as fast and nothing slower.
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
STACK = 1 << 16
"""Bytes, at the beginning of the memory; `aiguillage.kernel` gives every thread as many."""

SMALL = "8compiled7explain"
"""In the names of functions that are to be short rather than quick: nobody waits for what they write."""

BUILDERS = ("numba", "llvmlite", "ziglang")
RNG = np.dtype([("rng", "u8")])
"""The beginning of every record that has a generator."""


def record_types() -> dict[str, np.dtype[Any]]:
    """The records by name."""
    found = {
        name: getattr(import_module(f"aiguillage.{module}"), name)
        for module, names in RECORDS.items()
        for name in names
    }
    return {**found, "RNG": RNG}


def type_of(row: Row, name: str) -> str:
    """The type of a parameter, as `entries.py` writes it."""
    for types in (row.types, row.family, NAMES):
        if name in types:
            return types[name]
    return "i32"


def parts(row: Row, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Parameters with their types, those of groups one by one."""
    found = []
    for name in names:
        found += parts(row, GROUPS[name]) if name in GROUPS else [(name, type_of(row, name))]
    return found


# --- numba -------------------------------------------------------------------------------------------------------


class Compiler:
    """Takes the code of kernel functions from numba before it is optimised for this machine."""

    def __init__(self, checked: bool = False) -> None:
        import numba
        from numba.core import codegen, cpu
        from numba.np import arrayobj

        self.modules: list[Any] = []
        taken = self.modules

        def finalize(library: Any) -> None:
            taken.append(library._final_module)
            library._finalized = True

        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}

        def plain(**options: Any) -> Any:
            return lambda function: numba.njit(error_model="numpy", **bare, **options)(function)

        arrayobj.fix_integer_index = checked_index if checked else plain_index
        codegen.CPUCodeLibrary.finalize = finalize
        codegen.CPUCodeLibrary._optimize_functions = lambda library, module: None
        # a builtin that is nobody else's: numba knows its functions by it, and it is never called
        cpu.CPUContext.get_executable = lambda context, library, description, env: [].append
        jit = import_module("aiguillage.compiled.rules.jit")
        jit.kernel = plain()  # type: ignore[attr-defined]
        jit.inlined = plain(forceinline=True)  # type: ignore[attr-defined]
        if not checked:
            import_module("aiguillage.compiled.bots.neural").weigh_rows = weigh_rows()  # type: ignore[attr-defined]

    def compile(self, row: Row, name: str, records: dict[str, Any]) -> tuple[str, Any, list[tuple[str, str]]]:
        """The name that numba gives a function, its result, and its parameters with their types."""
        function = getattr(import_module(f"aiguillage.compiled.{row.module}"), name)
        names = tuple(inspect.signature(function.py_func).parameters)
        function.compile(tuple(numba_group(row, one, records) for one in names))
        (result,) = function.nopython_signatures[-1:]
        compiled = function.overloads[result.args]
        compiled.library._ensure_finalized()
        return compiled.fndesc.mangled_name, result.return_type, parts(row, names)


def plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is. Python and numba count a negative one from the end, which costs a tenth of the time; the
    kernel has none."""
    from numba import types

    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def checked_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The same, but whoever goes beyond the ends of an array, or counts from its end, is stopped."""
    from llvmlite import ir

    found = plain_index(context, builder, kind, index, size)
    with builder.if_then(builder.icmp_unsigned(">=", found, size), likely=False):
        trap = builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ()))
        builder.call(trap, ())
    return found


def numba_group(row: Row, name: str, records: dict[str, Any]) -> Any:
    """A parameter's type as numba's; of a group, a tuple."""
    from numba import types

    if name in GROUPS:
        return types.BaseTuple.from_types([numba_group(row, one, records) for one in GROUPS[name]])
    return numba_type(type_of(row, name), records)


def numba_type(kind: str, records: dict[str, Any]) -> Any:
    """A type of `entries.py` as numba's."""
    import numba
    from numba import types

    if kind in ("i32", "i64"):
        return types.int64
    if kind == "bool":
        return types.boolean
    item, dimensions = split(kind)
    one = numba.from_dtype(records.get(item) or np.dtype(item))
    return types.Array(one, dimensions, "C") if dimensions else one


def split(kind: str) -> tuple[str, int]:
    """`STATE[:,:]` is two dimensions of `STATE`."""
    item, _, rest = kind.partition("[")
    return item, rest.count(":")


# --- LLVM --------------------------------------------------------------------------------------------------------


def wrapper(export: str, mangled: str, result: Any, parameters: list[tuple[str, str]], records: Any) -> str:
    """An entry in LLVM's language: it calls numba's function in numba's way, and stops if that reports an error."""
    own, given, lines = [], [], []
    for number, (_, kind) in enumerate(parameters):
        at = f"%a{number}"
        item, dimensions = split(kind)
        if kind == "i32":
            own.append(f"i32 {at}")
            lines.append(f"{at}w = sext i32 {at} to i64")
            given.append(f"i64 {at}w")
        elif kind == "i64":
            own.append(f"i64 {at}")
            given.append(f"i64 {at}")
        elif kind == "bool":
            own.append(f"i32 {at}")
            lines.append(f"{at}w = trunc i32 {at} to i8")
            given.append(f"i8 {at}w")
        elif dimensions == 0:
            own.append(f"ptr {at}")
            given.append(f"ptr {at}")
        else:
            size = (records.get(item) or np.dtype(item)).itemsize
            own.append(f"ptr {at}")
            count, strides, stride = "1", [], str(size)
            for axis in reversed(range(dimensions)):
                lines.append(f"{at}n{axis}w = zext i32 {at}n{axis} to i64")
                lines.append(f"{at}c{axis} = mul i64 {count}, {at}n{axis}w")
                lines.append(f"{at}s{axis} = mul i64 {stride}, {at}n{axis}w")
                count = f"{at}c{axis}"
                strides.insert(0, stride)
                stride = f"{at}s{axis}"
            own += [f"i32 {at}n{axis}" for axis in range(dimensions)]
            given += ["ptr null", "ptr null", f"i64 {count}", f"i64 {size}", f"ptr {at}"]
            given += [f"i64 {at}n{axis}w" for axis in range(dimensions)]
            given += [f"i64 {one}" for one in strides]
    kind, made, back = returned(result)
    given = ["ptr %result", "ptr %error", *given]
    body = "\n  ".join(lines)
    return f"""
define {kind} @{export}({", ".join(own)}) {{
  %result = alloca i64, align 8
  %error = alloca ptr, align 8
  {body}
  %status = call i32 @"{mangled}"({", ".join(given)})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %stop
stop:
  call void @llvm.trap()
  unreachable
done:
  {made}
  ret {back}
}}
declare i32 @"{mangled}"({", ".join(one.split()[0] for one in given)})
"""


def returned(result: Any) -> tuple[str, str, str]:
    """How an entry returns: its type, the line that makes the number, and what is returned."""
    from numba import types

    if result == types.none:
        return "void", "", "void"
    if isinstance(result, types.Float):
        return "double", "%value = load double, ptr %result", "double %value"
    width = 8 if isinstance(result, types.Boolean) else result.bitwidth
    if width == 32:
        return "i32", "%value = load i32, ptr %result", "i32 %value"
    cast = "trunc" if width > 32 else "sext"
    return (
        "i32",
        f"%narrow = load i{width}, ptr %result\n  %value = {cast} i{width} %narrow to i32",
        "i32 %value",
    )


def emit(modules: list[Any], wrappers: str, exports: list[str], features: str = FEATURES) -> bytes:
    """All of it as one WebAssembly object."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=features, opt=3, reloc="static", codemodel="default"
    )
    whole = llvm.parse_assembly(wrappers + "\ndeclare void @llvm.trap()\n")
    for module in modules:
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"
        whole.link_in(module, preserve=True)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', str(whole))
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{target.target_data}"', text)
    whole = llvm.parse_assembly(text)
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in exports else "internal"
            if SMALL in function.name:
                function.add_function_attribute("minsize")
                function.add_function_attribute("optsize")
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(3)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(whole, builder)
    return bytes(target.emit_object(whole))


def link(code: bytes, exports: list[str]) -> bytes:
    """The object as a module that imports nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "kernel.o", Path(folder) / "kernel.wasm"
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all", "--stack-first"]
        command += ["-z", f"stack-size={STACK}", "--export=__heap_base", "--export=__stack_pointer"]
        command += [f"--export={name}" for name in exports]
        subprocess.run([*command, str(source), "-o", str(made)], check=True)
        code = made.read_bytes()
    assert no_data(code), "the files share one memory in Python, so neither may have data in it"
    return code


def no_data(code: bytes) -> bool:
    """Whether a module has no section of data."""
    from aiguillage.kernel.file import sections

    return all(kind != 11 for kind, _, _ in sections(code))


# --- the description ---------------------------------------------------------------------------------------------


def describe_record(dtype: np.dtype[Any]) -> dict[str, Any]:
    """Size and fields of a record."""
    fields = {}
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        fields[name] = {"offset": offset, "type": kind.base.name, "shape": list(kind.shape)}
    return {"size": dtype.itemsize, "fields": fields}


def describe_numbers() -> dict[str, dict[str, Any]]:
    """The whole numbers that the kernel's modules name."""
    result = {}
    for name in NUMBERS:
        module = import_module(f"aiguillage.{name}")
        own = {key: value for key, value in vars(module).items() if key.isupper() and type(value) is int}
        result[name] = own
    return result


def sources() -> list[str]:
    """The Python files that the kernel was made of."""
    modules = [module for name, module in sys.modules.items() if name.startswith("aiguillage.compiled.")]
    return sorted({Path(str(module.__file__)).relative_to(PACKAGE).as_posix() for module in modules})


def built_with() -> dict[str, str]:
    """What the bytes of the files depend on beside their sources."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python, **{name: version(name) for name in BUILDERS}}


def for_page(file: str, exports: list[str]) -> list[str]:
    """Those that a browser calls."""
    wanted = PAGE.split()
    return [name for name in exports if name in wanted or name.removeprefix(f"{file}_") in wanted]


def build(checked: bool = False) -> tuple[dict[str, bytes], dict[str, bytes], dict[str, Any]]:
    """The files, those for browsers, and their description."""
    from aiguillage.kernel.file import append_digest, source_digest

    records = record_types()
    compiler = Compiler(checked)
    entries: dict[str, Any] = {}
    wrappers: dict[str, str] = {}
    for row in ENTRIES:
        for name in row.functions.split():
            export = row.prefix + name
            assert export not in entries, f"{export} is there twice"
            mangled, result, parameters = compiler.compile(row, name, records)
            wrappers[export] = wrapper(export, mangled, result, parameters, records)
            entries[export] = {
                "module": row.module,
                "function": name,
                "files": row.files,
                "parameters": [{"name": one, "type": kind, "read_only": one in READ_ONLY} for one, kind in parameters],
                "result": {"void": None, "double": "f64"}.get(returned(result)[0], "i32"),
            }
    files = sources()
    digest = source_digest(files)
    description = {
        "digest": digest,
        "built_with": built_with(),
        "sources": files,
        "entries": entries,
        "records": {name: describe_record(dtype) for name, dtype in records.items()},
        "numbers": describe_numbers(),
    }
    made, page = {}, {}
    for file in FILES:
        exports = [name for name, entry in entries.items() if file in entry["files"]]
        code = emit(compiler.modules, "".join(wrappers[name] for name in exports), exports)
        made[f"{file}.wasm"] = append_digest(link(code, exports), digest)
        page[f"{file}.wasm"] = append_digest(link(code, for_page(file, exports)), digest)
    return made, page, description


def main() -> None:
    """Write the files; sets are to be gone through in the same order every time."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--checked", action="store_true", help="stop at an index outside its array: for tests")
    given = parser.parse_args()
    if missing := [name for name in BUILDERS if find_spec(name) is None]:
        sys.exit(f"The kernel cannot be built without {' and '.join(missing)}: run `make builders` first.")
    folder = given.folder
    engine = ENGINE if folder == FOLDER else folder / "page"
    files, page, description = build(given.checked)
    for where, made in ((folder, files), (engine, page)):
        where.mkdir(parents=True, exist_ok=True)
        for name, code in made.items():
            (where / name).write_bytes(code)
    text = json.dumps(description, indent=1)
    text = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: "[" + re.sub(r"\s+", " ", m[1]) + "]", text)
    text = re.sub(r"\{\s+([^\[\]{}]*?)\s+\}", lambda m: "{" + re.sub(r"\s+", " ", m[1]) + "}", text)
    (folder / "kernel.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
