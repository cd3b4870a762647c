"""What the entries of an observation are: its parts in order, with their shapes and bounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aiguillage.boards import Board
from aiguillage.rules.actions import ACTIONS, CLAIM
from aiguillage.rules.cardgame_state import CARD_ACTIONS
from aiguillage.rules.numbers import COLOURS, KINDS, MAX_LENGTH, WILD, WORD
from aiguillage.rules.records import Array
from aiguillage.seen.encode import PER_SEAT, PHASES, SCORE_STEP, offer_slots
from aiguillage.seen.encode_card import CARD_PER_SEAT, PLACEMENTS, card_slots
from aiguillage.seen.plan import (
    FARTHEST,
    MOST_NEEDED,
    MOST_POINTS,
    MOST_SPACES,
    MOST_WISHED,
    NEAREST,
    NEEDS,
    PER_OFFER,
    PLANNED,
)
from aiguillage.seen.plan_card import CARD_PLANNED, MOST_CARDS, MOST_LACKING, MOST_VALUE

VERSION = 0
"""Raised when the entries of an observation or the numbers of actions change (docs/versions.md)."""

NEWEST = 1
"""The version that networks are trained with, unless another is asked for. Each begins with all of the one before it;
networks carry the number of theirs."""

MOST = 127
"""The largest number that an entry can hold."""


@dataclass(frozen=True)
class Part:
    """One part of an observation. `high` is the largest value of its entries: one for all, or one for each."""

    name: str
    shape: tuple[int, ...]
    high: ArrayLike
    meaning: str

    @property
    def size(self) -> int:
        """How many entries it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The parts of an observation, one after the other."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many entries an observation has."""
        return sum(part.size for part in self.parts)

    def slices(self) -> Iterator[tuple[Part, slice]]:
        """Each part and where it is."""
        start = 0
        for part in self.parts:
            yield part, slice(start, start + part.size)
            start += part.size

    def high(self) -> NDArray[np.int8]:
        """The largest value of each entry, at least 1; the smallest of all is 0."""
        parts = [np.broadcast_to(np.asarray(part.high), part.shape).reshape(-1) for part in self.parts]
        return np.clip(np.concatenate(parts), 1, MOST).astype(np.int8)

    def named(self, observation: ArrayLike) -> dict[str, Array]:
        """The parts of an observation by name, each in its shape; nothing is copied."""
        row = np.asarray(observation)
        return {part.name: row[where].reshape(part.shape) for part, where in self.slices()}


def board_actions(board: Board) -> int:
    """How many actions there are: naming places comes last, and only Europe has stations; whole words of tracks."""
    return ACTIONS if board.stations else CLAIM + WORD * int(board.table.words)


def card_actions(board: Board) -> int:
    """How many actions there are in the Card Game."""
    return CARD_ACTIONS


def board_layout(board: Board, seats: int, version: int = VERSION) -> Layout:
    """The observation of a board game with so many seats."""
    parts = _board_parts(board, seats)
    return Layout((*parts, *_plan_parts(board)) if version else parts)


def _board_parts(board: Board, seats: int) -> tuple[Part, ...]:
    table = board.table
    cards = np.asarray(table.total)
    tracks, places, tickets = len(board.tracks), len(board.places), len(board.tickets)
    all_cards = int(cards.sum())
    most = [
        all_cards,
        *cards,
        *table.pieces,
        table.stations,
        table.goods,
        1,
        1,
        1,
        max(table.pieces),
        tickets,
    ]
    most += [offer_slots(table), SCORE_STEP, MOST]
    parts = [
        *_table_parts(seats, cards),
        Part("decks", (3,), (all_cards, tickets, table.goods), "cards, tickets and merchandise left to draw"),
        Part("hand", (KINDS,), cards, "the seat's own cards of each kind"),
        Part("laid", (KINDS,), MAX_LENGTH, "cards laid down for the claim under way"),
        Part("revealed", (KINDS,), 3, "cards turned up for the tunnel"),
        Part("owed", (1,), 3, "cards that the tunnel asks for on top"),
        Part(
            "players",
            (seats, PER_SEAT),
            most,
            "of each seat: cards in hand, of these seen by everybody (by kind), pieces of both kinds, stations left, "
            "merchandise, flag colours (3), flags, tickets, opening tickets kept, points up to 100, points above 100",
        ),
        Part("owner", (seats, tracks), 1, "tracks of the seat itself, of the next, …"),
        Part("claiming", (tracks,), 1, "the track that is being paid for"),
    ]
    if board.stations:
        parts += [
            Part("stations", (seats, places), 1, "places with a station of the seat itself, of the next, …"),
            Part("building", (places,), 1, "the place whose station is being paid for"),
        ]
    return (*parts, *_ticket_parts(tickets, offer_slots(table)))


