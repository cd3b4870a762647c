"""Random games on a real GPU: rates, and the same digest as on the CPU.

    python bench/gpu.py [games, default 4194304]

Needs only numpy, numba, numba-cuda and wasmtime. Prints one JSON line per title and number of players.
"""

import json
import sys
from pathlib import Path

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # numba-cuda 0.30 still asks numpy for names that it has dropped
        setattr(np, old, getattr(np, new))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from aiguillage.arena.simulate import simulate  # noqa: E402
from aiguillage.boards import load_board  # noqa: E402

CHECKED = 4096  # games played on the CPU as well

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 22
    titles = sys.argv[2].split(",") if len(sys.argv) > 2 else ["europe", "amsterdam", "berlin", "paris", "cardgame"]
    for title in titles:
        board = load_board(title)
        for players in range(board.min_seats, board.max_seats + 1):
            same = {simulate(board, players, CHECKED, 7, device).digest for device in ("cpu", "cuda")}
            result = simulate(board, players, games, 7, "cuda").to_dict()
            print(json.dumps({**result, "same_as_cpu": len(same) == 1}), flush=True)
