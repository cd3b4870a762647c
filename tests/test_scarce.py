"""Games that run dry: few cards, few pieces, few routes, few tickets, and what the rules say then (T2, D6, D7, D9, K3).

Random cut-down boards make common what a real game sees once in a thousand: empty decks, gaps in the market, rows of
wilds, tunnels with nothing to turn up, nothing legal at all. Both kernels play them side by side.
"""

import random
from typing import Any

import pytest

from aiguillage.boards import load_board
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.actions import BLIND, DRAW_TICKETS, ENOUGH, PASS, TAKE
from aiguillage.rules.numbers import WILD
from aiguillage.rules.phases import OPENING, OVER, SECOND_CARD, TURN
from aiguillage.rules.state import QUIET_SCRATCH, STATE, new_record, new_records
from invariants import check_conserved
from positions import scarce_board
from twins import Twins

TITLES = {"europe": (2, 3, 4, 5), "amsterdam": (2, 3, 4), "berlin": (2, 3, 4), "paris": (2, 3, 4)}


def check_legal(board: Any, state: Any, legal: list[int], seen: set[str]) -> None:
    """What may be chosen, when there is little (T2, D4, D9, K3)."""
    assert legal
    if PASS in legal:
        assert legal == [PASS]
        seen.add("pass")
    if state.phase in (TURN, SECOND_CARD):
        market = {int(kind) for kind in state.market if kind >= 0}
        if state.phase == SECOND_CARD:
            market.discard(WILD)
        if state.phase == TURN and board.deck_needed and state.deck_n == 0:
            market = set()
            seen.add("no drawing")
        assert {code - TAKE for code in legal if code < BLIND} == market
        assert (ENOUGH in legal) == (board.may_stop and state.phase == SECOND_CARD)
        assert (BLIND in legal) == (state.deck_n > 0)
    if state.phase == TURN:
        assert (DRAW_TICKETS in legal) == (state.queue_n > 0)
    if state.deck_n == 0:
        seen.add("empty deck")
        assert state.discard_n == 0
    if -1 in state.market:
        seen.add("gap")
        assert state.deck_n == 0
    if (state.market == WILD).sum() >= 3:
        seen.add("row of wilds")
        plain = (
            state.deck[:WILD].sum() + state.discard[:WILD].sum() + ((state.market >= 0) & (state.market < WILD)).sum()
        )
        assert plain < 3 or state.phase not in (TURN, SECOND_CARD), "three wilds stay only where nothing else is left"


def play_scarce(title: str, seats: int, seed: int, seen: set[str]) -> None:
    chance = random.Random(f"scarce {title} {seats} {seed}")
    board = scarce_board(title, seats, chance)
    twins = Twins(board, seats, seed)
    state = twins.states[0]
    while state.phase != OVER and state.decisions < 600:
        if state.phase == OPENING:
            for one in twins.states:
                one.actor = next(s for s in range(seats) if state.chosen[s] == -1)
        legal = twins.legal()
        check_legal(board, state, legal, seen)
        check_conserved(board, state)
        twins.step(chance.choice(legal))
    check_conserved(board, state)
    if state.phase == OVER:
        seen.add("passed to the end" if state.passes == seats else "last round")


@pytest.mark.rule("T2", "D9", "K3")
@pytest.mark.parametrize("title", TITLES)
def test_games_that_run_dry(title: str) -> None:
    seen: set[str] = set()
    for seed in range(24):
        play_scarce(title, TITLES[title][seed % len(TITLES[title])], seed, seen)
    dry = {"no drawing"} if title == "europe" else set()
    assert seen == dry | {"pass", "empty deck", "gap", "row of wilds", "passed to the end", "last round"}


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_games_that_run_dry_at_length(title: str) -> None:
    for seed in range(24, 1500):
        play_scarce(title, TITLES[title][seed % len(TITLES[title])], seed, set())


@pytest.mark.rule("E1")
@pytest.mark.parametrize(("title", "seats"), [(title, seats) for title, counts in TITLES.items() for seats in counts])
def test_random_games_end(title: str, seats: int) -> None:
    """A thousand games of every title and number of players: all end, all add up."""
    board, scratch = load_board(title), new_record(QUIET_SCRATCH)
    states = new_records(STATE, 1000)
    COMPILED.load("bots.boardgames.crowd").play_games(board.table, states, scratch, seats, 12, 0, 100_000)
    assert (states.phase == OVER).all()
    parts = ("route", "flag", "ticket", "station", "goods", "longest")
    assert (states.total == sum(states[f"{part}_points"] for part in parts)).all()
    assert (states.rank[:, :seats].min(axis=1) == 1).all()
    for state in states[::100]:
        check_conserved(board, state)
