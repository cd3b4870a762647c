"""The five boards hold what their boxes hold."""

from collections import Counter

import networkx as nx
import pytest

from aiguillage.boards import GREY, WILD, Board, board_names, load_board

EUROPE, AMSTERDAM, BERLIN, PARIS, CARDGAME = (load_board(name) for name in board_names())
BOARD_GAMES = (EUROPE, AMSTERDAM, BERLIN, PARIS)
CITIES = (AMSTERDAM, BERLIN, PARIS)


def doubles(board: Board) -> int:
    return len([track for track in board.tracks if track.twin]) // 2


def colours(board: Board) -> Counter[str]:
    return Counter(track.colour for track in board.tracks)


def shortest(board: Board, a: str, b: str) -> int:
    """The cheapest path, trams by spaces and subways by cards."""
    graph = nx.Graph()
    for track in board.tracks:
        graph.add_edge(track.a, track.b, cost=track.cost)
    return int(nx.shortest_path_length(graph, a, b, weight="cost"))


@pytest.mark.rule("S1")
def test_europe_box() -> None:
    assert (EUROPE.min_seats, EUROPE.max_seats) == (2, 5)
    assert EUROPE.pieces == {"main": 45}
    assert EUROPE.stations == 3
    assert EUROPE.colours == ("blue", "purple", "orange", "white", "green", "yellow", "black", "red")
    assert EUROPE.cards == dict.fromkeys(EUROPE.colours, 12) | {WILD: 14}
    assert sum(EUROPE.cards.values()) == 110
    assert Counter(ticket.long for ticket in EUROPE.tickets) == {False: 40, True: 6}


@pytest.mark.rule("S2")
def test_amsterdam_box() -> None:
    assert (AMSTERDAM.min_seats, AMSTERDAM.max_seats) == (2, 4)
    assert AMSTERDAM.pieces == {"main": 16}
    assert AMSTERDAM.goods == 16
    assert AMSTERDAM.colours == ("pink", "blue", "green", "black", "red", "orange")
    assert AMSTERDAM.cards == dict.fromkeys(AMSTERDAM.colours, 6) | {WILD: 8}
    assert len(AMSTERDAM.tickets) == 24


@pytest.mark.rule("S3")
def test_berlin_box() -> None:
    assert (BERLIN.min_seats, BERLIN.max_seats) == (2, 4)
    assert BERLIN.pieces == {"main": 11, "subway": 5}
    assert BERLIN.colours == ("blue", "green", "black", "pink", "red", "orange")
    assert BERLIN.cards == dict.fromkeys(BERLIN.colours, 6) | {WILD: 8}
    assert len(BERLIN.tickets) == 22


@pytest.mark.rule("S4")
def test_paris_box() -> None:
    assert (PARIS.min_seats, PARIS.max_seats) == (2, 4)
    assert PARIS.pieces == {"main": 15}
    assert PARIS.cards == {
        "blue": 6,
        "white": 8,
        "red": 6,
        "yellow": 6,
        "green": 6,
        "purple": 6,
        WILD: 8,
    }
    assert len(PARIS.tickets) == 20


def test_europe_routes() -> None:
    assert len(EUROPE.places) == 47
    assert len(EUROPE.tracks) == 101
    assert doubles(EUROPE) == 11
    assert colours(EUROPE) == dict.fromkeys(EUROPE.colours, 8) | {GREY: 37}
    assert sum(track.spaces for track in EUROPE.tracks) == 300
    assert sum(track.tunnel for track in EUROPE.tracks) == 18
    assert sum(track.ferry > 0 for track in EUROPE.tracks) == 13
    longest = max(EUROPE.tracks, key=lambda track: track.spaces)
    assert (longest.id, longest.spaces, longest.tunnel) == ("petrograd-stockholm", 8, True)


