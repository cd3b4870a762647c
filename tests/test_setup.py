"""The box and the set-up (S1-S10)."""

import json
from collections import Counter

import pytest

from aiguillage.boards import load_board
from aiguillage.game import Game, GameError, IllegalAction
from aiguillage.rules.numbers import UNKNOWN
from aiguillage.rules.phases import Phase
from positions import choose_all, texts

TITLES = ("europe", "amsterdam", "berlin", "paris")
CITIES = TITLES[1:]


def all_cards(game: Game) -> Counter[str]:
    position = game.position()
    counted = Counter(position["deck"]) + Counter(position["discard"])
    counted += Counter(card for card in position["market"] if card)
    for seat in position["seats"]:
        counted += Counter(seat["hand"])
    return counted


@pytest.mark.parametrize(
    ("title", "seats", "pieces", "stations", "colours", "wilds", "tickets", "goods"),
    [
        pytest.param(
            "europe",
            (2, 5),
            [45, 0],
            3,
            dict.fromkeys(("blue", "purple", "orange", "white", "green", "yellow", "black", "red"), 12),
            14,
            (6, 40),
            0,
            marks=pytest.mark.rule("S1"),
        ),
        pytest.param(
            "amsterdam",
            (2, 4),
            [16, 0],
            0,
            dict.fromkeys(("pink", "blue", "green", "black", "red", "orange"), 6),
            8,
            (0, 24),
            16,
            marks=pytest.mark.rule("S2"),
        ),
        pytest.param(
            "berlin",
            (2, 4),
            [11, 5],
            0,
            dict.fromkeys(("blue", "green", "black", "pink", "red", "orange"), 6),
            8,
            (0, 22),
            0,
            marks=pytest.mark.rule("S3"),
        ),
        pytest.param(
            "paris",
            (2, 4),
            [15, 0],
            0,
            {"white": 8, **dict.fromkeys(("blue", "red", "yellow", "green", "purple"), 6)},
            8,
            (0, 20),
            0,
            marks=pytest.mark.rule("S4"),
        ),
    ],
)
def test_box(title, seats, pieces, stations, colours, wilds, tickets, goods) -> None:
    low, high = seats
    for wrong in (low - 1, high + 1):
        with pytest.raises(GameError, match=f"{low} to {high} players"):
            Game.new(title, wrong)
    for count in range(low, high + 1):
        game = Game.new(title, count, seed=count)
        assert all_cards(game) == Counter({**colours, "wild": wilds})
        position = game.position()
        for seat in range(count):
            assert position["seats"][seat]["pieces"] == pieces
            assert position["seats"][seat]["stations"] == stations
            assert game.view(None).players[seat].score == 0
        assert game.view(None).goods_left == goods
    board = load_board(title)
    assert (sum(t.long for t in board.tickets), sum(not t.long for t in board.tickets)) == tickets


@pytest.mark.rule("S5")
@pytest.mark.parametrize("title", TITLES)
def test_deal(title: str) -> None:
    dealt = 4 if title == "europe" else 2
    hands = set()
    for seed in range(20):
        game = Game.new(title, 3, seed=seed)
        view = game.view(None)
        assert [player.cards for player in view.players] == [dealt] * 3
        assert None not in view.market
        assert len(view.market) == 5
        held = [seat["hand"] for seat in game.position()["seats"]]
        assert [sum(cards.values()) for cards in held] == [dealt] * 3
        hands.add(json.dumps(held))
    assert len(hands) == 20, "the cards are shuffled"


@pytest.mark.rule("S6")
@pytest.mark.parametrize("title", TITLES)
def test_three_wilds_at_the_start_are_replaced(title: str) -> None:
    replaced = 0
    for seed in range(120):
        game = Game.new(title, 2, seed=seed)
        position = game.position()
        assert all_cards(game) == Counter(game.board.cards)
        assert position["market"].count("wild") < 3
        if any(event.kind == "flush" for event in game.events):
            replaced += 1
            assert position["discard"]["wild"] >= 3
            assert sum(position["discard"].values()) % 5 == 0
        else:
            assert position["discard"] == {}
    assert replaced > 0


