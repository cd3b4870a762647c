"""The five games as PettingZoo environments: agents act one after the other (AEC).

```python
from aiguillage.envs.pettingzoo import env
game = env("paris", seats=3)
```
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aiguillage.envs.episode import Episode, Reward
from aiguillage.envs.title import FIRST, find_title
from aiguillage.errors import AiguillageError, MissingExtra
from aiguillage.seen.layout import VERSION

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingExtra("PettingZoo", "rl") from error

Observation = dict[str, NDArray[np.int8]]


def env(game: str = FIRST, seats: int = 2, reward: Reward = "win") -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action loses the game, order is enforced."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, seats, reward), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # the name that PettingZoo uses
    """The environment itself. Agent `seat_0` sits in seat 0.

    An observation is a dict of `observation` (int8, parts as in `layout`) and `action_mask` (int8; all zeros for a
    seat that is not to act). In the opening the seats choose their tickets in seat order.
    """

    def __init__(self, game: str = FIRST, seats: int = 2, reward: Reward = "win") -> None:
        super().__init__()
        self.title = find_title(game, seats)
        self.layout = self.title.layout
        self.metadata = {
            "name": f"{self.title.board.id}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.reward = reward
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.title.actions) for agent in self.agents}
        self._random = np.random.default_rng()

    def _observation_space(self) -> spaces.Dict:
        high = self.layout.high()
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.title.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the next one of the series that the last seed began."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode = Episode(self.title, int(self._random.integers(1 << 62)), reward=self.reward)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.actor]

    def observe(self, agent: str) -> Observation:
        """What the agent sees and may do."""
        seat = self.possible_agents.index(agent)
        acts = seat == self.episode.actor
        mask = self.episode.mask() if acts else np.zeros(self.title.actions, np.int8)
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.episode.mask()[int(action)]:
            raise AiguillageError(f"The action {action} is not legal now; see the action mask.")
        self._cumulative_rewards[agent] = 0.0
        self.episode.play(int(action))
        self._clear_rewards()
        if self.episode.over or self.episode.stopped:
            self.terminations = dict.fromkeys(self.agents, self.episode.over)
            self.truncations = dict.fromkeys(self.agents, self.episode.stopped)
            self.rewards = dict(zip(self.agents, self.episode.rewards(), strict=True))
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.episode.actor]

    def render(self) -> str:
        """The table in a few lines of text."""
        return str(self.episode)

    def close(self) -> None:
        """Nothing is left open."""
