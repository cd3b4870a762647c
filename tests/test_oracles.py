"""The final count against slow, independent oracles, on random positions (E2-E4, G3, M3-M5).

Tickets and stations: networkx on every choice of borrowed routes, none included. The longest path: every walk, one
step at a time. Ranks: sorting. Nothing here looks at how the kernel does it.
"""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import networkx as nx
import pytest

from aiguillage.boards import Board, load_board
from aiguillage.game.kernels import COMPILED, INTERPRETED
from aiguillage.rules.numbers import NOBODY
from aiguillage.rules.state import SCRATCH, STATE, new_record
from networks import dense_position, distances, longest_walk, owned

TITLES = ("europe", "amsterdam", "berlin", "paris")


def random_position(board: Board, chance: random.Random) -> Any:
    """A record with routes, stations, tickets and merchandise dealt out at random, within the rules."""
    state, scratch = new_record(STATE), new_record(SCRATCH)
    seats = chance.randint(board.min_seats, board.max_seats)
    COMPILED.turn.setup(board.table, state, seats, 0, chance.getrandbits(60), 0, scratch)
    state.ticket_at[: len(board.tickets)] = -3
    density = chance.random()
    for number in grow(board, chance):
        seat = chance.randrange(seats) if chance.random() < 0.4 else number * 7 % seats
        track, twin = board.tracks[number], int(board.table.twin[number])
        kind = int(board.table.piece[number])
        free = twin < 0 or (
            state.owner[twin] != seat if seats > board.twin_closed_up_to else state.owner[twin] == NOBODY
        )
        if chance.random() < density and free and state.pieces[seat, kind] >= track.spaces:
            state.owner[number] = seat
            state.pieces[seat, kind] -= track.spaces
            state.route_points[seat] += track.points
            state.goods[seat] += int(track.carts)
    for seat in range(seats):
        for place in chance.sample(range(len(board.places)), chance.randint(0, board.stations)):
            if state.station_at[place] == NOBODY:
                state.station_at[place] = seat
                state.stations[seat] -= 1
    for number in range(len(board.tickets)):
        seat = chance.randrange(seats + 1)
        if seat < seats:
            state.ticket_at[number] = seat
            state.ticket_n[seat] += 1
    return state


def grow(board: Board, chance: random.Random) -> Iterator[int]:
    """The tracks, those near a random place first, so that networks have loops and forks."""
    away = distances(board, chance)
    order = sorted(range(len(board.tracks)), key=lambda n: away[n] + 2 * chance.random())
    return iter(order[: chance.randint(4, 34)])


def best_tickets(board: Board, state: Any, seat: int) -> tuple[int, int]:
    """Ticket points and completed tickets with the best of all ways to use the stations."""
    stations = [n for n in range(len(board.places)) if state.station_at[n] == seat]
    choices: list[list[int | None]] = []
    for place in stations:
        name = board.places[place].id
        foreign = [
            number
            for number, track in enumerate(board.tracks)
            if name in (track.a, track.b) and state.owner[number] not in (NOBODY, seat)
        ]
        choices.append([None, *foreign])
    tickets = [ticket for number, ticket in enumerate(board.tickets) if state.ticket_at[number] == seat]
    own = nx.Graph((board.tracks[n].a, board.tracks[n].b) for n in owned(board, state, seat))
    own.add_nodes_from(place.id for place in board.places)
    piece = {place: label for label, part in enumerate(nx.connected_components(own)) for place in part}
    best = (-10_000, -1)
    for borrowed in product(*choices):
        joined = nx.Graph((piece[board.tracks[n].a], piece[board.tracks[n].b]) for n in borrowed if n is not None)
        joined.add_nodes_from(piece.values())
        whole = {label: i for i, part in enumerate(nx.connected_components(joined)) for label in part}
        done = [ticket for ticket in tickets if whole[piece[ticket.a]] == whole[piece[ticket.b]]]
        points = 2 * sum(ticket.points for ticket in done) - sum(ticket.points for ticket in tickets)
        best = max(best, (points, len(done)))
    return best


def check_count(board: Board, state: Any) -> None:
    """Count the position with the kernel and with the oracles."""
    scratch, seats = new_record(SCRATCH), range(int(state.seats))
    COMPILED.score.final_count(board.table, state, scratch)
    for seat in seats:
        assert (state.ticket_points[seat], state.made[seat]) == best_tickets(board, state, seat)
        check_borrowed(board, state, seat)
        if board.longest_points:
            assert state.longest[seat] == longest_walk(board, state, seat)
            check_trail(board, state, seat)
        else:
            assert state.longest[seat] == 0
        assert state.station_points[seat] == board.station_points * state.stations[seat]
    check_bonus(board, state)
    check_ranks(board, state)


def check_trail(board: Board, state: Any, seat: int) -> None:
    """The tracks that the kernel names are the seat's, as long as it says, and can be walked in one go."""
    scratch = new_record(SCRATCH)
    COMPILED.score.find_components(board.table, state, scratch)
    count = COMPILED.trail.list_trail(board.table, state, seat, scratch)
    tracks = [int(number) for number in scratch.best_trail[:count]]
    assert len(set(tracks)) == count
    assert set(tracks) <= set(owned(board, state, seat))
    assert sum(board.tracks[n].spaces for n in tracks) == state.longest[seat]
    walked = nx.MultiGraph((board.tracks[n].a, board.tracks[n].b) for n in tracks)
    assert not tracks or nx.has_eulerian_path(walked)


