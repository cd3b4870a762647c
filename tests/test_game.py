"""The facade: text forms, refusals that change nothing, the opening in any order, undo, the outcome."""

import copy
import json
import random
from functools import cache
from itertools import permutations
from typing import Any

import networkx as nx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aiguillage.boards import load_board
from aiguillage.game import Action, Game, GameError, IllegalAction, InvalidAction, View, actions, kernels
from aiguillage.rules.phases import Phase
from positions import choose_all, ending, lay_out, settle, texts

TITLES = {"europe": (2, 5), "amsterdam": (3,), "berlin": (2,), "paris": (4,)}
TABLES = [(title, seats) for title, counts in TITLES.items() for seats in counts]
RULES = {  # which rules a refusal may name
    *("S7", "S8", "T1", "T2", "D1", "D4", "D9", "R1", "R2", "R3", "R4", "R8", "R9"),
    *("F1", "U2", "G1", "G2", "K1", "K3", "E1"),
}


def walk(title: str, seats: int, seed: int, decisions: int = 10_000):
    """A random game, stopped before every decision."""
    chance = random.Random(f"{title} {seats} {seed}")
    game = Game.new(title, seats, seed=seed)
    for _ in range(decisions):
        if game.over:
            return
        yield game
        if game.over:
            return
        seat = chance.choice(game.choosing) if game.choosing else None
        game.play(chance.choice(game.legal_actions(seat)), seat)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_every_action_has_a_text_that_parses_back(title: str, seats: int) -> None:
    for game in walk(title, seats, seed=2):
        for seat in game.choosing or [game.actor]:
            actions = game.legal_actions(seat)
            assert len({action.text for action in actions}) == len(actions)
            for action in actions:
                assert game.parse(str(action), seat) == action
                assert game.explain(action.text, seat) is None
                assert action.act == {"kind": action.kind, **action.data}


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_all_other_actions_are_refused_with_rule_and_reason(title: str, seats: int) -> None:
    """Every action there is, in positions all over a game: legal, or refused by a rule; and nothing changes."""
    board = load_board(title)
    words = ["blind", "tickets", "pass", "decline", "keep card", "keep nothing"]
    words += [f"take {colour}" for colour in (*board.colours, "wild")]
    words += [f"claim {track.id}" for track in board.tracks]
    words += [f"station {place.id}" for place in board.places]
    words += [f"pay {n} {colour}" for n in (1, 4) for colour in (*board.colours, "wild")]
    refused_by = set()
    for number, game in enumerate(walk(title, seats, seed=3)):
        if number % 15:
            continue
        legal, before = set(texts(game)), game.state_bytes()
        for text in words:
            if text in legal:
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(text)
            refusal = refused.value.refusal
            assert refusal.rule in RULES
            assert refusal.sentence.endswith(".")
            assert str(refused.value) == f"{refusal.sentence} ({refusal.rule})"
            assert game.explain(text) == refusal
            refused_by.add(refusal.rule)
        assert game.state_bytes() == before
    assert len(refused_by) >= 5


WORDS = [
    "claim",
    "pay",
    "keep",
    "take",
    "station",
    "with",
    "blind",
    "1",
    "2",
    "-1",
    "99",
    "red",
    "wild",
    "grey",
]
WORDS += [
    "paris-zurich",
    "paris-marseille.1",
    "berlin-frankfurt",
    "wien",
    "brest-marseille",
    "nothing",
    "card",
]
GARBAGE = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))


@cache
def tables() -> list[Game]:
    """One game in each phase that asks for something."""
    opening = Game.new("europe", 2, seed=1)
    turn = lay_out("europe", hands={0: "4 red 4 wild"})
    second = lay_out("europe")
    second.play("blind")
    payment = lay_out("europe", hands={0: "4 red 4 wild"})
    payment.play("claim marseille-pamplona")
    tunnel = lay_out("europe", hands={0: "6 red"}, deck="3 red", market="green green green white white", rest=1)
    tunnel.play("claim paris-zurich with 3 red")
    tickets = lay_out("europe")
    tickets.play("tickets")
    flag = lay_out("paris", hands={0: "1 blue"})
    flag.play("claim champs-elysees-invalides")
    over = ending("berlin")
    settle(over)
    games = [opening, turn, second, payment, tunnel, flag, tickets, over]
    assert [game.phase for game in games] == list(Phase)[:8]
    return games


