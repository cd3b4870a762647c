"""What players do, and what it changed, in English and French."""

import re
import unicodedata
from typing import Literal

from aiguillage.boards import Board, Ticket, Track, load_board
from aiguillage.game import Action
from aiguillage.game.words import list_words
from aiguillage.titles import titles

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
NO_BREAK = "\u00a0"
"""The space before high signs in French."""

COLOURS = {
    "red": "rouge",
    "blue": "bleue",
    "green": "verte",
    "yellow": "jaune",
    "orange": "orange",
    "white": "blanche",
    "black": "noire",
    "purple": "violette",
    "pink": "rose",
}
"""Of a card, in French."""

WILDS: dict[Language, dict[str, tuple[str, str]]] = {
    "en": {
        "train": ("a locomotive", "locomotives"),
        "tram": ("a bike", "bikes"),
        "bus": ("a joker bus", "joker buses"),
        "cart": ("a joker", "jokers"),
    },
    "fr": {
        "train": ("une locomotive", "locomotives"),
        "tram": ("un vélo", "vélos"),
        "bus": ("un autobus", "autobus"),
        "cart": ("un joker", "jokers"),
    },
}
"""One wild card and several, by what rolls: the words of the page."""

VERDICTS = {
    "en": {"good": "good", "inaccuracy": "inaccuracy", "mistake": "mistake", "blunder": "blunder"},
    "fr": {"good": "bon coup", "inaccuracy": "imprécision", "mistake": "erreur", "blunder": "gaffe"},
}
PART_WORDS = {
    "en": {
        "dealt": "dealt",
        "drawn": "drew",
        "tickets": "tickets drawn",
        "tunnels": "tunnels",
        "played": "played",
        "others": "the others’ choices",
        "their_luck": "the others’ luck",
        "rest": "rest",
    },
    "fr": {
        "dealt": "donne",
        "drawn": "pioche",
        "tickets": "billets tirés",
        "tunnels": "tunnels",
        "played": "jeu",
        "others": "choix des autres",
        "their_luck": "chance des autres",
        "rest": "reste",
    },
}


def seat_name(seat: int, names: list[str] | None, language: Language) -> str:
    """How a player is called."""
    if names is not None:
        return names[seat]
    return f"seat {seat}" if language == "en" else f"la place {seat}"


def board_name(board: Board, language: Language) -> str:
    """A title by its name in the language; an edited board keeps its own."""
    title = titles().get(board.id)
    if title is None or board.name != load_board(board.id).name:
        return board.name
    return str(title.about[language]["name"])


def action_words(board: Board, action: Action, language: Language) -> str:
    """`claims Paris – Zürich`: what a player does by an action."""
    return _english(board, action) if language == "en" else _french(board, action)


def _english(board: Board, action: Action) -> str:
    data = action.data
    match action.kind:
        case "take":
            return f"takes {_card(board, data['colour'], 'en')}"
        case "blind":
            return "draws from the deck"
        case "tickets":
            return "draws tickets"
        case "keep":
            return f"keeps {_tickets(board, data['tickets'], 'en') or 'no ticket'}"
        case "claim":
            return f"claims {_route(board, data['track'], 'en')}"
        case "pay":
            return f"pays {_cards(board, data['cards'], 'en')}"
        case "station":
            return f"builds a station in {place_name(board, data['place'], 'en')}"
        case "decline":
            return "gives up the tunnel" if _has_tunnels(board) else "keeps no card"
        case "keep-card":
            return "keeps a card for the flag"
        case "enough":
            return "takes no second card"
        case "place":
            return f"places {_placed(board, action, 'en')}"
        case "complete":
            return f"completes {_tickets(board, data['tickets'], 'en')}"
    return "passes"


def _french(board: Board, action: Action) -> str:
    data = action.data
    match action.kind:
        case "take":
            return f"prend {_card(board, data['colour'], 'fr')}"
        case "blind":
            return "pioche une carte"
        case "tickets":
            return "tire des billets"
        case "keep":
            kept = _tickets(board, data["tickets"], "fr")
            return f"garde {kept}" if kept else "ne garde aucun billet"
        case "claim":
            return f"prend {_route(board, data['track'], 'fr')}"
        case "pay":
            return f"paie {_cards(board, data['cards'], 'fr')}"
        case "station":
            return f"bâtit une gare à {place_name(board, data['place'], 'fr')}"
        case "decline":
            return "renonce au tunnel" if _has_tunnels(board) else "ne garde aucune carte"
        case "keep-card":
            return "garde une carte pour le drapeau"
        case "enough":
            return "ne prend pas de deuxième carte"
        case "place":
            return f"pose {_placed(board, action, 'fr')}"
        case "complete":
            return f"réussit {_tickets(board, data['tickets'], 'fr')}"
    return "passe son tour"


