"""What learners are shown of the Card Game, and how it is played for them."""

from typing import Any

from aiguillage.seen.layout import card_actions as actions
from aiguillage.seen.layout import card_layout as layout

from ...rules.cardgame import determinize, legal, observe, setup, step
from ...rules.cardgame import step as play
from ...rules.cardgame_state import CARD_ACTIONS
from ...rules.jit import inlined
from ...rules.records import Array, CardBoardRecord, CardScratchRecord, CardStateRecord
from ...rules.rng import below
from ...seen.encode_card import encode_part
from ...seen.plan_card import CARD_SIGHT as SIGHT
from ...seen.plan_card import encode_plan
from ..batch_rows import mark_listed

LISTED = CARD_ACTIONS
"""All actions are listed."""


@inlined
def count(board: CardBoardRecord, state: CardStateRecord, scratch: CardScratchRecord) -> None:
    """It has been counted."""


@inlined
def show_choice(
    board: CardBoardRecord,
    state: CardStateRecord,
    scratch: CardScratchRecord,
    generator: Any,
    masks: Array,
    samples: Array,
    game: int,
) -> None:
    """Write what the seat to act may do, and a random legal action; nothing is marked yet."""
    count = legal(board, state, scratch.actions)
    mark_listed(scratch, count, masks, game)
    samples[game] = scratch.actions[below(generator, count)]
