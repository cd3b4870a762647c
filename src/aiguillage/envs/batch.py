"""Many games at once, as arrays: for learners that want millions of decisions a second."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal, Protocol, get_args

import numpy as np

from aiguillage.boards import Board
from aiguillage.bots.scratch import POLICIES
from aiguillage.envs.batch_rows import FINISHED, REFUSED, STOPPED
from aiguillage.envs.names import action_name
from aiguillage.envs.recording import Played, Recording
from aiguillage.envs.scripted import Scripted
from aiguillage.envs.title import Title, find_title
from aiguillage.errors import AiguillageError
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.numbers import NOBODY
from aiguillage.rules.random_play import DECISION_LIMIT
from aiguillage.rules.records import Array
from aiguillage.seen.layout import VERSION, Layout

# The second field keeps numba from taking other records for it.
GENERATOR = np.dtype([("rng", "u8"), ("of_batch", "u8")])

Reward = Literal["win", "margin", "points"]


class Runner(Protocol):
    """Where the games are played: it owns the arrays and calls the kernel."""

    boards: Any
    states: Any
    masks: Any
    observations: Any
    actors: Any
    rewards: Any
    scores: Any
    status: Any
    episodes: Any
    samples: Any

    def start(self, seed: int) -> None:
        """Set all games up."""

    def step(self, actions: object) -> None:
        """Play one action in every game."""

    def observe(self, seat: int) -> Any:
        """What a seat sees of every game."""

    def wait(self) -> None:
        """Wait until all this is done."""

    def close(self) -> None:
        """Give everything back."""


class BatchEnv:
    """`batch` games of one title, played in step.

    Every array has one row per game and stays where it is: a step writes into the same memory, and what was made
    from it with `torch.from_dlpack` follows. A game that is over is replaced at once: after that step `status`,
    `rewards` and `scores` tell of the game that ended, everything else of the one that begins.

    - `observations` int8: what the seat to act sees (see `layout`)
    - `masks` bool: which actions are legal for it
    - `actors` int8: which seat that is
    - `samples` int64: a random legal action
    - `status` int8: 0, or `FINISHED`, `STOPPED` (at `limit` decisions), `REFUSED` (an action that was not legal:
      the game stays as it was)
    - `rewards` float32, one for each seat: when a game is over 1 for a winner, -1 shared by the others
    - `scores` int16: the points of each seat in the last game that was over

    `reward` is what is paid: "win" is the above; "margin" the points that a seat is ahead of the best of the others
    when a game is over; "points" the points as they come, which add up to the score. With `opponents`, a scripted
    bot, one seat of each game is yours (`yours`) and the bot plays the others up to your next decision: a step may then
    be many, and `status` and `rewards` tell of all of them. With `record` the games that are over can be taken as
    records (`take_games`). All this is for the CPU.

    The same seed gives the same games on every device and with any number of threads. `layout` is the version of the
    observations: 1 adds what the seat can work out about its tickets.
    """

    FINISHED, STOPPED, REFUSED = FINISHED, STOPPED, REFUSED

    def __init__(
        self,
        game: str | Board,
        seats: int = 2,
        batch: int = 1024,
        seed: int = 0,
        device: Literal["cpu", "cuda"] = "cpu",
        threads: int | None = None,
        limit: int = DECISION_LIMIT,
        layout: int = VERSION,
        reward: Reward = "win",
        opponents: str | None = None,
        record: bool = False,
    ) -> None:
        if batch < 1 or (threads is not None and threads < 1):
            raise AiguillageError("The numbers of games and of threads must be at least 1.")
        self.title = find_title(game, seats, layout)
        self.seats = seats
        self.batch = batch
        self.actions = self.title.actions
        self.layout: Layout = self.title.layout
        self.reward, self.opponents = reward, opponents
        self.recording = Recording(game, seats, batch) if record else None
        self._check_course(device)
        self.runner: Runner
        if device == "cuda":
            from aiguillage.envs.batch_cuda import CudaRunner

            self.runner = CudaRunner(self.title, batch, limit)
        else:
            self.runner = CpuRunner(self.title, batch, limit, threads or os.cpu_count() or 1)
        self.yours = np.arange(batch) % seats  # which seat is yours, where bots have the others
        self._bot = Scripted(self.title.board, opponents, threads or os.cpu_count() or 1) if opponents else None
        self._status = np.zeros(batch, np.int8)
        self._rewards = np.zeros((batch, seats), np.float32)
        self._before = np.zeros((batch, seats), np.int64)  # points before the last step
        self._rounds = 0
        self.reset(seed)

    def _check_course(self, device: str) -> None:
        if self.reward not in get_args(Reward):
            raise AiguillageError(f"There is no reward {self.reward!r}; it is 'win', 'margin' or 'points'.")
        if self.opponents is not None and self.opponents not in POLICIES:
            raise AiguillageError(f"There is no scripted bot {self.opponents}; there are {', '.join(POLICIES)}.")
        if device == "cuda" and (self.reward != "win" or self.opponents or self.recording):
            raise AiguillageError("Other rewards, opponents and records are for games on the CPU.")

    @property
    def observations(self) -> Any:
        """What the seat to act sees."""
        return self.runner.observations

    @property
    def masks(self) -> Any:
        """Which actions are legal for the seat to act."""
        return self.runner.masks

    @property
    def actors(self) -> Any:
        """Which seat is to act."""
        return self.runner.actors

    @property
    def status(self) -> Any:
        """What became of the game in the last step."""
        return self.runner.status if self._bot is None else self._status

    @property
    def rewards(self) -> Any:
        """What each seat was paid in the last step."""
        return self.runner.rewards if self._bot is None and self.reward == "win" else self._rewards

    @property
    def scores(self) -> Any:
        """The points of each seat in the last game that was over."""
        return self.runner.scores

    @property
    def episodes(self) -> Any:
        """How many games are over."""
        return self.runner.episodes

    @property
    def samples(self) -> Any:
        """A random legal action for every game, drawn when the masks were written."""
        return self.runner.samples

    @property
    def states(self) -> Any:
        """The kernel's records themselves, hidden things included."""
        return self.runner.states

    def reset(self, seed: int = 0) -> None:
        """Set all games up anew."""
        if not 0 <= seed < 1 << 63:
            raise AiguillageError("The seed must be a whole number from 0 to 2^63 - 1.")
        self.runner.start(seed)
        if self.recording is not None:
            self.recording.start(seed)
        self._before[:] = 0
        self._rounds = seed
        if self._bot is not None:
            self._let_bot_play()

    def step(self, actions: object) -> None:
        """Play one action in every game; `actions` is any array of integers on the same device."""
        self._advance(actions)
        if self._bot is None and self.reward == "win":
            return
        self._status[:] = self.runner.status
        self._rewards[:] = self._paid()
        if self._bot is not None:
            self._let_bot_play()

    def _advance(self, actions: object) -> None:
        if self.recording is None:
            self.runner.step(actions)
        else:
            self.recording.follow(self.runner, actions)

    def take_games(self) -> list[Played]:
        """The games that are over since this was asked last; with `record=True`."""
        if self.recording is None:
            raise AiguillageError("Games are kept with record=True.")
        games, self.recording.played = self.recording.played, []
        return games

    def _let_bot_play(self) -> None:
        """Let the bot decide until it is your turn in all games; those that wait refuse what is no action."""
        assert self._bot is not None
        moves = np.empty(self.batch, np.int64)
        while (others := np.asarray(self.runner.actors) != self.yours).any():
            moves.fill(-1)
            self._rounds += 1
            self._bot.decide(self, moves, others, self._rounds)
            self._advance(moves)
            changed = others & (self.runner.status != 0)
            self._status[changed] = self.runner.status[changed]
            self._rewards += self._paid()

    def _paid(self) -> Array:
        """What every seat is paid for the step just made."""
        if self.reward == "win":
            return self.runner.rewards
        over, scores = np.asarray(self.runner.status == FINISHED), self.runner.scores.astype(np.int64)
        if self.reward == "margin":
            best = np.sort(scores, axis=1)
            others = np.where(scores == best[:, -1:], best[:, -2:-1], best[:, -1:])
            return (scores - others) * over[:, None]
        now = self.title.points(self.runner.states)
        gained = np.where(over[:, None], scores, now) - self._before
        gained[self.runner.status == STOPPED] = 0
        self._before[:] = now
        return gained

    def action_name(self, action: int) -> str:
        """An action in words, as far as its number tells; tickets to keep are slots of the offer, counted from 1."""
        if not 0 <= action < self.actions:
            raise AiguillageError(f"There is no action {action}; there are {self.actions}.")
        return action_name(self.title.board, action)

    def observe(self, seat: int) -> Any:
        """What one seat sees of every game, whoever is to act (a new array)."""
        if not 0 <= seat < self.seats:
            raise AiguillageError(f"There is no seat {seat}; the seats are 0 to {self.seats - 1}.")
        return self.runner.observe(seat)

    def synchronize(self) -> None:
        """Wait until the last step is done; only needed by programs that use other CUDA streams."""
        self.runner.wait()

    def close(self) -> None:
        """End the threads."""
        self.runner.close()
        if self._bot is not None:
            self._bot.close()


