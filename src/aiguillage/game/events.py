"""What happened, in words and as data, with a public and a private face."""

from dataclasses import dataclass, field
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.words import cards_words, count_words, list_words
from aiguillage.rules.events import Event as Kind
from aiguillage.rules.state import WILD


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `secret` holds what only `seat` may know, `secret_text` its sentence."""

    kind: str
    seat: int | None
    text: str
    data: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, Any] = field(default_factory=dict)
    secret_text: str = ""

    def to_dict(self, viewer: int | None = None) -> dict[str, Any]:
        """The event as the viewer may see it; None is a spectator."""
        own = viewer is not None and viewer == self.seat
        result = {"kind": self.kind, "seat": self.seat, "text": self.sentence(viewer), **self.data}
        return {**result, **self.secret} if own else result

    def sentence(self, viewer: int | None = None) -> str:
        """What happened, as the viewer may hear it, without the name of the seat."""
        own = viewer is not None and viewer == self.seat
        return self.secret_text if own and self.secret_text else self.text

    def __str__(self) -> str:
        return self.text if self.seat is None else f"seat {self.seat} {self.text}"


def route_name(board: Board, number: int) -> str:
    """`Paris – Zürich`."""
    track = board.tracks[number]
    return f"{board.place(track.a).name} – {board.place(track.b).name}"


def ticket_name(board: Board, ticket_id: str) -> str:
    """`Brest – Marseille`."""
    ticket = board.ticket(ticket_id)
    return f"{board.place(ticket.a).name} – {board.place(ticket.b).name}"


def laid_cards(board: Board, colour: int, count: int, wilds: int) -> dict[str, int]:
    """The cards of a payment by name."""
    cards = {}
    if count > wilds:
        cards[board.colours[colour]] = count - wilds
    if wilds:
        cards["wild"] = wilds
    return cards


def read_event(board: Board, before: Any, row: Any) -> Event:
    """Put one row of the kernel's log into words. `before` is the state that the step found."""
    kind, seat, a, b, c = (int(value) for value in row)
    name = Kind(kind).name.lower().replace("_", "-")
    who = None if seat < 0 else seat

    def card(number: int) -> str:
        return "wild" if number == WILD else board.colours[number]

    match kind:
        case Kind.START:
            return Event(name, who, "has the first turn")
        case Kind.TAKE:
            return Event(name, who, f"takes {card(a)} from the market", {"card": card(a), "slot": b})
        case Kind.BLIND:
            text = f"draws {card(a)} from the deck"
            return Event(name, who, "draws a card from the deck", {}, {"card": card(a)}, text)
        case Kind.TURN_UP:
            return Event(name, None, f"{card(a)} is turned up", {"card": card(a), "slot": b})
        case Kind.FLUSH:
            return Event(name, None, "three wild cards lie face up: the market is replaced")
        case Kind.RESHUFFLE:
            return Event(
                name, None, f"the discards become a new deck of {count_words(a, 'card')}", {"count": a}
            )
        case Kind.DRAW_TICKETS:
            return Event(name, who, f"draws {count_words(a, 'ticket')}", {"count": a})
        case Kind.CHOOSE | Kind.KEEP:
            ids = _kept(board, before, seat, b)
            named = f"keeps {list_words([ticket_name(board, i) for i in ids])}" if ids else "keeps no ticket"
            offered = c if kind == Kind.KEEP else int(before.offer_n[seat])
            text = f"keeps {a} of {count_words(offered, 'ticket')}"
            return Event(name, who, text, {"count": a, "offered": offered}, {"kept": ids}, named)
        case Kind.LAY:
            cards = laid_cards(board, a, b, c)
            return Event(name, who, f"lays down {cards_words(cards)}", {"cards": cards})
        case Kind.REVEAL:
            return Event(name, who, f"turns up {card(a)} in the tunnel", {"card": card(a)})
        case Kind.OWE:
            text = f"owes {count_words(a, 'card')} more" if a else "owes nothing more"
            return Event(name, who, text, {"owed": a})
        case Kind.GIVE_UP:
            text = f"gives up the tunnel {route_name(board, a)} and takes the cards back"
            return Event(name, who, text, {"track": board.tracks[a].id})
        case Kind.CLAIM:
            text = f"claims {route_name(board, a)} for {count_words(b, 'point')}"
            return Event(name, who, text, {"track": board.tracks[a].id, "points": b})
        case Kind.STATION:
            return Event(
                name, who, f"builds a station in {board.places[a].name}", {"place": board.places[a].id}
            )
        case Kind.GOODS:
            return Event(name, who, f"takes a merchandise card and has {a}", {"count": a})
        case Kind.KEEP_CARD:
            return Event(name, who, f"keeps {card(a)} for a flag", {"card": card(a)})
        case Kind.FLAG:
            return Event(name, who, f"completes a flag for {count_words(a, 'point')}", {"points": a})
        case Kind.PASS:
            return Event(name, who, "passes")
        case Kind.LAST_ROUND:
            return Event(name, who, "starts the last round: everybody has one more turn")
        case Kind.ON_TRACK:
            return Event(name, who, f"moves {card(a)} on track", {"card": card(a), "count": b})
        case Kind.PLACE:
            cards = laid_cards(board, a, b, c)
            return Event(
                name, who, f"places {cards_words(cards)} in the yard", {"colour": card(a), "cards": cards}
            )
        case Kind.ROBBED:
            text = f"loses {count_words(b, 'card')} from the {card(a)} column"
            return Event(name, who, text, {"colour": card(a), "count": b})
        case Kind.ROUND:
            return Event(name, None, f"round {a} begins", {"round": a})
        case Kind.COMPLETE:
            text = f"completes {count_words(a, 'ticket')} for {count_words(b, 'point')}"
            return Event(name, who, text, {"count": a, "points": b})
        case Kind.DONE:
            ticket = board.tickets[a].id
            text = f"completes {ticket_name(board, ticket)} for {count_words(b, 'point')}"
            return Event(name, who, text, {"ticket": ticket, "points": b})
        case Kind.BONUS:
            place = board.bonuses[a].place
            text = f"has the bonus of {board.place(place).name} for {count_words(b, 'point')}"
            return Event(name, who, text, {"place": place, "points": b})
    return Event(name, None, "the game is over")


def _kept(board: Board, before: Any, seat: int, mask: int) -> list[str]:
    offer = before.offer[seat, : before.offer_n[seat]]
    return [board.tickets[ticket].id for i, ticket in enumerate(offer) if mask >> i & 1]
