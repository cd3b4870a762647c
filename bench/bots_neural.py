"""How long `neural` thinks: processor time of its decisions, in games against the planner.

python bench/bots_neural.py [TITLE …] [--games 20]
"""

import argparse
import time

import numpy as np

from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game

TITLES = ("paris", "amsterdam", "berlin", "cardgame")

parser = argparse.ArgumentParser()
parser.add_argument("titles", nargs="*", default=TITLES)
parser.add_argument("--games", type=int, default=20)
options = parser.parse_args()
for title in options.titles:
    spent = []
    for number in range(options.games):
        game = Game.new(title, seats=2, seed=number)
        bots = [make_bot("neural", number), make_bot("planner", number)]
        while not game.over:
            seat = game.actor
            assert seat is not None
            seen = Seen.of(game, seat)
            began = time.thread_time()
            choice = bots[(seat + number) % 2].choose(seen)
            if (seat + number) % 2 == 0:
                spent.append(1000 * (time.thread_time() - began))
            game.play(choice, seat)
    spent = spent[1:]  # the first loads the kernel and the network
    half, most = np.percentile(spent, (50, 99))
    times = f"{np.mean(spent):.2f} ms on average, half within {half:.2f}, 99 % within {most:.2f}"
    print(f"{title}: {len(spent)} decisions, {times}")
