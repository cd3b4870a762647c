"""What the planner's opinions are: named weights, which each title has in its folder (`weights.toml`).

Prices are in points. A turn, a piece and a card have prices too, and the planner does what is worth most after them.
"""

from typing import Any

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
GUESSED = (  # for no title
    2.5, 0.5, 0.5, 0.8, 0.5, 0.4, 0.7, 1.0, 2.0, 0.7, 4.0, 0.6, 1.0, 2.0, 0.05, 0.1, 0.05, 0.4,
    1.0, 2.0, 0.5, 0.5, 0.2, 0.0, 1.0, 1.3, 0.8, 0.6, 0.0, 0.3, 0.2, 4.0, 2.0, 0.0, 2.4,
)
# fmt: on

LONG_GAME = 30
"""From so many pieces on a game is a long one."""


def scale(board: Any) -> float:
    """A margin of so many points is as good as any."""
    return 60.0 if sum(board.pieces.values()) >= LONG_GAME else 25.0
