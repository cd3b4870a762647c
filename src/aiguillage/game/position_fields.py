"""The fields of a position, read and written: names for the kernel's numbers, a sentence for what is no field."""

import secrets
from collections.abc import Iterable
from typing import Any

from aiguillage.boards import Board
from aiguillage.errors import short
from aiguillage.game.errors import PositionError
from aiguillage.game.generator import read_generator, write_generator
from aiguillage.game.words import phase_name
from aiguillage.rules.numbers import (
    IN_BOX,
    IN_DECK,
    KINDS,
    MAX_OFFER,
    MAX_TICKETS,
    NOBODY,
    NOTHING,
    OFFERED,
    WILD,
)
from aiguillage.rules.phases import Phase
from aiguillage.rules.records import AnyState, Array

MANY = 30_000
"""More than any count in a position; what the kernel counts in 16 bits stays below it."""


def count_cards(board: Board, counts: Array) -> dict[str, int]:
    """Cards by name; those of which there are none are left out."""
    return {str(card_name(board, kind)): int(counts[kind]) for kind in range(KINDS) if counts[kind]}


def card_name(board: Board, kind: int) -> str | None:
    """The name of a card, or None for a gap."""
    if kind == NOTHING:
        return None
    return "wild" if kind == WILD else board.colours[kind]


def check_fields(data: object, what: str, needed: Iterable[str], optional: Iterable[str]) -> None:
    """Refuse anything that is not an object with exactly such fields."""
    if not isinstance(data, dict):
        raise PositionError(f"{what} must be an object with named fields.")
    for name in needed:
        if name not in data:
            raise PositionError(f"{what} has no field {name!r}.")
    for name in data:
        if name not in needed and name not in optional:
            raise PositionError(f"{what} has a field that is not known: {short(name)}.")


def as_list(data: object, what: str) -> list[Any]:
    """Refuse what is no list."""
    if not isinstance(data, list | tuple):
        raise PositionError(f"The field {what!r} must be a list.")
    return list(data)


def as_dict(data: object, what: str) -> dict[Any, Any]:
    """Refuse what has no named fields."""
    if not isinstance(data, dict):
        raise PositionError(f"The field {what!r} must be an object with named fields.")
    return data


def as_whole(value: object, what: str, low: int = 0, high: int = MANY) -> int:
    """Refuse what is no whole number in such bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"The field {what!r} must be a whole number from {low} to {high}, not {short(value)}.")
    return value


def card_kind(board: Board, name: object) -> int:
    """The kind of a card, by its name."""
    if name == "wild":
        return WILD
    if name not in board.colours:
        raise PositionError(f"There are no {short(name)} cards in {board.name}.")
    return board.colours.index(name)


def find_number(names: dict[str, int], name: object, what: str) -> int:
    """The number of a track, place or ticket, by its name."""
    if not isinstance(name, str) or name not in names:
        raise PositionError(f"There is no {what} {short(name)} on this board.")
    return names[name]


def fill_counts(board: Board, counts: Array, data: object, what: str) -> None:
    """Write the cards of a pile into the record."""
    counts[:] = 0
    for card, count in as_dict(data, what).items():
        kind = card_kind(board, card)
        counts[kind] = as_whole(count, f"{what}: {card}", 0, board.cards[card])


def fill_row(board: Board, row: Array, data: object, what: str) -> None:
    """Write cards that lie in a row, gaps included."""
    cards = as_list(data, what)
    if len(cards) != len(row):
        raise PositionError(f"The field {what!r} has {len(row)} places; an empty one is null.")
    row[:] = [NOTHING if card is None else card_kind(board, card) for card in cards]


def give_ticket(board: Board, state: AnyState, number: int, where: int) -> None:
    """Put a ticket somewhere; it can be in one place only."""
    if state.ticket_at[number] != IN_BOX:
        raise PositionError(f"The ticket {board.tickets[number].id} is in two places.")
    state.ticket_at[number] = where


def fill_queue(board: Board, state: AnyState, tickets: list[Any]) -> None:
    """Write the ticket deck into the record, from the top."""
    state.queue[:], state.queue_head, state.queue_n = NOTHING, 0, len(tickets)
    for i, ticket in enumerate(tickets):
        number = find_number(board.ticket_index, ticket, "ticket")
        give_ticket(board, state, number, IN_DECK)
        state.queue[i] = number


def fill_offer(board: Board, state: AnyState, seat: int, data: dict[str, Any]) -> None:
    """Write the tickets that a seat may choose from, and its opening choice."""
    offer, chosen = as_list(data.get("offer", []), "offer"), data.get("chosen")
    if len(offer) > MAX_OFFER:
        raise PositionError(f"Seat {seat} cannot have {len(offer)} tickets on offer.")
    state.offer[seat, :], state.offer_n[seat] = NOTHING, len(offer)
    for i, ticket in enumerate(offer):
        number = find_number(board.ticket_index, ticket, "ticket")
        give_ticket(board, state, number, OFFERED)
        state.offer[seat, i] = number
    state.chosen[seat] = NOTHING if chosen is None else as_whole(chosen, "chosen", 0, (1 << MAX_OFFER) - 1)


def fill_owners(board: Board, by: Array, data: object, what: str, seats: int) -> None:
    """Write which seat had to do with which ticket."""
    by[:] = NOBODY
    for ticket, seat in as_dict(data, what).items():
        number = find_number(board.ticket_index, ticket, "ticket")
        by[number] = as_whole(seat, f"{what}: {ticket}", 0, seats - 1)


def owners(board: Board, by: Array) -> dict[str, int]:
    """The same, to be written down."""
    return {t.id: int(by[n]) for n, t in enumerate(board.tickets) if by[n] != NOBODY}


def fill_start(state: AnyState, position: dict[str, Any]) -> None:
    """Write which decision is due, whose it is, where chance stands and whether the last turns have begun."""
    last_seat = int(state.seats) - 1
    names = {phase_name(phase): phase for phase in Phase}
    if position["phase"] not in list(names):
        raise PositionError(f"There is no phase {short(position['phase'])}; the phases are {', '.join(names)}.")
    state.phase = names[position["phase"]]
    state.actor = as_whole(position["actor"], "actor", NOTHING, last_seat)
    read_generator(state, position.get("random", f"{secrets.randbits(64) | 1:016x}"))
    last = position.get("last_turns")
    least = 0 if state.phase == Phase.COMPLETION else 1
    state.last_turns = NOTHING if last is None else as_whole(last, "last_turns", least, last_seat + 1)


def turns_of(seats: int, first: int, turns: int, seat: int) -> int:
    """How many of the turns that have ended were the seat's."""
    return (turns + seats - 1 - (seat - first) % seats) // seats


