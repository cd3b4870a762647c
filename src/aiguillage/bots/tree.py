"""The tree of search: at the decisions to come after each root candidate, what does better than the planner's way.

A node stands for a decision after a root candidate and the steps that follow it. A step is one action, or "as the
planner does", whatever that is in a world; so worlds that differ in hidden cards and luck share their nodes. A node
keeps what each action that was tried gained over the planner's way, every gain measured within one world.
`play_worlds` only reads the tree; what it found is entered by `learn` afterwards, in the order of the worlds, so
that the tree does not depend on the number of threads.
"""

from typing import Any

import numpy as np

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.records import AnyState, Array, HowRecord, Tree
from .shortlist import CANDIDATES

DEPTH = 4
"""So many decisions below the root candidate can have nodes."""

NODES = 1_024
"""A tree never has more; what would need another is not learnt."""

EDGES = 24
"""No more actions of a node are tried."""

NODE = np.dtype(
    [
        ("child", "i4"),  # its first child, or NOTHING
        ("next", "i4"),  # its parent's next child, or NOTHING
        ("step", "i2"),  # the action that leads here from the parent, or NOTHING: as the planner does
        ("kind", "i2"),  # who decides what (see `kind_of`)
        ("choice", "i2"),  # the action that is better than the planner's way, or NOTHING
        ("tests", "i4"),
        ("edges", "i4"),  # how many actions were tried
        ("action", "i2", (EDGES,)),
        ("count", "i4", (EDGES,)),  # how often each was tried
        ("gain", "f8", (EDGES,)),  # the sum of what it gained over the planner's way
    ],
    align=True,
)

FOUND = np.dtype(
    [
        ("met", "i4"),  # decisions that were met
        ("kind", "i2", (DEPTH,)),
        ("step", "i2", (DEPTH,)),  # as in NODE
        ("node", "i4", (DEPTH,)),  # NOTHING if there is none yet
        ("played", "i2", (DEPTH,)),  # the action that the step was in this world
        ("trials", "i2", (CANDIDATES,)),  # what could be tried instead
        ("level", "i4"),  # the decision at which something else was tried, or NOTHING
        ("tried", "i2"),  # the action, or NOTHING: as the planner does
        ("gain", "f8"),  # what it brought more
    ],
    align=True,
)
"""What one root candidate met in one world."""

HOW = np.dtype(
    [
        ("seed", "i8"),
        ("seat", "i1"),  # that has to decide
        ("grow", "i1"),  # 1: something else is tried further down as well
        ("rivals", "i1"),  # 1: at the others' decisions too
        ("since", "i1"),  # a network is asked where the seat begins its turns, from this one on, counted from now,
        ("ahead", "i1"),  # up to this one
        ("scale", "f8"),  # a margin of so many points is as good as any
        ("win", "f8"),  # what the win counts beside the margin
    ],
    align=True,
)
"""How worlds are played."""

EXPECTED, WEIGHT, SPREAD = -0.05, 24, 0.5
"""What an action gains over the planner's way before it was tried, how many tries that belief counts, and how far the
gains of single worlds spread."""

SURE, CURIOUS = 1.0, 1.5
"""An action is chosen when its gain is so many standard errors above nothing; the next to be tried is the one that is
best so many above its mean."""


@kernel
def reward(state: AnyState, seat: int, how: HowRecord) -> float:
    """How well a game ended for the seat: the margin over the best opponent, at most 1 either way, and the win."""
    best = -10_000
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.total[other])
    margin = (state.total[seat] - best) / how.scale
    result: float = max(-1.0, min(1.0, margin))
    return result + how.win if state.rank[seat] == 1 else result


@kernel
def kind_of(state: AnyState) -> int:
    """Who decides what: what tells apart decisions that follow the same step."""
    return int(state.actor) * 16 + int(state.phase)


@kernel
def clear_node(tree: Tree, node: int) -> None:
    """Make a node without children or tries."""
    tree[node].child = NOTHING
    tree[node].next = NOTHING
    tree[node].choice = NOTHING
    tree[node].tests = 0
    tree[node].edges = 0


