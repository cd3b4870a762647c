"""Put trained networks among those that come with the package: `python tools/ship_net.py nets/paris.npz …`.

Files of format 1 do not say what they were trained for; here they are taken to be of the boards, rules and observations
of today. Their arrays stay as they are. Write what is known of them into `src/aiguillage/titles/NETWORKS.md`.
"""

import sys
from pathlib import Path

import numpy as np

from aiguillage.boards import load_board
from aiguillage.bots.neural_net import TYPES, IntegerNet
from aiguillage.titles import file_of

MOST_BYTES = 2_000_000

for name in sys.argv[1:]:
    with np.load(name) as file:
        if int(file["format"]) == 1:
            arrays = {key: file[key] for key in ("nets", *TYPES)}
            net = IntegerNet.trained(load_board(str(file["game"])), **arrays)
        else:
            net = IntegerNet.load(Path(name))
    net.check_fit(load_board(net.game))
    path = file_of(net.game, "net.npz")
    net.save(path)
    IntegerNet.load(path)
    size = path.stat().st_size
    print(f"{path}: {size:,} bytes, board {net.digest}, rules {net.rules}, layout {net.layout}")
    assert size <= MOST_BYTES, "too large to be shipped"
