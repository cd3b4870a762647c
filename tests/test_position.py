"""Positions: written down and set up again, and refused with the reason if they cannot occur (docs/positions.md)."""

import copy
import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aiguillage.boards import load_board
from aiguillage.game import Game, PositionError
from aiguillage.game.words import phase_name
from aiguillage.rules.phases import Phase
from card_invariants import check_card_table
from invariants import check_conserved
from positions import lay_out

TITLES = {
    "europe": (2, 3, 4, 5),
    **dict.fromkeys(("amsterdam", "berlin", "paris", "cardgame"), (2, 3, 4)),
}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]


def random_positions(title: str, seats: int, share: float, seed: int = 0) -> Any:
    chance = random.Random(f"positions {title} {seats} {seed}")
    game = Game.new(title, seats, seed=seed)
    while not game.over:
        if chance.random() < share:
            yield game
        seat = chance.choice(game.choosing) if game.choosing else None
        game.play(chance.choice(game.legal_actions(seat)), seat)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_positions_round_trip(title: str, seats: int) -> None:
    for game in random_positions(title, seats, 0.25):
        position = json.loads(json.dumps(game.position()))
        again = Game.from_position(position)
        assert again.position() == position
        for seat in (*range(seats), None):
            assert again.view(seat).to_dict() == game.view(seat).to_dict()


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_game_goes_on_from_a_position_as_it_would_have(title: str, seats: int) -> None:
    """The generator is part of the position, so the same decisions bring the same cards."""
    chance = random.Random("go on")
    for game in random_positions(title, seats, 0.05, seed=1):
        one, other = (Game.from_position(game.position()) for _ in range(2))
        original = Game.from_record(game.record())
        for _ in range(12):
            if original.over:
                break
            action = chance.choice(original.legal_actions())
            for branch in (one, other, original):
                branch.play(action.text)
        assert one.state_bytes() == other.state_bytes()
        assert one.position() == original.position()


def valid() -> dict[str, Any]:
    game = lay_out(
        "europe",
        3,
        hands={0: "4 red 1 wild", 1: "2 blue"},
        shown={0: "1 red"},
        claims={0: ["paris-zurich"], 1: ["cadiz-lisboa"]},
        stations={2: ["wien"]},
    )
    return game.position()


def check_refusal(position: dict[str, Any], reason: str | None) -> None:
    """The position is refused for that reason; None: it is taken as it is."""
    if reason is None:
        assert Game.from_position(position).position() == position
        return
    with pytest.raises(PositionError, match=reason):
        Game.from_position(position)


