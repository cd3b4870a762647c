"""A tournament as one HTML file that needs nothing else: tables, plots, heat maps."""

from html import escape
from importlib.resources import files
from typing import Any

from aiguillage import __version__
from aiguillage.arena.figures import Figure
from aiguillage.arena.heat import LEAST, count_scale, heat_map, win_scale
from aiguillage.arena.plots import SOURCE_INKS, score_plot, source_plot, win_plot
from aiguillage.arena.tournament import BotResult, Tournament

CARD_GAME_WORDS = {"bonus": "big-city bonuses"}


def report(result: Tournament) -> str:
    """The HTML text of the report."""
    style = files("aiguillage.arena").joinpath("report.css").read_text(encoding="utf-8")
    name = f"{result.board.name}: {', '.join(bot.bot for bot in result.bots)}"
    parts = [
        _head(result),
        _section(
            "Results",
            _results(result),
            "95 % intervals from whole deals: the games of a deal count together.",
        ),
        _section("Win rates", win_plot(_rates(result.bots), 1 / result.players)),
        _section(
            "Scores", score_plot({bot.bot: bot.scores for bot in result.bots}), "The line marks the median."
        ),
        _section(
            "Points by source", _source_legend(result) + source_plot({b.bot: b.points for b in result.bots})
        ),
        *_maps(result),
        _section("Tickets", _tickets(result)),
    ]
    if result.board.tracks:
        parts.append(_section("Routes", _routes(result)))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def _head(result: Tournament) -> str:
    facts = [
        f"{result.games:,} games",
        f"{result.players} players",
        f"{result.deals:,} deals of each of {len(result.line_ups)} line-ups, every seat in turn"
        if len(result.line_ups) > 1
        else f"{result.deals:,} deals, every seat in turn",
        f"seed {result.seed}",
        f"{result.unfinished} unfinished",
        f"{result.seconds:.1f} s",
        f"Aiguillage {__version__}",
    ]
    return f"<header><h1>{escape(result.board.name)}</h1><p class='sign'>{escape(' · '.join(facts))}</p></header>"


def _section(name: str, content: str, note: str = "") -> str:
    words = f"<p class='note'>{escape(note)}</p>" if note else ""
    return f"<section><h2>{escape(name)}</h2>{words}{content}</section>"


def _rates(bots: list[BotResult]) -> dict[str, tuple[float, float, float]]:
    return {bot.bot: (bot.win_rate.value, bot.win_rate.low, bot.win_rate.high) for bot in bots}


def _figure(figure: Figure, unit: str = "") -> str:
    return f"<b>{figure.value:.1f}{unit}</b><small>{figure.interval()}</small>"


def _table(headings: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _results(result: Tournament) -> str:
    rows = []
    for bot in result.bots:
        rating = (
            f"<b>{bot.rating.mu:.1f}</b><small>± {2 * bot.rating.sigma:.1f}</small>" if bot.rating else "–"
        )
        rows.append(
            [
                escape(bot.bot),
                _figure(bot.win_rate.times(100), " %"),
                _figure(bot.score),
                _figure(bot.completed),
                _figure(bot.failed),
                rating,
                f"{bot.decision_ms:.3g} ms",
                f"{bot.games:,}",
            ]
        )
    headings = ["bot", "wins", "score", "tickets made", "tickets failed", "rating", "a decision", "games"]
    return _table(headings, rows)


def _source_legend(result: Tournament) -> str:
    sources = dict.fromkeys(source for bot in result.bots for source in bot.points)
    chips = [
        f"<span><i style='background:{SOURCE_INKS[name]}'></i>{escape(CARD_GAME_WORDS.get(name, name))}</span>"
        for name in sources
    ]
    return f"<p class='legend'>{''.join(chips)}</p>"


def _maps(result: Tournament) -> list[str]:
    """Which routes win and which are claimed; in the Card Game the same of tickets."""
    board, games = result.board, result.games - result.unfinished
    ids = [item.id for item in (board.tickets if board.family == "cards" else board.tracks)]
    counts = result.tickets if board.family == "cards" else result.routes
    if board.family != "cards" and any(place.at is None for place in board.places):
        return []  # a board of one's own may have no positions to draw it by
    what, taken = ("tickets", "kept") if board.family == "cards" else ("routes", "claimed")
    won: dict[str, float | None] = {}
    often: dict[str, float | None] = {}
    for number, name in enumerate(ids):
        count, share = counts[0, number], counts[-1, number]
        won[name] = share / count if count >= LEAST else None
        often[name] = count / games
    fair = f"A fair share is {100 / result.players:.0f} %; grey: {taken} fewer than {LEAST} times."
    return [
        _section(
            f"Which {what} win",
            heat_map(board, "wins", won, win_scale(won, 1 / result.players)),
            f"How often those won who had {taken} it. {fair}",
        ),
        _section(
            f"Which {what} are {taken}",
            heat_map(board, "taken", often, count_scale(often)),
            f"The share of games in which somebody had {taken} it.",
        ),
    ]


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _tickets(result: Tournament) -> str:
    board, games = result.board, result.games - result.unfinished
    names = {place.id: place.name for place in board.places}
    rows: list[tuple[Any, list[str]]] = []
    for ticket, (kept, done, won) in zip(board.tickets, result.tickets.T.tolist(), strict=True):
        cells = [escape(f"{names[ticket.a]} – {names[ticket.b]}"), str(ticket.points)]
        cells += [_percent(kept, games), _percent(done, kept), _percent(won, kept)]
        rows.append((-won / kept if kept else 0, cells))
    headings = ["ticket", "points", "kept", "completed when kept", "keeper won"]
    return _table(headings, [cells for _, cells in sorted(rows)])


def _routes(result: Tournament) -> str:
    board, games = result.board, result.games - result.unfinished
    rows: list[tuple[Any, list[str]]] = []
    for track, (claimed, won) in zip(board.tracks, result.routes.T.tolist(), strict=True):
        cells = [escape(track.id), f"{track.cost} {escape(track.colour)}", str(track.points)]
        rows.append(
            (-won / claimed if claimed else 0, [*cells, _percent(claimed, games), _percent(won, claimed)])
        )
    return _table(["route", "cards", "points", "claimed", "owner won"], [cells for _, cells in sorted(rows)])
