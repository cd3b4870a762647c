"""The arena: fair line-ups, honest figures, the same results however they are played."""

import copy
import io
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from aiguillage.arena.arena_command import _table
from aiguillage.arena.deals import seed_of_deal, unscramble
from aiguillage.arena.figures import Figure, mean_figure, rate, share_figure, student, wilson
from aiguillage.arena.lineups import Block, LineUp, cut_into_blocks, deals_of_each, make_line_ups, read_bots
from aiguillage.arena.play import _play_compiled, _play_interpreted, play_block
from aiguillage.arena.referee import Broken
from aiguillage.arena.report import report
from aiguillage.arena.tally import COLUMNS, SOURCES, Owned, tally
from aiguillage.arena.tournament import hold_tournament
from aiguillage.boards import board_names, load_board
from aiguillage.bots.bot import BotError
from aiguillage.errors import AiguillageError
from aiguillage.game import Game
from aiguillage.rules.rng import scramble, seed_random
from aiguillage.rules.state import STATE, new_record

OWN = "arena_bots:"  # tests/arena_bots.py


@pytest.fixture(autouse=True)
def _own_bots(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def test_searches_use_one_core():
    assert read_bots("hard, random,search:ms=20") == ["hard", "random", "search:ms=20:threads=1"]
    assert read_bots("search:threads=2") == ["search:threads=2"]
    with pytest.raises(BotError, match=r"The bot search has no such options: depth\."):
        read_bots("random,search:depth=3")
    with pytest.raises(BotError, match="There is no bot 'nobody'"):
        read_bots("random,nobody")


def test_line_ups():
    europe, paris = load_board("europe"), load_board("paris")
    assert [one.bots for one in make_line_ups(paris, ["a", "b"], None)] == [("a", "b")]
    assert [one.bots for one in make_line_ups(europe, ["a", "b", "c"], None)] == [("a", "b", "c")]
    assert [one.bots for one in make_line_ups(europe, ["a", "b", "c"], 2)] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]
    assert [one.bots for one in make_line_ups(paris, ["a", "b", "b", "b"], 4)] == [("a", "b", "b", "b")]
    assert len(make_line_ups(paris, list("abcdef"), None)) == 15  # too many for one table: every pair
    with pytest.raises(AiguillageError, match="Paris is for 2 to 4 players, not 5"):
        make_line_ups(paris, list("abcde"), 5)
    with pytest.raises(AiguillageError, match="A table of 3 needs 3 bots, and only 2 are named"):
        make_line_ups(paris, ["a", "b"], 3)
    with pytest.raises(AiguillageError, match="A table of 2 needs 2 bots, and only 1 is named"):
        make_line_ups(paris, ["a"], None)
    with pytest.raises(AiguillageError, match="A table of 2 needs 2 bots, and none is named"):
        make_line_ups(paris, read_bots(" , "), None)


def test_every_line_up_plays_the_same_deals():
    line_ups = make_line_ups(load_board("europe"), ["random", "planner", "search"], 2)
    assert deals_of_each(line_ups, 100) == 17  # 3 line-ups, 2 rotations: 102 games
    blocks = list(cut_into_blocks("europe", line_ups, 17, 5, 2))
    for line_up in line_ups:
        own = [block for block in blocks if block.line_up == line_up]
        deals = [block.first_deal + i for block in own for i in range(block.deals)]
        assert deals == list(range(17))
    with pytest.raises(AiguillageError, match="at least 1"):
        deals_of_each(line_ups, 0)


def test_wilson():
    """Figures from the literature: 8 of 10 is 49.0 % to 94.3 %; none of 10 is 0 to 27.8 %."""
    eight, none = wilson(0.8, 10), wilson(0.0, 10)
    assert (round(eight.low, 3), round(eight.high, 3)) == (0.49, 0.943)
    assert (none.low, round(none.high, 3)) == (0.0, 0.278)
    assert wilson(1.0, 10).high == 1.0