def fill_turns(state: AnyState, position: dict[str, Any], seat_to_act: int, least: list[int]) -> None:
    """Write who began and what has been counted since; what is left out becomes what agrees with the rest.

    `least`: the turns that each seat must have had.
    """
    seats, opening = int(state.seats), state.phase == Phase.OPENING
    turns = as_whole(position["turns"], "turns", 0, 1 << 30) if "turns" in position else None
    first = 0 if turns is None or opening else (seat_to_act - turns) % seats
    if "first" in position:
        first = as_whole(position["first"], "first", 0, seats - 1)
    if turns is None:
        turns = 0 if opening else (seat_to_act - first) % seats
        while not opening and any(turns_of(seats, first, turns, s) < least[s] for s in range(seats)):
            turns += seats
    state.first, state.turns = first, turns
    taken = sum(int(chosen) != NOTHING for chosen in state.chosen[:seats])
    if not opening:
        taken = seats + turns + int(state.phase != Phase.TURN)
    state.decisions = as_whole(position.get("decisions", taken), "decisions", 0, 1 << 30)


def check_turns(state: AnyState, seat_to_act: int, least: list[int]) -> None:
    """Refuse turns and decisions that contradict whose turn it is, or what somebody has done with his turns."""
    seats, first, turns = int(state.seats), int(state.first), int(state.turns)
    if state.phase == Phase.OPENING:
        return
    due = (first + turns) % seats
    if due != seat_to_act:
        raise PositionError(
            f"After {turns} turns from seat {first} on it is the turn of seat {due}, not of seat {seat_to_act} (S10)."
        )
    for seat in range(seats):
        if turns_of(seats, first, turns, seat) < least[seat]:
            raise PositionError(f"Seat {seat} has done more than it has had turns for (T1).")
    if state.decisions < seats + turns + int(state.phase != Phase.TURN):
        raise PositionError(f"{state.decisions} decisions are too few for the opening and {turns} turns.")


def write_start(board: Board, state: AnyState) -> dict[str, object]:
    """Which game it is, how far it has come, and where its chance comes from."""
    return {
        "game": board.id,
        "board": board.digest,
        "phase": phase_name(state.phase),
        "actor": int(state.actor),
        "first": int(state.first),
        "random": write_generator(state),
        "decisions": int(state.decisions),
        "turns": int(state.turns),
    }


def write_piles(board: Board, state: AnyState) -> dict[str, object]:
    """The cards on the table and the ticket deck."""
    queue = [state.queue[(state.queue_head + i) % MAX_TICKETS] for i in range(state.queue_n)]
    return {
        "deck": count_cards(board, state.deck),
        "discard": count_cards(board, state.discard),
        "market": [card_name(board, kind) for kind in state.market],
        "ticket_deck": [board.tickets[number].id for number in queue],
    }


def fill_piles(board: Board, state: AnyState, position: dict[str, Any]) -> None:
    """The cards on the table."""
    fill_counts(board, state.deck, position["deck"], "deck")
    fill_counts(board, state.discard, position["discard"], "discard")
    state.deck_n, state.discard_n = state.deck.sum(), state.discard.sum()
    fill_row(board, state.market, position["market"], "market")
