"""From the start of the server's program to a first move against `master`, as `make play` does once it has installed.

    python bench/first_move.py [title] [--times 3]

Every time in a fresh folder and with a fresh process: seconds by the clock until the server answers, until a person's
first decision is accepted, and until `master` has played its first turn, with the time that it takes to think (its
pace is "instant"). Then the server's resident memory, before the table and after.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets

SEATS = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "bot": "master"}]


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(process: subprocess.Popen[bytes]) -> float:
    """The resident memory of a process in MB."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    assert match is not None
    return int(match[1]) * 1024 / 1e6


async def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    async with httpx.AsyncClient() as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await client.get(url + "/healthz")).status_code == 200:
                    return
            assert process.poll() is None, "the server ended"
            await asyncio.sleep(0.02)


async def play(url: str, title: str, note: Any) -> None:
    """One table with `master`, until it has played its first turn."""
    body = {"game": title, "seats": SEATS, "start": True, "options": {"pace": "instant"}}
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        answer = await client.post("/api/tables", json=body)
        answer.raise_for_status()
        table, cookie = answer.json()["table"]["id"], client.cookies["aiguillage"]
    address = url.replace("http", "ws") + f"/api/tables/{table}/socket"
    played, theirs = 0, False
    async with websockets.connect(
        address, additional_headers={"Cookie": f"aiguillage={cookie}"}, max_size=None
    ) as line:
        while True:
            frame = json.loads(await line.recv())
            if frame["type"] == "error":
                raise SystemExit(f"refused: {frame}")
            if frame["type"] != "view":
                continue
            view = frame["view"]
            if played:
                note("a decision accepted")
            if view["phase"] != "opening":
                if theirs and view["actor"] == view["seat"]:
                    note("the first turn of `master`")
                    return
                theirs = theirs or view["actor"] not in (None, view["seat"])
            if view["legal"]:
                action = {"type": "action", "text": view["legal"][0]["text"], "sequence": frame["sequence"]}
                await line.send(json.dumps(action))
                played += 1


async def once(title: str) -> dict[str, float]:
    """All of it in a fresh folder."""
    port, seen = free_port(), {}
    with tempfile.TemporaryDirectory() as folder:
        own = {"AIGUILLAGE_DATA_DIR": folder, "AIGUILLAGE_CACHE_DIR": folder}
        command = [sys.executable, "-m", "aiguillage.server.web.command", "--no-browser", "--port", str(port)]
        began = time.perf_counter()
        process = subprocess.Popen(command, env=os.environ | own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def note(what: str) -> None:
            seen.setdefault(what, round(time.perf_counter() - began, 2))

        try:
            url = f"http://127.0.0.1:{port}"
            await wait_for(url, process)
            note("the server answers")
            idle = memory(process)
            await play(url, title, note)
            return seen | {"idle MB": round(idle, 1), "MB after it": round(memory(process), 1)}
        finally:
            process.terminate()
            process.wait(30)


def main() -> None:
    """A line for each time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="?", default="europe")
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    for _ in range(given.times):
        print(json.dumps(asyncio.run(once(given.title))), flush=True)


if __name__ == "__main__":
    main()
