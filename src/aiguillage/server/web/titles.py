"""What a page is told about titles: what comes with the client is told by its build, what was added by the server.

The catalogue has what the first page shows. Rules and guide have a file for each title: what `title.toml` says, and
what can be read off the board, namely the features by which the client chooses paragraphs and steps, and the figures
in them.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiguillage.boards import GREY, Board, load_board
from aiguillage.boards.draw import draw_board
from aiguillage.boards.draw_tickets import draw_tickets
from aiguillage.game.names import browser_bytes
from aiguillage.titles import LANGUAGES, file_of, titles

from ..tables.boards import board_json
from ..tables.page_board import NET, net_file, title_facts

PLACE = "titles/"
"""Where a page finds the files of titles."""

PICTURES = ("poster.svg", "hero.svg", "layout.json", "map.json")
"""Files of a title's folder that a page shows; each may be missing."""

MADE: dict[str, Callable[[Board], bytes]] = {
    "board.json": board_json,
    "records.bin": lambda board: b"".join(browser_bytes(board)),
    "facts.json": lambda board: _packed(title_facts(board)),
    "help.json": lambda board: _packed(help_for(board)),
    "poster.svg": lambda board: (draw_board if board.tracks else draw_tickets)(board).encode(),
}
"""Files of a title that are made of its board; a folder may have a poster of its own."""


def features(board: Board) -> list[str]:
    """What a title has that another may not have."""
    tracks = board.tracks
    found = {
        "board": board.family == "board",
        "cards": board.family == "cards",
        "ferries": any(track.ferry for track in tracks),
        "tunnels": any(track.tunnel for track in tracks),
        "grey": any(track.colour == GREY for track in tracks),
        "doubles": any(track.twin for track in tracks),
        "subways": "subway" in board.pieces,
        "stations": board.stations > 0,
        "goods": board.goods > 0,
        "flags": board.flag_points > 0,
        "long": board.opening.long > 0,
        "longest": board.longest_points > 0,
        "stop": board.may_stop,
        "deck": board.deck_needed,
        "ties": len(board.ties) > 1,
    }
    return [name for name, has in found.items() if has]


def entry(board: Board) -> dict[str, Any]:
    """A title in the catalogue: what the first page needs."""
    about = titles()[board.id].about
    return {
        "id": board.id,
        "family": board.family,
        "seats": [board.min_seats, board.max_seats],
        "minutes": about["minutes"],
        **{
            language: {key: about[language][key] for key in ("name", "claim", "play") if key in about[language]}
            for language in LANGUAGES
        },
        "files": [name for name in PICTURES if file_of(board.id, name).is_file()],
        **({"net": net} if (net := net_file(board.id)) else {}),
        **{key: about[key] for key in ("places", "seas") if key in about},
    }


def help_for(board: Board) -> dict[str, Any]:
    """What rules and guide say of a title: by its features, with its figures, and in its own words."""
    about = titles()[board.id].about
    ticket = next(ticket for ticket in board.tickets if not ticket.long)
    points: dict[str, dict[int, int]] = {}
    for track in sorted(board.tracks, key=lambda track: track.cost):
        points.setdefault(track.piece, {})[track.cost] = track.points
    return {
        "fleet": board.piece_names.get("main", "train"),
        "features": features(board),
        "figures": {
            "deal": board.deal,
            "draw": board.draw_tickets,
            "long": board.opening.long,
            "regular": board.opening.regular,
            "keep": board.opening.keep,
            "stations": board.stations,
            "trigger": board.end_trigger,
            "closed": board.twin_closed_up_to,
            "longest": board.longest_points,
            "station": board.station_points,
            "flag": board.flag_points,
        },
        "points": points,
        "goods": board.goods_points,
        "flags": board.flag_colours,
        "ticket": {
            "a": board.place(ticket.a).name,
            "b": board.place(ticket.b).name,
            "points": ticket.points,
            "cards": [colour for colour, count in ticket.cards.items() for _ in range(count)],
        },
        "special": {language: about[language].get("special", "") for language in LANGUAGES},
        "guide": about.get("guide"),
        "rules": about.get("rules", []),
    }


def added() -> list[Board]:
    """The boards of the titles that did not come with the package."""
    return [load_board(title.id) for title in titles().values() if title.added]


def find_file(path: str) -> Path | bytes | None:
    """A file of a title as a page asks for it, below `PLACE`: one of its folder, or one that is made."""
    title, _, name = path.partition("/")
    if title in titles() and name and name == net_file(title):
        return file_of(title, NET)
    if title not in titles() or name not in (*PICTURES, *MADE):
        return None
    file = file_of(title, name)
    if file.is_file():
        return file
    return MADE[name](load_board(title)) if name in MADE else None


def page_files() -> list[str]:
    """Where the files of added titles are that a page keeps for when there is no network."""
    return [
        f"{PLACE}{board.id}/{name}"
        for board in added()
        for name in dict.fromkeys((*MADE, *PICTURES))
        if find_file(f"{board.id}/{name}") is not None
    ]


def with_titles(page: str) -> str:
    """The client's page with the added titles in it."""
    entries = [entry(board) for board in added()]
    if not entries:
        return page
    text = _packed(entries).decode().replace("</", "<\\/")
    return page.replace("</head>", f'<script type="application/json" id="titles">{text}</script></head>', 1)


def with_files(service: str) -> str:
    """The service worker that keeps the files of the added titles too, and is another one whenever one of them is."""
    files = page_files()
    if not files:
        return service
    digest = hashlib.sha256(with_titles("</head>").encode())
    for file in files:
        found = find_file(file.removeprefix(PLACE))
        digest.update(found.read_bytes() if isinstance(found, Path) else found or b"")
    names = "".join(f"{json.dumps(name)}," for name in files)
    version = digest.hexdigest()[:12]
    service = service.replace("FILES = [", f"FILES = [{names}", 1)
    return service.replace("KEPT = OURS + ", f'KEPT = OURS + "{version} " + ', 1)


def _packed(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
