"""The first lesson: choose as a scripted bot does, and tell how its games end."""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import fields

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from aiguillage.envs.scripted import Scripted
from aiguillage.train.learner import Learner
from aiguillage.train.tables import Rollout, Tables, as_seen_from, look_back

NOISE = 0.03
"""How many decisions are random, so that there is more to see; what the bot would have done is learned."""

STEPS = 32
REMEMBERED = 3_000_000
"""Decisions that are learned from at a time: the latest."""

REPEATS = 8
"""How often each decision is learned from, about."""


class Teacher:
    """Plays the bot's games in a thread of its own and hands them over, some steps at a time."""

    def __init__(self, tables: Tables, bot: Scripted, seed: int) -> None:
        self.tables, self.bot = tables, bot
        self.random = np.random.default_rng(seed)
        self.ready: queue.Queue[Rollout] = queue.Queue(2)
        self.free: queue.Queue[Rollout] = queue.Queue()
        for _ in range(3):
            self.free.put(tables.rollout(STEPS))
        self.stopped = threading.Event()
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            while not self.stopped.is_set():
                rollout = self.free.get()
                for step in range(STEPS):
                    self._step(rollout, step)
                    if self.stopped.is_set():
                        return
                self.ready.put(rollout)
        except BaseException as error:
            self.error = error

    def _step(self, rollout: Rollout, step: int) -> None:
        tables = self.tables
        tables.show(rollout, step)
        chosen = rollout.actions[step].numpy()
        played = torch.empty_like(rollout.actions[step])
        for env, rows, _, _ in tables.envs:
            everywhere = np.ones(env.batch, bool)
            self.bot.decide(env, chosen[rows], everywhere, int(self.random.integers(1 << 30)))
            noisy = self.random.random(env.batch) < NOISE
            played[rows] = torch.from_numpy(np.where(noisy, env.samples, chosen[rows]))
        tables.step(rollout, step, played)

    def stop(self) -> None:
        """Let the thread end."""
        self.stopped.set()
        while self.thread.is_alive():
            for line in (self.ready, self.free):
                try:
                    line.get_nowait()
                except queue.Empty:
                    continue
            if self.free.empty():
                self.free.put(self.tables.rollout(1))
            self.thread.join(0.1)


class Memory:
    """The latest decisions of the bot."""

    def __init__(self, learner: Learner, room: int) -> None:
        inputs, device = learner.inputs, learner.device
        self.room, self.count = room, 0
        self.seen = torch.empty(room, inputs.size, dtype=torch.int8, device=device)
        self.masks = torch.empty(room, inputs.actions, dtype=torch.bool, device=device)
        self.actions = torch.empty(room, dtype=torch.int64, device=device)
        self.targets = torch.empty(room, inputs.seats, device=device)

    def add(self, learner: Learner, rollout: Rollout, counts: Tensor) -> None:
        """Remember the decisions of a rollout, with what the network expects of the games that go on."""
        moved = Rollout(*(getattr(rollout, one.name).to(learner.device) for one in fields(rollout)))
        weights = learner.weights()
        with torch.no_grad():
            relative = torch.stack([learner.net(weights, seen)[1] for seen in moved.seen])
            after = as_seen_from(moved.actors[-1], counts, relative[-1])
            _, targets = look_back(moved, relative[..., 0], after, counts, learner.scale, learner.decay)
        size = moved.actions.numel()
        at = (torch.arange(size, device=learner.device) + self.count) % self.room
        self.seen[at] = moved.seen.flatten(0, 1)
        self.masks[at] = moved.masks.flatten(0, 1)
        self.actions[at] = moved.actions.flatten()
        self.targets[at] = targets.flatten(0, 1)
        self.count += size


def imitate(
    learner: Learner,
    tables: Tables,
    bot: Scripted,
    until: float,
    minibatch: int,
    rate: float,
    tell: Callable[..., None],
    between: Callable[[], None],
) -> None:
    """Learn from the bot's decisions until that time (by `time.monotonic`). `tables` are on the CPU."""
    teacher = Teacher(tables, bot, learner.seed)
    memory = Memory(learner, REMEMBERED if learner.device.type == "cuda" else REMEMBERED // 20)
    counts = tables.counts.to(learner.device)
    began, next_line, learned = time.monotonic(), time.monotonic() + 10, 0
    teacher.thread.start()
    try:
        while time.monotonic() < until:
            if teacher.error is not None:
                raise teacher.error
            behind = learned > REPEATS * memory.count
            try:
                rollout = teacher.ready.get(timeout=0.5) if behind or not memory.count else teacher.ready.get_nowait()
            except queue.Empty:
                rollout = None
            if rollout is not None:
                memory.add(learner, rollout, counts)
                teacher.free.put(rollout)
            if not memory.count or (behind and rollout is None):
                continue
            now = time.monotonic()
            learner.set_rate(rate * max(0.02, 1 - (now - began) / (until - began)))
            chosen = torch.randint(0, min(memory.count, memory.room), (minibatch,), device=learner.device)
            loss, right = _learn(learner, memory, chosen)
            learned += minibatch
            if now > next_line:
                next_line = now + 10
                tell(
                    phase="imitate",
                    decisions=memory.count,
                    learned=learned,
                    loss=round(float(loss), 4),
                    agrees=round(float(right), 4),
                )
                between()
    finally:
        teacher.stop()
    learner.imitated += memory.count


def _learn(learner: Learner, memory: Memory, chosen: Tensor) -> tuple[Tensor, Tensor]:
    logits, values = learner.opinions(memory.seen[chosen], memory.masks[chosen])
    actions = memory.actions[chosen]
    loss = functional.cross_entropy(logits, actions)
    learner.step(loss + 0.5 * functional.mse_loss(values, memory.targets[chosen]))
    return loss.detach(), (logits.argmax(1) == actions).float().mean()
