"""Programs that lie in no package, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def client_build() -> ModuleType:
    """web/build.py with the packages installed."""
    build = load(Path(__file__).parents[1] / "web" / "build.py")
    build.install()
    return build
