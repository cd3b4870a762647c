"""Games that were played in a batch as Parquet, a row for each."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from aiguillage.envs.recording import Played
from aiguillage.errors import AiguillageError, MissingExtra


def _arrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("PyArrow", "parquet") from error
    return pyarrow


def write_games(path: Path | str, games: Iterable[Played]) -> None:
    """Write games: title, seats, seed, who acted, what was chosen, and the points in the end.

    Action numbers mean something on their board alone, so games on boards of one's own are refused.
    """
    arrow, games = _arrow(), list(games)
    if not all(isinstance(one.game, str) for one in games):
        raise AiguillageError("Games on a board of your own cannot be kept as Parquet: keep their records.")
    numbers = arrow.int16()
    columns = {
        "game": arrow.array([one.game for one in games], arrow.string()),
        "seats": arrow.array([one.seats for one in games], arrow.int8()),
        "seed": arrow.array([one.seed for one in games], arrow.int64()),
        "actors": arrow.array([[seat for seat, _ in one.moves] for one in games], arrow.list_(arrow.int8())),
        "actions": arrow.array([[code for _, code in one.moves] for one in games], arrow.list_(numbers)),
        "scores": arrow.array([one.scores for one in games], arrow.list_(numbers)),
    }
    arrow.parquet.write_table(arrow.table(columns), path, compression="zstd")


def read_games(path: Path | str) -> list[Played]:
    """The games of such a file."""
    rows = _arrow().parquet.read_table(path).to_pylist()
    return [
        Played(
            row["game"],
            row["seats"],
            row["seed"],
            tuple(zip(row["actors"], row["actions"], strict=True)),
            tuple(row["scores"]),
        )
        for row in rows
    ]
