"""Completing tickets (C16) against two oracles: all subsets, and a table of the best for every smaller pile at once."""

import itertools
import random
from typing import Any

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.game.kernels import COMPILED
from aiguillage.rules import cardgame_complete as interpreted
from aiguillage.rules.cardgame_state import CARD_SCRATCH, CARD_STATE, MAX_SAME, MAX_WILDS
from aiguillage.rules.numbers import COLOURS, IN_DECK, MAX_TICKETS, NOBODY, WILD
from aiguillage.rules.state import new_record

BOARD = load_board("cardgame").table
TICKETS = int(BOARD.tickets)
compiled = COMPILED.cardgame_complete

# The positions that cost the search most of all that bench/cardgame_completion.py has found: pile, tickets from-to.
HARD: list[tuple[list[int], str]] = [
    ([6, 5, 6, 5, 4, 6, 5, 5, 0], "0 2-8 12 15-18 21-25 27-28 30 32-35 37 39-40 43 45"),
    ([8, 10, 6, 1, 4, 1, 6, 4, 10], "2-8 10-30 32 34-35 37 40-41 43-44"),
    ([4, 5, 2, 5, 4, 7, 5, 2, 8], "0 3-10 12-15 17-23 27 30-33 35-43 45"),
    ([6, 6, 9, 0, 8, 10, 6, 9, 6], "0 3-4 6-11 13-14 16-18 20-27 29-36 39-40 42-45"),
    ([3, 6, 5, 5, 5, 7, 6, 3, 0], "0 3-8 10 13 15 17-27 29 31-34 37-39 41-45"),
    ([8, 7, 5, 6, 8, 7, 0, 9, 7], "0-17 19-27 29-45"),
    ([5, 3, 5, 5, 8, 6, 2, 4, 0], "0-12 15 18 21-23 26-28 31 33-37 39-44"),
    ([9, 7, 2, 5, 5, 7, 5, 8, 5], "0-5 8-30 32-45"),
    ([7, 2, 5, 8, 6, 7, 6, 8, 3], "2-3 5-15 18-30 33 37-38 40-45"),
    ([6, 3, 6, 6, 6, 4, 2, 6, 0], "2-3 5-8 10-31 33-34 37 40 42-45"),
    ([4, 0, 5, 5, 4, 4, 5, 5, 3], "2-5 7-13 15 17 19-20 22-26 30 32-35 38 40-42 45"),
]
PIVOT = 32  # branches of the search that take as long as a pivot of the pricing


def position(pile: Any, tickets: Any) -> Any:
    """A state in which seat 0 has this pile and these tickets."""
    state = new_record(CARD_STATE)
    state.done_by[:] = NOBODY
    state.ticket_at[:] = IN_DECK
    state.ticket_at[list(tickets)] = 0
    state.track[0] = pile
    return state


def best_of(module: Any, pile: Any, tickets: Any, scratch: Any, board: Any = BOARD) -> list[int]:
    """The tickets that the kernel completes."""
    module.choose_tickets(board, position(pile, tickets), 0, scratch)
    return [ticket for ticket in range(board.tickets) if scratch.best[ticket]]


def worths(board: Any) -> Any:
    """What tickets are worth: points first, then tickets."""
    return board.value.astype(np.int64) * 100 + 1


def worth(tickets: list[int], board: Any = BOARD) -> int:
    return int(worths(board)[tickets].sum())


def possible(pile: Any, tickets: list[int], board: Any = BOARD) -> bool:
    missing = np.maximum(0, board.need[tickets].sum(axis=0) - np.asarray(pile[:COLOURS])).sum()
    return bool(missing <= pile[WILD])


def best_subset(pile: Any, tickets: list[int]) -> int:
    """The best worth by trying all subsets."""
    masks = np.arange(1 << len(tickets))[:, None] >> np.arange(len(tickets)) & 1
    missing = np.maximum(0, masks @ BOARD.need[tickets] - np.asarray(pile[:COLOURS])).sum(axis=1)
    return int((masks @ worths(BOARD)[tickets])[missing <= pile[WILD]].max())


