"""BatchEnv on a real GPU: its rate beside raw simulation, the same games as on the CPU, its arrays in PyTorch and JAX.

    python bench/gpu_batch.py [titles, default europe,amsterdam,berlin,paris] [games at once, default 2097152]

Needs only numpy, numba and numba-cuda; PyTorch and JAX are tried if they are there. Prints one JSON line for each title
and number of players, then one for each library. The Card Game compiles for minutes: give it a run of its own.
"""

import hashlib
import json
import os
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
        setattr(np, old, getattr(np, new))
# JAX would take most of the memory for itself
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from aiguillage.boards import load_board  # noqa: E402
from aiguillage.envs.batch import BatchEnv  # noqa: E402
from aiguillage.envs.measure import COURSES, compare  # noqa: E402


def tell(**facts: Any) -> None:
    """One line of JSON, at once."""
    print(json.dumps({key: round(v, 3) if isinstance(v, float) else v for key, v in facts.items()}), flush=True)


def fingerprint(title: str, players: int, device: Any) -> str:
    """A digest of all that some games show while the first of them end and are replaced."""
    env = BatchEnv(title, players, 64, seed=5, device=device, threads=1)
    digest = hashlib.sha256()
    for _ in range(300):
        env.step(env.samples)
        env.synchronize()
        shown = (env.observations, env.masks, env.actors, env.samples, env.rewards, env.scores, env.status)
        for array in shown:
            digest.update(np.ascontiguousarray(np.asarray(array)).tobytes())
    assert np.asarray(env.episodes).sum() > 0
    return digest.hexdigest()


def measure(title: str, batch: int) -> None:
    """The rates with two players and with as many as there can be."""
    board = load_board(title)
    for players in sorted({2, board.max_seats}):
        found = compare(board, players, "cuda", replace(COURSES["cuda"], batch=batch, raw_games=batch))
        tell(**asdict(found), within_three=found.times_slower <= 3)


def check_games(title: str) -> None:
    """Whether the CPU plays the same games."""
    began = time.perf_counter()
    same = fingerprint(title, 2, "cuda") == fingerprint(title, 2, "cpu")
    tell(game=title, same_as_cpu=same, seconds=time.perf_counter() - began)


def in_torch(title: str, batch: int = 1 << 16, steps: int = 100) -> None:
    """The same memory as PyTorch tensors, and a policy in PyTorch whose actions never leave the GPU."""
    import torch

    env = BatchEnv(title, 2, batch, seed=3, device="cuda")
    tensors = {name: torch.from_dlpack(getattr(env, name)) for name in ("observations", "masks", "rewards", "status")}
    no_copy = all(tensor.data_ptr() == getattr(env, name).address for name, tensor in tensors.items())
    masks, status = tensors["masks"], tensors["status"]
    refused = 0
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(steps):
        scores = torch.rand(masks.shape, device=masks.device).masked_fill_(~masks, -1.0)
        env.step(scores.argmax(dim=1))
        refused += int((status == env.REFUSED).sum())
    torch.cuda.synchronize()
    spent = time.perf_counter() - began
    follows = all(
        np.array_equal(tensor.cpu().numpy(), np.asarray(getattr(env, name))) for name, tensor in tensors.items()
    )
    tell(
        library=f"torch {torch.__version__}",
        game=title,
        device=str(masks.device),
        no_copy=no_copy,
        follows=follows,
        refused=refused,
        finished_games=int(np.asarray(env.episodes).sum()),
        decisions_per_second_with_policy=batch * steps / spent,
    )


def in_jax(title: str, batch: int = 1 << 12) -> None:
    """The same memory as a JAX array, and JAX's actions given back."""
    import jax
    import jax.numpy as jnp

    env = BatchEnv(title, 2, batch, seed=3, device="cuda")
    refused = 0
    no_copy = True
    for step in range(20):
        env.synchronize()
        masks, observations = jax.dlpack.from_dlpack(env.masks), jax.dlpack.from_dlpack(env.observations)
        no_copy &= masks.unsafe_buffer_pointer() == env.masks.address
        no_copy &= observations.unsafe_buffer_pointer() == env.observations.address
        scores = jnp.where(masks, jax.random.uniform(jax.random.key(step), masks.shape), -1.0)
        actions = jnp.argmax(scores, axis=1).block_until_ready()
        env.step(actions)
        refused += int((np.asarray(env.status) == env.REFUSED).sum())
    tell(
        library=f"jax {jax.__version__}",
        game=title,
        device=str(masks.device),
        no_copy=no_copy,
        refused=refused,
    )


def attempt(name: str, work: Any, *arguments: Any) -> None:
    """Do it; what goes wrong is printed and does not keep the others from their turn."""
    try:
        work(*arguments)
    except Exception as error:
        tell(failed=name, arguments=[str(one) for one in arguments], error=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    titles = sys.argv[1].split(",") if len(sys.argv) > 1 else ["europe", "amsterdam", "berlin", "paris"]
    batch = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 21
    for title in titles:
        attempt("rates", measure, title, batch)
    attempt("torch", in_torch, titles[-1])
    attempt("jax", in_jax, titles[-1])
    for title in titles:
        attempt("same games", check_games, title)
