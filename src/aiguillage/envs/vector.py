"""Many games as one Gymnasium vector environment: one seat of each is yours, a scripted bot has the others."""

from typing import Any

import numpy as np

from aiguillage.envs.batch import BatchEnv, Reward
from aiguillage.envs.title import FIRST
from aiguillage.errors import MissingExtra
from aiguillage.seen.layout import VERSION

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("Gymnasium", "rl") from error


class AiguillageVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games on a `BatchEnv` with `opponents`.

    A game that is over is replaced in the same step; its points are in `info["final_info"]["scores"]`, and there is no
    last observation, for nobody decides in it. An illegal action changes nothing (`info["refused"]`).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str = FIRST,
        num_envs: int = 256,
        seats: int = 2,
        opponents: str = "planner",
        reward: Reward = "win",
        layout: int = VERSION,
        threads: int | None = None,
    ) -> None:
        self.batch = BatchEnv(game, seats, num_envs, threads=threads, layout=layout, reward=reward, opponents=opponents)
        self.num_envs = num_envs
        high = self.batch.layout.high()
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.batch.actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games, played by the bot up to your first decisions; all come from one seed."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.batch.reset(int(self.np_random.integers(1 << 62)) if first is None else first)
        return self._observations(), {"seat": self.batch.yours}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play your actions, then the bot up to your next decisions."""
        env = self.batch
        env.step(actions)
        paid = env.rewards[np.arange(self.num_envs), env.yours].astype(np.float64)
        over, stopped = env.status == env.FINISHED, env.status == env.STOPPED
        info: dict[str, Any] = {"seat": env.yours, "refused": env.status == env.REFUSED}
        ended = over | stopped
        if ended.any():
            info |= {"final_info": {"scores": env.scores.copy(), "_scores": over}, "_final_info": ended}
        return self._observations(), paid, over, stopped, info

    def action_masks(self) -> Any:
        """Which actions are legal now: what masked learners look for."""
        return self.batch.masks.copy()

    def _observations(self) -> dict[str, Any]:
        return {
            "observation": self.batch.observations.copy(),
            "action_mask": self.batch.masks.astype(np.int8),
        }

    def close_extras(self, **options: Any) -> None:
        """End the threads."""
        self.batch.close()
