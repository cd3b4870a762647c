"""Which decision is due in a game."""

from enum import IntEnum


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
