"""A board as a page plays on it without a server: the kernel's records of it, and what bots think of it.

A page has no loader of its own: a second one, in another language, would sooner or later read a file differently. The
five titles come with the page; an own board is read here once, by a server or by `aiguillage board pack`, and a browser
keeps what it was given.
"""

import base64
import hashlib
import json
from functools import cache, lru_cache

from aiguillage.boards import Board
from aiguillage.bots.levels import levels_of
from aiguillage.bots.neural_net import shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.registry import KERNEL_BOTS
from aiguillage.explain.words import WORDS
from aiguillage.game.families import family_of
from aiguillage.game.names import browser_bytes
from aiguillage.kernel.file import read_description
from aiguillage.rules import RULES_VERSION
from aiguillage.titles import file_of

from ..protocol import PageBoard, PageTitle
from .boards import board_data

PACK_VERSION = 1
"""Version of packed boards (docs/boards.md)."""

NET = "net.npz"
"""The network in a title's folder."""

RECORDS = ("BOARD", "CARD_BOARD", "NAMES")


@lru_cache(maxsize=1)
def layout() -> str:
    """How the kernel reads a board's records, as a digest: records of another layout are of no use to it."""
    records = read_description()["records"]
    known = [RULES_VERSION, [records[name] for name in RECORDS], list(WORDS)]
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16]


@cache
def net_file(title: str) -> str | None:
    """How a page asks for a title's network: another one has another name, so that it can be kept for ever."""
    file = file_of(title, NET)
    return f"net-{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}.npz" if file.is_file() else None


def title(board: Board) -> PageTitle:
    """What a page knows beside a board."""
    return PageTitle(
        family=board.family,
        name=board.name,
        digest=board.digest,
        seats=(board.min_seats, board.max_seats),
        scale=family_of(board).bots.scale(board),
        net=shipped_net(board) is not None,
        weights={bot: weights_for(board, bot).tolist() for bot in (*KERNEL_BOTS, "search")},
    )


def title_facts(board: Board) -> dict[str, object]:
    """The same of a title, which may name who plays its levels; own boards have the usual ones."""
    return {
        **title(board).model_dump(mode="json"),
        "net_file": net_file(board.id),
        "levels": levels_of(board),
    }


def page_board(board: Board) -> PageBoard:
    """All that a page needs of an own board."""
    records = base64.b64encode(b"".join(browser_bytes(board))).decode()
    return PageBoard(layout=layout(), title=title(board), records=records)


def packed(text: str, board: Board) -> str:
    """A board as a file for pages: a line that says what it is and for whom, and a line with all that is in it."""
    page = page_board(board)
    inside = {
        "text": text,
        "title": page.title.model_dump(),
        "board": board_data(board),
        "records": page.records,
    }
    content = json.dumps(inside, ensure_ascii=False, separators=(",", ":"))
    head = {
        "aiguillage": "board",
        "version": PACK_VERSION,
        "rules": RULES_VERSION,
        "layout": page.layout,
        "sha256": hashlib.sha256(content.encode()).hexdigest(),
    }
    return f"{json.dumps(head)}\n{content}\n"
