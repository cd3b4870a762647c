"""The final count: tickets, the longest path, ranks and ties (E2-E4)."""

from dataclasses import replace

import pytest

from aiguillage.boards import Ticket, load_board
from positions import ending, settle


@pytest.mark.rule("E2")
def test_a_ticket_adds_its_value_if_joined_and_subtracts_it_if_not() -> None:
    claims, tickets = {0: ["brest-paris", "marseille-paris"]}, {0: ["brest-marseille", "athina-angora"]}
    result = settle(ending("europe", claims=claims, tickets=tickets)).seats[0]
    assert result.tickets == 7 - 5
    paths = {ticket.id: (ticket.done, ticket.path) for ticket in result.ticket_list}
    assert paths == {"brest-marseille": (True, claims[0]), "athina-angora": (False, [])}


@pytest.mark.rule("E2")
@pytest.mark.parametrize("title", ["amsterdam", "berlin", "paris"])
def test_in_the_cities_too(title: str) -> None:
    board = load_board(title)
    track = next(track for track in board.tracks if track.twin is None)
    elsewhere = next(place.id for place in board.places if place.id not in (track.a, track.b))
    tickets = (Ticket("near", track.a, track.b, 5), Ticket("far", track.a, elsewhere, 3))
    game = ending(
        replace(board, tickets=(*board.tickets, *tickets)),
        claims={0: [track.id]},
        tickets={0: ["near", "far"], 1: [board.tickets[0].id]},
    )
    result = settle(game).seats
    assert result[0].tickets == 5 - 3
    assert result[1].tickets == -board.tickets[0].points


@pytest.mark.rule("E2")
def test_the_path_must_be_ones_own_and_continuous() -> None:
    claims = {0: ["brest-paris"], 1: ["marseille-paris"]}
    outcome = settle(ending("europe", claims=claims, tickets={0: ["brest-marseille", "athina-angora"]}))
    assert outcome.seats[0].tickets == -12


def longest(*tracks: str) -> int:
    return settle(ending("europe", claims={0: list(tracks)})).seats[0].trail_length


@pytest.mark.rule("E3")
def test_the_longest_path() -> None:
    assert longest() == 0
    assert longest("paris-zurich") == 3
    assert longest("paris-zurich", "cadiz-lisboa") == 3, "not connected"
    assert longest("paris-zurich", "munchen-zurich", "munchen-wien") == 8
    fork = ("paris-zurich", "marseille-zurich", "venezia-zurich")
    assert longest(*fork) == 5, "a fork: the two longest arms"
    loop = ("paris-zurich", "marseille-zurich", "marseille-paris")
    assert longest(*loop) == 9, "a loop comes back to its start"
    assert longest(*loop, "brest-paris") == 12, "a loop with a tail"
    assert longest(*loop, "brest-paris", "venezia-zurich") == 12, "round the loop beats the second tail"
    assert longest(*loop, "brest-paris", "venezia-zurich", "barcelona-marseille") == 13
    eight = (*loop, "munchen-zurich", "munchen-venezia", "venezia-zurich")
    assert longest(*eight) == 15, "two loops through one city"


@pytest.mark.rule("E3")
def test_ten_points_for_the_longest_and_for_all_who_tie() -> None:
    claims = {0: ["paris-zurich"], 1: ["cadiz-madrid"], 2: ["cadiz-lisboa"]}
    outcome = settle(ending("europe", 3, claims=claims))
    assert [seat.longest for seat in outcome.seats] == [10, 10, 0]
    assert [seat.trail_length for seat in outcome.seats] == [3, 3, 2]
    assert [seat.trail for seat in outcome.seats] == [["paris-zurich"], ["cadiz-madrid"], ["cadiz-lisboa"]]


@pytest.mark.rule("E3")
def test_nobody_has_a_path_nobody_scores_it() -> None:
    assert [seat.longest for seat in settle(ending("europe")).seats] == [0, 0]


@pytest.mark.rule("E3")
def test_borrowed_routes_do_not_count_for_the_longest_path() -> None:
    claims = {0: ["paris-zurich", "venezia-zagrab"], 1: ["venezia-zurich"]}
    tickets = {0: ["paris-zagrab", "athina-angora"]}
    result = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich"]})).seats[0]
    assert result.ticket_list[1].borrowed == ["venezia-zurich"]
    assert result.trail_length == 3


@pytest.mark.rule("E3")
def test_only_europe_scores_the_longest_path() -> None:
    for title in ("amsterdam", "berlin", "paris"):
        track = load_board(title).tracks[0].id
        assert [seat.longest for seat in settle(ending(title, claims={0: [track]})).seats] == [0, 0]


def europe(special: list[Ticket], **layout):
    """Europe with tickets of our own, so that points can be made to measure."""
    board = load_board("europe")
    return settle(ending(replace(board, tickets=(*board.tickets, *special)), **layout))


@pytest.mark.rule("E4")
def test_most_points_win() -> None:
    outcome = settle(ending("europe", 3, claims={1: ["paris-zurich"], 2: ["cadiz-lisboa"]}))
    totals = [seat.total for seat in outcome.seats]
    order = sorted(range(3), key=lambda seat: -totals[seat])
    assert [outcome.seats[seat].rank for seat in order] == [1, 2, 3]
    assert outcome.winners == [order[0]]
    assert outcome.tie_break is None