def test_intervals_count_deals():
    random = np.random.default_rng(1)
    games = random.random((500, 2)) < 0.6
    apart = share_figure(games.mean(axis=1), 1000)
    assert apart.high - apart.low == pytest.approx(
        wilson(games.mean(), 1000).high - wilson(games.mean(), 1000).low, rel=0.1
    )
    twice = np.repeat(games[:, :1], 2, axis=1)  # both games of a deal end alike: half as many are independent
    together = share_figure(twice.mean(axis=1), 1000)
    alone = wilson(twice.mean(), 500)
    assert (together.low, together.high) == pytest.approx((alone.low, alone.high), rel=1e-3)
    # one each: no spread, but no more than 1000 games
    opposite = np.stack([games[:, 0], ~games[:, 0]], axis=1)
    assert share_figure(opposite.mean(axis=1), 1000) == wilson(0.5, 1000)


def test_means_of_few_deals_have_wide_intervals():
    """Student's quantiles, as printed in every table of them: 12.706, 4.303, 2.776, 2.228, 2.042."""
    mean = mean_figure([1.0, 2.0, 3.0])
    half = 4.3027 / 3**0.5
    assert (mean.value, mean.low, mean.high) == pytest.approx((2, 2 - half, 2 + half), abs=1e-4)
    assert [round(student(freedom), 3) for freedom in (1, 2, 4, 10, 30)] == [
        12.706,
        4.303,
        2.776,
        2.228,
        2.042,
    ]
    assert math.isnan(mean_figure([7.0]).low)
    assert mean_figure([7.0]).interval() == "unknown"
    assert Figure(0.0, -0.01, 0.26).interval() == "0.0 to 0.3"


def test_ratings_follow_the_wins():
    random = np.random.default_rng(1)
    tables = [(("strong", "weak"), [1, 0] if random.random() < 0.8 else [0, 1]) for _ in range(300)]
    ratings = rate(tables)
    assert ratings["strong"].mu - ratings["weak"].mu > 2 * (ratings["strong"].sigma + ratings["weak"].sigma) / 2
    assert ratings["strong"].ordinal == pytest.approx(ratings["strong"].mu - 3 * ratings["strong"].sigma)
    assert rate([(("same", "same"), [1, 0])]) == {}


def random_games(name, seats, count):
    """Finished random games, as programs hold them."""
    random = np.random.default_rng(seats)
    games = []
    for seed in range(count):
        game = Game.new(name, seats, seed)
        while not game.over:
            legal = game.legal_actions()
            game.play(legal[random.integers(len(legal))])
        games.append(game)
    return games


@pytest.mark.parametrize("name", board_names())
def test_the_tally_is_what_the_outcomes_say(name):
    """Points by source, wins, tickets and routes of random games, against `Game.outcome`."""
    seats, board = 3, load_board(name)
    games = random_games(name, seats, 4)
    shifts = np.array([0, 1, 2, 1])
    found = tally(board, np.array([game.kernel_state() for game in games]), shifts)
    claimed: dict[Any, Any] = {}
    kept: dict[Any, Any] = {}
    done: dict[Any, Any] = {}
    for game, shift, rows in zip(games, shifts, found.rows, strict=True):
        outcome = game.outcome()
        for bot, row in enumerate(rows):
            seat = (bot + shift) % seats
            result = outcome.seats[seat]
            made = sum(ticket.done for ticket in result.ticket_list)
            share = 1 / len(outcome.winners) if seat in outcome.winners else 0
            assert list(row[:4]) == pytest.approx([share, result.total, made, len(result.ticket_list) - made])
            points = dict(zip(found.sources, row[len(COLUMNS) :].tolist(), strict=True))
            assert points == {source: getattr(result, source) for source in found.sources}
            assert not any(getattr(result, source) for source in SOURCES if source not in found.sources)
            for ticket in result.ticket_list:
                kept[ticket.id] = kept.get(ticket.id, 0) + 1
                done[ticket.id] = done.get(ticket.id, 0) + ticket.done
        for track in game.view(None).claims:
            claimed[track] = claimed.get(track, 0) + 1
    routes, tickets = found.routes.sum(axis=0), found.tickets.sum(axis=0)
    assert routes[0].tolist() == [claimed.get(track.id, 0) for track in board.tracks]
    assert tickets[0].tolist() == [kept.get(ticket.id, 0) for ticket in board.tickets]
    assert tickets[1].tolist() == [done.get(ticket.id, 0) for ticket in board.tickets]
    if board.tracks:
        assert routes[1].sum() == pytest.approx(
            sum(
                sum(owner == winner for owner in game.view(None).claims.values()) / len(game.outcome().winners)
                for game in games
                for winner in game.outcome().winners
            )
        )


