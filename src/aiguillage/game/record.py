"""The text record: header tags, then one line per decision (docs/record.md).

A record says what was decided and where chance came from, so that it replays to the same game bit for bit;
a digest of what happened shows whether it still does.
"""

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from aiguillage.boards import Board, board_names, load_board
from aiguillage.errors import LONGEST, short
from aiguillage.game.errors import GameError, PositionError, RecordError
from aiguillage.game.generator import write_generator
from aiguillage.rules import RULES_VERSION

if TYPE_CHECKING:
    from aiguillage.game.game import Game

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
LINE = re.compile(r"([0-9]) (.+?)(?: #([0-9a-f]{32}))?")
OWN_TAGS = ("Game", "Board", "Rules", "Seats", "Seed", "First", "Options", "Position", "Result", "State")
REQUIRED = ("Game", "Board", "Rules", "Seats", "Seed", "First", "Result", "State")


def state_digest(game: "Game") -> str:
    """A digest of everything that has happened, of the generator and of the options that are on.

    Not of the state's bytes, so that old records stay readable when the kernel lays its records out differently, nor of
    what events were told to say later on.
    """
    told = [[event.kind, event.seat, _first_said(event.data), event.secret] for event in game.events]
    whole = [told, write_generator(game.kernel_state()), *options_on(game)]
    text = json.dumps(whole, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _first_said(data: dict[str, object]) -> dict[str, object]:
    """What events said when records were first written: not whether a card that is turned up is a hit, nor the score
    that a route makes."""
    return {name: value for name, value in data.items() if name not in ("hit", "score")}


def options_on(game: "Game") -> list[str]:
    """The names of the options that are on."""
    return sorted(name for name, on in game.options.items() if on)


def own_tags(game: "Game") -> dict[str, str]:
    """The header that says how the game started and where it stands."""
    tags = {
        "Game": game.board.id,
        "Board": game.board.digest,
        "Rules": str(RULES_VERSION),
        "Seats": str(game.seats),
        "Seed": str(game.seed) if game.key is None else f"#{game.key:032x}",
        "First": "random" if game.first is None else str(game.first),
    }
    if options_on(game):
        tags["Options"] = " ".join(options_on(game))
    if game.start is not None:
        tags["Position"] = game.start
    tags["Result"] = "*"
    if game.over:
        tags["Result"] = " ".join(f"{seat.total}" for seat in game.outcome().seats)
    tags["State"] = state_digest(game)
    return tags


def write_record(game: "Game", extra: dict[str, str]) -> str:
    """The game as text."""
    tags = own_tags(game)
    if not isinstance(extra, dict):
        raise GameError("The extra tags of a record are texts by name.")
    for name, value in extra.items():
        if name in OWN_TAGS or not isinstance(name, str) or not re.fullmatch(r"\w+", name):
            raise GameError(f"{short(name)} cannot be an extra tag of a record.")
        if not isinstance(value, str):
            raise GameError(f"The tag {short(name)} of a record must be a text, not {short(value)}.")
        tags[name] = value
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags.items()]
    lines.append("")
    for move in game.moves:
        key = "" if move.key is None else f" #{move.key:032x}"
        lines.append(f"{move.seat} {move.text}{key}")
    return "\n".join(lines) + "\n"


def read_tags(text: str) -> dict[str, str]:
    """The header of a record."""
    tags: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith("["):
            break
        match = TAG.fullmatch(line.rstrip())
        if not match:
            raise RecordError(f'Line {number} of the record is no tag of the form [Name "value"].')
        if match[1] in tags:
            raise RecordError(f"Line {number} of the record gives the tag {match[1][:LONGEST]} a second time.")
        try:
            tags[match[1]] = json.loads(f'"{match[2]}"')
        except json.JSONDecodeError:
            raise RecordError(f"Line {number} of the record has a damaged value.") from None
    return tags


def read_record(text: str, board: Board | None = None) -> "Game":
    """Replay a record, and refuse it if it does not come out as it says."""
    if not isinstance(text, str):
        raise RecordError(f"A record is a text, not {short(text)}.")
    tags = read_tags(text)
    for name in REQUIRED:
        if name not in tags:
            raise RecordError(f"The record has no {name} tag: its header is incomplete.")
    if tags["Rules"] != str(RULES_VERSION):
        raise RecordError(
            f"The record is of rules version {tags['Rules'][:20]}, and this program plays version {RULES_VERSION}: "
            "replay it with the release that wrote it."
        )
    game = _start(tags, board)
    _replay(game, text)
    known = own_tags(game)
    for name in OWN_TAGS:
        if tags.get(name) != known.get(name):
            raise RecordError(
                f"The record was changed: its tag {name} does not agree with its decisions."
                if name in ("Result", "State")
                else f"The tag {name} of the record is not in the form in which records are written."
            )
    return game


def _start(tags: dict[str, str], board: Board | None) -> "Game":
    from aiguillage.game.game import Game

    if board is None:
        if tags["Game"] not in board_names():
            raise RecordError(f"The record is of a board that is not at hand: {short(tags['Game'])}.")
        board = load_board(tags["Game"])
    if board.digest != tags["Board"]:
        raise RecordError(
            f"The record is of another version of the board ({short(tags['Board'])}, this one is {board.digest})."
        )
    try:
        if "Position" in tags:
            return Game.from_position(_json(tags["Position"]), board)
        options = dict.fromkeys(tags.get("Options", "").split(), True)
        first = None if tags["First"] == "random" else _whole(tags, "First")
        seats, seed = _whole(tags, "Seats"), tags["Seed"]
        if re.fullmatch("#[0-9a-f]{32}", seed):
            return Game.new(board, seats, 0, first, options, int(seed[1:], 16))
        return Game.new(board, seats, _whole(tags, "Seed"), first, options)
    except PositionError as error:
        raise RecordError(f"The position that the record starts from is wrong: {error}") from None
    except GameError as error:
        raise RecordError(f"The header of the record is wrong: {error}") from None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise GameError("The tag Position is no JSON.") from None


def _whole(tags: dict[str, str], name: str) -> int:
    if not re.fullmatch("-?[0-9]{1,19}", tags[name]):
        raise GameError(f"The tag {name} must be a whole number, not {short(tags[name])}.")
    return int(tags[name])


def _replay(game: "Game", text: str) -> None:
    started = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or (line.startswith("[") and not started):
            continue
        started = True
        match = LINE.fullmatch(line)
        if not match:
            raise RecordError(f"Line {number} of the record is no decision: {short(line)}.")
        key = None if match[3] is None else int(match[3], 16)
        try:
            game.play(match[2], int(match[1]), key)
        except GameError as error:
            raise RecordError(f"Line {number} of the record cannot be played: {error}") from None
        if game.moves[-1].text != match[2]:
            raise RecordError(f"Line {number} of the record is not in the form in which records are written.")
