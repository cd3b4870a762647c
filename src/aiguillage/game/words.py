"""Small pieces of English."""

from enum import IntEnum

from aiguillage.rules.phases import Phase

DUE = {
    Phase.OPENING: "choose the opening tickets",
    Phase.TURN: "choose an action",
    Phase.SECOND_CARD: "take the second card",
    Phase.PAYMENT: "choose how to pay",
    Phase.TUNNEL: "pay the surcharge or give the tunnel up",
    Phase.FLAG: "keep a card for the flag or discard it",
    Phase.TICKETS: "choose which tickets to keep",
    Phase.PLACEMENT: "choose which cards to place",
    Phase.COMPLETION: "choose which ticket to complete",
}
"""What has to be decided in a phase."""


def member_name(member: IntEnum) -> str:
    """`second-card`: a member of the kernel's lists as texts and clients know it."""
    return member.name.lower().replace("_", "-")


def phase_name(phase: int) -> str:
    """Which decision is due, in words."""
    return member_name(Phase(int(phase)))


def list_words(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def count_words(count: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def cards_words(cards: dict[str, int]) -> str:
    """`2 red and 1 wild`."""
    return list_words([f"{count} {colour}" for colour, count in cards.items()])
