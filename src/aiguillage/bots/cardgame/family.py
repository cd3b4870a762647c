"""What the bots have of their own in the Card Game: planners keep no plans, worlds stay as `determinize` left them."""

from typing import Any

from aiguillage.seen.layout import card_actions as actions
from aiguillage.seen.layout import card_layout as layout

from ...rules.cardgame import determinize, legal, observe, setup, step
from ...rules.cardgame_play import play_out as play_random
from ...rules.cardgame_score import final_count
from ...rules.cardgame_state import CARD_SCRATCH as RULES_SCRATCH
from ...rules.jit import kernel
from ...rules.records import CardBoardRecord, CardBotScratchRecord, CardStateRecord
from ...seen.encode_card import encode_part
from ...seen.plan_card import CARD_SIGHT as SIGHT
from ...seen.plan_card import encode_plan
from ..cardgame_candidates import list_candidates
from ..cardgame_planner import choose_planned
from ..cardgame_scratch import CARD_BOT_SCRATCH as BOT_SCRATCH
from ..cardgame_styles import choose_in_style
from ..cardgame_weights import GUESSED, NAMES, scale

LOOKS = 1, 4


@kernel
def set_light(scratch: CardBotScratchRecord, light: int) -> None:
    """There is one planner."""


@kernel
def forget_plans(scratch: CardBotScratchRecord) -> None:
    """There is none."""


@kernel
def weigh_tickets(board: CardBoardRecord, seen: CardStateRecord, seat: int, scratch: CardBotScratchRecord) -> None:
    """All are as likely."""


@kernel
def believe(
    board: CardBoardRecord,
    seen: CardStateRecord,
    state: CardStateRecord,
    seat: int,
    scratch: CardBotScratchRecord,
) -> None:
    """Leave the world as it is."""