class CpuRunner:
    """Plays on threads: the kernel lets go of Python's lock."""

    def __init__(self, title: Title, batch: int, limit: int, threads: int) -> None:
        self.title, self.batch, self.limit = title, batch, limit
        self.kernel = title.batch
        self.rows = COMPILED.load("envs.batch_rows")
        self.seed = 0
        # All of it in the kernel's memory, where all threads work on it.
        zeros = COMPILED.zeros
        self.boards = title.boards
        self.states = zeros(batch, title.family.state_dtype)
        self.masks = zeros((batch, title.actions), np.bool_)
        self.observations = zeros((batch, title.layout.size), np.int8)
        self.actors = zeros((batch,), np.int8)
        self.rewards = zeros((batch, title.seats), np.float32)
        self.scores = zeros((batch, title.seats), np.int16)
        self.status = zeros((batch,), np.int8)
        self.episodes = zeros((batch,), np.int64)
        self.samples = zeros((batch,), np.int64)
        self.shown = self.masks, self.observations, self.actors, self.samples
        self.paid = self.rewards, self.scores, self.status
        self.actions = zeros((batch,), np.int64)
        self.generators = zeros(batch, GENERATOR)
        threads = min(threads, batch)
        edges = [batch * part // threads for part in range(threads + 1)]
        self.parts = list(pairwise(edges))
        self.scratches = zeros(threads, title.family.quiet_dtype)
        self.games = self.boards, self.states, self.scratches, self.generators
        self.sights = zeros(threads, title.family.envs.SIGHT)
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Call `work(part, start, stop)` for every part of the batch, the first one in this thread."""
        if self.pool is None:
            work(0, *self.parts[0])
            return
        rest = [self.pool.submit(work, number, *part) for number, part in enumerate(self.parts) if number]
        work(0, *self.parts[0])
        for one in rest:
            one.result()

    def start(self, seed: int) -> None:
        """Set all games up."""
        self.seed = seed
        for array in (self.rewards, self.scores, self.episodes):
            array.fill(0)
        self.rows.seed_generators(self.generators, seed)

        def work(part: int, start: int, stop: int) -> None:
            self.kernel.start_games(*(self.games, self.title.seats, seed, self.shown, self.status), (part, start, stop))
            self._show_plans(NOBODY, self.observations, part, start, stop)

        self._share(work)

    def step(self, actions: object) -> None:
        """Play one action in every game."""
        moves = np.asarray(actions)
        if moves.shape != (self.batch,) or moves.dtype.kind not in "iu":
            raise AiguillageError(f"The actions must be {self.batch} integers, one for each game.")
        if moves is not self.samples:
            self.actions[:] = moves
            moves = self.actions

        def work(part: int, start: int, stop: int) -> None:
            self.kernel.step_games(
                *(self.games, moves, self.episodes, self.seed, self.limit, self.shown, self.paid),
                (part, start, stop),
            )
            self._show_plans(NOBODY, self.observations, part, start, stop)

        self._share(work)

    def observe(self, seat: int) -> Any:
        """What a seat sees of every game."""
        seen = COMPILED.zeros(self.observations.shape, np.int8)

        def work(part: int, start: int, stop: int) -> None:
            self.kernel.observe_games(self.boards, self.states, seat, seen, start, stop)
            self._show_plans(seat, seen, part, start, stop)

        self._share(work)
        return seen

    def _show_plans(self, seat: int, seen: Array, part: int, start: int, stop: int) -> None:
        """Add what version 1 has more; `NOBODY`: of the seats to act."""
        if self.title.version:
            at = self.title.seen
            self.kernel.show_plans(self.boards, self.states, seat, self.sights, seen, at, part, start, stop)

    def wait(self) -> None:
        """Nothing is ever under way when a call has returned."""

    def close(self) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()
