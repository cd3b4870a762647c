"""The space that kernel bots of the Card Game work in."""

import numpy as np

from ..rules.cardgame_state import CARD_ACTIONS, SEARCH_FIELDS
from ..rules.numbers import COLOURS, KINDS, MAX_TICKETS

CARD_BOT_SCRATCH = np.dtype(
    [
        ("rng", "u8"),  # the bot's own generator, started afresh for every decision
        ("actions", "i2", (CARD_ACTIONS,)),
        ("turns_left", "f8"),  # turns that the seat can expect to have in this round, this one included
        ("pool", "i2", (KINDS,)),  # cards that can be on track at the end: there, in the yard, in hand
        (
            "short",
            "i8",
        ),  # colours of which a ticket lacked cards, as signs (see `rules/cardgame_complete.py`)
        ("spare", "i8"),  # colours that no ticket takes, as fields
        ("spare_wilds", "i2"),
        ("budget", "f8"),  # how many cards the tickets may lack beyond what they lack already
        ("ticket", "i2", (MAX_TICKETS,)),  # tickets to plan for, those worth most first
        ("ticket_n", "i2"),
        ("needs", "i8", (MAX_TICKETS,)),  # the cards that each of them asks for, as fields
        ("brings", "f8", (MAX_TICKETS,)),  # what completing it brings
        ("offered", "i2", (MAX_TICKETS,)),  # its bit in the mask of the offer; 0: the seat has it
        ("planned", "i8", (2,)),  # what the tickets that there can be cards for ask for; see `PAIRS`
        ("asked", "i2", (COLOURS,)),  # cards of each colour that the tickets planned for ask for
        ("needed", "i2", (COLOURS,)),  # those that are not on track or on their way
        ("use", "f8", (KINDS,)),  # what one more card of the kind is worth
        ("unseen", "i2", (KINDS,)),  # cards in the deck and in the other hands, for all that the seat knows
        ("rival", "i2", (COLOURS,)),  # cards in the largest column of another yard
        ("threat", "f8", (COLOURS,)),  # cards that another seat can be expected to place
        ("score", "f8", (CARD_ACTIONS,)),  # how promising each legal action is
        ("urge", "f8"),  # how much the best placement is wanted
        ("draw_use", "f8"),  # what the best draw is worth
        *SEARCH_FIELDS,  # which tickets to complete
    ],
    align=True,
)