def fork(game: Game) -> Game:
    """The same game, to be played on without touching the first."""
    other = copy.copy(game)
    other.moves, other.events, other._undo = list(game.moves), list(game.events), list(game._undo)
    other._state = game.kernel_state()
    return other


@given(text=GARBAGE, number=st.integers(0, 7), seat=st.one_of(st.none(), st.integers(-1, 3)))
@settings(max_examples=600)
@example("pay " + "9" * 5000 + " red", 3, None)
@example("pay ² red", 3, None)
@example("claim", 1, None)
@example("", 1, None)
@example("keep", 0, 0)
@example("claim marseille-pamplona with", 1, 0)
@example("station wien with 1 red 1 blue", 1, 0)
def test_garbage_is_refused_and_changes_nothing(text: str, number: int, seat: int | None) -> None:
    game = fork(tables()[number])
    before = (game.state_bytes(), list(game.moves), list(game.events), game.can_undo())
    try:
        game.play(text, seat)
    except GameError as error:
        refused = error
    else:
        assert game.state_bytes() != before[0], "not garbage after all: it was played"
        return
    assert isinstance(refused, IllegalAction | InvalidAction)
    assert getattr(refused, "rule", "T1") in RULES
    assert (game.state_bytes(), list(game.moves), list(game.events), game.can_undo()) == before


@given(code=st.integers(-500, 5000), number=st.integers(0, 6))
@settings(max_examples=300)
def test_made_up_actions_are_refused(code: int, number: int) -> None:
    game = tables()[number]
    before = game.state_bytes()
    with pytest.raises((InvalidAction, IllegalAction)):
        game.play(Action(code, "whatever", "claim"))
    assert game.state_bytes() == before
    for wrong in (None, 5, 1.5, b"blind", ["blind"]):
        with pytest.raises(InvalidAction):
            game.play(wrong)  # type: ignore[arg-type]


def test_an_action_of_another_position_is_refused() -> None:
    game, other = lay_out("europe"), lay_out("europe", actor=1)
    game.play("tickets")
    keep = game.legal_actions()[0]
    other.play("blind")
    with pytest.raises(InvalidAction, match="another position"):
        other.play(keep)


def test_a_compound_is_played_whole_or_not_at_all() -> None:
    game = lay_out("europe", hands={0: "4 red 4 wild"})
    before = game.state_bytes()
    with pytest.raises(IllegalAction, match="you could pay"):
        game.play("claim marseille-pamplona with 4 blue")
    assert game.state_bytes() == before
    game.play("claim marseille-pamplona with 2 red 2 wild")
    assert [move.text for move in game.moves] == ["claim marseille-pamplona", "pay 2 red 2 wild"]
    assert game.view(0).claims == {"marseille-pamplona": 0}


def test_a_double_route_must_be_named_by_its_track() -> None:
    game = lay_out("europe", hands={0: "4 black"})
    with pytest.raises(InvalidAction, match=r"edinburgh-london\.1 or edinburgh-london\.2"):
        game.play("claim edinburgh-london")


@pytest.mark.rule("S7", "S8")
@pytest.mark.parametrize(("title", "seats"), [("europe", 3), ("amsterdam", 3), ("paris", 4)])
def test_opening_tickets_are_chosen_in_any_order(title: str, seats: int) -> None:
    choices = [Game.new(title, seats, seed=11).legal_actions(seat)[seat % 3].text for seat in range(seats)]
    ends = set()
    for order in permutations(range(seats)):
        game = Game.new(title, seats, seed=11)
        for seat in order:
            game.play(choices[seat], seat)
        assert game.phase == Phase.TURN
        ends.add(game.state_bytes())
    assert len(ends) == 1


