"""The rule tests can fail: a sample of `make mutants`, and the table of mutants itself."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "bench/mutants.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_sample_of_mutants_is_killed_and_the_table_is_in_order() -> None:
    """Three mutants of every rule, each of a text that is there; one in so many is tried."""
    status, output = run("--sample", "--jobs", "1")
    assert status == 0, output
    killed, made = output.split("mutants: ")[1].split("/")
    assert int(killed) == int(made) >= 20
