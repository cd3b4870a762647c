"""A tournament as one HTML file that needs nothing else: figures, plots, heat maps."""

from html import escape
from importlib.resources import files

from aiguillage import __version__
from aiguillage.arena.figures import Figure
from aiguillage.arena.fonts import font_faces
from aiguillage.arena.heat import LEAST, Scale, count_scale, gain_scale, heat_map
from aiguillage.arena.plots import SOURCE_INKS, name_of, score_plot, source_plot, win_plot
from aiguillage.arena.tally import Owned
from aiguillage.arena.tournament import Tournament

MARK = (
    '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="20.3" fill="none" '
    'stroke="currentColor" stroke-width="1.6"/><path d="M13 35h14M13 29h15M13 23h19M13 17h22M13 11h11" '
    'stroke="currentColor" stroke-width="2.2" opacity=".55"/><path d="M20 39V9M20 33c0-11 12-9 12-21" fill="none" '
    'stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/></svg>'
)
"""The house's mark: a pair of points."""

CARD_GAME_WORDS = {"bonus": "big-city bonuses"}


def report(result: Tournament) -> str:
    """The HTML text of the report."""
    style = files("aiguillage.arena").joinpath("report.css").read_text(encoding="utf-8")
    name = f"{result.board.name}: {', '.join(bot.bot for bot in result.bots)}"
    scores = {bot.bot: bot.scores for bot in result.bots}
    rates = {bot.bot: (bot.win_rate.value, bot.win_rate.low, bot.win_rate.high) for bot in result.bots}
    parts = [
        _head(result),
        _section("Who wins", win_plot(rates, 1 / result.players), "With 95 % intervals."),
        _section("All figures", _results(result), _about_intervals(result)),
        _section("Scores", score_plot(scores), "How often each score came; the line and the figure are the median."),
        _section("Where the points come from", _sources(result), "Means over all games."),
        *_maps(result),
        _section("Tickets", _tickets(result), f"The best first; those kept fewer than {LEAST} times last."),
    ]
    if result.board.tracks:
        note = f"The best first; those claimed fewer than {LEAST} times last."
        parts.append(_section("Routes", _routes(result), note))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{font_faces()}{style}</style></head><body>{parts[0]}<main>{''.join(parts[1:])}</main>"
        f"{_foot(result)}</body></html>\n"
    )


def _head(result: Tournament) -> str:
    facts = {
        "games": f"{result.games:,}",
        "players": str(result.players),
        "line-ups": f"{len(result.line_ups):,}",
        "deals each": f"{result.deals:,}",
        "unfinished": f"{result.unfinished:,}",
        "seed": str(result.seed),
    }
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts.items())
    return (
        f"<header><div class='in'><p class='house'>{MARK}Aiguillage · arena</p>"
        f"<h1>{escape(result.board.name)}</h1><p class='sign'>{_headline(result)}</p><dl>{cells}</dl></div></header>"
    )


def _headline(result: Tournament) -> str:
    """The result in one sentence."""
    best, *others = result.bots
    if not others:
        return f"<b>{escape(best.bot)}</b> played against itself."
    second = others[0]
    if best.win_rate.low <= second.win_rate.high:
        return f"Nobody is ahead beyond doubt: <b>{escape(best.bot)}</b> and <b>{escape(second.bot)}</b> lead."
    rate = best.win_rate.times(100)
    return f"<b>{escape(best.bot)}</b> wins {rate.value:.1f} % of its games ({rate.interval()})."


def _foot(result: Tournament) -> str:
    spent = f"Played in {result.seconds:.1f} s by Aiguillage {__version__}. To play it again:"
    return f"<footer><p>{spent}</p><code>{escape(result.command())}</code></footer>"


def _section(name: str, content: str, note: str = "") -> str:
    words = f"<p class='note'>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(name)}</h2>{words}{content}</section>"


def _about_intervals(result: Tournament) -> str:
    seats = "both seats" if result.players == 2 else f"each of the {result.players} seats"
    return (
        f"Every deal is played with every bot in {seats}. Intervals are 95 % and count deals, "
        "for the games of a deal are not independent."
    )


def _figure(figure: Figure, unit: str = "") -> str:
    return f"<b>{figure.value:.1f}{unit}</b><small>{figure.interval()}</small>"


def _table(headings: list[str], rows: list[list[str]], kind: str) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = []
    for row in rows:
        cells = "".join(
            f'<td data-label="{escape(heading)}">{cell}</td>'
            for heading, cell in zip(headings[1:], row[1:], strict=True)
        )
        body.append(f'<tr><th scope="row">{row[0]}</th>{cells}</tr>')
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    return f'<div class="wide {kind}" tabindex="0">{table}</div>'


