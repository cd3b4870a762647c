"""The protocol: its schema and its documentation. `test_shapes.py` holds the kernel's part of it to whole games."""

import json
import re
import subprocess
import sys
from pathlib import Path

import aiguillage.server
from aiguillage.server.protocol import CLIENT_MESSAGE, SERVER_MESSAGE
from aiguillage.server.tables.settings import Settings
from aiguillage.server.web.app import make_app
from aiguillage.server.web.schema import protocol_schema

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
SOURCES = Path(aiguillage.server.__file__).parent


def test_the_schema_names_every_message() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "aiguillage.server.web.schema"], capture_output=True, check=True, text=True
    ).stdout
    schema = json.loads(printed)
    assert schema == protocol_schema()
    names = set(schema["$defs"])
    assert {"ClientMessage", "ServerMessage", "GameView", "CreateTable", "Replay", "Problem"} <= names
    for union, adapter in (("ClientMessage", CLIENT_MESSAGE), ("ServerMessage", SERVER_MESSAGE)):
        types = schema["$defs"][union]["discriminator"]["mapping"]
        assert set(types) == set(adapter.json_schema()["discriminator"]["mapping"])
    references = set(re.findall(r'"\$ref": "#/\$defs/([^"]+)"', printed))
    assert references <= names


def test_the_documentation_is_complete() -> None:
    text = DOCS.read_text("utf-8")
    for path, operations in make_app(Settings()).app.openapi()["paths"].items():
        short = path.replace("{table_id}", "{id}")
        for method in operations:
            assert f"`{method.upper()} {short}" in text, (method, path)
    for message in protocol_schema()["$defs"]["ServerMessage"]["discriminator"]["mapping"]:
        assert f"`{message}`" in text, message
    for message in protocol_schema()["$defs"]["ClientMessage"]["discriminator"]["mapping"]:
        assert f'"type": "{message}"' in text, message
    for module in ("web/sockets", "tables/talk", "tables/table", "tables/driver"):
        source = (SOURCES / f"{module}.py").read_text()
        for code in re.findall(r'Refused\(\s*"(\w+)"', source):
            if module != "tables/table" or code != "no_seat":
                assert f"| `{code}` |" in text, code
