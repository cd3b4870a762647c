"""Drawing tickets (K1-K4)."""

import pytest

from aiguillage.boards import load_board
from aiguillage.game import IllegalAction
from aiguillage.rules.state import Phase
from positions import lay_out, texts

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
