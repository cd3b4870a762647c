"""What players do, and what it changed, in English and French."""

from typing import Literal

from aiguillage.boards import Board
from aiguillage.game import Action
from aiguillage.game.words import cards_words, list_words

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

COLOURS = {
    "red": "rouge",
    "blue": "bleu",
    "green": "vert",
    "yellow": "jaune",
    "orange": "orange",
    "white": "blanc",
    "black": "noir",
    "purple": "violet",
    "pink": "rose",
    "wild": "joker",
}
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
        "others": "the others' choices",
        "their_luck": "the others' luck",
        "rest": "rest",
    },
    "fr": {
        "dealt": "donne",
        "drawn": "pioche",
        "tickets": "objectifs piochés",
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
    return f"seat {seat}" if language == "en" else f"place {seat}"


def action_words(board: Board, action: Action, language: Language) -> str:
    """`claims Paris – Zürich`: what a player does by an action."""
    return _english(board, action) if language == "en" else _french(board, action)


def _english(board: Board, action: Action) -> str:
    data = action.data
    match action.kind:
        case "take":
            return f"takes {data['colour']}"
        case "blind":
            return "draws from the deck"
        case "tickets":
            return "draws tickets"
        case "keep":
            return f"keeps {_tickets(board, data['tickets'], 'en') or 'no ticket'}"
        case "claim":
            return f"claims {_route(board, data['track'])}"
        case "pay":
            return f"pays {cards_words(data['cards'])}"
        case "station":
            return f"builds a station in {board.place(data['place']).name}"
        case "decline":
            return "declines"
        case "keep-card":
            return "keeps a card for the flag"
        case "enough":
            return "takes no second card"
        case "place":
            return f"places {action.text.removeprefix('place ')}"
        case "complete":
            return f"completes {_tickets(board, data['tickets'], 'en')}"
    return "passes"


def _french(board: Board, action: Action) -> str:
    data = action.data
    match action.kind:
        case "take":
            return f"prend une carte {COLOURS[data['colour']]}"
        case "blind":
            return "pioche une carte"
        case "tickets":
            return "pioche des objectifs"
        case "keep":
            kept = _tickets(board, data["tickets"], "fr")
            return f"conserve {kept}" if kept else "ne conserve aucun objectif"
        case "claim":
            return f"prend {_route(board, data['track'])}"
        case "pay":
            return f"paie {_cards(data['cards'])}"
        case "station":
            return f"construit une gare à {board.place(data['place']).name}"
        case "decline":
            return "renonce"
        case "keep-card":
            return "garde une carte pour le drapeau"
        case "enough":
            return "ne prend pas de deuxième carte"
        case "place":
            words = action.text.removeprefix("place ").split()
            return f"pose {' '.join(COLOURS.get(word, word.replace('three', 'trois')) for word in words)}"
        case "complete":
            return f"termine {_tickets(board, data['tickets'], 'fr')}"
    return "passe"


def _route(board: Board, track_id: str) -> str:
    track = board.track(track_id)
    return f"{board.place(track.a).name} – {board.place(track.b).name}"


def _tickets(board: Board, ids: list[str], language: Language) -> str:
    tickets = [board.ticket(ticket) for ticket in ids]
    names = [f"{board.place(ticket.a).name} – {board.place(ticket.b).name}" for ticket in tickets]
    if not names:
        return ""
    words = list_words(names)
    return words if language == "en" else words.replace(" and ", " et ")


def _cards(cards: dict[str, int]) -> str:
    return list_words([f"{count} {COLOURS[colour]}" for colour, count in cards.items()]).replace(
        " and ", " et "
    )


def percent(share: float) -> str:
    """`43 %`."""
    return f"{100 * share:.0f}\u00a0%"


def sentence(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[0].upper() + words[1:]
