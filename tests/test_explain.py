"""What the kernel writes: every view of the golden games as it was, the same in the interpreter, and room for it all.

The digests are also those of what Python said in its own words before the kernel wrote it. After a change of what is
told `pytest tests/test_explain.py --regenerate` writes them anew.
"""

import hashlib
import heapq
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from aiguillage.boards import Board, load_board
from aiguillage.explain.page import NAMES, PAGE_SIZE, POOL_SIZE, TEXTS
from aiguillage.game import Event, Game, kernels
from aiguillage.game.families import family_of
from aiguillage.game.names import browser_bytes, fill_names, in_memory
from aiguillage.rules.cardgame_state import MAX_SAME, MAX_WILDS
from aiguillage.rules.numbers import KINDS
from aiguillage.rules.state import new_record
from test_golden import GOLDEN, TABLES, TITLES, compare, pick

Step = tuple[Any, list[Event]]
"""The state that a decision found, and what happened."""


def steps(game: Game, name: str) -> Iterator[Step]:
    """A game from its deal to its end, as the golden ones are played."""
    yield game.kernel_state(), game.events
    while not game.over:
        decision = len(game.moves)
        options = game.choosing or [game.actor or 0]
        seat = options[pick(f"{name} seat", decision, len(options))]
        actions = game.legal_actions(seat)
        before = game.kernel_state()
        yield before, game.play(actions[pick(name, decision, len(actions))], seat)


