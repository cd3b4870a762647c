"""Hints: what the planner would do is legal, and its reason is true."""

import random

import pytest

from aiguillage.boards import board_names
from aiguillage.bots import Seen, make_bot
from aiguillage.bots.hints import Hint, planner_hint
from aiguillage.game import Game, kernels
from aiguillage.rules.phases import Phase


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
    check_payment(playing, seat, hint)
    if hint.reason.code == "ticket":
        own = {ticket["id"]: ticket for ticket in view.tickets}
        assert hint.reason.tickets
        assert all(not own[ticket]["done"] for ticket in hint.reason.tickets)
        assert hint.text == f"claim {hint.reason.track}"
        assert hint.reason.track in hint.path
        ends = {own[hint.reason.tickets[0]]["a"], own[hint.reason.tickets[0]]["b"]}
        tracks = [playing.board.track(track) for track in hint.path]
        assert ends <= {place for track in tracks for place in (track.a, track.b)}
        assert {view.claims.get(track.id, seat) for track in tracks} == {seat}
    if hint.reason.code == "collect":
        assert hint.reason.cards
        for colour, count in hint.reason.cards.items():
            assert 0 < count <= playing.board.cards[colour] - view.hand.get(colour, 0)
        if hint.reason.track is not None:
            assert hint.reason.track not in view.claims
            assert sum(hint.reason.cards.values()) <= playing.board.track(hint.reason.track).cost
            assert hint.path == [hint.reason.track]
    return hint.reason.code


def check_payment(playing: Game, seat: int, hint: Hint) -> None:
    """Following the hint spends the cards that it names, and no others."""
    text = hint.text
    if hint.payment is not None:
        assert text.split()[0] in ("claim", "station", "place")
        assert all(str(count) in hint.why for count in hint.cards.values())
        text = f"{text} with {hint.payment.removeprefix('pay ')}"
        if hint.payment.startswith("place"):
            text = hint.payment
    elif text.startswith("place"):
        assert playing.phase == Phase.PLACEMENT
    trial = playing.restarted()
    for move in playing.moves:
        trial.play(move.text, move.seat, move.key)
    before = trial.view(seat).hand
    trial.play(text, seat)
    if hint.payment is not None:
        spent = {name: before[name] - trial.view(seat).hand.get(name, 0) for name in before}
        assert {name: count for name, count in spent.items() if count > 0} == hint.cards


@pytest.mark.parametrize("game", ["europe", "paris"])
def test_the_kernel_says_what_a_plan_lacks_however_it_runs(game: str) -> None:
    """The reasons of the interpreter are those of WebAssembly."""
    playing, chance, compared = Game.new(game, seats=3, seed=4), random.Random(4), 0
    while compared < 4:
        seat = playing.actor
        assert seat is not None
        if playing.phase == Phase.TURN:
            seen, before = Seen.of(playing, seat), kernels.current()
            hints = []
            for kernel in (kernels.COMPILED, kernels.INTERPRETED):
                kernels.use(kernel)
                try:
                    hints.append(planner_hint(seen, 1))
                finally:
                    kernels.use(before)
            assert hints[0] == hints[1]
            compared += hints[0].reason.code == "collect"
        playing.play(chance.choice(playing.legal_actions(seat)), seat)
