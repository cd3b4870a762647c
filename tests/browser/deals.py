"""Games that are the same in every run: what a test needs to happen in one of them surely does."""

import random
from collections.abc import Callable
from typing import Any

from hands import Person

from aiguillage.boards import load_board
from aiguillage.bots import Seen, make_bot
from aiguillage.game import Game
from aiguillage.game.view import View

TO_SERVER = """(wish) => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(wish),
}).then((answer) => answer.json()).then(({ table }) => table.id)"""
PEOPLE = ("Camille", "Anselme", "Nora", "Basile")
LIVERIES = ("bordeaux", "azure", "fir", "ochre")
Wanted = Callable[[View], bool]


def played(title: str, seed: int, wanted: Wanted) -> Game:
    """A game of four planners up to a moment of the first seat's, or to its end."""
    chance = random.Random(f"{title} {seed}")
    game = Game.new(title, len(PEOPLE), key=chance.getrandbits(128))
    bot = make_bot("planner", seed)
    while not game.over:
        seat = game.choosing[0] if game.choosing else game.actor
        assert seat is not None
        view = game.view(seat)
        if seat == 0 and wanted(view):
            break
        text = str(bot.choose(Seen.of(game, seat)))
        chosen: Any = next((one for one in view.legal if one["text"] == text), {})
        ways = chosen.get("payments", [])
        if len(ways) > 1:
            text += " with " + ways[0]["text"].removeprefix("pay ")
        game.play(text, seat, chance.getrandbits(128))
    return game


def first_with(title: str, wanted: Wanted) -> Game:
    """The first of these games that comes to such a moment."""
    games = (played(title, seed, wanted) for seed in range(50))
    return next(game for game in games if not game.over)


def owed(view: View) -> bool:
    """A tunnel costs more than was paid, and that can be paid."""
    return view.phase == "tunnel" and any(x["kind"] == "pay" for x in view.legal)


def sit_down(one: Person, game: Game) -> str:
    """The first seat of this game, at a table of the server; the table's id."""
    names = {f"Player{seat}": name for seat, name in enumerate(PEOPLE)}
    seats = [
        {"kind": "bot" if seat else "me", "name": name, "colour": colour}
        for seat, (name, colour) in enumerate(zip(PEOPLE, LIVERIES, strict=True))
    ]
    table: str = one.go().page.evaluate(TO_SERVER, {"record": game.record(names), "seats": seats})
    one.go(f"#/table/{table}")
    one.page.wait_for_selector(".sign")
    if not game.over:
        one.until("document.title.startsWith('●')")
    return table


def many_ways(view: View) -> list[str]:
    """The routes that can be paid for in several ways, the longest first."""
    claims = [x for x in view.legal if x["kind"] == "claim" and len(x.get("payments", ())) > 1]
    spaces = {track.id: track.spaces for track in load_board(view.game).tracks}
    return sorted((x["track"] for x in claims), key=lambda track: -spaces[track])


def a_turn(turn: int, choice: bool = True) -> Wanted:
    """A turn some way into a game, with routes that can be paid for in several ways."""
    return lambda view: view.phase == "turn" and view.turn >= turn and bool(not choice or many_ways(view))


def mid_game(one: Person, title: str, turn: int, choice: bool = True, seed: int = 4) -> Game:
    """A table some way into a game, with a turn to take."""
    game = played(title, seed, a_turn(turn, choice))
    assert not game.over, f"{title} ended before such a turn came"
    sit_down(one, game)
    return game


def aim(one: Person, game: Game) -> None:
    """Point at a route that leaves a choice of cards."""
    one.click_route(many_ways(game.view(0))[:1])
    one.page.wait_for_selector("[data-pay]")
