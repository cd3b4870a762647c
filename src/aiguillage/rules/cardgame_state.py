"""What the Card Game's kernel works on: its records, beside those of the board games in `state.py`.

Fields that mean the same have the same names there and here, so that the functions for cards, offers and the ticket
deck work on both.
"""

from typing import Any

import numpy as np

from .numbers import COLOURS, KINDS, MAX_TICKETS
from .state import (
    MAX_EVENTS,
    PRINTED_FIELDS,
    START_FIELDS,
    card_fields,
    offer_fields,
    record_type,
    scratch_type,
    ticket_fields,
)

CARD_SEATS = 4
MAX_CITIES = 8  # cities with a bonus
MAX_SAME = 10  # cards of one colour
MAX_WILDS = 16

# Actions below 80 are those of the board games: TAKE + kind, BLIND, DRAW_TICKETS, PASS, KEEP + mask. A placement is
# two decisions, of which the second is skipped when it leaves no choice: PLACE + colour, then
# COLUMN + (cards of the colour - 1) * (MAX_WILDS + 1) + wilds; or THREE, then TRIO + which three (see `trio`).
PLACE = 80
THREE = PLACE + COLOURS
COLUMN = 96
TRIO = 272
TRIOS = COLOURS * (COLOURS - 1) * (COLOURS - 2) // 6
COMPLETE = TRIO + TRIOS  # COMPLETE + ticket
CARD_ACTIONS = COMPLETE + MAX_TICKETS

# Why cards cannot be placed; 0 is "they can".
ALLOWED, OWN_COLUMN, NO_COLOUR, CARDS, WILDS, TOO_FEW, OUTNUMBERED, SAME_COLOUR = range(8)

CARD_BOARD = np.dtype(
    [
        *PRINTED_FIELDS,
        ("deal_wild", "i2"),  # wild cards given to each seat before that
        ("open_tickets", "i2"),  # tickets dealt to each seat
        ("open_keep", "i2"),  # how many of them must be kept at least
        ("draw_tickets", "i2"),  # tickets drawn in one action
        ("second_seats", "i2"),  # with this many seats or more there is a second round; 0: never
        ("second_deal", "i2"),  # cards dealt to each seat when it starts
        ("cities", "i2"),  # cities with a bonus
        ("bonus", "i2", (MAX_CITIES,)),  # their points
        ("value", "i2", (MAX_TICKETS,)),
        ("need", "i2", (MAX_TICKETS, COLOURS)),  # cards of each colour that a ticket asks for
        ("named", "i2", (MAX_TICKETS,)),  # the bonus cities that a ticket names, as a bit set
    ],
    align=True,
)

CARD_STATE = record_type(
    [
        *START_FIELDS,
        ("round_no", "i1"),  # 1, or 2 in the second round
        ("last_turns", "i1"),  # turns left in the round, or NOTHING while the deck lasts
        ("last_seat", "i1"),  # who had the last turn of the round, while tickets are completed; or NOTHING
        ("look", "i1"),  # 1: owners may look at their on-track pile; the kernel does not ask
        *card_fields(CARD_SEATS),
        ("yard", "i2", (CARD_SEATS, COLOURS)),  # cards of its own colour in a column
        ("yard_wild", "i2", (CARD_SEATS, COLOURS)),  # wilds on top of it
        # the on-track pile; all of it lay open before, so it can be remembered
        ("track", "i2", (CARD_SEATS, KINDS)),
        ("track_n", "i2", (CARD_SEATS,)),
        ("target", "i2"),  # the placement under way: PLACE + colour or THREE, or NOTHING
        *ticket_fields(CARD_SEATS),
        ("refused_by", "i1", (MAX_TICKETS,)),  # the seat that did not keep it in the opening, or NOBODY
        ("done_by", "i1", (MAX_TICKETS,)),  # the seat that completed it, or NOBODY
        *offer_fields(CARD_SEATS),
        # score: what is known while the game goes on, then the final count
        ("ticket_points", "i2", (CARD_SEATS,)),
        ("bonus_points", "i2", (CARD_SEATS,)),
        ("bonus_n", "i2", (CARD_SEATS,)),  # bonus cards
        ("bonus_to", "i2", (MAX_CITIES,)),  # who gets each bonus, as a bit set of seats
        ("total", "i2", (CARD_SEATS,)),
        ("made", "i2", (CARD_SEATS,)),  # tickets completed,
        ("made_before", "i2", (CARD_SEATS,)),  # those of the first round, once the second has begun,
        ("points_before", "i2", (CARD_SEATS,)),  # and their points
        ("rank", "i1", (CARD_SEATS,)),  # 1 for the winner or winners
        ("tie_break", "i1", (CARD_SEATS,)),  # 0 points, 1 tickets, 2 bonus, 3 shared
    ]
)

