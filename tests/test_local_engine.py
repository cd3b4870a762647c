"""The engine of the page: in node it tells, decision by decision, what Python tells, and its bots choose the same."""

import hashlib
import json
import random
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from aiguillage.boards import board_names
from aiguillage.boards.load import parse_board
from aiguillage.bots import LEVELS, Seen, make_bot
from aiguillage.bots.hints import planner_hint
from aiguillage.bots.neural_net import shipped_net
from aiguillage.bots.registry import SEARCHES
from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.game.errors import InvalidAction
from aiguillage.kernel import file
from aiguillage.server.protocol import SERVER_MESSAGE, BoardVerdict, BringGame, Replay, TableAnswer
from aiguillage.server.tables.boards import printed
from aiguillage.server.tables.page_board import packed, page_board
from aiguillage.server.tables.sent import found_moves
from aiguillage.titles import FOLDER, file_of
from programs import client_build, load
from test_golden import TABLES, pick

ROOT = Path(__file__).resolve().parent.parent
PLAYOUTS = 96
NAMES = {"Player0": 'Ada "l\'Éclair" Ω', "Player1": "Bo"}


class Node:
    """The bundled engine in node."""

    def __init__(self, folder: Path) -> None:
        build = client_build()
        self.program = shutil.which("node", path=str(build.node()[0])) or "node"
        self.engine = folder / "engine.mjs"
        bundler = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
        source = ROOT / "web" / "src" / "lib" / "local" / "engine.ts"
        command = [self.program, str(bundler), str(source), "--file", str(self.engine), "--format", "esm"]
        subprocess.run(command, cwd=ROOT / "web", check=True, capture_output=True, timeout=120)

    def run(self, script: str, *arguments: str, text: str = "") -> Any:
        assets = ROOT / "web" / "src" / "assets" / "engine"
        command = [self.program, str(ROOT / "tests" / script), str(self.engine), str(assets), *arguments]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=3000)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)

    def play(self, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
        results: list[dict[str, Any]] = self.run("local_node.mjs", str(FOLDER), text=json.dumps(games))
        return results


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    return Node(tmp_path_factory.mktemp("engine"))


def told(game: Game, events: Iterable[Any]) -> str:
    """A digest of all that anybody is told after a step."""
    readers = (None, *range(game.seats))
    happened = list(events)
    due = game.choosing or ([] if game.actor is None else [game.actor])
    views = b",".join(game.view_json(seat) for seat in readers)
    rest = [
        [[event.told(seat) for event in happened] for seat in readers],
        due,
        [[game.can_undo(seat), game.log(seat)] for seat in range(game.seats)],
    ]
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":")).encode()
    return hashlib.sha256(b"[[" + views + b"]," + text[1:]).hexdigest()


class Played:
    """A game in Python, and the same as a wish for node."""

    def __init__(self, title: str, seats: int, key: int | None, seed: int, look: bool = False) -> None:
        options = {"look": True} if look else None
        self.game = Game.new(title, seats, seed=seed, options=options, key=key)
        self.told = [told(self.game, self.game.events)]
        self.choices: list[Any] = []
        self.rules: list[str | None] = []
        self.wish: dict[str, Any] = {
            "game": title,
            "seats": seats,
            "first": None,
            "look": look,
            "seed": seed,
            "key": None if key is None else f"{key:032x}",
            "names": NAMES,
            "asked": [],
            "tried": [],
        }

    def play(self, text: str, seat: int, key: int | None) -> None:
        self.told.append(told(self.game, self.game.play(text, seat, key)))

    def ask(self, bot: str, seat: int, seed: int) -> None:
        """What a bot plays here, or the hint that is given, to be compared."""
        seen = Seen.of(self.game, seat)
        if bot == "hint":
            hint = asdict(planner_hint(seen, seed))
            del hint["why"]  # the page has its own words
            self.choices.append(hint)
        else:
            options = {"playouts": PLAYOUTS, "threads": 1} if bot in SEARCHES else {}
            self.choices.append(str(make_bot(bot, seed, **options).choose(seen)))
        step = len(self.game.moves)
        self.wish["asked"].append({"step": step, "seat": seat, "bot": bot, "seed": seed, "playouts": PLAYOUTS})

    def try_in_vain(self, seat: int) -> None:
        """All that the kernel names a rule against, and what is no action at all."""
        for about in ("dance", "constructor", "claim nowhere", "take mauve", *self.game.view(seat).refusals):
            if about == "*":
                continue
            text = f"claim {about}" if about in self.game.board.track_index else about.replace(":", " ")
            try:
                refusal = self.game.explain(text, seat)
                assert refusal is not None, text
                self.rules.append(refusal.rule)
            except InvalidAction:
                self.rules.append(None)
            self.wish["tried"].append({"step": len(self.game.moves), "seat": seat, "text": text})

    def finish(self) -> dict[str, Any]:
        self.wish["moves"] = [
            [move.seat, move.text, None if move.key is None else f"{move.key:032x}"] for move in self.game.moves
        ]
        return self.wish


