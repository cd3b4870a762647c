"""Refusals of the board games: what the kernel writes about them, with a sentence."""

from aiguillage.boards import Board
from aiguillage.game.actions import colour_name
from aiguillage.game.errors import Refusal
from aiguillage.game.kernels import Kernel
from aiguillage.game.words import DUE, phase_name
from aiguillage.game.written import BOARD_WRITER
from aiguillage.rules import actions as codes
from aiguillage.rules.numbers import WILD
from aiguillage.rules.phases import Phase
from aiguillage.rules.records import StateRecord


def track_refusal(board: Board, state: StateRecord, seat: int, number: int) -> Refusal:
    """Why a seat cannot claim a track."""
    track = board.tracks[number]
    sentences = {
        "taken": "{name} belongs to seat {owner} already.",
        "own-twin": "The other track of {name} is yours, and nobody may have both.",
        "closed": "With {seats} players {name} is closed once one of its tracks is taken.",
        "pieces": "{name} needs {need} pieces and you have {have}.",
        "wilds": "{name} needs {need} wild and you have {have}.",
        "cards": "{name} needs {need} {what}; you have {have} and {wild} wild.",
    }
    name = f"{board.place(track.a).name} – {board.place(track.b).name}"
    what = "cards of one colour" if track.colour == "grey" else track.colour
    return _refusal(board, state, seat, track.id, sentences, name=name, what=what)


def place_refusal(board: Board, state: StateRecord, seat: int, number: int) -> Refusal:
    """Why a seat cannot build a station at a place."""
    place = board.places[number]
    sentences = {
        "no-station": "You have no station left.",
        "taken": "{name} has a station of seat {owner} already.",
        "cards": "This station costs {need} cards of one colour; you have {have} and {wild} wild.",
    }
    return _refusal(board, state, seat, f"station:{place.id}", sentences, name=place.name)


def _refusal(
    board: Board, state: StateRecord, seat: int, about: str, sentences: dict[str, str], **words: str
) -> Refusal:
    """What the kernel says about it, with its sentence."""
    figures = BOARD_WRITER.refusals(board, state, seat)[about]
    rule, code = figures.pop("rule"), figures.pop("code")
    return Refusal(rule, code, sentences[code].format(**words, **figures), figures)


def refuse(board: Board, kernel: Kernel, state: StateRecord, seat: int, code: int) -> Refusal:
    """Why an action that is not legal is not legal."""
    phase = Phase(int(state.phase))
    if not _belongs(phase, code):
        return Refusal("T1", "phase", f"First {DUE[phase]}.", {"due": phase_name(phase)})
    if code >= codes.STATION:
        if board.stations == 0:
            return Refusal("G1", "no-stations", f"There are no stations in {board.name}.")
        return place_refusal(board, state, seat, code - codes.STATION)
    if code >= codes.CLAIM:
        return track_refusal(board, state, seat, code - codes.CLAIM)
    if code >= codes.PAY:
        rule = {Phase.TUNNEL: "U2", Phase.PAYMENT: "G2" if state.target >= codes.STATION else "R1"}[phase]
        return Refusal(rule, "payment", "That payment does not fit what is due or what you have.")
    if code >= codes.KEEP:
        if phase == Phase.OPENING:
            least = min(int(board.opening.keep), int(state.offer_n[seat]))
            rule = "S7" if board.opening.rest == "box" else "S8"
            return Refusal(rule, "keep", f"Keep at least {least} of the tickets.", {"need": least})
        return Refusal("K1", "keep", "Keep at least one of the tickets.", {"need": 1})
    if code == codes.BLIND:
        return Refusal("D9", "no-cards", "Deck and discards are empty: there is no card to draw.")
    if code == codes.DRAW_TICKETS:
        return Refusal("K3", "no-tickets", "The ticket deck is empty.")
    if code == codes.ENOUGH:
        return Refusal("D1", "two-cards", f"In {board.name} two cards are taken.")
    if code == codes.PASS:
        return Refusal("T2", "pass", "You may pass only when nothing else is possible.")
    if phase == Phase.TURN and not kernel.draw.may_draw(board.table, state):
        return Refusal("D9", "no-cards", "Deck and discards are empty: no card can be drawn, face up or blind.")
    colour = colour_name(board, code - codes.TAKE)
    if code == codes.TAKE + WILD and phase == Phase.SECOND_CARD and WILD in state.market:
        return Refusal("D4", "wild-second", "A face-up wild cannot be the second card.")
    return Refusal("D1", "not-there", f"No {colour} card lies face up.", {"colour": colour})


def _belongs(phase: Phase, code: int) -> bool:
    """Whether an action is of a kind that the phase asks for."""
    if phase in (Phase.OPENING, Phase.TICKETS):
        return codes.KEEP <= code < codes.PAY
    if phase == Phase.PAYMENT:
        return codes.PAY <= code < codes.CLAIM
    if phase == Phase.TUNNEL:
        return codes.PAY <= code < codes.CLAIM or code == codes.DECLINE
    if phase == Phase.FLAG:
        return code in (codes.DECLINE, codes.KEEP_CARD)
    if phase == Phase.SECOND_CARD:
        return code <= codes.BLIND or code == codes.ENOUGH
    return code <= codes.PASS or code >= codes.CLAIM
