"""Stations (G1-G4)."""

from dataclasses import replace

import pytest

from aiguillage.boards import Ticket, load_board
from aiguillage.game import IllegalAction
from positions import discards, ending, hand, lay_out, settle, texts


def station_texts(game) -> list[str]:
    return [text for text in texts(game) if text.startswith("station")]


@pytest.mark.rule("G1")
def test_any_city_without_a_station_with_or_without_routes() -> None:
    game = lay_out("europe", hands={0: "1 red"}, claims={1: ["berlin-wien"]}, stations={1: ["wien", "roma"]})
    free = {f"station {place.id}" for place in game.board.places} - {"station wien", "station roma"}
    assert set(station_texts(game)) == free
    with pytest.raises(IllegalAction, match="has a station of seat 1 already") as refused:
        game.play("station wien")
    assert refused.value.rule == "G1"
    game.play("station moskva")
    assert game.view(None).stations == {"wien": 1, "roma": 1, "moskva": 0}


@pytest.mark.rule("G1")
def test_one_a_turn_and_not_twice_in_the_same_city() -> None:
    game = lay_out("europe", hands={0: "6 red"}, stations={0: ["wien"]})
    assert "station wien" not in texts(game)
    game.play("station roma")
    assert game.actor == 1


@pytest.mark.rule("G1")
def test_three_in_the_game() -> None:
    game = lay_out("europe", hands={0: "12 red"}, stations={0: ["wien", "roma", "paris"]}, market="blue " * 5)
    assert station_texts(game) == []
    with pytest.raises(IllegalAction, match="no station left") as refused:
        game.play("station moskva")
    assert refused.value.rule == "G1"


@pytest.mark.rule("G1")
def test_the_third_can_be_built_and_then_none_is_left() -> None:
    game = lay_out("europe", hands={0: "12 red"}, stations={0: ["wien"]}, deck="8 blue", rest=1)
    for place, left in (("roma", 1), ("paris", 0)):
        game.play(f"station {place}")
        assert game.view(None).players[0].stations == left
        game.play("blind")
        game.play("blind")
    assert station_texts(game) == []


@pytest.mark.rule("G1")
@pytest.mark.parametrize("title", ["amsterdam", "berlin", "paris"])
def test_there_are_no_stations_in_the_cities(title: str) -> None:
    game = lay_out(title, hands={0: "3 red"})
    assert station_texts(game) == []
    with pytest.raises(IllegalAction, match="no stations") as refused:
        game.play(f"station {load_board(title).places[0].id}")
    assert refused.value.rule == "G1"


@pytest.mark.rule("G2")
@pytest.mark.parametrize(
    ("built", "held", "ways"),
    [
        (0, "1 red 1 blue", {"pay 1 red", "pay 1 blue"}),
        (0, "1 red 1 wild", {"pay 1 red", "pay 1 wild"}),
        (1, "1 red 1 blue", None),
        (1, "2 red 3 blue", {"pay 2 red", "pay 2 blue"}),
        (1, "1 red 1 blue 1 wild", {"pay 1 red 1 wild", "pay 1 blue 1 wild"}),
        (2, "2 red 2 blue", None),
        (2, "2 red 2 wild", {"pay 2 red 1 wild", "pay 1 red 2 wild"}),
        (2, "3 wild 1 red", {"pay 3 wild", "pay 1 red 2 wild"}),
    ],
)
def test_the_first_costs_one_card_the_second_two_the_third_three(built: int, held: str, ways) -> None:
    game = lay_out("europe", hands={0: held}, stations={0: ["paris", "roma"][:built]})
    if ways is None:
        with pytest.raises(IllegalAction, match=f"costs {built + 1} cards of one colour") as refused:
            game.play("station wien")
        assert refused.value.rule == "G2"
        return
    game.play("station wien")
    assert set(texts(game)) == ways


@pytest.mark.rule("G2")
def test_the_cards_are_discarded() -> None:
    game = lay_out("europe", hands={0: "4 red"}, stations={0: ["paris"]})
    game.play("station wien")
    assert discards(game) == {"red": 2}
    assert hand(game, 0) == {"red": 2}
    assert game.position()["seats"][0]["stations"] == 1


@pytest.mark.rule("G2")
def test_a_wrong_payment_is_refused() -> None:
    game = lay_out("europe", hands={0: "4 red 2 wild"}, stations={0: ["paris"]})
    for paid in ("1 red", "3 red", "2 blue"):
        with pytest.raises(IllegalAction) as refused:
            game.play(f"station wien with {paid}")
        assert refused.value.rule == "G2"


@pytest.mark.rule("G3")
def test_a_station_borrows_one_route_of_an_opponent_at_its_city() -> None:
    claims = {0: ["paris-zurich", "venezia-zagrab"], 1: ["venezia-zurich"]}
    without = settle(ending("europe", claims=claims, tickets={0: ["paris-zagrab", "athina-angora"]}))
    assert without.seats[0].tickets == -7 - 5
    for place in ("zurich", "venezia"):
        game = ending("europe", claims=claims, tickets={0: ["paris-zagrab", "athina-angora"]}, stations={0: [place]})
        outcome = settle(game)
        ticket = next(t for t in outcome.seats[0].ticket_list if t.id == "paris-zagrab")
        assert ticket.done
        assert ticket.path == ["paris-zurich", "venezia-zurich", "venezia-zagrab"]
        assert ticket.borrowed == ["venezia-zurich"]
        assert outcome.seats[0].tickets == 7 - 5
    for place in ("paris", "zagrab"):
        game = ending("europe", claims=claims, tickets={0: ["paris-zagrab", "athina-angora"]}, stations={0: [place]})
        assert settle(game).seats[0].tickets == -7 - 5, "the route must end in the station's city"