def comparable(result):
    """A tournament without what the clock says."""
    data = copy.deepcopy(result) if isinstance(result, dict) else result.to_dict()
    data.pop("seconds")
    for bot in data["bots"]:
        bot.pop("decision_ms")
    return data


@pytest.mark.parametrize("name", board_names())
def test_a_tournament_of_kernel_bots(name):
    one = hold_tournament(name, ["planner", "random"], 40, seed=3, threads=1)
    assert [bot.bot for bot in one.bots] == ["planner", "random"]
    assert one.bots[0].win_rate.low > 0.5
    assert sum(bot.win_rate.value for bot in one.bots) == pytest.approx(1)
    assert (one.games, one.deals, one.unfinished) == (40, 20, 0)
    assert all(bot.decision_ms > 0 for bot in one.bots)
    first, second = (bot.rating for bot in one.bots)
    assert first is not None
    assert second is not None
    assert first.mu > second.mu
    assert comparable(one) == comparable(hold_tournament(name, ["planner", "random"], 40, seed=3, threads=2))


def test_what_routes_bring_is_told_apart_from_who_claims_them():
    """The gain of a route or ticket is what its owners win with it over what the same bots win anyway."""
    result = hold_tournament("paris", ["planner", "random"], 60, seed=4)
    usual = {bot.bot: bot.win_rate.value for bot in result.bots}
    for owned in filter(lambda one: one.times, (*result.routes.values(), *result.tickets.values())):
        assert usual["random"] * owned.times - 1e-3 <= owned.expected <= usual["planner"] * owned.times + 1e-3
        assert owned.share is not None
        assert owned.gain == pytest.approx(owned.share - owned.expected / owned.times)
    assert Owned(10, 4, 6.0, 5.0).gain == pytest.approx(0.1)
    assert Owned(0, 0, 0.0, 0.0).gain is None
    track = max(result.to_dict()["routes"], key=lambda route: route["claimed"])
    assert track["won_more_than_usual"] == result.routes[track["id"]].gain


def test_a_bot_named_twice_is_one_bot():
    result = hold_tournament("paris", ["one-step", "random", "random"], 30, seed=1)
    assert [(bot.bot, bot.games, len(bot.scores)) for bot in result.bots] == [
        ("one-step", 30, 30),
        ("random", 30, 60),
    ]
    assert result.bots[0].win_rate.value + 2 * result.bots[1].win_rate.value == pytest.approx(1)


def test_a_bot_of_ones_own_plays_through_the_interface():
    result = hold_tournament("paris", [OWN + "Last", "random"], 4, seed=1)
    data = comparable(result)
    assert {bot["bot"] for bot in data["bots"]} == {OWN + "Last", "random"}
    assert (data["games"], data["unfinished"]) == (4, 0)
    assert all(bot.decision_ms > 0 for bot in result.bots)
    assert comparable(hold_tournament("paris", [OWN + "Last", "random"], 4, seed=1)) == data


def test_the_seats_are_rotated_over_the_same_deals():
    """A bot against itself under two names: each deal is the same game twice, so each name wins it once."""
    line_up = LineUp(0, (OWN + "Last", OWN + "AlsoLast"))
    played = play_block(Block("amsterdam", line_up, 1, 0, 3))
    rows = played.tally.rows.reshape(3, 2, 2, -1)
    assert (rows[:, 0, 0] == rows[:, 1, 1]).all()
    assert (rows[:, 0, 1] == rows[:, 1, 0]).all()
    assert len(np.unique(rows[:, 0, 0, 1])) > 1  # and the deals differ


