"""How far the levels for people are apart: matches of two over the same deals, both seats, on the kernel alone.

    python bench/bots_levels.py --games 1000                 # each level against the one below it, `master` left out
    python bench/bots_levels.py paris --bots planner+one-step:lapse=30 hungry     # any two bots

Kernel bots and `neural` can be played, and those that lapse from one into another. Every move is checked against the
rules. `master` thinks for a time: `python bench/bots_strength.py --kinds top` plays it against the level below.
"""

import argparse
from itertools import pairwise

from aiguillage import kernel
from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.levels import levels_of
from aiguillage.bots.neural_net import mind_of, shipped_net
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game.families import family_of
from aiguillage.rules.phases import OVER
from bots_match import wilson

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")


class Table:
    """Games of two bots."""

    def __init__(self, title: str) -> None:
        self.board = load_board(title)
        self.family = family_of(self.board)
        self.rules = kernel.module(f"rules.{self.family.module}")
        self.rng = kernel.module("rules.rng")
        self.by_policy = kernel.module(self.family.path("bots", "policies")).decide
        self.by_net = kernel.module(self.family.path("bots", "instinct")).decide_by_net
        self.forget = kernel.module(self.family.path("bots", "family")).forget_plans
        net = shipped_net(self.board)
        assert net is not None
        self.mind = mind_of(net, self.board)
        self.weights = {bot: weights_for(self.board, bot) for bot in POLICIES}
        self.states = kernel.new_records(self.family.state_dtype, 2)
        self.state, self.seen = self.states
        self.scratch, self.own = kernel.new_record(self.family.scratch_dtype), clean_scratch(self.family)

    def choice(self, bot: str, seat: int, seed: int) -> int:
        """What a bot plays, as `make_bot` would have it."""
        name, _, lapse = bot.partition(":lapse=")
        usual, _, other = name.partition("+")
        if other:
            self.rng.seed_random(self.own, seed, int(self.seen.turns))
            usual = other if self.rng.below(self.own, 100) < int(lapse) else usual
        self.forget(self.own)
        given = (self.board.table, self.seen, seat, seed, self.own)
        if usual == "neural":
            return int(self.by_net(*given, self.mind))
        return int(self.by_policy(POLICIES[usual], *given, self.weights[usual]))

    def play(self, bots: list[str], seed: int, number: int) -> float:
        """What the first of them won of a game: 1, a half or nothing."""
        table, state = self.board.table, self.state
        self.rules.setup(table, state, 2, -1, seed, number // 2, self.scratch)
        while state.phase != OVER:
            seat = int(state.actor)
            which = (seat + number) % 2
            self.states[1] = state
            self.rules.observe(table, self.seen, seat)
            code = self.choice(bots[which], seat, number * 8 + which)
            count = self.rules.legal(table, state, self.scratch.actions)
            assert code in self.scratch.actions[:count], (bots, seed, number)
            self.rules.step(table, state, code, self.scratch)
        first, second = (int(state.rank[(which + number) % 2]) for which in (0, 1))
        return 0.5 if first == second else float(first < second)


def main() -> None:
    """Play what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=TITLES)
    parser.add_argument("--bots", nargs=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for title in options.titles:
        table = Table(title)
        levels = [bot for bot in levels_of(table.board).values() if bot != "master"]
        for upper, lower in [options.bots] if options.bots else [(b, a) for a, b in pairwise(levels)]:
            won = sum(table.play([upper, lower], options.seed, n) for n in range(options.games)) / options.games
            low, high = wilson(won, options.games)
            print(
                f"{title}: {upper} against {lower}: {100 * won:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
                f" of {options.games:,}",
                flush=True,
            )


if __name__ == "__main__":
    main()
