"""Ferries and tunnels (F1, U1-U7).

A deck of exactly three cards turns all of them up, whatever chance says.
"""

import json
from typing import cast

import pytest

from aiguillage.game import Game, IllegalAction
from aiguillage.game.shapes import Pending
from aiguillage.rules.phases import Phase
from positions import ALL_BUT_THREE_PIECES, cards, discards, hand, lay_out, texts


def half_made(game: Game, seat: int) -> Pending:
    """The claim under way, as a seat sees it."""
    pending = game.view(seat).pending
    assert pending is not None
    return cast(Pending, pending)


def tunnel(deck: str, held: str, *, discard: str = "", market: str = "- - - - -", seats: int = 2) -> Game:
    """Seat 0 stands before the tunnels, the deck is known, and the other cards are with the last seat."""
    market = market if not deck else "green green green white white"
    return lay_out("europe", seats, hands={0: held}, deck=deck, discard=discard, market=market, rest=seats - 1)


@pytest.mark.rule("F1")
@pytest.mark.parametrize(
    ("held", "ways"),
    [
        ("4 red 1 wild", None),  # one wild is not enough for two symbols
        ("4 red 2 wild", {"pay 2 red 2 wild"}),
        ("4 red 3 wild", {"pay 2 red 2 wild", "pay 1 red 3 wild"}),
        ("4 red 4 wild", {"pay 2 red 2 wild", "pay 1 red 3 wild", "pay 4 wild"}),
        ("1 red 2 wild", None),
        ("1 red 3 wild", {"pay 1 red 3 wild"}),
        ("1 red 1 blue 2 wild", None),
        ("4 wild", {"pay 4 wild"}),
    ],
)
def test_a_ferry_needs_its_wilds_and_one_colour(held: str, ways: set[str] | None) -> None:
    game = lay_out("europe", hands={0: held})
    legal = "claim constantinople-sevastopol" in texts(game)
    assert legal == (ways is not None)
    if ways is None:
        with pytest.raises(IllegalAction) as refused:
            game.play("claim constantinople-sevastopol")
        assert refused.value.rule == ("F1" if "2 wild" not in held else "R2")
        return
    view = next(entry for entry in game.view(0).legal if entry["text"] == "claim constantinople-sevastopol")
    assert view["kind"] == "claim"
    assert {way["text"] for way in view["payments"]} == ways
    game.play("claim constantinople-sevastopol")
    if len(ways) > 1:
        assert set(texts(game)) == ways
        game.play(sorted(ways)[0])
    assert game.view(0).claims == {"constantinople-sevastopol": 0}


@pytest.mark.rule("F1")
def test_a_ferry_of_symbols_only_takes_wilds_only() -> None:
    game = lay_out("europe", hands={0: "6 red 2 wild"})
    game.play("claim amsterdam-london")
    assert discards(game) == {"wild": 2}


@pytest.mark.rule("U1")
def test_cards_are_laid_down_first_then_three_are_turned_up() -> None:
    game = tunnel("1 red 1 blue 1 black", "4 red")
    events = [event.kind for event in game.play("claim paris-zurich with 3 red")]
    assert events[:5] == ["lay", "reveal", "reveal", "reveal", "owe"]
    pending = half_made(game, 1)
    assert pending["laid"] == {"red": 3}
    assert sorted(pending["revealed"]) == ["black", "blue", "red"]
    assert pending["hits"] == [card == "red" for card in pending["revealed"]]
    assert pending["owed"] == 1
    assert game.phase == Phase.TUNNEL
    assert game.view(1).claims == {}, "the route is not taken yet"
    assert hand(game, 0) == {"red": 1}


@pytest.mark.rule("U1")
def test_only_tunnels_turn_cards_up() -> None:
    game = tunnel("3 red", "4 red")
    events = game.play("claim marseille-pamplona with 4 red")
    assert "reveal" not in [event.kind for event in events]


@pytest.mark.rule("U2")
@pytest.mark.parametrize(
    ("deck", "owed"),
    [
        ("3 blue", 0),
        ("1 red 2 blue", 1),
        ("1 wild 2 blue", 1),
        ("1 red 1 wild 1 blue", 2),
        ("3 red", 3),
        ("3 wild", 3),
        ("2 red 1 wild", 3),
    ],
)
def test_each_card_of_the_colour_and_each_wild_asks_for_one_more(deck: str, owed: int) -> None:
    game = tunnel(deck, "6 red")
    turned = [event.data for event in game.play("claim paris-zurich with 3 red") if event.kind == "reveal"]
    assert all(card["hit"] == (card["card"] in ("red", "wild")) for card in turned)
    assert sum(card["hit"] for card in turned) == owed
    if owed == 0:
        assert game.view(0).claims == {"paris-zurich": 0}
        assert hand(game, 0) == {"red": 3}
        return
    pending = half_made(game, 0)
    assert pending["owed"] == owed
    assert texts(game) == ["decline", f"pay {owed} red"]
    game.play(f"pay {owed} red")
    assert game.view(0).claims == {"paris-zurich": 0}
    assert hand(game, 0) == ({"red": 3 - owed} if owed < 3 else {})


