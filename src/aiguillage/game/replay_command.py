"""The command `replay`."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from aiguillage.boards import load_board
from aiguillage.errors import AiguillageError, short
from aiguillage.game import Event, Game
from aiguillage.game.record import OWN_TAGS, read_tags
from aiguillage.game.view import PlayerView, View
from aiguillage.game.words import cards_words, count_words
from aiguillage.rules import RULES_VERSION

SPECTATOR = "spectator"
ALL = "all"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose sight a game is told from: everybody's together, a seat's, or a spectator's (None)."""

    everything: bool
    seat: int | None = None

    def of(self, event: Event) -> int | None:
        """The viewer that an event is put into words for."""
        return event.seat if self.everything else self.seat


@dataclass(frozen=True, slots=True)
class Step:
    """What happened by one decision; the first has none and tells of the set-up."""

    number: int
    seat: int | None
    action: str | None
    events: list[Event]


@app.command()
def run(
    record: Annotated[str, typer.Argument(help="The file of a record; - reads it from the standard input.")],
    at: Annotated[
        int | None, typer.Option("--at", min=0, help="Print how things stand after so many decisions.")
    ] = None,
    seat: Annotated[
        str, typer.Option("--seat", help="As this seat saw it, or `spectator`; `all` is told everything.")
    ] = ALL,
    board: Annotated[str | None, typer.Option("--board", help="The board file, if the board is your own.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Replay a record: print a game move by move, or how it stood at one point."""
    text = read_text(record)
    whole = Game.from_record(text, None if board is None else load_board(board))
    eyes = _eyes(seat, whole.seats)
    tags = {name: value for name, value in read_tags(text).items() if name not in OWN_TAGS}
    names = [tags.get(f"Player{number}") or f"seat {number}" for number in range(whole.seats)]
    if at is None:
        steps = list(_steps(whole.restarted(), whole))
        typer.echo(_json(whole, steps, eyes, tags) if as_json else _told(whole, steps, eyes, names))
        return
    if at > len(whole.moves):
        raise AiguillageError(f"The record has {count_words(len(whole.moves), 'decision')}, not {at}.")
    game = whole.restarted()
    for move in whole.moves[:at]:
        game.play(move.text, move.seat, move.key)
    if as_json:
        seen = game.position() if eyes.everything else game.view(eyes.seat).to_dict()
        typer.echo(json.dumps(seen, ensure_ascii=False))
    else:
        typer.echo(_standing(game, eyes, names))


def read_text(name: str) -> str:
    """The text of a file that a command was given; `-` is the standard input. An editor's mark before it is no text."""
    try:
        return sys.stdin.read().removeprefix("\ufeff") if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise AiguillageError(f"{name}: cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise AiguillageError(f"{name}: is no text in UTF-8.") from None


def _eyes(seat: str, seats: int) -> Eyes:
    if seat == ALL:
        return Eyes(True)
    if seat == SPECTATOR:
        return Eyes(False)
    if not seat.isdecimal() or int(seat) >= seats:
        raise AiguillageError(f"There is no seat {short(seat)}; the seats are 0 to {seats - 1}, {SPECTATOR} and {ALL}.")
    return Eyes(False, int(seat))


def _steps(game: Game, whole: Game) -> Iterator[Step]:
    """Play the decisions of the whole game in a fresh one."""
    yield Step(0, None, None, list(game.events))
    for number, move in enumerate(whole.moves, 1):
        yield Step(number, move.seat, move.text, game.play(move.text, move.seat, move.key))


def _action(step: Step, eyes: Eyes) -> str | None:
    """The decision in the words of the record, for who took it: to others its events say what they may know."""
    return step.action if eyes.everything or step.seat == eyes.seat else None


def _json(whole: Game, steps: list[Step], eyes: Eyes, tags: dict[str, str]) -> str:
    data: dict[str, object] = {
        "game": whole.board.id,
        "rules": RULES_VERSION,
        "seats": whole.seats,
        "tags": tags,
        "steps": [
            {
                "step": step.number,
                "seat": step.seat,
                "action": _action(step, eyes),
                "events": [event.to_dict(eyes.of(event)) for event in step.events],
            }
            for step in steps
        ],
        "outcome": whole.outcome().to_dict() if whole.over else None,
    }
    return json.dumps(data, ensure_ascii=False)


def _told(whole: Game, steps: list[Step], eyes: Eyes, names: list[str]) -> str:
    decisions = count_words(len(whole.moves), "decision")
    lines = [f"{whole.board.name}, {count_words(whole.seats, 'player')}, {decisions}"]
    for step in steps:
        if step.seat is not None:
            action = _action(step, eyes)
            lines.append(f"{step.number:4}  {names[step.seat]}{'' if action is None else f': {action}'}")
        for event in step.events:
            who = "" if event.seat is None or event.seat == step.seat else f"{names[event.seat]} "
            lines.append(f"        {who}{event.sentence(eyes.of(event))}")
    return "\n".join([*lines, _result(whole, names)])


def _result(game: Game, names: list[str]) -> str:
    if not game.over:
        return "The game is not over."
    outcome = game.outcome()
    totals = [f"{name} {seat.total}" for name, seat in zip(names, outcome.seats, strict=True)]
    winners = " and ".join(names[seat] for seat in outcome.winners)
    return f"Result: {', '.join(totals)}. Won by {winners}."


def _standing(game: Game, eyes: Eyes, names: list[str]) -> str:
    """How the game stands, in a dozen lines."""
    view = game.view(eyes.seat)
    discards = sum(view.discard.values())
    waiting = " and ".join(names[seat] for seat in range(game.seats) if game.may_act(seat))
    lines = [
        f"{game.board.name} after {count_words(len(game.moves), 'decision')}",
        _result(game, names) if game.over else f"To act: {waiting} ({view.phase}).",
        f"Market: {', '.join(card or 'empty' for card in view.market)}.",
        f"Deck {view.deck}, discards {discards}, ticket deck {view.ticket_deck}.",
    ]
    for seat, player in enumerate(view.players):
        lines.append(f"{names[seat]}: {_player(game, player)}.")
        routes = [track for track, owner in view.claims.items() if owner == seat]
        if routes:
            lines.append(f"  routes {', '.join(routes)}")
        if eyes.everything or eyes.seat == seat:
            lines += [f"  {line}" for line in _own(game.view(seat))]
    return "\n".join(lines)


def _player(game: Game, player: PlayerView) -> str:
    parts = [
        count_words(player.score, "point"),
        count_words(player.cards, "card"),
        count_words(player.tickets, "ticket"),
    ]
    parts += [f"{name} {player.pieces[kind]}" for kind, name in game.board.piece_names.items()]
    parts += [count_words(player.stations, "station")] if player.stations else []
    parts += [f"{column['colour']} column of {column['cards']}" for column in player.yard]
    parts += [f"{count_words(player.on_track, 'card')} on track"] if player.on_track else []
    return ", ".join(parts)


def _own(view: View) -> list[str]:
    """What a seat alone knows."""
    lines = [f"hand {cards_words(view.hand) if view.hand else 'empty'}"]
    if view.tickets:
        done = [f"{ticket['id']}{' (done)' if ticket['done'] else ''}" for ticket in view.tickets]
        lines.append(f"tickets {', '.join(done)}")
    if view.offer:
        lines.append(f"to choose from {', '.join(ticket['id'] for ticket in view.offer)}")
    return lines
