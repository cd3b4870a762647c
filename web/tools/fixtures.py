"""Writes the boards as the server sends them to web/src/dev/boards/, for screens without a server."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from aiguillage.boards import Board, board_names, load_board

DEV = Path(__file__).resolve().parent.parent / "src" / "dev"


def board_json(board: Board) -> dict[str, Any]:
    """A board as `GET /api/boards/{game}` gives it."""
    return {
        "digest": board.digest,
        "own_design": board.own_design,
        **{f.name: _plain(getattr(board, f.name)) for f in dataclasses.fields(board)},
    }


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def main() -> None:
    """Write every board."""
    (DEV / "boards").mkdir(parents=True, exist_ok=True)
    for name in board_names():
        text = json.dumps(board_json(load_board(name)), ensure_ascii=False, separators=(",", ":"))
        (DEV / "boards" / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
