"""Builds the browser client into the package whenever a wheel, an editable install or an sdist is made."""

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _client(root: str) -> ModuleType:
    """web/build.py, which also runs on its own (`make web`)."""
    spec = importlib.util.spec_from_file_location("client_build", Path(root) / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientBuildHook(BuildHookInterface[Any]):
    """Asks for Node from PyPI only when the built client is missing or older than its sources."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> bool:
        return os.environ.get("AIGUILLAGE_WEB", "build") != "skip" and _client(self.root).is_stale()

    def dependencies(self) -> list[str]:
        return [_client(self.root).NODE] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self._wanted():
            _client(self.root).build()
