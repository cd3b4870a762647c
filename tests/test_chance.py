"""Where chance comes from: the fast stream can be computed from what was seen of it, a key cannot."""

import random
from collections import Counter
from typing import Any

import pytest

from aiguillage.game import Game
from aiguillage.rules import rng
from aiguillage.rules.state import STATE, new_record

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")
WORD = 64
SEEN = 256  # what is asked of chance: eight bits a time


def keyed(key: int) -> Any:
    state = new_record(STATE)
    rng.set_key(state, *((key >> shift) & rng.LOW for shift in (96, 64, 32, 0)))
    return state


def seeded(seed: int) -> Any:
    state = new_record(STATE)
    rng.seed_random(state, seed, 0)
    return state


def stream_after(rows: list[int]) -> list[int]:
    """One step of xorshift on 64 words of which each bit is a set of unknown bits (bit sets over GF(2))."""

    def add(shifted: list[int]) -> list[int]:
        return [a ^ b for a, b in zip(rows, shifted, strict=True)]

    rows = add([0] * 13 + rows[:-13])
    rows = add(rows[7:] + [0] * 7)
    return add([0] * 17 + rows[:-17])


def recover(outputs: list[int]) -> int | None:
    """The state that a fast stream started from, solved from what it gave; None if no stream gives that."""
    rows = [1 << bit for bit in range(WORD)]
    pivots: dict[int, int] = {}
    for output in outputs:
        rows = stream_after(rows)
        for bit in range(8):
            equation = rows[56 + bit] | ((output >> bit) & 1) << WORD
            while (lead := (equation & ((1 << WORD) - 1)).bit_length() - 1) in pivots:
                equation ^= pivots[lead]
            if lead < 0:
                if equation:
                    return None
                continue
            pivots[lead] = equation
    word = 0
    for bit in sorted(pivots):
        known = pivots[bit] & ~(1 << bit) & ((1 << WORD) - 1)
        word |= (((pivots[bit] >> WORD) ^ (known & word).bit_count()) & 1) << bit
    return word


def test_linear_algebra_finds_the_fast_stream_and_no_key() -> None:
    seeds = random.Random(5)
    for _ in range(5):
        fast, slow = seeded(seeds.getrandbits(60)), keyed(seeds.getrandbits(128))
        guess = new_record(STATE)
        guess.rng = recover([int(rng.chance(fast, SEEN)) for _ in range(16)])
        for _ in range(16):
            rng.below(guess, SEEN)
        assert [rng.chance(guess, 110) for _ in range(50)] == [rng.chance(fast, 110) for _ in range(50)]
        assert recover([int(rng.chance(slow, SEEN)) for _ in range(16)]) is None


@pytest.mark.parametrize("n", [2, 7, 46, 110])
def test_a_key_gives_every_number_equally_often(n: int) -> None:
    state = keyed(0x0123456789ABCDEF_FEDCBA9876543210)
    draws = 200 * n
    counts = Counter(int(rng.chance(state, n)) for _ in range(draws))
    chi = sum((counts[number] - 200) ** 2 / 200 for number in range(n))
    assert set(counts) == set(range(n))
    assert abs(chi - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5


def test_one_other_bit_of_a_key_changes_everything() -> None:
    key = random.Random(7).getrandbits(128)
    first = int(rng.chance(keyed(key), 1 << 30))
    for bit in range(128):
        state = keyed(key ^ (1 << bit))
        changed = int(rng.chance(state, 1 << 30)) ^ first
        assert 4 <= changed.bit_count() <= 26


@pytest.mark.parametrize("title", TITLES)
def test_a_keyed_game_never_asks_the_fast_stream(title: str) -> None:
    chooser = random.Random(title)
    game = Game.new(title, 2, key=chooser.getrandbits(128))
    while not game.over:
        assert game.kernel_state().rng == 0
        assert game.observation(0).key.sum() == game.observation(None).drawn == 0
        game.play(chooser.choice(game.legal_actions()), key=chooser.getrandbits(128))
    assert Game.from_record(game.record()).state_bytes() == game.state_bytes()
    assert game.restarted().state_bytes() == Game.new(title, 2, key=game.key).state_bytes()


def test_keys_deal_differently() -> None:
    deals = {Game.new("europe", 3, key=key).record().split("State")[1] for key in (0, 1, 1 << 32, 1 << 127)}
    assert len(deals) == 4