def _plan_parts(board: Board) -> tuple[Part, ...]:
    tracks, tickets, slots = len(board.tracks), len(board.tickets), offer_slots(board.table)
    farthest = FARTHEST + 1
    return (
        Part("wanted", (tracks,), MOST_WISHED, "points of the seat's tickets that are planned over the track"),
        Part(
            "near",
            (tracks,),
            NEAREST,
            "4: the seat can claim the track, 3: it lacks a card, … 0: four or closed",
        ),
        Part("missing", (tickets,), farthest, "spaces that a kept ticket lacks; 31: it cannot be completed"),
        Part("complete", (tickets,), 1, "tickets of the seat that lack nothing"),
        Part(
            "offered",
            (slots, PER_OFFER),
            (farthest, farthest, MOST_WISHED),
            "of each ticket on offer: spaces that it adds to the plan, spaces that it lacks, its points",
        ),
        Part("needs", (NEEDS,), MOST_NEEDED, "cards that the plan lacks: each kind, then all for grey tracks"),
        Part(
            "plan",
            (PLANNED,),
            (MOST_SPACES, MOST_NEEDED, MOST_SPACES, MOST_POINTS, MOST_POINTS),
            "spaces and tracks that the plan lacks, pieces that it leaves over, points of the tickets that are "
            "complete and of those that can be",
        ),
    )


def card_layout(board: Board, seats: int, version: int = VERSION) -> Layout:
    """The observation of the Card Game with so many seats."""
    parts = _card_parts(board, seats)
    return Layout((*parts, *_card_plan_parts(board)) if version else parts)


def _card_parts(board: Board, seats: int) -> tuple[Part, ...]:
    table = board.table
    cards = np.asarray(table.total)
    tickets, wilds = len(board.tickets), int(cards[WILD])
    all_cards = int(cards.sum())
    most = [*cards, *cards, *cards[:COLOURS], *[wilds] * COLOURS, all_cards, tickets]
    most += [card_slots(table), tickets, SCORE_STEP, MOST]
    parts = [
        *_table_parts(seats, cards),
        Part("round", (1,), 2, "the round: 1 or 2"),
        Part("decks", (2,), (all_cards, tickets), "cards and tickets left to draw"),
        Part("hand", (KINDS,), cards, "the seat's own cards of each kind"),
        Part("placing", (PLACEMENTS,), 1, "the placement that was named: one of the colours, or three colours"),
        Part(
            "players",
            (seats, CARD_PER_SEAT),
            most,
            "of each seat: cards of the hand seen by everybody (by kind), cards on track (by kind), cards in each "
            "column, wilds on each column, cards in hand, tickets, opening tickets kept, tickets completed, "
            "points up to 100, points above 100",
        ),
        Part("done", (seats, tickets), 1, "tickets completed by the seat itself, by the next, …"),
        Part("refused", (tickets,), 1, "tickets that the seat did not keep in the opening"),
    ]
    return (*parts, *_ticket_parts(tickets, card_slots(table)))


def _card_plan_parts(board: Board) -> tuple[Part, ...]:
    tickets, slots = len(board.tickets), card_slots(board.table)
    return (
        Part(
            "missing",
            (2, tickets),
            MOST_LACKING,
            "of each ticket kept and not completed, plus 1: cards that are not on track; cards that the seat does not "
            "have, or needs for dearer tickets",
        ),
        Part(
            "offered",
            (slots, PER_OFFER),
            (MOST_LACKING, MOST_LACKING, MOST_CARDS),
            "of each ticket on offer: cards that it would lack, plus 1; those not on track, plus 1; its points",
        ),
        Part(
            "needs",
            (3, COLOURS),
            MOST_LACKING,
            "cards of each colour that the tickets ask for and the seat does not have; those that it has not placed; "
            "those that no ticket asks for",
        ),
        Part(
            "plan",
            (CARD_PLANNED,),
            (MOST_CARDS, MOST_CARDS, MOST_VALUE, MOST_VALUE),
            "cards that are lacking in all, tickets, their points, and the points of those that lack nothing",
        ),
    )


def _table_parts(seats: int, cards: Array) -> list[Part]:
    return [
        Part("phase", (PHASES,), 1, "which decision is due, one-hot"),
        Part("actor", (seats,), 1, "whose decision it is, one-hot"),
        Part("last_turns", (1,), seats + 1, "turns left in the last round, plus 1; 0 before it"),
        Part("market", (KINDS,), 5, "face-up cards of each kind"),
        Part("discard", (KINDS,), cards, "cards of each kind in the discards"),
    ]


def _ticket_parts(tickets: int, slots: int) -> list[Part]:
    return [
        Part("tickets", (tickets,), 1, "tickets that the seat keeps"),
        Part("returned", (tickets,), 1, "tickets that the seat has put under the deck or into the box"),
        Part("offer", (slots, tickets), 1, "tickets to choose from, slot by slot"),
    ]
