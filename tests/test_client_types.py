"""The client's types are the server's schema."""

from pathlib import Path
from types import ModuleType

import pytest

from programs import load

TOOL = Path(__file__).resolve().parent.parent / "web" / "tools" / "protocol_types.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return load(TOOL)


@pytest.mark.parametrize("name", ["messages.ts", "board.ts"])
def test_the_client_types_are_up_to_date(tool: ModuleType, name: str) -> None:
    if (tool.FOLDER / name).read_text(encoding="utf-8") != tool.generate()[name]:
        pytest.fail(f"{name} is not what the schema says: run `python web/tools/protocol_types.py`.", False)
