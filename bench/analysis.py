"""Whether the analysis of games can be believed: planted blunders, moves that are best by far, calibration, time.

    python bench/analysis.py blunders --count 100              # a bad move in a good game: is it named?
    python bench/analysis.py best --count 100                  # a move that is best by far: is it ever blamed?
    python bench/analysis.py calibration --games 1000 --svg docs/analysis-calibration.svg
    python bench/analysis.py networks --games 80 --players mixed     # what networks add
    python bench/analysis.py time                              # a whole game of four

`--titles paris,berlin` for some of them, `--seats 3` for more players, `--playouts` for another depth, `--later 100000`
for other deals. With `--kept FILE` every game that was looked at is added to a file, and a count that was broken off
goes on from there; once the analysis itself or a network has changed, `--again` has the moves of such a file judged, or
the network asked, anew, which is much quicker than looking for moves and playing out.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from aiguillage.analysis import Analyst, analyse, usual_playouts
from aiguillage.analysis.decision import prepared
from aiguillage.analysis.figures import BY_OPEN_CARDS, BY_SIGHT, WORDS, Gap, Trust, chances, gap
from aiguillage.analysis.worlds import OPEN, PROPOSALS, Judge
from aiguillage.arena.figures import wilson
from aiguillage.boards import board_names, load_board
from aiguillage.boards.svg import INK, PAPER, document, tag, text
from aiguillage.bots import Seen, make_bot, play_game
from aiguillage.game import Game

BAD = 0.15
"""A planted move loses so much worth, at least: one and a half times what is called a blunder."""

FAR = 0.05
"""A move that is best by far is worth so much more than any other: what is called a mistake."""

DEEP = 400
"""Worlds in which such moves are looked for; their seeds have nothing to do with those of the analysis."""

STEPS = 4
"""Between which hope may be given up."""

GLANCE, FIRST = 4, 16
"""Worlds of a glance at all legal moves, and of a first look at the best and the worst of them."""

SURE = 5.0


def worth_of_all(
    judge: Judge, game: Game, seat: int, seed: int, hopeful: Callable[[Any], bool]
) -> tuple[list[Any], Any] | None:
    """The best and the worst legal moves and what each is worth, world by world; None as soon as there is no hope that
    they are what is looked for."""
    legal = game.legal_actions(seat)
    seen = prepared(game.observation(seat), seat)
    kept, begun = list(range(len(legal))), 0
    for count, best, worst in ((GLANCE, 8, 4), (FIRST, 4, 2)):
        worth = _worth(judge, seen, seat, [legal[k].code for k in kept], seed, begun, count)
        order = [kept[k] for k in np.argsort(-worth.mean(axis=0))]
        kept, begun = sorted({*order[:best], *order[-worst:]}), begun + count
    actions = [legal[k] for k in kept]
    parts: list[Any] = []
    while hopeful(worth):
        if len(parts) == STEPS:
            return actions, worth
        first = begun + DEEP // STEPS * len(parts)
        codes = [action.code for action in actions]
        parts.append(_worth(judge, seen, seat, codes, seed, first, DEEP // STEPS))
        worth = np.concatenate(parts)
    return None


def _worth(judge: Judge, seen: Any, seat: int, codes: list[int], seed: int, first: int, count: int) -> Any:
    return judge.play(seen, seat, codes, np.ones(len(codes), np.bool_), seed, first, count).worth(seat, judge.scale)


class Notes:
    """What was seen, game by game: kept in a file, if there is one, so that nothing is lost."""

    def __init__(self, path: Path | None, about: dict[str, Any], later: int = 0) -> None:
        self._path, self.later, self.lines = path, later, list[dict[str, Any]]()
        self._about = about = about | ({"later": later} if later else {})
        if path is not None and path.exists():
            for text_line in path.read_text(encoding="utf-8").splitlines():
                line = json.loads(text_line)
                if all(line.get(key) == about.get(key) for key in {*about, "later"}):
                    self.lines.append(line)

    def add(self, **seen: Any) -> None:
        self.lines.append(self._about | seen)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.lines[-1]) + "\n")


def played(title: str, seats: int, deal: int) -> Game:
    """A game between planners."""
    game = Game.new(title, seats=seats, seed=deal)
    play_game(game, [make_bot("planner", seat) for seat in range(seats)])
    return game


def before(whole: Game, number: int) -> Game:
    """A game before one of its decisions."""
    game = whole.restarted()
    for move in whole.moves[:number]:
        game.play(move.text, move.seat, move.key)
    return game


def moments(title: str, seats: int, deal: int, last: int | None, tries: int) -> Iterator[Game]:
    """A game between planners before some of its decisions, or of its last ones, that leave a choice, in a random
    order."""
    whole = played(title, seats, deal)
    numbers = list(range(len(whole.moves)))[-last if last else 0 :]
    random.Random(f"{title} {deal}").shuffle(numbers)
    tried = 0
    for number in numbers:
        game = before(whole, number)
        if len(game.legal_actions()) > 2:
            yield game
            tried += 1
        if tried == tries:
            return


def finish(game: Game) -> None:
    bot = make_bot("planner", 1)
    while not game.over:
        assert game.actor is not None
        game.play(bot.choose(Seen.of(game, game.actor)))


def planted(judge: Judge, game: Game, seat: int, seed: int) -> tuple[Any, float] | None:
    """A bad move, and what it loses."""

    def worst_and_loss(worth: Any) -> tuple[int, Gap]:
        means = worth.mean(axis=0)
        worst = int(np.argmin(means))
        return worst, gap(worth[:, int(np.argmax(means))], worth[:, worst])

    found = worth_of_all(judge, game, seat, seed, lambda worth: _may_reach(worst_and_loss(worth)[1], BAD))
    if found is None:
        return None
    actions, worth = found
    worst, loss = worst_and_loss(worth)
    return (actions[worst], loss.mean) if _reaches(loss, BAD) else None


def best_by_far(judge: Judge, game: Game, seat: int, seed: int) -> tuple[Any, float] | None:
    """A move that is better than every other, and how much better than the second."""

    def best_and_gaps(worth: Any) -> tuple[int, list[Gap]]:
        best = int(np.argmax(worth.mean(axis=0)))
        return best, [gap(worth[:, best], worth[:, k]) for k in range(worth.shape[1]) if k != best]

    found = worth_of_all(
        judge, game, seat, seed, lambda worth: all(_may_reach(one, FAR) for one in best_and_gaps(worth)[1])
    )
    if found is None:
        return None
    actions, worth = found
    best, gaps = best_and_gaps(worth)
    if not all(_reaches(one, FAR) for one in gaps):
        return None
    # A glance may have missed a better one, so that now all are looked at as closely.
    legal, seen = game.legal_actions(seat), prepared(game.observation(seat), seat)
    everything = _worth(judge, seen, seat, [action.code for action in legal], seed, GLANCE + FIRST, DEEP)
    first, gaps = best_and_gaps(everything)
    if legal[first].code != actions[best].code or not all(_reaches(one, FAR) for one in gaps):
        return None
    return actions[best], min(one.mean for one in gaps)


def _reaches(one: Gap, least: float) -> bool:
    return one.mean >= max(least, SURE * one.error)


def _may_reach(one: Gap, least: float) -> bool:
    """Whether more worlds may show it to be as large."""
    return one.mean + min(2 * one.error, least / 2) >= least


LATE = 60
"""In so many decisions before the end lie nearly all of a long game that are best by far beyond doubt: early on,
play-outs are too different from each other. City games have hardly more."""

KINDS = {
    "blunders": (1_000, 77_000, planted, None, 4),
    "best": (5_000, 99_000, best_by_far, LATE, 12),
}
"""What to look for: from which deal on, with which worlds, how; in how many of the last decisions, and how many of a
game are looked at, at most. One of them is counted."""


def words_given(
    what: str,
    title: str,
    seats: int,
    count: int,
    playouts: int,
    notes: Notes,
    told: bool,
    again: bool,
) -> str:
    """Play such moves in games, and see what the analysis calls them."""
    first, seeds, find, last, tries = KINDS[what]
    first += notes.later
    judge = Judge(load_board(title))

    def judged(game: Game, action: Any, number: int) -> dict[str, Any]:
        game.play(action, game.actor)
        decision = len(game.moves)
        finish(game)
        one = Analyst(game, playouts, seed=number, threads=1).decision(decision)
        line = {"word": one.word, "decision": decision, "action": one.action.text}
        return line | {"loss": one.loss, "error": one.error, "best": one.best.text}

    def tell(line: dict[str, Any]) -> None:
        if told:
            print("   ", json.dumps(line), flush=True)

    if again:
        for line in notes.lines:
            if line["word"] is not None:
                game = before(played(title, seats, line["deal"]), line["decision"] - 1)
                line |= judged(game, line["action"], line["deal"] - first)
                tell(line)
    while sum(line["word"] is not None for line in notes.lines) < count:
        number = len(notes.lines)
        line = {"deal": first + number, "word": None}
        for game in moments(title, seats, first + number, last, tries):
            seat = game.actor
            assert seat is not None
            found = find(judge, game, seat, seeds + number)
            if found is not None:
                line |= {"by": found[1]} | judged(game, found[0], number)
                tell(line)
                break
        notes.add(**line)
    words = [line["word"] for line in notes.lines if line["word"] is not None][:count]
    times = ", ".join(f"{words.count(word)} {word}" for word in WORDS)
    named = sum(word in ("mistake", "blunder") for word in words)
    share = wilson(named / count, count).times(100)
    return (
        f"{what:8} {title:10} {seats} players: {named} of {count} called a mistake or worse [{share.interval()} %] "
        f"({times}); games looked at {len(notes.lines)}"
    )


def bots_of(players: str, seats: int, deal: int) -> list[str]:
    """Who plays a deal: planners, networks, or each seat one of several bots."""
    if players != "mixed":
        return [players] * seats
    return random.Random(f"bots {deal}").choices(["planner", "neural", "hungry", "route-focused"], k=seats)


def places_of(
    title: str, seats: int, deal: int, players: str, places: int
) -> Iterator[tuple[Game, int, int, list[float]]]:
    """Some decisions of a game: the game before it, who decides, what was chosen, and what everybody won in the end."""
    game = Game.new(title, seats=seats, seed=deal)
    play_game(game, [make_bot(bot, seat) for seat, bot in enumerate(bots_of(players, seats, deal))])
    winners = game.outcome().winners
    won = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    numbers = set(random.Random(deal).sample(range(len(game.moves)), places))
    playing = game.restarted()
    for number, move in enumerate(game.moves):
        if number in numbers:
            yield playing, move.seat, playing.parse(move.text, move.seat).code, won
        playing.play(move.text, move.seat, move.key)


KINDS_OF_CHANCES = {"known": BY_SIGHT, "open": BY_OPEN_CARDS}
"""By what the seat that decides knew, and with open cards."""

Chance = tuple[float, float]
"""A chance given, and what came of it."""


class Foreseen:
    """What was to be seen of who wins at some decisions of games: wins of play-outs, the network's word, the end."""

    def __init__(self, lines: list[dict[str, Any]], kind: str, playouts: int) -> None:
        places = [(number, place) for number, line in enumerate(lines) for place in line[kind]]
        self.games = np.array([number for number, _ in places])
        self.wins = [np.tile(np.array(place["wins"]) / playouts, (playouts, 1)) for _, place in places]
        self.expected = [None if place["expected"] is None else np.array(place["expected"]) for _, place in places]
        self.won = [place["won"] for _, place in places]

    def pairs(self, trust: Trust, alone: bool = False) -> list[Chance]:
        """The chances given with such weights, or by the play-outs alone, for every seat."""
        expected = [None] * len(self.won) if alone else self.expected
        given = [chances(wins, trust, told) for wins, told in zip(self.wins, expected, strict=True)]
        return [pair for one, won in zip(given, self.won, strict=True) for pair in zip(one, won, strict=True)]

    def gained(self, trust: Trust) -> tuple[float, float]:
        """By how much the network changes the log loss, and the standard error, game by game."""
        with_it, alone = (
            losses(self.pairs(trust, one)).reshape(len(self.won), -1).mean(axis=1) for one in (False, True)
        )
        counts = np.bincount(self.games)
        each = np.bincount(self.games, with_it - alone) / counts
        return float(each.mean()), float(each.std() / len(each) ** 0.5)

    def best(self) -> Trust:
        """The round weights that foresee best."""
        powers = np.arange(0.3, 1.21, 0.05).round(2).tolist()
        alone = min(powers, key=lambda one: log_loss(self.pairs(Trust(one, 0, 0), True), 1.0))
        if self.expected[0] is None:
            return Trust(alone, alone, 0.0)
        tried = [
            Trust(alone, power, word) for power in powers[::2] for word in (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)
        ]
        return min(tried, key=lambda trust: log_loss(self.pairs(trust), 1.0))