def golden(title: str, seats: int) -> Played:
    """The game of tests/golden, as test_golden.py plays it."""
    name = f"{title} {seats}"
    played = Played(title, seats, None, 1901)
    game = played.game
    while not game.over:
        waiting = game.choosing or [game.actor or 0]
        seat = waiting[pick(f"{name} seat", len(game.moves), len(waiting))]
        actions = game.legal_actions(seat)
        played.play(actions[pick(name, len(game.moves), len(actions))].text, seat, None)
    return played


def bot_game(title: str, seats: int, number: int, asks: float = 0.1) -> Played:
    """A game between bots with a fresh key for each decision, as people's tables have it; at some of them other bots
    are asked what they would do."""
    chance = random.Random(f"{title} {seats} {number}")
    look = title == "cardgame" and number % 2 == 1
    played = Played(title, seats, chance.getrandbits(128), 0, look)
    game = played.game
    names = ["random", "one-step", "long-route", "route-focused", "hungry", "planner"]
    asked = [*names, "light", "search", "hint", *LEVELS, *(["neural"] if shipped_net(game.board) else [])]
    bots = [make_bot(chance.choice(names), chance.getrandbits(40)) for _ in range(seats)]
    while not game.over:
        seat = chance.choice(game.choosing) if game.choosing else game.actor or 0
        if chance.random() < asks:
            played.ask(chance.choice(asked), seat, chance.getrandbits(40))
            played.try_in_vain(seat)
        played.play(str(bots[seat].choose(Seen.of(game, seat))), seat, chance.getrandbits(128))
    return played


def compare(node: Node, games: list[Played]) -> None:
    check(games, node.play([played.finish() for played in games]))


def check(games: list[Played], results: list[dict[str, Any]]) -> None:
    """What the page's engine found is what Python found."""
    for played, found in zip(games, results, strict=True):
        where = f"{played.wish['game']} with {played.wish['seats']}"
        differ = [
            step for step, (ours, theirs) in enumerate(zip(played.told, found["steps"], strict=True)) if ours != theirs
        ]
        assert not differ, f"{where}: told differently after decision {differ[0]}"
        assert found["choices"] == played.choices, where
        assert found["rules"] == played.rules, where
        assert found["record"] == played.game.record(NAMES), where
        assert found["again"], where


def refused(record: str) -> bool:
    try:
        Game.from_record(record)
    except AiguillageError:
        return True
    return False


def test_a_damaged_header_is_refused_where_python_refuses_it(node: Node) -> None:
    """As a record that cannot be read, not as a fault of the page; and what says nothing of the game is let through."""
    record = Game.new("paris", seats=2, seed=3, first=0).record()
    changes = [
        *(('[Seats "2"]', f'[Seats "{value}"]') for value in ("2.5", "02", "1e0", "", "Infinity")),
        *(('[First "0"]', f'[First "{value}"]') for value in ("0.5", "-0", "", "2")),
        *(('[Seed "3"]', f'[Seed "{value}"]') for value in (r"\q", "\x1b", "03", "3.0")),
        *(("\n\n", f"\n[{tag}]\n\n") for tag in ('toString "x"', '__proto__ "x"', 'Évènement "x"', r'X "\q"', 'X "a')),
        ("", ""),
    ]
    records = [record.replace(old, new, 1) for old, new in changes]
    found = node.run("local_records.mjs", text=json.dumps([{"game": "paris", "record": one} for one in records]))
    assert [why is not None for why in found] == [refused(one) for one in records]
    assert all(why.startswith("record: ") for why in found if why)
    assert found.count(None) == 4