def put(position: dict[str, Any], path: str, value: Any) -> None:
    """Set `seats.0.hand.red` and the like; the value ... removes the field."""
    *folders, name = path.split(".")
    data: Any = position
    for folder in folders:
        data = data[int(folder)] if isinstance(data, list) else data[folder]
    if value is ...:
        del data[name]
    elif isinstance(data, list):
        data[int(name)] = value
    else:
        data[name] = value


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        # the form
        ("game", ..., "has no field 'game'"),
        ("game", "eurpoe", "not at hand: 'eurpoe'"),
        ("game", "/etc/passwd", "not at hand"),
        ("game", None, "not at hand"),
        ("game", ["europe"], "not at hand"),
        ("game", "cardgame", "has a field that is not known: 'passes'"),
        ("game", "paris", "another board"),
        ("board", "0000000000000000", "another board, or of another version of Europe"),
        ("colour", "blue", "has a field that is not known: 'colour'"),
        ("phase", "turnip", "There is no phase 'turnip'"),
        ("phase", 3, "There is no phase 3"),
        ("phase", "over", "over cannot be played on"),
        ("phase", ["turn"], "There is no phase"),
        ("actor", 3, "'actor' must be a whole number from -1 to 2"),
        ("actor", "0", "'actor' must be a whole number"),
        ("actor", True, "'actor' must be a whole number"),
        ("actor", 1.0, "'actor' must be a whole number"),
        ("actor", -1, "does not say which seat is to act"),
        ("first", 5, "'first' must be"),
        ("random", "zz", "16 hexadecimal digits"),
        ("random", "0", "16 hexadecimal digits"),
        ("random", "1" * 17, "16 hexadecimal digits"),
        ("random", 12, "16 hexadecimal digits"),
        ("decisions", -1, "'decisions' must be"),
        ("turns", 1 << 40, "'turns' must be"),
        ("passes", 3, "'passes' must be"),
        ("last_turns", 0, "'last_turns' must be a whole number from 1 to 3"),
        ("last_turns", 4, "'last_turns' must be"),
        ("deck", [], "'deck' must be an object"),
        ("deck.pink", 3, "There are no 'pink' cards in Europe"),
        ("deck.red", -1, "'deck: red' must be a whole number from 0 to 12"),
        ("deck.red", 13, "'deck: red' must be"),
        ("deck.red", 1.5, "'deck: red' must be"),
        ("market", ["red"] * 4, "'market' has 5 places"),
        ("market", "red", "'market' must be a list"),
        ("market.0", "grey", "There are no 'grey' cards"),
        ("claims", [], "'claims' must be an object"),
        ("claims.paris-london", 0, "There is no track 'paris-london'"),
        ("claims.paris-zurich", 3, "'claims: paris-zurich' must be a whole number from 0 to 2"),
        ("stations.london-wien", 0, "There is no place 'london-wien'"),
        ("ticket_deck.0", "paris-paris", "There is no ticket 'paris-paris'"),
        ("ticket_deck.0", ["x"], "There is no ticket"),
        ("seats", [], "Europe is for 2 to 5 players, not 0"),
        ("seats", 3, "'seats' must be a list"),
        ("seats.0", None, "Seat 0 must be an object"),
        ("seats.0.hand", ..., "Seat 0 has no field 'hand'"),
        ("seats.0.mood", "good", "not known: 'mood'"),
        ("seats.0.pieces", [45], "'pieces' has two numbers"),
        ("seats.0.chosen", 64, "'chosen' must be"),
        ("seats.0.flag", ["blue"], "has no 'blue' part"),
        ("pending", "claim", "must be an object"),
        ("pending", {}, "name one of them"),
        # what cannot be
        ("deck.red", 1, "There are 5 red cards in the position and 12 in the game"),
        ("seats.0.hand.red", 5, "There are 13 red cards in the position and 12 in the game"),
        ("market.0", None, "blue cards in the position"),
        ("seats.0.shown.red", 5, "Seat 0 has shown more red than it has"),
        ("seats.0.pieces", [45, 0], "Seat 0 has 45 main pieces left and 3 on the board, together not 45"),
        ("seats.0.pieces", [42, 1], "Seat 0 has 1 subway pieces left"),
        ("seats.2.stations", 3, "Seat 2 has 3 stations left and 1 built, together not 3"),
        ("seats.0.goods", 1, "'goods' must be"),
        ("seats.0.flags", 1, "There are no flags in Europe"),
        ("claims.pamplona-paris.1", 0, "main pieces left"),
        ("seats.0.tickets", [], "Seat 0 keeps 0 tickets, fewer than 2"),
        ("seats.1.tickets", ["athina-wilno", "brest-petrograd", "lisboa-danzig"], "two places|long tickets"),
        ("ticket_deck", [], "tickets are out of the game; it should be 3 to 9"),
        ("ticket_deck.0", "brest-petrograd", "never are"),
        ("ticket_deck.0", "athina-wilno", "is in two places"),
        ("returned.athina-wilno", 0, "was put back, but is not in the deck or the box"),
        ("last_turns", 2, "started by a seat that could not"),
        ("phase", "opening", "before the opening choice is over"),
        ("phase", "payment", "In the phase payment a route or station must be pending"),
        ("phase", "tickets", "A player chooses from 1 to 3 tickets, not 0"),
        ("phase", "flag", "must be pending"),
        ("pending", {"claim": "paris-marseille"}, "There is no track"),
        ("pending", {"claim": "barcelona-marseille"}, "In the phase turn nothing may be pending"),
        ("passes", 1, "Seat 2 cannot have passed: it has something else to do"),
        ("market", ["wild"] * 5, "There are"),
        ("phase", "completion", "There is no phase completion in Europe"),
        ("turns", 4, "After 4 turns from seat 0 on it is the turn of seat 1, not of seat 0"),
        ("first", 1, "it is the turn of seat 1, not of seat 0"),
        ("turns", 0, "Seat 0 has done more than it has had turns for"),
        ("decisions", 5, "5 decisions are too few for the opening and 3 turns"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(path: str, value: Any, reason: str | None) -> None:
    position = valid()
    name = path.replace("pamplona-paris.1", "pamplona-paris#1")
    if "#" in name:
        position["claims"]["pamplona-paris.1"] = value
    else:
        put(position, path, value)
    check_refusal(position, reason)


@pytest.mark.parametrize("position", [None, 5, "europe", [], {}, {"game": "europe"}])
def test_what_is_no_position_at_all(position: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_position(position)


def card_position(seats: int = 3) -> dict[str, Any]:
    """A position of the Card Game with a column, cards on track and a ticket deck."""
    game = Game.new("cardgame", seats, seed=5, first=0)
    for seat in range(seats):
        game.play(game.legal_actions(seat)[10], seat)
    position = game.position()
    position["seats"][0]["hand"] = {"red": 1, "green": 2}
    position["seats"][0]["yard"] = [{"colour": "blue", "cards": 3, "wild": 1}]
    position["seats"][0]["on_track"] = {"white": 2}
    position["seats"][1]["hand"] = {"red": 2, "wild": 2}
    position["seats"][2]["hand"] = {"black": 1}
    position["market"] = ["red", "wild", "green", "green", "black"]
    for seat in position["seats"]:
        seat["shown"] = {}
    balance(position)
    return position


def balance(position: dict[str, Any]) -> None:
    """Put all other cards into the deck."""
    left = Counter(load_board("cardgame").cards)
    left.subtract(card for card in position["market"] if card)
    left.subtract(position["discard"])
    for seat in position["seats"]:
        left.subtract(seat["hand"])
        left.subtract(seat["on_track"])
        for column in seat["yard"]:
            left[column["colour"]] -= column["cards"] - column["wild"]
            left["wild"] -= column["wild"]
    position["deck"] = {card: count for card, count in left.items() if count}


BLUE = {"colour": "blue", "cards": 2, "wild": 0}


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("game", "europe", "has no field 'claims'"),
        ("claims", {}, "not known: 'claims'"),
        ("phase", "flag", "no phase flag in The Card Game"),
        ("phase", "over", "over cannot be played on"),
        ("actor", -1, "which seat is to act"),
        ("look", 1, "'look' must be true or false"),
        ("look", True, None),
        ("round", 3, "'round' must be a whole number from 1 to 2"),
        ("round", 2, "With 3 players there is no second round"),
        ("random", "x", "'random' must be"),
        ("deck.red", 9, "red cards in the position and 10 in the game"),
        ("seats.0.on_track.white", 3, "white cards in the position"),
        ("seats.1.shown", {"red": 3}, "shown more red than it has"),
        ("market.0", None, "There are 9 red cards"),
        ("seats.0.yard.0", [], "must be an object"),
        ("seats.0.yard.0.colour", "wild", "none of wilds"),
        ("seats.0.yard.0.colour", "mauve", "There are no 'mauve' cards"),
        ("seats.0.yard.0.cards", 1, "'cards' must be a whole number from 2 to 11"),
        ("seats.0.yard", [BLUE, BLUE], "one column of each colour"),
        ("seats.0.tickets", [], "has kept 0 tickets, fewer than 1"),
        ("ticket_deck.0", "nowhere", "There is no ticket 'nowhere'"),
        ("ticket_deck", [], "is nowhere; in The Card Game none leaves the game"),
        ("seats.0.chosen", 0, "cannot have chosen its opening tickets like that"),
        ("seats.0.chosen", 1, "refused 3 opening tickets, which is not what it chose"),
        ("seats.0.chosen", 63, "none is given up"),
        ("seats.0.done", ["seattle-miami"], "in two places"),
        ("last_turns", 2, "not begun while there are cards in the deck"),
        ("pending", "red", "In the phase turn nothing may be pending"),
        ("pending", 5, "What is pending is a colour or 'three', not 5"),
        ("phase", "placement", "a placement must be pending"),
        ("phase", "opening", "before the opening choice is over"),
        ("phase", "tickets", "chooses from 1 to 4 tickets, not 0"),
        ("turns", 1, "it is the turn of seat 1, not of seat 0"),
        ("decisions", 2, "2 decisions are too few"),
        ("returned", {"seattle-miami": 4}, "must be a whole number from 0 to 2"),
    ],
)
def test_an_impossible_position_of_the_card_game_is_refused(path: str, value: Any, reason: str | None) -> None:
    position = card_position()
    assert Game.from_position(position).position() == position
    put(position, path, value)
    check_refusal(position, reason)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"phase": "second-card", "seats.0.hand": {}, "decisions": 4}, "has no first one"),
        ({"phase": "placement", "pending": "green", "decisions": 4}, "there is no choice"),
        ({"phase": "placement", "pending": "three", "decisions": 4}, "there is no choice"),
        ({"seats.1.yard": [BLUE]}, "Two yards have a blue column"),
        ({"market.0": None}, "a gap while there are cards in the deck"),
    ],
)
def test_what_only_counts_right_is_refused_too(changes: dict[str, Any], reason: str) -> None:
    position = card_position()
    for path, value in changes.items():
        put(position, path, value)
    balance(position)
    with pytest.raises(PositionError, match=reason):
        Game.from_position(position)