def test_an_illegal_choice_names_the_bot():
    with pytest.raises(Broken, match=r"The bot arena_bots:Cheat chose 'pass' in deal 0 of seed 9, which is refused"):
        hold_tournament("paris", [OWN + "Cheat", "random"], 2, seed=9)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (
            "Raiser",
            r"broke in deal 0 of seed 9: ZeroDivisionError: .*by zero \(arena_bots.py, line \d+\)\.",
        ),
        ("Mute", r"answered None in deal 0 of seed 9; an answer is one of seen.legal, or its text\."),
    ],
)
def test_a_bot_that_breaks_is_named(bot, words):
    with pytest.raises(Broken, match=f"^The bot {OWN}{bot} {words}"):
        hold_tournament("paris", [OWN + bot, "random"], 2, seed=9)


def test_a_bot_that_never_answers_is_stopped():
    words = "took more than 0.2 s for a decision in deal 0 of seed 9; a larger --patience lets it think longer"
    with pytest.raises(Broken, match=f"^The bot {OWN}Sleeper {words}"):
        hold_tournament("paris", [OWN + "Sleeper"] * 2, 2, seed=9, patience=0.2)


def test_a_slow_bot_is_noticed_where_it_cannot_be_interrupted():
    """Alarms ring in main threads only; elsewhere the clock is read after the answer."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(hold_tournament, "paris", [OWN + "Napper"] * 2, 2, patience=0.05)
        with pytest.raises(Broken, match=f"^The bot {OWN}Napper took more than 0.05 s for a decision"):
            future.result()


def test_a_bot_that_cannot_be_made_is_named():
    with pytest.raises(Broken, match=r"The bot arena_bots:NoSeed cannot be made: TypeError: .* given a seed"):
        read_bots(OWN + "NoSeed,random")
    with pytest.raises(BotError, match="There is no bot 'arena_bots:Nobody'"):
        read_bots(OWN + "Nobody,random")


def test_a_process_that_dies_is_explained(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    with pytest.raises(AiguillageError, match="A process in which bots were playing ended all of a sudden"):
        hold_tournament("paris", [OWN + "Leaver", "random"], 4, threads=2)


def test_games_without_an_end_are_counted(monkeypatch):
    monkeypatch.setattr("aiguillage.arena.play.LIMIT", 5)
    with pytest.raises(AiguillageError, match="No game came to an end, so there is nothing to count"):
        hold_tournament("paris", [OWN + "Last", "random"], 2)
    played = play_block(Block("paris", LineUp(0, ("random", "random")), 1, 0, 3))
    assert (played.unfinished, len(played.tally.rows)) == (6, 0)


@pytest.mark.parametrize("name", ["europe", "paris", "cardgame"])
@pytest.mark.parametrize("bots", [("random", "one-step"), ("long-route", "hungry"), ("route-focused", "planner")])
def test_compiled_games_are_those_of_the_interface(name, bots):
    """The same deals, the same seeds of bots, so the same games: no bot depends on what others left in its memory."""
    board, block = load_board(name), Block(name, LineUp(0, bots), 77, 3, 1)
    compiled, went = _play_compiled(board, block)
    asked, went_too = _play_interpreted(board, block, [0.0, 0.0], [0, 0])
    assert went.tolist() == went_too.tolist() == [0] * 2
    for field in ("rng", "decisions", "total", "rank"):
        assert (compiled[field] == asked[field]).all(), field


def test_a_deal_of_a_series_is_a_game_of_its_own():
    for seed, deal in [(0, 0), (1, 7), (2**62 - 1, 2**31), (123456789012345, 99)]:
        series, alone = new_record(STATE), new_record(STATE)
        seed_random(series, seed, deal)
        seed_random(alone, seed_of_deal(seed, deal), 0)
        assert series.rng == alone.rng
    assert all(int(scramble(unscramble(word))) == word for word in range(0, 2**32, 123456789))


def test_impossible_tournaments_are_explained():
    with pytest.raises(AiguillageError, match="The seed must be"):
        hold_tournament("paris", ["random", "random"], 2, seed=-1)
    with pytest.raises(AiguillageError, match="threads must be at least 1"):
        hold_tournament("paris", ["random", "random"], 2, threads=0)
    with pytest.raises(AiguillageError, match="patience must be more than 0"):
        hold_tournament("paris", ["random", "random"], 2, patience=0)


class Page(HTMLParser):
    """Collects what a page is made of."""

    VOID = ("meta", "br")

    def __init__(self, text):
        super().__init__()
        self.open, self.headings, self.links, self.tracks = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        self.tracks += any(name in ("data-track", "data-ticket") for name, _ in attrs)
        self.links += [value for name, value in attrs if name in ("src", "href") and not value.startswith("#")]

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.mark.parametrize(("name", "what", "verb"), [("europe", "routes", "claimed"), ("cardgame", "tickets", "kept")])
def test_the_report_is_one_page_that_needs_nothing_else(name, what, verb):
    result = hold_tournament(name, ["one-step", "random"], 30, seed=2)
    text = report(result)
    page = Page(text)
    board = load_board(name)
    assert not page.open
    assert not page.links
    maps = [f"Which {what} win", f"Which {what} are {verb}"]
    plots = ["Who wins", "All figures", "Scores", "Where the points come from"]
    assert page.headings == [*plots, *maps, "Tickets", *(["Routes"] if board.tracks else [])]
    assert page.tracks == 2 * len(board.tracks or board.tickets)
    first = (board.tracks or board.tickets)[0].id
    assert f'="{first}"]{{--heat:#' in text


def run_arena(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", "from aiguillage.cli import main; main()", "arena", *arguments],
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command(tmp_path):
    file = tmp_path / "report.html"
    arguments = ("paris", "--bots", "one-step,random", "--games", "20", "--seed", "7")
    run = run_arena(*arguments, "--json", "--html", str(file))
    assert run.returncode == 0, run.stderr
    data = json.loads(run.stdout)
    assert comparable(data) == comparable(hold_tournament("paris", ["one-step", "random"], 20, seed=7))
    for bot in data["bots"]:
        assert bot["win_rate_low"] <= bot["win_rate"] <= bot["win_rate_high"]
        assert bot["mean_score_low"] <= bot["mean_score"] <= bot["mean_score_high"]
        assert {
            "mean_tickets_completed_low",
            "mean_tickets_failed_high",
            "rating",
            "decision_ms",
        } <= bot.keys()
    assert file.read_text().startswith("<!doctype html>")
    table = run_arena(*arguments)
    assert "20 games of Paris, 2 players, seed 7" in table.stdout
    assert "one-step" in table.stdout
    late = run_arena(*arguments, "--html", str(tmp_path / "nowhere" / "report.html"))
    assert late.returncode == 2
    assert "one-step" in late.stdout  # what was played is told all the same
    wrong = run_arena("paris", "--bots", "nobody,random", "--json")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.strip().startswith("There is no bot 'nobody'")


def test_names_of_bots_are_no_markup_of_the_terminal():
    result = hold_tournament("paris", ["one-step", "random"], 2)
    told = io.StringIO()
    table = _table(replace(result, bots=[replace(one, bot=f"nets[/old]/{one.bot}") for one in result.bots]))
    Console(file=told, emoji=False).print(table)
    assert "nets[/old]/random" in told.getvalue()


def test_ray_plays_the_same_tournament():
    """A real Ray, started on this machine for the test."""
    pytest.importorskip("ray")
    arguments = ("paris", "--bots", "one-step,random", "--games", "12", "--seed", "7", "--json")
    run = run_arena(*arguments, "--ray", "local", RAY_USAGE_STATS_ENABLED="0")
    assert run.returncode == 0, run.stderr
    assert comparable(json.loads(run.stdout)) == comparable(
        hold_tournament("paris", ["one-step", "random"], 12, seed=7)
    )


def test_no_ray_cluster_is_explained():
    with pytest.raises(AiguillageError, match=r"There is no Ray cluster at 127.0.0.1:1: .*; --ray local starts one"):
        hold_tournament("paris", ["random", "random"], 2, ray_address="127.0.0.1:1")


def test_processes_play_the_same_games(monkeypatch):
    """Bots that are Python code are played in processes of their own."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    bots = [OWN + "Last", "random"]
    assert comparable(hold_tournament("paris", bots, 4, seed=1, threads=2)) == comparable(
        hold_tournament("paris", bots, 4, seed=1, threads=1)
    )