def look_at_games(
    title: str, seats: int, games: int, playouts: int, places: int, first: int, players: str, notes: Notes, again: bool
) -> list[dict[str, Any]]:
    """What was to be seen at some decisions of each game. Of what is kept the network's part is asked for `again`."""
    judge = Judge(load_board(title))

    def places_seen(deal: int, kept: dict[str, Any] | None) -> dict[str, list[Any]]:
        line: dict[str, list[Any]] = {kind: [] for kind in KINDS_OF_CHANCES}
        for playing, seat, code, won in places_of(title, seats, deal, players, places):
            seen = prepared(playing.observation(seat), seat)
            state = playing.kernel_state()
            state.actor = seat
            hunch = judge.hunch(seen, seat)
            for kind, who, record, expected in (
                ("known", seat, seen, None if hunch is None else hunch.expected),
                ("open", OPEN, state, judge.expect(state)),
            ):
                if kept is None:
                    wins = judge.play(record, who, [code], np.array([True]), deal, 0, playouts).of(0).wins.sum(axis=0)
                else:
                    wins = np.array(kept[kind][len(line[kind])]["wins"])
                told = None if expected is None else expected.round(4).tolist()
                line[kind].append({"wins": wins.tolist(), "expected": told, "won": won})
        return line

    if again:
        for line in notes.lines:
            line |= places_seen(line["deal"], line)
    for deal in range(first + len(notes.lines), first + games):
        notes.add(deal=deal, **places_seen(deal, None))
    return notes.lines[:games]