def test_seat_and_key_are_checked() -> None:
    game = choose_all(Game.new("europe", 2, seed=1, first=0))
    with pytest.raises(InvalidAction, match="There is no seat 7"):
        game.play("blind", 7)
    with pytest.raises(IllegalAction, match="not your turn: seat 0"):
        game.play("blind", 1)
    for key in (-1, 1 << 128):
        with pytest.raises(GameError, match="128 bits"):
            game.play("blind", key=key)
    for seed in (-1, 1 << 63):
        with pytest.raises(GameError, match="seed"):
            Game.new("europe", 2, seed=seed)
    with pytest.raises(GameError, match="no option 'sound'"):
        Game.new("europe", 2, options={"sound": True})
    with pytest.raises(GameError, match="not over yet"):
        game.outcome()
    with pytest.raises(GameError, match="There is no seat 2"):
        game.view(2)


def test_a_key_changes_what_comes() -> None:
    cards = set()
    for key in (None, 0, 1, 1 << 40, (1 << 128) - 1):
        game = choose_all(Game.new("europe", 2, seed=1, first=0))
        drawn = [event.secret["card"] for event in game.play("blind", key=key) if event.kind == "blind"]
        for _ in range(8):
            drawn += [event.secret["card"] for event in game.play("blind") if event.kind == "blind"]
        cards.add(tuple(drawn))
    assert len(cards) == 5


# Undo


def test_undo_takes_back_what_revealed_nothing() -> None:
    game = lay_out("europe", hands={0: "4 red 4 wild"})
    before, events = game.state_bytes(), list(game.events)
    game.play("claim marseille-pamplona")
    assert game.can_undo()
    assert game.can_undo(0)
    assert not game.can_undo(1)
    with pytest.raises(GameError, match="not yours"):
        game.undo(1)
    assert game.undo(0).text == "claim marseille-pamplona"
    assert game.state_bytes() == before
    assert game.events == events
    assert game.moves == []
    game.play("claim marseille-pamplona with 4 red")
    game.undo()
    game.undo()
    assert game.state_bytes() == before
    with pytest.raises(GameError, match="no decision to take back"):
        game.undo()


@pytest.mark.parametrize(
    ("layout", "actions"),
    [
        ({}, ["blind"]),  # a card was drawn
        ({}, ["take blue"]),  # a card was turned up
        ({}, ["tickets"]),  # tickets were seen
        ({"hands": {0: "3 red"}}, ["claim paris-zurich"]),  # cards were turned up in the tunnel
        # gaps were filled
        ({"hands": {0: "4 red"}, "market": "- - - - -", "rest": 1}, ["claim marseille-pamplona"]),
    ],
)
def test_undo_is_refused_once_something_came_out(layout: dict[str, Any], actions: list[str]) -> None:
    game = lay_out("europe", **layout)
    for action in actions:
        game.play(action)
    before = game.state_bytes()
    assert not game.can_undo()
    with pytest.raises(GameError, match="something hidden or random has come out"):
        game.undo()
    assert game.state_bytes() == before


def test_undo_stops_at_the_last_thing_that_came_out() -> None:
    game = lay_out("europe", hands={0: "1 red 1 blue"})
    game.play("tickets")
    after_draw = game.state_bytes()
    game.play(texts(game)[0])
    game.undo()
    assert game.state_bytes() == after_draw
    assert not game.can_undo()


def test_undo_works_in_the_opening_too() -> None:
    game = Game.new("berlin", 3, seed=4)
    before = game.state_bytes()
    game.play(texts(game, 1)[0], 1)
    game.play(texts(game, 0)[0], 0)
    with pytest.raises(GameError, match="not yours"):
        game.undo(1)
    game.undo(0)
    game.undo(1)
    assert game.state_bytes() == before
    assert game.choosing == [0, 1, 2]


def test_a_taken_card_can_be_put_back_if_nothing_replaced_it() -> None:
    game = lay_out("amsterdam", market="red red blue green green", rest=1)
    before = game.state_bytes()
    game.play("take red")
    game.undo(0)
    assert game.state_bytes() == before


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_undo_restores_every_byte(title: str, seats: int) -> None:
    taken_back = 0
    for game in walk(title, seats, seed=5):
        seat = game.choosing[-1] if game.choosing else game.actor
        before, moves, events = game.state_bytes(), len(game.moves), len(game.events)
        game.play(game.legal_actions(seat)[-1], seat)
        if game.can_undo(seat):
            taken_back += 1
            game.undo(seat)
            assert (game.state_bytes(), len(game.moves), len(game.events)) == (before, moves, events)
    assert taken_back > 3


