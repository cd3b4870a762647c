"""The tree of `master`: the seat's own decisions to come after each root candidate, as a network sees them.

Each candidate has a tree of its own. A node is a decision that the network has looked at: what it thought of the
actions there, and how the worlds that followed each of them were judged. A node is found by the action that leads to it
and by what the seat holds then, so worlds that differ in what the others hold and do share their nodes.
"""

from typing import Any

import numpy as np

from ..rules.jit import kernel
from ..rules.numbers import NOTHING
from ..rules.records import AnyState
from .neural import OPINION

CONSIDERED = 8
"""No decision of `master` has more candidates."""

BRANCHES = 16
"""No more actions of a node are followed."""

THOUGHTS = 1_024
"""A tree never has more nodes; what would need another is judged all the same."""

THOUGHT = np.dtype(
    [
        ("parent", "i4"),
        ("child", "i4"),  # its first child, or NOTHING
        ("next", "i4"),  # its parent's next child, or NOTHING
        ("led", "i4"),  # the action that leads here from the parent
        ("key", "i4"),  # what the seat holds (see `key_of`)
        ("made", "i4"),  # of the first node alone, which is the candidate: how many there are
        ("visits", "i4"),
        ("branches", "i4"),
        ("worth", "f8"),  # the sum of how all visits were judged
        ("action", "i2", (BRANCHES,)),
        ("likely", "f8", (BRANCHES,)),  # how likely the network would play it
        ("count", "i4", (BRANCHES,)),  # how often it was followed
        ("total", "f8", (BRANCHES,)),  # the sum of how that was judged
    ],
    align=True,
)

LATE = 0.02
"""How likely the network would play an action that was not legal when it looked: it is not asked again."""

KEYS = 1_000_003
LEAST = -40.0


@kernel
def clear_thoughts(thoughts: Any) -> None:
    """Leave only the candidates."""
    for k in range(len(thoughts)):
        thoughts[k, 0].child = NOTHING
        thoughts[k, 0].made = 1


@kernel
def key_of(state: AnyState, seat: int) -> int:
    """What the seat holds, what it is offered and what it is asked, as one number."""
    key: Any = np.int64(state.phase)
    for kind in range(len(state.hand[seat])):
        key = (key * 31 + state.hand[seat, kind]) % KEYS
    for i in range(state.offer_n[seat]):
        key = (key * 101 + state.offer[seat, i] + 1) % KEYS
    return int(key)


@kernel
def find_thought(tree: Any, node: int, led: int, key: int) -> int:
    """The decision that follows an action from a node, or NOTHING."""
    child: Any = np.int64(tree[node].child)
    while child != NOTHING and (tree[child].led != led or tree[child].key != key):
        child = np.int64(tree[child].next)
    return int(child)


@kernel
def power(x: float) -> float:
    """Nearly e to the power of x, which is not above 0."""
    result = 1.0 + max(x, LEAST) / 256.0
    for _ in range(8):
        result *= result
    return result


@kernel
def put_branch(tree: Any, node: int, branch: int, action: int, likely: float) -> None:
    """Let a node have an action that nobody has followed."""
    tree[node].action[branch] = action
    tree[node].likely[branch] = likely
    tree[node].count[branch] = 0
    tree[node].total[branch] = 0.0


@kernel
def add_thought(
    tree: Any, parent: int, led: int, key: int, value: float, opinions: Any, actions: Any, n: int
) -> None:
    """Keep a decision that the network has just looked at, with the likeliest of its legal actions."""
    node: Any = np.int64(tree[0].made)
    if node == THOUGHTS:
        return
    tree[0].made += 1
    tree[node].parent = parent
    tree[node].child = NOTHING
    tree[node].next = tree[parent].child
    tree[parent].child = node
    tree[node].led = led
    tree[node].key = key
    tree[node].visits = 1
    tree[node].worth = value
    best = opinions[actions[0]]
    for i in range(1, n):
        best = max(best, opinions[actions[i]])
    whole = 0.0
    for i in range(n):
        whole += power((opinions[actions[i]] - best) / OPINION)
    count = 0
    for i in range(n):
        likely = power((opinions[actions[i]] - best) / OPINION) / whole
        place = count
        if count == BRANCHES:
            place = 0
            for branch in range(1, BRANCHES):
                if tree[node].likely[branch] < tree[node].likely[place]:
                    place = branch
            if likely <= tree[node].likely[place]:
                continue
        else:
            count += 1
        put_branch(tree, node, place, np.int64(actions[i]), likely)  # type: ignore[arg-type]
    tree[node].branches = count


@kernel
def find_branch(tree: Any, node: int, action: int) -> int:
    """Where a node has an action; the number of its branches, if it has it not."""
    branch = 0
    while branch < tree[node].branches and tree[node].action[branch] != action:
        branch += 1
    return branch


@kernel
def choose_branch(tree: Any, node: int, actions: Any, n: int, how: Any) -> int:
    """Which of the legal actions to follow from a node (PUCT), or NOTHING: what was judged best so far, or what the
    network thinks more of than visits show yet. What was never followed counts a little less than the node."""
    best, most = NOTHING, -1e9
    visits: Any = np.int64(tree[node].visits)
    root = how.curious * np.sqrt(1.0 * visits)
    unknown = tree[node].worth / visits - how.wary
    for i in range(n):
        action: Any = np.int64(actions[i])
        branch = find_branch(tree, node, action)
        if branch == tree[node].branches:
            if branch == BRANCHES:
                continue
            put_branch(tree, node, branch, action, LATE)
            tree[node].branches += 1
        count: Any = np.int64(tree[node].count[branch])
        value = unknown if count == 0 else tree[node].total[branch] / count
        value += root * tree[node].likely[branch] / (1 + count)
        if value > most:
            best, most = action, value
    return int(best)


@kernel
def enter_value(tree: Any, node: int, led: int, value: float) -> None:
    """Enter how a world was judged at all decisions on the way to it, the last of which chose `led`."""
    while node > 0:
        branch = find_branch(tree, node, led)
        tree[node].count[branch] += 1
        tree[node].total[branch] += value
        tree[node].visits += 1
        tree[node].worth += value
        led = np.int64(tree[node].led)  # type: ignore[assignment]
        node = np.int64(tree[node].parent)  # type: ignore[assignment]
