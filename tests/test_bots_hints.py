"""Hints: what the planner would do is legal, and its reason is true."""

import random

import pytest

from aiguillage.boards import board_names
from aiguillage.bots import Seen, make_bot
from aiguillage.bots.hints import planner_hint
from aiguillage.game import Game
from aiguillage.rules.state import Phase


@pytest.mark.parametrize("game", board_names())
def test_hints_over_a_whole_game(game: str) -> None:
    playing = Game.new(game, seats=2, seed=9)
    planner, chance = make_bot("planner", 1), random.Random(1)
    codes = set()
    while not playing.over:
        seat = playing.actor
        assert seat is not None
        if chance.random() < 0.3 or playing.phase == Phase.OPENING:
            codes.add(check_hint(playing, seat))
        # Mostly the planner's way, so that its plans come about; sometimes not, so that they are upset.
        choice = planner.choose(Seen.of(playing, seat))
        playing.play(choice if chance.random() < 0.8 else chance.choice(playing.legal_actions(seat)), seat)
    assert {"choice", "collect"} <= codes
    assert codes & {"ticket", "placement"}


def check_hint(playing: Game, seat: int) -> str:
    """The code of a hint's reason, once it has been found true."""
    hint = planner_hint(Seen.of(playing, seat), 1)
    assert hint.text in [action.text for action in playing.legal_actions(seat)]
    assert hint.why.endswith(".")
    view = playing.view(seat)
    if hint.reason.code == "ticket":
        own = {ticket["id"]: ticket for ticket in view.tickets}
        assert hint.reason.tickets
        assert all(not own[ticket]["done"] for ticket in hint.reason.tickets)
        assert hint.text == f"claim {hint.reason.track}"
    if hint.reason.code == "collect":
        assert hint.reason.cards
        assert hint.reason.track is None or hint.reason.track not in view.claims
    return hint.reason.code
