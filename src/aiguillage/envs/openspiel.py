"""The five games for OpenSpiel, as the Python game `python_aiguillage`.

```python
import pyspiel
import aiguillage.envs.openspiel
game = pyspiel.load_game("python_aiguillage(title=paris,players=2)")
```
Chance acts only before the set-up: four nodes of 256 outcomes each choose one of 2^32 deals, and with it all that is
random later. So a state must not be searched as it is: draw another that the player cannot tell from it with
`state.resample_from_infostate(player, sampler)`, as ISMCTS does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from aiguillage.envs.episode import Episode
from aiguillage.envs.title import FIRST, Title, find_title
from aiguillage.errors import AiguillageError, MissingExtra
from aiguillage.rules.random_play import DECISION_LIMIT

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel", "spiel") from error

BYTES = 4
OUTCOMES = 256
CHANCE = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

GAME_TYPE = pyspiel.GameType(
    short_name="python_aiguillage",
    long_name="Aiguillage: five train games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"title": FIRST, "players": 2},
)


class AiguillageGame(pyspiel.Game):  # type: ignore[misc]
    """A title with a number of players. The winner gets 1, the others share -1; nobody gains by a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.title = find_title(str(params.get("title", FIRST)), int(params.get("players", 2)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.title.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.title.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=DECISION_LIMIT,
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> "AiguillageState":
        """A game before its deal."""
        return AiguillageState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The chance nodes of the deal."""
        return BYTES

    def make_py_observer(self, kind: object = None, params: object = None) -> "Observer":
        """What shows states to players."""
        if params:
            raise AiguillageError("The observation of this game has no options.")
        return Observer(self.title)


class AiguillageState(pyspiel.State):  # type: ignore[misc]
    """A game in progress; before its deal it has no episode yet."""

    def __init__(self, game: AiguillageGame) -> None:
        super().__init__(game)
        self.title = game.title
        self.deal: list[int] = []
        self.episode: Episode | None = None

    def current_player(self) -> int:
        """The player to act, or chance, or nobody."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.actor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the deal's number."""
        return CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal() if self.episode else []

    def _apply_action(self, action: int) -> None:
        if self.episode is not None:
            self.episode.play(action)
            return
        self.deal.append(action)
        if len(self.deal) == BYTES:
            self.episode = Episode(self.title, seed=int.from_bytes(self.deal))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.episode is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.title.family.describe(self.title.board, self.episode.state, player, action).text

    def is_terminal(self) -> bool:
        """Whether the game is over, or broken off after too many decisions."""
        return self.episode is not None and (self.episode.over or self.episode.stopped)

    def returns(self) -> list[float]:
        """What each player is paid: nothing before the end."""
        return self.episode.rewards() if self.episode else [0.0] * self.title.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "AiguillageState":
        """Another state that the player cannot tell from this one. `sampler` gives random numbers from 0 to 1."""
        result: AiguillageState = self.clone()
        if self.episode is not None:
            result.episode = self.episode.resample(player, int(sampler() * (1 << 52)))
        return result

    def __str__(self) -> str:
        return str(self.episode) if self.episode else f"deal {self.deal}"


class Observer:
    """Shows states to players, as `title.layout` says."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.tensor = np.zeros(title.layout.size, np.float32)
        self.dict = title.layout.named(self.tensor)

    def set_from(self, state: AiguillageState, player: int) -> None:
        """Fill the tensor with what the player sees."""
        self.tensor[:] = state.episode.observation(player) if state.episode else 0

    def string_from(self, state: AiguillageState, player: int) -> str:
        """The entries that are not 0, by part."""
        if state.episode is None:
            return "not dealt"
        parts = self.title.layout.named(state.episode.observation(player))
        return " ".join(
            f"{name}[{' '.join(f'{i}:{part.flat[i]}' for i in np.flatnonzero(part))}]" for name, part in parts.items()
        )


pyspiel.register_game(GAME_TYPE, AiguillageGame)
