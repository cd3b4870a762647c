"""A bot in forty lines: takes an open seat at a table and plays random legal actions until the game is over.

pip install httpx websockets
python bot_client.py http://127.0.0.1:8000 TABLE_ID
"""

import asyncio
import json
import random
import sys

import httpx
import websockets


def choose(view: dict) -> str:
    """Your idea goes here: `view` is all that your seat may know (docs/architecture.md)."""
    return random.choice(view["legal"])["text"]


async def play(server: str, table: str) -> list[int]:
    """Sit down, play, and say who won."""
    async with httpx.AsyncClient(base_url=server) as http:
        answer = await http.post(f"/api/tables/{table}/join", json={"name": "Forty Lines"})
        answer.raise_for_status()  # 409: the table is full or the game has started
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async for socket in websockets.connect(address, additional_headers={"Cookie": cookie}):
        try:
            async with socket:  # closed properly, also at the end of the game
                async for frame in socket:
                    message = json.loads(frame)
                    if message["type"] == "view":
                        view = message["view"]
                        if view["outcome"]:
                            return view["outcome"]["winners"]
                        if view["legal"]:
                            action = {"type": "action", "text": choose(view), "sequence": message["sequence"]}
                            await socket.send(json.dumps(action))
        except websockets.ConnectionClosed:
            continue  # connect again: the server sends the view afresh
    raise ConnectionError(server)


if __name__ == "__main__":
    print("winners:", asyncio.run(play(sys.argv[1], sys.argv[2])))
