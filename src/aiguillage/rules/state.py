"""What the kernel works on: one record for the board, one for the game, one for scratch space.

One layout serves all four board games; its sizes are those of the largest board that can be played.
Everything is signed, for an unsigned difference would wrap, and int16 unless it is an id that is only stored, compared
and used as an index: in the interpreter int8 arithmetic would overflow where compiled code widens.
"""

from enum import IntEnum
from typing import Any

import numpy as np

MAX_SEATS = 5
MAX_PLACES = 64
MAX_TRACKS = 128
MAX_TICKETS = 64
MAX_LENGTH = 8
WORD = 32  # bits to a word of a set; the words are int64, so the sign is never touched
WORDS = MAX_TRACKS // WORD
PLACE_WORDS = MAX_PLACES // WORD
MAX_OFFER = 6

COLOURS = 8  # card colours, at most; a board with six uses the first six
WILD = 8  # the card kind that stands for any colour
KINDS = 9  # colours and wild
GREY = 9  # the "colour" of a track that takes any one colour

NOBODY = -1
NOTHING = -1

# Where a ticket is, when no seat (>= 0) has kept it.
IN_DECK = -1
OFFERED = -2
IN_BOX = -3
UNKNOWN = -4  # only in what a seat observes


class Phase(IntEnum):
    """Which decision is due."""

    OPENING = 0  # every seat that has not chosen yet chooses its opening tickets
    TURN = 1  # what to do with this turn
    SECOND_CARD = 2
    PAYMENT = 3  # how to pay for the route or station named
    TUNNEL = 4  # pay the surcharge or give up
    FLAG = 5  # keep one of the cards played for the flag, or not
    TICKETS = 6  # which of the tickets drawn to keep
    OVER = 7
    PLACEMENT = 8  # how to carry out the placement named (Card Game)
    COMPLETION = 9  # which ticket to complete next, where not all can be (Card Game)


# The phases and actions as plain integers: what kernel code compares with.
OPENING, TURN, SECOND_CARD, PAYMENT, TUNNEL, FLAG, TICKETS, OVER, PLACEMENT, COMPLETION = range(10)

# An action is one integer. Blocks of them carry an argument: TAKE + colour, KEEP + mask of offered tickets,
# PAY + colour * (MAX_LENGTH + 1) + wilds, CLAIM + track, STATION + place.
TAKE = 0
BLIND = 9
DRAW_TICKETS = 10
PASS = 11
DECLINE = 12  # do not pay the tunnel's surcharge; do not keep a card for the flag
KEEP_CARD = 13  # keep a card for the flag
ENOUGH = 14  # take no second card
KEEP = 16
PAY = 80
CLAIM = 176
STATION = CLAIM + MAX_TRACKS
ACTIONS = STATION + MAX_PLACES


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """A record without holes: large items first, and a last field `spare` that fills it up to whole words.

    Whatever a record was made of, its bytes then are those that the kernel wrote.
    """
    by_size = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    size = np.dtype(by_size).itemsize
    return np.dtype([*by_size, ("spare", "i1", (8 - size % 8,))], align=True)


BOARD = np.dtype(
    [
        # counts
        ("places", "i2"),
        ("tracks", "i2"),
        ("tickets", "i2"),
        ("colours", "i2"),
        ("min_seats", "i2"),
        ("max_seats", "i2"),
        # set-up
        ("total", "i2", (KINDS,)),  # cards of each kind
        ("deal", "i2"),  # cards dealt to each seat
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
        (
            "end_trigger",
            "i2",
        ),  # a seat that ends its turn with this many pieces or fewer starts the last round
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
        ("rng", "u8"),
        ("key", "i8", (4,)),  # what chance comes from in a game that people play, as 32-bit words
        ("drawn", "i4"),  # the number of its next question to chance; 0 without a key
        ("decisions", "i4"),  # decisions taken since the set-up
        ("turns", "i4"),  # turns ended
        ("seats", "i1"),
        ("phase", "i1"),
        ("actor", "i1"),
        ("first", "i1"),  # who has the first turn
        ("last_turns", "i1"),  # turns left in the last round, or NOTHING before it starts
        ("passes", "i1"),  # turns passed in a row
        # cards
        ("deck", "i2", (KINDS,)),
        ("deck_n", "i2"),
        ("discard", "i2", (KINDS,)),
        ("discard_n", "i2"),
        ("market", "i1", (5,)),  # card kinds face up, NOTHING for a gap
        ("hand", "i2", (MAX_SEATS, KINDS)),
        ("hand_n", "i2", (MAX_SEATS,)),
        (
            "shown",
            "i2",
            (MAX_SEATS, KINDS),
        ),  # cards of the hand that everybody has seen and that must still be there
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
        # tickets
        ("ticket_at", "i1", (MAX_TICKETS,)),  # the seat that keeps it, or IN_DECK, OFFERED, IN_BOX
        ("ticket_n", "i2", (MAX_SEATS,)),  # tickets kept
        ("queue", "i1", (MAX_TICKETS,)),  # ring buffer of the tickets in the deck
        ("queue_head", "i2"),
        ("queue_n", "i2"),
        ("returned_by", "i1", (MAX_TICKETS,)),  # the seat that put the ticket under the deck last, or NOBODY
        ("offer", "i1", (MAX_SEATS, MAX_OFFER)),  # tickets to choose from, NOTHING for none
        ("offer_n", "i1", (MAX_SEATS,)),
        ("chosen", "i1", (MAX_SEATS,)),  # opening choice (mask of the offer), or NOTHING
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
        (
            "tie_break",
            "i1",
            (MAX_SEATS,),
        ),  # what separated the seat from the next above: 0 points, 1 tickets, …
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
    (
        "node_place",
        "i1",
        (MAX_TRACKS + MAX_PLACES,),
    ),  # the search's way down: the place that each node is about
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

# What the last step did, in order: kind, seat, and three arguments (see `events.py`).
SCRATCH = np.dtype([*_SCRATCH_FIELDS, ("events", "i2", (MAX_EVENTS, 5))], align=True)

# The same with room for one event: for simulations, where nobody reads them.
QUIET_SCRATCH = np.dtype([*_SCRATCH_FIELDS, ("events", "i2", (1, 5))], align=True)


def new_record(dtype: np.dtype[Any]) -> Any:
    """One empty record of the type, as an object whose fields are attributes."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def new_records(dtype: np.dtype[Any], count: int) -> Any:
    """`count` empty records; item `i` is the record of game `i`."""
    return np.zeros(count, dtype).view(np.recarray)