def test_an_empty_deck_has_started_the_last_turns() -> None:
    position = card_position()
    position["discard"], position["deck"] = position["deck"], {}
    with pytest.raises(PositionError, match="The deck is empty: the last turns have begun"):
        Game.from_position(position)
    game = Game.from_position(position | {"last_turns": 3})
    assert game.view(None).last_turns == 3
    assert Game.from_position(position | {"phase": "second-card", "decisions": 4}).phase == Phase.SECOND_CARD


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("last_seat", None, "when the last turn of a round is over"),
        ("last_turns", 1, "when the last turn of a round is over"),
        ("phase", "turn", "must be a whole number from 1 to"),
        ("turns", 0, "it is the turn of seat"),
        ("seats.0.before", {"tickets": 9, "points": 1}, "cannot have completed 9 tickets for 1 before"),
        ("seats.0.before", {"tickets": 0}, "has no field 'points'"),
    ],
)
def test_completing_has_its_cause(path: str, value: Any, reason: str) -> None:
    position = copy.deepcopy(next(one for one in sources() if one["phase"] == "completion"))
    assert Game.from_position(position).position() == position
    put(position, path, value)
    with pytest.raises(PositionError, match=reason):
        Game.from_position(position)


def test_nothing_is_chosen_without_a_conflict() -> None:
    position = copy.deepcopy(next(one for one in sources() if one["phase"] == "completion"))
    seat = position["seats"][position["actor"]]
    discard = Counter(position["discard"]) + Counter(seat["on_track"])
    position["discard"], seat["on_track"] = dict(discard), {}
    with pytest.raises(PositionError, match="is to choose which tickets to complete, but has no choice"):
        Game.from_position(position)


