"""`search`: plays promising actions out in many worlds that agree with what it has seen, and learns what may follow."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from aiguillage.bots.bot import BotError, Seen
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.shortlist import CANDIDATES
from aiguillage.bots.tree import DEPTH, FOUND, HOW, NODE, NODES
from aiguillage.game import Action, kernels
from aiguillage.game.families import Family, family_of
from aiguillage.rules.records import AnyBotScratch, AnyScratch, AnyStates, Array, Asked, HowRecord, Space

CHUNK = 4
"""Worlds between two looks at the clock and at the candidates."""

LEAST = 16
"""No candidate is given up for being clearly worse before so many worlds."""

FIRST = 8
"""No candidate is given up to make room for the others before so many worlds."""


Own = tuple[AnyStates, AnyBotScratch, AnyScratch]
"""What a thread works in."""


class SearchBot:
    """Information-set Monte Carlo tree search over play-outs of the light planner.

    `ms` is the time for one decision; `playouts`, if given, is a budget of play-outs instead, with which the choice
    depends on nothing but the seed and what is seen. `threads` defaults to all cores.
    """

    clock = staticmethod(time.perf_counter)
    """What the budget is measured with."""

    def __init__(self, seed: int, ms: int = 500, playouts: int = 0, threads: int = 0) -> None:
        if ms < 1:
            raise BotError("A search needs at least 1 ms for a decision.")
        self.seed = seed
        self.ms = ms
        self.playouts = playouts
        self.threads = threads or os.cpu_count() or 1
        self.give_up = 3.5
        self.trust = 1.0
        self.win = 0.5
        self.grow_from = 32
        self.rivals = 0
        self.last: dict[str, int] = {}
        self.tree = kernels.current().new_records(NODE, NODES)
        self._spaces: dict[Family, list[Own]] = {}
        self._found = kernels.current().zeros((CHUNK, CANDIDATES), FOUND).view(np.recarray)

    def __repr__(self) -> str:
        return f"SearchBot({self.seed}, ms={self.ms}, playouts={self.playouts}, threads={self.threads})"

    def choose(self, seen: Seen) -> Action:
        """The action that does best in the play-outs."""
        start = self.clock()
        weights = weights_for(seen.board, "search")
        actions = self._candidates(seen, weights, start)
        best = self._search(seen, actions, weights, start) if len(actions) > 1 else 0
        return seen.action(int(actions[best]))

    def _candidates(self, seen: Seen, weights: Array, start: float) -> Array:
        """The actions worth a search; the first is what the others have to beat."""
        family, out = family_of(seen.board), np.zeros(CANDIDATES, np.int16)
        kernel = kernels.current().load(family.path("bots", "family"))
        count = kernel.list_candidates(
            seen.board.table, seen.observation, seen.seat, clean_scratch(family), weights, out
        )
        return out[:count].copy()

    def _search(self, seen: Seen, actions: Array, weights: Array, start: float) -> int:
        zeros = kernels.current().zeros  # threads write into the same rows
        rewards = zeros((64, len(actions)), np.float64)
        live = np.ones(len(actions), np.bool_)
        worlds = played = 0
        tree, size = kernels.current().load("bots.tree"), CANDIDATES
        tree.clear_tree(self.tree)
        while live.sum() > 1 and (spent := self._spent(start, played)) < 1.0:
            if worlds >= FIRST:
                self._thin_out(rewards[:worlds], live, spent)
            if worlds + CHUNK > len(rewards):
                more = zeros((2 * len(rewards), len(actions)), np.float64)
                more[: len(rewards)] = rewards
                rewards = more
            grow = worlds >= self.grow_from
            self._play(seen, actions, live, worlds, rewards[worlds : worlds + CHUNK], weights, grow)
            if grow:
                size = tree.learn(self.tree, size, self._found, live)
            worlds += CHUNK
            played += CHUNK * int(live.sum()) * (1 + grow)
            if worlds >= LEAST:
                self._drop(rewards[:worlds], live)
        self.last = {
            "worlds": worlds,
            "playouts": played,
            "live": int(live.sum()),
            "nodes": size - CANDIDATES,
        }
        return self._pick(rewards[:worlds], live)

    def _spent(self, start: float, played: int) -> float:
        """The share of the budget that is used up."""
        if self.playouts:
            return played / self.playouts
        return (self.clock() - start) * 1000 / self.ms

    def _play(
        self, seen: Seen, actions: Array, live: Array, first: int, rewards: Array, weights: Array, grow: bool
    ) -> None:
        """Play a chunk of worlds, shared out over the threads."""
        family = family_of(seen.board)
        spaces = self._spaces_for(family)
        how = self.how(seen, grow)
        # threads beyond one for each world share the candidates of a world
        groups = -(-self.threads // CHUNK)

        def play(part: int) -> None:
            world, group = divmod(part, groups)
            worlds, scratch, rules = spaces[part]
            asked = how, actions, live & (np.arange(len(actions)) % groups == group)
            share, space = slice(*shares[world : world + 2]), (worlds, scratch, weights, rules)
            self._play_part(seen, asked, first + shares[world], rewards[share], share, space, part)

        parts = min(self.threads, CHUNK)
        shares = [CHUNK * part // parts for part in range(parts + 1)]
        self._share(play, parts * groups)

    def _play_part(
        self, seen: Seen, asked: Asked, first: int, rewards: Array, share: slice, space: Space, part: int
    ) -> None:
        """Play the worlds of one part of a chunk, in a space of its own."""
        play_worlds = kernels.current().load(family_of(seen.board).path("bots", "playouts")).play_worlds
        given = seen.board.table, seen.observation, asked, first, rewards
        play_worlds(*given, self.tree, self._found[share], space)

    def _share(self, work: Callable[[int], None], parts: int) -> None:
        """Do all parts of some work, on threads if there are several."""
        if self.threads == 1:
            work(0)
        else:
            list(_threads().map(work, range(parts)))

    def how(self, seen: Seen, grow: bool) -> HowRecord:
        """How the worlds of this decision are played."""
        how = kernels.current().new_record(HOW)
        how.seed = (self.seed + int(seen.observation.decisions) * 1_000_003) % (1 << 62)
        how.seat = seen.seat
        how.grow = grow
        how.rivals = self.rivals
        how.scale = family_of(seen.board).bots.scale(seen.board)
        how.win = self.win
        return how

    def _spaces_for(self, family: Family) -> list[Own]:
        """What the threads work in, one for each part of a chunk."""
        if family not in self._spaces:
            self._spaces[family] = [_space(family) for _ in range(self.threads + CHUNK)]
        return self._spaces[family]

    def _thin_out(self, rewards: Array, live: Array, spent: float) -> None:
        """Give up the worst, so that each halving of the candidates gets the same share of the budget.

        The planner's own choice stays: it is what the best of the others has to beat.
        """
        room = max(2, int(np.ceil(len(live) ** (1.0 - spent))))
        order = np.argsort(-rewards.mean(axis=0), kind="stable")
        for k in [k for k in order if live[k] and k != 0][room - int(live[0]) :]:
            live[k] = False

    def _drop(self, rewards: Array, live: Array) -> None:
        """Give up candidates that are clearly worse than the best one in the same worlds."""
        leader = self._leader(rewards, live)
        behind = rewards[:, [leader]] - rewards
        error = behind.std(axis=0) / np.sqrt(len(rewards)) + 1e-9
        live &= behind.mean(axis=0) < self.give_up * error + 1e-9

    def _leader(self, rewards: Array, live: Array) -> int:
        return int(np.argmax(np.where(live, rewards.mean(axis=0), -np.inf)))

    def _pick(self, rewards: Array, live: Array) -> int:
        """The best candidate; the planner's own choice unless another is better by more than chance."""
        if len(rewards) == 0:
            return 0
        leader = self._leader(rewards, live)
        ahead = rewards[:, leader] - rewards[:, 0]
        if live[0] and ahead.mean() < self.trust * ahead.std() / np.sqrt(len(rewards)):
            return 0
        return leader


def _space(family: Family) -> Own:
    """What one thread works in."""
    kernel, bots = kernels.current(), family.bots
    worlds = kernel.new_records(family.state_dtype, 3 + DEPTH)
    return worlds, kernel.new_record(bots.BOT_SCRATCH), kernel.new_record(bots.RULES_SCRATCH)


@cache
def _threads() -> ThreadPoolExecutor:
    """The threads that all searches of this process share."""
    return ThreadPoolExecutor(os.cpu_count() or 1, "search")
