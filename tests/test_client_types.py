"""The client's types are the server's schema."""

import importlib.util
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent / "web" / "tools" / "protocol_types.py"


def test_the_client_types_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("client_types", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.FILE.read_text(encoding="utf-8") == tool.generate(), (
        "run `python web/tools/protocol_types.py`"
    )
