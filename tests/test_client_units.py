"""The client's own checks: types, units, languages, and how much script a visitor has to fetch."""

import gzip
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT_BUDGET = 170_000


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """web/build.py with the packages installed."""
    spec = importlib.util.spec_from_file_location("client_build", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.install()
    return module


@pytest.mark.parametrize("command", [("run", "check"), ("test",)])
def test_the_client_passes_its_own_checks(tool: ModuleType, command: tuple[str, ...]) -> None:
    tool.npm(*command)


def test_all_scripts_together_stay_within_the_budget(tool: ModuleType) -> None:
    if tool.is_stale():
        tool.build()
    scripts = list((tool.STATIC / "assets").glob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts) < SCRIPT_BUDGET
