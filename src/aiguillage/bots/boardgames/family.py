"""What the bots have of their own in the board games."""

from typing import Any

from aiguillage.seen.layout import board_actions as actions
from aiguillage.seen.layout import board_layout as layout

from ...rules.jit import kernel
from ...rules.numbers import MAX_SEATS
from ...rules.random_play import play_out as play_random
from ...rules.records import BotScratchRecord
from ...rules.score import final_count
from ...rules.state import QUIET_SCRATCH as RULES_SCRATCH
from ...rules.turn import determinize, legal, observe, setup, step
from ...seen.encode import encode_part
from ...seen.plan import SIGHT, encode_plan
from ..belief import believe, weigh_tickets
from ..candidates import list_candidates
from ..planner import choose_planned
from ..scratch import BOT_SCRATCH, NO_PLAN
from ..styles import choose_in_style
from ..weights import GUESSED, NAMES, scale

LOOKS = 3, 6


@kernel
def set_light(scratch: BotScratchRecord, light: int) -> None:
    """A light planner keeps its plan for as long as it can be carried out."""
    scratch.light = light


@kernel
def forget_plans(scratch: BotScratchRecord) -> None:
    """Let every seat begin without a plan."""
    for seat in range(MAX_SEATS):
        scratch.planned_for[seat] = NO_PLAN
