"""Tables laid out by hand, for tests: what is named lies where it is named, everything else is conserved.

`lay_out("europe", hands={0: "4 red 1 wild"}, deck="3 blue", rest=1)` is a game where seat 0 has five cards,
the deck holds three blue ones, and all other cards are with seat 1. A deck of one kind leaves no chance.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from aiguillage.boards import Board, load_board
from aiguillage.game import Game, Outcome
from aiguillage.game.position import fill

Texts = Mapping[int, str]
Lists = Mapping[int, Sequence[str]]

ALL_BUT_THREE_PIECES = (
    *("petrograd-stockholm", "budapest-kyiv", "palermo-smyrna", "athina-brindisi", "barcelona-marseille"),
    *("berlin-danzig", "bucuresti-kyiv", "bucuresti-sevastopol", "angora-constantinople"),
)
"""Routes of Europe that leave who has them three pieces."""


def cards(text: str) -> Counter[str]:
    """`4 red 1 wild` as counts."""
    words = text.split()
    return Counter({colour: int(count) for count, colour in zip(words[::2], words[1::2], strict=True)})


def lay_out(
    game: str | Board,
    seats: int = 2,
    *,
    actor: int = 0,
    phase: str = "turn",
    hands: Texts | None = None,
    shown: Texts | None = None,
    market: str | None = None,
    deck: str = "",
    discard: str = "",
    rest: str | int = "deck",
    claims: Lists | None = None,
    stations: Lists | None = None,
    tickets: Lists | None = None,
    ticket_deck: Sequence[str] | None = None,
    offer: Lists | None = None,
    flag: Lists | None = None,
    flags: Mapping[int, int] | None = None,
    goods: Mapping[int, int] | None = None,
    unsettled: bool = False,
    **fields: Any,
) -> Game:
    """A game from this position. `rest` is where the cards go that are not named: deck, discard or a seat.

    `unsettled`: a row that no turn leaves like that, to see what becomes of it.

    Tickets that are not named lie in the deck, or with the last seat if the deck is named.
    """
    board = game if isinstance(game, Board) else load_board(game)
    position = {
        "game": board.id,
        "phase": phase,
        "actor": actor,
        "claims": {track: seat for seat, tracks in (claims or {}).items() for track in tracks},
        "stations": {place: seat for seat, places in (stations or {}).items() for place in places},
        "random": "0000000000000001",
        **_cards(board, seats, hands or {}, market, deck, discard, rest, flag or {}, fields.get("pending")),
        **fields,
    }
    hand = position.pop("hands")
    kept, position["ticket_deck"] = _tickets(board, seats, tickets or {}, ticket_deck, offer or {})
    position["seats"] = []
    for seat in range(seats):
        own = _built(board, (claims or {}).get(seat, []), (stations or {}).get(seat, []))
        own |= {
            "hand": dict(hand[seat]),
            "shown": dict(cards((shown or {}).get(seat, ""))),
            "tickets": kept[seat],
            "offer": list((offer or {}).get(seat, [])),
            "goods": (goods or {}).get(seat, own["goods"]),
            "flag": list((flag or {}).get(seat, [])),
            "flags": (flags or {}).get(seat, 0),
        }
        position["seats"].append(own)
    if unsettled:
        unchecked = Game.new(board, seats)
        fill(board, unchecked._state, position)
        return unchecked
    return Game.from_position(position, board)


def _built(board: Board, tracks: Sequence[str], stations: Sequence[str]) -> dict[str, Any]:
    """What a seat has left, and the goods that it has drawn, if it has built these."""
    own = [board.track(track) for track in tracks]
    return {
        "pieces": [
            board.pieces.get(kind, 0) - sum(track.spaces for track in own if track.piece == kind)
            for kind in ("main", "subway")
        ],
        "stations": board.stations - len(stations),
        "goods": sum(track.carts for track in own if board.goods),
    }


def _cards(
    board: Board,
    seats: int,
    hands: Texts,
    market: str | None,
    deck: str,
    discard: str,
    rest: str | int,
    flag: Lists,
    pending: Mapping[str, Any] | None,
) -> dict[str, Any]:
    row = (market if market is not None else " ".join(board.colours[:5])).split()
    lies = {"deck": cards(deck), "discard": cards(discard)}
    held = [cards(hands.get(seat, "")) for seat in range(seats)]
    named: Counter[str] = sum([*lies.values(), *held], Counter(card for card in row if card != "-"))
    for colours in flag.values():
        named.update(colours)
    if pending:
        named.update(card for card in pending.get("revealed", []) if card)
        named[pending.get("laid_colour") or "wild"] += pending.get("laid", 0) - pending.get("laid_wild", 0)
        named["wild"] += pending.get("laid_wild", 0)
    left = Counter(board.cards)
    left.subtract(named)
    assert min(left.values()) >= 0, f"more cards named than there are: {left}"
    (held[rest] if isinstance(rest, int) else lies[rest]).update(+left)
    return {
        "market": [None if card == "-" else card for card in row],
        "deck": dict(+lies["deck"]),
        "discard": dict(+lies["discard"]),
        "hands": [+hand for hand in held],
    }


def _tickets(
    board: Board, seats: int, tickets: Lists, ticket_deck: Sequence[str] | None, offer: Lists
) -> tuple[list[list[str]], list[str]]:
    kept = [list(tickets.get(seat, [])) for seat in range(seats)]
    gone = {ticket for some in [*kept, *offer.values()] for ticket in some} | set(ticket_deck or [])
    free = [ticket.id for ticket in board.tickets if not ticket.long and ticket.id not in gone]
    for own in kept:
        while len(own) < board.opening.keep:
            own.append(free.pop())
    if ticket_deck is None:
        return kept, free
    kept[-1].extend(free)
    return kept, list(ticket_deck)


def ending(game: str | Board, seats: int = 2, **layout: Any) -> Game:
    """A game whose last turn is due, however many pieces are left: `settle` ends it."""
    board = game if isinstance(game, Board) else load_board(game)
    return lay_out(replace(board, end_trigger=99), seats, last_turns=1, **layout)


def settle(game: Game) -> Outcome:
    """Draw two cards, which ends a game made by `ending`, and count."""
    game.play("blind")
    game.play("blind")
    return game.outcome()


def scarce_board(title: str, seats: int, chance: random.Random) -> Board:
    """A title with most of its box taken away."""
    board = load_board(title)
    start = chance.randrange(len(board.tracks))
    tracks = [board.tracks[(start + i) % len(board.tracks)] for i in range(chance.randint(2, 14))]
    names = {track.id for track in tracks}
    opening = replace(board.opening, long=min(board.opening.long, chance.randint(0, 1)), regular=2, keep=1)
    long = [ticket for ticket in board.tickets if ticket.long][: seats * opening.long]
    regular = [ticket for ticket in board.tickets if not ticket.long]
    cards = {colour: chance.randint(0, 3) for colour in board.colours} | {"wild": chance.randint(0, 5)}
    cards[board.colours[0]] += 2 * seats
    return replace(
        board,
        tracks=tuple(replace(t, twin=t.twin if t.twin in names else None) for t in tracks),
        tickets=(*long, *chance.sample(regular, 2 * seats + chance.randint(0, 4))),
        opening=opening,
        cards=cards,
        deal=chance.randint(0, 2),
        pieces={kind: chance.randint(*((1, 4) if len(board.pieces) > 1 else (3, 9))) for kind in board.pieces},
        stations=min(board.stations, chance.randint(0, 3)),
        goods=min(board.goods, chance.randint(0, 2)),
    )


def texts(game: Game, seat: int | None = None) -> list[str]:
    """The legal actions as texts."""
    return [action.text for action in game.legal_actions(seat)]


def kinds(game: Game) -> set[str]:
    """The kinds of the legal actions."""
    return {action.kind for action in game.legal_actions()}


def hand(game: Game, seat: int) -> dict[str, int]:
    """A seat's cards."""
    return dict(game.position()["seats"][seat]["hand"])


def discards(game: Game) -> dict[str, int]:
    """The discard pile."""
    return dict(game.position()["discard"])


def choose_all(game: Game) -> Game:
    """Every seat keeps all its opening tickets."""
    while game.choosing:
        game.play(game.legal_actions()[-1])
    return game