@pytest.mark.rule("S7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_europe_deals_one_long_and_three_regular_tickets(seats: int) -> None:
    game = Game.new("europe", seats, seed=seats)
    position, board = game.position(), game.board
    offers = [seat["offer"] for seat in position["seats"]]
    assert [[board.ticket(t).long for t in offer] for offer in offers] == [[True, False, False, False]] * seats
    dealt = {ticket for offer in offers for ticket in offer}
    assert len(dealt) == 4 * seats
    regular = {ticket.id for ticket in board.tickets if not ticket.long}
    assert set(position["ticket_deck"]) == regular - dealt
    assert len(position["ticket_deck"]) == 40 - 3 * seats


@pytest.mark.rule("S7")
def test_europe_keeps_at_least_two_long_or_regular() -> None:
    game = Game.new("europe", 2, seed=1)
    long, *regular = game.position()["seats"][0]["offer"]
    sizes = Counter(len(action.data["tickets"]) for action in game.legal_actions(0))
    assert sizes == {2: 6, 3: 4, 4: 1}
    for few in ("nothing", long, regular[0]):
        with pytest.raises(IllegalAction) as refused:
            game.play(f"keep {few}", 0)
        assert refused.value.rule == "S7"
    game.play(f"keep {regular[0]} {regular[2]}", 0)
    game.play(game.legal_actions(1)[-1], 1)
    position = game.position()
    assert set(position["seats"][0]["tickets"]) == {regular[0], regular[2]}
    for refused_ticket in (long, regular[1]):
        assert refused_ticket not in position["ticket_deck"], "what is refused is out of the game"
        assert refused_ticket not in position["seats"][1]["tickets"]


@pytest.mark.rule("S7")
def test_everybody_chooses_at_the_same_time() -> None:
    game = Game.new("europe", 3, seed=4)
    assert game.choosing == [0, 1, 2]
    game.play(texts(game, 2)[0], 2)
    assert game.choosing == [0, 1]
    with pytest.raises(IllegalAction) as refused:
        game.play(texts(game, 0)[0], 2)
    assert refused.value.rule == "S7"
    assert all(not seat["tickets"] for seat in game.position()["seats"]), "nothing changes hands before all have chosen"


@pytest.mark.rule("S7", "S8", "C3")
@pytest.mark.parametrize("title", ["europe", "paris", "cardgame"])
def test_nobody_learns_how_many_tickets_others_keep_before_all_have_chosen(title: str) -> None:
    """Whoever looks: the same events, views and observations, whether few or all were kept."""
    told = []
    for choice in (0, -1):
        game = Game.new(title, 3, seed=4)
        events = game.play(game.legal_actions(1)[choice], 1)
        for seat in (0, 2, None):
            seen = game.view(seat).to_dict(), game.observation(seat).tobytes()
            told.append(([event.to_dict(seat) for event in events], game.log(seat), seen))
        assert events[0].to_dict(1).get("kept"), "whoever chose is told what"
        assert [event.kind for event in events] == ["choose"]
    assert told[:3] == told[3:]


@pytest.mark.rule("S7", "S8", "C3")
@pytest.mark.parametrize("title", ["europe", "paris", "cardgame"])
def test_when_all_have_chosen_it_is_told_how_many_everybody_keeps(title: str) -> None:
    game = Game.new(title, 3, seed=4)
    game.play(game.legal_actions(1)[-1], 1)
    game.play(game.legal_actions(0)[0], 0)
    events = game.play(game.legal_actions(2)[-1], 2)
    dealt = {"europe": 4, "paris": 2, "cardgame": 6}[title]
    least = {"europe": 2, "paris": 1, "cardgame": 1}[title]
    assert [(event.seat, event.data) for event in events if event.kind == "kept"] == [
        (0, {"count": least, "offered": dealt}),
        (1, {"count": dealt, "offered": dealt}),
        (2, {"count": dealt, "offered": dealt}),
    ]
    assert [player.tickets for player in game.view(None).players] == [least, dealt, dealt]
    assert not game.can_undo(2), "what the others keep has come out"


@pytest.mark.rule("S8")
@pytest.mark.parametrize("title", CITIES)
def test_cities_deal_two_tickets_and_put_the_others_under_the_deck(title: str) -> None:
    game = Game.new(title, 3, seed=9)
    position = game.position()
    offers = [seat["offer"] for seat in position["seats"]]
    assert [len(offer) for offer in offers] == [2, 2, 2]
    assert len(texts(game, 0)) == 3
    with pytest.raises(IllegalAction) as refused:
        game.play("keep nothing", 1)
    assert refused.value.rule == "S8"
    top = position["ticket_deck"]
    game.play(f"keep {offers[2][1]}", 2)
    game.play(f"keep {offers[0][0]}", 0)
    game.play(f"keep {offers[1][0]} {offers[1][1]}", 1)
    after = game.position()
    assert after["ticket_deck"] == [*top, offers[0][1], offers[2][0]]
    assert [seat["tickets"] for seat in after["seats"]] == [
        [offers[0][0]],
        sorted_like(game, offers[1]),
        [offers[2][1]],
    ]


def sorted_like(game: Game, tickets: list[str]) -> list[str]:
    return sorted(tickets, key=lambda ticket: game.board.ticket_index[ticket])


@pytest.mark.rule("S9")
@pytest.mark.parametrize("title", TITLES)
def test_tickets_are_secret_until_the_final_count(title: str) -> None:
    game = choose_all(Game.new(title, 2, seed=3))
    own = game.position()["seats"][0]["tickets"]
    for other in (1, None):
        seen = json.dumps(game.view(other).to_dict())
        told = json.dumps([event.to_dict(other) for event in game.events])
        for ticket in own:
            assert ticket not in seen
            assert ticket not in told
        assert game.view(other).players[0].tickets == len(own), "how many there are is no secret"
        for ticket in own:
            assert game.observation(other).ticket_at[game.board.ticket_index[ticket]] == UNKNOWN
    assert [ticket["id"] for ticket in game.view(0).tickets] == own
    while not game.over:
        game.play(game.legal_actions()[-1 if game.phase == Phase.TICKETS else 0])
    shown = [ticket.id for ticket in game.outcome().seats[0].ticket_list]
    assert set(own) <= set(shown)
    outcome = game.view(1).outcome
    assert outcome is not None
    assert outcome.seats[0].ticket_list[0].id == shown[0]


@pytest.mark.rule("S10")
@pytest.mark.parametrize("title", TITLES)
def test_first_player(title: str) -> None:
    for first in range(3):
        game = choose_all(Game.new(title, 3, seed=1, first=first))
        assert game.actor == first
    drawn = Counter(choose_all(Game.new(title, 3, seed=seed)).actor for seed in range(60))
    assert set(drawn) == {0, 1, 2}
    assert choose_all(Game.new(title, 3, seed=7)).actor == choose_all(Game.new(title, 3, seed=7)).actor
    with pytest.raises(GameError, match="first player"):
        Game.new(title, 3, first=3)


@pytest.mark.rule("S10")
def test_play_is_clockwise() -> None:
    game = choose_all(Game.new("berlin", 4, seed=2, first=2))
    order = []
    for _ in range(8):
        order.append(game.actor)
        game.play("blind")
        game.play("blind")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]
