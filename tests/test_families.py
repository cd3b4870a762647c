"""What a family is: each has all that the contracts ask for, and its own copy of what the families share."""

import ast
import inspect
from pathlib import Path

import pytest

import aiguillage
from aiguillage.boards import board_names, load_board
from aiguillage.game.families import FAMILIES, Family, family_of
from aiguillage.game.kernels import INTERPRETED, NUMBA, Kernel

SOURCES = Path(aiguillage.__file__).parent
LAYERS = ("explain", "bots", "envs")
SHARED = [(layer, file.stem) for layer in LAYERS for file in sorted((SOURCES / layer / "shared").glob("[!_]*.py"))]
EVERY_FAMILY = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)


def contract(layer: str) -> dict[str, ast.stmt]:
    """What is asked for, by name; some of it as another layer asks for it."""
    asked: dict[str, ast.stmt] = {}
    for line in ast.parse((SOURCES / layer / "shared" / "family.pyi").read_text(encoding="utf-8")).body:
        match line:
            case ast.FunctionDef(name) | ast.AnnAssign(ast.Name(name)):
                asked[name] = line
            case ast.ImportFrom(module, [ast.alias(name)]) if module and module.endswith(".shared.family"):
                asked[name] = contract(module.split(".")[0])[name]
    return asked


@EVERY_FAMILY
@pytest.mark.parametrize("layer", LAYERS)
def test_a_family_keeps_the_contract(layer: str, family: Family) -> None:
    module = INTERPRETED.load(family.path(layer, "family"))
    asked = contract(layer)
    for name, line in asked.items():
        assert hasattr(module, name), name
        if isinstance(line, ast.FunctionDef):
            found = inspect.signature(getattr(module, name))
            assert list(found.parameters) == [argument.arg for argument in line.args.args], name
    assert len(asked) > 10


@pytest.mark.parametrize(("layer", "name"), SHARED)
@pytest.mark.parametrize("kernel", [INTERPRETED, NUMBA], ids=["interpreted", "numba"])
def test_a_shared_source_is_a_module_of_each_family(layer: str, name: str, kernel: Kernel) -> None:
    modules = [kernel.load(family.path(layer, name)) for family in FAMILIES.values()]
    assert len({id(module) for module in modules}) == len(FAMILIES)
    assert {module.__file__ for module in modules} == {str(SOURCES / layer / "shared" / f"{name}.py")}


def test_every_board_has_a_family() -> None:
    found = {family_of(load_board(name)).name for name in board_names()}
    assert found == set(FAMILIES)
