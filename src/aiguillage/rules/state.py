"""What the kernel works on: one record for the board, one for the game, one for scratch space.

One layout serves all four board games; its sizes are those of the largest board that can be played.
Everything is signed, for an unsigned difference would wrap, and int16 unless it is an id that is only stored, compared
and used as an index: in the interpreter int8 arithmetic would overflow where compiled code widens.
"""

from typing import Any

import numpy as np

from .actions import ACTIONS
from .numbers import (
    GREY,
    KINDS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_PLACES,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    PLACE_WORDS,
    WORDS,
)


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """A record without holes: large items first, and a last field `spare` that fills it up to whole words.

    Whatever a record was made of, its bytes then are those that the kernel wrote.
    """
    by_size = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    size = np.dtype(by_size).itemsize
    return np.dtype([*by_size, ("spare", "i1", (8 - size % 8,))], align=True)


# What the records of both families have, field for field.
PRINTED_FIELDS: list[Any] = [
    ("tickets", "i2"),
    ("colours", "i2"),
    ("min_seats", "i2"),
    ("max_seats", "i2"),
    ("total", "i2", (KINDS,)),  # cards of each kind
    ("deal", "i2"),  # cards dealt to each seat
]
START_FIELDS: list[Any] = [
    ("rng", "u8"),
    ("key", "i8", (4,)),  # what chance comes from in a game that people play, as 32-bit words
    ("drawn", "i4"),  # the number of its next question to chance; 0 without a key
    ("decisions", "i4"),  # decisions taken since the set-up
    ("turns", "i4"),  # turns ended
    ("seats", "i1"),
    ("phase", "i1"),
    ("actor", "i1"),
    ("first", "i1"),  # who has the first turn
]


def card_fields(seats: int) -> list[Any]:
    """The cards of so many seats and those on the table."""
    return [
        ("deck", "i2", (KINDS,)),
        ("deck_n", "i2"),
        ("discard", "i2", (KINDS,)),  # in the Card Game columns lost to others, face up
        ("discard_n", "i2"),
        ("market", "i1", (5,)),  # card kinds face up, NOTHING for a gap
        ("hand", "i2", (seats, KINDS)),
        ("hand_n", "i2", (seats,)),
        ("shown", "i2", (seats, KINDS)),  # cards of the hand that everybody has seen, and still there
    ]


def ticket_fields(seats: int) -> list[Any]:
    """The tickets and their deck."""
    return [
        # the seat that keeps it (or, in the Card Game, has completed it), or IN_DECK, OFFERED, IN_BOX
        ("ticket_at", "i1", (MAX_TICKETS,)),
        ("ticket_n", "i2", (seats,)),  # tickets kept; in the Card Game without those completed
        ("queue", "i1", (MAX_TICKETS,)),  # ring buffer of the tickets in the deck
        ("queue_head", "i2"),
        ("queue_n", "i2"),
        ("returned_by", "i1", (MAX_TICKETS,)),  # the seat that put the ticket under the deck last, or NOBODY
    ]


def offer_fields(seats: int) -> list[Any]:
    """The tickets that seats may choose from."""
    return [
        ("offer", "i1", (seats, MAX_OFFER)),  # NOTHING for none
        ("offer_n", "i1", (seats,)),
        ("chosen", "i1", (seats,)),  # opening choice (mask of the offer), or NOTHING
    ]