def _has_tunnels(board: Board) -> bool:
    """Whether what is declined is a tunnel, and not a card for the flag."""
    return any(track.tunnel for track in board.tracks)


def place_name(board: Board, place_id: str, language: Language) -> str:
    """A place as the language writes it, where its title says how; an edited board keeps its own name."""
    name = board.place(place_id).name
    title = titles().get(board.id)
    known = title.about.get("places", {}).get(place_id) if title is not None else None
    better = known.get(language) if isinstance(known, dict) else known
    return better if better is not None and _bare(better) == _bare(name) else name


def _bare(text: str) -> str:
    """A name without the signs that plain letters leave out, as web/src/lib/i18n/places.ts compares them."""
    plain = unicodedata.normalize("NFD", text.lower()).replace("ø", "o").replace("sainte", "ste")
    return re.sub("[^a-z]", "", plain)


def _between(board: Board, ends: Track | Ticket, language: Language) -> str:
    return f"{place_name(board, ends.a, language)} – {place_name(board, ends.b, language)}"


def _route(board: Board, track_id: str, language: Language) -> str:
    return _between(board, board.track(track_id), language)


def _tickets(board: Board, ids: list[str], language: Language) -> str:
    names = [_between(board, board.ticket(ticket), language) for ticket in ids]
    return _list(names, language) if names else ""


def _list(words: list[str], language: Language) -> str:
    listed = list_words(words)
    return listed if language == "en" else listed.replace(" and ", " et ")


def _wild(board: Board, language: Language) -> tuple[str, str]:
    words = WILDS[language]
    return words.get(board.piece_names.get("main", "train"), words["cart"])


def _card(board: Board, colour: str, language: Language) -> str:
    """One card with its article."""
    if colour == "wild":
        return _wild(board, language)[0]
    if language == "fr":
        return f"une carte {COLOURS[colour]}"
    return f"{'an' if colour == 'orange' else 'a'} {colour} card"


def _cards(board: Board, cards: dict[str, int], language: Language) -> str:
    return _list([f"{count} {_many(board, colour, count, language)}" for colour, count in cards.items()], language)


def _many(board: Board, colour: str, count: int, language: Language) -> str:
    if colour == "wild":
        one, many = _wild(board, language)
        return many if count > 1 else one.split(" ", 1)[1]
    if language == "en":
        return colour
    return COLOURS[colour] + ("s" if count > 1 and colour != "orange" else "")


def _placed(board: Board, action: Action, language: Language) -> str:
    """The cards of a placement, or what was named of it."""
    if "cards" in action.data:
        return _cards(board, action.data["cards"], language)
    if "colour" in action.data:
        many = _many(board, action.data["colour"], 2, language)
        return f"{many} cards" if language == "en" else f"des cartes {many}"
    return "three cards of different colours" if language == "en" else "trois cartes de couleurs différentes"


def percent(share: float, language: Language) -> str:
    """`43%`, and `43 %` in French."""
    return f"{100 * share:.0f}{'' if language == 'en' else NO_BREAK}%"


def loss_words(win: float, points: float, language: Language) -> str:
    """`8% and 6.9 points`, `8 % et 6,9 points`: the chance and the points that were lost, if they were."""
    lost = [percent(win, language)] if round(100 * win) > 0 else []
    if round(points, 1) > 0:
        number = f"{points:.1f}"
        unit = "point" if language == "fr" and points < 2 else "points"
        lost.append(f"{number if language == 'en' else number.replace('.', ',')} {unit}")
    return (" and " if language == "en" else " et ").join(lost) or "–"


def figure(points: float) -> str:
    """`3`, `−3`, `0`."""
    return str(round(points)).replace("-", "−")


def signed(points: int) -> str:
    """`+3`, `−3`, `0`."""
    return f"+{points}" if points > 0 else figure(points)


def with_margin(points: int, margin: int) -> str:
    """`+3 ±2`; nothing is said of what is certain."""
    return f"{signed(points)}{NO_BREAK}±{margin}" if margin else signed(points)


def sentence(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[0].upper() + words[1:]