def test_a_record_from_a_position_of_the_card_game() -> None:
    game = Game.from_position(card_position() | {"look": True})
    assert game.view(0).players[0].on_track_cards == {"white": 2}
    game.play("place 2 green")
    again = Game.from_record(game.record())
    assert again.state_bytes() == game.state_bytes()
    assert again.options == {"look": True}


def test_without_random_chance_is_fresh() -> None:
    position = valid()
    del position["random"]
    words = {Game.from_position(position).position()["random"] for _ in range(8)}
    assert len(words) == 8
    assert "0000000000000001" not in words


def test_a_second_card_needs_a_first_one() -> None:
    position = lay_out("europe", phase="second-card", hands={0: "1 red"}).position()
    assert Game.from_position(position).phase == Phase.SECOND_CARD
    position["seats"][0]["hand"], position["discard"] = {}, {"red": 1}
    with pytest.raises(PositionError, match="Seat 0 is to take a second card, but has no first one"):
        Game.from_position(position)


@pytest.mark.parametrize("wilds", [3, 4, 5])
def test_three_wilds_do_not_lie_face_up_while_they_can_be_replaced(wilds: int) -> None:
    """With a full deck; with hardly a plain card about they may (D6)."""
    market = " ".join([*["wild"] * wilds, *["red"] * (5 - wilds)])
    refused("Three wilds lie face up; the row would have been replaced", "europe", market=market)
    left = lay_out("europe", market=market, deck="2 wild", rest=1)
    assert Game.from_position(left.position()).position() == left.position()


