"""Kernel bots as programs hold them."""

import importlib
from types import ModuleType

from aiguillage.bots.bot import Seen
from aiguillage.bots.scratch import BOT_SCRATCH, NO_PLAN, POLICIES
from aiguillage.bots.weights import weights_for
from aiguillage.game import Action, kernels
from aiguillage.rules.state import new_record


def kernel_module(name: str) -> ModuleType:
    """A kernel module of the bots: the compiled copy once the kernel is warm, the interpreted one before."""
    package = "aiguillage.compiled.bots" if kernels.current().compiled else "aiguillage.bots"
    return importlib.import_module(f"{package}.{name}")


class KernelBot:
    """A bot whose choice is one call into the kernel. It remembers nothing from one decision to the next."""

    def __init__(self, policy: str, seed: int) -> None:
        self.policy = policy
        self.seed = seed
        self._scratch = new_record(BOT_SCRATCH)

    def __repr__(self) -> str:
        return f"KernelBot({self.policy!r}, {self.seed})"

    def choose(self, seen: Seen) -> Action:
        """The policy's choice."""
        self._scratch.planned_for[:] = NO_PLAN
        code = kernel_module("policies").decide(
            POLICIES[self.policy],
            seen.board.table,
            seen.observation,
            seen.seat,
            self.seed,
            self._scratch,
            weights_for(seen.board),
        )
        return seen.action(int(code))