def bins(pairs: list[Chance]) -> list[tuple[float, float, int]]:
    """The mean chance given, the share won and how many, for each tenth of the chances."""
    data = np.array(pairs)
    which = np.minimum((data[:, 0] * 10).astype(int), 9)
    return [
        (float(data[which == k, 0].mean()), float(data[which == k, 1].mean()), int((which == k).sum()))
        for k in range(10)
        if (which == k).any()
    ]


def calibration_error(found: list[tuple[float, float, int]]) -> float:
    """How far chances given and shares won are apart, on average over all chances."""
    total = sum(count for _, _, count in found)
    return sum(abs(given - won) * count for given, won, count in found) / total


def losses(pairs: list[Chance], power: float = 1.0) -> Any:
    """How badly each chance foresaw what came, its odds taken to a power: 0.69 for who says one half."""
    data = np.array(pairs)
    given = 1 / (1 + np.exp(-power * np.log(data[:, 0] / (1 - data[:, 0]))))
    return -(data[:, 1] * np.log(given) + (1 - data[:, 1]) * np.log(1 - given))


def log_loss(pairs: list[Chance], power: float) -> float:
    """The same on average."""
    return float(losses(pairs, power).mean())


def exponent(pairs: list[Chance]) -> float:
    """To which power the odds would have to be taken to fit best: 1 if they are right, less if they are too bold."""
    tried = np.arange(0.3, 6.0, 0.01)
    return float(min(tried, key=lambda power: log_loss(pairs, power)))


