"""Play-outs: from what a seat has seen, through a world that agrees with it, to the end of the game."""

from typing import Any

import numpy as np

from ...rules.jit import kernel
from ...rules.numbers import NOTHING
from ...rules.phases import OVER
from ...rules.records import (
    AnyBoard,
    AnyBotScratch,
    AnyScratch,
    AnyState,
    AnyStates,
    Array,
    Asked,
    FoundRecord,
    HowRecord,
    Space,
    Tree,
)
from ...rules.rng import seed_random
from ..tree import DEPTH, choice_at, choose_trial, find_child, kind_of, reward
from .family import (
    believe,
    choose_planned,
    determinize,
    forget_plans,
    legal,
    list_candidates,
    set_light,
    step,
    weigh_tickets,
)

DECISIONS = 2_000
"""A play-out is broken off after so many decisions from its start (it never was)."""


@kernel
def start_plans(scratch: AnyBotScratch) -> None:
    """Let light planners begin, without a plan."""
    set_light(scratch, 1)
    forget_plans(scratch)


@kernel
def play_out(board: AnyBoard, state: AnyState, scratch: AnyBotScratch, weights: Array, rules: AnyScratch) -> None:
    """Let light planners play the game to its end."""
    limit = state.decisions + DECISIONS
    while state.phase != OVER and state.decisions < limit:
        action = choose_planned(board, state, np.int64(state.actor), scratch, weights)  # type: ignore[arg-type]
        step(board, state, action, rules)


@kernel
def may_play(board: AnyBoard, state: AnyState, action: int, scratch: AnyBotScratch) -> bool:
    """Whether the action is legal in this world."""
    for i in range(legal(board, state, scratch.actions)):
        if scratch.actions[i] == action:
            return True
    return False


@kernel
def follow(
    board: AnyBoard,
    state: AnyState,
    how: HowRecord,
    tree: Tree,
    node: int,
    led: int,
    level: int,
    found: FoundRecord,
    saved: AnyStates,
    scratch: AnyBotScratch,
    weights: Array,
    rules: AnyScratch,
) -> None:
    """Play the game to its end: the tree's choices as far as it reaches, then light planners.

    The step `led` comes from `node`; `level` decisions of the tree are behind it. Further ones go to `found`, the
    positions to `saved`.
    """
    start_plans(scratch)
    limit = state.decisions + DECISIONS
    while state.phase != OVER and level < DEPTH and state.decisions < limit:
        if state.actor != how.seat and not how.rivals:
            action = choose_planned(board, state, np.int64(state.actor), scratch, weights)  # type: ignore[arg-type]
            step(board, state, action, rules)
            continue
        kind = kind_of(state)
        node = find_child(tree, node, led, kind)
        led = choice_at(tree, node)
        if led != NOTHING and not may_play(board, state, led, scratch):
            led = NOTHING
        saved[level] = state
        found.kind[level] = kind
        found.node[level] = node
        found.step[level] = led
        start_plans(scratch)
        action = led
        if led == NOTHING:
            action = choose_planned(board, state, np.int64(state.actor), scratch, weights)  # type: ignore[arg-type]
        found.played[level] = action
        step(board, state, action, rules)
        level += 1
        found.met = level
    play_out(board, state, scratch, weights, rules)


@kernel
def try_other(board: AnyBoard, how: HowRecord, number: int, tree: Tree, found: FoundRecord, space: Space) -> None:
    """Try something else at one of the decisions that were met, in the same world, and note what it gains.

    `worlds[1]` is how the game ended, `worlds[3:]` are the decisions.
    """
    worlds, scratch, weights, rules = space
    if found.met == 0:
        return
    level = 0
    while level + 1 < found.met and (number >> level) & 1:
        level += 1
    node: Any = np.int64(found.node[level])
    line: Any = np.int64(found.step[level])
    worlds[2] = worlds[3 + level]
    actor: Any = np.int64(worlds[2].actor)
    tried = NOTHING
    if line == NOTHING or (number >> DEPTH) & 1:
        n = list_candidates(board, worlds[2], actor, scratch, weights, found.trials)
        tried = choose_trial(tree, node, found.trials, n, found.played[level])
        if tried == NOTHING:
            return
    start_plans(scratch)
    action = tried
    if tried == NOTHING:
        action = choose_planned(board, worlds[2], actor, scratch, weights)
    step(board, worlds[2], action, rules)
    follow(board, worlds[2], how, tree, node, tried, level + 1, found, worlds[3:], scratch, weights, rules)
    found.level = level
    found.tried = tried
    found.gain = reward(worlds[2], actor, how) - reward(worlds[1], actor, how)


@kernel
def make_world(
    board: AnyBoard, seen: AnyState, seat: int, seed: int, number: int, world: AnyState, scratch: AnyBotScratch
) -> None:
    """Fill in what the seat cannot know, in a copy of what it has seen; `weigh_tickets` first."""
    seed_random(world, seed, number)
    determinize(board, world, seat)
    believe(board, seen, world, seat, scratch)


@kernel
def play_worlds(
    board: AnyBoard, seen: AnyState, asked: Asked, first: int, rewards: Array, tree: Tree, found: Any, space: Space
) -> None:
    """Play the live actions out in as many worlds as `rewards` has rows: world `first + i` gives row `i`.

    `asked` is how, which actions and which of them live; `space` are worlds, the bots' scratch, their weights and the
    rules' scratch.

    In one world every action meets the same hidden cards and tickets and the same generator, so that differences
    between actions are due to them as far as possible. With `how.grow` the tree's choices are followed, and something
    else is tried further down as well; `found` says what.
    """
    how, actions, live = asked
    worlds, scratch, weights, rules = space
    seat: Any = np.int64(how.seat)
    weigh_tickets(board, seen, seat, scratch)
    for i in range(len(rewards)):
        worlds[0] = seen
        make_world(board, seen, seat, how.seed, first + i, worlds[0], scratch)
        for k in range(len(actions)):
            if live[k]:
                row = found[i, k]
                row.met = 0
                row.level = NOTHING
                start = 0 if how.grow else DEPTH
                worlds[1] = worlds[0]
                step(board, worlds[1], np.int64(actions[k]), rules)  # type: ignore[arg-type]
                follow(board, worlds[1], how, tree, k, NOTHING, start, row, worlds[3:], scratch, weights, rules)
                rewards[i, k] = reward(worlds[1], seat, how)
                if how.grow:
                    try_other(board, how, first + i, tree, row, space)
