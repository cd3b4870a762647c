"""The deal of the day: the same for everybody on a server, and known to nobody before it is played."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import date

from aiguillage.boards import load_board
from aiguillage.game import Game
from aiguillage.game.generator import KEY_BITS

KEY_BYTES = KEY_BITS // 8
SEED_BITS = 62
BOTS = ("planner", "route-focused")
"""Who sits at the table beside the player, in this order."""


@dataclass(frozen=True, slots=True)
class Daily:
    """One day's deal of a title: the player has seat 0, the bots the others."""

    title: str
    day: date
    key: int  # 128 bits that all chance comes from; never to be sent to anybody
    bots: tuple[str, ...] = BOTS

    def game(self) -> Game:
        """The game as it is dealt; who begins is chance too."""
        return Game.new(self.title, seats=1 + len(self.bots), key=self.key)


def chance_key(deal: int, number: int) -> int:
    """The key that the chance of the action with this number comes from, if the deal came from `deal`.

    Who does not know the deal's key cannot compute it, and the same actions meet the same cards at every table.
    """
    return _derived(deal.to_bytes(KEY_BYTES, "big"), f"aiguillage daily action {number}")


def bot_seed(deal: int, seat: int) -> int:
    """The seed of the bot in a seat."""
    return _derived(deal.to_bytes(KEY_BYTES, "big"), f"aiguillage daily bot {seat}") >> (KEY_BITS - SEED_BITS)


def _derived(secret: bytes, message: str) -> int:
    digest = hmac.new(secret, message.encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:KEY_BYTES], "big")


def daily(title: str, day: date, secret: bytes) -> Daily:
    """The deal of a day. `secret` is the server's own: who does not know it cannot compute the deal from the date.

    Chance comes from the deal's key alone, so that the same decisions meet the same cards at every table.
    """
    load_board(title)
    return Daily(title, day, _derived(secret, f"aiguillage daily {title} {day.isoformat()}"))
