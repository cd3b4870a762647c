"""The kernel's record says what the board says."""

from typing import Any

import numpy as np
import pytest

from aiguillage.boards import Board, board_names, load_board
from aiguillage.rules import numbers as kernel
from aiguillage.rules.cardgame_state import CARD_BOARD
from aiguillage.rules.state import BOARD

GAMES = [load_board(name) for name in board_names() if load_board(name).family == "board"]


def on_every_board(function: Any) -> Any:
    return pytest.mark.parametrize("board", GAMES, ids=lambda board: board.id)(function)


def test_table_is_made_once() -> None:
    board = load_board("europe")
    assert board.table is board.table
    assert board.table.dtype == BOARD


def test_europe() -> None:
    table = load_board("europe").table
    assert (table.places, table.tracks, table.tickets, table.colours) == (47, 101, 46, 8)
    assert (table.min_seats, table.max_seats) == (2, 5)
    assert table.total.tolist() == [12] * 8 + [14]
    assert (table.deal, table.stations, table.goods) == (4, 3, 0)
    assert table.pieces.tolist() == [45, 0]
    assert (table.open_long, table.open_regular, table.open_keep, table.open_to_box) == (1, 3, 2, 1)
    assert (table.draw_tickets, table.closed_seats, table.end_trigger) == (3, 3, 2)
    assert (table.station_points, table.longest_points, table.tie_stations) == (4, 10, 1)
    assert not table.goods_points.any()
    assert table.flag_points == 0
    assert table.flag_colours.tolist() == [-1, -1, -1]
    assert (table.flag == kernel.NOTHING).all()
    assert table.long[:46].sum() == 6
    assert table.value[:46].sum() == 444


def test_amsterdam() -> None:
    table = load_board("amsterdam").table
    assert (table.places, table.tracks, table.tickets, table.colours) == (17, 45, 24, 6)
    assert (table.min_seats, table.max_seats) == (2, 4)
    assert table.total.tolist() == [6, 6, 6, 6, 6, 6, 0, 0, 8]
    assert (table.deal, table.stations, table.goods) == (2, 0, 16)
    assert table.pieces.tolist() == [16, 0]
    assert (table.open_long, table.open_regular, table.open_keep, table.open_to_box) == (0, 2, 1, 0)
    assert (table.draw_tickets, table.closed_seats, table.end_trigger) == (2, 2, 2)
    assert (table.station_points, table.longest_points, table.tie_stations) == (0, 0, 0)
    assert table.goods_points.tolist() == [
        [0] * 5,
        [0] * 5,
        [8, 4, 0, 0, 0],
        [8, 5, 2, 0, 0],
        [8, 6, 4, 2, 0],
        [0] * 5,
    ]
    assert table.carts[:45].sum() == 16


def test_berlin() -> None:
    table = load_board("berlin").table
    assert table.pieces.tolist() == [11, 5]
    assert table.end_trigger == 1
    subways = table.piece[:45] == 1
    assert subways.sum() == 20
    assert (table.spaces[:45][subways] == 1).all()
    by_cards = {2: 2, 3: 3, 4: 5, 5: 7}
    assert [by_cards[cost] for cost in table.cost[:45][subways].tolist()] == table.points[:45][subways].tolist()


def test_paris() -> None:
    table = load_board("paris").table
    assert table.flag_points == 4
    assert table.total.tolist() == [6, 8, 6, 6, 6, 6, 0, 0, 8]
    assert table.flag_colours.tolist() == [0, 1, 2]
    colour = table.colour[:45]
    assert table.flag[:45].tolist() == np.where(colour < 3, colour, -1).tolist()
    assert (colour < kernel.GREY).all()


@on_every_board
def test_tracks(board: Board) -> None:
    table = board.table
    for number, track in enumerate(board.tracks):
        colours = dict(enumerate(board.colours)) | {kernel.GREY: "grey"}
        assert board.places[table.end_a[number]].id == track.a
        assert board.places[table.end_b[number]].id == track.b
        assert colours[int(table.colour[number])] == track.colour
        assert (table.cost[number], table.spaces[number]) == (track.cost, track.spaces)
        assert table.piece[number] == (track.piece == "subway")
        assert (table.ferry[number], table.tunnel[number]) == (track.ferry, track.tunnel)
        assert (table.carts[number], table.points[number]) == (track.carts, track.points)
        twin = int(table.twin[number])
        assert (board.tracks[twin].id if twin >= 0 else None) == track.twin