BOARD = np.dtype(
    [
        ("places", "i2"),
        ("tracks", "i2"),
        *PRINTED_FIELDS,
        ("pieces", "i2", (2,)),  # pieces of each kind a seat starts with
        ("stations", "i2"),  # stations a seat starts with
        ("goods", "i2"),  # merchandise cards in the supply
        ("open_long", "i2"),  # long tickets dealt to each seat
        ("open_regular", "i2"),  # regular tickets dealt to each seat
        ("open_keep", "i2"),  # how many of them must be kept at least
        ("open_to_box", "i2"),  # 1: tickets refused at the opening leave the game; 0: they go under the deck
        # play
        ("draw_tickets", "i2"),  # tickets drawn in one action
        ("may_stop", "i2"),  # 1: one card may be enough, the second need not be taken
        ("deck_needed", "i2"),  # 1: with deck and discards empty no card can be drawn, not even a face-up one
        ("closed_seats", "i2"),  # with this many seats or fewer the twin of a claimed track is closed
        ("end_trigger", "i2"),  # who ends a turn with this many pieces or fewer starts the last round
        # scoring
        ("station_points", "i2"),  # for each station not built
        ("longest_points", "i2"),  # for the longest trail; 0: not scored
        ("goods_points", "i2", (MAX_SEATS + 1, MAX_SEATS)),  # by number of seats and rank
        ("flag_points", "i2"),  # for a complete flag; 0: no flags in this game
        ("flag_colours", "i2", (3,)),
        ("tie_stations", "i2"),  # 1: ties go on to fewest stations, then longest trail
        # tracks
        ("end_a", "i2", (MAX_TRACKS,)),
        ("end_b", "i2", (MAX_TRACKS,)),
        ("colour", "i2", (MAX_TRACKS,)),  # a colour or GREY
        ("cost", "i2", (MAX_TRACKS,)),  # cards
        ("spaces", "i2", (MAX_TRACKS,)),  # pieces
        ("piece", "i2", (MAX_TRACKS,)),  # which kind of piece: 0 or 1
        ("ferry", "i2", (MAX_TRACKS,)),  # how many of the cards must be wild
        ("tunnel", "i2", (MAX_TRACKS,)),
        ("carts", "i2", (MAX_TRACKS,)),  # 1: gives a merchandise card
        ("flag", "i2", (MAX_TRACKS,)),  # which of the flag's colours the track has, or NOTHING
        ("points", "i2", (MAX_TRACKS,)),
        ("twin", "i2", (MAX_TRACKS,)),  # the other track of a double route, or NOTHING
        # sets of tracks, as bits: what so many cards, pieces or wilds are enough for
        ("words", "i2"),  # words that hold all tracks
        ("by_cost", "i8", (GREY + 1, MAX_LENGTH + 1, WORDS)),  # by colour and cards at hand
        ("by_spaces", "i8", (2, MAX_LENGTH + 1, WORDS)),  # by kind of piece and pieces left
        ("by_ferry", "i8", (MAX_LENGTH + 1, WORDS)),  # by wilds at hand
        # the tracks at each place: near[first[p]:first[p + 1]]
        ("first", "i2", (MAX_PLACES + 1,)),
        ("near", "i2", (2 * MAX_TRACKS,)),
        # tickets
        ("ticket_a", "i2", (MAX_TICKETS,)),
        ("ticket_b", "i2", (MAX_TICKETS,)),
        ("value", "i2", (MAX_TICKETS,)),
        ("long", "i2", (MAX_TICKETS,)),
    ],
    align=True,
)

STATE = record_type(
    [
        *START_FIELDS,
        ("last_turns", "i1"),  # turns left in the last round, or NOTHING before it starts
        ("passes", "i1"),  # turns passed in a row
        *card_fields(MAX_SEATS),
        # the claim or station under way: what is to be paid for, what was laid down, what the tunnel asks for
        ("target", "i2"),  # CLAIM + track or STATION + place, or NOTHING
        ("laid_colour", "i2"),  # colour of the cards laid down (WILD: only wilds), or NOTHING
        ("laid", "i2"),  # cards laid down, wilds included
        ("laid_wild", "i2"),
        ("revealed", "i2", (3,)),  # cards turned up for the tunnel, NOTHING for none
        ("owed", "i2"),  # surcharge
        # board
        ("owner", "i1", (MAX_TRACKS,)),  # seat or NOBODY
        ("open", "i8", (MAX_SEATS, WORDS)),  # the tracks that are not closed to the seat, as bits
        ("station_at", "i1", (MAX_PLACES,)),  # seat or NOBODY
        ("vacant", "i8", (PLACE_WORDS,)),  # the places without a station, as bits
        ("pieces", "i2", (MAX_SEATS, 2)),
        ("stations", "i2", (MAX_SEATS,)),  # not built yet
        ("goods", "i2", (MAX_SEATS,)),  # merchandise cards held
        ("goods_left", "i2"),
        ("flag", "i1", (MAX_SEATS,)),  # bit set of the flag's colours kept in front
        ("flags_done", "i1", (MAX_SEATS,)),
        *ticket_fields(MAX_SEATS),
        *offer_fields(MAX_SEATS),
        # score: what is known while the game goes on, then the final count
        ("route_points", "i2", (MAX_SEATS,)),
        ("flag_points", "i2", (MAX_SEATS,)),
        ("ticket_points", "i2", (MAX_SEATS,)),
        ("station_points", "i2", (MAX_SEATS,)),
        ("goods_points", "i2", (MAX_SEATS,)),
        ("longest_points", "i2", (MAX_SEATS,)),
        ("total", "i2", (MAX_SEATS,)),
        ("made", "i2", (MAX_SEATS,)),  # tickets completed
        ("longest", "i2", (MAX_SEATS,)),  # length of the longest trail
        ("borrowed", "i2", (MAX_SEATS, 3)),  # tracks used through stations, NOTHING for none
        ("rank", "i1", (MAX_SEATS,)),  # 1 for the winner or winners
        ("tie_break", "i1", (MAX_SEATS,)),  # what put it below the next above: 0 points, 1 tickets, …
    ]
)

