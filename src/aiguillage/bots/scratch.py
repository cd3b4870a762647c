"""The space that kernel bots work in, and the numbers of the policies."""

import numpy as np

from ..rules.state import ACTIONS

RANDOM = 0

POLICIES = {"random": RANDOM}
"""The kernel bots that decide by themselves, by name."""

WEIGHTS = 1
"""How many weights a policy is given."""

BOT_SCRATCH = np.dtype(
    [
        ("rng", "u8"),  # the bot's own generator, started afresh for every decision
        ("actions", "i2", (ACTIONS,)),
    ],
    align=True,
)
