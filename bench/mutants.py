# ruff: noqa: E501 (the table of edits reads best with one line each)
"""Whether the rule tests can fail: break the kernel on purpose, one rule at a time, and see them go red.

Each mutant is a small edit of a kernel file in a throw-away copy of the package. The rule tests run on the copy; a
mutant that no test notices survives, and the script ends with status 1. Run it with `python bench/mutants.py`
(all mutants, some minutes) or `python bench/mutants.py R9 U3` (those whose rule is named).
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULE_TESTS = ("setup", "draw", "turn", "claim", "tunnel", "station", "tickets", "bonus", "score")
FIRST = {
    "S": "setup",
    "D": "draw",
    "R": "claim",
    "F": "tunnel",
    "U": "tunnel",
    "G": "station",
    "K": "tickets",
}
FIRST |= {"M": "bonus", "P": "bonus", "E": "score"}
"""The file that should notice, by the letter of the rule; the others run after it."""

# rule, file, old text (must occur), new text
MUTANTS: list[tuple[str, str, str, str]] = [
    ("S5", "opening.py", "for _ in range(board.deal):", "for _ in range(board.deal - 1):"),
    ("S6", "deck.py", "market_wilds(state) < 3", "market_wilds(state) < 4"),
    ("S7", "opening.py", "state.ticket_at[ticket] = IN_BOX\n            state.returned_by", "put_under(state, ticket, seat)\n            state.returned_by"),
    ("S7", "tickets.py", "if count_bits(mask) >= least:", "if count_bits(mask) >= least - 1:"),
    ("S8", "tickets.py", "state.queue[(state.queue_head + state.queue_n) % MAX_TICKETS] = ticket", "state.queue[(state.queue_head + state.queue_n) % MAX_TICKETS] = ticket\n    state.queue[state.queue_head], state.queue[(state.queue_head + state.queue_n) % MAX_TICKETS] = state.queue[(state.queue_head + state.queue_n) % MAX_TICKETS], state.queue[state.queue_head]"),
    ("S9", "observe.py", "if not known:", "if False:"),
    ("S10", "opening.py", "first if first >= 0 else below(state, seats)", "max(first, 0)"),
    ("S10", "turn.py", "state.actor = (seat + 1) % state.seats", "state.actor = (seat + state.seats - 1) % state.seats"),
    ("T2", "turn.py", "state.passes == state.seats", "state.passes == 1"),
    ("T2", "turn.py", "state.passes = state.passes + 1 if action == PASS else 0", "state.passes = state.passes + 1 if action == PASS else state.passes"),
    ("D2", "turn.py", "if ended or action <= BLIND:\n        settle_market(state, scratch)", "if ended or action <= BLIND:\n        if ended:\n            settle_market(state, scratch)"),
    ("D3", "turn.py", "action == TAKE + WILD", "action == TAKE + WILD + 99"),
    ("D4", "draw.py", "range(WILD if second else KINDS)", "range(KINDS)"),
    ("D5", "observe.py", "state.hand[other, kind] = 0", "pass"),
    ("D6", "deck.py", "FLUSHES = 3", "FLUSHES = 4"),
    ("D6", "deck.py", "ENOUGH = 3", "ENOUGH = 0"),
    ("D7", "deck.py", "state.deck[kind] = state.discard[kind]", "state.deck[kind] = max(state.discard[kind] - 1, 0)"),
    ("D9", "draw.py", "return state.deck_n > 0 or (market_kinds(state) & ~(1 << WILD)) != 0", "return state.deck_n > 0 or market_kinds(state) != 0"),
    ("D9", "draw.py", "if state.deck_n > 0:\n        out[n] = BLIND", "if state.deck_n >= 0:\n        out[n] = BLIND"),
    ("R1", "claim.py", "min(cost - 1, wilds) + 1", "min(cost - 1, wilds)"),
    ("R1", "claim.py", "if wilds >= cost:", "if wilds > cost:"),
    ("R2", "claim.py", "most = max(most, state.hand[seat, colour])", "most += state.hand[seat, colour]"),
    ("R3", "claim.py", "state.pieces[seat, board.piece[track]] -= board.spaces[track]", "state.pieces[seat, board.piece[track]] -= board.cost[track] - 1"),
    ("R3", "claim.py", "board.by_spaces[0, min(state.pieces[seat, 0], MAX_LENGTH), word]", "board.by_spaces[0, MAX_LENGTH, word]"),
    ("R4", "claim.py", "state.open[other, track // WORD] &= ~(1 << int(track % WORD))", "pass"),
    ("R6", "claim.py", "state.route_points[seat] += board.points[track]", "state.route_points[seat] += board.spaces[track]"),
    ("R7", "claim.py", "discard_cards(state, WILD, state.laid_wild)", "discard_cards(state, WILD, 0)"),
    ("R8", "claim.py", "(other == seat or state.seats <= board.closed_seats)", "state.seats <= board.closed_seats"),
    ("R9", "claim.py", "state.seats <= board.closed_seats", "state.seats < board.closed_seats"),
    ("F1", "claim.py", "max(least_wilds, cost - have)", "max(0, cost - have)"),
    ("F1", "claim.py", "& crossed_tracks(board, state, seat, word)", "& -1"),
    ("U2", "tunnel.py", "kind == WILD or kind == state.laid_colour", "kind == state.laid_colour"),
    ("U3", "tunnel.py", "if colour != WILD:", "if True:"),
    ("U4", "claim.py", "state.hand[seat, WILD] += state.laid_wild", "state.hand[seat, WILD] += 0"),
    ("U5", "tunnel.py", "discard_cards(state, state.revealed[i], 1)", "pass"),
    ("U6", "tunnel.py", "kind = draw_and_restock(state, scratch)", "kind = draw_card(state)"),
    ("U7", "claim.py", "state.pieces[seat, board.piece[track]] -= board.spaces[track]", "state.pieces[seat, board.piece[track]] -= state.laid"),
    ("G1", "station.py", "state.vacant[place // WORD] &= ~(1 << int(place % WORD))", "pass"),
    ("G2", "station.py", "return board.stations - state.stations[seat] + 1", "return 1"),
    ("G3", "score.py", "state.owner[track] != NOTHING and state.owner[track] != seat", "state.owner[track] != seat"),
    ("G3", "score.py", "(points == best_points and made > best_made)", "(points == best_points and made < best_made)"),
    ("G4", "score.py", "state.stations[seat] * board.station_points", "(board.stations - state.stations[seat]) * board.station_points"),
    ("K1", "turn.py", "board.open_keep if phase == OPENING else 1, out", "board.open_keep if phase == OPENING else 0, out"),
    ("K3", "tickets.py", "for _ in range(min(count, state.queue_n)):", "for _ in range(min(count, state.queue_n) if state.queue_n >= count else 0):"),
    ("M1", "claim.py", "state.goods[seat] += 1", "state.goods[seat] += board.spaces[track]"),
    ("M2", "claim.py", "if board.carts[track] and state.goods_left > 0:", "if board.carts[track]:"),
    ("M4", "bonus.py", "if state.goods[seat] > 0:", "if True:"),
    ("M5", "bonus.py", "if state.goods[other] > state.goods[seat]:", "if state.goods[other] >= state.goods[seat] and other < seat or state.goods[other] > state.goods[seat]:"),
    ("B5", "turn.py", "state.pieces[seat, 0] + state.pieces[seat, 1] <= board.end_trigger", "state.pieces[seat, 0] <= board.end_trigger"),
    ("P2", "bonus.py", "state.laid > state.laid_wild and not", "not"),
    ("P2", "bonus.py", "and not (state.flag[state.actor] >> part) & 1", ""),
    ("P3", "bonus.py", "state.flag[seat] = 0", "pass"),
    ("P4", "bonus.py", "state.laid -= 1", "pass"),
    ("E1", "turn.py", "<= board.end_trigger", "< board.end_trigger"),
    ("E1", "turn.py", "state.last_turns = state.seats", "state.last_turns = state.seats - 1"),
    ("E1", "turn.py", "elif state.last_turns == NOTHING and", "if"),
    ("E2", "score.py", "state.ticket_points[seat] -= board.value[ticket]", "pass"),
    ("E3", "score.py", "if most > 0 and state.longest[seat] == most:", "if most > 0 and state.longest[seat] == most and state.longest_points.sum() == 0:"),
    ("E4", "score.py", "difference = state.made[seat] - state.made[other]", "difference = state.made[other] - state.made[seat]"),
    ("E4", "score.py", "difference = state.stations[seat] - state.stations[other]", "difference = state.stations[other] - state.stations[seat]"),
    ("E4", "score.py", "difference = state.longest[seat] - state.longest[other]", "difference = 0"),
]  # fmt: skip


def tests_notice(source: Path, rule: str) -> bool | None:
    """Whether the rule tests fail on the sources; None if they could not even be collected."""
    first = FIRST.get(rule[0], "turn")
    files = [f"tests/test_{name}.py" for name in sorted(RULE_TESTS, key=lambda name: name != first)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(source)},
        capture_output=True,
        check=False,
    )
    return {0: False, 1: True}.get(done.returncode)


def try_mutant(rule: str, file: str, old: str, new: str) -> str:
    """Apply one edit to a copy of the package and test it."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "aiguillage"
        shutil.copytree(
            ROOT / "src" / "aiguillage", package, ignore=shutil.ignore_patterns("static", "__pycache__")
        )
        path = package / "rules" / file
        text = path.read_text(encoding="utf-8")
        if old not in text:
            return "stale"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return {True: "noticed", False: "SURVIVED", None: "broken"}[tests_notice(Path(folder), rule)]


def main() -> int:
    wanted = set(sys.argv[1:])
    left = 0
    for rule, file, old, new in MUTANTS:
        if not wanted or rule in wanted:
            result = try_mutant(rule, file, old, new)
            left += result != "noticed"
            print(f"{result:9} {rule:4} {file:11} {' '.join(old.split())[:70]}", flush=True)
    print(f"{left} of the mutants were not noticed")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