def test_passes_are_believed_of_those_who_can_do_nothing() -> None:
    stuck = lay_out("europe", market="- - - - -", ticket_deck=[], rest=1)
    stuck.play("pass")
    position = stuck.position()
    assert position["passes"] == 1
    assert Game.from_position(position).position() == position
    position["passes"], position["actor"], position["first"] = 1, 0, 1
    with pytest.raises(PositionError, match="Seat 1 cannot have passed"):
        Game.from_position(position)


@pytest.mark.parametrize("given", [{}, {"first": 2}, {"turns": 40}, {"turns": 41}])
def test_turns_that_are_left_out_agree_with_the_rest(given: dict[str, int]) -> None:
    position = valid()
    for name in ("turns", "first", "decisions"):
        del position[name]
    written = Game.from_position(position | given).position()
    assert (written["first"] + written["turns"]) % 3 == written["actor"]
    assert written["decisions"] >= written["turns"] + 3
    assert Game.from_position(written).position() == written


def refused(reason: str, *arguments: Any, **layout: Any) -> None:
    with pytest.raises(PositionError, match=reason):
        lay_out(*arguments, **layout)


@pytest.mark.rule("R8", "R9")
def test_closed_tracks_cannot_have_been_claimed() -> None:
    refused("has both tracks", "europe", 4, claims={0: ["berlin-wien", "pamplona-paris.1", "pamplona-paris.2"]})
    refused("the second one was closed", "europe", 3, claims={0: ["pamplona-paris.1"], 1: ["pamplona-paris.2"]})
    lay_out("europe", 4, claims={0: ["pamplona-paris.1"], 1: ["pamplona-paris.2"]})


@pytest.mark.rule("D7", "D9")
def test_cards_lie_where_they_would() -> None:
    refused("they would be the new deck", "europe", rest="discard")
    refused("a gap while there are cards", "europe", market="red - red red red")


@pytest.mark.rule("M1", "P2", "P3")
def test_bonuses_have_their_cause() -> None:
    carts = ["nieuwe-waal-noordermarkt"]
    refused("0 merchandise cards for 1 routes with carts", "amsterdam", claims={0: carts}, goods={0: 0})
    refused("1 merchandise cards for 0 routes with carts", "amsterdam", goods={0: 1})
    refused("kept 1 blue cards for flags from 0 blue routes", "paris", flag={0: ["blue"]})
    refused("kept 1 blue cards for flags from 0 blue routes", "paris", flags={0: 1})
    claims = {0: ["champs-elysees-invalides", "gare-du-nord-buttes-chaumont", "opera-republique.1"]}
    refused("a whole flag that was not scored", "paris", claims=claims, flag={0: ["blue", "white", "red"]})


@pytest.mark.rule("E1", "B5")
def test_the_last_round_has_its_cause() -> None:
    trams = ["moabit-reichstag", "siegessaule-brandenburger-tor.1", "zoologischer-garten-siegessaule"]
    subways = ["moabit-rosenthaler-platz", "hauptbahnhof-rosenthaler-platz", "hallesches-tor-nollendorfplatz"]
    subways += ["kurfurstendamm-charlottenburger-tor", "gleisdreieck-nollendorfplatz.1"]
    claims = {1: [*trams, *subways]}
    refused("so few pieces that this is the last round", "berlin", 3, claims=claims)
    for actor, left in ((2, 3), (0, 2), (1, 1)):
        lay_out("berlin", 3, claims=claims, actor=actor, last_turns=left)
        refused("a seat that could not", "berlin", 3, claims=claims, actor=actor, last_turns=left % 3 + 1)


