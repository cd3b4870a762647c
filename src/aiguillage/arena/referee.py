"""Asking a bot for its choice: what it may not do, and what is said when it does."""

import os
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from aiguillage.bots import Bot, BotError, Seen, load_bot
from aiguillage.errors import AiguillageError
from aiguillage.game import Action, Game, GameError

DECISION_SECONDS = 60.0
"""Seconds that a bot may take for a decision, unless something else is said."""


class Broken(AiguillageError):
    """A bot that cannot go on playing: which one, where, and why."""


class _TooSlow(BaseException):
    """Raised by the alarm clock inside a bot; no `except Exception` of its own keeps it in there."""


def call_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; whatever happens in somebody's module comes back as a sentence."""
    try:
        return load_bot(name, seed)
    except BotError:
        raise
    except Exception as error:
        raise Broken(
            f"The bot {name} cannot be made: {_in_words(error)}. What makes it is given a seed and nothing else."
        ) from error


class Referee:
    """Asks the bots of one game, keeps their time, and names the one that breaks."""

    def __init__(self, names: tuple[str, ...], bots: list[Bot], where: str, patience: float) -> None:
        self.names, self.bots, self.where, self.patience = names, bots, where, patience
        self.seconds, self.decisions = [0.0] * len(bots), [0] * len(bots)

    def ask(self, bot: int, game: Game) -> None:
        """Let a bot decide for the seat to act, and play what it chose."""
        assert game.actor is not None
        seen = Seen.of(game, game.actor)
        name = self.names[bot]
        choice, late = None, False
        began = time.perf_counter()
        try:
            with _alarm(self.patience):
                choice = self.bots[bot].choose(seen)
        except _TooSlow:
            late = True
        except Exception as error:
            raise Broken(f"The bot {name} broke {self.where}: {_in_words(error)}.") from error
        spent = time.perf_counter() - began
        if late or spent > self.patience:
            raise Broken(
                f"The bot {name} took more than {self.patience:g} s for a decision {self.where}; "
                f"a larger --patience lets it think longer."
            )
        self.seconds[bot] += spent
        self.decisions[bot] += 1
        self._play(name, choice, game)

    def _play(self, name: str, choice: object, game: Game) -> None:
        if not isinstance(choice, Action | str):
            raise Broken(
                f"The bot {name} answered {choice!r} {self.where}; an answer is one of seen.legal, or its text."
            )
        try:
            game.play(choice)
        except GameError as error:
            raise Broken(f"The bot {name} chose {str(choice)!r} {self.where}, which is refused: {error}") from error


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer: only possible in the main thread of a process, elsewhere nothing happens."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_words(error: Exception) -> str:
    """An error with the place where it was raised, without the full stop."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{words.rstrip('.')}{place}"
