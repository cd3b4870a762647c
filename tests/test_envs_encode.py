"""Observations: the same row from what is known as from everything, within its bounds, in agreement with the view."""

from itertools import chain

import networkx as nx
import numpy as np
import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.envs.episode import Episode
from aiguillage.envs.title import find_title
from aiguillage.game.kernels import INTERPRETED
from aiguillage.rules.claim import claim_refusal, most_of_a_colour
from aiguillage.rules.state import new_record
from aiguillage.seen.encode import SEEN_PARTS
from aiguillage.seen.layout import NEWEST

TITLES = [(name, seats) for name in board_names() for seats in {load_board(name).min_seats, load_board(name).max_seats}]


def interpreted(episode: Episode, seat: int, state: object) -> np.ndarray:
    """The row that the interpreted copy of the kernel writes."""
    title = episode.title
    module = INTERPRETED.load(title.family.path("envs", "seen"))
    out = np.full((2, title.layout.size), 99, np.int8)
    assert module.encode(title.board.table, state, seat, out, 1) == title.seen
    if title.version:
        module, sight = (
            INTERPRETED.load(title.family.path("envs", "family")),
            new_record(title.family.envs.SIGHT),
        )
        assert (out[1, title.seen :] == 99).all()
        end = module.encode_plan(title.board.table, state, seat, sight, out, 1, title.seen)
        assert end == out.shape[1]
    assert (out[0] == 99).all()  # other rows are left alone
    row: np.ndarray = out[1]
    return row


def positions(name: str, seats: int, seed: int, stride: int = 1, version: int = 0):
    """A random game, shown at every `stride`-th decision and at its end."""
    episode = Episode(find_title(name, seats, version), seed)
    random = np.random.default_rng(seed)
    count = 0
    while not episode.over:
        if count % stride == 0:
            yield episode
        episode.play(int(random.choice(episode.legal())))
        count += 1
    yield episode


