"""Refusals of the board games: the kernel's reasons with their rule, figures and sentence."""

from typing import Any

from aiguillage.boards import Board
from aiguillage.game.actions import colour_name, price_of
from aiguillage.game.errors import Refusal
from aiguillage.rules import claim
from aiguillage.rules.state import (
    BLIND,
    CLAIM,
    DECLINE,
    DRAW_TICKETS,
    KEEP,
    KEEP_CARD,
    PASS,
    PAY,
    STATION,
    TAKE,
    WILD,
    Phase,
)

DUE = {
    Phase.OPENING: "choose the opening tickets",
    Phase.TURN: "choose an action",
    Phase.SECOND_CARD: "take the second card",
    Phase.PAYMENT: "choose how to pay",
    Phase.TUNNEL: "pay the surcharge or give the tunnel up",
    Phase.FLAG: "keep a card for the flag or discard it",
    Phase.TICKETS: "choose which tickets to keep",
}


def track_refusal(board: Board, state: Any, seat: int, number: int, reason: int) -> Refusal:
    """Why a seat cannot claim a track."""
    track = board.tracks[number]
    name = f"{board.place(track.a).name} – {board.place(track.b).name}"
    wilds = int(state.hand[seat, WILD])
    if reason == claim.TAKEN:
        owner = int(state.owner[number])
        return Refusal("R4", "taken", f"{name} belongs to seat {owner} already.", {"owner": owner})
    if reason == claim.OWN_TWIN:
        return Refusal("R8", "own-twin", f"The other track of {name} is yours, and nobody may have both.")
    if reason == claim.CLOSED_TWIN:
        return Refusal(
            "R9",
            "closed",
            f"With {state.seats} players {name} is closed once one of its tracks is taken.",
            {"seats": int(state.seats)},
        )
    if reason == claim.PIECES:
        have = int(state.pieces[seat, board.table.piece[number]])
        return Refusal(
            "R3",
            "pieces",
            f"{name} needs {track.spaces} pieces and you have {have}.",
            {"need": track.spaces, "have": have},
        )
    if reason == claim.WILDS:
        return Refusal(
            "F1",
            "wilds",
            f"{name} needs {track.ferry} wild and you have {wilds}.",
            {"need": track.ferry, "have": wilds},
        )
    have = (
        _best(board, state, seat)
        if track.colour == "grey"
        else int(state.hand[seat, board.colours.index(track.colour)])
    )
    what = "cards of one colour" if track.colour == "grey" else track.colour
    return Refusal(
        "R2" if track.colour == "grey" else "R1",
        "cards",
        f"{name} needs {track.cost} {what}; you have {have} and {wilds} wild.",
        {"need": track.cost, "colour": track.colour, "have": have, "wild": wilds},
    )


def _best(board: Board, state: Any, seat: int) -> int:
    return max(int(state.hand[seat, kind]) for kind in range(len(board.colours)))


def place_refusal(board: Board, state: Any, seat: int, number: int, reason: int) -> Refusal:
    """Why a seat cannot build a station at a place."""
    name = board.places[number].name
    if reason == claim.NO_STATION:
        return Refusal("G1", "no-station", "You have no station left.")
    if reason == claim.TAKEN:
        owner = int(state.station_at[number])
        return Refusal("G1", "taken", f"{name} has a station of seat {owner} already.", {"owner": owner})
    cost = price_of(board, state, seat, STATION + number)
    best, wilds = _best(board, state, seat), int(state.hand[seat, WILD])
    return Refusal(
        "G2",
        "cards",
        f"This station costs {cost} cards of one colour; you have {best} and {wilds} wild.",
        {"need": cost, "colour": "grey", "have": best, "wild": wilds},
    )


def refuse(board: Board, kernel: Any, state: Any, seat: int, code: int) -> Refusal:
    """Why an action that is not legal is not legal."""
    phase = Phase(int(state.phase))
    if not _belongs(phase, code):
        return Refusal("T1", "phase", f"First {DUE[phase]}.", {"due": phase.name.lower().replace("_", "-")})
    if code >= STATION:
        most = kernel.claim.most_of_a_colour(state, seat)
        if board.stations == 0:
            return Refusal("G1", "no-stations", f"There are no stations in {board.name}.")
        place = code - STATION
        return place_refusal(
            board, state, seat, place, kernel.station.station_refusal(board.table, state, seat, place, most)
        )
    if code >= CLAIM:
        track = code - CLAIM
        most = kernel.claim.most_of_a_colour(state, seat)
        return track_refusal(
            board, state, seat, track, kernel.claim.claim_refusal(board.table, state, seat, track, most)
        )
    if code >= PAY:
        rule = {Phase.TUNNEL: "U2", Phase.PAYMENT: "G2" if state.target >= STATION else "R1"}[phase]
        return Refusal(rule, "payment", "That payment does not fit what is due or what you have.")
    if code >= KEEP:
        if phase == Phase.OPENING:
            least = min(int(board.opening.keep), int(state.offer_n[seat]))
            rule = "S7" if board.opening.rest == "box" else "S8"
            return Refusal(rule, "keep", f"Keep at least {least} of the tickets.", {"need": least})
        return Refusal("K1", "keep", "Keep at least one of the tickets.", {"need": 1})
    if code == BLIND:
        return Refusal("D9", "no-cards", "Deck and discards are empty: there is no card to draw.")
    if code == DRAW_TICKETS:
        return Refusal("K3", "no-tickets", "The ticket deck is empty.")
    if code == PASS:
        return Refusal("T2", "pass", "You may pass only when nothing else is possible.")
    colour = colour_name(board, code - TAKE)
    if code == TAKE + WILD and phase == Phase.SECOND_CARD and WILD in state.market:
        return Refusal("D4", "wild-second", "A face-up wild cannot be the second card.")
    return Refusal("D1", "not-there", f"No {colour} card lies face up.", {"colour": colour})


def _belongs(phase: Phase, code: int) -> bool:
    """Whether an action is of a kind that the phase asks for."""
    if phase in (Phase.OPENING, Phase.TICKETS):
        return KEEP <= code < PAY
    if phase == Phase.PAYMENT:
        return PAY <= code < CLAIM
    if phase == Phase.TUNNEL:
        return PAY <= code < CLAIM or code == DECLINE
    if phase == Phase.FLAG:
        return code in (DECLINE, KEEP_CARD)
    if phase == Phase.SECOND_CARD:
        return code <= BLIND
    return code <= PASS or code >= CLAIM