# Two players with the same total in every test below; what they differ in is the tie-break.


@pytest.mark.rule("E4")
def test_first_tie_break_most_completed_tickets() -> None:
    tickets = [
        Ticket("t1", "paris", "zurich", 4),
        Ticket("t2", "paris", "zurich", 2),
        Ticket("t3", "cadiz", "madrid", 6),
        Ticket("t4", "moskva", "paris", 1),
        Ticket("t5", "moskva", "zurich", 1),
    ]
    layout = {"claims": {0: ["cadiz-madrid"], 1: ["paris-zurich"]}}
    outcome = europe(tickets, tickets={0: ["t3", "t4"], 1: ["t1", "t2", "t5"]}, **layout)
    assert outcome.seats[0].total == outcome.seats[1].total
    assert [seat.rank for seat in outcome.seats] == [2, 1]
    assert outcome.tie_break == "tickets"
    assert outcome.winners == [1]


@pytest.mark.rule("E4")
def test_second_tie_break_fewest_stations() -> None:
    tickets = [
        Ticket("t1", "paris", "zurich", 6),
        Ticket("t2", "cadiz", "madrid", 2),
        Ticket("t3", "moskva", "paris", 1),
        Ticket("t4", "moskva", "zurich", 1),
    ]
    outcome = europe(
        tickets,
        tickets={0: ["t1", "t3"], 1: ["t2", "t4"]},
        claims={0: ["paris-zurich"], 1: ["cadiz-madrid"]},
        stations={0: ["wien"]},
    )
    assert outcome.seats[0].total == outcome.seats[1].total
    assert [seat.rank for seat in outcome.seats] == [2, 1]
    assert outcome.tie_break == "stations"


@pytest.mark.rule("E4")
def test_third_tie_break_longest_path() -> None:
    """Seat 2 has the longest path of all, so that the ten points do not decide between 0 and 1."""
    tickets = [
        Ticket("t1", "paris", "zurich", 1),
        Ticket("t2", "cadiz", "lisboa", 3),
        Ticket("t3", "moskva", "paris", 1),
        Ticket("t4", "moskva", "zurich", 1),
        Ticket("t5", "moskva", "wien", 60),
        Ticket("t6", "moskva", "roma", 1),
    ]
    outcome = europe(
        tickets,
        seats=3,
        tickets={0: ["t2", "t4"], 1: ["t1", "t3"], 2: ["t5", "t6"]},
        claims={0: ["cadiz-lisboa"], 1: ["paris-zurich"], 2: ["petrograd-stockholm"]},
    )
    assert outcome.seats[0].total == outcome.seats[1].total
    assert [seat.rank for seat in outcome.seats] == [2, 1, 3]
    assert outcome.tie_break == "longest"


@pytest.mark.rule("E4")
def test_still_tied_shared_victory() -> None:
    outcome = settle(
        ending(
            "europe",
            3,
            claims={0: ["cadiz-madrid"], 1: ["paris-zurich"]},
            tickets={0: ["athina-angora", "budapest-sofia"], 1: ["frankfurt-kobenhavn", "rostov-erzurum"]},
        )
    )
    assert outcome.winners == [0, 1]
    assert [seat.rank for seat in outcome.seats] == [1, 1, 3]
    assert outcome.tie_break == "shared"


@pytest.mark.rule("E4")
@pytest.mark.parametrize("title", ["amsterdam", "berlin", "paris"])
def test_in_the_cities_tickets_decide_then_victory_is_shared(title: str) -> None:
    board = load_board(title)
    one, other = [t for t in board.tracks if t.twin is None and not t.carts and t.cost == 2][:2]
    tickets = (
        Ticket("t1", one.a, one.b, 5),
        Ticket("t2", other.a, other.b, 3),
        Ticket("t3", other.a, other.b, 2),
        Ticket("t4", other.a, other.b, 5),
    )
    board = replace(board, tickets=(*board.tickets, *tickets))
    claims = {0: [one.id], 1: [other.id]}
    more = settle(ending(board, claims=claims, tickets={0: ["t1"], 1: ["t2", "t3"]}))
    assert more.seats[0].total == more.seats[1].total
    assert more.winners == [1]
    assert more.tie_break == "tickets"
    same = settle(ending(board, claims=claims, tickets={0: ["t1"], 1: ["t4"]}))
    assert same.winners == [0, 1]
    assert same.tie_break == "shared"


@pytest.mark.rule("E2", "E3", "E4", "G4")
def test_the_total_is_the_sum_of_its_parts() -> None:
    claims = {0: ["brest-paris", "marseille-paris"], 1: ["cadiz-lisboa"]}
    outcome = settle(
        ending("europe", claims=claims, tickets={0: ["brest-marseille", "athina-angora"]}, stations={0: ["wien"]})
    )
    first = outcome.seats[0]
    assert (first.routes, first.tickets, first.longest, first.stations) == (4 + 7, 7 - 5, 10, 8)
    assert first.total == 11 + 2 + 10 + 8