def drawing(curves: dict[str, list[tuple[float, float, int]]]) -> str:
    """One small plot for each title."""
    size, parts = 220, []
    for number, (title, found) in enumerate(curves.items()):
        left, top = 40 + number * (size + 40), 40
        parts.append(text(load_board(title).name, left, top - 12, 18))
        parts.append(tag("rect", x=left, y=top, width=size, height=size, fill="none", stroke=INK))
        diagonal = f"M{left} {top + size}L{left + size} {top}"
        parts.append(tag("path", d=diagonal, stroke=INK, stroke_width=0.7, stroke_dasharray="4 4"))
        most = max(count for _, _, count in found)
        for given, won, count in found:
            radius = 2 + 7 * (count / most) ** 0.5
            x, y = left + size * given, top + size * (1 - won)
            parts.append(tag("circle", cx=x, cy=y, r=radius, fill="#2463AC", opacity="0.75"))
        for share in (0, 50, 100):
            parts.append(text(f"{share} %", left + size * share / 100, top + size + 18, 13, text_anchor="middle"))
            if number == 0:
                parts.append(text(f"{share}", left - 6, top + size * (1 - share / 100) + 4, 13, text_anchor="end"))
    width = 40 + len(curves) * (size + 40)
    paper = tag("rect", x=0, y=0, width=width, height=size + 100, fill=PAPER)
    legend = text("chance given (across) and share won (up); larger discs are more positions", 40, size + 84, 14)
    return document("Calibration", (0, 0, width, size + 100), paper, *parts, legend)


