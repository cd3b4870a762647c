"""A board as the record that the kernel works on."""

from aiguillage.boards.board import PIECE_KINDS, WILD, Board
from aiguillage.rules import numbers as kernel
from aiguillage.rules.cardgame_state import CARD_BOARD
from aiguillage.rules.records import AnyBoard, BoardRecord, CardBoardRecord
from aiguillage.rules.state import BOARD, new_record


def kernel_table(board: Board) -> AnyBoard:
    """The kernel's record of the board."""
    return _card_table(board) if board.family == "cards" else _board_table(board)


def _board_table(board: Board) -> BoardRecord:
    table: BoardRecord = new_record(BOARD)
    _fill_setup(board, table)
    _fill_scoring(board, table)
    _fill_tracks(board, table)
    _fill_tickets(board, table)
    return table


def _fill_printed(board: Board, table: AnyBoard) -> None:
    """What both families have."""
    table.tickets = len(board.tickets)
    table.colours = len(board.colours)
    table.min_seats = board.min_seats
    table.max_seats = board.max_seats
    for number, colour in enumerate(board.colours):
        table.total[number] = board.cards[colour]
    table.total[kernel.WILD] = board.cards[WILD]
    table.deal = board.deal
    table.open_keep = board.opening.keep
    table.draw_tickets = board.draw_tickets


def _fill_setup(board: Board, table: BoardRecord) -> None:
    table.places = len(board.places)
    table.tracks = len(board.tracks)
    _fill_printed(board, table)
    for number, kind in enumerate(PIECE_KINDS):
        table.pieces[number] = board.pieces.get(kind, 0)
    table.stations = board.stations
    table.goods = board.goods
    table.open_long = board.opening.long
    table.open_regular = board.opening.regular
    table.open_to_box = board.opening.rest == "box"
    table.may_stop = board.may_stop
    table.deck_needed = board.deck_needed
    table.closed_seats = board.twin_closed_up_to
    table.end_trigger = board.end_trigger


def _fill_scoring(board: Board, table: BoardRecord) -> None:
    table.station_points = board.station_points
    table.longest_points = board.longest_points
    for seats, by_rank in board.goods_points.items():
        table.goods_points[seats, : len(by_rank)] = by_rank
    table.flag_points = board.flag_points
    table.flag_colours[:] = kernel.NOTHING
    for number, colour in enumerate(board.flag_colours):
        table.flag_colours[number] = board.colours.index(colour)
    table.tie_stations = "stations" in board.ties


def _fill_tracks(board: Board, table: BoardRecord) -> None:
    table.flag[:] = kernel.NOTHING
    table.twin[:] = kernel.NOTHING
    near: list[list[int]] = [[] for _ in board.places]
    for number, track in enumerate(board.tracks):
        a, b = board.place_index[track.a], board.place_index[track.b]
        near[a].append(number)
        near[b].append(number)
        table.end_a[number] = a
        table.end_b[number] = b
        table.colour[number] = board.colours.index(track.colour) if track.colour in board.colours else kernel.GREY
        table.cost[number] = track.cost
        table.spaces[number] = track.spaces
        table.piece[number] = PIECE_KINDS.index(track.piece)
        table.ferry[number] = track.ferry
        table.tunnel[number] = track.tunnel
        table.carts[number] = track.carts
        table.points[number] = track.points
        if track.colour in board.flag_colours:
            table.flag[number] = board.flag_colours.index(track.colour)
        if track.twin is not None:
            table.twin[number] = board.track_index[track.twin]
    _fill_near(near, table)
    _fill_sets(table)


def _fill_near(near: list[list[int]], table: BoardRecord) -> None:
    """The tracks at each place, one list after the other."""
    end = 0
    for place in range(kernel.MAX_PLACES):
        table.first[place] = end
        for track in near[place] if place < len(near) else ():
            table.near[end] = track
            end += 1
    table.first[kernel.MAX_PLACES] = end


def _fill_sets(table: BoardRecord) -> None:
    """What so many cards, pieces or wilds are enough for, as bit sets of tracks."""
    table.words = -(-int(table.tracks) // kernel.WORD)
    for track in range(table.tracks):
        word, bit = track // kernel.WORD, 1 << track % kernel.WORD
        for amount in range(kernel.MAX_LENGTH + 1):
            if amount >= table.cost[track]:
                table.by_cost[table.colour[track], amount, word] |= bit
            if amount >= table.spaces[track]:
                table.by_spaces[table.piece[track], amount, word] |= bit
            if amount >= table.ferry[track]:
                table.by_ferry[amount, word] |= bit


def _fill_tickets(board: Board, table: BoardRecord) -> None:
    for number, ticket in enumerate(board.tickets):
        table.ticket_a[number] = board.place_index[ticket.a]
        table.ticket_b[number] = board.place_index[ticket.b]
        table.value[number] = ticket.points
        table.long[number] = ticket.long


def _card_table(board: Board) -> CardBoardRecord:
    """The record of the Card Game."""
    table: CardBoardRecord = new_record(CARD_BOARD)
    _fill_printed(board, table)
    table.deal_wild = board.deal_wild
    table.open_tickets = board.opening.regular
    table.second_seats = board.second_round_from
    table.second_deal = board.second_round_deal
    table.cities = len(board.bonuses)
    for number, bonus in enumerate(board.bonuses):
        table.bonus[number] = bonus.points
    cities = [bonus.place for bonus in board.bonuses]
    for number, ticket in enumerate(board.tickets):
        table.value[number] = ticket.points
        for colour, count in ticket.cards.items():
            table.need[number, board.colours.index(colour)] = count
        table.named[number] = sum(1 << cities.index(place) for place in {ticket.a, ticket.b} & set(cities))
    return table