MAX_EVENTS = 96

_SCRATCH_FIELDS: list[Any] = [
    ("actions", "i2", (ACTIONS,)),  # a list of legal actions
    ("sets", "i8", (WORDS + PLACE_WORDS,)),  # the routes and the cities of the legal actions, as bits
    # scoring
    ("component", "i1", (MAX_SEATS, MAX_PLACES)),  # the place that names the component of each place, by seat
    ("degree", "i1", (MAX_SEATS, MAX_PLACES)),  # tracks at each place
    ("marks", "i2", (MAX_PLACES,)),  # by component: what touches it
    ("weight", "i2", (MAX_SEATS, MAX_PLACES)),  # by component: spaces of its tracks
    ("lightest", "i2", (MAX_SEATS, MAX_PLACES)),  # by component: spaces of its shortest track
    ("loops", "i2", (MAX_SEATS, MAX_PLACES)),  # by component: how many tracks it has beyond those of a tree
    ("odd", "i2", (MAX_SEATS, MAX_PLACES)),  # by component: places with an odd number of tracks
    ("used", "i1", (MAX_TRACKS,)),  # by track: whether the search has left it out or decided to keep it
    # the search's way down: the place that each node is about
    ("node_place", "i1", (MAX_TRACKS + MAX_PLACES,)),
    ("node_next", "i2", (MAX_TRACKS + MAX_PLACES,)),  # which of its tracks comes next
    ("node_track", "i2", (MAX_TRACKS + MAX_PLACES,)),  # what is being tried
    ("part", "i1", (MAX_PLACES,)),  # by place: which part of what is left it lies in
    ("stack", "i1", (MAX_PLACES,)),
    ("rest", "i1", (MAX_PLACES,)),  # by place: tracks that remain when branches are taken off
    ("deep", "i2", (2, MAX_PLACES)),  # by place: how long the two longest branches are,
    ("branch", "i2", (2, MAX_PLACES)),  # and the tracks that they begin with
    ("head", "i2", (2, 2)),  # the branches of the best trail: place, track
    ("best_trail", "i2", (MAX_TRACKS,)),
    ("best_n", "i2"),
    ("whole", "i2"),  # the component that is the longest trail as a whole, or NOBODY
    ("option", "i2", (3, MAX_TRACKS)),  # tracks that each station could borrow
    ("option_n", "i2", (3,)),
    ("station", "i2", (3,)),  # where they are
    ("todo", "i1", (MAX_SEATS, MAX_TICKETS)),  # tickets not completed without stations, by seat
    ("todo_n", "i2", (MAX_SEATS,)),
    ("events_n", "i2"),
]


def scratch_type(fields: list[Any], events: int) -> np.dtype[Any]:
    """These fields, and what the last step did, in order: kind, seat, and three arguments (see `events.py`)."""
    return np.dtype([*fields, ("events", "i2", (events, 5))], align=True)


SCRATCH = scratch_type(_SCRATCH_FIELDS, MAX_EVENTS)
QUIET_SCRATCH = scratch_type(_SCRATCH_FIELDS, 1)  # for simulations, where nobody reads what happened


def new_record(dtype: np.dtype[Any]) -> Any:
    """One empty record of the type, as an object whose fields are attributes."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def new_records(dtype: np.dtype[Any], count: int) -> Any:
    """`count` empty records; item `i` is the record of game `i`."""
    return np.zeros(count, dtype).view(np.recarray)
