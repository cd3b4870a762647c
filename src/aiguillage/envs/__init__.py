"""Other people's interfaces: PettingZoo, Gymnasium, OpenSpiel; and `BatchEnv`, many games at once as arrays.

- `aiguillage.envs.pettingzoo.env("europe", seats=4)` (needs `aiguillage[rl]`)
- `gymnasium.make("aiguillage.envs.gymnasium:aiguillage/Europe-v0", opponents="hard")` (needs `aiguillage[rl]`)
- `pyspiel.load_game("python_aiguillage(title=paris)")`, once `aiguillage.envs.openspiel` is imported (needs
  `aiguillage[spiel]`)
- `aiguillage.envs.batch.BatchEnv("paris", seats=2, batch=4096, device="cuda")`

This file imports nothing, for it is also the front of `aiguillage.compiled.envs`.
How to use all this: docs/research.md.
"""
