"""The second lesson: play against oneself, earlier selves and scripted bots (PPO)."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from aiguillage.train.learner import Learner
from aiguillage.train.network import as_weights
from aiguillage.train.sparring import Sparring
from aiguillage.train.tables import Rollout, Tables, as_seen_from, look_back

CLIP = 0.2
EPOCHS = 2
VALUE_PART = 0.5


@dataclass(frozen=True)
class Course:
    """How to learn."""

    steps: int
    minibatch: int
    rate: float
    last_rate: float
    old_share: float  # of the games with earlier selves at some seats
    entropy: float = 0.003  # what variety is worth at the beginning; at the end a sixth of it
    self_every: float = 30.0  # seconds between selves that are kept


class SelfPlay:
    """Plays and learns, round by round."""

    def __init__(self, learner: Learner, tables: Tables, course: Course, sparring: Sparring | None = None) -> None:
        self.learner, self.tables, self.course, self.sparring = learner, tables, course, sparring
        self.until = math.inf  # learning stops then, even in the middle of a round
        self.rollout = tables.rollout(course.steps)
        self.extra = tables.rollout(1)  # what is seen after the last step
        rows = [
            torch.arange(r.start, r.start + round((r.stop - r.start) * course.old_share)) for _, r, _, _ in tables.envs
        ]
        self.mixed = torch.cat(rows).to(learner.device)  # games with earlier selves

    def seat_old(self) -> Tensor:
        """Which seats of the mixed games are an earlier self's: at least one, and not all."""
        counts, seats = self.tables.counts[self.mixed, None], self.learner.inputs.seats
        device = self.learner.device
        old = torch.rand(len(self.mixed), seats, device=device) < 0.5
        lot = (torch.rand(len(self.mixed), 1, device=device) * counts).long()
        old = old.scatter(1, lot, True)
        return old.scatter(1, (lot + 1) % counts, False)

    @torch.no_grad()
    def play(self) -> tuple[Tensor, Tensor, Tensor]:
        """Fill the rollout; log-probabilities, values of all seats from the actor, and which decisions are its own.

        A scripted bot's decisions are not looked at: their values are nan.
        """
        learner, tables, rollout = self.learner, self.tables, self.rollout
        steps, games = rollout.actions.shape
        weights = learner.weights()
        old = None
        if learner.selves and len(self.mixed):
            pick = int(torch.randint(len(learner.selves), ()))
            old = as_weights(learner.selves[pick], learner.dtype)
            seats = self.seat_old()
        chances = torch.empty(steps, games, device=learner.device)
        values = torch.full((steps, games, learner.inputs.seats), math.nan, device=learner.device)
        own = torch.ones(steps, games, dtype=torch.bool, device=learner.device)
        logits = torch.zeros(games, learner.inputs.actions, device=learner.device)
        for t in range(steps):
            tables.show(rollout, t)
            if self.sparring is not None:
                own[t] = ~self.sparring.theirs(rollout.actors[t])
            asked = own[t].nonzero().squeeze(1)
            logits[asked], values[t, asked] = learner.net(weights, rollout.seen[t, asked])
            if old is not None:
                theirs, _ = learner.net(old, rollout.seen[t, self.mixed])
                acts = seats.gather(1, rollout.actors[t, self.mixed, None])
                logits[self.mixed] = torch.where(acts, theirs, logits[self.mixed])
                own[t, self.mixed] &= ~acts.squeeze(1)
            logits.masked_fill_(~rollout.masks[t], -1e9)
            noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7).log_().neg_().log_().neg_()
            action = (logits + noise).argmax(1)
            if self.sparring is not None:
                self.sparring.decide(rollout.actors[t], action)
            rollout.actions[t] = action
            chances[t] = torch.log_softmax(logits, 1).gather(1, action[:, None]).squeeze(1)
            tables.step(rollout, t, action)
        return chances, values, own

    def round(self, progress: float) -> dict[str, Tensor]:
        """Play and learn once; some figures."""
        learner, course, rollout = self.learner, self.course, self.rollout
        learner.net.train()
        chances, values, own = self.play()
        with torch.no_grad():
            self.tables.show(self.extra, 0)
            _, last = learner.net(learner.weights(), self.extra.seen[0])
            after = as_seen_from(self.extra.actors[0], self.tables.counts, last)
            better, targets = look_back(
                rollout, values[..., 0], after, self.tables.counts, learner.scale, learner.decay
            )
            chosen = own.flatten().nonzero().squeeze(1)
            mean, spread = better.flatten()[chosen].mean(), better.flatten()[chosen].std()
            better = (better - mean) / (spread + 1e-6)
        learner.set_rate(course.rate + (course.last_rate - course.rate) * progress)
        bonus = course.entropy * (1 - progress * 5 / 6)
        figures = self._learn(chances.flatten(), better.flatten(), targets.flatten(0, 1), chosen, bonus)
        learner.decisions += rollout.actions.numel()
        learner.rounds += 1
        over = rollout.status != 0
        points = rollout.scores[over]
        there = points > -10_000
        figures["games"] = over.sum()
        figures["points"] = (points * there).sum() / there.sum().clamp_min(1)
        figures["stalled"] = (rollout.status > 1).sum()
        return figures

    def _learn(
        self, chances: Tensor, better: Tensor, targets: Tensor, chosen: Tensor, bonus: float
    ) -> dict[str, Tensor]:
        learner, rollout = self.learner, self.rollout
        seen, masks = rollout.seen.flatten(0, 1), rollout.masks.flatten(0, 1)
        actions = rollout.actions.flatten()
        figures: dict[str, Tensor] = {}
        for _ in range(EPOCHS):
            mixed = chosen[torch.randperm(len(chosen), device=learner.device)]
            for some in torch.split(mixed, self.course.minibatch):
                if time.monotonic() > self.until:
                    return figures
                mask = masks[some]
                logits, expected = learner.opinions(seen[some], mask)
                logs = torch.log_softmax(logits, 1)
                ratio = (logs.gather(1, actions[some, None]).squeeze(1) - chances[some]).exp()
                gain = better[some]
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                value = functional.mse_loss(expected, targets[some])
                entropy = -(logs.exp() * logs.masked_fill(~mask, 0)).sum(1).mean()
                learner.step(policy + VALUE_PART * value - bonus * entropy)
                figures = {"entropy": entropy.detach(), "value_loss": value.detach()}
        return figures

    def run(self, until: float, tell: Callable[..., None], between: Callable[[], None]) -> None:
        """Go on until that time (by `time.monotonic`); `between` is called after each round."""
        learner, self.until = self.learner, until
        began = kept = line = time.monotonic()
        longest, before = 0.0, learner.decisions
        if not learner.selves:
            learner.remember_self()
        first = True
        while (now := time.monotonic()) + 1.2 * longest < until:
            figures = {key: round(float(one), 3) for key, one in self.round((now - began) / (until - began)).items()}
            took = time.monotonic() - now
            longest = took if first else max(longest * 0.9, took)
            now = time.monotonic()
            learner.seconds += took
            if first or now > line + 15:
                rate = (learner.decisions - before) / (now - line)
                before, line = learner.decisions, now
                tell(
                    phase="self-play",
                    decisions=learner.decisions,
                    rounds=learner.rounds,
                    rate=round(rate),
                    **figures,
                )
            if first and learner.device.type == "cuda":
                longest = 0.0  # the first round also starts things up
            first = False
            if now > kept + self.course.self_every:
                kept = now
                learner.remember_self()
            between()


def room_for(rollout: Rollout) -> int:
    """Bytes that a rollout takes."""
    return sum(tensor.numel() * tensor.element_size() for tensor in vars(rollout).values())
