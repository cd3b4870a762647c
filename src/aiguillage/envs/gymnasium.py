"""The five games as Gymnasium environments: one seat is yours, bots have the others.

```python
import gymnasium
env = gymnasium.make("aiguillage.envs.gymnasium:aiguillage/Europe-v0", seats=4, opponents="hard")
```
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aiguillage.boards import board_names
from aiguillage.bots import Bot, Seen, make_bot
from aiguillage.bots.kernel_bot import KernelBot
from aiguillage.envs.episode import Episode, Reward
from aiguillage.envs.title import FIRST, find_title
from aiguillage.errors import AiguillageError, MissingExtra
from aiguillage.game import Action
from aiguillage.seen.layout import VERSION

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("Gymnasium", "rl") from error

Observation = dict[str, NDArray[np.int8]]


class AiguillageEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game.

    `opponents` is the bot of all other seats, or one for each, in turn order from the seat next to yours. `seat` None
    gives another random seat in every game; an observation always counts seats from your own. An illegal action
    loses the game: it is over with `illegal_reward`. `action_masks()` is what masked learners look for.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str = FIRST,
        seats: int = 2,
        seat: int | None = None,
        opponents: str | Sequence[str] = "random",
        reward: Reward = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.title = find_title(game, seats)
        self.layout = self.title.layout
        self.opponents = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != seats - 1:
            raise AiguillageError(
                f"A game of {seats} has {seats - 1} other seats, but {len(self.opponents)} bots were named."
            )
        if seat is not None and not 0 <= seat < seats:
            raise AiguillageError(f"There is no seat {seat}; the seats are 0 to {seats - 1}.")
        self.fixed_seat = seat
        self.reward: Reward = reward
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        high = self.layout.high()
        self.action_space = spaces.Discrete(self.title.actions)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.title.actions,), np.int8),
            }
        )
        for name in self.opponents:
            make_bot(name)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played by the bots up to your first decision."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.title.seats)) if self.fixed_seat is None else self.fixed_seat
        self.bots: dict[int, Bot] = {
            (self.seat + 1 + number) % self.title.seats: make_bot(name, int(self.np_random.integers(1 << 62)))
            for number, name in enumerate(self.opponents)
        }
        # Kernel bots look at the record alone; others may want to know what happened.
        events = not all(isinstance(bot, KernelBot) for bot in self.bots.values())
        self.episode = Episode(self.title, int(self.np_random.integers(1 << 62)), 0, self.reward, events)
        self._let_bots_play()
        return self._observation(), {"seat": self.seat}

    def _let_bots_play(self) -> None:
        episode = self.episode
        while not episode.over and not episode.stopped and episode.actor != self.seat:
            seen = Seen(self.title.board, episode.actor, episode.observed(episode.actor), episode.events)
            episode.play(_code(self.bots[episode.actor].choose(seen), seen, episode.legal()))

    def _observation(self) -> Observation:
        return {"observation": self.episode.observation(self.seat), "action_mask": self._mask()}

    def _mask(self) -> NDArray[np.int8]:
        if self.episode.actor == self.seat:
            return self.episode.mask()
        return np.zeros(self.title.actions, np.int8)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        return self._mask().astype(np.bool_)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play your action, then the bots up to your next decision."""
        if not self._mask()[int(action)]:
            return self._observation(), self.illegal_reward, True, False, {"seat": self.seat, "illegal": True}
        self.episode.play(int(action))
        self._let_bots_play()
        info: dict[str, Any] = {"seat": self.seat}
        if self.episode.over:
            info["scores"] = self.episode.scores()
        reward = self.episode.rewards()[self.seat]
        return self._observation(), reward, self.episode.over, self.episode.stopped, info

    def render(self) -> str | None:
        """The table in a few lines of text, if the render mode is "ansi"."""
        return str(self.episode) if self.render_mode == "ansi" else None


def _code(choice: object, seen: Seen, legal: list[int]) -> int:
    """The kernel's number of what a bot chose, which may be an action or its text."""
    for code in legal:
        if isinstance(choice, Action):
            if choice.code == code:
                return code
        elif choice == seen.action(code).text:
            return code
    raise AiguillageError(f"The bot in seat {seen.seat} chose {str(choice)!r}, which is not legal.")


for _name in board_names():
    gymnasium.register(
        f"aiguillage/{_name.capitalize()}-v{VERSION}",
        entry_point="aiguillage.envs.gymnasium:AiguillageEnv",
        kwargs={"game": _name},
    )