def best_table(most: list[int], wilds: int, tickets: list[int], board: Any = BOARD) -> Any:
    """The best worth for every pile up to these numbers: table[colours…, wilds], filled ticket by ticket."""
    sizes = [count + 1 for count in most] + [wilds + 1]
    piles = np.indices(sizes, dtype=np.int16).reshape(COLOURS + 1, -1)
    table = np.zeros(piles.shape[1], np.int64)
    for ticket in tickets:
        after = piles[:COLOURS] - board.need[ticket][:, None]
        left = piles[WILD] + np.minimum(after, 0).sum(axis=0, dtype=np.int16)
        fits = left >= 0
        where = np.ravel_multi_index((*np.maximum(after[:, fits], 0), left[fits]), sizes)
        table[fits] = np.maximum(table[fits], table[where] + worths(board)[ticket])
    return table.reshape(sizes)


def random_pile(chance: random.Random, most: int) -> list[int]:
    return [chance.randint(0, most) for _ in range(COLOURS)] + [chance.randint(0, min(MAX_WILDS, 2 * most))]


@pytest.mark.rule("C16")
def test_no_subset_is_better() -> None:
    chance, scratch = random.Random(16), new_record(CARD_SCRATCH)
    for _ in range(2000):
        tickets = sorted(chance.sample(range(TICKETS), chance.randint(0, 11)))
        pile = random_pile(chance, chance.randint(0, 5))
        found = best_of(compiled, pile, tickets, scratch)
        assert set(found) <= set(tickets)
        assert possible(pile, found)
        assert worth(found) == best_subset(pile, tickets)


@pytest.mark.rule("C16")
@pytest.mark.parametrize("seed", range(4))
def test_any_number_of_tickets_on_piles_of_up_to_two_of_a_colour(seed: int) -> None:
    chance, scratch = random.Random(seed), new_record(CARD_SCRATCH)
    tickets = chance.sample(range(TICKETS), (TICKETS, 40, 30, 20)[seed])
    table = best_table([2] * COLOURS, 6, tickets)
    for _ in range(1500):
        pile = [chance.randint(0, 2) for _ in range(COLOURS)] + [chance.randint(0, 6)]
        found = best_of(compiled, pile, tickets, scratch)
        assert possible(pile, found)
        assert worth(found) == table[tuple(pile)]


@pytest.mark.rule("C16")
def test_large_piles_of_few_colours() -> None:
    chance, scratch = random.Random(5), new_record(CARD_SCRATCH)
    for _ in range(12):
        most = [0] * COLOURS
        for colour in chance.sample(range(COLOURS), 3):
            most[colour] = MAX_SAME
        table = best_table(most, MAX_WILDS, list(range(TICKETS)))
        for _ in range(150):
            pile = [chance.randint(0, count) for count in most] + [chance.randint(0, MAX_WILDS)]
            found = best_of(compiled, pile, range(TICKETS), scratch)
            assert possible(pile, found)
            assert worth(found) == table[tuple(pile)]


@pytest.mark.long
@pytest.mark.rule("C16")
@pytest.mark.parametrize("seed", range(20))
def test_against_the_table_at_length(seed: int) -> None:
    """Up to five of a colour, four million piles in the table."""
    chance, scratch = random.Random(seed), new_record(CARD_SCRATCH)
    tickets = chance.sample(range(TICKETS), chance.randint(25, TICKETS))
    most = [chance.choice([2, 3, 4, 5]) for _ in range(COLOURS)]
    while np.prod([count + 1 for count in most]) * 9 > 4_000_000:
        most[most.index(max(most))] -= 1
    table = best_table(most, 8, tickets)
    for _ in range(20_000):
        pile = [chance.randint(0, count) for count in most] + [chance.randint(0, 8)]
        assert worth(best_of(compiled, pile, tickets, scratch)) == table[tuple(pile)]


def test_interpreter_and_compiled_code_choose_the_same_tickets() -> None:
    """Also among sets of the same worth, and after the same number of steps."""
    chance = random.Random(8)
    plain, fast = new_record(CARD_SCRATCH), new_record(CARD_SCRATCH)
    for _ in range(60):
        tickets = sorted(chance.sample(range(TICKETS), chance.randint(5, TICKETS)))
        pile = random_pile(chance, chance.randint(1, 6))
        assert best_of(interpreted, pile, tickets, plain) == best_of(compiled, pile, tickets, fast)
        assert plain.visits == fast.visits


