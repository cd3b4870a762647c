"""One decision: what it was worth, what the alternatives were worth, and whether the difference is more than chance."""

from dataclasses import dataclass

import numpy as np

from aiguillage.analysis.figures import (
    BY_SIGHT,
    LIMITS,
    Gap,
    Outlook,
    Word,
    chances,
    gap,
    outlooks,
    rounded,
    word_for,
)
from aiguillage.analysis.worlds import Ends, Judge, join
from aiguillage.rules.numbers import NOTHING
from aiguillage.rules.phases import OPENING
from aiguillage.rules.records import AnyState, Array

CHUNK = 8
"""Worlds between two looks at the candidates."""

GIVE_UP = 3.5
"""A candidate that is so many standard errors behind the best is given up."""

LEAST = 48
"""Worlds that the choice made is played out in, at least, so that its figures say something; fewer only where the whole
budget is small."""

SHARE = 0.4
"""Of the budget, for each of the two looks; the rest is for the comparison with the planner."""

EACH = 40
"""Play-outs of the first look for each candidate, if the budget of the decision allows them: with fewer, what seems
best of sixteen candidates in a long game is chance."""

SECOND_WORLDS, THIRD_WORLDS = 1_000_000, 2_000_000
"""Where the fresh worlds of the second look begin, in which nothing favours what seemed best in the first; and those of
the comparison with the planner's choice, which may have been given up because it seemed bad."""

CLEAR = 6.0
"""A second look ends early when the loss is so many standard errors large,"""

LOST = 0.5
"""or fewer than so many, and surely no blunder."""

DOUBT = 4
"""So many times the budget has a second look at what would be a mistake or worse, but for the doubt,"""

REACH = 1.5
"""or would be a blunder if it were larger by so many standard errors."""

SHOWN = 4
"""Alternatives that are reported, at most."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What could have been done instead; what it gains over the choice made is measured in the same worlds."""

    code: int
    win: float
    points: float
    gain: Gap  # of worth


@dataclass(frozen=True, slots=True)
class Judged:
    """What play-outs say of a decision, by what the seat that took it knew."""

    before: list[Outlook]  # with the best choice
    after: list[Outlook]  # with the choice made
    best: int
    loss: Gap  # of worth; nothing for the best
    loss_win: float
    loss_points: float
    loss_lead: float  # over the best opponent
    word: Word
    alternatives: list[Alternative]  # the best first
    played_win: Gap  # what the choice changed in comparison with the planner's choice
    played_points: Gap
    worlds: int
    playouts: int


def prepared(seen: AnyState, seat: int) -> AnyState:
    """What the seat knows, as worlds are made from it. Nobody's opening choice counts before all have chosen (S7)."""
    seen.actor = seat
    if seen.phase == OPENING:
        for other in range(seen.seats):
            if other != seat:
                seen.chosen[other] = NOTHING
    return seen


def judge_decision(
    judge: Judge, seen: AnyState, seat: int, chosen: int, planned: int, playouts: int, seed: int
) -> Judged:
    """Play the choice made, the planner's and the promising alternatives out, about `playouts` times in all."""
    hunch = judge.hunch(seen, seat)
    actions = list(dict.fromkeys((chosen, planned, *judge.candidates(seen, seat, hunch))))
    expected = None if hunch is None else hunch.expected
    budget = max(1, int(SHARE * playouts))
    all_budget = max(budget, min(EACH * len(actions), playouts))
    first, challenger = _first_look(judge, seen, seat, actions, all_budget, seed)
    spent = int((~np.isnan(first.wins[..., 0])).sum())
    second, loss, lead = None, Gap(0.0, 0.0), 0.0
    if challenger != 0:
        pair = (chosen, actions[challenger])
        second = _second_look(judge, seen, seat, pair, budget, seed, SECOND_WORLDS)
        spent += 2 * len(second)
        loss = _loss(second, seat, judge.scale)
    if second is None or loss.mean <= 0.0:
        best, before, after, loss = chosen, first.of(0), first.of(0), Gap(0.0, 0.0)
    else:
        best, before, after = actions[challenger], second.of(1), second.of(0)
        lead = float((before.lead(seat) - after.lead(seat)).mean())
    played_win = played_points = Gap(0.0, 0.0)
    if chosen != planned:
        count = _least(budget)
        both = judge.play(seen, seat, [chosen, planned], np.ones(2, np.bool_), seed, THIRD_WORLDS, count)
        spent += 2 * count
        played_win = gap(both.wins[:, 0, seat], both.wins[:, 1, seat])
        played_points = gap(both.totals[:, 0, seat], both.totals[:, 1, seat])
    looks_before, looks_after = (outlooks(ends, BY_SIGHT, expected) for ends in (before, after))
    return Judged(
        before=looks_before,
        after=looks_after,
        best=best,
        loss=loss,
        loss_win=looks_before[seat].win.value - looks_after[seat].win.value,
        loss_points=looks_before[seat].points.value - looks_after[seat].points.value,
        loss_lead=lead,
        word=word_for(loss),
        alternatives=_alternatives(first, second, actions, challenger, seat, judge.scale, expected),
        played_win=played_win,
        played_points=played_points,
        worlds=len(after),
        playouts=spent,
    )