@pytest.mark.rule("U2")
def test_the_colour_laid_down_counts_with_wilds_among_it() -> None:
    game = tunnel("1 red 1 wild 1 blue", "6 red 4 wild")
    game.play("claim paris-zurich with 2 red 1 wild")
    assert set(texts(game)) == {"decline", "pay 2 red", "pay 1 red 1 wild", "pay 2 wild"}
    with pytest.raises(IllegalAction) as refused:
        game.play("pay 2 blue")
    assert refused.value.rule == "U2"
    game.play("pay 1 red 1 wild")
    assert discards(game) == {} or sum(discards(game).values()) >= 5
    assert hand(game, 0) == {"red": 3, "wild": 2}


@pytest.mark.rule("U2")
def test_exactly_as_many_wilds_as_are_owed_pay() -> None:
    game = tunnel("2 red 1 blue", "3 red 2 wild")
    game.play("claim paris-zurich with 3 red")
    assert texts(game) == ["decline", "pay 2 wild"]
    game.play("pay 2 wild")
    assert game.view(0).claims == {"paris-zurich": 0}


@pytest.mark.rule("U3")
@pytest.mark.parametrize(
    ("deck", "owed"),
    [("3 red", 0), ("1 red 2 blue", 0), ("1 wild 2 red", 1), ("2 wild 1 red", 2), ("3 wild", 3)],
)
def test_only_wilds_laid_down_only_wilds_count_and_pay(deck: str, owed: int) -> None:
    game = tunnel(deck, "6 red 6 wild")
    game.play("claim paris-zurich with 3 wild")
    if owed:
        assert texts(game) == ["decline", f"pay {owed} wild"]
        with pytest.raises(IllegalAction):
            game.play(f"pay {owed} red")
        game.play(f"pay {owed} wild")
    assert game.view(0).claims == {"paris-zurich": 0}
    assert hand(game, 0) == {"red": 6, **({"wild": 3 - owed} if owed < 3 else {})}


@pytest.mark.rule("U3")
def test_a_coloured_tunnel_paid_with_wilds_ignores_its_own_colour() -> None:
    game = tunnel("3 black", "3 wild 3 black")
    game.play("claim madrid-pamplona.1 with 3 wild")
    assert game.view(0).claims == {"madrid-pamplona.1": 0}


@pytest.mark.rule("U4")
def test_who_will_not_pay_takes_the_cards_back() -> None:
    game = tunnel("1 red 1 blue 1 black", "5 red 1 wild")
    game.play("claim paris-zurich with 2 red 1 wild")
    game.play("decline")
    assert hand(game, 0) == {"red": 5, "wild": 1}
    assert game.view(0).claims == {}
    assert game.view(0).players[0].pieces["main"] == 45
    assert game.view(0).players[0].score == 0
    assert game.actor == 1
    assert game.view(1).pending is None
    assert game.view(1).players[0].shown == {"red": 2, "wild": 1}, "everybody has seen these cards"


@pytest.mark.rule("U4")
@pytest.mark.parametrize("held", ["4 red", "3 red 1 wild", "3 red 9 blue"])
def test_who_cannot_pay_is_asked_all_the_same(held: str) -> None:
    game = tunnel("2 red 1 black", held)
    events = game.play("claim paris-zurich with 3 red")
    assert "give-up" not in [event.kind for event in events]
    assert game.phase == Phase.TUNNEL
    assert game.actor == 0
    assert texts(game) == ["decline"]
    pending = half_made(game, 0)
    assert sorted(pending["revealed"]) == ["black", "red", "red"], "he sees what was turned up"
    game.play("decline")
    assert hand(game, 0) == dict(cards(held))
    assert game.view(0).claims == {}
    assert game.actor == 1


@pytest.mark.rule("U4")
def test_nobody_learns_whether_who_gave_up_could_have_paid() -> None:
    """The others see the same, before and after, with the same number of cards."""
    told = []
    for held in ("3 red 3 blue", "6 red"):
        game = tunnel("2 red 1 black", held)
        steps = []
        for text in ("claim paris-zurich with 3 red", "decline"):
            kinds = [event.to_dict(1) for event in game.play(text)]
            view = game.view(1).to_dict()
            steps.append((kinds, {name: view[name] for name in ("phase", "actor", "pending", "players")}))
        told.append(json.dumps([[k for k in kinds if k["kind"] != "reveal"] for kinds, _ in steps]))
        told.append(json.dumps([{**view, "pending": None} for _, view in steps]))
    assert told[:2] == told[2:]


