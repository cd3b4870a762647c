"""The processor time of one move at a server's table with four connected readers, without the disk.

Planners choose the moves beforehand; a person's move comes as text, with the payment of a claim, a bot's as the bot
gave it. `--against FOLDER` names another checkout: both play the same deals by turns, each in a process of its own.
"""

import argparse
import asyncio
import inspect
import tempfile
import time
from pathlib import Path
from typing import Any

from aiguillage import load_board
from aiguillage.bots import Seen, make_bot
from aiguillage.server.protocol import COLOURS, Options
from aiguillage.server.store.rows import Header, SeatRow
from aiguillage.server.store.storage import Storage, insert_table
from aiguillage.server.tables import seating, tokens
from aiguillage.server.tables.connection import Connection
from aiguillage.server.tables.house import House
from aiguillage.server.tables.settings import Limits, Settings
from aiguillage.server.tables.table import LiveTable
from views import by_turns

READERS = 4


class Reader:
    """Somebody connected who reads everything."""

    def __init__(self, owner: bytes) -> None:
        self.bytes = 0
        self.connection = Connection(self.receive, self.send, owner, "", Limits())

    async def receive(self) -> dict[str, Any]:
        """Nothing, for ever."""
        await asyncio.Event().wait()
        return {}

    async def send(self, message: Any) -> None:
        """What would go over the wire."""
        self.bytes += sum(map(len, message.get("frames", [message.get("text", "")])))


async def open_table(house: House, title: str) -> tuple[LiveTable, list[Reader]]:
    """A table with a game that has just begun, and a reader in every seat."""
    board = load_board(title)
    owners = [bytes([number]) * 32 for number in range(READERS)]
    seats = [
        SeatRow(number, "human", f"Player {number}", COLOURS[number], owner=owner)
        for number, owner in enumerate(owners)
    ]
    header = Header(
        id=tokens.new_table_id(),
        game=title,
        board_name=board.name,
        board_digest=board.digest,
        board_text=None,
        status="open",
        public=False,
        host=owners[0],
        options=Options(),
        first=0,
        created=house.now(),
        seats=seats,
    )
    await house.storage.write(insert_table(header))
    table = await house.table(header.id)
    await seating.start(table, owners[0])
    readers = [Reader(owner) for owner in owners]
    for reader in readers:
        house.later(reader.connection.serve(asyncio.sleep(3600)))
        await table.attach(reader.connection)
    return table, readers


def as_a_person_says_it(seen: Seen, action: Any) -> str:
    """The action's text; of a claim the first way to pay with it."""
    for choice in seen.view.legal:
        payments = dict(choice).get("payments")
        if choice["text"] == action.text and payments:
            return f"{action.text} with {payments[0]['text'].removeprefix('pay ')}"
    return str(action.text)


async def measure(title: str, moves: int, deal: int) -> None:
    """Play a game with persons and with bots."""
    tokens.new_key = lambda: deal  # the same game each time
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.sqlite")
        storage = await Storage.open(settings.database_url)
        house = House(settings, storage)
        for who in ("person", "bot"):
            table, readers = await open_table(house, title)

            async def durable(*_: Any) -> bool:
                return True

            storage.append = durable  # type: ignore[method-assign]
            as_it_is = who == "bot" and "action" in inspect.signature(table.play).parameters
            bots = [make_bot("planner", seat) for seat in range(READERS)]
            spent, played = 0.0, 0
            while played < moves and table.header.status == "playing":
                course = table.course
                assert course is not None
                seat = course.due()[0]
                seen = Seen.of(course.game, seat)
                action: Any = bots[seat].choose(seen)
                if who == "person":
                    action = as_a_person_says_it(seen, action)
                began = time.process_time()
                await table.play(seat, action if as_it_is else str(action), table.sequence)
                for _ in range(3):
                    await asyncio.sleep(0)
                spent += time.process_time() - began
                played += 1
            sent = sum(reader.bytes for reader in readers) / played
            print(f"{title} {who:6} {played} moves {spent / played * 1e6:8.0f} µs {sent:8.0f} bytes sent")
        await house.stop()
        await storage.close()


def main() -> None:
    """Measure, here or in both checkouts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="europe")
    parser.add_argument("--moves", type=int, default=120)
    parser.add_argument("--deal", type=int, default=7)
    parser.add_argument("--against", type=Path)
    given = parser.parse_args()
    if given.against is None:
        asyncio.run(measure(given.title, given.moves, given.deal))
        return
    by_turns(given.against)


if __name__ == "__main__":
    main()