ROWS = COLOURS + 1  # what limits completion: the cards of each colour, and the wilds
FIELD = 6  # bits for the cards of one colour where those of all are one integer
MEMORY = 509  # positions of the search that are remembered; a prime

SEARCH_FIELDS: list[Any] = [
    # completing tickets (`cardgame_complete.py`): the tickets in the order of the search
    ("todo", "i2", (MAX_TICKETS,)),
    ("todo_n", "i2"),
    ("worth", "i4", (MAX_TICKETS,)),
    ("gain", "i4", (MAX_TICKETS,)),  # worth less the price of the cards
    ("sort_key", "i8", (MAX_TICKETS,)),
    ("asks", "i8", (MAX_TICKETS,)),  # cards that the ticket asks for, as fields
    ("ahead", "i8", (MAX_TICKETS + 1,)),  # cards that this and all later tickets ask for
    ("place_price", "i4", (MAX_TICKETS + 1, ROWS)),  # prices of colours and wilds at this place
    ("surplus", "i4", (MAX_TICKETS + 1,)),  # what this and all later tickets gain by those prices
    # prices where a ticket is worth much for itself, and what tickets gain by them
    ("count_price", "i4", (ROWS,)),
    ("count_surplus", "i4", (MAX_TICKETS + 1,)),
    ("passes", "i4", (MAX_TICKETS,)),  # how often the place is passed until it is priced anew
    ("left", "i8", (MAX_TICKETS + 1,)),  # cards left when the search came here
    ("reached", "i4", (MAX_TICKETS + 1,)),  # what the tickets taken on the way are worth
    ("tried", "i1", (MAX_TICKETS + 1,)),  # how many of its two branches were looked at
    ("taken", "i1", (MAX_TICKETS,)),
    ("memory_key", "i8", (MEMORY,)),
    ("memory_worth", "i4", (MEMORY,)),
    ("best", "i1", (MAX_TICKETS,)),  # the tickets to complete
    ("city_lack", "i2", (MAX_CITIES,)),  # tickets missing for a bonus that can be had; 0: it does not matter
    ("place", "i2"),  # where the search stands
    ("goal", "i4"),  # what a set must be worth to be looked for
    ("top", "i4"),  # no set is worth more
    ("slack", "i4"),  # how far below that the goal was set
    ("found", "i1"),  # whether a set was found that reached it
    ("visits", "i8"),  # how many branches the search looked at,
    ("pivots", "i8"),  # and how many steps it took to price cards
    # pricing the cards (`cardgame_price.py`): a simplex tableau in fixed point
    ("price", "i8", (ROWS,)),
    ("inverse", "i8", (ROWS, ROWS)),
    ("column", "i8", (ROWS,)),
    ("basic", "i2", (ROWS,)),
    ("level", "i8", (ROWS,)),
    ("at_upper", "i1", (MAX_TICKETS,)),
    ("in_basis", "i1", (MAX_TICKETS + 2 * ROWS,)),
]

_SCRATCH_FIELDS: list[Any] = [
    ("actions", "i2", (CARD_ACTIONS,)),  # a list of legal actions
    ("events_n", "i2"),
    *SEARCH_FIELDS,
]

CARD_SCRATCH = scratch_type(_SCRATCH_FIELDS, MAX_EVENTS)
QUIET_CARD_SCRATCH = scratch_type(_SCRATCH_FIELDS, 1)