# The outcome


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_the_outcome_adds_up_and_shows_its_paths(title: str, seats: int) -> None:
    for seed in range(3):
        game = list(walk(title, seats, seed=seed))[-1]  # it is one and the same game, played to its end
        assert game.over
        outcome, board = game.outcome(), game.board
        assert outcome.winners == [seat.seat for seat in outcome.seats if seat.rank == 1]
        claims, stations = game.view(None).claims, game.view(None).stations
        for seat in outcome.seats:
            parts = (
                seat.routes,
                seat.tickets,
                seat.longest,
                seat.stations,
                seat.goods,
                seat.flags,
                seat.bonus,
            )
            assert seat.total == sum(parts)
            assert seat.routes == sum(board.track(t).points for t, owner in claims.items() if owner == seat.seat)
            assert seat.tickets == sum(t.points if t.done else -t.points for t in seat.ticket_list)
            assert seat.trail_length == sum(board.track(track).spaces for track in seat.trail)
            assert_walk(board, seat.trail)
            assert all(claims[track] == seat.seat for track in seat.trail)
            for ticket in seat.ticket_list:
                assert ticket.done == bool(ticket.path)
                if ticket.done:
                    assert {ticket.a, ticket.b} == ends_of_walk(board, ticket.path)
                foreign = [track for track in ticket.path if claims[track] != seat.seat]
                assert foreign == ticket.borrowed
            borrowed = {track for ticket in seat.ticket_list for track in ticket.borrowed}
            own = [place for place, owner in stations.items() if owner == seat.seat]
            assert len(borrowed) <= len(own)
            for track in borrowed:
                assert {board.track(track).a, board.track(track).b} & set(own)
        assert game.view(None).outcome == outcome


def ends_of_walk(board, tracks: list[str]) -> set[str]:
    """The two ends of tracks that follow each other."""
    degree: dict[str, int] = {}
    for track in tracks:
        for place in (board.track(track).a, board.track(track).b):
            degree[place] = degree.get(place, 0) + 1
    return {place for place, count in degree.items() if count % 2}


def assert_walk(board, tracks: list[str]) -> None:
    """Each track goes on where the one before ended, none is used twice."""
    assert len(set(tracks)) == len(tracks)
    if len(tracks) > 1:
        first, second = board.track(tracks[0]), board.track(tracks[1])
        starts = [first.a, first.b]
        assert any(walks(board, start, tracks) for start in starts), (first, second)


def walks(board, place: str, tracks: list[str]) -> bool:
    for track in tracks:
        ends = (board.track(track).a, board.track(track).b)
        if place not in ends:
            return False
        place = ends[1] if place == ends[0] else ends[0]
    return True


# Views


def waiting(view: View, acting: bool) -> dict[str, Any]:
    """What is refused while others are to act, or before something else was decided (T1, D4)."""
    if view.phase == "over":
        return {}
    refusals = {"*": {"rule": "T1", "code": "phase" if acting else "turn"}}
    if acting and view.phase == "second-card" and "wild" in view.market:
        refusals["take:wild"] = {"rule": "D4", "code": "wild-second"}
    return refusals


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_view_offers_what_can_be_played_and_refuses_the_rest(title: str, seats: int) -> None:
    for number, game in enumerate(walk(title, seats, seed=6)):
        if number % 9:
            continue
        for seat in (*range(seats), None):
            view = game.view(seat)
            acting = seat is not None and game.may_act(seat)
            assert [entry["text"] for entry in view.legal] == (texts(game, seat) if acting else [])
            if not acting or game.phase != Phase.TURN:
                assert view.refusals == waiting(view, acting)
                continue
            for entry in view.legal:
                assert ("payments" in entry) == (entry["kind"] in ("claim", "station"))
                assert entry.get("payments", [1])
            legal = {entry.get("track") for entry in view.legal}
            for track in game.board.tracks:
                assert (track.id in legal) != (track.id in view.refusals)
                if track.id in view.refusals:
                    assert game.explain(f"claim {track.id}").to_dict() == view.refusals[track.id]