def _least(budget: int) -> int:
    """Worlds that figures are made from, at least."""
    return max(CHUNK, min(LEAST, budget // 2))


def _first_look(
    judge: Judge, seen: AnyState, seat: int, actions: list[int], budget: int, seed: int
) -> tuple[Ends, int]:
    """Play all candidates out in the same worlds, and give up those that fall behind, but never the choice made.

    Returns the ends, and which of the others seems best; 0 if none of them is in reach.
    """
    live = np.ones(len(actions), np.bool_)
    looks: list[Ends] = []
    played = challenger = 0
    while played < budget and len(actions) > 1 and (live[1:].sum() > 1 or len(looks) < 2):
        looks.append(judge.play(seen, seat, actions, live.copy(), seed, CHUNK * len(looks), CHUNK))
        played += CHUNK * int(live.sum())
        worth = join(looks).worth(seat, judge.scale)
        means = np.where(live, worth.mean(axis=0), -np.inf)
        challenger = 1 + int(np.argmax(means[1:]))
        room = max(2, int(np.ceil(len(actions) ** (1.0 - min(1.0, played / budget)))))
        order = np.argsort(np.argsort(-means, kind="stable"))
        live &= _in_reach(worth, int(np.argmax(means))) & (order < room)
        live[0] = True
    if (missing := _least(budget) - CHUNK * len(looks)) > 0:
        alone = np.arange(len(actions)) == 0
        looks.append(judge.play(seen, seat, actions, alone, seed, CHUNK * len(looks), missing))
    return join(looks), challenger if live[1:].any() else 0


def _in_reach(worth: Array, leader: int) -> Array:
    """Which candidates are not clearly behind the best one in the same worlds."""
    behind = worth[:, [leader]] - worth
    reach: Array = behind.mean(axis=0) <= GIVE_UP * behind.std(axis=0, ddof=1) / np.sqrt(len(worth)) + 1e-9
    return reach


def _second_look(
    judge: Judge, seen: AnyState, seat: int, pair: tuple[int, int], budget: int, seed: int, first: int
) -> Ends:
    """Play the choice made and the one that seemed best out in fresh worlds, in which nothing favours either."""
    both = np.ones(2, np.bool_)
    step = max(CHUNK, budget // 8)
    looks: list[Ends] = []
    room = budget
    while 2 * step * len(looks) < room:
        looks.append(judge.play(seen, seat, list(pair), both, seed, first + step * len(looks), step))
        loss = _loss(join(looks), seat, judge.scale)
        done = step * len(looks)
        if done >= _least(budget) and (_is_clear(loss) or _is_nothing(loss)):
            break
        room = DOUBT * budget if _in_doubt(loss) else budget
    return join(looks)


def _is_clear(loss: Gap) -> bool:
    """Whether more worlds would not change the word."""
    return loss.mean > CLEAR * loss.error


def _is_nothing(loss: Gap) -> bool:
    """Whether it is next to nothing, and surely no blunder."""
    return loss.mean < LOST * loss.error and loss.mean + 2 * loss.error < LIMITS["blunder"]


def _in_doubt(loss: Gap) -> bool:
    """Whether a loss would have a word if it were surer."""
    may_be = loss.mean >= LIMITS["mistake"] or loss.mean + REACH * loss.error >= LIMITS["blunder"]
    return may_be and not loss.sure


def _loss(ends: Ends, seat: int, scale: float) -> Gap:
    worth = ends.worth(seat, scale)
    return gap(worth[:, 1], worth[:, 0])


def _alternatives(
    first: Ends,
    second: Ends | None,
    actions: list[int],
    challenger: int,
    seat: int,
    scale: float,
    expected: Array | None,
) -> list[Alternative]:
    """What else could have been done: what seemed best first, for it had a second look; then by their gains."""
    worth = first.worth(seat, scale)
    found = []
    for k in range(1, len(actions)):
        ends, gain = first.of(k), worth[:, [k, 0]]
        if k == challenger and second is not None:
            ends, gain = second.of(1), second.worth(seat, scale)[:, [1, 0]]
        both = ~np.isnan(gain).any(axis=1)
        found.append(
            Alternative(
                actions[k],
                chances(ends.wins[both], BY_SIGHT, expected)[seat],
                float(ends.totals[both, seat].mean()),
                gap(gain[both, 0], gain[both, 1]),
            )
        )
    return sorted(found, key=lambda one: (one.code != actions[challenger], -rounded(one.gain.mean)))[:SHOWN]
