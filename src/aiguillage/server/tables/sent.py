"""What was sent to a table, read out of a record: a claim and its payment are two decisions and one message."""

from typing import Any

from aiguillage.game import Game
from aiguillage.game.actions import whole_text

NO_KEYS = "A game that was dealt from a seed cannot go on at a table; it can be imported and replayed."


def sent_moves(game: Game) -> list[tuple[int, str, int]]:
    """The decisions of a game as they were sent, each with its key: one without a key belongs to the one before it."""
    sent: list[tuple[int, str, int]] = []
    for move in game.moves:
        if move.key is not None:
            sent.append((move.seat, move.text, move.key))
        elif sent:
            seat, text, key = sent.pop()
            sent.append((seat, whole_text(text, move.text), key))
    return sent


def found_moves(game: Game) -> dict[str, Any]:
    """How a game was dealt and what was decided, if it can go on at a table; else why not."""
    moves = sent_moves(game)
    again = game.restarted()
    for seat, text, key in moves:
        again.play(text, seat, key)
    if game.key is None or again.moves != game.moves:
        return {"problem": NO_KEYS}
    return {"deal": game.key, "moves": moves}
