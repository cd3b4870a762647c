"""The order of the layers that docs/architecture.md promises: each knows only the ones above it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import aiguillage

SOURCES = Path(aiguillage.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"

# From what is printed down to the command line; modules of one line may know each other.
ORDER = (
    ("aiguillage.__init__", "aiguillage.errors"),
    ("aiguillage.titles",),
    ("aiguillage.rules", "aiguillage.compiled"),
    ("aiguillage.boards",),
    ("aiguillage.explain",),
    ("aiguillage.kernel",),
    ("aiguillage.game",),
    ("aiguillage.seen",),
    ("aiguillage.bots",),
    ("aiguillage.arena",),
    ("aiguillage.analysis",),
    ("aiguillage.envs",),
    ("aiguillage.train",),
    ("aiguillage.server.__init__", "aiguillage.server.protocol"),
    ("aiguillage.server.store",),
    ("aiguillage.server.tables",),
    ("aiguillage.server.web",),
    ("aiguillage.cli",),
)
RANKS = {layer: rank for rank, layers in enumerate(ORDER) for layer in layers}

# The only modules that may speak SQL.
STORE = "aiguillage.server.store"


def layer_of(module: str) -> str:
    """The longest layer that a module belongs to."""
    found = [layer for layer in RANKS if module == layer or module.startswith(layer + ".")]
    if module in ("aiguillage", "aiguillage.server"):
        return f"{module}.__init__"
    assert found, f"{module} is in no layer: name it in ORDER and in docs/architecture.md"
    return max(found, key=len)


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(module: str, path: Path) -> Iterator[str]:
    """The full names of everything that a module imports, wherever in its text."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{name}.{alias.name}" for alias in node.names)


def test_each_layer_knows_only_those_above_it() -> None:
    broken = set()
    for module, path in modules():
        if module == "aiguillage":  # the front of the package, which shows what is below
            continue
        for name in imports(module, path):
            if name.split(".")[0] == "aiguillage":
                known = layer_of(name) if name.count(".") > 1 or name in RANKS else "aiguillage.__init__"
                if RANKS[known] > RANKS[layer_of(module)]:
                    broken.add((module, known))
    assert not broken


def test_sql_stands_in_the_store_only() -> None:
    speakers = {module for module, path in modules() if any("sqlalchemy" in name for name in imports(module, path))}
    assert speakers
    assert all(module.startswith(STORE) for module in speakers), speakers


def test_the_page_tells_the_same_order() -> None:
    """The list at the top of the page names the packages in the order of the layers."""
    told = [line.split()[0].rstrip("/") for line in PAGE.read_text("utf-8").split("```")[1].splitlines()[2:]]
    folders = [layer.split(".")[1:] for layer in RANKS if SOURCES.joinpath(*layer.split(".")[1:]).is_dir()]
    ours = [folder[-1] for folder in folders if folder[-1] != "web"]  # there is another `web/` on the page
    assert [name for name in told if name in ours] == ours
    top = {path.name for path in SOURCES.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert top <= set(told), top - set(told)