@on_every_board
def test_tickets(board: Board) -> None:
    table = board.table
    for number, ticket in enumerate(board.tickets):
        assert board.places[table.ticket_a[number]].id == ticket.a
        assert board.places[table.ticket_b[number]].id == ticket.b
        assert (table.value[number], table.long[number]) == (ticket.points, ticket.long)


@on_every_board
def test_near_lists_the_tracks_of_each_place(board: Board) -> None:
    table = board.table
    for number, place in enumerate(board.places):
        near = table.near[table.first[number] : table.first[number + 1]].tolist()
        assert near == [t for t, track in enumerate(board.tracks) if place.id in (track.a, track.b)]
    assert (table.first[len(board.places) :] == 2 * len(board.tracks)).all()


@on_every_board
def test_entries_beyond_the_counts_are_blank(board: Board) -> None:
    table = board.table
    beyond = len(board.tracks)
    for field in (
        "end_a",
        "end_b",
        "colour",
        "cost",
        "spaces",
        "piece",
        "ferry",
        "tunnel",
        "carts",
        "points",
    ):
        assert not table[field][beyond:].any(), field
    assert (table.twin[beyond:] == kernel.NOTHING).all()
    assert (table.flag[beyond:] == kernel.NOTHING).all()
    for field in ("ticket_a", "ticket_b", "value", "long"):
        assert not table[field][len(board.tickets) :].any(), field


def tracks_in(words: Any) -> list[int]:
    """The numbers in a bit set of tracks."""
    bits = [(word * kernel.WORD + bit) for word in range(len(words)) for bit in range(kernel.WORD)]
    return [track for track in bits if int(words[track // kernel.WORD]) >> track % kernel.WORD & 1]


@on_every_board
def test_bit_sets_of_affordable_tracks(board: Board) -> None:
    table = board.table
    assert (table.words - 1) * kernel.WORD < len(board.tracks) <= table.words * kernel.WORD
    everything = list(enumerate(board.tracks))
    for amount in range(kernel.MAX_LENGTH + 1):
        for number, colour in [*enumerate(board.colours), (kernel.GREY, "grey")]:
            cheap = [t for t, track in everything if track.colour == colour and track.cost <= amount]
            assert tracks_in(table.by_cost[number, amount]) == cheap
        for number, piece in enumerate(("main", "subway")):
            short = [t for t, track in everything if track.piece == piece and track.spaces <= amount]
            assert tracks_in(table.by_spaces[number, amount]) == short
        assert tracks_in(table.by_ferry[amount]) == [t for t, track in everything if track.ferry <= amount]


def test_card_game() -> None:
    board = load_board("cardgame")
    table = board.table
    assert table.dtype == CARD_BOARD
    assert (table.tickets, table.colours, table.min_seats, table.max_seats) == (46, 8, 2, 4)
    assert table.total.tolist() == [10] * 8 + [16]
    assert (table.deal, table.deal_wild) == (7, 1)
    assert (table.open_tickets, table.open_keep, table.draw_tickets) == (6, 1, 4)
    assert (table.second_seats, table.second_deal) == (4, 4)
    assert table.cities == 6
    assert table.bonus.tolist() == [8, 8, 10, 12, 12, 15, 0, 0]
    assert table.value.sum() == 581
    assert dict(zip(board.colours, table.need.sum(axis=0).tolist(), strict=True)) == {
        **dict.fromkeys(("black", "green", "red", "orange", "purple"), 16),
        **{"white": 17, "yellow": 17, "blue": 18},
    }
    cities = [bonus.place for bonus in board.bonuses]
    for number, ticket in enumerate(board.tickets):
        asked = {board.colours[c]: int(table.need[number, c]) for c in range(8) if table.need[number, c]}
        assert asked == ticket.cards
        named = {city for bit, city in enumerate(cities) if table.named[number] >> bit & 1}
        assert named == {ticket.a, ticket.b} & set(cities)
    assert not table.need[46:].any()
    assert not table.named[46:].any()
