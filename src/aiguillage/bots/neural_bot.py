"""`neural`: a network's first thought, without any search."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from aiguillage import kernel
from aiguillage.boards import Board
from aiguillage.bots.bot import Bot, Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.neural_net import IntegerNet, mind_of, shipped_net
from aiguillage.bots.search import SearchBot
from aiguillage.game import Action
from aiguillage.game.families import family_of

PLAYOUTS = 64
"""What a search has instead, on boards that no network was trained for."""


class NeuralBot:
    """Plays what the network that it is given thinks most of; else the one that comes with the package for the board.

    On boards for which none comes it searches a little.
    """

    def __init__(self, seed: int, net: IntegerNet | Path | str | None = None) -> None:
        self.seed = seed
        self.net = _from_file(Path(net)) if isinstance(net, Path | str) else net
        self._players: dict[Board, Bot] = {}

    def __repr__(self) -> str:
        return f"NeuralBot({self.seed})" if self.net is None else f"NeuralBot({self.seed}, {self.net.game})"

    def choose(self, seen: Seen) -> Action | str:
        """The network's choice."""
        if seen.board not in self._players:
            self._players[seen.board] = self._player(seen.board)
        return self._players[seen.board].choose(seen)

    def _player(self, board: Board) -> Bot:
        if self.net is not None:
            self.net.check_fit(board)
            return _Instinct(self.net.in_kernel(), board, self.seed)
        net = shipped_net(board)
        if net is None:
            return SearchBot(self.seed, playouts=PLAYOUTS, threads=1)
        return _Instinct(net, board, self.seed)


def _from_file(path: Path) -> IntegerNet:
    return _loaded(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int) -> IntegerNet:
    """Read once for all the games of an arena, as long as the file stays as it is."""
    return IntegerNet.load(path)


class _Instinct:
    """A network that fits the board, and the room that it works in."""

    def __init__(self, net: IntegerNet, board: Board, seed: int) -> None:
        self.mind, self.seed = mind_of(net, board), seed

    def choose(self, seen: Seen) -> Action:
        return seen.action(self.decide(seen, kernel.module))

    def decide(self, seen: Seen, load: Callable[[str], Any]) -> int:
        """The number of the action, by the kernel module that `load` finds."""
        family = family_of(seen.board)
        given = (seen.board.table, seen.observation, seen.seat, self.seed, clean_scratch(family), self.mind)
        return int(load(family.path("bots", "instinct")).decide_by_net(*given))