def _results(result: Tournament) -> str:
    rows = []
    for number, bot in enumerate(result.bots):
        rating = bot.rating
        rows.append(
            [
                name_of(bot.bot, number),
                _figure(bot.win_rate.times(100), " %"),
                _figure(bot.score),
                _figure(bot.completed),
                _figure(bot.failed),
                f"<b>{rating.mu:.1f}</b><small>± {2 * rating.sigma:.1f}</small>" if rating else "–",
                f"<b>{_time(bot.decision_ms)}</b>",
                f"<b>{bot.games:,}</b>",
            ]
        )
    headings = ["bot", "wins", "score", "tickets made", "tickets failed", "rating", "a decision", "games"]
    return _table(headings, rows, "figures")


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.3g} ms" if milliseconds >= 1 else f"{1000 * milliseconds:.3g} µs"


def _sources(result: Tournament) -> str:
    names = dict.fromkeys(source for bot in result.bots for source in bot.points)
    words = {name: CARD_GAME_WORDS.get(name, name) for name in names}
    chips = [
        f"<span><i style='background:{SOURCE_INKS[name][0]}'></i>{escape(word)}</span>" for name, word in words.items()
    ]
    plot = source_plot({bot.bot: bot.points for bot in result.bots}, words)
    return f"<p class='legend'>{''.join(chips)}</p>{plot}"


def _maps(result: Tournament) -> list[str]:
    """Which routes win and which are claimed; in the Card Game the same of tickets."""
    board, games = result.board, result.games - result.unfinished
    cards = board.family == "cards"
    if not cards and any(place.at is None for place in board.places):
        return []  # a board of one's own may have no positions to draw it by
    owned = result.tickets if cards else result.routes
    what, taken = ("tickets", "kept") if cards else ("routes", "claimed")
    gains = {name: one.gain if one.times >= LEAST else None for name, one in owned.items()}
    often: dict[str, float | None] = {name: one.times / games for name, one in owned.items()}

    def gain_words(value: float | None) -> str:
        if value is None:
            return f"{taken} fewer than {LEAST} times"
        return f"{100 * value:+.0f} %" if value else "as usual"

    def often_words(value: float | None) -> str:
        return f"{100 * (value or 0):.0f} %"

    return [
        _section(
            f"Which {what} win",
            heat_map(board, "gains", gains, gain_scale(gains), gain_words),
            f"How much more often a bot won with it than it usually does in the same company, in percent of its games; "
            f"grey: {taken} fewer than {LEAST} times.",
        ),
        _section(
            f"Which {what} are {taken}",
            heat_map(board, "taken", often, count_scale(often), often_words),
            f"The share of games in which somebody had {taken} it.",
        ),
    ]


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _ranked(owned: dict[str, Owned]) -> list[tuple[str, Owned]]:
    """Those that bring most first; those of which too little is known last."""
    return sorted(owned.items(), key=lambda item: (item[1].times < LEAST, -(item[1].gain or 0)))


def _gain(owned: Owned, scale: Scale) -> str:
    if owned.gain is None or owned.times < LEAST:
        return "–"
    return f'<span class="gain" style="--heat:{scale.ink(owned.gain)}">{100 * owned.gain:+.1f} %</span>'


def _scale_of(owned: dict[str, Owned]) -> Scale:
    return gain_scale({name: one.gain for name, one in owned.items() if one.times >= LEAST})


def _tickets(result: Tournament) -> str:
    board, games = result.board, result.games - result.unfinished
    scale = _scale_of(result.tickets)
    tickets = {ticket.id: ticket for ticket in board.tickets}
    rows = []
    for name, one in _ranked(result.tickets):
        ends = f"{board.place(tickets[name].a).name} – {board.place(tickets[name].b).name}"
        made = _percent(one.done, one.times)
        figures = [_gain(one, scale), _percent(one.won, one.times), _percent(one.times, games), made]
        rows.append([escape(ends), *figures, str(tickets[name].points)])
    headings = ["ticket", "than usual", "keeper won", "kept", "completed", "points"]
    return _table(headings, rows, "long")


def _routes(result: Tournament) -> str:
    board, games = result.board, result.games - result.unfinished
    scale = _scale_of(result.routes)
    tracks = {track.id: track for track in board.tracks}
    rows = []
    for name, one in _ranked(result.routes):
        track = tracks[name]
        ends = f"{board.place(track.a).name} – {board.place(track.b).name}"
        cards = f"{track.cost} {'any' if track.colour == 'grey' else track.colour}"
        figures = [_gain(one, scale), _percent(one.won, one.times), _percent(one.times, games)]
        rows.append([escape(ends), *figures, escape(cards), str(track.points)])
    headings = ["route", "than usual", "owner won", "claimed", "cards", "points"]
    return _table(headings, rows, "long")
