"""Claiming a route, and Berlin's two kinds of them (R1-R10, B1-B4)."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from aiguillage.boards import load_board
from aiguillage.boards.draw import draw_board
from aiguillage.game import Game, IllegalAction, InvalidAction
from aiguillage.titles import file_of
from positions import ALL_BUT_THREE_PIECES, discards, hand, lay_out

TITLES = ("europe", "amsterdam", "berlin", "paris")


def claims(game: Game) -> set[str]:
    return {action.data["track"] for action in game.legal_actions() if action.kind == "claim"}


def payments(game: Game, track: str) -> set[str]:
    """The ways to pay for a track, asked for in the way that the game asks."""
    game.play(f"claim {track}")
    return {action.text for action in game.legal_actions() if action.kind == "pay"}


@pytest.mark.rule("R1")
def test_every_mix_of_the_colour_and_wilds_pays() -> None:
    game = lay_out("europe", hands={0: "3 red 5 wild 6 blue"})
    assert payments(game, "marseille-pamplona") == {
        "pay 3 red 1 wild",
        "pay 2 red 2 wild",
        "pay 1 red 3 wild",
        "pay 4 wild",
    }


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("cards", "enough"),
    [
        ("4 red", True),
        ("3 red", False),
        ("3 red 1 wild", True),
        ("4 wild", True),
        ("3 wild", False),
        ("9 blue", False),
    ],
)
def test_exactly_as_many_cards_as_spaces_of_the_colour(cards: str, enough: bool) -> None:
    game = lay_out("europe", hands={0: cards})
    assert ("marseille-pamplona" in claims(game)) == enough
    if not enough:
        with pytest.raises(IllegalAction, match="needs 4 red") as refused:
            game.play("claim marseille-pamplona")
        assert refused.value.rule == "R1"


@pytest.mark.rule("R1")
@pytest.mark.parametrize("paid", ["3 red", "5 red", "4 blue", "2 red 3 wild", "2 red 1 wild"])
def test_another_number_or_colour_is_refused(paid: str) -> None:
    game = lay_out("europe", hands={0: "6 red 4 wild 6 blue"})
    before = game.state_bytes()
    with pytest.raises(IllegalAction) as refused:
        game.play(f"claim marseille-pamplona with {paid}")
    assert refused.value.rule == "R1"
    assert game.state_bytes() == before
    game.play("claim marseille-pamplona")
    with pytest.raises(IllegalAction) as refused:
        game.play(f"pay {paid}")
    assert refused.value.rule == "R1"


@pytest.mark.rule("R1")
@pytest.mark.parametrize("title", TITLES)
def test_a_route_of_every_length_is_paid_with_wilds_alone(title: str) -> None:
    for track in {(t.cost, t.colour, t.piece): t for t in load_board(title).tracks}.values():
        game = lay_out(title, hands={0: f"{track.cost} wild"}, market="green green green red red", rest=1)
        assert track.id in claims(game)
        game = lay_out(title, hands={0: f"{track.cost - 1} wild"}, market="green green green red red", rest=1)
        assert track.id not in claims(game)


@pytest.mark.rule("R1")
def test_exactly_as_many_wilds_are_a_payment() -> None:
    game = lay_out("europe", hands={0: "4 wild 1 blue"})
    game.play("claim marseille-pamplona")
    assert hand(game, 0) == {"blue": 1}
    assert discards(game) == {"wild": 4}


@pytest.mark.rule("R2")
def test_a_grey_route_takes_any_one_colour() -> None:
    game = lay_out("europe", hands={0: "4 red 3 blue 2 green 1 wild"})
    assert payments(game, "barcelona-marseille") == {"pay 4 red", "pay 3 red 1 wild", "pay 3 blue 1 wild"}


@pytest.mark.rule("R2")
def test_a_grey_route_does_not_take_two_colours() -> None:
    game = lay_out("europe", hands={0: "2 red 2 blue"})
    assert "barcelona-marseille" not in claims(game)
    with pytest.raises(IllegalAction, match="4 cards of one colour; you have 2 and 0 wild") as refused:
        game.play("claim barcelona-marseille")
    assert refused.value.rule == "R2"
    with pytest.raises(InvalidAction, match="not of two colours"):
        game.play("claim barcelona-marseille with 2 red 2 blue")


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("cards", "enough"), [("2 red 2 wild", True), ("1 red 2 wild", False), ("3 red 1 blue", False)]
)
def test_wilds_make_up_for_a_grey_route(cards: str, enough: bool) -> None:
    assert ("barcelona-marseille" in claims(lay_out("europe", hands={0: cards}))) == enough


@pytest.mark.rule("R3")
def test_one_piece_on_every_space() -> None:
    game = lay_out("europe", hands={0: "4 red"})
    game.play("claim marseille-pamplona")
    assert game.position()["seats"][0]["pieces"] == [41, 0]


@pytest.mark.rule("R3")
def test_too_few_pieces() -> None:
    game = lay_out("europe", hands={0: "6 red 6 blue 6 black"}, claims={0: ALL_BUT_THREE_PIECES})
    assert game.position()["seats"][0]["pieces"][0] == 3
    assert {game.board.track(track).spaces for track in claims(game)} == {1, 2, 3}
    with pytest.raises(IllegalAction, match="needs 4 pieces and you have 3") as refused:
        game.play("claim marseille-pamplona")
    assert refused.value.rule == "R3"


@pytest.mark.rule("R4")
def test_any_free_route_connected_or_not() -> None:
    game = lay_out(
        "europe",
        hands={0: "12 red 12 wild"},
        claims={0: ["cadiz-lisboa"]},
        market="blue blue green green blue",
    )
    red = {t.id for t in game.board.tracks if t.colour in ("red", "grey")}
    assert red <= claims(game)


@pytest.mark.rule("R4")
def test_a_taken_route_is_taken() -> None:
    game = lay_out("europe", hands={0: "4 red"}, claims={1: ["marseille-pamplona"]})
    for text in (
        "claim marseille-pamplona",
        "claim marseille-pamplona with 4 red",
        "claim marseille-pamplona with 1 blue",
    ):
        with pytest.raises(IllegalAction, match="belongs to seat 1 already") as refused:
            game.play(text)
        assert refused.value.rule == "R4"


def closed(game: Game) -> set[str]:
    """The tracks that are closed to the actor, whatever it has."""
    refusals = {track.id: game.explain(f"claim {track.id}") for track in game.board.tracks}
    return {track for track, why in refusals.items() if why and why.code in ("taken", "own-twin", "closed")}


@pytest.mark.rule("R4", "R8", "R9", "R10")
@pytest.mark.parametrize("title", TITLES)
def test_a_claim_closes_its_own_route_and_no_other(title: str) -> None:
    for track in load_board(title).tracks[::5]:
        route = {track.id, track.twin} - {None}
        for actor in (0, 1):
            assert closed(lay_out(title, actor=actor, claims={0: [track.id]})) == route
            twin = [track.twin] if track.twin else []
            assert lay_out(title, actor=actor, claims={0: [track.id]}).view(actor).closed == twin
        many = {actor: closed(lay_out(title, 4, actor=actor, claims={0: [track.id]})) for actor in (0, 1)}
        assert many == {0: route, 1: {track.id}}
        assert lay_out(title, 4, claims={0: [track.id]}).view(None).closed == []


@pytest.mark.rule("R5")
def test_one_route_a_turn_whole_or_not_at_all() -> None:
    game = lay_out("europe", hands={0: "12 red"})
    game.play("claim marseille-pamplona")
    assert game.actor == 1
    assert hand(game, 0) == {"red": 8}
    with pytest.raises(IllegalAction):
        game.play("claim kyiv-smolensk", seat=0)


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("title", "length", "points"),
    [
        *[("europe", length, points) for length, points in {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}.items()],
        *[("amsterdam", length, points) for length, points in {1: 1, 2: 2, 3: 4, 4: 7}.items()],
        *[("paris", length, points) for length, points in {1: 1, 2: 2, 3: 4}.items()],
    ],
)
def test_points_are_scored_at_once(title: str, length: int, points: int) -> None:
    board = load_board(title)
    tracks = [track for track in board.tracks if track.spaces == length]
    assert tracks
    for track in tracks[:3]:
        # Nothing is left for a tunnel to turn up.
        market = " ".join(["-"] * 5)
        game = lay_out(title, hands={0: f"{track.cost} wild"}, market=market, rest=1)
        events = game.play(f"claim {track.id}")
        assert game.view(None).players[0].score == points
        assert [event.data["points"] for event in events if event.kind == "claim"] == [points]


@pytest.mark.rule("R7")
def test_the_cards_are_discarded() -> None:
    game = lay_out("europe", hands={0: "5 red 2 wild"})
    game.play("claim marseille-pamplona with 3 red 1 wild")
    assert discards(game) == {"red": 3, "wild": 1}
    assert hand(game, 0) == {"red": 2, "wild": 1}


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    ("title", "seats"), [("europe", 4), ("europe", 5), ("amsterdam", 3), ("berlin", 4), ("paris", 4)]
)
def test_nobody_owns_both_tracks_of_a_double_route(title: str, seats: int) -> None:
    board = load_board(title)
    for track in [t for t in board.tracks if t.twin][::3]:
        hands = {0: f"{track.cost} wild", 1: f"{track.cost} wild"} if track.cost <= 4 else {}
        game = lay_out(title, seats, claims={0: [track.twin or ""]}, hands=hands, market="green green green red red")
        with pytest.raises(IllegalAction, match="nobody may have both") as refused:
            game.play(f"claim {track.id}")
        assert refused.value.rule == "R8"
        other = lay_out(
            title,
            seats,
            actor=1,
            claims={0: [track.twin or ""]},
            hands=hands,
            market="green green green red red",
        )
        assert track.id in claims(other), "with so many players the second track is open to the others"


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("title", "seats", "closed"),
    [
        ("europe", 2, True),
        ("europe", 3, True),
        ("europe", 4, False),
        ("europe", 5, False),
        *[(title, seats, seats == 2) for title in TITLES[1:] for seats in (2, 3, 4)],
    ],
)
def test_with_few_players_one_track_closes_the_other(title: str, seats: int, closed: bool) -> None:
    board = load_board(title)
    track = next(track for track in board.tracks if track.twin and track.cost <= 4)
    game = lay_out(
        title, seats, actor=1, claims={0: [track.twin or ""]}, hands={1: f"{track.cost} wild"},
        market="green green green red red",
    )  # fmt: skip
    assert (track.id not in claims(game)) == closed
    if closed:
        with pytest.raises(IllegalAction, match="closed once one of its tracks is taken") as refused:
            game.play(f"claim {track.id}")
        assert refused.value.rule == "R9"
    else:
        game.play(f"claim {track.id}")


@pytest.mark.rule("R8", "R9")
def test_a_claim_closes_the_twin_for_the_rest_of_the_game() -> None:
    """The same when the claim is played rather than laid out."""
    game = lay_out("europe", 2, hands={0: "5 orange 4 black 4 wild", 1: "5 orange 4 black 4 wild"})
    game.play("claim edinburgh-london.1 with 4 black")
    assert "edinburgh-london.2" not in claims(game)
    game.play("blind")
    game.play("blind")
    assert "edinburgh-london.2" not in claims(game)
    game = lay_out("europe", 4, hands={0: "5 orange 4 black 4 wild", 1: "5 orange 4 black 4 wild"})
    game.play("claim edinburgh-london.1 with 4 black")
    assert "edinburgh-london.2" in claims(game)
    for _ in range(3):
        game.play("blind")
        game.play("blind")
    assert game.actor == 0
    assert "edinburgh-london.2" not in claims(game)


@pytest.mark.rule("R10")
@pytest.mark.parametrize("title", TITLES)
def test_only_tracks_between_the_same_places_are_double(title: str) -> None:
    board = load_board(title)
    for one, other in combinations(board.tracks, 2):
        assert (one.twin == other.id) == ({one.a, one.b} == {other.a, other.b})


@pytest.mark.rule("R10")
def test_routes_side_by_side_to_other_places_are_claimed_both() -> None:
    """Amsterdam – Frankfurt and Bruxelles – Frankfurt run side by side; the second stays open."""
    game = lay_out("europe", 2, hands={0: "2 blue"}, claims={0: ["amsterdam-frankfurt"]})
    game.play("claim bruxelles-frankfurt")
    assert game.view(0).claims == {"amsterdam-frankfurt": 0, "bruxelles-frankfurt": 0}


# Berlin


@pytest.mark.rule("B1", "B2")
def test_a_tram_route_takes_a_tram_and_a_card_for_every_space() -> None:
    game = lay_out("berlin", hands={0: "4 red"})
    game.play("claim siegessaule-brandenburger-tor.2")
    assert game.position()["seats"][0]["pieces"] == [7, 5]
    assert discards(game) == {"red": 4}


@pytest.mark.rule("B1", "B2")
def test_a_subway_route_takes_one_subway_and_the_printed_cards() -> None:
    game = lay_out("berlin", hands={0: "5 red"})
    game.play("claim alexanderplatz-moritzplatz.1")
    assert game.position()["seats"][0]["pieces"] == [11, 4]
    assert discards(game) == {"red": 4}
    assert hand(game, 0) == {"red": 1}


@pytest.mark.rule("B1", "R3")
def test_trams_do_not_stand_in_for_subways_nor_subways_for_trams() -> None:
    subways = [
        "moabit-rosenthaler-platz",
        "hauptbahnhof-rosenthaler-platz",
        "kurfurstendamm-charlottenburger-tor",
    ]
    subways += ["hallesches-tor-nollendorfplatz", "rosenthaler-platz-alexanderplatz.1"]
    game = lay_out(
        "berlin",
        hands={0: "6 red 5 blue 8 wild"},
        claims={0: subways},
        market="green green green black black",
    )
    assert {game.board.track(track).piece for track in claims(game)} == {"main"}
    with pytest.raises(IllegalAction, match="needs 1 pieces and you have 0") as refused:
        game.play("claim alexanderplatz-moritzplatz.1")
    assert refused.value.rule == "R3"
    trams = ["moabit-reichstag", "siegessaule-brandenburger-tor.1", "checkpoint-charlie-moritzplatz"]
    game = lay_out(
        "berlin", hands={0: "6 red 5 blue 8 wild"}, claims={0: trams}, market="green green green black black"
    )
    assert {game.board.track(track).piece for track in claims(game)} == {"subway"}


@pytest.mark.rule("B3")
def test_trams_and_subways_have_tables_of_their_own() -> None:
    scores = {}
    for track in ("siegessaule-brandenburger-tor.2", "alexanderplatz-moritzplatz.1"):
        game = lay_out("berlin", hands={0: "4 red"})
        game.play(f"claim {track}")
        scores[track] = game.view(None).players[0].score
    assert scores == {"siegessaule-brandenburger-tor.2": 7, "alexanderplatz-moritzplatz.1": 5}
    board = load_board("berlin")
    tables = {kind: {t.cost: t.points for t in board.tracks if t.piece == kind} for kind in ("main", "subway")}
    assert tables == {"main": {1: 1, 2: 2, 3: 4, 4: 7}, "subway": {2: 2, 3: 3, 4: 5, 5: 7}}


@pytest.mark.rule("B4", "R2")
def test_colour_grey_and_wild_are_the_same_for_subways() -> None:
    game = lay_out("berlin", hands={0: "2 red 1 wild 3 blue"})
    assert "alexanderplatz-moritzplatz.1" not in claims(game)
    assert "alexanderplatz-moritzplatz.2" in claims(game)
    game = lay_out("berlin", hands={0: "3 red 2 wild 3 blue"})
    assert payments(game, "alexanderplatz-moritzplatz.1") == {"pay 3 red 1 wild", "pay 2 red 2 wild"}
    game = lay_out("berlin", hands={0: "3 red 2 wild 3 blue"})
    assert payments(game, "alexanderplatz-moritzplatz.2") == {
        "pay 3 red 1 wild",
        "pay 2 red 2 wild",
        "pay 3 blue 1 wild",
        "pay 2 blue 2 wild",
    }


@pytest.mark.rule("B4")
def test_a_subway_needs_no_wild() -> None:
    game = lay_out("berlin", hands={0: "5 red 1 wild"})
    assert payments(game, "alexanderplatz-moritzplatz.1") == {"pay 4 red", "pay 3 red 1 wild"}


@pytest.mark.rule("R8", "R9", "B1")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_double_route_may_have_tracks_of_two_kinds(tmp_path: Path, seats: int) -> None:
    """Berlin with one tramway beside a subway: each is paid and filled for itself, and R8 and R9 hold."""
    text = file_of("berlin", "board.toml").read_text(encoding="utf-8")
    plain = load_board("berlin")
    subway = next(track for track in plain.tracks if track.piece == "subway" and track.twin and track.id.endswith(".2"))
    row = next(
        line
        for line in reversed(text.splitlines())
        if f'a = "{subway.a}"' in line and f'b = "{subway.b}"' in line and "subway" in line
    )
    colour = re.search(r'colour *= *"(\w+)"', row)
    assert colour is not None
    file = tmp_path / "berlin.toml"
    file.write_text(
        text.replace(row, f'  {{ a = "{subway.a}", b = "{subway.b}", length = 1, colour = "{colour[1]}" }},'),
        encoding="utf-8",
    )
    board = load_board(file)
    assert draw_board(board)
    other = board.track(subway.id)
    twin = board.track(str(other.twin))
    assert (other.piece, other.cost, twin.piece) == ("main", 1, "subway")
    assert twin.cost != other.cost
    hands = {0: f"{twin.cost + 1} wild", 1: f"{twin.cost} wild"}
    game = lay_out(board, seats, hands=hands, market="green green green red red")
    game.play(f"claim {other.id} with 1 wild")
    view = game.view(0)
    assert view.players[0].pieces["main"] == board.pieces["main"] - 1
    assert view.players[0].score == other.points
    assert (twin.id in claims(game)) == (seats == 3), "one track closes the other with two players (R9)"
    for _ in range(seats - 1):
        game.play("blind")
        game.play("blind")
    with pytest.raises(IllegalAction) as refused:
        game.play(f"claim {twin.id}")
    assert refused.value.rule == "R8"
