"""Kernel bots as programs hold them."""

from typing import Any

from aiguillage.bots.bot import Seen
from aiguillage.bots.families import BotFamily, bot_family
from aiguillage.bots.scratch import NO_PLAN, POLICIES
from aiguillage.game import Action
from aiguillage.rules.state import new_record


class KernelBot:
    """A bot whose choice is one call into the kernel. It remembers nothing from one decision to the next."""

    def __init__(self, policy: str, seed: int) -> None:
        self.policy = policy
        self.seed = seed

    def __repr__(self) -> str:
        return f"KernelBot({self.policy!r}, {self.seed})"

    def choose(self, seen: Seen) -> Action:
        """The policy's choice."""
        family = bot_family(seen.board)
        code = family.module("policies").decide(
            POLICIES[self.policy],
            seen.board.table,
            seen.observation,
            seen.seat,
            self.seed,
            clean_scratch(family),
            family.weights(seen.board, self.policy),
        )
        return seen.action(int(code))


def clean_scratch(family: BotFamily) -> Any:
    """Space to work in, without a plan in it."""
    scratch = new_record(family.scratch)
    if "planned_for" in (scratch.dtype.names or ()):
        scratch.planned_for[:] = NO_PLAN
    return scratch
