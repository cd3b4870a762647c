"""Finished games explained: figures that add up, words only where there is more than chance, nothing hidden used."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from aiguillage.analysis import PARTS, Analysis, AnalysisError, Analyst, analyse, stream
from aiguillage.analysis.command import app
from aiguillage.analysis.decision import judge_decision, prepared
from aiguillage.analysis.figures import BY_SIGHT, LIMITS, SURE, Gap, Trust, chances, rounded, word_for
from aiguillage.analysis.luck import Account, Change, Ledger, whole_points
from aiguillage.analysis.turning import TurningPoint, told
from aiguillage.analysis.words import LANGUAGES, action_words, board_name, loss_words
from aiguillage.analysis.worlds import AS_PLANNED, OPEN, PROPOSALS, Ends, Judge
from aiguillage.boards import board_names, load_board
from aiguillage.boards.load import parse_board
from aiguillage.bots import Seen, make_bot, play_game
from aiguillage.game import Action, Game, kernels
from aiguillage.game.families import FAMILIES, family_of
from aiguillage.rules.numbers import NOBODY
from aiguillage.titles import file_of

EVERY_GAME = pytest.mark.parametrize("title", board_names())
SMALL = 40


def played(title: str, seats: int = 2, seed: int = 3) -> Game:
    game = Game.new(title, seats=seats, seed=seed)
    play_game(game, [make_bot("planner", seat) for seat in range(seats)])
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played("paris", seats=3)


@pytest.fixture(scope="module")
def analysis(game: Game) -> Analysis:
    return analyse(game, SMALL, seed=5, threads=2)


def test_every_decision_is_there_with_figures_that_make_sense(game: Game, analysis: Analysis) -> None:
    assert [one.number for one in analysis.decisions] == list(range(1, len(game.moves) + 1))
    for one, move in zip(analysis.decisions, game.moves, strict=True):
        assert (one.seat, one.action.text) == (move.seat, move.text)
        for outlooks in (one.before, one.after, one.open):
            assert sum(outlook.win.value for outlook in outlooks) == pytest.approx(1.0)
            assert all(outlook.win.low <= outlook.win.value <= outlook.win.high for outlook in outlooks)
            assert all(outlook.points.low <= outlook.points.value <= outlook.points.high for outlook in outlooks)
        own = one.after[one.seat]
        assert one.before[one.seat].win.value - own.win.value == pytest.approx(one.loss_win)
        assert one.before[one.seat].points.value - own.points.value == pytest.approx(one.loss_points)


def test_the_best_choice_loses_nothing_and_words_need_more_than_chance(analysis: Analysis) -> None:
    for one in analysis.decisions:
        assert one.loss >= 0.0
        assert (one.loss == 0.0) == (one.best == one.action)
        if one.word != "good":
            assert one.loss > SURE * one.error
            assert one.loss >= LIMITS[one.word]
            assert one.alternatives[0].action == one.best
            assert one.alternatives[0].gain == pytest.approx(one.loss)
        assert one.action not in [option.action for option in one.alternatives]
    counted = [sum(words.values()) for words in analysis.summary.words]
    assert sum(counted) == sum(not one.forced for one in analysis.decisions)


def assert_adds_up(game: Game) -> None:
    """Analyse a game in haste: start and parts are the result, exact, rounded and in whole points."""
    result, outcome = analyse(game, 2), game.outcome()
    for seat, accounts in enumerate(result.summary.luck):
        assert accounts["points"].result == outcome.seats[seat].total
        for account in accounts.values():
            assert tuple(account.parts) == PARTS
            assert account.start + sum(account.parts.values()) == pytest.approx(account.result, abs=1e-9)
            told = account.to_dict()
            assert told["start"] + sum(told["parts"].values()) == pytest.approx(told["result"], abs=1e-9)
        whole = whole_points(accounts["points"])
        due = rounded(accounts["points"].result - accounts["points"].start)
        assert sum(whole.values()) == math.floor(due + 0.5)
        if game.start is None:
            assert accounts["win"].start == pytest.approx(1 / game.seats)
    assert sum(accounts["win"].result for accounts in result.summary.luck) == pytest.approx(1.0)


@EVERY_GAME
def test_the_parts_add_up_to_the_result(title: str) -> None:
    assert_adds_up(played(title, 3 if title == "paris" else 2))


EVERY_TABLE = pytest.mark.parametrize(
    ("title", "seats"),
    [(title, seats) for title in board_names() for seats in range(2, load_board(title).max_seats + 1)],
)


@EVERY_TABLE
def test_the_parts_of_an_endgame_add_up_with_any_number_of_players(title: str, seats: int) -> None:
    whole = played(title, seats)
    early = whole.restarted()
    for move in whole.moves[:-16]:
        early.play(move.text, move.seat, move.key)
    late = Game.from_position(early.position())
    for move in whole.moves[-16:]:
        late.play(move.text, move.seat, move.key)
    assert late.over
    assert_adds_up(late)


@pytest.mark.long
@EVERY_TABLE
def test_the_parts_of_a_whole_game_add_up_with_any_number_of_players(title: str, seats: int) -> None:
    assert_adds_up(played(title, seats))


def test_the_same_seed_gives_the_same_figures_whoever_thinks(game: Game, analysis: Analysis) -> None:
    assert analyse(game, SMALL, seed=5, threads=1).to_dict() == analysis.to_dict()
    assert analyse(game, SMALL, seed=6, threads=2).to_dict() != analysis.to_dict()


def test_one_decision_alone_is_the_same(game: Game, analysis: Analysis) -> None:
    analyst = Analyst(game, SMALL, seed=5)
    assert analyst.decision(7) == analysis.decisions[6]
    stale = next(position.number for position in analyst.positions if not position.fresh)
    assert analyst.decision(stale) == analysis.decisions[stale - 1]
    with pytest.raises(AnalysisError, match="decisions from 1 to"):
        analyst.decision(0)


def test_it_comes_piece_by_piece(game: Game, analysis: Analysis) -> None:
    pieces = list(stream(Analyst(game, SMALL, seed=5)))
    assert [piece.pop("type") for piece in pieces] == ["head", *["decision"] * len(game.moves), "summary"]
    whole = {**pieces[0], "decisions": pieces[1:-1], "summary": pieces[-1]}
    assert whole == analysis.to_dict()
    assert json.loads(json.dumps(whole)) == json.loads(json.dumps(analysis.to_dict()))


def test_a_reader_may_leave_early(game: Game) -> None:
    pieces = stream(Analyst(game, SMALL))
    assert next(pieces)["type"] == "head"
    assert next(pieces)["number"] == 1
    pieces.close()  # type: ignore[attr-defined]


def test_three_sentences_in_both_languages(analysis: Analysis) -> None:
    story = analysis.summary.story
    assert set(story) == {"en", "fr"}
    for sentences in story.values():
        assert len(sentences) == 3
        assert all(re.fullmatch(r"[A-ZÀÉ].*\.", sentence) for sentence in sentences)
    numbers = [point.number for point in analysis.summary.turning_points]
    assert numbers == sorted(numbers)
    assert all(point.size >= 0.05 for point in analysis.summary.turning_points)


def test_a_turning_point_names_nobody_twice() -> None:
    board, names = load_board("paris"), ["Ada", "Basile"]
    blind = Action(0, "blind", "blind", {})
    own = TurningPoint(12, seat=0, by=0, action=blind, cause="chance", before=0.4, after=0.62)
    theirs = TurningPoint(12, seat=0, by=1, action=blind, cause="choice", before=0.62, after=0.4)
    stories = {
        "en": [
            "At decision 12, Ada draws from the deck and luck decides: the chance of winning rises from 40% to 62%.",
            "At decision 12, Basile draws from the deck: Ada’s chance of winning falls from 62% to 40%.",
        ],
        "fr": [
            "À la décision 12, Ada pioche une carte et le sort en décide\u00a0: ses chances de gagner passent de "
            "40\u00a0% à 62\u00a0%.",
            "À la décision 12, Basile pioche une carte\u00a0: pour Ada, les chances de gagner passent de 62\u00a0% à "
            "40\u00a0%.",
        ],
    }
    for language in LANGUAGES:
        assert told(board, [own, theirs], [0.5, 0.5], [9, 8], [0], names, language)[:2] == stories[language]


def test_a_game_that_goes_on_is_not_analysed() -> None:
    game = Game.new("paris", seats=2, seed=1)
    with pytest.raises(AnalysisError, match="over"):
        analyse(game)
    game.play(game.legal_actions()[0])
    with pytest.raises(AnalysisError, match="over"):
        Analyst(game)


def test_what_is_asked_for_must_make_sense(game: Game) -> None:
    with pytest.raises(AnalysisError, match="at least one"):
        Analyst(game, 0)
    with pytest.raises(AnalysisError, match="seed"):
        Analyst(game, 10, seed=-1)
    with pytest.raises(AnalysisError, match="once all"):
        Analyst(game, 10).summary()


@EVERY_GAME
def test_a_verdict_does_not_depend_on_what_the_seat_could_not_know(title: str) -> None:
    """The same decision in another world that agrees with what was seen."""
    game = played(title)
    playing = game.restarted()
    for move in game.moves[: len(game.moves) // 2]:
        playing.play(move.text, move.seat, move.key)
    move = game.moves[len(game.moves) // 2]
    code = playing.parse(move.text, move.seat).code
    family, board = family_of(game.board), game.board
    main = getattr(kernels.current(), family.module)
    other = playing.observation(move.seat)
    kernels.current().load("rules.rng").seed_random(other, 99, 1)
    main.determinize(board.table, other, move.seat)
    assert other.tobytes() != playing.state_bytes()
    main.observe(board.table, other, move.seat)
    judge = Judge(board)
    found = [
        judge_decision(judge, prepared(seen, move.seat), move.seat, code, code, 40, 1)
        for seen in (playing.observation(move.seat), other)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("title", ["europe", "paris"])
def test_what_only_the_network_thinks_of_is_looked_at_too(title: str) -> None:
    """Its choice is a candidate in every game; in a long one nothing is that it thinks less of than of eight others."""
    game, neural, added, dropped = played(title), make_bot("neural", 0), 0, 0
    judge, playing = Judge(game.board), game.restarted()
    for move in game.moves:
        seen = prepared(playing.observation(move.seat), move.seat)
        listed, hunch = judge.shortlist(seen, move.seat), judge.hunch(seen, move.seat)
        assert hunch is not None
        found = judge.candidates(seen, move.seat, hunch)
        thought = neural.choose(Seen.of(playing, move.seat))
        assert isinstance(thought, Action)
        assert thought.code == hunch.choice
        assert thought.code in found
        assert set(found) <= {*listed, thought.code}
        left = {*listed, thought.code} - set(found)
        assert not left or judge.long
        assert not left or len(found) == PROPOSALS
        assert all(hunch.opinions[one] <= min(hunch.opinions[found]) for one in left)
        added, dropped = added + (thought.code not in listed), dropped + len(left)
        playing.play(move.text, move.seat, move.key)
    assert added > 0
    assert (dropped > 0) == judge.long


def test_a_network_is_heeded_and_a_board_without_one_is_played_out_alone() -> None:
    """What every seat looks at is what it sees, and a chance is moved to where the network expects the win."""
    game = played("paris")
    position = Analyst(game, 16).positions[30]
    judge = Judge(game.board)
    expected = judge.expect(position.state)
    assert expected is not None
    playing = game.restarted()
    for move in game.moves[:30]:
        playing.play(move.text, move.seat, move.key)
    looks = [judge.hunch(playing.observation(seat), seat) for seat in range(game.seats)]
    assert expected == pytest.approx(np.mean([look.expected for look in looks if look], axis=0))
    wins = np.array([[0.5, 0.5]] * 20)
    better = int(np.argmax(expected))
    assert chances(wins, BY_SIGHT, expected)[better] > 0.5
    assert chances(wins, BY_SIGHT, None) == [0.5, 0.5]
    own = replace(game.board, id="my")
    assert Judge(own).hunch(position.seen, position.seat) is None
    assert Judge(own).expect(position.state) is None


def test_the_others_opening_choices_are_not_known() -> None:
    game = Game.new("europe", seats=3, seed=2)
    for seat in (0, 1):
        game.play(game.legal_actions(seat)[0], seat)
    seen = prepared(game.observation(2), 2)
    fresh = prepared(Game.new("europe", seats=3, seed=2).observation(2), 2)
    assert seen.chosen.tolist() == fresh.chosen.tolist()


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_the_interpreter_plays_the_same_ends(family: object) -> None:
    title = "paris" if family is FAMILIES["board"] else "cardgame"
    game = played(title)
    playing = game.restarted()
    for move in game.moves[:-6]:
        playing.play(move.text, move.seat, move.key)
    seat = playing.actor
    assert seat is not None
    actions = [AS_PLANNED, playing.legal_actions()[0].code]
    live = np.array([True, True])
    found = []
    for kernel in (kernels.COMPILED, kernels.INTERPRETED):
        before = kernels.current()
        kernels.use(kernel)
        try:
            judge = Judge(game.board)
            found += [
                judge.play(playing.observation(seat), seat, actions, live, 4, 0, 2),
                judge.play(playing.kernel_state(), OPEN, actions, live, 4, 0, 2),
            ]
        finally:
            kernels.use(before)
    for compiled, interpreted in zip(found[:2], found[2:], strict=True):
        assert np.array_equal(compiled.totals, interpreted.totals)
        assert np.array_equal(compiled.wins, interpreted.wins)


@pytest.mark.parametrize("title", ["europe", "cardgame"])
def test_tickets_to_come_are_shuffled_and_those_put_back_are_not(title: str) -> None:
    game = played(title, seed=4)
    state = game.restarted().kernel_state()
    judge = kernels.INTERPRETED.load(family_of(game.board).path("bots", "judge"))
    queue = [int(state.queue[(state.queue_head + i) % len(state.queue)]) for i in range(state.queue_n)]
    state.returned_by[queue[-3:]] = 1
    kernels.INTERPRETED.load("rules.rng").seed_random(state, 1, 1)
    judge.shuffle_tickets(state)
    after = [int(state.queue[(state.queue_head + i) % len(state.queue)]) for i in range(state.queue_n)]
    assert after[-3:] == queue[-3:]
    assert after != queue
    assert sorted(after) == sorted(queue)
    assert (state.returned_by[queue[:-3]] == NOBODY).all()


PLANTED = (  # deal, decision, bad move: a game between planners in which the move is played instead of theirs
    ("paris", 1064, 53, "take wild"),
    ("paris", 1017, 22, "claim opera-republique.1"),
    ("amsterdam", 1044, 45, "tickets"),
    ("amsterdam", 1014, 33, "claim oost-indisch-huis-waag.1"),
    ("berlin", 1073, 65, "claim brandenburger-tor-potsdamer-platz"),
    ("europe", 1022, 126, "claim petrograd-riga"),
    ("cardgame", 1001, 27, "place yellow"),
)


@pytest.mark.parametrize(("title", "deal", "number", "bad"), PLANTED)
def test_a_planted_blunder_is_named_and_the_best_move_is_not(title: str, deal: int, number: int, bad: str) -> None:
    game = Game.new(title, seats=2, seed=deal)
    bots = [make_bot("planner", seat) for seat in range(2)]
    while len(game.moves) < number - 1:
        assert game.actor is not None
        game.play(bots[game.actor].choose(Seen.of(game, game.actor)))
    game.play(bad)
    while not game.over:
        assert game.actor is not None
        game.play(bots[game.actor].choose(Seen.of(game, game.actor)))
    analyst = Analyst(game, 400, seed=1)
    found = analyst.decision(number)
    assert found.action.text == bad
    assert found.word == "blunder"
    position = analyst.positions[number - 1]
    planned = analyst.judge.planned(position.seen, position.seat)
    best = judge_decision(analyst.judge, position.seen, position.seat, found.best.code, planned, 400, 2)
    assert best.word not in ("mistake", "blunder")


def test_a_title_has_its_name_in_both_languages() -> None:
    board = load_board("cardgame")
    assert [board_name(board, language) for language in LANGUAGES] == ["Card Game", "Jeu de cartes"]
    assert board_name(replace(board, name="Mine"), "fr") == "Mine"


def test_french_agrees() -> None:
    board = load_board("europe")
    cases = {
        ("take", "colour", "green"): "prend une carte verte",
        ("take", "colour", "wild"): "prend une locomotive",
        ("station", "place", "wien"): "bâtit une gare à Wien",
        ("claim", "track", "paris-zurich"): "prend Paris – Zürich",
        ("station", "place", "petrograd"): "bâtit une gare à Pétrograd",
        ("claim", "track", "cadiz-madrid"): "prend Cádiz – Madrid",
    }
    for (kind, key, value), words in cases.items():
        assert action_words(board, Action(0, "", kind, {key: value}), "fr") == words
    paid = Action(0, "", "pay", {"cards": {"blue": 2, "orange": 2, "wild": 1}})
    assert action_words(board, paid, "fr") == "paie 2 bleues, 2 orange et 1 locomotive"
    assert action_words(board, paid, "en") == "pays 2 blue, 2 orange and 1 locomotive"
    one = Action(0, "", "take", {"colour": "orange"})
    assert action_words(board, one, "en") == "takes an orange card"
    built = Action(0, "", "station", {"place": "petrograd"})
    assert action_words(board, built, "en") == "builds a station in Petrograd"
    text = file_of("europe", "board.toml").read_text("utf-8").replace('name = "Petrograd"', 'name = "Leningrad"')
    own = parse_board(text, "own")
    assert action_words(own, built, "fr") == "bâtit une gare à Leningrad"
    declined = Action(0, "decline", "decline", {})
    assert action_words(board, declined, "en") == "gives up the tunnel"
    assert action_words(load_board("paris"), declined, "fr") == "ne garde aucune carte"


@EVERY_GAME
def test_every_action_has_words(title: str) -> None:
    game = played(title)
    playing = game.restarted()
    for move in game.moves:
        for action in playing.legal_actions(move.seat):
            english, french = (action_words(game.board, action, language) for language in LANGUAGES)
            assert english != french or action.kind == "pass"
            assert (english == "passes") == (action.kind == "pass")
        playing.play(move.text, move.seat, move.key)


def test_chances_are_less_bold_than_play_outs() -> None:
    wins = np.array([[1.0, 0.0, 0.0]] * 8 + [[0.0, 1.0, 0.0]] * 2)
    plain = chances(wins, Trust(1.0, 1.0, 1.0), None)
    assert plain == pytest.approx([8.5 / 11.5, 2.5 / 11.5, 0.5 / 11.5])
    trusted = chances(wins, BY_SIGHT, None)
    assert sum(trusted) == pytest.approx(1.0)
    assert plain[0] > trusted[0] > trusted[1] > trusted[2] > plain[2]


def test_words_for_losses() -> None:
    assert word_for(Gap(0.0, 0.0)) == "good"
    assert word_for(Gap(0.2, 0.01)) == "blunder"
    assert word_for(Gap(0.2, 0.1)) == "good"
    assert word_for(Gap(0.06, 0.01)) == "mistake"
    assert word_for(Gap(0.03, 0.005)) == "inaccuracy"
    assert word_for(Gap(0.01, 0.0001)) == "good"


def test_only_what_was_lost_is_told() -> None:
    assert loss_words(0.084, 6.93, "en") == "8% and 6.9 points"
    assert loss_words(0.084, 1.93, "fr") == "8\u00a0% et 1,9 point"
    assert loss_words(0.001, 6.93, "fr") == "6,9 points"
    assert loss_words(0.084, -1.3, "en") == "8%"
    assert loss_words(0.0, -1.3, "en") == "–"


def test_worth_is_the_margin_and_the_win() -> None:
    ends = Ends(np.array([[30.0, 10.0], [10.0, 30.0], [20.0, 20.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]))
    assert ends.worth(0, 20.0) == pytest.approx([1.0, 0.0, 0.5])
    assert ends.worth(1, 20.0) == pytest.approx([0.0, 1.0, 0.5])
    assert ends.worth(0, 40.0) == pytest.approx([2.5 / 3, 0.5 / 3, 0.5])


def test_noise_is_not_counted_as_luck_and_what_is_sure_is() -> None:
    noise = [Change(0, "drawn", Gap(value, 2.0)) for value in (1.5, -1.5, 2.0, -2.0)]
    sure = [Change(0, "played", Gap(-8.0, 0.1)), Change(0, "played", Gap(6.0, 0.1))]
    account = Ledger([10.0], [Gap(12.0, 0.5)], [20.0], noise + sure).accounts()[0]
    parts = account.parts
    assert parts["dealt"] == 2.0
    assert parts["drawn"] == 0.0
    assert parts["played"] == pytest.approx(-2.0, abs=0.01)
    assert sum(parts.values()) == 10.0
    assert account.errors["dealt"] == 0.5
    assert account.errors["played"] == pytest.approx(0.1 * 2**0.5, abs=0.001)


def test_whole_points_add_up() -> None:
    parts = dict(zip(PARTS, (1.4, 1.4, 1.4, -0.6, 0.5, 0.0, 0.0, -0.1), strict=True))
    whole = whole_points(Account(10.0, 14.0, parts, dict.fromkeys(PARTS, 0.0)))
    assert sum(whole.values()) == 4
    assert all(abs(whole[part] - parts[part]) < 1 for part in PARTS)


@pytest.fixture(scope="module")
def record(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "game.record"
    tags = {f"Player{seat}": name for seat, name in enumerate(("Ann", "Ben <b>", "Cléo"))}
    file.write_text(game.record(tags), encoding="utf-8")
    return file


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception:
        raise result.exception
    return result.stdout


def test_the_command_prints_json(record: Path, game: Game) -> None:
    data = json.loads(run(record, "--json", "--playouts", 12, "--seed", 1))
    assert data["game"] == "paris"
    assert data["names"] == ["Ann", "Ben <b>", "Cléo"]
    assert len(data["decisions"]) == len(game.moves)
    assert len(data["summary"]["story"]["fr"]) == 3


def test_the_command_writes_a_page_and_tells_it_in_french(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    told = run(record, "--html", file, "--language", "fr", "--playouts", 12)
    page = file.read_text(encoding="utf-8")
    assert "Chances de gagner" in page
    assert "Ben &lt;b&gt;" in page
    assert "Ben <b>" not in page
    assert page.count("<polyline") == 3
    assert "donne" in told
    assert "résultat" in told


def test_names_are_no_markup(game: Game, tmp_path: Path) -> None:
    """Of the terminal: what stands in brackets is told as it is, and stops nothing."""
    file = tmp_path / "game.record"
    file.write_text(game.record({"Player0": "[/]", "Player1": "[red]Ada", "Player2": ":smile:"}), encoding="utf-8")
    told = run(file, "--playouts", 2)
    assert "[/]" in told
    assert "[red]Ada" in told
    assert ":smile:" in told


def test_the_command_refuses_in_one_sentence(record: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.record"
    unfinished.write_text(Game.new("paris", seats=2, seed=1).record(), encoding="utf-8")
    with pytest.raises(AnalysisError, match="over"):
        run(unfinished)
    with pytest.raises(ValueError, match="languages"):
        run(record, "--language", "de")
    late = CliRunner().invoke(app, [str(record), "--playouts", "2", "--html", str(tmp_path / "nowhere" / "page.html")])
    assert "cannot be written" in str(late.exception)
    assert "result" in late.stdout  # what was worked out is told all the same


def test_a_bot_of_a_coach_judges_by_what_is_seen() -> None:
    """What a coach asks: a decision of a game that goes on, from nothing but what the seat sees."""
    game = Game.new("berlin", seats=2, seed=1)
    seen = Seen.of(game, 0)
    judge = Judge(game.board)
    observation = prepared(seen.observation, 0)
    code = seen.legal[-1].code
    found = judge_decision(judge, observation, 0, code, judge.planned(observation, 0), 40, 1)
    assert found.worlds >= 8
    assert found.word in ("good", "inaccuracy", "mistake", "blunder")
