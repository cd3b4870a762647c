"""Drawing cards: the market, the deck, wilds, gaps (D1-D9)."""

from collections import Counter

import pytest

from aiguillage.game import Game, IllegalAction
from aiguillage.rules.phases import Phase
from positions import cards, discards, hand, kinds, lay_out, texts

CITIES = ("amsterdam", "berlin", "paris")


@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    ("first", "second"),
    [("take red", "take blue"), ("take red", "blind"), ("blind", "take red"), ("blind", "blind")],
)
@pytest.mark.parametrize("title", ["europe", "paris"])
def test_two_cards_face_up_or_blind(title: str, first: str, second: str) -> None:
    game = lay_out(title, market="red blue red blue green", rest="deck")
    game.play(first)
    assert game.actor == 0
    assert game.phase == Phase.SECOND_CARD
    assert kinds(game) - {"enough"} == {"take", "blind"}, "the second card is a card, nothing else"
    game.play(second)
    assert game.actor == 1
    assert sum(hand(game, 0).values()) == 2
    taken = {text.split()[1] for text in (first, second) if text != "blind"}
    assert taken <= set(hand(game, 0))


@pytest.mark.rule("D1")
@pytest.mark.parametrize("first", ["take red", "blind"])
def test_in_europe_one_card_may_be_enough(first: str) -> None:
    game = lay_out("europe", market="red blue white black green", rest="deck")
    assert "enough" not in texts(game), "a draw has at least one card"
    game.play(first)
    assert texts(game)[-1] == "enough"
    assert [event.kind for event in game.play("enough")] == ["enough"]
    assert game.actor == 1
    assert game.phase == Phase.TURN
    assert sum(hand(game, 0).values()) == 1


@pytest.mark.rule("D1")
@pytest.mark.parametrize("title", CITIES)
def test_in_the_cities_two_cards_are_taken(title: str) -> None:
    game = lay_out(title, market="red blue red blue green", rest="deck")
    game.play("take red")
    assert "enough" not in texts(game)
    with pytest.raises(IllegalAction, match="two cards") as refused:
        game.play("enough")
    assert refused.value.rule == "D1"


@pytest.mark.rule("D1")
def test_only_what_lies_there_can_be_taken() -> None:
    game = lay_out("europe", market="red red white wild green")
    assert [text for text in texts(game) if text.startswith("take")] == [
        "take white",
        "take green",
        "take red",
        "take wild",
    ]
    with pytest.raises(IllegalAction, match="No blue card lies face up") as refused:
        game.play("take blue")
    assert refused.value.rule == "D1"


@pytest.mark.rule("D2")
def test_a_card_taken_is_replaced_before_the_second_pick() -> None:
    game = lay_out("europe", market="red white black green yellow", deck="2 blue", rest=1)
    game.play("take black")
    assert game.view(0).market == ["red", "white", "blue", "green", "yellow"]
    assert "take blue" in texts(game), "the replacement can be the second card"
    game.play("take blue")
    assert game.view(0).market == ["red", "white", "blue", "green", "yellow"]
    assert hand(game, 0) == {"black": 1, "blue": 1}


@pytest.mark.rule("D3")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_a_face_up_wild_first_ends_the_action(title: str) -> None:
    game = lay_out(title, market="red red wild green green")
    game.play("take wild")
    assert hand(game, 0) == {"wild": 1}
    assert game.actor == 1
    assert game.phase == Phase.TURN


@pytest.mark.rule("D4")
@pytest.mark.parametrize("title", ["europe", *CITIES])
@pytest.mark.parametrize("first", ["take red", "blind"])
def test_a_face_up_wild_is_never_the_second_card(title: str, first: str) -> None:
    game = lay_out(title, market="red red wild green green")
    game.play(first)
    assert "take wild" not in texts(game)
    with pytest.raises(IllegalAction, match="wild cannot be the second") as refused:
        game.play("take wild")
    assert refused.value.rule == "D4"


@pytest.mark.rule("D4")
def test_a_wild_turned_up_as_the_replacement_is_not_the_second_card_either() -> None:
    game = lay_out("europe", market="red red green green green", deck="5 wild", rest=1)
    game.play("take red")
    assert game.view(0).market[0] == "wild"
    assert texts(game) == ["take green", "take red", "blind", "enough"]


@pytest.mark.rule("D5")
def test_a_blind_wild_counts_as_one_card() -> None:
    game = lay_out("europe", market="red red green green green", deck="5 wild", rest=1)
    game.play("blind")
    assert game.phase == Phase.SECOND_CARD
    game.play("blind")
    assert hand(game, 0) == {"wild": 2}


@pytest.mark.rule("D5")
def test_nobody_else_learns_what_was_drawn_blind() -> None:
    wild = lay_out("europe", 3, deck="5 wild", hands={2: "5 blue"}, rest=1)
    blue = lay_out("europe", 3, deck="5 blue", hands={2: "5 wild"}, rest=1)
    for other in (1, None):
        told = []
        for game in (wild, blue):
            fresh = lay_out_again(game)
            events = fresh.play("blind")
            seen = fresh.view(other).to_dict(), fresh.observation(other).tobytes()
            told.append(([event.to_dict(other) for event in events], seen))
        assert told[0] == told[1]
    events = lay_out_again(wild).play("blind")
    assert events[0].to_dict(0)["card"] == "wild", "its owner does learn it"
    assert events[0].sentence(0) == "draws wild from the deck"


