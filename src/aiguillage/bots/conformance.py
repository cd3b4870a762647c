"""A test for bots: whatever passes it can play in the arena and at tables.

```python
from aiguillage.bots.conformance import check_bot
def test_my_bot():
    check_bot(MyBot)
```
or, without writing a test, `python -m aiguillage.bots.conformance my_module:MyBot`.
"""

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

from aiguillage.boards import board_names, load_board
from aiguillage.bots.bot import Bot, BotError, BotFactory, Seen
from aiguillage.bots.registry import load_bot, make_bot
from aiguillage.game import Action, Game, GameError

DECISIONS = 20_000
"""A game in which bots take more decisions than this does not end."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a bot that passed did: games and decisions, and its slowest decision in seconds."""

    games: int
    decisions: int
    slowest: float


def check_bot(factory: BotFactory, titles: Iterable[str] | None = None, games: int = 2, seed: int = 0) -> Findings:
    """Let bots of the factory play games of every title against random ones; raise BotError at the first fault.

    Faults are: an error, an answer that is not a legal action, a change to what it is shown, a game without an end,
    another answer with the same seed in the same game.
    """
    played, decisions, slowest = 0, 0, 0.0
    for title in board_names() if titles is None else titles:
        board = load_board(title)
        for number in range(games):
            seats = board.min_seats + number % (board.max_seats - board.min_seats + 1)
            first = _play(factory, title, seats, seed + number)
            again = _play(factory, title, seats, seed + number)
            if first.moves != again.moves:
                raise BotError(f"With the same seed the bot played {title} in two ways; draw no other random numbers.")
            played += 1
            decisions += first.decisions
            slowest = max(slowest, first.slowest)
    return Findings(played, decisions, slowest)


@dataclass(slots=True)
class _Course:
    moves: list[str]
    decisions: int
    slowest: float


def _play(factory: BotFactory, title: str, seats: int, seed: int) -> _Course:
    """One game: the bot under test at one seat, random ones at the others."""
    game = Game.new(title, seats, seed=seed)
    seat = seed % seats
    bots = [make_bot("random", seed * 8 + other) for other in range(seats)]
    bots[seat] = factory(seed)
    course = _Course([], 0, 0.0)
    while not game.over:
        if len(game.moves) > DECISIONS:
            raise BotError(f"A game of {title} has not ended after {DECISIONS} decisions.")
        actor = game.actor
        assert actor is not None
        seen = Seen.of(game, actor)
        if actor == seat:
            start = time.perf_counter()
            answer = _ask(bots[seat], seen, title)
            course.slowest = max(course.slowest, time.perf_counter() - start)
            course.decisions += 1
        else:
            answer = bots[actor].choose(seen)
        _carry_out(game, answer, actor, title)
    course.moves = [move.text for move in game.moves]
    return course


def _ask(bot: Bot, seen: Seen, title: str) -> Action | str:
    before = seen.observation.tobytes()
    try:
        answer = bot.choose(seen)
    except Exception as error:
        raise BotError(f"In a game of {title} the bot raised {type(error).__name__}: {error}") from error
    if seen.observation.tobytes() != before:
        raise BotError("The bot changed the observation that it was shown; work on a copy of it.")
    if not isinstance(answer, Action | str):
        raise BotError(f"The bot answered {answer!r}; an answer is one of `seen.legal`, or its text.")
    return answer


def _carry_out(game: Game, answer: Action | str, seat: int, title: str) -> None:
    try:
        game.play(answer, seat)
    except GameError as error:
        raise BotError(f"In a game of {title} the bot answered {str(answer)!r}: {error}") from error


def main() -> None:
    """Check the bot named on the command line."""
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m aiguillage.bots.conformance BOT, where BOT is a name or module:factory.")
    try:
        found = check_bot(lambda seed: load_bot(sys.argv[1], seed))
    except BotError as error:
        sys.exit(str(error))
    print(
        f"{sys.argv[1]} played {found.games} games, {found.decisions} decisions, all of them legal; "
        f"the slowest took {1000 * found.slowest:.1f} ms."
    )


if __name__ == "__main__":
    main()
