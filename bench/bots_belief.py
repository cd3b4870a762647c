"""How often a planner holds a ticket, by how much of its way the planner has built: what `bots/belief.py` goes by.

    python bench/bots_belief.py amsterdam --games 120

Prints, for positions of two-player games between planners, the share of tickets held among those that the opponent
has not seen, by the tracks that the holder owns and by the share of the ticket's way that they cover.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from aiguillage.boards import load_board
from aiguillage.bots.kernel_bot import clean_scratch
from aiguillage.bots.opinions import weights_for
from aiguillage.bots.scratch import POLICIES
from aiguillage.game.families import BOARD_GAMES
from aiguillage.game.kernels import COMPILED, NUMBA
from aiguillage.rules.phases import OVER, TURN
from aiguillage.rules.state import new_record, new_records


def positions(title: str, games: int) -> Iterator[Any]:
    """True states of games between planners, every eighth decision."""
    board = load_board(title)
    state, rules = new_records(BOARD_GAMES.state_dtype, 1)[0], new_record(BOARD_GAMES.scratch_dtype)
    decide = COMPILED.load(BOARD_GAMES.path("bots", "policies")).decide
    weights = weights_for(board, "planner")
    for game in range(games):
        COMPILED.turn.setup(board.table, state, 2, -1, 5, game, rules)
        while state.phase != OVER:
            if state.phase == TURN and state.decisions % 8 == 0:
                yield state
            seen = state.copy()
            COMPILED.turn.observe(board.table, seen, int(state.actor))
            space = clean_scratch(BOARD_GAMES)
            code = decide(POLICIES["planner"], board.table, seen, int(state.actor), game * 8, space, weights)
            COMPILED.turn.step(board.table, state, code, rules)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=120)
    options = parser.parse_args()
    table, scratch = load_board(options.title).table, clean_scratch(BOARD_GAMES)
    belief, shortest = NUMBA.load("bots.belief"), NUMBA.load("bots.ticket_plan").shortest
    held: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for state in positions(options.title, options.games):
        seat = int(state.actor)
        belief.weigh_tickets(table, state, seat, scratch)  # for the lengths of the whole ways
        belief.price_for(table, state, 1 - seat, scratch)
        tracks = int((state.owner[: table.tracks] == 1 - seat).sum())
        group = "0-2 tracks" if tracks < 3 else "3-5 tracks" if tracks < 6 else "6 tracks or more"
        for ticket in range(table.tickets):
            if state.ticket_at[ticket] != seat and not table.long[ticket]:
                ends = int(table.ticket_a[ticket]), int(table.ticket_b[ticket])
                left = shortest(table, scratch, *ends)
                built = max(0.0, 1.0 - left / scratch.whole[ticket])
                share = "all" if left == 0 else "none" if built == 0 else f"up to {25 * (1 + int(4 * built))} %"
                total[group, share] += 1
                held[group, share] += int(state.ticket_at[ticket] == 1 - seat)
    for group, share in sorted(total):
        count = total[group, share]
        print(f"{group:>18}, {share:>10} built: {100 * held[group, share] / count:5.1f} % of {count:,}")


if __name__ == "__main__":
    main()
