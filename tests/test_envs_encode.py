"""Observations: the same row from what is known as from everything, within its bounds, in agreement with the view."""

import numpy as np
import pytest

from aiguillage.boards import board_names, load_board
from aiguillage.envs.episode import Episode
from aiguillage.envs.title import find_title
from aiguillage.game.kernels import INTERPRETED
from aiguillage.seen.encode import SEEN_PARTS

TITLES = [
    (name, seats)
    for name in board_names()
    for seats in {load_board(name).min_seats, load_board(name).max_seats}
]


def interpreted(episode: Episode, seat: int, state: object) -> np.ndarray:
    """The row that the interpreted copy of the kernel writes."""
    module = INTERPRETED.load(episode.title.family.path("envs", "seen"))
    out = np.full((2, episode.title.layout.size), 99, np.int8)
    assert module.encode(episode.title.board.table, state, seat, out, 1) == out.shape[1]
    assert (out[0] == 99).all()  # other rows are left alone
    return out[1]


def positions(name: str, seats: int, seed: int, stride: int = 1):
    """A random game, shown at every `stride`-th decision and at its end."""
    episode = Episode(find_title(name, seats), seed)
    random = np.random.default_rng(seed)
    count = 0
    while not episode.over:
        if count % stride == 0:
            yield episode
        episode.play(int(random.choice(episode.legal())))
        count += 1
    yield episode


@pytest.mark.parametrize(("name", "seats"), TITLES)
def test_hidden_things_do_not_matter(name, seats):
    """S9, D5, K2: an observation is made of what survives `observe`, in the interpreter and compiled alike."""
    for episode in positions(name, seats, 5, stride=3):
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
    layout = find_title(name, seats).layout
    high = layout.high()
    assert high.shape == (layout.size,)
    for seed in range(3):
        for episode in positions(name, seats, seed):
            row = episode.observation(seed % seats)
            assert (row >= 0).all()
            assert (row <= high).all(), [
                name for name, part in layout.named(row > high).items() if part.any()
            ]


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
            assert [int(n) for n in parts["market"]] == [
                view["market"].count(kind) if kind else 0 for kind in kinds
            ]
            assert [int(n) for n in parts["discard"]] == [view["discard"].get(kind, 0) for kind in kinds]
            assert list(parts["decks"][:2]) == [view["deck"], view["ticket_deck"]]
            owners = {
                board.tracks[track].id: order[row] for row, track in np.argwhere(parts["owner"]).tolist()
            }
            assert owners == view["claims"]
            claiming = [board.tracks[track].id for track in np.flatnonzero(parts["claiming"])]
            pending = view["pending"] or {}
            assert claiming == ([pending["claim"]] if pending.get("claim") else [])
            if board.stations:
                built = {
                    board.places[at].id: order[row] for row, at in np.argwhere(parts["stations"]).tolist()
                }
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