@pytest.mark.rule("G3")
def test_a_station_borrows_one_single_route() -> None:
    """Two routes of an opponent in a row need two stations."""
    claims = {0: ["venezia-zagrab"], 1: ["paris-zurich", "venezia-zurich"]}
    tickets = {0: ["paris-zagrab", "athina-angora"]}
    one = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich"]}))
    assert one.seats[0].tickets == -7 - 5
    two = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich", "paris"]}))
    assert two.seats[0].tickets == 7 - 5


@pytest.mark.rule("G3")
def test_the_same_route_serves_all_tickets() -> None:
    """Zürich can lead to Paris or to Venezia, not to one for each ticket: the dearer one is chosen."""
    tickets = {0: ["paris-zagrab", "madrid-zurich"]}
    claims = {
        0: ["venezia-zagrab", "paris-zurich", "madrid-pamplona.1"],
        1: ["venezia-zurich", "pamplona-paris.1"],
    }
    outcome = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich", "paris"]}))
    assert outcome.seats[0].tickets == 7 + 8
    claims = {
        0: ["venezia-zagrab", "marseille-pamplona", "madrid-pamplona.1"],
        1: ["venezia-zurich", "marseille-zurich"],
    }
    tickets = {0: ["zurich-budapest", "madrid-zurich"], 1: ["athina-angora", "budapest-sofia"]}
    claims[0] += ["budapest-zagrab"]
    outcome = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich"]}))
    done = {ticket.id: ticket.done for ticket in outcome.seats[0].ticket_list}
    assert done == {"zurich-budapest": False, "madrid-zurich": True}
    assert outcome.seats[0].tickets == 8 - 6


@pytest.mark.rule("G3")
@pytest.mark.parametrize(
    ("one", "two", "beyond", "own"),
    [
        ("budapest", "zagrab", "venezia", "venezia-zagrab"),
        ("zagrab", "budapest", "sarajevo", "budapest-sarajevo"),
    ],
)
def test_equal_points_are_chosen_for_the_most_tickets(one: str, two: str, beyond: str, own: str) -> None:
    """From Wien one ticket of ten points or two of five: the two, whichever comes first on the board."""
    tickets = [
        Ticket("dear", "wien", one, 10),
        Ticket("cheap", "wien", two, 5),
        Ticket("last", "wien", beyond, 5),
    ]
    board = load_board("europe")
    game = ending(
        replace(board, tickets=(*board.tickets, *tickets)),
        claims={0: [own], 1: ["budapest-wien.1", "wien-zagrab"]},
        tickets={0: [ticket.id for ticket in tickets]},
        stations={0: ["wien"]},
    )
    done = {ticket.id: ticket.done for ticket in settle(game).seats[0].ticket_list}
    assert done == {"dear": False, "cheap": True, "last": True}


@pytest.mark.rule("G3")
@pytest.mark.parametrize("values", [(3, 9, 5), (9, 3, 5), (5, 3, 9)])
def test_the_choice_with_the_most_points_is_made(values: tuple[int, int, int]) -> None:
    """From Wien to one of three places, whichever comes first on the board."""
    ends = ("berlin", "budapest", "zagrab")
    tickets = [Ticket(f"to-{end}", "wien", end, value) for end, value in zip(ends, values, strict=True)]
    board = load_board("europe")
    game = ending(
        replace(board, tickets=(*board.tickets, *tickets)),
        claims={1: ["berlin-wien", "budapest-wien.1", "wien-zagrab"]},
        tickets={0: [ticket.id for ticket in tickets]},
        stations={0: ["wien"]},
    )
    assert settle(game).seats[0].tickets == 9 - 5 - 3


@pytest.mark.rule("G3")
def test_own_routes_and_free_routes_are_not_borrowed() -> None:
    tickets = {0: ["paris-zagrab", "athina-angora"]}
    claims = {0: ["paris-zurich", "venezia-zagrab"]}
    outcome = settle(ending("europe", claims=claims, tickets=tickets, stations={0: ["zurich", "venezia"]}))
    assert outcome.seats[0].tickets == -7 - 5, "a free route is nobody's"


@pytest.mark.rule("G4")
def test_every_station_not_built_is_worth_four_points() -> None:
    game = ending("europe", 3, stations={0: ["wien"], 1: ["roma", "paris", "brest"]})
    assert [seat.stations for seat in settle(game).seats] == [8, 0, 12]
    assert [seat.stations_built for seat in game.outcome().seats] == [1, 3, 0]
    assert all(seat.stations == 0 for seat in settle(ending("amsterdam")).seats)
