"""What the kernel writes on, and the names it writes: the records of this package."""

import numpy as np

from ..rules.actions import ACTIONS
from ..rules.cardgame_state import CARD_ACTIONS, CARD_STATE, MAX_CITIES
from ..rules.numbers import COLOURS, GREY, KINDS, MAX_PLACES, MAX_TICKETS, MAX_TRACKS
from ..rules.state import STATE
from .words import COUNTED

PAGE_SIZE = 1 << 22  # bytes; the longest view of the largest board that can be played has fewer
POOL_SIZE = 96 << 10  # bytes; the same of its names

# The texts of a board, by number: first the words, which all boards have.
GAME = COUNTED  # the board's id
COLOUR = GAME + 1  # of each kind of cards, and "grey"
TRACK = COLOUR + GREY + 1  # ids
PLACE = TRACK + MAX_TRACKS  # ids
CITY = PLACE + MAX_PLACES  # names of places
TICKET = CITY + MAX_PLACES  # ids
PRINTED = TICKET + MAX_TICKETS  # id, ends, points and length of a ticket, as members of an object
ASKED = PRINTED + MAX_TICKETS  # the cards that it asks for, as a member
TEXTS = ASKED + MAX_TICKETS

NAMES = np.dtype(
    [
        ("first", "i4", (TEXTS + 1,)),  # where each text begins in the pool
        ("place_rank", "i2", (MAX_PLACES,)),  # the places in the order of their ids,
        # and the tracks: of ways as long as each other the first is shown
        ("track_rank", "i2", (MAX_TRACKS,)),
        ("ends", "i2", (MAX_TICKETS, 2)),  # the places that a ticket names
        ("asks", "i1", (MAX_TICKETS, COLOURS)),  # the colours that it asks for as printed, then NOTHING
        ("bonus_at", "i2", (MAX_CITIES,)),  # the places with a bonus
        ("pool", "u1", (POOL_SIZE,)),  # UTF-8, escaped as JSON wants it
    ],
    align=True,
)

PAGE = np.dtype(
    [
        ("n", "i4"),  # bytes written
        ("full", "i1"),  # 1: they did not fit, and what is there is of no use
        # work space
        ("seen", STATE, (1,)),  # what the reader may know
        ("ways", "i2", (ACTIONS,)),  # to pay
        ("price", "i2", (MAX_TRACKS,)),  # of each track, or NOTHING where it is closed
        ("length", "i2", (MAX_PLACES,)),  # price of the way to each place, or NOTHING
        ("found", "i1", (MAX_PLACES,)),  # 1: there is no better way to the place
        ("way", "i2", (MAX_PLACES, MAX_PLACES)),  # its tracks in order,
        ("way_n", "i2", (MAX_PLACES,)),  # and how many
        ("net", "i2", (MAX_PLACES,)),  # which of the reader's nets each place is in
        # the trail being walked: places, and the tracks that led there
        ("walk_place", "i2", (MAX_TRACKS + 1,)),
        ("walk_track", "i2", (MAX_TRACKS + 1,)),
        ("walked", "i1", (MAX_TRACKS,)),
        ("trail", "i2", (MAX_TRACKS,)),  # in walking order
        ("bytes", "u1", (PAGE_SIZE,)),
    ],
    align=True,
)

CARD_PAGE = np.dtype(
    [
        ("n", "i4"),
        ("full", "i1"),
        ("seen", CARD_STATE, (1,)),
        ("ways", "i2", (CARD_ACTIONS,)),  # to carry out a placement
        ("used", "i2", (KINDS,)),  # cards that a ticket was completed with
        ("bytes", "u1", (PAGE_SIZE,)),
    ],
    align=True,
)