def readers(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def told(game: Game, before: Any, reader: int | None) -> bytes:
    """The events of the last decision as the kernel writes them for a reader."""
    writer = family_of(game.board).writer
    return writer.events(game.board, before, game._scratch, -1 if reader is None else reader)


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def digest_of(title: str, seats: int) -> str:
    """A digest of all that is ever shown of a golden game."""
    game = Game.new(title, seats, seed=1901)
    whole = hashlib.sha256()
    for before, events in steps(game, f"{title} {seats}"):
        for reader in readers(game):
            whole.update(game.view_json(reader))
            news = told(game, before, reader)
            assert news == compact([event.told(reader) for event in events])
            assert news == game.news_json(reader)
            whole.update(news)
    return f"{title} {seats} {whole.hexdigest()[:16]}"


def test_views_and_events_are_what_they_were(request: pytest.FixtureRequest) -> None:
    lines = [digest_of(title, seats) for title, seats in TABLES]
    compare(GOLDEN / "views.txt", "\n".join(lines) + "\n", request.config.getoption("--regenerate"))


@pytest.mark.parametrize("title", TITLES)
def test_a_view_is_read_as_it_was_written(title: str) -> None:
    game = Game.new(title, 3, seed=4)
    for number, _ in enumerate(steps(game, title)):
        if number % 20 == 0 or game.over:
            for reader in readers(game):
                assert compact(game.view(reader).to_dict()) == game.view_json(reader)
    assert game.outcome() == game.view(None).outcome


@pytest.mark.parametrize("title", TITLES)
def test_what_others_hear_and_what_is_counted_stands_there(title: str) -> None:
    """Who knows more of an event is told what the others are told of it; scores and sums need no reckoning."""
    game = Game.new(title, 3, seed=9)
    private = 0
    for before, events in steps(game, title):
        everybody = json.loads(told(game, before, None))
        for seat in range(game.seats):
            for own, public in zip(json.loads(told(game, before, seat)), everybody, strict=True):
                knows_more = own["kind"] in ("blind", "choose", "keep") and own["seat"] == seat
                private += knows_more
                assert own.get("others", own) == public
                assert ("others" in own) == knows_more == (own != public)
            assert [event.told(seat) for event in events] == json.loads(told(game, before, seat))
        scores = {event["seat"]: event["score"] for event in everybody if "score" in event}
        if not game.over:
            assert all(game.view(None).players[seat].score == score for seat, score in scores.items())
    assert private > game.seats
    for result in game.outcome().seats:
        points = [sum(one.points for one in result.ticket_list if one.done is done) for done in (True, False)]
        assert [result.made, result.missed] == points
        assert result.tickets == result.made - result.missed


@pytest.mark.parametrize("title", TITLES)
def test_the_list_of_choices_is_that_of_the_legal_actions(title: str) -> None:
    """A host without a parser finds the number of an action by its place in the list."""
    board = load_board(title)
    family, kernel = family_of(board), kernels.current()
    choices = kernel.load(family.path("explain", "telling"))
    page, scratch = kernel.workspace(family.writer.page_dtype), new_record(family.scratch_dtype)
    game = Game.new(board, 2, seed=5)
    for _ in steps(game, title):
        for seat in range(game.seats):
            count = choices.write_legal(*in_memory(board, kernel), game.kernel_state(), seat, scratch, page)
            listed = json.loads(bytes(page.bytes[: page.n]))
            actions = game.legal_actions(seat) if game.may_act(seat) else []
            assert count == len(listed) == len(actions)
            assert [(entry["text"], entry["kind"]) for entry in listed] == [
                (action.text, action.kind) for action in actions
            ]
            assert scratch.actions[:count].tolist() == [action.code for action in actions]


@pytest.mark.parametrize("title", TITLES)
def test_the_interpreter_writes_the_same(title: str) -> None:
    board = load_board(title)
    family = family_of(board)
    writers = []
    for kernel in (kernels.COMPILED, kernels.INTERPRETED):
        page = kernel.workspace(family.writer.page_dtype)

        def write(function: str, *rest: Any, kernel: Any = kernel, page: Any = page) -> bytes:
            code = kernel.load(family.path("explain", "telling"))
            getattr(code, f"write_{function}")(*in_memory(board, kernel), *rest, page)
            assert not page.full
            return bytes(page.bytes[: page.n])

        writers.append(write)
    game = Game.new(board, 2, seed=6)
    for number, (before, _) in enumerate(steps(game, title)):
        scratch = game._scratch
        if number % 25 == 0 or game.over:
            state, seat = game.kernel_state(), game.actor or 0
            arguments: list[tuple[Any, ...]] = [
                ("view", state, seat, scratch),
                ("events", before, scratch, -2),
                *([("outcome", state, scratch), ("view", state, -1, scratch)] * game.over),
            ]
            for one in arguments:
                assert writers[0](*one) == writers[1](*one)


SMILE = "\U0001f600"  # four bytes


def largest_board() -> Board:
    """As many and as long names as a board may have, and routes that can be paid in as many ways as possible."""
    board = load_board("europe")
    colours = tuple(f"{'c' * 38}-{number}" for number in range(8))
    places = tuple(replace(board.places[0], id=f"{'p' * 37}-{number:02}", name=SMILE * 80) for number in range(64))
    pairs = [(places[i].id, places[(i + far) % 64].id) for far in (1, 2) for i in range(64)]
    track = replace(board.tracks[0], colour="grey", cost=8, spaces=8, ferry=0, tunnel=False, twin=None)
    return replace(
        board,
        id="b" * 40,
        colours=colours,
        cards=dict.fromkeys((*colours, "wild"), 99),
        places=places,
        tracks=tuple(replace(track, id=f"{a}-{b}.1", a=a, b=b) for a, b in pairs),
        tickets=tuple(
            replace(board.tickets[0], id=f"{a}-{b}.1", a=a, b=b, long=number < 6)
            for number, (a, b) in enumerate(pairs[:64])
        ),
    )


def test_the_largest_board_fits_on_a_page() -> None:
    board = largest_board()
    game = Game.new(board, 5, seed=1)
    while game.choosing:
        game.play(game.legal_actions()[-1])
    game._state.hand[:] = 90
    game._state.hand_n[:] = 90 * KINDS
    length = len(game.view_json(game.actor))
    assert length < PAGE_SIZE
    assert length > PAGE_SIZE // 2  # so it is about as large as it has to be
    names = new_record(NAMES)
    fill_names(board, names)
    assert names.first[TEXTS] < POOL_SIZE


def test_the_largest_card_game_fits_on_a_page() -> None:
    board = load_board("cardgame")
    colours = tuple(f"{'c' * 38}-{number}" for number in range(len(board.colours)))
    named = dict(zip(board.colours, colours, strict=True))
    tickets = tuple(
        replace(ticket, cards={named[colour]: count for colour, count in ticket.cards.items()})
        for ticket in board.tickets
    )
    cards = {named.get(kind, kind): count for kind, count in board.cards.items()}
    game = Game.new(replace(board, colours=colours, cards=cards, tickets=tickets), 4, seed=1)
    while game.choosing:
        game.play(game.legal_actions()[-1])
    game._state.hand[:, :8], game._state.hand[:, 8] = MAX_SAME, MAX_WILDS
    assert len(game.view_json(game.actor)) < PAGE_SIZE


@pytest.mark.parametrize("title", TITLES)
def test_a_browser_gets_the_same_records(title: str) -> None:
    board = load_board(title)
    table, names = browser_bytes(board)
    assert table == board.table.tobytes()
    record = new_record(NAMES)
    fill_names(board, record)
    assert names + bytes(NAMES.itemsize - len(names)) == record.tobytes()
    assert len(names) < 32_000  # the rest of the record is empty


def test_ways_as_long_as_each_other_are_told_apart_by_their_ids() -> None:
    """As a search through lists of ids does it, on networks with many ways of the same length."""
    board = load_board("europe")
    kernel, rng = kernels.current(), random.Random(7)
    page = kernel.workspace(family_of(board).writer.page_dtype)
    find_way = kernel.load("explain.ways").find_way
    for _ in range(100):
        prices = {track.id: rng.randrange(3) for track in board.tracks if rng.random() < 0.7}
        for number, track in enumerate(board.tracks):
            page.price[number] = prices.get(track.id, -1)
        a, b = rng.sample(range(len(board.places)), 2)
        price = find_way(*in_memory(board, kernel), a, b, page)
        way = [board.tracks[number].id for number in page.way[b, : page.way_n[b]]]
        found = search(board, prices, board.places[a].id, board.places[b].id)
        assert found == (None if price == -1 else (price, way))


def search(board: Board, prices: dict[str, int], start: str, goal: str) -> tuple[int, list[str]] | None:
    heap: list[tuple[int, str, list[str]]] = [(0, start, [])]
    seen = set()
    while heap:
        price, place, way = heapq.heappop(heap)
        if place == goal:
            return price, way
        if place in seen:
            continue
        seen.add(place)
        for track in board.tracks:
            if track.id in prices and place in (track.a, track.b):
                far = track.b if place == track.a else track.a
                if far not in seen:
                    heapq.heappush(heap, (price + prices[track.id], far, [*way, track.id]))
    return None
