"""Plays games to interesting moments and writes them, with the boards, to web/src/dev/ for screens without a server.

`python web/tools/fixtures.py [part of a name ...]` takes minutes; moments are found by playing on until they come.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiguillage.boards import board_names, load_board
from aiguillage.game import Game
from aiguillage.server.tables.boards import board_data

DEV = Path(__file__).resolve().parent.parent / "src" / "dev"
SEATS = [
    {"kind": "human", "name": "Camille", "colour": "bordeaux", "bot": None, "host": True},
    {"kind": "bot", "name": "Anselme", "colour": "azure", "bot": "hard", "host": False},
    {"kind": "human", "name": "Nora", "colour": "fir", "bot": None, "host": False},
    {"kind": "bot", "name": "Basile", "colour": "ochre", "bot": "normal", "host": False},
    {"kind": "bot", "name": "Odette", "colour": "slate", "bot": "easy", "host": False},
]
Moment = Callable[[dict[str, Any]], bool]


def on_the_way(view: dict[str, Any], board: Any, track: Any) -> int:
    """How much claiming a track shortens what the seat's tickets miss, roughly."""
    owned = {t for t, seat in view["claims"].items() if seat == view["seat"]}
    touched = {p for t in owned for p in (board.track(t).a, board.track(t).b)}
    ends = {p for t in view["tickets"] if not t["done"] for p in (t["a"], t["b"])}
    return 2 * len({track.a, track.b} & ends) + 2 * len({track.a, track.b} & touched) + track.spaces


def choose(game: Game, rng: random.Random, seat: int) -> str:
    """A plausible move: claim along the tickets, else draw."""
    view = game.view(seat).to_dict()
    legal = view["legal"]
    kinds = {entry["kind"] for entry in legal}
    if "claim" in kinds and rng.random() < 0.6:
        claims = [e for e in legal if e["kind"] == "claim"]
        best = max(claims, key=lambda e: on_the_way(view, game.board, game.board.track(e["track"])) + rng.random())
        if game.board.track(best["track"]).spaces > 1 or rng.random() < 0.3:
            pay = min(best["payments"], key=lambda p: p["cards"].get("wild", 0))
            return f"{best['text']} with {pay['text'].removeprefix('pay ')}"
    places = [e for e in legal if e["kind"] == "place"]
    if places and rng.random() < 0.55:
        return max(places, key=lambda e: len(e["cards"]) == 3 or sum(e["cards"].values()) + rng.random() * 2)["text"]
    if "station" in kinds and rng.random() < 0.015:
        return rng.choice([e["text"] for e in legal if e["kind"] == "station"])
    if "tickets" in kinds and rng.random() < 0.03:
        return "tickets"
    keeps = [e for e in legal if e["kind"] == "keep" and 1 <= len(e["tickets"]) <= 3]
    if keeps:
        return rng.choice(keeps)["text"]
    rest = [e["text"] for e in legal if e["kind"] not in ("claim", "station", "tickets", "decline")]
    return rng.choice(rest or [e["text"] for e in legal])


def search(name: str, seats: int, viewer: int, moment: Moment) -> dict[str, Any]:
    """Play games until `moment` holds for the viewer."""
    for seed in range(400):
        rng = random.Random(seed)
        game = Game.new(name, seats=seats, seed=seed, first=0)
        while True:
            view = game.view(viewer).to_dict()
            if moment(view):
                return saved(game, viewer)
            if game.over:
                break
            seat = game.actor
            if seat is None:
                seat = next(p["seat"] for p in view["players"] if p["choosing"])
            game.play(choose(game, rng, seat), seat)
    raise SystemExit(f"No game of {name} came to that moment.")


def saved(game: Game, viewer: int) -> dict[str, Any]:
    """What a client would hold at this moment."""
    view = game.view(viewer).to_dict()
    seats = [
        {"seat": n, "stand_in": None, "present": True, "away_since": None, "hand_over_at": None, **SEATS[n]}
        for n in range(view["seats"])
    ]
    options = {
        "aids": True,
        "look_on_track": False,
        "takeback": True,
        "hints": True,
        "clock": {"kind": "none", "seconds": 60, "increment": 0},
        "pace": "quick",
    }
    table = {
        "id": "0123456789abcdef",
        "game": game.board.id,
        "board_name": game.board.name,
        "board_digest": game.board.digest,
        "own_board": False,
        "status": "over" if game.over else "playing",
        "public": False,
        "seats": seats,
        "first": 0,
        "options": options,
        "created": 0,
        "started": 0,
        "ended": None,
        "winners": None,
        "totals": None,
        "rematch": None,
        "imported": False,
    }
    events = [event.to_dict(viewer) for event in game.events]
    return {"table": table, "you": {"seats": [viewer], "host": True}, "view": view, "events": events}