def test_the_files_of_the_titles_are_up_to_date() -> None:
    tool = load(ROOT / "web" / "tools" / "engine.py")
    files = {path.name: path.read_bytes() for path in tool.FOLDER.iterdir() if path.name not in tool.KERNEL_FILES}
    assert files == tool.generate(), "run `python web/tools/engine.py`"
    for name in ("board", "card"):
        file.read_code(name, file.read_description()["digest"], tool.FOLDER)


def test_golden_games_are_told_as_python_tells_them(node: Node) -> None:
    compare(node, [golden(title, seats) for title, seats in TABLES])


def test_cards_are_named_in_any_order(node: Node) -> None:
    """Claims typed with their cards the other way round; a record names them as usual."""
    played, chance, mixed = Played("europe", 2, None, 11), random.Random(3), 0
    game, typed = played.game, []
    while mixed < 3:
        seat = game.choosing[0] if game.choosing else game.actor or 0
        claims = [entry for entry in game.view(seat).legal if entry["kind"] == "claim"]
        ways = [way for entry in claims for way in entry["payments"]]
        both = [way["whole"].split() for way in ways if len(way["cards"]) == 2]
        text = chance.choice(game.legal_actions(seat)).text
        if both:
            *claim, plain, colour, wilds, wild = chance.choice(both)
            text, mixed = " ".join([*claim, wilds, wild, plain, colour]), mixed + 1
        game.play(text, seat)
        typed.append([seat, text, None])
    (found,) = node.play([played.wish | {"moves": typed}])
    assert found["record"] == game.record(NAMES)


def test_bot_games_of_every_title_and_number_of_players(node: Node) -> None:
    games = [bot_game(title, seats, number % 2) for number, (title, seats) in enumerate(TABLES)]
    assert {asked["bot"] for played in games for asked in played.wish["asked"]} >= {
        "planner",
        "search",
        "neural",
        "hint",
        *LEVELS,
    }
    compare(node, games)


def test_tables_of_a_device_keep_to_the_protocol(node: Node) -> None:
    """What local_house.mjs plays there is told in the server's words: every message and answer fits the models."""
    heard = node.run("local_house.mjs", "paris", "cardgame", text=json.dumps(own_board()))
    kinds = {SERVER_MESSAGE.validate_python(message).type for message in heard["told"]}
    assert kinds >= {"hello", "view", "ack", "error", "pong", "chat", "reaction", "takeback", "hint", "table"}
    for answer in heard["answers"]:
        (Replay if "part" in answer else TableAnswer).model_validate(answer)
    running, finished = (BringGame.model_validate(game) for game in heard["brought"])
    assert running.board is not None
    game = Game.from_record(running.record, parse_board(running.board, "own"))
    assert (len(game.moves), game.over) == (2, False)
    assert found_moves(game)["deal"] == game.key
    assert [seat.kind for seat in running.seats] == ["me", "hotseat"]
    assert Game.from_record(finished.record).over
    assert [seat.kind for seat in finished.seats] == ["me", "bot", "bot"]


def own_board() -> dict[str, Any]:
    """A board file, what a server reads in it, and boards as they are packed: this one first."""
    text = file_of("paris", "board.toml").read_text("utf-8")
    own = text.replace("main = { count = 15,", "main = { count = 17,", 1).replace('"Paris"', '"Lutèce"', 1)
    board = parse_board(own, "own")
    verdict = BoardVerdict(
        ok=True,
        game=board.id,
        name=board.name,
        digest=board.digest,
        board=printed(board),
        page=page_board(board),
    )
    boards = {game: file_of(game, "board.toml").read_text("utf-8") for game in board_names()}
    packs = [packed(text, parse_board(text, game)) for game, text in ({"own": own} | boards).items()]
    return {"text": own, "verdict": verdict.model_dump(), "packs": packs}


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_many_bot_games(node: Node, title: str, seats: int) -> None:
    for first in range(0, 200, 40):
        games = [bot_game(title, seats, number, 0.02) for number in range(first, first + 40)]
        compare(node, games)
