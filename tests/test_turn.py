"""A turn, passing, and the last round (T1, T2, E1, B5)."""

from dataclasses import replace

import pytest

from aiguillage.boards import Board, load_board
from aiguillage.game import Game, IllegalAction
from aiguillage.rules.phases import Phase
from positions import hand, kinds, lay_out, texts

# Nine routes of seat 0 in Europe, 41 trains: four are left.
EUROPE_41 = [
    *("petrograd-stockholm", "budapest-kyiv", "palermo-smyrna", "athina-brindisi", "barcelona-marseille"),
    *("berlin-danzig", "bucuresti-kyiv", "bucuresti-sevastopol", "dieppe-paris"),
]


def only_two_routes() -> Board:
    """Amsterdam with two routes and three tickets, where nothing is left to do soon."""
    board = load_board("amsterdam")
    tracks = tuple(board.track(name) for name in ("oude-waal-waag", "oude-waal-oude-kerk"))
    return replace(board, id="nothing", tracks=tracks, tickets=board.tickets[:3])


@pytest.mark.rule("T1")
def test_a_turn_is_one_of_four_actions() -> None:
    game = lay_out("europe", hands={0: "4 red"})
    assert kinds(game) == {"take", "blind", "tickets", "claim", "station"}
    for title in ("amsterdam", "berlin", "paris"):
        assert kinds(lay_out(title, hands={0: "3 red"})) == {"take", "blind", "tickets", "claim"}


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "actions",
    [
        ["take red", "blind"],
        ["claim marseille-pamplona"],
        ["tickets", "keep athina-angora"],
        ["station wien"],
    ],
)
def test_after_one_action_it_is_the_next_players_turn(actions: list[str]) -> None:
    tickets = ["athina-angora", "budapest-sofia", "paris-wien"]
    game = lay_out("europe", 3, hands={0: "4 red"}, market="red red blue blue blue", ticket_deck=tickets)
    for action in actions:
        assert game.actor == 0
        game.play(action)
    assert game.actor == 1
    assert game.phase == Phase.TURN
    with pytest.raises(IllegalAction) as refused:
        game.play("blind", seat=0)
    assert refused.value.rule == "T1"


@pytest.mark.rule("T1")
def test_an_action_once_begun_is_seen_through() -> None:
    game = lay_out("europe", hands={0: "4 red 4 wild"})
    game.play("claim marseille-pamplona")
    assert kinds(game) == {"pay"}
    with pytest.raises(IllegalAction, match="First choose how to pay") as refused:
        game.play("blind")
    assert refused.value.rule == "T1"
    game = lay_out("europe")
    game.play("blind")
    with pytest.raises(IllegalAction, match="First take the second card"):
        game.play("tickets")


@pytest.mark.rule("T2")
def test_passing_only_when_nothing_else_is_possible() -> None:
    game = lay_out("europe")
    with pytest.raises(IllegalAction, match="only when nothing else") as refused:
        game.play("pass")
    assert refused.value.rule == "T2"
    stuck = lay_out("europe", market="- - - - -", ticket_deck=[], rest=1)
    assert texts(stuck) == ["pass"]
    stuck.play("pass")
    assert stuck.actor == 1
    assert not stuck.over
    assert "pass" not in texts(stuck)


@pytest.mark.rule("T2")
def test_the_game_ends_when_everybody_passes_in_a_row() -> None:
    board = only_two_routes()
    game = lay_out(
        board,
        3,
        hands={0: "6 red"},
        market="- - - - -",
        ticket_deck=[],
        rest=2,
        claims={0: ["oude-waal-waag"], 1: ["oude-waal-oude-kerk"]},
    )
    for seat in range(3):
        assert game.actor == seat
        assert texts(game) == ["pass"]
        assert not game.over
        game.play("pass")
    assert game.over
    assert [result.routes for result in game.outcome().seats] == [1, 2, 0]


@pytest.mark.rule("T2")
def test_passes_must_be_in_a_row() -> None:
    """Seat 0 passes, seat 1 does something, seat 0 passes again: that is not everybody."""
    board = only_two_routes()
    game = lay_out(board, market="- - - - -", ticket_deck=[], rest=1, claims={0: ["oude-waal-oude-kerk"]})
    game.play("pass")
    assert game.position()["passes"] == 1
    game.play("claim oude-waal-waag with 1 red")
    assert game.position()["passes"] == 0
    game.play("take red")
    assert game.actor == 1
    assert not game.over


def play_out_turns(game: Game, action: str = "blind") -> list[int]:
    """Draw cards until the game is over, and say whose turns they were."""
    order = []
    while not game.over:
        assert game.actor is not None
        order.append(game.actor)
        game.play(action)
        game.play(action)
    return order


@pytest.mark.rule("E1")
@pytest.mark.parametrize(("claim", "paid"), [("cadiz-lisboa", "2 blue"), ("athina-sofia", "3 purple")])
def test_two_or_fewer_pieces_start_the_last_round(claim: str, paid: str) -> None:
    game = lay_out("europe", 3, actor=0, hands={0: paid}, claims={0: EUROPE_41})
    events = game.play(f"claim {claim} with {paid}")
    assert any(event.kind == "last-round" and event.seat == 0 for event in events)
    assert game.view(None).last_turns == 3
    assert play_out_turns(game) == [1, 2, 0], "everybody has one more turn, who started it included"