def test_a_payment_that_is_due_can_be_paid() -> None:
    due = {"claim": "marseille-pamplona"}
    lay_out("europe", phase="payment", hands={0: "4 red 1 wild"}, pending=due)
    refused("cannot take", "europe", phase="payment", hands={0: "3 red"}, pending=due)
    refused("one way only", "europe", phase="payment", hands={0: "4 red"}, pending=due)
    refused(
        "cannot take",
        "europe",
        phase="payment",
        hands={0: "4 red 1 wild"},
        pending=due,
        claims={1: ["marseille-pamplona"]},
    )
    laid = {**due, "laid": 1, "laid_colour": "red"}
    refused("laid down already", "europe", phase="payment", hands={0: "4 red 1 wild"}, pending=laid)
    shown = {**due, "revealed": ["red", None, None]}
    refused("turned up already", "europe", phase="payment", hands={0: "4 red 1 wild"}, pending=shown)
    station = {"station": "wien"}
    lay_out("europe", phase="payment", hands={0: "1 red 1 blue"}, pending=station)
    refused(
        "cannot take",
        "europe",
        phase="payment",
        hands={0: "1 red 1 blue"},
        pending=station,
        stations={1: ["wien"]},
    )
    refused("cannot take", "paris", phase="payment", hands={0: "2 red"}, pending={"station": "opera"})
    both = {"claim": "marseille-pamplona", "station": "wien"}
    refused("name one of them", "europe", phase="payment", hands={0: "4 red 1 wild"}, pending=both)


TUNNEL = {
    "claim": "paris-zurich",
    "laid_colour": "red",
    "laid": 3,
    "revealed": ["red", "blue", "wild"],
    "owed": 2,
}


@pytest.mark.rule("U1", "U2", "U3")
@pytest.mark.parametrize(
    ("change", "held", "reason"),
    [
        ({}, "2 red", None),
        ({}, "1 red 1 wild", None),
        ({}, "1 red", None),
        ({"owed": 1}, "2 red", "do not ask for 1 more"),
        ({"revealed": ["green", "blue", "white"], "owed": 0}, "2 red", "none is owed"),
        ({"revealed": ["red", None, "wild"]}, "2 red", "Three cards are turned up"),
        ({"revealed": [None, "red", "wild"]}, "2 red", "Three cards are turned up"),
        ({"laid": 2}, "2 red", "do not pay for paris-zurich"),
        ({"laid_wild": 4}, "2 red", "do not pay for paris-zurich|cards in the position"),
        ({"laid_colour": None}, "2 red", "do not pay for|cards in the position"),
        ({"laid_colour": "wild"}, "2 red", "do not pay for|cards in the position"),
        ({"claim": "marseille-pamplona", "laid": 4}, "2 red", "not for a tunnel"),
        ({"claim": "madrid-pamplona.1"}, "2 red", "do not pay for"),
        ({"claim": None, "station": "wien"}, "2 red", "not for a tunnel"),
    ],
)
def test_a_surcharge_that_is_due_has_its_cause(change: dict[str, Any], held: str, reason: str | None) -> None:
    layout: dict[str, Any] = {"phase": "tunnel", "hands": {0: held}, "pending": {**TUNNEL, **change}}
    if reason is None:
        assert lay_out("europe", **layout).phase == Phase.TUNNEL
    else:
        refused(reason, "europe", **layout)


@pytest.mark.rule("P2")
def test_a_card_that_can_be_kept_is_there() -> None:
    due = {"claim": "opera-republique.1", "laid_colour": "red", "laid": 3}
    mine = {0: ["opera-republique.1"]}
    assert lay_out("paris", phase="flag", pending=due, claims=mine).phase == Phase.FLAG
    refused("not from a route just taken", "paris", phase="flag", pending=due)
    green = {"claim": "opera-republique.2", "laid_colour": "green", "laid": 3}
    refused(
        "not from a route just taken",
        "paris",
        phase="flag",
        pending=green,
        claims={0: ["opera-republique.2"]},
    )
    wild = {**due, "laid_colour": "wild", "laid_wild": 3}
    refused("None of the cards played", "paris", phase="flag", pending=wild, claims=mine)
    two = {0: ["opera-republique.1", "gare-du-nord-republique.2"]}
    refused("None of the cards played", "paris", phase="flag", pending=due, claims=two, flag={0: ["red"]})