@kernel
def clear_tree(tree: Tree) -> None:
    """Leave only the root candidates, which are the first nodes."""
    for node in range(CANDIDATES):
        clear_node(tree, node)


@kernel
def find_child(tree: Tree, node: int, step: int, kind: int) -> int:
    """The decision of a kind that follows a step from a node, or NOTHING."""
    if node == NOTHING:
        return NOTHING
    child = tree[node].child
    while child != NOTHING and (tree[child].step != step or tree[child].kind != kind):
        child = tree[child].next
    return child


@kernel
def choice_at(tree: Tree, node: int) -> int:
    """The action to choose at a node; NOTHING, the planner's way, if there is no node."""
    return NOTHING if node == NOTHING else int(tree[node].choice)


@kernel
def find_edge(tree: Tree, node: int, action: int) -> int:
    """Where a node has the figures of an action, or NOTHING."""
    for edge in range(tree[node].edges):
        if tree[node].action[edge] == action:
            return edge
    return NOTHING


@kernel
def reach(count: int, gain: float, errors: float) -> float:
    """The gain to be expected of an action that was tried so often, and so many standard errors."""
    tries = count + WEIGHT
    result: float = (gain + WEIGHT * EXPECTED) / tries + errors * SPREAD / np.sqrt(tries)
    return result


@kernel
def choose_trial(tree: Tree, node: int, actions: Array, n: int, line: int) -> int:
    """Which of the actions to try instead of `line`: the one that may be best; NOTHING if there is no other.

    Those that were not tried yet wait until the others have disappointed: the tree widens as tests are made.
    """
    best, most = NOTHING, -1e9
    for i in range(n):
        action: Any = np.int64(actions[i])
        if action != line:
            edge = NOTHING if node == NOTHING else find_edge(tree, node, action)
            value = reach(0, 0.0, CURIOUS)
            if edge != NOTHING:
                value = reach(tree[node].count[edge], tree[node].gain[edge], CURIOUS)
            if value > most:
                best, most = action, value
    return best


@kernel
def choose_best(tree: Tree, node: int) -> None:
    """Write the node's choice anew."""
    best, most = NOTHING, 0.0
    for edge in range(tree[node].edges):
        value = reach(tree[node].count[edge], tree[node].gain[edge], -SURE)
        if value > most:
            best, most = tree[node].action[edge], value
    tree[node].choice = best


@kernel
def enter_gain(tree: Tree, node: int, action: int, gain: float) -> None:
    """Add what an action gained over the planner's way."""
    edge = find_edge(tree, node, action)
    if edge == NOTHING:
        if tree[node].edges == EDGES:
            return
        edge = int(tree[node].edges)
        tree[node].edges += 1
        tree[node].action[edge] = action
        tree[node].count[edge] = 0
        tree[node].gain[edge] = 0.0
    tree[node].count[edge] += 1
    tree[node].gain[edge] += gain
    tree[node].tests += 1
    choose_best(tree, node)


@kernel
def compare(tree: Tree, node: int, line: int, tried: int, gain: float) -> None:
    """Enter that `tried` brought so much more than `line`; one of them may be NOTHING, the planner's way."""
    if tried == NOTHING:
        enter_gain(tree, node, line, -gain)
        return
    if line != NOTHING:
        edge = find_edge(tree, node, line)
        gain += tree[node].gain[edge] / tree[node].count[edge]
    enter_gain(tree, node, tried, gain)


@kernel
def learn(tree: Tree, size: int, found: Any, live: Array) -> int:
    """Enter what was found, world by world; returns the new size of the tree."""
    for i in range(len(found)):
        for k in range(len(live)):
            row = found[i, k]
            if not live[k] or row.level == NOTHING:
                continue
            node, step = k, NOTHING
            for level in range(row.level + 1):
                child = find_child(tree, node, step, row.kind[level])
                if child == NOTHING:
                    if size == NODES:
                        break
                    child = size
                    size += 1
                    clear_node(tree, child)
                    tree[child].step = step
                    tree[child].kind = row.kind[level]
                    tree[child].next = tree[node].child
                    tree[node].child = child
                node, step = child, row.step[level]
                if level == row.level:
                    compare(tree, node, step, row.tried, row.gain)
    return size
