"""An analysis as one HTML file that needs nothing else: story, graph of chances, luck and skill, choices."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from aiguillage import __version__
from aiguillage.analysis.analyst import Analysis, Decision
from aiguillage.analysis.luck import PARTS, margins, whole_points
from aiguillage.analysis.words import (
    PART_WORDS,
    VERDICTS,
    Language,
    action_words,
    board_name,
    figure,
    percent,
    seat_name,
    with_margin,
)
from aiguillage.arena.fonts import font_faces
from aiguillage.arena.plots import LIVERIES, emblem
from aiguillage.arena.report import MARK
from aiguillage.boards.svg import tag, text
from aiguillage.game import Game

WIDTH, HEIGHT = 960, 320
LEFT, BOTTOM = 56, 12

STYLE = """
header { padding-bottom: 12px; }
.choices { padding-right: 14px; }
.choices :is(th, td):nth-child(-n+4) { text-align: left; white-space: normal; }
"""

WORDS = {
    "en": {
        "analysis": "analysis",
        "chances": "Chances of winning",
        "chances-note": "With hands and tickets open, and only what is to come unknown; rings are turning points.",
        "luck": "Luck and skill",
        "luck-note": "In points, compared with the planner’s play; start and parts add up to the result. "
        "After ±: how far off a part may be, with 95\u00a0% certainty.",
        "choices": "Choices",
        "choices-note": "Judged by what each player knew; blamed only where the loss is more than chance.",
        "heads": "no.|who|did|better|chance|points|verdict",
        "start": "start",
        "result": "result",
        "made": "Analysed with {} play-outs per decision and seed {} by Aiguillage {}.",
    },
    "fr": {
        "analysis": "analyse",
        "chances": "Chances de gagner",
        "chances-note": "Mains et billets découverts, la suite inconnue\u00a0; les anneaux marquent les tournants.",
        "luck": "Chance et adresse",
        "luck-note": "En points, comparé au jeu du planificateur\u00a0; départ et parts font le résultat. "
        "Après ±\u00a0: la marge d’erreur, à 95\u00a0%.",
        "choices": "Choix",
        "choices-note": "Jugés d’après ce que chacun savait, et blâmés si la perte dépasse le hasard.",
        "heads": "nᵒ|qui|a fait|mieux|chances|points|verdict",
        "start": "départ",
        "result": "résultat",
        "made": "Analysé avec {} parties simulées par décision et la graine {} par Aiguillage {}.",
    },
}


def page(game: Game, result: Analysis, language: Language) -> str:
    """The HTML text of the page."""
    style = files("aiguillage.arena").joinpath("report.css").read_text(encoding="utf-8")
    words, head = WORDS[language], result.head
    name = escape(board_name(game.board, language))
    story = " ".join(escape(sentence) for sentence in result.summary.story[language])
    sections = [
        _section(words["chances"], words["chances-note"], chance_plot(result, language)),
        _section(words["luck"], words["luck-note"], _luck(result, language)),
        _section(words["choices"], words["choices-note"], _choices(game, result.decisions, head["names"], language)),
    ]
    made = words["made"].format(head["playouts"], head["seed"], __version__)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{name}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{font_faces()}{style}{STYLE}</style></head><body>"
        f"<header><div class='in'><p class='house'>{MARK}Aiguillage · {words['analysis']}</p>"
        f"<h1>{name}</h1><p class='sign'>{story}</p></div></header>"
        f"<main>{''.join(sections)}</main><footer><p>{escape(made)}</p></footer></body></html>\n"
    )


def _section(name: str, note: str, content: str) -> str:
    return f"<section><h2>{escape(name)}</h2><p class='note'>{escape(note)}</p>{content}</section>"


def chance_plot(result: Analysis, language: Language) -> str:
    """Every seat's chance over the game, a line each, and a ring at every turning point."""
    seats, names = result.head["seats"], result.head["names"]
    lines = [[one.open[seat].win.value for one in result.decisions] for seat in range(seats)]
    for seat, line in enumerate(lines):
        line.append(1.0 / len(result.head["winners"]) if seat in result.head["winners"] else 0.0)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        parts.append(tag("path", d=f"M{LEFT} {y:.1f}H{WIDTH}", stroke="currentColor", stroke_width=0.5, opacity="0.4"))
        parts.append(text(percent(share, language), LEFT - 6, y + 5, 14, text_anchor="end", fill="currentColor"))
    count = len(result.decisions)
    for seat, line in enumerate(lines):
        ink = LIVERIES[seat % len(LIVERIES)][0]
        points = " ".join(f"{_x(number, count):.1f},{_y(share):.1f}" for number, share in enumerate(line))
        parts.append(tag("polyline", points=points, fill="none", stroke=ink, stroke_width=2.5))
    for point in result.summary.turning_points:
        ink = LIVERIES[point.seat % len(LIVERIES)][0]
        share = lines[point.seat][point.number]
        ring = {"cx": _x(point.number, count), "cy": _y(share), "r": 6}
        parts.append(tag("circle", **ring, fill="none", stroke=ink, stroke_width=2.5))
    legend = "".join(
        f'<span class="name">{emblem(seat)}{escape(seat_name(seat, names, language))}</span> ' for seat in range(seats)
    )
    drawn = tag("svg", *parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=WORDS[language]["chances"])
    return f'<p class="legend">{legend}</p><div class="wide" tabindex="0">{drawn}</div>'


def _x(number: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT) * number / max(1, count)


def _y(share: float) -> float:
    return 10 + (HEIGHT - BOTTOM - 10) * (1.0 - share)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], kind: str) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>' for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide {kind}" tabindex="0">{table}</div>'


def _luck(result: Analysis, language: Language) -> str:
    names, words = result.head["names"], WORDS[language]
    headings = ["", words["start"], *(PART_WORDS[language][part] for part in PARTS), words["result"]]
    rows = []
    for seat, accounts in enumerate(result.summary.luck):
        account = accounts["points"]
        whole = whole_points(account)
        start = round(account.result) - sum(whole.values())
        doubt = margins(account)
        cells = [with_margin(whole[part], doubt[part]) for part in PARTS]
        name = f'<span class="name">{emblem(seat)}{escape(seat_name(seat, names, language))}</span>'
        rows.append([name, figure(start), *cells, f"<b>{figure(account.result)}</b>"])
    return _table(headings, rows, "")


def _choices(game: Game, decisions: list[Decision], names: list[str] | None, language: Language) -> str:
    rows = []
    for one in decisions:
        if not one.forced:
            better = "" if one.word == "good" else escape(action_words(game.board, one.best, language))
            rows.append(
                [
                    str(one.number),
                    escape(seat_name(one.seat, names, language)),
                    escape(action_words(game.board, one.action, language)),
                    better,
                    percent(one.after[one.seat].win.value, language),
                    figure(one.after[one.seat].points.value),
                    escape(VERDICTS[language][one.word]),
                ]
            )
    return _table(WORDS[language]["heads"].split("|"), rows, "long choices")