def lay_out_again(game):
    return type(game).from_position(game.position(), game.board)


@pytest.mark.rule("D6")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_three_face_up_wilds_are_replaced_in_the_middle_of_an_action(title: str) -> None:
    colour = "blue"
    game = lay_out(title, market=f"red wild wild green {colour}", deck="1 wild", discard="5 green", rest=1)
    events = game.play("take red")
    rare = [event.kind for event in events if event.kind in ("flush", "reshuffle")]
    assert rare == ["reshuffle", "flush", "reshuffle"]
    assert game.actor == 0
    assert game.phase == Phase.SECOND_CARD
    assert game.view(0).market == ["green"] * 5
    assert cards("3 wild 1 green 1 blue") == game.position()["deck"], "the five replaced cards were discarded"


@pytest.mark.rule("D6")
def test_two_face_up_wilds_stay() -> None:
    game = lay_out("europe", market="red wild red green blue", deck="1 wild", discard="9 black", rest=1)
    events = game.play("take red")
    assert game.view(0).market == ["wild", "wild", "red", "green", "blue"]
    assert not any(event.kind == "flush" for event in events)


@pytest.mark.rule("D6")
def test_wilds_are_replaced_at_the_end_of_a_claim_too() -> None:
    """Gaps are filled when cards come back, and then three wilds may lie there."""
    game = lay_out("europe", hands={0: "1 purple 4 red"}, market="wild wild wild - -", rest=1)
    game.play("claim marseille-pamplona with 4 red")
    assert any(event.kind == "flush" for event in game.events)
    assert game.view(0).market.count("wild") < 3


@pytest.mark.rule("D6")
def test_no_replacement_when_it_cannot_help() -> None:
    """Fewer than three cards that are not wild in deck, discards and row: the row stays."""
    game = lay_out("europe", market="red wild wild wild blue", deck="3 wild", discard="1 blue", rest=1, unsettled=True)
    events = game.play("take red")
    assert not any(event.kind == "flush" for event in events)
    assert game.view(0).market == ["wild", "wild", "wild", "wild", "blue"]
    enough = lay_out(
        "europe", market="red wild wild wild blue", deck="3 wild", discard="2 blue", rest=1, unsettled=True
    )
    assert any(event.kind == "flush" for event in enough.play("take red"))


@pytest.mark.rule("D6")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_a_stubborn_row_is_replaced_until_it_is_in_order(title: str) -> None:
    most = 0
    for seed in range(40):
        deck = "9 wild 3 green" if title == "europe" else "4 wild 3 green"
        game = lay_out(
            title,
            market="red wild wild wild wild",
            deck=deck,
            rest=1,
            random=f"{seed + 1:016x}",
            unsettled=True,
        )
        events = game.play("take red")
        most = max(most, sum(event.kind == "flush" for event in events))
        assert game.view(0).market.count("wild") < 3
        assert game.view(0).market.count(None) == 0
        assert cards(deck) | {"wild": 13 if title == "europe" else 8} == everything_but_hands(game)
    assert most > 3, "more often than the three times of before"


def everything_but_hands(game: Game) -> dict[str, int]:
    """Deck, discards and row together."""
    position = game.position()
    found = Counter(position["deck"]) + Counter(position["discard"])
    return dict(found + Counter(card for card in position["market"] if card))


@pytest.mark.rule("D6")
def test_two_fives_that_would_change_places_for_ever_stay() -> None:
    game = lay_out("europe", market="red wild wild wild blue", deck="4 wild 2 blue", rest=1, unsettled=True)
    events = game.play("take red")
    assert game.view(0).market.count("wild") >= 3
    assert sum(event.kind == "flush" for event in events) <= 1
    other = lay_out(
        "europe",
        market="red wild wild wild blue",
        deck="3 wild 3 blue",
        rest=1,
        random=f"{5:016x}",
        unsettled=True,
    )
    other.play("take red")
    row = other.view(0).market.count("wild")
    assert row < 3 or other.position()["deck"].get("blue", 0) < 3


@pytest.mark.rule("D6")
def test_a_very_long_replacement_leaves_room_for_the_rest_of_the_log() -> None:
    """The last row is told in any case, and what the turn does after it."""
    for seed in range(60):
        game = lay_out(
            "europe",
            market="red wild wild wild wild",
            deck="10 wild 3 blue",
            rest=1,
            random=f"{seed + 1:016x}",
            unsettled=True,
        )
        events = game.play("take red")
        told = {event.data["slot"]: event.data["card"] for event in events if event.kind == "turn-up"}
        assert [told[slot] for slot in range(5)] == game.view(0).market
        assert len(events) <= 50


