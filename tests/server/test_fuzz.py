"""Whatever is sent, the server answers with a coded error and lives on: frames over the WebSocket, requests
over HTTP, made up from the protocol's own schema."""

import asyncio
import contextlib
import json
import os
import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from people import Person, Place, ThreadServer
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from aiguillage.server.protocol import SERVER_MESSAGE

WORDS = [
    "take red",
    "take wild",
    "blind",
    "tickets",
    "pass",
    "decline",
    "keep card",
    "keep nothing",
    "pay 1 wild",
]
TYPES = [
    "action",
    "undo",
    "takeback",
    "chat",
    "reaction",
    "hint",
    "ping",
    "hello",
    "view",
    "",
    "__proto__",
    None,
    3,
]


class FrameFuzzer:
    """Frames from sensible to absurd."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        pick = self.random.randrange(12 if depth < 3 else 9)
        match pick:
            case 0:
                return None
            case 1:
                return self.random.choice([True, False])
            case 2:
                return self.random.choice([0, 1, 2, 4, 5, -1, 2**31, 2**53, 2**63, 2**64, 10**30])
            case 3:
                return self.random.choice([0.5, -0.0, 1e308, 1e-308])
            case 4 | 5:
                return self.random.choice(WORDS)
            case 6:
                return "".join(chr(self.random.randrange(0x20, 0x2FF)) for _ in range(self.random.randrange(60)))
            case 7:
                return self.random.choice(["\u0000", "\u202e", "<script>", "'; DROP TABLE tables; --", "../" * 9])
            case 8:
                return "x" * self.random.choice([1, 39, 40, 41, 300, 301, 500, 501, 4096])
            case 9:
                return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
            case _:
                return {self.name(): self.value(depth + 1) for _ in range(self.random.randrange(4))}

    def name(self) -> str:
        names = ["type", "text", "seat", "sequence", "id", "answer", "reaction", "seed", "key", "token"]
        return self.random.choice(names)

    def frame(self, sequence: int) -> str | bytes:
        kind = self.random.randrange(10)
        if kind == 0:
            return os.urandom(self.random.randrange(200))
        if kind == 1:
            return "".join(chr(self.random.randrange(1, 0xD7FF)) for _ in range(self.random.randrange(300)))
        message: dict[str, Any] = {"type": self.random.choice(TYPES)}
        if kind > 2:  # nearly right
            message |= {"sequence": sequence, "text": self.random.choice(WORDS)}
        for _ in range(self.random.randrange(3)):
            message[self.name()] = self.value()
        text = json.dumps(message)
        if kind == 2:  # damaged
            cut = self.random.randrange(len(text))
            text = text[:cut] + self.random.choice(["", "}", "\\", '"']) + text[cut + 1 :]
        return text


async def fuzz(server: ThreadServer, seed: int, frames: int) -> int:
    """Send odd frames in the middle of a game; count how many were refused."""
    fuzzer = FrameFuzzer(seed)
    refused = 0
    async with Person(server.url) as ana:
        seats = [{"kind": "me", "name": "Ana"}, {"kind": "hotseat", "name": "Ben"}]
        table = await ana.create("paris", seats, start=True, options={"pace": "instant"})
        async with ana.sit(table) as place:
            await place.until("view", seat=1)
            for _ in range(frames):
                await place.socket.send(fuzzer.frame(place.sequence))
            answer = await place.ask("ping")
            assert answer["type"] == "pong"
            refused = sum(frame["type"] == "error" for frame in place.frames)
            assert not [f for f in place.frames if f.get("code") in ("internal", "fault", "busy")]
            for text in place.texts:
                SERVER_MESSAGE.validate_json(text)
            await still_playable(place)
    return refused


async def still_playable(place: Place) -> None:
    """The game goes on: whoever is to act does."""
    await place.ask("ping")
    for seat, view in list(place.views.items()):
        if view["legal"]:
            await place.ask("takeback", answer="withdraw", seat=seat)
            answer = await place.act(view["legal"][0]["text"], seat=seat)
            assert answer["type"] == "ack", answer
            return
    assert place.views[0]["phase"] == "over"


@pytest.mark.parametrize("seed", range(3))
def test_odd_frames(server: ThreadServer, seed: int) -> None:
    assert asyncio.run(fuzz(server, seed, 400)) > 100


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_odd_frames(server: ThreadServer, seed: int) -> None:
    assert asyncio.run(fuzz(server, seed, 5000)) > 1000


def call_everything(server: ThreadServer, examples: int) -> int:
    """Whatever fits or does not fit the OpenAPI schema gets an answer that the schema describes, never a 500."""
    schema = schemathesis.openapi.from_url(server.url + "/api/openapi.json")
    described = list(schema.get_all_operations())
    operations = [found.ok() for found in described if isinstance(found, Ok)]
    assert len(operations) == len(described), "the schema can be read"
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            @given(case=operation.as_strategy(generation_mode=mode))
            def call(case: Any) -> None:
                # A table can fit the schema and still not exist or be impossible: 422 is right then.
                case.call_and_validate(excluded_checks=[positive_data_acceptance])

            with contextlib.suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
                call()
    return len(operations)


def test_the_api_keeps_its_schema(server: ThreadServer) -> None:
    assert call_everything(server, 10) > 15


@pytest.mark.long
def test_the_api_keeps_its_schema_for_long(server: ThreadServer) -> None:
    assert call_everything(server, 1000) > 15