@pytest.mark.rule("K1", "K3", "S7")
def test_tickets_on_offer_have_their_cause() -> None:
    three = ["athina-angora", "budapest-sofia", "paris-wien"]
    assert lay_out("europe", phase="tickets", offer={0: three}).phase == Phase.TICKETS
    refused("has none to choose now", "europe", phase="turn", offer={0: three})
    refused("has none to choose now", "europe", phase="tickets", offer={0: three, 1: ["london-wien"]})
    refused("were drawn while more were left", "europe", phase="tickets", offer={0: three[:2]})
    refused("A player chooses from 1 to 3", "europe", phase="tickets", offer={0: [*three, "london-wien"]})
    refused("A long ticket cannot be drawn", "europe", phase="tickets", offer={0: [*three[:2], "brest-petrograd"]})
    lay_out("europe", phase="tickets", offer={0: three[:2]}, ticket_deck=[])
    refused("keeps more long tickets", "europe", tickets={0: ["brest-petrograd", "lisboa-danzig"]})
    refused("there is none to take", "europe", phase="second-card", market="wild - - - -", rest=1)


@pytest.mark.rule("S5", "S7", "S8")
@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("seats.0.chosen", 1, "cannot have chosen"),
        ("seats.0.chosen", 31, "cannot have chosen"),
        ("seats.0.chosen", 3, "has chosen its opening tickets already"),
        ("turns", 1, "before the opening tickets are chosen"),
        ("phase", "turn", "fewer than 2"),
    ],
)
def test_the_opening_is_the_opening(path: str, value: Any, reason: str) -> None:
    position = Game.new("europe", 2, seed=1).position()
    put(position, path, value)
    with pytest.raises(PositionError, match=reason):
        Game.from_position(position)
    position = Game.new("europe", 2, seed=1).position()
    offer = position["seats"][0]["offer"]
    offer[0], offer[1] = offer[1], offer[0]
    with pytest.raises(PositionError, match="needs 1 long and 3 others on offer"):
        Game.from_position(position)


# Fuzz


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything inside a JSON value."""
    found = [path] if path else []
    if isinstance(data, dict):
        for name, value in data.items():
            found += leaves(value, (*path, name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            found += leaves(value, (*path, number))
    return found


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from([10**6, -(10**6), 1 << 70, 1.5, float("nan"), "", "red", "wild", "turn", "paris-zurich", "wien"]),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(["red", "wild", "x"]), st.integers(-1, 5), max_size=2),
    st.text(max_size=3),
)


@cache
def sources() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for title, seats in (
        ("europe", 3),
        ("amsterdam", 2),
        ("berlin", 3),
        ("paris", 2),
        ("cardgame", 3),
        ("cardgame", 4),
    ):
        phases: dict[Phase, dict[str, Any]] = {}
        for seed in range(3):
            for game in random_positions(title, seats, 1.0, seed):
                phases[game.phase] = game.position()
        found += phases.values()
    return found


@given(data=st.data())
@settings(max_examples=800)
def test_random_damage_is_refused_or_makes_a_game(data: st.DataObject) -> None:
    """One or two changes anywhere: a PositionError, or a position in which everything is conserved and playable."""
    position = copy.deepcopy(data.draw(st.sampled_from(sources())))
    for _ in range(data.draw(st.integers(1, 2))):
        way = data.draw(st.sampled_from(leaves(position)))
        target: Any = position
        for step in way[:-1]:
            target = target[step]
        kind = data.draw(st.sampled_from(["replace", "delete", "add"]))
        if kind == "replace":
            old = target[way[-1]]
            near = st.integers(old - 2, old + 2) if isinstance(old, int) else VALUES
            target[way[-1]] = data.draw(st.one_of(near, VALUES))
        elif kind == "delete":
            del target[way[-1]]
        elif isinstance(target, list):
            target.append(data.draw(VALUES))
        else:
            target[data.draw(st.text(max_size=3))] = data.draw(VALUES)
    try:
        game = Game.from_position(position)
    except PositionError as error:
        message = str(error)
    else:
        check = check_card_table if game.board.family == "cards" else check_conserved
        check(game.board, game.kernel_state())
        assert game.legal_actions()
        assert Game.from_position(game.position()).position() == game.position()
        game.play(game.legal_actions()[-1])
        check(game.board, game.kernel_state())
        return
    assert message.endswith(".")


def test_the_fuzz_meets_every_phase() -> None:
    phases = {phase_name(phase) for phase in Phase if phase != Phase.OVER}
    assert {position["phase"] for position in sources()} == phases
    assert load_board("europe").digest == sources()[0]["board"]
