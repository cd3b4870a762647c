"""The conformance test for bots: ours pass it, and each fault is found."""

import itertools
import subprocess
import sys

import pytest

from aiguillage.bots import BotError, Seen, load_bot, make_bot
from aiguillage.bots.conformance import check_bot
from aiguillage.game import Action


class First:
    """A newcomer's bot: the first legal action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seen: Seen) -> Action | str:
        return seen.legal[0].text


class Cheat(First):
    def choose(self, seen: Seen) -> Action | str:
        return "claim paris-zurich" if seen.observation.decisions > 4 else super().choose(seen)


class Meddler(First):
    def choose(self, seen: Seen) -> Action | str:
        seen.observation.hand[seen.seat, 0] += 1
        return seen.legal[0]


class Moody(First):
    count = itertools.count()

    def choose(self, seen: Seen) -> Action | str:
        return seen.legal[next(self.count) // 7 % len(seen.legal)]


class Broken(First):
    def choose(self, seen: Seen) -> Action | str:
        raise ZeroDivisionError("oh no")


class Silent(First):
    def choose(self, seen: Seen) -> Action | str:
        return None  # type: ignore[return-value]


def test_a_newcomers_bot_passes() -> None:
    found = check_bot(First, games=1)
    assert found.games == 5
    assert found.decisions > 50


@pytest.mark.parametrize("name", ["random", "one-step", "long-route", "route-focused", "hungry"])
def test_our_bots_pass(name: str) -> None:
    check_bot(lambda seed: make_bot(name, seed), titles=("berlin",), games=1)


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (Cheat, "the bot answered 'claim paris-zurich'"),
        (Meddler, "changed the observation"),
        (Moody, "in two ways"),
        (Broken, "raised ZeroDivisionError: oh no"),
        (Silent, "answered None"),
    ],
)
def test_faults_are_found(bot: type[First], reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        check_bot(bot, titles=("amsterdam",), games=2)


def test_it_runs_from_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aiguillage.bots.conformance", "random"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "random played 10 games" in done.stdout
    bad = subprocess.run(
        [sys.executable, "-m", "aiguillage.bots.conformance", "nobody"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert bad.returncode == 1
    assert "There is no bot 'nobody'" in bad.stderr


def test_a_bot_of_ones_own_is_loaded_by_its_module() -> None:
    bot = load_bot("aiguillage.bots.search:SearchBot", 4)
    assert repr(bot).startswith("SearchBot(4")
    with pytest.raises(BotError, match="has no attribute 'Nobody'"):
        load_bot("aiguillage.bots.search:Nobody")
    with pytest.raises(BotError, match="No module named"):
        load_bot("no_such_module:Bot")