def calibration(wanted: argparse.Namespace, titles: list[str]) -> None:
    """Print the errors, and draw the plot."""
    curves = {}
    seats, playouts, players = wanted.seats or 2, wanted.playouts or 100, wanted.players
    for title in titles:
        about = {"what": "calibration", "title": title, "seats": seats, "playouts": playouts}
        about |= {"places": wanted.places, "players": players, "first": wanted.first}
        notes = Notes(wanted.kept, about)
        how = (wanted.games, playouts, wanted.places, wanted.first, players)
        lines = look_at_games(title, seats, *how, notes, wanted.again)
        print(f"{title:10} {seats} players ({players}), {len(lines)} games:")
        for kind, trust in KINDS_OF_CHANCES.items():
            foreseen = Foreseen(lines, kind, playouts)
            for alone in (False, True):
                pairs = foreseen.pairs(trust, alone)
                error = 100 * calibration_error(bins(pairs))
                print(
                    f"    {kind}{' by play-outs alone' if alone else ''}: error {error:.1f} %, "
                    f"log loss {log_loss(pairs, 1.0):.3f}, exponent {exponent(pairs):.2f}"
                )
            change, error = foreseen.gained(trust)
            print(f"    {kind}: the network changes the log loss by {change:+.4f} (standard error {error:.4f})")
            if wanted.fit:
                best = foreseen.best()
                print(f"    {kind}: best {best}, log loss {log_loss(foreseen.pairs(best), 1.0):.4f}", flush=True)
            if kind == "known":
                curves[title] = bins(foreseen.pairs(trust))
        for given, won, count in curves[title]:
            print(f"    given {100 * given:5.1f} %  won {100 * won:5.1f} %  ({count})", flush=True)
    if wanted.svg is not None:
        wanted.svg.write_text(drawing(curves), encoding="utf-8")