def check_borrowed(board: Board, state: Any, seat: int) -> None:
    """What the kernel says it borrowed is an opponent's, at a station each, and makes the tickets it counted."""
    borrowed = [int(number) for number in state.borrowed[seat] if number >= 0]
    stations = [board.places[n].id for n in range(len(board.places)) if state.station_at[n] == seat]
    ends = [{board.tracks[number].a, board.tracks[number].b} & set(stations) for number in borrowed]
    assert all(state.owner[number] not in (NOBODY, seat) for number in borrowed)
    assert not borrowed or any(len(set(pick)) == len(pick) for pick in product(*ends)), (
        "a station each for the borrowed routes"
    )
    graph = nx.Graph([(place.id, place.id) for place in board.places])
    graph.add_edges_from((board.tracks[n].a, board.tracks[n].b) for n in [*owned(board, state, seat), *borrowed])
    made = sum(
        nx.has_path(graph, ticket.a, ticket.b)
        for number, ticket in enumerate(board.tickets)
        if state.ticket_at[number] == seat
    )
    assert made == state.made[seat]


def check_bonus(board: Board, state: Any) -> None:
    seats = range(int(state.seats))
    longest = max(state.longest[seat] for seat in seats)
    for seat in seats:
        deserves = board.longest_points and longest > 0 and state.longest[seat] == longest
        assert state.longest_points[seat] == (10 if deserves else 0)
        table = {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}.get(len(seats), ())
        rank = sorted(-int(state.goods[other]) for other in seats).index(-int(state.goods[seat]))
        assert state.goods_points[seat] == (table[rank] if board.goods and state.goods[seat] else 0)


def check_ranks(board: Board, state: Any) -> None:
    seats = range(int(state.seats))
    keys = {}
    for seat in seats:
        parts = ("route", "flag", "ticket", "station", "goods", "longest")
        total = sum(int(state[f"{part}_points"][seat]) for part in parts)
        assert total == state.total[seat]
        key: tuple[int, ...] = (total, int(state.made[seat]))
        if board.stations:
            built = board.stations - int(state.stations[seat])
            key += (-built, int(state.longest[seat]))
        keys[seat] = key
    order = sorted(keys.values(), reverse=True)
    for seat in seats:
        assert state.rank[seat] == order.index(keys[seat]) + 1


@pytest.mark.rule("E2", "E3", "E4", "G3", "G4", "M3", "M4", "M5")
@pytest.mark.parametrize("title", TITLES)
def test_final_count_against_the_oracles(title: str) -> None:
    board, chance = load_board(title), random.Random(f"oracle {title}")
    for _ in range(1000 if title == "europe" else 500):
        check_count(board, random_position(board, chance))


@pytest.mark.rule("E3")
def test_the_longest_path_of_dense_networks() -> None:
    """Many loops and many odd places: what walking every trail would take too long for, and is searched instead."""
    board, chance = load_board("europe"), random.Random("dense")
    for _ in range(250):
        check_count(board, dense_position(board, chance))


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_final_count_against_the_oracles_at_length(title: str) -> None:
    board, chance = load_board(title), random.Random(f"long oracle {title}")
    for _ in range(20_000):
        check_count(board, random_position(board, chance))


@pytest.mark.rule("E4")
def test_ranks_of_equal_seats() -> None:
    """Totals, tickets, stations and paths drawn from so few numbers that ties are the rule."""
    chance = random.Random("ties")
    for title in TITLES:
        board = load_board(title)
        for _ in range(300):
            state = new_record(STATE)
            COMPILED.turn.setup(board.table, state, board.max_seats, 0, 0, 0, new_record(SCRATCH))
            for seat in range(board.max_seats):
                state.total[seat] = state.route_points[seat] = chance.randint(0, 1)
                state.made[seat] = chance.randint(0, 1)
                if board.stations:
                    state.stations[seat] = chance.randint(2, 3)
                    state.longest[seat] = chance.randint(4, 5)
            INTERPRETED.score.rank_seats(board.table, state)
            check_ranks(board, state)
            check_tie_break(board, state)


def check_tie_break(board: Board, state: Any) -> None:
    """What is said to have decided is the first thing in which the winner and the best of the equals differ."""
    seats = range(int(state.seats))
    winners = [seat for seat in seats if state.rank[seat] == 1]
    equal = [seat for seat in seats if state.total[seat] == state.total[winners[0]]]
    said = max(int(state.tie_break[seat]) for seat in winners)
    columns = [state.made] if not board.stations else [state.made, state.stations, state.longest]
    if len(equal) == 1:
        assert said == 0
    elif len(winners) > 1:
        assert said == 4
    else:
        rivals = [seat for seat in equal if seat not in winners]
        firsts = [
            next(i for i, column in enumerate(columns, 1) if column[winners[0]] != column[rival]) for rival in rivals
        ]
        assert said == max(firsts)