@pytest.mark.rule("E1")
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_the_trigger_is_two(left: int) -> None:
    spend = {0: "athina-sarajevo", 1: "athina-sofia", 2: "cadiz-lisboa", 3: "amsterdam-bruxelles", 4: None}[left]
    game = lay_out("europe", 2, hands={0: "4 green 3 purple 2 blue 1 black"}, claims={0: EUROPE_41})
    if spend:
        game.play(f"claim {spend}")
    else:
        game.play("blind")
        game.play("blind")
    assert game.position()["seats"][0]["pieces"][0] == left
    assert game.view(None).last_turns == (2 if left <= 2 else None)


AMSTERDAM_13 = ["haringpakkerstoren-oude-waal", "de-drie-hendricken-begijnhof", "blauwbrug-montelbaanstoren"]
AMSTERDAM_13 += ["oude-waal-waag"]
PARIS_12 = ["arc-de-triomphe-batignolles", "opera-republique.1", "gare-du-nord-buttes-chaumont"]
PARIS_12 += ["buttes-chaumont-pere-lachaise"]


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("title", "claims", "colour", "claim"),
    [
        ("amsterdam", AMSTERDAM_13, "black", "oude-kerk-waag.1"),
        ("paris", PARIS_12, "blue", "champs-elysees-invalides"),
    ],
)
def test_the_cities_end_at_two_as_well(title: str, claims: list[str], colour: str, claim: str) -> None:
    game = lay_out(title, 3, hands={0: f"1 {colour}"}, claims={0: claims})
    assert game.position()["seats"][0]["pieces"][0] == 3
    game.play(f"claim {claim}")
    if game.phase == Phase.FLAG:
        assert game.view(None).last_turns is None, "the turn has not ended yet"
        game.play("decline")
    assert game.view(None).last_turns == 3
    assert play_out_turns(game) == [1, 2, 0]


@pytest.mark.rule("E1")
def test_the_last_round_is_started_once() -> None:
    """A second player who runs out of pieces in the last round does not prolong it."""
    second = ["kharkov-kyiv", "kharkov-moskva", "kyiv-warszawa", "marseille-paris", "marseille-roma"]
    second += ["petrograd-riga", "petrograd-wilno", "riga-wilno", "rostov-sevastopol", "warszawa-wien"]
    game = lay_out("europe", hands={0: "2 blue", 1: "3 orange"}, claims={0: EUROPE_41, 1: second})
    game.play("claim cadiz-lisboa")
    assert game.view(None).last_turns == 2
    game.play("claim cadiz-madrid with 3 orange")
    assert [seat["pieces"][0] for seat in game.position()["seats"]] == [2, 2]
    assert game.view(None).last_turns == 1
    assert play_out_turns(game) == [0]


# Ten tram spaces and four subways in Berlin: one tram and one subway are left.
BERLIN_TRAMS = ["moabit-reichstag", "siegessaule-brandenburger-tor.1", "zoologischer-garten-siegessaule"]
BERLIN_SUBWAYS = [
    "moabit-rosenthaler-platz",
    "hauptbahnhof-rosenthaler-platz",
    "kurfurstendamm-charlottenburger-tor",
]
BERLIN_SUBWAYS += ["hallesches-tor-nollendorfplatz"]


@pytest.mark.rule("B5")
@pytest.mark.parametrize(
    ("trams", "subways", "claim", "left", "last"),
    [
        (BERLIN_TRAMS, BERLIN_SUBWAYS, None, 2, False),
        (BERLIN_TRAMS, BERLIN_SUBWAYS, "hauptbahnhof-reichstag", 1, True),
        (BERLIN_TRAMS, BERLIN_SUBWAYS, "hallesches-tor-gleisdreieck.1", 1, True),
        (BERLIN_TRAMS[:2], BERLIN_SUBWAYS, "zoologischer-garten-siegessaule", 2, False),
        (BERLIN_TRAMS, BERLIN_SUBWAYS[:2], "hallesches-tor-gleisdreieck.1", 3, False),
    ],
)
def test_berlin_ends_at_one_piece_trams_and_subways_together(trams, subways, claim, left, last) -> None:
    hands = {0: "2 blue 2 green"}
    game = lay_out("berlin", 2, hands=hands, claims={0: [*trams, *subways]})
    if claim:
        game.play(f"claim {claim}")
        if game.phase == Phase.PAYMENT:
            game.play(game.legal_actions()[0])
    else:
        game.play("blind")
        game.play("blind")
    assert sum(game.position()["seats"][0]["pieces"]) == left
    assert game.view(None).last_turns == (2 if last else None)


@pytest.mark.rule("E1")
def test_the_last_turn_of_a_player_who_passes_counts() -> None:
    game = lay_out(
        "europe", 2, actor=0, last_turns=1, claims={0: [*EUROPE_41, "cadiz-lisboa"]},
        market="- - - - -", ticket_deck=[], rest=1,
    )  # fmt: skip
    assert texts(game) == ["pass"]
    game.play("pass")
    assert game.over


@pytest.mark.rule("T1", "E1")
def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = lay_out("europe", 2, actor=0, last_turns=1, claims={0: [*EUROPE_41, "cadiz-lisboa"]})
    assert hand(game, 0) == {}
    assert play_out_turns(game) == [0]
    assert game.actor is None
    with pytest.raises(IllegalAction, match="The game is over") as refused:
        game.play("blind")
    assert refused.value.rule == "E1"