@pytest.mark.rule("U4")
def test_a_surcharge_that_can_be_paid_in_one_way_is_not_paid_by_itself() -> None:
    game = tunnel("2 red 1 black", "5 red")
    game.play("claim paris-zurich")
    assert game.phase == Phase.TUNNEL
    assert texts(game) == ["decline", "pay 2 red"]
    assert hand(game, 0) == {"red": 2}


@pytest.mark.rule("U4")
def test_a_failed_tunnel_can_be_tried_again() -> None:
    game = tunnel("2 red 1 black", "3 red")
    game.play("claim paris-zurich")
    game.play("decline")
    game.play("blind")
    game.play("blind")
    assert game.actor == 0
    assert "claim paris-zurich" in texts(game)


@pytest.mark.rule("U5")
@pytest.mark.parametrize("answer", ["pay 1 red", "decline"])
def test_the_cards_turned_up_are_discarded_at_the_end_of_the_turn(answer: str) -> None:
    # A fourth card stays in the deck, so that the discards are not shuffled into a new one at once.
    seen = 0
    for seed in range(1, 30):
        game = lay_out(
            "europe", hands={0: "4 red"}, deck="1 red 3 blue", market="green green white white green",
            rest=1, random=f"{seed:016x}",
        )  # fmt: skip
        game.play("claim paris-zurich with 3 red")
        if game.phase != Phase.TUNNEL:
            continue
        seen += 1
        assert discards(game) == {}, "not before the end of the turn"
        game.play(answer)
        paid = 4 if answer != "decline" else 0
        assert discards(game) == {"red": 1 + paid, "blue": 2}
        assert game.position()["deck"] == {"blue": 1}
    assert seen > 3


@pytest.mark.rule("U5")
def test_they_are_discarded_also_when_nothing_was_owed() -> None:
    game = lay_out("europe", hands={0: "3 red"}, deck="4 blue", market="green green white white green", rest=1)
    game.play("claim paris-zurich")
    assert discards(game) == {"blue": 3, "red": 3}


@pytest.mark.rule("U6")
@pytest.mark.parametrize(
    ("deck", "discard", "turned"),
    [
        ("2 blue", "", 2),
        ("1 blue", "", 1),
        ("1 blue", "1 blue", 2),
        ("1 blue", "9 blue", 3),
        ("2 blue", "1 blue", 3),
    ],
)
def test_fewer_than_three_cards_left(deck: str, discard: str, turned: int) -> None:
    game = tunnel(deck, "3 red", discard=discard)
    events = game.play("claim paris-zurich")
    assert [event.data["card"] for event in events if event.kind == "reveal"] == ["blue"] * turned
    assert game.view(0).claims == {"paris-zurich": 0}


@pytest.mark.rule("U6")
def test_no_card_left_no_surcharge() -> None:
    game = tunnel("", "3 red")
    events = [event.kind for event in game.play("claim paris-zurich")]
    assert "reveal" not in events
    assert "claim" in events


@pytest.mark.rule("U6")
def test_the_cards_laid_down_are_not_turned_up() -> None:
    """With one card in the deck and no discards the three red ones laid down do not become a new deck."""
    game = tunnel("1 blue", "6 red")
    events = game.play("claim paris-zurich with 3 red")
    assert [event.data["card"] for event in events if event.kind == "reveal"] == ["blue"]


@pytest.mark.rule("U7")
def test_the_surcharge_takes_no_pieces_and_gives_no_points() -> None:
    plain, dear = tunnel("3 blue", "6 red"), tunnel("3 red", "6 red")
    plain.play("claim paris-zurich with 3 red")
    dear.play("claim paris-zurich with 3 red")
    dear.play("pay 3 red")
    for game in (plain, dear):
        assert game.view(0).claims == {"paris-zurich": 0}
        assert game.view(0).players[0].pieces["main"] == 42
        assert game.view(0).players[0].score == 4


@pytest.mark.rule("U7", "R3")
def test_three_pieces_are_enough_for_a_dear_tunnel_of_three() -> None:
    game = lay_out(
        "europe",
        hands={0: "6 red"},
        deck="3 red",
        market="green green white white green",
        rest=1,
        claims={0: ALL_BUT_THREE_PIECES},
    )
    game.play("claim paris-zurich with 3 red")
    game.play("pay 3 red")
    assert game.view(0).players[0].pieces["main"] == 0
