"""Drawing tickets (K1-K4)."""

import pytest

from aiguillage.boards import load_board
from aiguillage.game import Game, IllegalAction
from aiguillage.rules.phases import Phase
from positions import choose_all, kinds, lay_out, texts

TITLES = ("europe", "amsterdam", "berlin", "paris")


def regular(title: str, count: int) -> list[str]:
    return [ticket.id for ticket in load_board(title).tickets if not ticket.long][:count]


@pytest.mark.rule("K1")
@pytest.mark.parametrize("title", TITLES)
def test_draw_and_keep_at_least_one(title: str) -> None:
    drawn = 3 if title == "europe" else 2
    deck = regular(title, 6)
    game = lay_out(title, ticket_deck=deck)
    game.play("tickets")
    assert game.phase == Phase.TICKETS
    assert [ticket["id"] for ticket in game.view(0).offer] == deck[:drawn], "the top of the deck"
    assert game.view(1).offer == []
    choices = {frozenset(action.data["tickets"]) for action in game.legal_actions()}
    assert len(choices) == 2**drawn - 1
    assert frozenset() not in choices
    with pytest.raises(IllegalAction, match="at least one") as refused:
        game.play("keep nothing")
    assert refused.value.rule == "K1"
    game.play(f"keep {' '.join(deck[:drawn])}")
    assert set(deck[:drawn]) < set(game.position()["seats"][0]["tickets"])
    assert game.position()["ticket_deck"] == deck[drawn:]
    assert game.actor == 1


@pytest.mark.rule("K2")
@pytest.mark.parametrize("title", TITLES)
def test_the_rest_goes_under_the_deck(title: str) -> None:
    drawn = 3 if title == "europe" else 2
    deck = regular(title, 6)
    game = lay_out(title, ticket_deck=deck)
    game.play("tickets")
    game.play(f"keep {deck[1]}")
    returned = [ticket for ticket in deck[:drawn] if ticket != deck[1]]
    assert game.position()["ticket_deck"] == [*deck[drawn:], *returned]
    for ticket in returned:
        assert ticket not in str(game.view(1).to_dict()), "face down"
    game.play("tickets")
    assert [ticket["id"] for ticket in game.view(1).offer] == deck[drawn : 2 * drawn]


@pytest.mark.rule("K3")
@pytest.mark.parametrize(
    ("title", "left"), [("europe", 2), ("europe", 1), ("amsterdam", 1), ("berlin", 1), ("paris", 1)]
)
def test_fewer_left_are_drawn(title: str, left: int) -> None:
    deck = regular(title, left)
    game = lay_out(title, ticket_deck=deck)
    game.play("tickets")
    assert len(game.view(0).offer) == left
    if left == 1:
        assert texts(game) == [f"keep {deck[0]}"], "the only one is kept"
    else:
        assert len(texts(game)) == 3
    game.play(texts(game)[-1])
    assert game.position()["ticket_deck"] == []


@pytest.mark.rule("K3")
@pytest.mark.parametrize("title", TITLES)
def test_none_left_the_action_cannot_be_chosen(title: str) -> None:
    game = lay_out(title, ticket_deck=[])
    assert "tickets" not in texts(game)
    with pytest.raises(IllegalAction, match="ticket deck is empty") as refused:
        game.play("tickets")
    assert refused.value.rule == "K3"
    assert game.view(0).refusals["tickets"]["rule"] == "K3"


@pytest.mark.rule("K4")
@pytest.mark.parametrize("title", TITLES)
def test_kept_tickets_stay_and_there_is_no_limit(title: str) -> None:
    drawn = 3 if title == "europe" else 2
    game = lay_out(title)
    before = set(game.position()["seats"][0]["tickets"])
    for _ in range(6):
        game.play("tickets")
        game.play(game.legal_actions()[-1])
        game.play("blind")
        game.play("blind")
        after = set(game.position()["seats"][0]["tickets"])
        assert before < after
        assert len(after) == len(before) + drawn
        before = after
    game.play("tickets")
    own = next(iter(before))
    assert own not in [ticket["id"] for ticket in game.view(0).offer]
    with pytest.raises(ValueError, match="not on offer"):
        game.play(f"keep {own}")


@pytest.mark.rule("K4")
@pytest.mark.parametrize("title", [*TITLES, "cardgame"])
def test_whatever_is_played_nobody_loses_a_ticket(title: str) -> None:
    """Every kind of action, every seat: who holds what only grows, and grows by what was kept alone."""
    game = choose_all(Game.new(title, 3, seed=6))
    held: list[set[str]] = [tickets_of(game, seat) for seat in range(3)]
    wanted = ("claim", "station", "place", "tickets", "take", "blind")
    played: dict[str, int] = {}
    while not game.over and game.turn < 60:
        seat, choices = game.actor, kinds(game)
        rare = sorted(choices, key=lambda kind: (played.get(kind, 0), wanted.index(kind) if kind in wanted else 9))
        action = next(action for action in game.legal_actions() if action.kind == rare[0])
        played[rare[0]] = played.get(rare[0], 0) + 1
        offered = {ticket["id"] for ticket in game.view(seat).offer}
        game.play(action)
        for other in range(3):
            now = held[other] if game.over else tickets_of(game, other)
            kept = set(action.data["tickets"]) if other == seat and action.kind == "keep" and offered else set()
            assert now == held[other] | kept
            held[other] = now
    assert played["tickets"] >= 3
    assert played.get("claim", 0) + played.get("place", 0) >= 3
    if game.over:
        lists = [{ticket.id for ticket in seat.ticket_list} for seat in game.outcome().seats]
        assert lists == held, "all of them are counted"


def tickets_of(game: Game, seat: int) -> set[str]:
    return {ticket["id"] for ticket in game.view(seat).tickets}


@pytest.mark.rule("K4")
@pytest.mark.parametrize("title", [*TITLES, "cardgame"])
def test_somebody_may_keep_every_ticket_there_is(title: str) -> None:
    game = choose_all(Game.new(title, 2, seed=2, first=0))
    kept = 0
    while "tickets" in texts(game):
        game.play("tickets")
        offer = [ticket["id"] for ticket in game.view(game.actor).offer]
        seat = game.actor or 0
        game.play(f"keep {' '.join(offer)}")
        assert set(offer) <= tickets_of(game, seat)
        kept += len(offer)
        if game.turn % 2 and title != "cardgame":
            game.play("blind")
            game.play("blind")
    assert kept > 12
    assert game.view(None).ticket_deck == 0