@pytest.mark.parametrize("stride", [9, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_hidden_things_do_not_matter(name, seats, stride):
    """S9, D5, K2: an observation is made of what survives `observe`, in the interpreter and compiled alike."""
    newest = positions(name, seats, 5, 8 * stride, version=NEWEST)
    for episode in chain(positions(name, seats, 5, stride), newest):
        for seat in range(seats):
            row = episode.observation(seat)
            assert (row == interpreted(episode, seat, episode.observed(seat))).all()
            assert (row == interpreted(episode, seat, episode.state)).all()
            assert (row == episode.resample(seat, 11).observation(seat)).all()


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_parts_do_not_touch_each_other(name, seats):
    """On a GPU they are written at the same time: each leaves alone what is not its own."""
    module = INTERPRETED.load(find_title(name, seats).family.path("envs", "family"))
    for episode in positions(name, seats, 7, stride=25):
        table, start = episode.title.board.table, 0
        for part in range(SEEN_PARTS):
            out = np.full((1, episode.title.layout.size), 99, np.int8)
            end = module.encode_part(table, episode.state, 1, out, 0, part)
            assert (out[0, :start] == 99).all()
            assert (out[0, start:end] != 99).all()
            assert (out[0, end:] == 99).all()
            start = end
        assert start == episode.title.layout.size


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_entries_stay_within_their_bounds(name, seats):
    layout = find_title(name, seats, NEWEST).layout
    high = layout.high()
    assert high.shape == (layout.size,)
    for seed in range(3):
        for episode in positions(name, seats, seed, version=NEWEST):
            row = episode.observation(seed % seats)
            assert (row >= 0).all()
            assert (row <= high).all(), [name for name, part in layout.named(row > high).items() if part.any()]


@pytest.mark.parametrize(("name", "seats"), [title for title in TITLES if title[0] != "cardgame"])
def test_parts_say_what_the_view_says(name, seats):
    board = load_board(name)
    kinds = [*board.colours, *[None] * (8 - len(board.colours)), "wild"]
    for episode in positions(name, seats, 3, stride=5):
        for seat in range(seats):
            view = episode.view(seat).to_dict()
            parts = episode.title.layout.named(episode.observation(seat))
            order = [(seat + i) % seats for i in range(seats)]
            assert [int(n) for n in parts["hand"]] == [view["hand"].get(kind, 0) for kind in kinds]
            assert [int(n) for n in parts["market"]] == [view["market"].count(kind) if kind else 0 for kind in kinds]
            assert [int(n) for n in parts["discard"]] == [view["discard"].get(kind, 0) for kind in kinds]
            assert list(parts["decks"][:2]) == [view["deck"], view["ticket_deck"]]
            owners = {board.tracks[track].id: order[row] for row, track in np.argwhere(parts["owner"]).tolist()}
            assert owners == view["claims"]
            claiming = [board.tracks[track].id for track in np.flatnonzero(parts["claiming"])]
            pending = view["pending"] or {}
            assert claiming == ([pending["claim"]] if pending.get("claim") else [])
            if board.stations:
                built = {board.places[at].id: order[row] for row, at in np.argwhere(parts["stations"]).tolist()}
                assert built == view["stations"]
                building = [board.places[place].id for place in np.flatnonzero(parts["building"])]
                assert building == ([pending["station"]] if pending.get("station") else [])
            kept = {board.tickets[number].id for number in np.flatnonzero(parts["tickets"])}
            assert kept == {ticket["id"] for ticket in view["tickets"]}
            offer = [board.tickets[number].id for _, number in np.argwhere(parts["offer"]).tolist()]
            assert offer == [ticket["id"] for ticket in view["offer"]]
            for row, other in zip(parts["players"], order, strict=True):
                player = view["players"][other]
                assert row[0] == player["cards"]
                assert dict(zip(kinds, row[1:10].tolist(), strict=True)).items() >= player["shown"].items()
                assert list(row[10:12]) == [
                    player["pieces"].get("main", 0),
                    player["pieces"].get("subway", 0),
                ]
                assert (row[12], row[13], row[17]) == (player["stations"], player["goods"], player["flags"])
                assert row[14:17].sum() == len(player["flag"])
                assert row[18] == player["tickets"]
                if not episode.over:
                    assert int(row[20]) + int(row[21]) == player["score"]


def test_seats_are_counted_from_the_one_that_looks():
    """The same table, seen by each seat in turn: `actor` moves, the rows of the others turn round."""
    episode = next(iter(positions("europe", 4, 1)))
    episode.play(episode.legal()[0])
    assert episode.actor == 1
    actors = [episode.title.layout.named(episode.observation(seat))["actor"].tolist() for seat in range(4)]
    assert actors == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_each_version_begins_with_the_one_before(name, seats):
    old, new = find_title(name, seats), find_title(name, seats, NEWEST)
    shapes = [[(part.name, part.shape) for part in title.layout.parts] for title in (old, new)]
    assert shapes[1][: len(shapes[0])] == shapes[0]
    assert old.layout.size == old.seen == new.seen < new.layout.size
    for episode, other in zip(positions(name, seats, 4, 9), positions(name, seats, 4, 9, version=NEWEST), strict=True):
        assert (episode.observation(1) == other.observation(1)[: old.seen]).all()


@pytest.mark.parametrize(("name", "seats"), [title for title in TITLES if title[0] != "cardgame"])
def test_the_plan_is_a_way_for_every_ticket(name, seats):
    """Checked on graphs: what is wanted joins the ends of each ticket, what is missing is never less than must be."""
    board = load_board(name)
    table, met = board.table, 0
    for episode in positions(name, seats, 6, 7, version=NEWEST):
        state = episode.state
        for seat in range(seats):
            parts = episode.title.layout.named(episode.observation(seat))
            most = most_of_a_colour(state, seat)
            graph, plan = nx.Graph(), nx.Graph()
            for number, track in enumerate(board.tracks):
                owner, wanted = int(state.owner[number]), int(parts["wanted"][number])
                near = int(parts["near"][number])
                assert (near == 4) == (claim_refusal(table, state, seat, number, most) == 0), track.id
                length = 0 if owner == seat else track.spaces if owner < 0 else 0 if board.stations else 99
                graph.add_edge(
                    track.a,
                    track.b,
                    weight=min(length, graph.get_edge_data(track.a, track.b, {"weight": 99})["weight"]),
                )
                if owner == seat or wanted:
                    plan.add_edge(track.a, track.b)
            for number, ticket in enumerate(board.tickets):
                missing, complete = int(parts["missing"][number]), int(parts["complete"][number])
                if not parts["tickets"][number]:
                    assert (missing, complete) == (0, 0)
                    continue
                met += 1
                assert complete == (missing == 0)
                if missing <= 30:
                    assert nx.has_path(plan, ticket.a, ticket.b)
                    assert min(30, nx.shortest_path_length(graph, ticket.a, ticket.b, "weight")) <= missing
            done = sum(t.points for t, yes in zip(board.tickets, parts["complete"], strict=True) if yes)
            assert parts["plan"][3] == min(127, done)
            for slot, row in enumerate(parts["offered"]):
                on_offer = np.flatnonzero(parts["offer"][slot])
                points = board.tickets[on_offer[0]].points if len(on_offer) else 0
                assert row[2] == points
                assert row[0] <= row[1]
    assert met > 20


def test_the_plan_of_the_card_game_counts_cards():
    """What a ticket lacks by itself: compared with the tickets of the view."""
    board = load_board("cardgame")
    colours = list(board.colours)
    met = 0
    for episode in positions("cardgame", 3, 6, 7, version=NEWEST):
        state = episode.state
        for seat in range(3):
            parts = episode.title.layout.named(episode.observation(seat))
            track = [int(n) for n in state.track[seat]]
            for number in range(len(board.tickets)):
                kept = bool(parts["tickets"][number]) and not parts["done"][0, number]
                first, second = (int(row[number]) for row in parts["missing"])
                if not kept:
                    assert (first, second) == (0, 0)
                    continue
                met += 1
                need = [int(n) for n in board.table.need[number]]
                lack = sum(max(0, n - have) for n, have in zip(need, track, strict=False))
                assert first == min(15, 1 + max(0, lack - track[8]))
                assert second >= 1
            wanted = [
                sum(
                    int(board.table.need[number][colour])
                    for number in range(len(board.tickets))
                    if parts["missing"][0, number]
                )
                for colour in range(len(colours))
            ]
            placed = [int(state.track[seat, c]) + int(state.yard[seat, c]) for c in range(len(colours))]
            found = parts["needs"][1][: len(colours)].tolist()
            assert found == [min(15, max(0, w - p)) for w, p in zip(wanted, placed, strict=True)]
    assert met > 30
