"""Bots by name: those of this package, the levels for players, and what other packages bring along."""

import importlib
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from aiguillage.bots.bot import Bot, BotError

GROUP = "aiguillage.bots"
"""The entry point group in which other packages announce their bots: name = "module:factory"."""

LEVELS = ("easy", "normal", "hard", "expert", "master")
"""What players choose from, the weakest first: who plays them is said by `levels.py` and by each title."""

KERNEL_BOTS = ("random", "one-step", "long-route", "route-focused", "hungry", "planner", "light")
SEARCHES = ("search", "master")
"""The bots that think for a time, on as many threads as they are given."""

BUILT_IN = (*KERNEL_BOTS, *SEARCHES, "neural")
NETWORK = ".npz"
"""How the file of a network ends."""


def bot_names() -> list[str]:
    """Every bot that `make_bot` knows, the levels not counted: ours first."""
    return [*BUILT_IN, *sorted(_found().keys() - set(BUILT_IN))]


def make_bot(name: str, seed: int = 0, **options: Any) -> Bot:
    """A bot by its name or level.

    Options can be given by keyword or in the name: `search:ms=200:threads=1`. With the same seed a bot
    chooses the same in the same games (`search` only if its budget is a number of play-outs).
    `planner+hungry:lapse=30` plays 30 of a hundred turns as the second would.
    """
    if not 0 <= seed < 1 << 63:
        raise BotError("The seed must be a whole number from 0 to 2^63 - 1.")
    name, options = _split(name, options)
    factory = _built_in(name) or _announced(name)
    try:
        return factory(seed, **options)
    except TypeError as error:
        if options:
            raise BotError(f"The bot {name} has no such options: {', '.join(options)}.") from error
        raise


def load_bot(spec: str, seed: int = 0) -> Bot:
    """A bot by its name or level, or one's own: by `module:factory`, or by the file of a network (`my.npz`).

    Never for what strangers ask for.
    """
    if spec.endswith(NETWORK):
        from aiguillage.bots.neural_bot import NeuralBot

        return NeuralBot(seed, spec)
    module, sign, attribute = spec.partition(":")
    if not sign or "=" in attribute:
        return make_bot(spec, seed)
    try:
        factory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BotError(f"There is no bot {spec!r}: {error}.") from error
    bot: Bot = factory(seed)
    return bot


def _split(name: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    name, *pairs = name.split(":")
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not value.isdecimal():
            raise BotError(f"{pair!r} is no option of a bot; write for example search:ms=200.")
        options = {**options, key: int(value)}
    return name, options


def _built_in(name: str) -> Callable[..., Bot] | None:
    from aiguillage.bots.kernel_bot import KernelBot

    if name == "search":
        from aiguillage.bots.search import SearchBot

        return SearchBot
    if name == "neural":
        from aiguillage.bots.neural_bot import NeuralBot

        return lambda seed: NeuralBot(seed)  # nobody names a file here
    if name == "master":
        from aiguillage.bots.master import MasterBot

        return MasterBot
    if name in LEVELS or "+" in name:
        from aiguillage.bots.levels import LapsingBot, LevelBot

        return partial(LevelBot if name in LEVELS else LapsingBot, name)
    return partial(KernelBot, name) if name in KERNEL_BOTS else None


def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _announced(name: str) -> Callable[..., Bot]:
    found = _found()
    if name not in found:
        raise BotError(f"There is no bot {name!r}; there are {', '.join([*LEVELS, *bot_names()])}.")
    factory: Callable[..., Bot] = found[name].load()
    return factory
