"""The interface for bots: what they are shown, how they are found, and that they only ever play what is legal."""

import pytest

from aiguillage.bots import LEVELS, BotError, Seen, make_bot, play_game
from aiguillage.game import Game

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


@pytest.mark.parametrize("title", TITLES)
def test_random_bots_play_a_game_to_its_end(title: str) -> None:
    game = Game.new(title, seats=3, seed=5)
    outcome = play_game(game, [make_bot("random", seed) for seed in range(3)])
    assert game.over
    assert 1 <= len(outcome.winners) <= 3


def test_the_same_seed_chooses_the_same() -> None:
    records = []
    for seed in (1, 1, 2):
        game = Game.new("amsterdam", seats=2, seed=5)
        play_game(game, [make_bot("random", seed), make_bot("random", seed + 10)])
        records.append([move.text for move in game.moves])
    assert records[0] == records[1] != records[2]


def test_a_bot_is_shown_what_the_seat_may_know() -> None:
    game = Game.new("europe", seats=2, seed=5)
    seen = Seen.of(game, 1)
    assert seen.legal == game.legal_actions(1)
    assert seen.view == game.view(1)
    assert seen.observation.tobytes() != game.state_bytes()
    assert not seen.observation.hand[0].any()
    game.play(seen.legal[0], 1)
    told = Seen.of(game, 0).events
    assert [event["kind"] for event in told][-1] == "choose"
    assert "kept" not in told[-1]


def test_a_seat_that_has_nothing_to_decide_sees_nothing() -> None:
    game = Game.new("europe", seats=2, seed=5)
    game.play(game.legal_actions(1)[0], 1)
    with pytest.raises(BotError, match="nothing to decide"):
        Seen.of(game, 1)


def test_levels_are_bots() -> None:
    assert LEVELS == ("easy", "normal", "hard", "expert", "master")
    with pytest.raises(BotError, match="easy has no such options: ms"):
        make_bot("easy:ms=3")


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(BotError, match="no bot 'clever'; there are easy, normal"):
        make_bot("clever")
    with pytest.raises(BotError, match="no such options: ms"):
        make_bot("random:ms=200")
    with pytest.raises(BotError, match="search:ms=200"):
        make_bot("random:fast")
    with pytest.raises(BotError, match="2 seats, but 1 bots"):
        play_game(Game.new("paris", seats=2), [make_bot("random")])
