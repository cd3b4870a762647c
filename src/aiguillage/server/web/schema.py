"""The protocol as JSON Schema: `python -m aiguillage.server.web.schema > schema.json`.

The browser client's types are generated from this, so that client and server cannot drift.
"""

import json
from typing import Any, Literal

from pydantic import TypeAdapter

from aiguillage.game.shapes import Act, Decision

from ..protocol import ANSWERS, CLIENT_MESSAGE, REQUESTS, SERVER_MESSAGE, Outgoing, PrintedBoard

Mode = Literal["validation", "serialization"]


def protocol_schema() -> dict[str, Any]:
    """One schema whose `$defs` holds every message; `ClientMessage` and `ServerMessage` are the unions. `Decision` is
    what the kernel's `write_legal` lists, for hosts that play by it.

    What clients send may leave out what has a default; what the server sends is always complete.
    """
    inputs: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        # first, so that what it may leave out is not taken for a default
        ("Act", "serialization", TypeAdapter(Act)),
        ("ClientMessage", "validation", CLIENT_MESSAGE),
        ("ServerMessage", "serialization", SERVER_MESSAGE),
    ]
    inputs += [(model.__name__, "validation", TypeAdapter(model)) for model in REQUESTS]
    inputs += [(model.__name__, "serialization", TypeAdapter(model)) for model in ANSWERS]
    inputs.append(("Decision", "serialization", TypeAdapter(Decision, config=Outgoing.model_config)))
    tops, common = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    definitions = common["$defs"]
    for name in ("ClientMessage", "ServerMessage"):
        definitions[name] = next(schema for (key, _), schema in tops.items() if key == name)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Aiguillage protocol",
        "$defs": {name: _without_titles(definitions[name]) for name in sorted(definitions)},
    }


def board_schema() -> dict[str, Any]:
    """A board as data (`GET /api/boards/{game}`): its dataclass field by field, its digest and whose design it is."""
    boards = TypeAdapter(list[PrintedBoard], config=Outgoing.model_config)
    definitions = boards.json_schema(mode="serialization")["$defs"]
    return {"$defs": {name: _without_titles(definitions[name]) for name in sorted(definitions)}}


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """The titles of fields repeat their names, and generators would make a type of each."""
    for field in schema.get("properties", {}).values():
        field.pop("title", None)
    return schema


def main() -> None:
    """Print the schema, the same bytes for the same protocol."""
    print(json.dumps(protocol_schema(), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
