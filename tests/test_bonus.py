"""What the cities add: Amsterdam's merchandise (M1-M5) and Paris's flags (P1-P4)."""

from dataclasses import replace
from typing import Any

import pytest

from aiguillage.boards import load_board
from aiguillage.game import IllegalAction
from aiguillage.rules.phases import Phase
from positions import discards, ending, hand, lay_out, settle, texts

CARTS = [track.id for track in load_board("amsterdam").tracks if track.carts]


@pytest.mark.rule("M1")
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_a_route_with_carts_gives_one_card_whatever_its_length(length: int) -> None:
    track = next(t for t in load_board("amsterdam").tracks if t.carts and t.spaces == length)
    game = lay_out("amsterdam", hands={0: f"{length} wild"})
    events = game.play(f"claim {track.id}")
    assert [event.text for event in events if event.kind == "goods"] == ["takes a merchandise card and has 1"]
    assert [player.goods for player in game.view(1).players] == [1, 0]
    assert game.view(1).goods_left == 15


@pytest.mark.rule("M1")
def test_a_route_without_carts_gives_none() -> None:
    game = lay_out("amsterdam", hands={0: "1 red"})
    game.play("claim haringpakkerstoren-korenmetershuisje.1")
    assert [player.goods for player in game.view(None).players] == [0, 0]
    assert game.view(None).goods_left == 16


@pytest.mark.rule("M2")
def test_how_many_each_holds_is_public() -> None:
    game = lay_out("amsterdam", 3, claims={0: CARTS[:1], 1: CARTS[2:4]})
    for seat in (0, 1, 2, None):
        assert [player.goods for player in game.view(seat).players] == [1, 2, 0]
        assert game.view(seat).goods_left == 13
    track = next(track for track in CARTS[5:] if game.board.track(track).spaces == 2)
    game = lay_out("amsterdam", 3, hands={0: "2 wild"}, claims={0: CARTS[:1], 1: CARTS[2:4]})
    game.play(f"claim {track}")
    for seat in (0, 1, 2, None):
        assert [player.goods for player in game.view(seat).players] == [2, 2, 0]
        assert game.view(seat).goods_left == 12, "the supply is what is left of sixteen"


@pytest.mark.rule("M2")
def test_an_empty_supply_gives_none() -> None:
    board = replace(load_board("amsterdam"), goods=2)
    game = lay_out(board, hands={0: "2 orange"}, claims={0: [CARTS[0]], 1: [CARTS[2]]})
    assert game.view(None).goods_left == 0
    events = game.play("claim oude-waal-montelbaanstoren")
    assert game.view(None).claims["oude-waal-montelbaanstoren"] == 0
    assert "goods" not in [event.kind for event in events]
    assert [player.goods for player in game.view(None).players] == [1, 1]


SINGLE = ["nieuwe-waal-noordermarkt", "haringpakkerstoren-noordermarkt", "oude-waal-montelbaanstoren"]
SINGLE += [
    "noordermarkt-jordaan",
    "jordaan-westermarkt",
    "jordaan-de-drie-hendricken",
    "westermarkt-begijnhof",
]
SINGLE += ["begijnhof-munttoren", "munttoren-blauwbrug", "nieuwe-waal-haringpakkerstoren.1"]
SINGLE += ["de-drie-hendricken-westermarkt.1"]


def goods_points(*held: int) -> list[int]:
    """The final bonus of players who hold so many merchandise cards."""
    tracks, claims = iter(SINGLE), {}
    for seat, count in enumerate(held):
        claims[seat] = [next(tracks) for _ in range(count)]
    return [seat.goods for seat in settle(ending("amsterdam", len(held), claims=claims)).seats]


@pytest.mark.rule("M3")
def test_points_by_rank_and_number_of_players() -> None:
    assert goods_points(4, 3, 2, 1) == [8, 6, 4, 2]
    assert goods_points(1, 2, 3, 4) == [2, 4, 6, 8]
    assert goods_points(2, 3, 1) == [5, 8, 2]
    assert goods_points(1, 2) == [4, 8]


@pytest.mark.rule("M3")
def test_the_bonus_is_part_of_the_total() -> None:
    outcome = settle(ending("amsterdam", 2, claims={0: SINGLE[:2], 1: SINGLE[2:3]}))
    assert [seat.total - seat.routes - seat.tickets for seat in outcome.seats] == [8, 4]


@pytest.mark.rule("M4")
def test_no_card_no_bonus() -> None:
    assert goods_points(2, 0) == [8, 0]
    assert goods_points(0, 0) == [0, 0]
    assert goods_points(0, 1, 0, 0) == [0, 8, 0, 0]
    assert goods_points(3, 0, 1) == [8, 0, 5]


@pytest.mark.rule("M5")
def test_ties_share_a_rank_and_the_next_one_is_skipped() -> None:
    assert goods_points(2, 2, 1) == [8, 8, 2]
    assert goods_points(3, 2, 2, 1) == [8, 6, 6, 2]
    assert goods_points(2, 2, 2, 2) == [8, 8, 8, 8]
    assert goods_points(2, 2, 2, 1) == [8, 8, 8, 2]
    assert goods_points(1, 1) == [8, 8]
    assert goods_points(2, 2, 0, 1) == [8, 8, 0, 4]


# Paris


