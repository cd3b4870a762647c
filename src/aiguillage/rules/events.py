"""What a step did, written down by the step itself: one row (kind, seat, a, b, c) of small integers per event.

Everything else that tells people what happened (log lines, animations, announcements) is made from these rows,
so that nothing outside the kernel has to guess what changed. Rows say who may know their arguments.
"""

from enum import IntEnum

from .jit import kernel
from .records import AnyScratch


class Event(IntEnum):
    """The kinds of events. `a`, `b`, `c` are the arguments; * marks what only the seat itself may know."""

    START = 0  # seat: who begins
    TAKE = 1  # a: card kind, b: market slot
    BLIND = 2  # a*: card kind
    TURN_UP = 3  # a: card kind, b: market slot (no seat)
    FLUSH = 4  # the five face-up cards are discarded (no seat)
    RESHUFFLE = 5  # a: cards in the new deck (no seat)
    DRAW_TICKETS = 6  # a: how many
    CHOOSE = 7  # an opening choice was made; b*: mask
    KEEP = 8  # a: how many kept, b*: mask of the offer, c: how many were offered
    LAY = 9  # cards laid down: a: colour or WILD, b: cards, c: wilds among them
    REVEAL = 10  # a: card kind turned up for the tunnel
    OWE = 11  # a: surcharge
    GIVE_UP = 12  # a: track of the tunnel not taken
    CLAIM = 13  # a: track, b: points, c: the seat's score now
    STATION = 14  # a: place
    GOODS = 15  # a: merchandise cards held now
    KEEP_CARD = 16  # a: card kind kept for the flag
    FLAG = 17  # a: points, b: the seat's score now
    PASS = 18
    LAST_ROUND = 19  # seat: who caused it
    OVER = 20
    # The Card Game
    ON_TRACK = 21  # a: card kind moved from the yard (public while it lay there), b: cards on track now
    PLACE = 22  # a: colour, b: cards, c: wilds among them
    ROBBED = 23  # seat: who loses a column; a: colour, b: cards
    ROUND = 24  # a: round that begins
    COMPLETE = 25  # a: how many tickets the seat completed in this round, b: points
    DONE = 26  # a: a ticket that the seat completed, b: points, c: wilds used for it
    BONUS = 27  # a: number of the city, b: points
    # all games
    KEPT = 28  # when all have chosen: a: how many opening tickets the seat kept, b: how many were offered
    ENOUGH = 29  # takes no second card


START, TAKE, BLIND, TURN_UP, FLUSH, RESHUFFLE, DRAW_TICKETS, CHOOSE, KEEP, LAY, REVEAL, OWE, GIVE_UP = range(13)
CLAIM, STATION, GOODS, KEEP_CARD, FLAG, PASS, LAST_ROUND, OVER = range(13, 21)
ON_TRACK, PLACE, ROBBED, ROUND, COMPLETE, DONE, BONUS, KEPT, ENOUGH = range(21, 30)


@kernel
def emit(scratch: AnyScratch, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Write one event down, if there is room: simulations bring scratch space without."""
    n = scratch.events_n
    if n < len(scratch.events):
        scratch.events[n, 0] = kind
        scratch.events[n, 1] = seat
        scratch.events[n, 2] = a
        scratch.events[n, 3] = b
        scratch.events[n, 4] = c
        scratch.events_n = n + 1