@pytest.mark.rule("R6")
def test_europe_points() -> None:
    points = {(track.cost, track.points) for track in EUROPE.tracks}
    assert points == {(1, 1), (2, 2), (3, 4), (4, 7), (6, 15), (8, 21)}


@pytest.mark.rule("F1")
def test_ferries_are_grey() -> None:
    ferries = [track for track in EUROPE.tracks if track.ferry]
    assert {track.colour for track in ferries} == {GREY}
    assert EUROPE.track("palermo-smyrna").ferry == 2


def test_europe_long_tickets() -> None:
    assert {ticket.id: ticket.points for ticket in EUROPE.tickets if ticket.long} == {
        "brest-petrograd": 20,
        "cadiz-stockholm": 21,
        "edinburgh-athina": 21,
        "kobenhavn-erzurum": 21,
        "lisboa-danzig": 20,
        "palermo-moskva": 20,
    }
    assert {ticket.points for ticket in EUROPE.tickets if not ticket.long} == {5, 6, 7, 8, 9, 10, 11, 12, 13}


def test_amsterdam_routes() -> None:
    assert len(AMSTERDAM.places) == 17
    assert len(AMSTERDAM.tracks) == 45
    assert doubles(AMSTERDAM) == 13
    assert sum(track.carts for track in AMSTERDAM.tracks) == 16


@pytest.mark.rule("M3")
def test_amsterdam_goods_points() -> None:
    assert AMSTERDAM.goods_points == {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}


@pytest.mark.rule("B2", "B3")
def test_berlin_routes() -> None:
    assert len(BERLIN.places) == 19
    trams = [track for track in BERLIN.tracks if track.piece == "main"]
    subways = [track for track in BERLIN.tracks if track.piece == "subway"]
    assert (len(trams), len(subways)) == (25, 20)
    assert all(track.spaces == track.cost for track in trams)
    assert {track.spaces for track in subways} == {1}
    assert {(track.cost, track.points) for track in subways} == {(2, 2), (3, 3), (4, 5), (5, 7)}
    assert {(track.cost, track.points) for track in trams} == {(1, 1), (2, 2), (3, 4), (4, 7)}


@pytest.mark.rule("B5")
def test_end_triggers() -> None:
    assert [board.end_trigger for board in BOARD_GAMES] == [2, 2, 1, 2]


@pytest.mark.rule("P1")
def test_paris_routes() -> None:
    assert len(PARIS.places) == 17
    assert len(PARIS.tracks) == 45
    assert GREY not in colours(PARIS)
    lengths = {(track.colour, track.spaces) for track in PARIS.tracks}
    assert {length for colour, length in lengths if colour == "blue"} == {1}
    assert {length for colour, length in lengths if colour == "yellow"} == {2}
    assert {length for _, length in lengths} == {1, 2, 3}
    singles = Counter(track.spaces for track in PARIS.tracks if track.twin is None)
    assert singles == {3: 4, 2: 2, 1: 1}


@pytest.mark.rule("P3")
def test_paris_flag() -> None:
    assert (PARIS.flag_colours, PARIS.flag_points) == (("blue", "white", "red"), 4)


@pytest.mark.parametrize("board", CITIES, ids=lambda board: board.id)
def test_city_tickets_are_worth_their_shortest_path(board: Board) -> None:
    assert {t.id: t.points for t in board.tickets} == {t.id: shortest(board, t.a, t.b) for t in board.tickets}


@pytest.mark.rule("S5", "S7", "S8", "K1", "R9")
def test_deals() -> None:
    assert [board.deal for board in BOARD_GAMES] == [4, 2, 2, 2]
    opening = EUROPE.opening
    assert (opening.long, opening.regular, opening.keep, opening.rest) == (1, 3, 2, "box")
    for board in CITIES:
        assert (board.opening.long, board.opening.regular, board.opening.keep) == (0, 2, 1)
        assert board.opening.rest == "deck"
    assert [board.draw_tickets for board in BOARD_GAMES] == [3, 2, 2, 2]
    assert [board.twin_closed_up_to for board in BOARD_GAMES] == [3, 2, 2, 2]