@pytest.mark.rule("P1")
def test_every_route_in_paris_takes_one_colour() -> None:
    board = load_board("paris")
    assert {track.colour for track in board.tracks} == {"blue", "white", "red", "yellow", "green", "purple"}
    for colour in board.colours:
        game = lay_out("paris", hands={0: f"4 {colour}"})
        claims = [action.data["track"] for action in game.legal_actions() if action.kind == "claim"]
        assert claims
        assert {board.track(track).colour for track in claims} == {colour}


@pytest.mark.rule("P2", "P4")
@pytest.mark.parametrize(
    ("track", "colour", "cost"),
    [
        ("champs-elysees-invalides", "blue", 1),
        ("gare-du-nord-buttes-chaumont", "white", 3),
        ("opera-republique.1", "red", 3),
    ],
)
@pytest.mark.parametrize("keep", [True, False])
def test_one_card_of_a_blue_white_or_red_route_may_be_kept(track: str, colour: str, cost: int, keep: bool) -> None:
    game = lay_out("paris", hands={0: f"{cost} {colour}"})
    game.play(f"claim {track}")
    assert game.phase == Phase.FLAG
    assert game.actor == 0
    assert texts(game) == ["decline", "keep card"]
    game.play("keep card" if keep else "decline")
    assert game.actor == 1
    assert game.view(1).players[0].flag == ([colour] if keep else [])
    rest = cost - 1 if keep else cost
    assert discards(game) == ({colour: rest} if rest else {})
    assert hand(game, 0) == {}


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("track", "cards", "flag"),
    [
        ("arc-de-triomphe-tour-eiffel", "2 yellow", []),  # not a colour of the flag
        ("arc-de-triomphe-batignolles", "3 green", []),
        ("opera-republique.1", "3 wild", []),  # a wild cannot be kept
        ("champs-elysees-invalides", "1 wild", []),
        ("opera-republique.1", "3 red", ["red"]),  # there is one of this colour already
    ],
)
def test_when_no_card_can_be_kept_nothing_is_asked(track: str, cards: str, flag: list[str]) -> None:
    claims = {0: ["gare-du-nord-republique.2"]} if flag else {}
    game = lay_out("paris", hands={0: cards}, flag={0: flag}, claims=claims)
    game.play(f"claim {track}")
    assert game.actor == 1
    assert game.view(1).players[0].flag == flag


@pytest.mark.rule("P2")
def test_with_wilds_among_the_cards_the_coloured_one_is_kept() -> None:
    game = lay_out("paris", hands={0: "1 red 2 wild"})
    game.play("claim opera-republique.1")
    game.play("keep card")
    assert game.view(1).players[0].flag == ["red"]
    assert discards(game) == {"wild": 2}


@pytest.mark.rule("P2")
def test_cards_of_other_colours_stay_in_front() -> None:
    game = lay_out("paris", hands={0: "3 red"}, flag={0: ["blue"]}, claims={0: ["champs-elysees-invalides"]})
    game.play("claim opera-republique.1")
    game.play("keep card")
    assert set(game.view(1).players[0].flag) == {"blue", "red"}


TWO_PARTS: dict[str, Any] = {
    "flag": {0: ["blue", "white"]},
    "claims": {0: ["champs-elysees-invalides", "gare-du-nord-buttes-chaumont"]},
}


@pytest.mark.rule("P3")
def test_a_whole_flag_scores_four_points_and_is_discarded() -> None:
    game = lay_out("paris", hands={0: "3 red"}, **TWO_PARTS)
    before = game.view(None).players[0].score
    game.play("claim opera-republique.1")
    events = game.play("keep card")
    assert [event.text for event in events if event.kind == "flag"] == ["completes a flag for 4 points"]
    assert game.view(None).players[0].score == before + 4 + 4  # the route and the flag
    assert game.view(None).players[0].flag == []
    assert game.view(None).players[0].flags == 1
    assert discards(game) == {"red": 3, "blue": 1, "white": 1}


@pytest.mark.rule("P3")
def test_a_new_flag_can_start_on_the_next_turn() -> None:
    game = lay_out("paris", hands={0: "4 red"}, **TWO_PARTS)
    game.play("claim opera-republique.1")
    game.play("keep card")
    game.play("blind")
    game.play("blind")
    game.play("claim arc-de-triomphe-champs-elysees.2")
    game.play("keep card")
    assert game.view(None).players[0].flag == ["red"]
    assert game.view(None).players[0].flags == 1


@pytest.mark.rule("P4")
def test_kept_cards_are_out_of_hand_and_deck() -> None:
    game = lay_out("paris", hands={0: "1 red"}, **TWO_PARTS)
    game.play("claim arc-de-triomphe-champs-elysees.2")
    with pytest.raises(IllegalAction, match="First keep a card for the flag or discard it"):
        game.play("blind")
    game.play("decline")
    position = game.position()
    assert position["seats"][0]["flag"] == ["blue", "white"], "keeping is never forced, not even the last part"
    assert position["deck"]["blue"] + position["market"].count("blue") == 6 - 1


@pytest.mark.rule("P3", "E2")
def test_flags_count_in_the_end() -> None:
    game = ending("paris", claims=TWO_PARTS["claims"], flags={0: 0}, flag=TWO_PARTS["flag"])
    assert settle(game).seats[0].flags == 0
    three = {0: [*TWO_PARTS["claims"][0], "opera-republique.1"]}
    result = settle(ending("paris", claims=three, flags={0: 1})).seats[0]
    assert result.flags == 4
    assert result.total == result.routes + result.tickets + 4
