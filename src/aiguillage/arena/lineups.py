"""Who plays whom: line-ups of bots, and the blocks of deals that they are played in."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import ceil

from aiguillage.arena.referee import DECISION_SECONDS, call_bot
from aiguillage.boards import Board
from aiguillage.bots.registry import KERNEL_BOTS, SEARCHES
from aiguillage.errors import AiguillageError


@dataclass(frozen=True)
class LineUp:
    """The bots of one table, in the order in which they sit before the seats are rotated."""

    number: int
    bots: tuple[str, ...]

    @property
    def compiled(self) -> bool:
        """Whether all of them are kernel bots, whose games are played as compiled code."""
        return all(bot in KERNEL_BOTS for bot in self.bots)


@dataclass(frozen=True)
class Block:
    """Some deals of a line-up, each played once for every rotation of the seats: what one worker does at a time."""

    game: str  # a title or a board file
    line_up: LineUp
    seed: int
    first_deal: int
    deals: int
    patience: float = DECISION_SECONDS  # seconds for a decision


def read_bots(words: str) -> list[str]:
    """The bots of a list such as `planner,search:ms=200,hard,random`."""
    bots = [word.strip() for word in words.split(",") if word.strip()]
    for bot in dict.fromkeys(bots):
        call_bot(bot)
    return [_in_full(bot) for bot in bots]


def _in_full(bot: str) -> str:
    """A bot's name with what the arena takes for granted: a search uses one core, for the games use all of them."""
    name, *options = bot.split(":")
    if name in SEARCHES and not any(option.startswith("threads=") for option in options):
        options.append("threads=1")
    return ":".join([name, *options])


def make_line_ups(board: Board, bots: list[str], players: int | None) -> list[LineUp]:
    """Every set of bots that can sit at one table: one if there are as many bots as seats."""
    seats = players or (len(bots) if board.min_seats <= len(bots) <= board.max_seats else board.min_seats)
    if not board.min_seats <= seats <= board.max_seats:
        raise AiguillageError(
            f"{board.name} is for {board.players} players, not {seats}; choose another number with --players."
        )
    if len(bots) < seats:
        named = f"only {len(bots)} {'is' if len(bots) == 1 else 'are'}" if bots else "none is"
        raise AiguillageError(
            f"A table of {seats} needs {seats} bots, and {named} named; a bot may be named more than once."
        )
    sets = dict.fromkeys(combinations(bots, seats))
    return [LineUp(number, line_up) for number, line_up in enumerate(sets)]


def deals_of_each(line_ups: list[LineUp], games: int) -> int:
    """How many deals every line-up plays so that all have the same and there are at least `games` games."""
    if games < 1:
        raise AiguillageError("The number of games must be at least 1.")
    return ceil(games / (len(line_ups) * len(line_ups[0].bots)))


def cut_into_blocks(
    game: str, line_ups: list[LineUp], deals: int, seed: int, workers: int, patience: float = DECISION_SECONDS
) -> Iterator[Block]:
    """Blocks large enough to be worth handing out and small enough to keep all workers busy to the end."""
    for line_up in line_ups:
        size = max(1, min(64, deals * len(line_ups) // (workers * 8))) if line_up.compiled else 1
        for first in range(0, deals, size):
            yield Block(game, line_up, seed, first, min(size, deals - first), patience)
