"""What it costs that two processes share a database, and that the people of a table are at different ones.

    python bench/processes.py --rounds 8
    python bench/processes.py --rounds 8 --against FOLDER

On a machine of two cores PostgreSQL and the load generator take their share of both, so how many moves a second two
processes make says little of what they would make on cores of their own. Here processor time is counted instead. Three
kinds of two processes are loaded by turns, a few seconds each, with as many moves under way for each process:

- apart: each with a database of its own; what one process does, twice;
- pinned: on one database, all people of a table at the same process;
- split: on one database, the two people of each table at different processes.

A process is full when its processor time is; so two that share do `2 * apart / theirs` times as much as one, in
processor time of the servers a move. PostgreSQL's own is printed beside it. `--against` has the same done by turns by
the server of another checkout with its own `.venv`.
"""

import argparse
import asyncio
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped, unused-ignore]

from load import Load, Server, database_for, postgres_seconds

DRAIN_SECONDS = 20.0


@dataclass
class Kind:
    """Two processes, the people there, and what was measured in each round."""

    name: str
    servers: list[Server]
    load: Load
    server_ms: list[float] = field(default_factory=list)
    postgres_ms: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    async def round(self, under_way: int, seconds: float, data: Path) -> bool:
        """Load them for a while; what was begun is finished before it is counted. False, and nothing is counted, once
        so many games are over that there is less to do than at first."""
        load = self.load
        load.measuring, load.delays = True, []
        cpu, stored = self._cpu(), postgres_seconds(data)
        await load.crowd_in(under_way, seconds)
        patience = time.monotonic() + DRAIN_SECONDS
        while any(pair.waiting for pair in load.pairs) and time.monotonic() < patience:
            await asyncio.sleep(0.05)
        moves = len(load.delays)
        assert not load.errors, load.errors[:3]
        if not moves or (self.moves and 2 * moves < self.moves[0]):
            return False
        self.moves.append(moves)
        self.server_ms.append(1000 * (self._cpu() - cpu) / moves)
        self.postgres_ms.append(1000 * (postgres_seconds(data) - stored) / moves)
        return True

    def _cpu(self) -> float:
        return sum(server.cpu_seconds() for server in self.servers)


async def new_database(url: str, name: str) -> str:
    """One more database beside the one that is there."""
    connection = await asyncpg.connect(url)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    head, _, rest = url.partition("//")
    place, _, more = rest.partition("/")
    return f"{head}//{place}/{name}{more[more.find('?') :] if '?' in more else ''}"


async def kinds_of(who: str, checkout: Path | None, folder: Path, url: str, port: int, tables: int) -> list[Kind]:
    """The three kinds for one checkout: two servers apart, and two together who are loaded in two ways."""
    servers = []
    for number, name in enumerate(("one", "other", "shared", "shared")):
        if number < 3:
            database = await new_database(url, f"{who}_{name}")
        own = folder / f"{who}{number}"
        own.mkdir()
        servers.append(Server(own, database, port + number, checkout=checkout))
        await servers[-1].start(1_000_000)
    apart, together = servers[:2], servers[2:]
    kinds = [
        Kind(f"{who} {name}", two, Load([one.url for one in two], random.Random(1), pinned=pinned))
        for name, two, pinned in (
            ("apart", apart, True),
            ("pinned", together, True),
            ("split", together, False),
        )
    ]
    for kind in kinds:
        await kind.load.set_up(tables)
        await kind.load.play(tables, 4.0)  # the opening choices, and a warm-up
    return kinds


def figures(kinds: list[Kind]) -> dict[str, Any]:
    """Medians over the rounds; a ratio compares what was measured in the same round."""
    result: dict[str, Any] = {}
    for kind in kinds:
        who = kind.name.partition(" ")[0]
        apart = next(one for one in kinds if one.name == f"{who} apart")
        times = [2 * one / this for one, this in zip(apart.server_ms, kind.server_ms, strict=False)]
        result[kind.name] = {
            "moves": sum(kind.moves),
            "server_ms_a_move": round(statistics.median(kind.server_ms), 3),
            "postgres_ms_a_move": round(statistics.median(kind.postgres_ms), 3),
            "times_one_process": round(statistics.median(times), 2),
            "from_to": [round(min(times), 2), round(max(times), 2)],
        }
    return result


async def run(options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL may run as another user
        kinds: list[Kind] = []
        with database_for("postgres", folder) as url:
            try:
                checkouts = {"this": None} | ({"against": options.against} if options.against else {})
                for number, (who, checkout) in enumerate(checkouts.items()):
                    port = options.port + 10 * number
                    kinds += await kinds_of(who, checkout, folder, url, port, options.tables)
                for _ in range(options.rounds):
                    went = [await kind.round(options.crowd, options.seconds, folder / "data") for kind in kinds]
                    if not all(went):
                        print("The games are nearly over: more --tables have more rounds.", file=sys.stderr)
                        break
                    print(json.dumps(figures(kinds)), file=sys.stderr)
                return figures(kinds)
            finally:
                for server in {id(one): one for kind in kinds for one in kind.servers}.values():
                    if server.process is not None and server.process.poll() is None:
                        server.process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=160, help="of each kind")
    parser.add_argument("--crowd", type=int, default=100, help="moves under way at a time, for both processes")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each kind in each round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--port", type=int, default=8780)
    parser.add_argument("--against", type=Path, help="another checkout, loaded by turns with this one")
    options = parser.parse_args()
    gc.disable()  # a pause of the generator would be counted as the server's
    print(json.dumps(asyncio.run(run(options)), indent=1))


if __name__ == "__main__":
    main()