def test_the_choice_does_not_depend_on_what_the_scratch_space_held_before() -> None:
    chance, used = random.Random(9), new_record(CARD_SCRATCH)
    for _ in range(200):
        tickets = chance.sample(range(TICKETS), chance.randint(5, TICKETS))
        pile = random_pile(chance, 6)
        expected = best_of(compiled, pile, tickets, new_record(CARD_SCRATCH))
        assert best_of(compiled, pile, tickets, used) == expected


@pytest.mark.rule("C16")
@pytest.mark.parametrize(("pile", "tickets"), HARD)
def test_the_hardest_positions_known_stay_within_their_steps(pile: list[int], tickets: str) -> None:
    """A millisecond is the limit, and 60,000 branches take less than that; they are the same on every machine."""
    ends = [run.partition("-") for run in tickets.split()]
    held = [number for low, _, high in ends for number in range(int(low), int(high or low) + 1)]
    scratch = new_record(CARD_SCRATCH)
    assert possible(pile, best_of(compiled, pile, held, scratch))
    assert 1000 < scratch.visits + PIVOT * scratch.pivots < 60_000


def own_board(chance: random.Random, colours: list[int]) -> Any:
    """A board of one's own: up to 64 tickets, all in few colours, that ask for far more cards than there are."""
    board = BOARD.copy()
    board.tickets = chance.randint(12, MAX_TICKETS)
    board.need[:] = 0
    for ticket in range(board.tickets):
        for colour in chance.sample(colours, chance.randint(1, 3)):
            board.need[ticket, colour] = chance.randint(1, chance.choice([2, 2, MAX_SAME]))
        board.value[ticket] = chance.randint(1, 30)
    return board


def test_boards_that_ask_for_more_cards_than_there_are() -> None:
    """Against the table, on boards whose tickets together ask for hundreds of cards of a colour."""
    chance, scratch = random.Random(11), new_record(CARD_SCRATCH)
    for _ in range(15):
        colours = chance.sample(range(COLOURS), 3)
        board = own_board(chance, colours)
        tickets = list(range(board.tickets))
        most = [MAX_SAME if colour in colours else 0 for colour in range(COLOURS)]
        table = best_table(most, MAX_WILDS, tickets, board)
        for _ in range(60):
            pile = [chance.randint(0, count) for count in most] + [chance.randint(0, MAX_WILDS)]
            found = best_of(compiled, pile, tickets, scratch, board)
            assert possible(pile, found, board)
            assert worth(found, board) == table[tuple(pile)]


@pytest.mark.parametrize("colour", range(COLOURS))
def test_sixty_four_tickets_for_one_card_each(colour: int) -> None:
    """Sums that leave their six bits would make it look as if all could be completed."""
    board = BOARD.copy()
    board.tickets = MAX_TICKETS
    board.need[:] = 0
    board.need[:, colour] = 1
    board.value[:] = [1 + 7 * ticket % 61 for ticket in range(MAX_TICKETS)]
    pile = [10 if one == colour else 0 for one in range(COLOURS)] + [5]
    found = best_of(interpreted, pile, range(MAX_TICKETS), new_record(CARD_SCRATCH), board)
    assert len(found) == 15
    assert sorted(board.value[found]) == sorted(board.value)[-15:]


def test_packed_cards() -> None:
    """The arithmetic on eight fields at once, against one field at a time."""
    chance = random.Random(10)

    def pack(counts: list[int]) -> int:
        return sum(count << (6 * i) for i, count in enumerate(counts))

    for _ in range(300):
        left = [chance.randint(-18, 10) for _ in range(COLOURS)]
        other = [chance.randint(0, 18) for _ in range(COLOURS)]
        biased = pack([count + 32 for count in left])
        plain = [max(0, count) for count in left]
        asked = [chance.randint(0, 37) for _ in range(COLOURS)]
        assert interpreted.capped(pack(asked)) == pack([min(count, 27) for count in asked])
        assert interpreted.have(biased) == pack(plain)
        assert interpreted.wilds_owed(biased) == sum(max(0, -count) for count in left)
        assert interpreted.field_sum(pack(other)) == sum(other)
        assert interpreted.smaller(pack(plain), pack(other)) == pack(
            [*itertools.starmap(min, zip(plain, other, strict=True))]
        )
