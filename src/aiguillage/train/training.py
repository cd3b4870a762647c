"""A whole training: imitation, self-play, measurements, files."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from aiguillage.bots.scratch import POLICIES
from aiguillage.envs.scripted import Scripted
from aiguillage.errors import AiguillageError
from aiguillage.seen.layout import NEWEST
from aiguillage.train.evaluate import Examiner, Strength
from aiguillage.train.imitate import imitate
from aiguillage.train.inputs import Inputs
from aiguillage.train.learner import Learner
from aiguillage.train.network import Shape
from aiguillage.train.selfplay import Course, SelfPlay, room_for
from aiguillage.train.sparring import Sparring
from aiguillage.train.tables import Tables, read_shares

SAVE_EVERY = 60.0
TEACHING_GAMES = 4_096


@dataclass(frozen=True)
class Plan:
    """What to do; the options of the command."""

    game: str
    seconds: float
    out: Path
    resume: Path | None = None
    players: str = ""
    imitate: float = -1
    teacher: str = "planner"
    against: tuple[str, ...] = ("planner",)
    measure_games: int = 256
    measure_every: float = 120
    device: str = "auto"
    env: str = "auto"
    threads: int = 0
    games: int = 0
    steps: int = 96
    minibatch: int = 0
    width: int = 512
    blocks: int = 3
    inner: int = 0
    layout: int = NEWEST
    rate: float = 3e-4
    last_rate: float = 1e-5
    old_share: float = 0.25
    sparring: float = 0.25
    entropy: float = Course.entropy
    seed: int = 0
    only_measure: bool = False


class Training:
    """A plan being carried out."""

    def __init__(self, plan: Plan, tell: Callable[..., None]) -> None:
        self.began = time.monotonic()
        self.plan = plan
        self._tell = tell
        self.device = torch.device(_device(plan.device, "cuda" if torch.cuda.is_available() else "cpu"))
        self.env_device: Literal["cpu", "cuda"] = _device(plan.env, self.device.type)
        on_gpu = self.device.type == "cuda"
        self.threads = plan.threads or os.cpu_count() or 1
        torch.set_num_threads(1 if on_gpu else self.threads)  # threads that wait for each other are slow
        self.games = plan.games or (16_384 if on_gpu else 512)
        self.minibatch = plan.minibatch or (65_536 if on_gpu else 4_096)
        for bot in (plan.teacher, *plan.against):
            if bot not in POLICIES:
                raise AiguillageError(f"There is no scripted bot {bot}; there are {', '.join(POLICIES)}.")
        self.inputs = Inputs(plan.game, plan.layout)
        self.shares = read_shares(plan.players, self.inputs)
        if plan.resume is not None:
            self.learner = Learner.resume(plan.resume, self.inputs, self.device, plan.seed)
        else:
            shape = Shape(plan.width, plan.blocks, plan.inner)
            self.learner = Learner(self.inputs, shape, self.device, plan.seed)
        self.examiner = Examiner(self.inputs, self.device, self.threads)
        self.end = self.began + plan.seconds
        share = min(0.12 * plan.seconds, 45.0) if plan.measure_games else min(0.05 * plan.seconds, 5.0)
        self.learning_end = self.end - share  # the rest is for the last measurement and the files
        self.measured = self.saved = time.monotonic()
        self.latest: list[Strength] = []

    def tell(self, **facts: object) -> None:
        """A line about what goes on."""
        self._tell(game=self.plan.game, s=round(time.monotonic() - self.began, 1), **facts)

    def run(self) -> None:
        """Carry it out."""
        plan, learner = self.plan, self.learner
        self.tell(
            phase="start",
            shape=[learner.net.shape.width, learner.net.shape.blocks, learner.net.shape.inner],
            weights=sum(one.numel() for one in learner.net.parameters()),
            layout=self.inputs.version,
            inputs=self.inputs.size,
            actions=self.inputs.actions,
            players=self.shares,
            device=str(self.device),
            env=self.env_device,
            threads=self.threads,
        )
        if not plan.only_measure:
            learner.save(plan.out)
            self.imitation()
            self.self_play()
            learner.save(plan.out)
        self.measure(4 * plan.measure_games, self.end - 3)
        self.examiner.close()
        self.tell(phase="end", file=str(plan.out), decisions=learner.decisions, imitated=learner.imitated)

    def imitation(self) -> None:
        """The first lesson, if it is wanted."""
        plan = self.plan
        length = plan.imitate if plan.imitate >= 0 else 0.0 if plan.resume else plan.seconds / 3
        if length <= 0:
            return
        games = min(self.games, TEACHING_GAMES)
        cpu = torch.device("cpu")
        tables = Tables(self.inputs, self.shares, games, plan.seed + 100, cpu, "cpu", self.threads)
        # One of its own: measurements go on beside it.
        bot = Scripted(self.inputs.board, plan.teacher, self.threads)
        self._warm(tables, bot)
        self.tell(phase="teacher ready")
        until = min(time.monotonic() + length, self.learning_end)
        # Many small steps: with large ones there are too few of them in the time.
        minibatch = max(1, self.minibatch // 8)
        imitate(self.learner, tables, bot, until, minibatch, 1e-3, self.tell, self.between)
        bot.close()
        tables.close()
        self.learner.save(plan.out)
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def _warm(self, tables: Tables, bot: Scripted) -> None:
        """Compile before the time for imitating begins."""
        import numpy as np

        env = tables.envs[0][0]
        wanted = np.zeros(env.batch, bool)
        wanted[0] = True
        bot.decide(env, np.zeros(env.batch, np.int64), wanted, 1)

    def self_play(self) -> None:
        """The second lesson."""
        plan = self.plan
        if time.monotonic() >= self.learning_end:
            return
        seed = plan.seed + 1_000 * (1 + self.learner.rounds)
        tables = Tables(self.inputs, self.shares, self.games, seed, self.device, self.env_device, self.threads)
        course = Course(plan.steps, self.minibatch, plan.rate, plan.last_rate, plan.old_share, plan.entropy)
        sparring = Sparring(tables, plan.teacher, plan.sparring, self.threads) if plan.sparring else None
        play = SelfPlay(self.learner, tables, course, sparring)
        self.tell(phase="tables ready", rollout_mb=room_for(play.rollout) >> 20)
        play.run(self.learning_end, self.tell, self.between)
        if sparring is not None:
            sparring.close()
        tables.close()

    def between(self) -> None:
        """Save and measure when it is time."""
        now = time.monotonic()
        if now > self.saved + SAVE_EVERY:
            self.learner.save(self.plan.out)
            self.saved = time.monotonic()
        if now > self.measured + self.plan.measure_every and now < self.learning_end:
            self.measure(self.plan.measure_games, self.learning_end)
            self.measured = time.monotonic()

    def measure(self, games: int, deadline: float) -> None:
        """Win rates against the scripted bots, with fewest and with most players of the plan."""
        if not games:
            return
        integers = self.learner.net.integers()
        counts = sorted({min(self.shares), max(self.shares)})
        self.latest = []
        for number, (bot, players) in enumerate((b, p) for b in self.plan.against for p in counts):
            left = len(self.plan.against) * len(counts) - number
            until = time.monotonic() + max(0.0, (deadline - time.monotonic()) / left)
            found = self.examiner.evaluate(self.learner.net, integers, players, games, bot, deadline=until)
            self.latest.append(found)
            self.tell(phase="measure", **found.to_dict())


def _device(wanted: str, usual: str) -> Any:
    if wanted not in ("auto", "cpu", "cuda"):
        raise AiguillageError("A device is auto, cpu or cuda.")
    return usual if wanted == "auto" else wanted


def train(plan: Plan, tell: Callable[..., None]) -> Training:
    """Carry a plan out, telling what happens."""
    training = Training(plan, tell)
    training.run()
    return training
