"""What the planner's opinions are: named weights, one row per board, found by playing matches (bench/bots_tune.py).

Prices are in points. A turn, a piece and a card have prices too, and the planner does what is worth most after them.
"""

from typing import Any

import numpy as np

NAMES = (
    "turn",  # what a turn is worth
    "piece",  # what a piece is worth
    "card",  # turns for one missing card
    "hand",  # share of the cards in hand that counts for a track when a path is chosen
    "ferry",  # further turns for one missing wild of a ferry
    "tunnel",  # further turns for a tunnel
    "least",  # no track is planned as cheaper than this
    "points",  # share of a track's points that counts when a path is chosen
    "goods",  # a merchandise card
    "flag",  # the first part of a flag; the second counts twice, the third three times
    "station",  # building a station, beside the turn and its cards
    "trail",  # a filler that continues the own network, per space
    "failed",  # a ticket not completed costs its value; completing it pays value * (1 + failed)
    "claim",  # urge to claim a planned track that can be paid
    "claim_points",  # the same, for each of its points
    "contest",  # the same, for each opponent's track that touches it
    "detour",  # the same, for each point that losing it would cost
    "wild",  # reluctance to pay with a wild
    "risk",  # reluctance to try a tunnel with no card to spare
    "late",  # urge to claim for a ticket when the plan needs all the turns left
    "hurry",  # urge to claim anything, for each turn that is left less than four
    "filler",  # urge to claim a track for its points alone
    "filler_points",  # the same, for each point beyond the price of the turn
    "draw",  # urge to draw cards
    "draw_gain",  # the same, for each useful card
    "wild_gain",  # how useful a wild is
    "later",  # how much less useful a card for the next track in the plan is
    "filler_gain",  # how useful a card for a filler is
    "tickets",  # urge to draw tickets
    "tickets_gain",  # the same, for each point they can be expected to bring
    "tickets_pending",  # the same, for each turn that the plan still needs
    "tickets_room",  # turns that must be left beyond the plan to draw tickets
    "slack",  # turns that a plan may need beyond those that seem to be left
    "keep",  # reluctance to keep a ticket, in points
    "pace",  # turns per claim beyond the cheapest, in the guess how long the game will last
)

(
    TURN,
    PIECE,
    CARD,
    HAND,
    FERRY,
    TUNNEL,
    LEAST,
    POINTS,
    GOODS,
    FLAG,
    STATION,
    TRAIL,
    FAILED,
    CLAIM,
    CLAIM_POINTS,
    CONTEST,
    DETOUR,
    WILD_PAID,
    RISK,
    LATE,
    HURRY,
    FILLER,
    FILLER_POINTS,
    DRAW,
    DRAW_GAIN,
    WILD_GAIN,
    LATER,
    FILLER_GAIN,
    TICKETS,
    TICKETS_GAIN,
    TICKETS_PENDING,
    TICKETS_ROOM,
    SLACK,
    KEEP_PRICE,
    PACE,
) = range(len(NAMES))

# fmt: off
GUESSED = (
    2.5, 0.5, 0.5, 0.8, 0.5, 0.4, 0.7, 1.0, 2.0, 0.7, 4.0, 0.6, 1.0, 2.0, 0.05, 0.1, 0.05, 0.4,
    1.0, 2.0, 0.5, 0.5, 0.2, 0.0, 1.0, 1.3, 0.8, 0.6, 0.0, 0.3, 0.2, 4.0, 2.0, 0.0, 2.4,
)
EUROPE = (
    5.05, -0.303, 0.317, 0.25, 0.746, 0.427, 1.74, 1.04, -0.0767, -0.034, 4.02, 0.914, 1.31, 2.45, -0.0142, 0.0561,
    0.0582, 0.256, 0.971, 1.84, 0.558, 0.281, 0.236, 0.274, 2.07, -0.00794, 1.24, 0.562, 0.0967, 0.232, 0.189, 3.61,
    2.88, 0.0698, 5.2,
)
AMSTERDAM = (
    3.47, 0.315, 0.43, 0.188, 0.814, 0.215, 0.603, 0.722, 2.5, 0.0715, 3.51, 0.65, 1.93, 2.18, 0.156, 0.0829, 0.162,
    0.464, 1.51, -0.162, 1.27, 0.31, 0.377, 0.0496, 3.78, 0.327, 1.27, 0.314, 0.27, 0.385, 0.388, 5.05, 1.71, 0.0195,
    2.32,
)
BERLIN = (
    2.29, 0.233, 0.207, 0.254, 0.823, -0.0124, 0.804, 0.754, 1.91, 1.55, 4.33, 0.778, 1.28, 3.02, 0.163, 0.381,
    0.0518, 0.407, 0.792, -0.157, 0.867, 0.207, 0.075, -0.00226, 4.49, 0.178, 1.27, 0.221, 0.334, 0.382, 0.256, 12,
    1.87, -0.0217, 1.97,
)
PARIS = (
    2.61, 0.363, 0.338, 0.368, 0.933, -0.132, 0.804, 1.18, 1.01, 0.454, 1.82, 0.361, 1.34, 2.44, 0.223, 0.307,
    0.0347, 0.419, 0.772, 1.38, 0.57, 0.484, 0.403, 0.012, 4.24, 0.211, 1.36, 0.187, 0.183, 0.69, 0.356, 5.69, 1.18,
    0.162, 2.54,
)
# fmt: on

TUNED = {"europe": EUROPE, "amsterdam": AMSTERDAM, "berlin": BERLIN, "paris": PARIS}

LONG_GAME = 30
"""From so many pieces on a game is a long one, to be played like Europe; shorter ones like Amsterdam."""

PLANNERS = ("planner", "light", "search")


def weights_for(board: Any, bot: str) -> Any:
    """The weights that a bot plays a board with; the styles have the first guesses, tuned for no board."""
    if bot not in PLANNERS:
        return np.array(GUESSED)
    long = sum(board.pieces.values()) >= LONG_GAME
    return np.array(TUNED.get(board.id, EUROPE if long else AMSTERDAM))


def scale(board: Any) -> float:
    """A margin of so many points is as good as any."""
    return 60.0 if sum(board.pieces.values()) >= LONG_GAME else 25.0