def test_a_view_tells_how_far_tickets_are() -> None:
    game = lay_out(
        "europe",
        claims={0: ["brest-paris"], 1: ["cadiz-lisboa"]},
        tickets={0: ["brest-marseille", "paris-wien"]},
    )
    ticket = game.view(0).tickets[0]
    assert (ticket["id"], ticket["done"], ticket["missing"]) == ("brest-marseille", False, 4)
    game = lay_out(
        "europe",
        claims={0: ["brest-paris", "marseille-paris"]},
        tickets={0: ["brest-marseille", "paris-wien"]},
    )
    ticket = game.view(0).tickets[0]
    assert (ticket["done"], ticket["path"], ticket["missing"]) == (
        True,
        ["brest-paris", "marseille-paris"],
        0,
    )


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_view_tells_which_tracks_would_complete_a_ticket(title: str, seats: int) -> None:
    """Checked on graphs: a track that is still open to the seat, and with which its tracks join the ticket's ends."""
    found = 0
    for number, game in enumerate(walk(title, seats, seed=8)):
        for seat in range(seats) if number % 5 == 0 else ():
            view = game.view(seat)
            own = nx.MultiGraph([(t.a, t.b) for t in game.board.tracks if view.claims.get(t.id) == seat])
            own.add_nodes_from(place.id for place in game.board.places)
            mine = {track for track, owner in view.claims.items() if owner == seat}
            out_of_reach = {*view.claims, *view.closed, *(t.id for t in game.board.tracks if t.twin in mine)}
            nets = {place: net for net, places in enumerate(nx.connected_components(own)) for place in places}
            for ticket in view.tickets:
                lacking = {nets[ticket["a"]], nets[ticket["b"]]}
                completing = [
                    track.id
                    for track in game.board.tracks
                    if track.id not in out_of_reach and {nets[track.a], nets[track.b]} == lacking and len(lacking) == 2
                ]
                assert ticket["completed_by"] == completing
                assert ticket["done"] == (len(lacking) == 1)
                found += len(completing)
    assert found > 20


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_claim_and_its_payment_have_one_text_for_both(title: str, seats: int) -> None:
    played = 0
    for number, game in enumerate(walk(title, seats, seed=9)):
        if number % 6 or game.actor is None:
            continue
        ways = [(entry, way) for entry in game.view(game.actor).legal for way in entry.get("payments", ())]
        for entry, way in random.Random(number).sample(ways, min(3, len(ways))):
            at_once, one_by_one = copy.deepcopy(game), copy.deepcopy(game)
            at_once.play(way["whole"])
            one_by_one.play(entry["text"])
            if len(entry["payments"]) > 1:
                assert one_by_one.phase == Phase.PAYMENT
                one_by_one.play(way["text"])
            assert at_once.moves == one_by_one.moves
            assert at_once.kernel_state().tobytes() == one_by_one.kernel_state().tobytes()
            played += 1
    assert played > 5


def test_a_claim_with_its_payment_is_read_once_and_its_legality_asked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    def counted(module: Any, name: str) -> None:
        function = getattr(module, name)

        def call(*arguments: Any) -> Any:
            calls.append(name)
            return function(*arguments)

        monkeypatch.setattr(module, name, call)

    game = lay_out("europe", hands={0: "2 orange 1 wild"})
    for module, name in ((actions, "parse"), (kernels.current().turn, "legal"), (game, "_describe")):
        counted(module, name)
    events = game.play("claim brest-dieppe with 2 orange")
    assert calls == ["legal", "parse", "_describe", "_describe"]
    assert [event.kind for event in events[-2:]] == ["lay", "claim"]
    for reader in (None, 0, 1):
        assert json.loads(game.news_json(reader)) == [event.told(reader) for event in events]
    calls.clear()
    game.play(game.legal_actions()[0])
    assert calls.count("legal") == 2, "once for the list, once for the action"
    assert "parse" not in calls
