"""The space that kernel bots of the board games work in, and numbers: of the policies, of how a game went."""

import numpy as np

from ..rules.actions import ACTIONS
from ..rules.numbers import KINDS, MAX_PLACES, MAX_SEATS, MAX_TICKETS, MAX_TRACKS, WORDS

RANDOM, ONE_STEP, LONG_ROUTE, ROUTE_FOCUSED, HUNGRY, PLANNER, LIGHT = range(7)

POLICIES = {
    "random": RANDOM,
    "one-step": ONE_STEP,
    "long-route": LONG_ROUTE,
    "route-focused": ROUTE_FOCUSED,
    "hungry": HUNGRY,
    "planner": PLANNER,
    "light": LIGHT,
}
"""The kernel bots that decide by themselves, by name."""

FINE, UNFINISHED, ILLEGAL = range(3)
"""How a game of bots went."""

PATIENCE = 1_000
"""After so many turns every bot plays at random.

Nobody has seen a game of half that length, but two who each try a tunnel that the cards left in the deck never let
them have would go on for ever.
"""

# What a plan wants with a track.
NOT_WANTED, FOR_TICKET, FILLER, BORROWED = range(4)

NO_PLAN = -1

BOT_SCRATCH = np.dtype(
    [
        ("rng", "u8"),  # the bot's own generator, started afresh for every decision
        ("actions", "i2", (ACTIONS,)),
        ("light", "i1"),  # 1: a plan is kept for as long as it can be carried out
        # the map: what it would cost to have each track, in points; and with those of the plan for nothing
        ("price", "f8", (MAX_TRACKS,)),
        ("cost", "f8", (MAX_TRACKS,)),
        # shortest paths
        ("distance", "f8", (MAX_PLACES,)),
        ("via", "i2", (MAX_PLACES,)),  # the track that leads there
        ("settled", "i1", (MAX_PLACES,)),
        # tickets to plan for, those worth most first
        ("ticket", "i2", (MAX_TICKETS,)),
        ("ticket_n", "i2"),
        ("reached", "i1", (MAX_TICKETS,)),  # by place in that list: the plan completes it
        ("marginal", "f8", (MAX_TICKETS,)),  # what it added to the plan's price
        # the plan of each seat: for each track NOT_WANTED or why it is wanted
        ("want", "i1", (MAX_SEATS, MAX_TRACKS)),
        ("planned_for", "i2", (MAX_SEATS,)),  # how many tickets the seat had when it planned, or NO_PLAN
        # the plan's tracks in order, and what each lacks
        ("todo", "i2", (MAX_TRACKS,)),
        ("todo_n", "i2"),
        ("lack", "i2", (MAX_TRACKS,)),  # by track
        ("spare", "i2", (KINDS,)),  # cards of the hand that the plan does not need
        ("wanted", "i2", (KINDS,)),  # cards of the kind that the plan lacks
        ("use", "f8", (KINDS,)),  # how useful one more card of the kind is
        ("plan_turns", "f8"),  # turns that the tracks for tickets still need
        ("payable", "i8", (WORDS,)),  # the tracks that can be claimed now, as bits
        ("score", "f8", (ACTIONS,)),  # how promising each legal action is
        ("turns_left", "f8"),  # turns that the seat can expect to have
        ("urge", "f8"),  # how much the best claim is wanted
        ("draw_use", "f8"),  # how useful the best draw is
        # what search believes: how likely each seat is to hold each ticket; the length of each ticket's whole way
        ("belief", "i4", (MAX_SEATS, MAX_TICKETS)),
        ("whole", "f8", (MAX_TICKETS,)),
        ("component", "i1", (MAX_PLACES,)),  # what the seat's tracks join (see `network.label_network`)
    ],
    align=True,
)
