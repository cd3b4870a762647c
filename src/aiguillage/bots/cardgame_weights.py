"""The Card Game planner's opinions: named weights, which its title has in its folder (`weights.toml`)."""

from typing import Any

NAMES = (
    "pace",  # cards that each seat draws a turn, in the guess how long the round will last
    "budget",  # cards a turn that can still be had and brought on track
    "lack",  # what a missing card costs
    "bonus",  # share of a city's bonus that a ticket naming it is worth
    "keep",  # reluctance to keep a ticket, in points
    "any_card",  # what a card that no ticket asks for is worth
    "wild_card",  # what a wild is worth beyond the best colour
    "draw",  # urge to draw cards
    "draw_gain",  # the same, for each point that the cards are worth
    "tickets",  # urge to draw tickets
    "tickets_gain",  # the same, for each point they can be expected to bring
    "tickets_room",  # turns that must be left to draw tickets
    "place",  # urge to place cards
    "useful",  # the same, for each card that a ticket asks for
    "other",  # for each other card
    "wild_moved",  # for each wild
    "rob",  # for each card that an opponent loses
    "risk",  # reluctance, for each card that may be lost
    "slow",  # reluctance, for each card that will not come on track in time
    "hurry",  # urge to place cards, for the cards in hand for each turn left
    "trio",  # urge to place three colours rather than one
)

(
    PACE,
    BUDGET,
    LACK,
    BONUS,
    KEEP_PRICE,
    ANY_CARD,
    WILD_CARD,
    DRAW,
    DRAW_GAIN,
    TICKETS_URGE,
    TICKETS_GAIN,
    TICKETS_ROOM,
    PLACE_URGE,
    USEFUL,
    OTHER,
    WILD_MOVED,
    ROB,
    RISK,
    SLOW,
    HURRY,
    TRIO_URGE,
) = range(len(NAMES))

# fmt: off
GUESSED = (  # for no title
    1.1, 1.0, 3.0, 0.2, 0.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.2, 3.0, 0.0, 1.0, 0.4, 0.8, 1.0, 0.5, 1.0, 0.5, 0.0,
)
# fmt: on


def scale(board: Any) -> float:
    """A margin of so many points is as good as any."""
    return 100.0