@pytest.mark.rule("E3", "E4", "G4")
def test_bonuses_and_ties() -> None:
    assert [board.longest_points for board in BOARD_GAMES] == [10, 0, 0, 0]
    assert [board.station_points for board in BOARD_GAMES] == [4, 0, 0, 0]
    assert EUROPE.ties == ("tickets", "stations", "longest")
    assert {board.ties for board in CITIES} == {("tickets",)}


@pytest.mark.rule("R8", "R10")
@pytest.mark.parametrize("board", BOARD_GAMES, ids=lambda board: board.id)
def test_double_routes_join_the_same_places(board: Board) -> None:
    for track in board.tracks:
        ends = {track.a, track.b}
        same = [other.id for other in board.tracks if {other.a, other.b} == ends and other is not track]
        assert same == ([track.twin] if track.twin else [])
        if track.twin:
            assert board.track(track.twin).twin == track.id
            assert {track.id[-2:], track.twin[-2:]} == {".1", ".2"}


@pytest.mark.parametrize("board", BOARD_GAMES, ids=lambda board: board.id)
def test_places_lie_on_the_canvas(board: Board) -> None:
    for place in board.places:
        assert place.at is not None
        assert 0 < place.at[0] < 1600
        assert 0 < place.at[1] < 1100


@pytest.mark.rule("C1", "C2", "C3")
def test_card_game_box() -> None:
    assert CARDGAME.family == "cards"
    assert (CARDGAME.min_seats, CARDGAME.max_seats) == (2, 4)
    assert CARDGAME.cards == dict.fromkeys(EUROPE.colours, 10) | {WILD: 16}
    assert (CARDGAME.deal, CARDGAME.deal_wild) == (7, 1)
    assert len(CARDGAME.tickets) == 46
    assert (CARDGAME.opening.regular, CARDGAME.opening.keep, CARDGAME.opening.rest) == (6, 1, "shuffled")
    assert {bonus.place: bonus.points for bonus in CARDGAME.bonuses} == {
        "seattle": 8,
        "miami": 8,
        "dallas": 10,
        "chicago": 12,
        "los-angeles": 12,
        "new-york": 15,
    }


@pytest.mark.rule("C14", "C17", "C20")
def test_card_game_switches() -> None:
    assert CARDGAME.draw_tickets == 4
    assert (CARDGAME.second_round_from, CARDGAME.second_round_deal) == (4, 4)
    assert CARDGAME.ties == ("tickets", "bonus")


def test_card_game_tickets() -> None:
    tickets = CARDGAME.tickets
    assert sum(ticket.points for ticket in tickets) == 581
    for ticket in tickets:
        assert sum(ticket.cards.values()) == -(-ticket.points // 5)
        assert max(ticket.cards.values()) <= 2
    asked: Counter[str] = Counter()
    for ticket in tickets:
        asked.update(ticket.cards)
    assert asked == {
        **dict.fromkeys(("black", "green", "red", "orange", "purple"), 16),
        **{"white": 17, "yellow": 17, "blue": 18},
    }
    ends = Counter(end for ticket in tickets for end in (ticket.a, ticket.b))
    assert [ends[bonus.place] for bonus in CARDGAME.bonuses] == [10, 10, 10, 11, 10, 11]
    assert CARDGAME.ticket("chicago-new-york").cards == {"yellow": 1}
    assert CARDGAME.ticket("new-york-chicago").cards == {"blue": 1}


def test_only_berlin_and_paris_are_boards_of_our_own() -> None:
    assert [load_board(name).own_design for name in board_names()] == [False, False, True, True, False]
    assert AMSTERDAM.sources["tickets"].provenance == "partly documented"
    assert {source.provenance for source in EUROPE.sources.values()} == {"documented"}