def networks(title: str, seats: int, games: int, places: int, first: int, players: str, most: int) -> str:
    """How well the network foresees who wins, in comparison with 100 play-outs, and both together; what its choice of
    so many of the candidates loses; and the time of a look and of a play-out."""
    judge = Judge(load_board(title))
    foreseen: dict[str, list[tuple[float, float]]] = {"look": [], "play-outs": [], "both": []}
    lost: list[float] = []
    spent, listed, kept = np.zeros(2), 0, 0
    for deal in range(first, first + games):
        for playing, seat, code, won in places_of(title, seats, deal, players, places):
            seen = prepared(playing.observation(seat), seat)
            began = time.process_time()
            hunch = judge.hunch(seen, seat)
            looked = time.process_time()
            ends = judge.play(seen, seat, [code], np.array([True]), deal, 0, 100).of(0)
            spent += looked - began, (time.process_time() - looked) / 100
            assert hunch is not None
            for name, wins, trust in (
                ("look", ends.wins[:0], Trust(0.0, 0.0, 1.0)),
                ("play-outs", ends.wins, Trust(1.0, 1.0, 0.0)),
                ("both", ends.wins, BY_SIGHT),
            ):
                foreseen[name].append((chances(wins, trust, hunch.expected)[seat], won[seat]))
            actions = judge.shortlist(seen, seat)
            actions += [hunch.choice] if hunch.choice not in actions else []
            few = sorted(actions, key=lambda one: -hunch.opinions[one])[:most]
            listed, kept = listed + len(actions), kept + len(few)
            lost.append(_lost(judge, seen, seat, actions, few, deal) if len(few) < len(actions) else 0.0)
    powers = {name: 1.0 if name == "both" else exponent(pairs) for name, pairs in foreseen.items()}
    losses = ", ".join(f"{log_loss(pairs, powers[name]):.3f} by {name}" for name, pairs in foreseen.items())
    count = len(lost)
    micro, error = spent / count * 1e6, float(np.std(lost)) / count**0.5
    return (
        f"{title:10} {seats} players ({players}), {count} decisions: log loss {losses}; "
        f"{listed / count:.1f} candidates, of which the network takes {kept / count:.1f} and loses "
        f"{np.mean(lost):.4f} of worth (standard error {error:.4f}); "
        f"{micro[0]:.0f} µs for a look, {micro[1]:.0f} for a play-out"
    )


def _lost(judge: Judge, seen: Any, seat: int, actions: list[int], few: list[int], seed: int) -> float:
    """What the best of few actions is worth less than the best of all; both are found in other worlds."""
    worth = _worth(judge, seen, seat, actions, seed, 0, DEEP).mean(axis=0)
    order = [actions[k] for k in np.argsort(-worth)]
    best, other = order[0], next(code for code in order if code in few)
    if best == other:
        return 0.0
    worth = _worth(judge, seen, seat, [best, other], seed, DEEP, DEEP)
    return float((worth[:, 0] - worth[:, 1]).mean())


def whole_game(title: str, seats: int, playouts: int) -> str:
    """How long a whole game takes."""
    game = played(title, seats, 3)
    wall, cpu = time.perf_counter(), time.process_time()
    analyse(game, playouts)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return f"{title:10} {seats} players, {len(game.moves)} decisions: {wall:.1f} s, {cpu:.1f} s of processor time"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["blunders", "best", "calibration", "networks", "time"])
    parser.add_argument("--titles", default=",".join(board_names()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--places", type=int, default=4, help="positions of a game for the calibration")
    parser.add_argument("--first", type=int, default=300_000, help="the first deal of the calibration")
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--players", default="planner", help="of the calibration: planner, neural or mixed")
    parser.add_argument("--most", type=int, default=PROPOSALS, help="candidates that the network may choose")
    parser.add_argument("--fit", action="store_true", help="find the weights that would have foreseen best")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--kept", type=Path, help="where every game looked at is kept, to go on from there")
    parser.add_argument("--later", type=int, default=0, help="begin so many deals later")
    parser.add_argument("--again", action="store_true", help="judge anew what was kept")
    parser.add_argument("--each", action="store_true", help="print every planted or best move")
    wanted = parser.parse_args()
    titles = wanted.titles.split(",")
    if wanted.what == "calibration":
        calibration(wanted, titles)
        return
    for title in titles:
        playouts = wanted.playouts or usual_playouts(load_board(title))
        if wanted.what == "time":
            print(whole_game(title, wanted.seats or 4, playouts), flush=True)
        elif wanted.what == "networks":
            seats = wanted.seats or 2
            how_many = (wanted.games, wanted.places, wanted.first)
            print(networks(title, seats, *how_many, wanted.players, wanted.most), flush=True)
        else:
            seats = wanted.seats or 2
            about = {"what": wanted.what, "title": title, "seats": seats}
            about |= {} if wanted.again else {"playouts": playouts}
            notes = Notes(wanted.kept, about, wanted.later)
            how = (wanted.each, wanted.again)
            print(words_given(wanted.what, title, seats, wanted.count, playouts, notes, *how), flush=True)


if __name__ == "__main__":
    main()