@pytest.mark.rule("D6")
def test_a_row_is_put_in_order_when_a_turn_ends_too() -> None:
    tickets = ["athina-angora", "budapest-sofia", "paris-wien"]
    market, deck = "wild wild wild wild wild", "9 wild 3 blue"
    game = lay_out("europe", market=market, deck=deck, ticket_deck=tickets, rest=1, unsettled=True)
    assert not any(event.kind == "flush" for event in game.play("tickets")), "the turn has not ended"
    game.play(f"keep {tickets[0]}")
    assert game.view(0).market.count("wild") < 3


@pytest.mark.rule("D7")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_an_empty_deck_is_made_of_the_discards(title: str) -> None:
    game = lay_out(title, market="red red red green green", deck="1 blue", discard="2 green 1 wild", rest=1)
    events = game.play("blind")
    assert hand(game, 0) == {"blue": 1}
    assert [event.text for event in events if event.kind == "reshuffle"] == [
        "the discards become a new deck of 3 cards"
    ]
    assert game.position()["deck"] == {"green": 2, "wild": 1}
    assert discards(game) == {}


@pytest.mark.rule("D8")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_no_hand_limit(title: str) -> None:
    game = lay_out(title, deck="2 blue", rest=0)
    before = sum(hand(game, 0).values())
    assert before > 30
    assert {"take", "blind"} <= kinds(game)
    game.play(next(text for text in texts(game) if text.startswith("take")))
    game.play("blind")
    assert sum(hand(game, 0).values()) == before + 2


@pytest.mark.rule("D9")
@pytest.mark.parametrize("title", CITIES)
def test_gaps_stay_while_there_is_nothing_to_fill_them(title: str) -> None:
    game = lay_out(title, market="red red green green blue", rest=1)
    game.play("take red")
    assert game.view(0).market == [None, "red", "green", "green", "blue"]
    with pytest.raises(IllegalAction, match="no card to draw") as refused:
        game.play("blind")
    assert refused.value.rule == "D9"
    game.play("take blue")
    assert game.view(0).market == [None, "red", "green", "green", None]


@pytest.mark.rule("D9")
def test_in_europe_nothing_can_be_drawn_without_a_deck() -> None:
    """Whatever lies face up; the second card of a draw that has begun is another matter."""
    game = lay_out("europe", hands={0: "3 red"}, market="red red green wild blue", rest=1)
    assert not {"take", "blind"} & kinds(game)
    for text in ("take red", "take wild", "blind"):
        with pytest.raises(IllegalAction, match="empty") as refused:
            game.play(text)
        assert refused.value.rule == "D9"
    assert game.view(0).refusals["take:red"] == {"rule": "D9", "code": "no-cards"}
    one = lay_out("europe", market="red red green green blue", deck="1 white", rest=1)
    assert {"take", "blind"} <= kinds(one)
    one.play("take red")
    assert texts(one) == ["take blue", "take white", "take green", "take red", "enough"]
    one.play("take blue")
    assert one.view(0).market == ["white", "red", "green", "green", None]


@pytest.mark.rule("D9", "T2")
def test_in_europe_who_can_do_nothing_else_passes_before_a_full_row() -> None:
    game = lay_out("europe", market="red red green green blue", ticket_deck=[], rest=1)
    assert texts(game) == ["pass"]


@pytest.mark.rule("D9")
def test_gaps_are_filled_as_soon_as_cards_come_back() -> None:
    game = lay_out("europe", hands={0: "4 red"}, market="red - - - white", rest=1)
    game.play("claim marseille-pamplona")
    assert game.view(0).market == ["red", "red", "red", "red", "white"]
    assert game.position()["deck"] == {"red": 1}


@pytest.mark.rule("D9", "T1")
@pytest.mark.parametrize("title", ["europe", *CITIES])
def test_drawing_cannot_be_chosen_when_there_is_nothing_to_take(title: str) -> None:
    game = lay_out(title, hands={0: "3 red"}, market="- - - - -", rest=1)
    assert not {"take", "blind"} & kinds(game)
    with pytest.raises(IllegalAction) as refused:
        game.play("blind")
    assert refused.value.rule == "D9"
    with pytest.raises(IllegalAction):
        game.play("take red")


@pytest.mark.rule("D9")
@pytest.mark.parametrize("market", ["red - - - -", "red wild - - -", "red wild wild wild -"])
def test_the_action_ends_without_a_second_card_to_take(market: str) -> None:
    game = lay_out("amsterdam", market=market, rest=1)
    game.play("take red")
    assert game.actor == 1
    assert game.phase == Phase.TURN


@pytest.mark.rule("D1", "D9")
def test_deck_and_discards_hold_one_card() -> None:
    game = lay_out("europe", market="red - - - -".replace("-", "green"), deck="1 blue", rest=1)
    game.play("blind")
    assert hand(game, 0) == {"blue": 1}
    assert game.phase == Phase.SECOND_CARD
    assert texts(game) == ["take green", "take red", "enough"]
    game.play("take red")
    assert game.view(0).market == [None, "green", "green", "green", "green"]
