"""The tree of search: what is learnt from trials, and that it looks further than one decision."""

from typing import Any

import numpy as np
import pytest

from aiguillage.bots import Seen, make_bot
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.search import SearchBot
from aiguillage.bots.shortlist import CANDIDATES
from aiguillage.bots.tree import DEPTH, FOUND, NODE, NODES, clear_tree, find_child, learn
from aiguillage.game import Game, kernels
from aiguillage.game.families import BOARD_GAMES
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.state import new_record, new_records

OURS = 1
"""A kind of decision."""


@pytest.fixture
def tree() -> Any:
    records = new_records(NODE, NODES)
    clear_tree(records)
    return records


def trial(steps: list[int], tried: int, gain: float) -> Any:
    """What a world brought in which the first root candidate met decisions with such steps and tried another last."""
    found = np.zeros((1, 1), FOUND).view(np.recarray)
    row = found[0, 0]
    row.met = len(steps)
    row.kind[:] = OURS
    row.step[: len(steps)] = steps
    row.level = len(steps) - 1
    row.tried = tried
    row.gain = gain
    return found


def enter(tree: Any, size: int, found: Any, times: int) -> int:
    for _ in range(times):
        size = learn(tree, size, found, np.ones(1, np.bool_))
    return size


def test_what_gains_again_and_again_is_chosen(tree: Any) -> None:
    size = enter(tree, CANDIDATES, trial([NOTHING], tried=7, gain=0.4), times=3)
    node = find_child(tree, 0, NOTHING, OURS)
    assert tree[node].choice == NOTHING  # too few to be sure
    enter(tree, size, trial([NOTHING], tried=7, gain=0.4), times=30)
    assert tree[node].choice == 7


def test_what_loses_is_never_chosen(tree: Any) -> None:
    enter(tree, CANDIDATES, trial([NOTHING], tried=7, gain=-0.1), times=200)
    node = find_child(tree, 0, NOTHING, OURS)
    assert tree[node].tests == 200
    assert tree[node].choice == NOTHING


def test_a_choice_falls_when_the_way_of_the_planner_does_better(tree: Any) -> None:
    size = enter(tree, CANDIDATES, trial([NOTHING], tried=7, gain=0.4), times=30)
    enter(tree, size, trial([7], tried=NOTHING, gain=0.3), times=60)
    assert tree[find_child(tree, 0, NOTHING, OURS)].choice == NOTHING


def test_a_better_action_follows_a_choice(tree: Any) -> None:
    size = enter(tree, CANDIDATES, trial([NOTHING], tried=7, gain=0.3), times=30)
    enter(tree, size, trial([7], tried=8, gain=0.3), times=60)
    assert tree[find_child(tree, 0, NOTHING, OURS)].choice == 8


def test_a_decision_after_another_step_is_another_one(tree: Any) -> None:
    size = enter(tree, CANDIDATES, trial([NOTHING, NOTHING], tried=7, gain=0.4), times=40)
    enter(tree, size, trial([5, NOTHING], tried=8, gain=0.4), times=40)
    first = find_child(tree, 0, NOTHING, OURS)
    planned, other = find_child(tree, first, NOTHING, OURS), find_child(tree, first, 5, OURS)
    assert (tree[first].choice, tree[planned].choice, tree[other].choice) == (NOTHING, 7, 8)


def test_a_full_tree_learns_no_new_decisions(tree: Any) -> None:
    size = NODES - 1
    for step in range(40):
        size = enter(tree, size, trial([step, NOTHING], tried=7, gain=0.1), times=1)
    assert size == NODES


def position(title: str, decisions: int) -> Seen:
    """What the seat to move sees after so many decisions of planners."""
    game = Game.new(title, seats=2, seed=3)
    planner = make_bot("planner")
    for _ in range(decisions):
        assert game.actor is not None
        game.play(planner.choose(Seen.of(game, game.actor)), game.actor)
    assert game.actor is not None
    return Seen.of(game, game.actor)


def searched(seen: Seen, playouts: int, threads: int = 1, rivals: int = 0) -> SearchBot:
    bot = SearchBot(4, playouts=playouts, threads=threads)
    bot.give_up = 9.0
    bot.rivals = rivals
    bot.choose(seen)
    return bot


def depth(bot: SearchBot) -> int:
    """How many decisions below a root candidate the tree reaches."""

    def below(node: int) -> int:
        children = []
        child = int(bot.tree[node].child)
        while child != NOTHING:
            children.append(1 + below(child))
            child = int(bot.tree[child].next)
        return max(children, default=0)

    return max(below(root) for root in range(CANDIDATES))


@pytest.mark.parametrize("title", ["amsterdam", "cardgame"])
def test_the_tree_grows_deeper_with_the_budget(title: str) -> None:
    seen = position(title, 12)
    assert depth(searched(seen, 100)) == 0
    assert depth(searched(seen, 1500)) >= 2
    assert depth(searched(seen, 4000)) == DEPTH


@pytest.mark.parametrize("title", ["amsterdam", "cardgame"])
def test_the_tree_does_not_depend_on_the_number_of_threads(title: str) -> None:
    seen = position(title, 12)
    one, *others = [searched(seen, 3000, threads) for threads in (1, 2, 3, 6)]
    assert one.last["nodes"] > 10
    size = CANDIDATES + one.last["nodes"]
    for other in others:
        assert other.last == one.last
        for field in ("choice", "tests", "edges", "kind", "step"):
            assert (other.tree[field][CANDIDATES:size] == one.tree[field][CANDIDATES:size]).all()


@pytest.mark.parametrize("rivals", [0, 1])
def test_others_have_nodes_only_if_they_shall(rivals: int) -> None:
    seen = position("amsterdam", 12)
    bot = searched(seen, 1500, rivals=rivals)
    kinds = bot.tree.kind[CANDIDATES : CANDIDATES + bot.last["nodes"]]
    assert {int(kind) // 16 for kind in kinds} == ({0, 1} if rivals else {seen.seat})


def in_new_worlds(bot: SearchBot, seen: Seen, tree: Any) -> Any:
    """What the planner's choice and then the tree bring in each of 400 worlds that the search has not met."""
    table, weights = seen.board.table, weights_for(seen.board, "search")
    out, scratch = np.zeros(CANDIDATES, np.int16), clean_scratch(BOARD_GAMES)
    kernels.COMPILED.load(BOARD_GAMES.path("bots", "family")).list_candidates(
        table, seen.observation, seen.seat, scratch, weights, out
    )
    rewards, found = np.zeros((400, 1)), np.zeros((400, 1), FOUND).view(np.recarray)
    kernels.COMPILED.load(BOARD_GAMES.path("bots", "playouts")).play_worlds(
        table,
        seen.observation,
        bot.how(seen, grow=True),
        out[:1],
        np.ones(1, np.bool_),
        1_000_000,
        rewards,
        tree,
        found,
        new_records(BOARD_GAMES.state_dtype, 3 + DEPTH),
        scratch,
        weights,
        new_record(BOARD_GAMES.bots.RULES_SCRATCH),
    )
    return rewards[:, 0]


@pytest.mark.parametrize("decisions", [36, 39])
def test_what_it_finds_further_down_holds_in_worlds_that_it_has_not_met(decisions: int, tree: Any) -> None:
    seen = position("amsterdam", decisions)
    bot = searched(seen, 4000)
    gain = in_new_worlds(bot, seen, bot.tree) - in_new_worlds(bot, seen, tree)
    assert gain.mean() > 3 * gain.std() / len(gain) ** 0.5