def turn(least_claims: int, ways: int = 2) -> Moment:
    """One's own turn in the middle of a game, with some choice."""

    def holds(view: dict[str, Any]) -> bool:
        claims = [e for e in view["legal"] if e["kind"] == "claim"]
        rich = any(len(e["payments"]) >= ways for e in claims)
        open_tickets = [t for t in view["tickets"] if not t["done"]]
        made = [t for t in view["tickets"] if t["done"]]
        return (
            view["phase"] == "turn"
            and view["actor"] == view["seat"]
            and len(view["claims"]) >= least_claims
            and len(claims) >= 3
            and rich
            and len(open_tickets) >= 1
            and len(made) >= 1
            and view["last_turns"] is None
        )

    return holds


def phase(name: str, least_claims: int, more: Moment = lambda view: True) -> Moment:
    """The viewer is in that phase."""

    def holds(view: dict[str, Any]) -> bool:
        mine = view["actor"] == view["seat"] or name in ("opening", "over")
        return bool(view["phase"] == name and mine and len(view["claims"]) >= least_claims and more(view))

    return holds


def yards(view: dict[str, Any]) -> bool:
    """One's own turn in the Card Game, with something in the yards and a column that could be beaten."""
    rivals = {y["colour"]: y["cards"] for p in view["players"] if p["seat"] != view["seat"] for y in p["yard"]}
    beats = [e for e in view["legal"] if e["kind"] == "place" and any(c in rivals for c in e["cards"])]
    mine = view["players"][view["seat"]]
    return bool(view["phase"] == "turn" and view["actor"] == view["seat"] and beats and len(mine["yard"]) >= 2)


MOMENTS: dict[str, tuple[str, int, int, Moment]] = {
    "europe-turn": ("europe", 4, 0, turn(26, 4)),
    "europe-other": (
        "europe",
        5,
        0,
        lambda v: v["phase"] == "turn" and v["actor"] == 1 and len(v["claims"]) > 30,
    ),
    "europe-second": ("europe", 4, 0, phase("second-card", 20)),
    "europe-tunnel": (
        "europe",
        4,
        0,
        phase("tunnel", 14, lambda v: len(v["legal"]) > 1 and v["pending"]["owed"] > 0),
    ),
    "europe-opening": ("europe", 4, 0, phase("opening", 0)),
    "europe-tickets": ("europe", 3, 0, phase("tickets", 12)),
    "europe-last": (
        "europe",
        2,
        0,
        lambda v: v["last_turns"] == 2 and v["phase"] == "turn" and v["actor"] == 0,
    ),
    "europe-over": (
        "europe",
        4,
        0,
        phase("over", 40, lambda v: any(s["trail_length"] > 20 for s in v["outcome"]["seats"])),
    ),
    "paris-turn": ("paris", 3, 2, turn(8)),
    "paris-flag": ("paris", 3, 2, phase("flag", 6, lambda v: len(v["players"][2]["flag"]) == 2)),
    "paris-over": ("paris", 3, 2, phase("over", 10)),
    "berlin-turn": ("berlin", 3, 1, turn(9)),
    "berlin-over": ("berlin", 3, 1, phase("over", 10)),
    "amsterdam-turn": ("amsterdam", 4, 3, turn(8)),
    "cardgame-turn": ("cardgame", 3, 1, yards),
    "cardgame-opening": ("cardgame", 4, 1, phase("opening", 0)),
    "cardgame-tickets": ("cardgame", 4, 1, phase("tickets", 0)),
    "cardgame-over": ("cardgame", 3, 1, phase("over", 0)),
    "amsterdam-over": ("amsterdam", 4, 3, phase("over", 10)),
}


def main() -> None:
    """Write the boards and the moments."""
    for folder in ("boards", "moments"):
        (DEV / folder).mkdir(parents=True, exist_ok=True)
    for name in board_names():
        write(DEV / "boards" / f"{name}.json", board_data(load_board(name)))
    for name, (game, seats, viewer, moment) in MOMENTS.items():
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        write(DEV / "moments" / f"{name}.json", search(game, seats, viewer, moment))
        print(name)


def write(file: Path, data: Any) -> None:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=dict)
    file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
