"""The levels for people: five of them, evenly spaced by measured strength (docs/bots.md), for each title by itself."""

from aiguillage.boards import Board, load_board
from aiguillage.bots.bot import Bot, BotError, Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.registry import LEVELS, SEARCHES, make_bot
from aiguillage.game import Action, kernels
from aiguillage.game.families import family_of
from aiguillage.titles import titles

USUAL = dict(zip(LEVELS, ("hungry", "route-focused", "planner", "neural", "master"), strict=True))
"""Who plays a level, the weakest first. A title's `title.toml` may name others in `[levels]`, but for `master`."""


def levels_of(board: Board) -> dict[str, str]:
    """Who plays each level of a board; a board of one's own, whatever its name, has the usual ones."""
    title = titles().get(board.id)
    ours = title is not None and load_board(board.id).digest == board.digest
    named = dict(title.about.get("levels", {})) if title is not None and ours else {}
    if not set(named) <= {*LEVELS[:-1]}:
        raise BotError(f"[levels] of {board.id} may name who plays {', '.join(LEVELS[:-1])}, and no others.")
    return {**USUAL, **named}


class LevelBot:
    """A level, whoever plays it on the board that it is shown."""

    def __init__(self, level: str, seed: int) -> None:
        self.level, self.seed = level, seed
        self._players: dict[Board, Bot] = {}

    def __repr__(self) -> str:
        return f"LevelBot({self.level!r}, {self.seed})"

    def choose(self, seen: Seen) -> Action | str:
        """What the level's bot plays."""
        if seen.board not in self._players:
            bot = levels_of(seen.board)[self.level]
            options = {"threads": 1} if bot.partition(":")[0] in SEARCHES else {}
            self._players[seen.board] = make_bot(bot, self.seed, **options)
        return self._players[seen.board].choose(seen)


class LapsingBot:
    """A bot that forgets itself: so many of a hundred turns it plays as another one would, the whole turn long."""

    def __init__(self, names: str, seed: int, lapse: int = 50) -> None:
        if not 0 <= lapse <= 100:
            raise BotError("A bot forgets itself in 0 to 100 of a hundred turns.")
        usual, other = names.split("+", 1)
        self.usual, self.other = make_bot(usual, seed), make_bot(other, seed)
        self.names, self.seed, self.lapse = names, seed, lapse

    def __repr__(self) -> str:
        return f"LapsingBot({self.names!r}, {self.seed}, lapse={self.lapse})"

    def choose(self, seen: Seen) -> Action | str:
        """What the one whose turn it is plays."""
        bot = self.other if lapses(seen, self.seed, self.lapse) else self.usual
        return bot.choose(seen)


def lapses(seen: Seen, seed: int, lapse: int) -> bool:
    """Whether this turn is one of those; it depends on the seed and on how many turns were taken."""
    rng, scratch = kernels.current().rng, clean_scratch(family_of(seen.board))
    rng.seed_random(scratch, seed, int(seen.observation.turns))
    return bool(rng.below(scratch, 100) < lapse)
