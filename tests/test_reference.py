"""What is legal, worked out a second time from the rulebooks, slowly and by name, and compared with the kernel.

The reference reads a written-down position and the printed board, and knows nothing of bit sets or action numbers.
"""

import random
from itertools import combinations
from typing import Any

import pytest

from aiguillage.boards import Board, Track, load_board
from aiguillage.game import Game
from positions import scarce_board

TITLES = {"europe": (2, 3, 4, 5), "amsterdam": (2, 3, 4), "berlin": (2, 3, 4), "paris": (2, 3, 4)}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]


def reference(board: Board, position: dict[str, Any], seat: int) -> set[str]:
    """The texts of all legal actions of the seat."""
    me = position["seats"][seat]
    pending = position["pending"] or {}
    match position["phase"]:
        case "opening":
            return keeps(me["offer"], board.opening.keep)
        case "tickets":
            return keeps(me["offer"], 1)
        case "second-card":
            return draws(position) - {"take wild"} | ({"enough"} if board.stations else set())
        case "payment" if pending["claim"]:
            return {f"pay {way}" for way in ways_to_claim(board.track(pending["claim"]), me["hand"])}
        case "payment":
            return {f"pay {way}" for way in ways_to_pay(me["hand"], set(board.colours), station_price(board, me), 0)}
        case "tunnel":
            colours = set() if pending["laid_colour"] == "wild" else {pending["laid_colour"]}
            ways = ways_to_pay(me["hand"], colours, pending["owed"], 0)
            return {"decline"} | {f"pay {way}" for way in ways}
        case "flag":
            return {"keep card", "decline"}
    found = draws(position) if position["deck"] or not board.stations else set()
    if position["ticket_deck"]:
        found.add("tickets")
    found |= {f"claim {track.id}" for track in board.tracks if can_claim(board, position, seat, track)}
    if me["stations"] and ways_to_pay(me["hand"], set(board.colours), station_price(board, me), 0):
        found |= {f"station {place.id}" for place in board.places if place.id not in position["stations"]}
    return found or {"pass"}


def draws(position: dict[str, Any]) -> set[str]:
    """A face-up card, or one from the deck (D1, D9)."""
    return {f"take {card}" for card in position["market"] if card} | ({"blind"} if position["deck"] else set())


def keeps(offer: list[str], least: int) -> set[str]:
    """Any of the tickets on offer, but not too few (S7, S8, K1, K3)."""
    sizes = range(min(least, len(offer)), len(offer) + 1)
    return {f"keep {' '.join(some)}" for size in sizes for some in combinations(offer, size)}


def station_price(board: Board, me: dict[str, Any]) -> int:
    """One card for the first station, two for the second, three for the third (G2)."""
    return {3: 1, 2: 2, 1: 3}.get(me["stations"] + 3 - board.stations, 99)


def can_claim(board: Board, position: dict[str, Any], seat: int, track: Track) -> bool:
    """Whether the track is free, open, and can be filled and paid (R1-R4, R8, R9, F1, B1)."""
    claims, me, players = position["claims"], position["seats"][seat], len(position["seats"])
    if track.id in claims:
        return False
    if track.twin in claims and (claims[track.twin] == seat or players <= (3 if board.stations else 2)):
        return False
    return me["pieces"][track.piece == "subway"] >= track.spaces and bool(ways_to_claim(track, me["hand"]))


def ways_to_claim(track: Track, hand: dict[str, int]) -> set[str]:
    """The track's colour, or any one for a grey track, with its ferry's wilds (R1, R2, F1)."""
    colours = {card for card in hand if card != "wild"} if track.colour == "grey" else {track.colour}
    return ways_to_pay(hand, colours, track.cost, track.ferry)


def ways_to_pay(hand: dict[str, int], colours: set[str], cost: int, least: int) -> set[str]:
    """Every set of cards of one of the colours and wilds, so many in all, at least so many wild."""
    found = set()
    for wilds in range(least, min(cost, hand.get("wild", 0)) + 1):
        plain = cost - wilds
        if plain == 0:
            found.add(f"{wilds} wild")
        for colour in colours:
            if 0 < plain <= hand.get(colour, 0):
                found.add(f"{plain} {colour}" + (f" {wilds} wild" if wilds else ""))
    return found


def compare(game: Game, chance: random.Random, limit: int) -> set[str]:
    """Play at random, and compare what is legal at every decision; the phases met."""
    phases = set()
    while not game.over and len(game.moves) < limit:
        position = game.position()
        phases.add(position["phase"])
        for seat in game.choosing or [game.actor or 0]:
            assert {action.text for action in game.legal_actions(seat)} == reference(game.board, position, seat)
        game.play(chance.choice(game.legal_actions()))
    return phases


@pytest.mark.volume
@pytest.mark.rule("R1", "R2", "R3", "R4", "R8", "R9", "B1", "B4", "G1", "G2", "D1", "D4", "D9", "K1", "K3", "T1", "T2")
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_legal_actions_are_those_of_the_rulebook(title: str, seats: int) -> None:
    chance = random.Random(f"reference {title} {seats}")
    phases = compare(Game.new(title, seats, seed=31), chance, 10_000)
    assert {"opening", "turn", "second-card", "payment", "tickets"} <= phases


@pytest.mark.volume
@pytest.mark.rule("F1", "U2", "U3", "U4", "P2")
def test_ferries_tunnels_and_flags_are_met() -> None:
    phases = set()
    for seed in range(2):
        phases |= compare(Game.new("europe", 4, seed=seed), random.Random(seed), 10_000)
        phases |= compare(Game.new("paris", 3, seed=seed), random.Random(seed), 10_000)
    assert {"tunnel", "flag"} <= phases


@pytest.mark.volume
@pytest.mark.rule("T2", "D9", "K3", "R3")
@pytest.mark.parametrize("title", TITLES)
def test_the_same_when_everything_is_scarce(title: str) -> None:
    for seed in range(20):
        chance = random.Random(f"scarce reference {title} {seed}")
        seats = chance.choice(TITLES[title])
        board = scarce_board(title, seats, chance)
        if board.stations in (0, 3) and board.twin_closed_up_to == (3 if board.stations else 2):
            compare(Game.new(board, seats, seed=seed), chance, 300)


def test_the_reference_knows_the_boards() -> None:
    """When a twin is closed and what drawing needs: the reference says it for itself (R9, D1, D9)."""
    for title in TITLES:
        board = load_board(title)
        assert board.twin_closed_up_to == (3 if board.stations else 2)
        assert board.may_stop == board.deck_needed == bool(board.stations)
