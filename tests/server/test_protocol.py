"""The protocol: its schema, its documentation, and that views of whole games keep to it."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import aiguillage.server
from aiguillage.boards import board_names, load_board
from aiguillage.game import Game
from aiguillage.server.protocol import CLIENT_MESSAGE, SERVER_MESSAGE
from aiguillage.server.tables.settings import Settings
from aiguillage.server.views import GameEvent, GameView
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


@pytest.mark.parametrize("game", board_names())
def test_views_and_events_keep_to_the_models(game: str) -> None:
    chance = random.Random(5)
    board = load_board(game)
    playing = Game.new(board, seats=board.max_seats, seed=3)
    for _ in range(120):
        for seat in (None, *range(playing.seats)):
            GameView.model_validate(playing.view(seat).to_dict())
            for event in playing.events[-3:]:
                GameEvent.model_validate(event.to_dict(seat))
        if playing.over:
            break
        seat = playing.actor
        assert seat is not None
        playing.play(chance.choice(playing.legal_actions(seat)), seat)
