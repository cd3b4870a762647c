"""What the kernel writes has the shape that `game/` describes: nothing is missing, nothing more, and of its type."""

import json
from typing import Any, get_args

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from aiguillage.boards import Board, load_board
from aiguillage.game import Game, Outcome, View, kernels
from aiguillage.game.families import family_of
from aiguillage.game.names import in_memory
from aiguillage.game.shapes import Decision, GameEvent, Reason
from aiguillage.rules.events import Event
from aiguillage.rules.state import new_record
from aiguillage.server.tables.boards import board_json
from test_explain import compact, readers, steps, told
from test_golden import TABLES, TITLES


class Strictly(BaseModel):
    """All kinds of what is written; nothing is converted and nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True)
    view: View | None = None
    events: list[GameEvent] | None = None
    legal: list[Decision] | None = None
    refusals: dict[str, Reason] | None = None
    outcome: Outcome | None = None
    board: Board | None = None


def check(name: str, written: bytes) -> Any:
    """What was written, read as its description says."""
    return getattr(Strictly.model_validate_json(b'{"%s":%s}' % (name.encode(), written)), name)


def kinds(union: Any, tag: str) -> set[str]:
    """The names that a union is told apart by."""
    return {name for one in get_args(union.__value__) for name in get_args(one.__annotations__[tag])}


@pytest.mark.parametrize("title", TITLES)
def test_all_that_is_written_has_its_shape(title: str) -> None:
    for game_title, seats in TABLES:
        if game_title == title:
            check_game(Game.new(title, seats, seed=1901), f"{title} {seats}")


def check_game(game: Game, name: str) -> None:
    family, kernel = family_of(game.board), kernels.current()
    choices = kernel.load(family.path("explain", "telling"))
    page, scratch = kernel.workspace(family.writer.page_dtype), new_record(family.scratch_dtype)
    for before, events in steps(game, name):
        for reader in readers(game):
            check("view", game.view_json(reader))
            check("events", told(game, before, reader))
            if any(event.later for event in events):
                check("events", compact([event.recalled(reader) for event in events]))
                check("events", compact([event.to_dict(reader) for event in events]))
        for seat in range(game.seats):
            choices.write_legal(*in_memory(game.board, kernel), game.kernel_state(), seat, scratch, page)
            check("legal", bytes(page.bytes[: page.n]))
        if game.actor is not None and not game.choosing:
            check("refusals", compact(family.writer.refusals(game.board, game.kernel_state(), game.actor)))
    outcome = check("outcome", family.writer.outcome(game.board, game.kernel_state(), scratch))
    assert outcome == game.outcome() == game.view(None).outcome


def test_every_kind_of_event_has_a_shape() -> None:
    assert kinds(GameEvent, "kind") == {kind.name.lower().replace("_", "-") for kind in Event}


@pytest.mark.parametrize("title", TITLES)
def test_a_board_has_its_shape(title: str) -> None:
    data = json.loads(board_json(load_board(title)))
    assert data.pop("digest") == load_board(title).digest
    assert data.pop("own_design") == load_board(title).own_design
    assert Strictly.model_validate_json(b'{"board":%s}' % compact(data)).board == load_board(title)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("events", b'[{"kind":"pass","seat":1,"text":"passes","card":"red"}]'),
        ("events", b'[{"kind":"blind","seat":1,"text":"draws a card","card":null}]'),
        ("events", b'[{"kind":"claim","seat":1,"text":"claims it","track":"paris-zurich","points":"4"}]'),
        ("events", b'[{"kind":"waltz","seat":1,"text":"dances"}]'),
        ("legal", b'[{"text":"claim paris-zurich","kind":"claim","track":"paris-zurich"}]'),
        ("refusals", b'{"paris-zurich":{"rule":"R4","code":"taken"}}'),
        ("view", b"{}"),
    ],
)
def test_another_shape_is_found_out(name: str, written: bytes) -> None:
    with pytest.raises(ValidationError):
        check(name, written)
