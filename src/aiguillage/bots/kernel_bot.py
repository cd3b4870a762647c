"""Kernel bots as programs hold them."""

from typing import Any

from aiguillage.bots.bot import Seen
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game import Action, kernels
from aiguillage.game.families import Family, family_of


class KernelBot:
    """A bot whose choice is one call into the kernel. It remembers nothing from one decision to the next."""

    def __init__(self, policy: str, seed: int) -> None:
        self.policy = policy
        self.seed = seed

    def __repr__(self) -> str:
        return f"KernelBot({self.policy!r}, {self.seed})"

    def choose(self, seen: Seen) -> Action:
        """The policy's choice."""
        family = family_of(seen.board)
        policies = kernels.current().load(family.path("bots", "policies"))
        code = policies.decide(
            POLICIES[self.policy],
            seen.board.table,
            seen.observation,
            seen.seat,
            self.seed,
            clean_scratch(family),
            weights_for(seen.board, self.policy),
        )
        return seen.action(int(code))


def clean_scratch(family: Family) -> Any:
    """Space to work in, without a plan in it."""
    scratch = kernels.current().new_record(family.bots.BOT_SCRATCH)
    family.bots.forget_plans(scratch)
    return scratch
