"""Train several titles at once on one GPU: `aiguillage train` in a process for each.

    python bench/train_gpu.py europe,cardgame --seconds 560 --out FOLDER [--resume FOLDER] [options of `train`]

Needs only numpy, wasmtime, numba, numba-cuda, PyTorch and what the package itself imports. Each title gets its share
of the threads. Prints the lines of all as JSON; leaves TITLE.pt and TITLE.npz in the folder. With `--resume FOLDER` a
title goes on from its file there, or from its network alone. Options for one title alone: `cardgame:env=cpu` or
`paris:width=256`, joined by `+` if there are several (`cardgame:env=cpu+threads=10`).
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import fields, replace
from pathlib import Path

HERE = Path(__file__).resolve()
SOURCE = HERE.parents[1] / "src"
BEGAN = time.monotonic()


def run_one(words: list[str]) -> None:
    """What `aiguillage train` does, without the command line's libraries, which a GPU machine may not have."""
    import numpy as np

    for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
            setattr(np, old, getattr(np, new))
    sys.path.insert(0, str(SOURCE))
    from aiguillage.train.training import Plan, train

    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    for field in fields(Plan):
        if field.name != "game":
            parser.add_argument(f"--{field.name.replace('_', '-')}", default=None)
    given = {name: value for name, value in vars(parser.parse_args(words)).items() if value is not None}
    kinds = {"out": Path, "resume": Path, "against": lambda text: tuple(text.split(","))}
    usual = {field.name: type(field.default) for field in fields(Plan)} | {"seconds": float, "game": str} | kinds
    plan = Plan(**{name: usual[name](value) for name, value in given.items()})
    plan = replace(plan, seconds=plan.seconds - (time.monotonic() - BEGAN))
    train(plan, lambda **facts: print(json.dumps(facts), flush=True))


def start(
    title: str,
    own: list[str],
    seconds: float,
    folder: Path,
    resume: Path | None,
    threads: int,
    rest: list[str],
) -> subprocess.Popen[bytes]:
    """A process that trains a title."""
    command = [sys.executable, str(HERE), "--one", title, "--seconds", str(seconds)]
    command += ["--threads", str(threads), "--out", str(folder / f"{title}.pt")]
    kept = [] if resume is None else [resume / f"{title}{suffix}" for suffix in (".pt", ".npz")]
    for path in kept:
        if path.exists():
            command += ["--resume", str(path)]
            break
    return subprocess.Popen([*command, *rest, *own])


def main() -> None:
    """Train them all; the status is that of the worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles")
    parser.add_argument("--seconds", type=float, default=560)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path)
    options, rest = parser.parse_known_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    began = time.monotonic()
    titles = options.titles.split(",")
    threads = max(1, (os.cpu_count() or 1) // len(titles))
    options.out.mkdir(parents=True, exist_ok=True)
    processes = {}
    for one in titles:
        title, _, text = one.partition(":")
        own = [word for option in text.split("+") if option for word in _words(option)]
        seconds = options.seconds - (time.monotonic() - began)
        processes[title] = start(title, own, seconds, options.out, options.resume, threads, rest)
    # A process that hangs must not keep the others' files from being fetched.
    deadline = began + options.seconds + 20
    for title, process in processes.items():
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f'{{"game": "{title}", "phase": "stopped: out of time"}}', flush=True)
            process.kill()
            process.wait()
    for left in options.out.glob(".*.*.*"):
        left.unlink()
    sys.exit(max(abs(process.returncode) for process in processes.values()))


def _words(option: str) -> list[str]:
    name, _, value = option.partition("=")
    return [f"--{name}", value]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        run_one(sys.argv[2:])
    else:
        main()
