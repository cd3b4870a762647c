"""What must fit together across the sections of a board file, and into the kernel's records."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from aiguillage.boards.board import GREY, WILD, Board, Track
from aiguillage.boards.fields import BoardError, nearest
from aiguillage.rules.cardgame_state import CARD_SEATS, MAX_CITIES, MAX_SAME, MAX_WILDS
from aiguillage.rules.numbers import COLOURS, MAX_OFFER, MAX_PLACES, MAX_TICKETS, MAX_TRACKS

MARKET = 5  # cards face up


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


def check_board(board: Board, file: str) -> None:
    """Raise `BoardError` for the first thing that does not fit."""
    check = _Check(board, file)
    check.sizes()
    check.cards()
    check.opening()
    if board.family == "board":
        check.tracks()
        check.connections()
        check.goods()
        check.flag()
        check.stations()
    else:
        check.card_sizes()
        check.asked_cards()


class _Check:
    def __init__(self, board: Board, file: str) -> None:
        self.board = board
        self.file = file

    def fail(self, item: str, reason: str) -> BoardError:
        return BoardError(self.file, item, reason)

    def sizes(self) -> None:
        """The kernel's records have fixed sizes."""
        board = self.board
        for section, things, most in (
            ("[places]", len(board.places), MAX_PLACES),
            ("[routes]", len(board.tracks), MAX_TRACKS),
            ("[tickets]", len(board.tickets), MAX_TICKETS),
            ("[cards] colours", len(board.colours), COLOURS),
        ):
            if things > most:
                raise self.fail(section, f"there are {things}; {most} are the most that can be played with")
        self.unique("place", board.places)
        self.unique("route", board.tracks)
        self.unique("ticket", board.tickets)

    def unique(self, noun: str, things: Sequence[_HasId]) -> None:
        """Two different pairs of places could still make the same id: a-b with c, a with b-c."""
        for thing_id, count in Counter(thing.id for thing in things).items():
            if count > 1:
                raise self.fail(f"{noun} {thing_id}", "this id is made twice; give one of the places another id")

    def cards(self) -> None:
        """Enough cards for the largest table and a full market."""
        board = self.board
        seats = board.max_seats
        wild = board.deal_wild * seats
        if wild > board.cards[WILD]:
            raise self.fail("[cards]", f"{seats} players are dealt {wild} wild cards; there are {board.cards[WILD]}")
        need = (board.deal + board.deal_wild) * seats + MARKET
        total = sum(board.cards.values())
        if need > total:
            raise self.fail("[cards]", f"{seats} players and the market need {need} cards; there are {total}")

    def opening(self) -> None:
        """Enough tickets for the largest table, and an offer that the kernel can hold."""
        board, opening = self.board, self.board.opening
        item = "[tickets] opening"
        dealt = opening.long + opening.regular
        if dealt > MAX_OFFER:
            raise self.fail(item, f"{dealt} tickets are dealt to each player; {MAX_OFFER} are the most")
        if opening.keep > dealt:
            raise self.fail(item, f"'keep' is {opening.keep}, but only {dealt} are dealt")
        if board.draw_tickets > MAX_OFFER:
            raise self.fail("[tickets]", f"'draw' is {board.draw_tickets}; {MAX_OFFER} are the most")
        long = sum(ticket.long for ticket in board.tickets)
        for noun, each, have in (
            ("long", opening.long, long),
            ("regular", opening.regular, len(board.tickets) - long),
        ):
            if each * board.max_seats > have:
                need = f"{board.max_seats} players are dealt {each * board.max_seats} {noun} tickets"
                raise self.fail(item, f"{need}; there are {have}")
        if long and not opening.long:
            raise self.fail(item, f"there are {long} long tickets, but none is dealt")

    def tracks(self) -> None:
        """Every route can be paid for and claimed."""
        board = self.board
        if not board.tracks:
            raise self.fail("[routes]", "there are none")
        for track in board.tracks:
            item = f"route {track.id}"
            if track.colour != GREY and track.colour not in board.colours:
                known = ", ".join(board.colours)
                raise self.fail(item, f"no card is {track.colour!r} (cards: {known})")
            if track.piece not in board.pieces:
                raise self.fail(item, f"it takes a {track.piece}, but [pieces] has none")
            if track.spaces > board.pieces[track.piece]:
                have = board.pieces[track.piece]
                raise self.fail(item, f"it takes {track.spaces} pieces; a player has {have}")
            self.ferry(track, item)

    def ferry(self, track: Track, item: str) -> None:
        """A ferry is grey and asks for some of its cards to be wild (F1)."""
        if not track.ferry:
            return
        if track.ferry > track.cost:
            raise self.fail(item, f"'ferry' asks for {track.ferry} wild cards; the route takes {track.cost} cards")
        if track.colour != GREY:
            raise self.fail(item, f"a ferry is grey (F1); this one is {track.colour}")
        if track.tunnel:
            raise self.fail(item, "no rule says how to pay for a tunnel that is also a ferry")
        if track.ferry > self.board.cards[WILD]:
            raise self.fail(item, f"'ferry' asks for {track.ferry} wild cards; there are {self.board.cards[WILD]}")

    def connections(self) -> None:
        """Every place has a route, and every ticket can be completed."""
        board = self.board
        group = {place.id: place.id for place in board.places}

        def root(place: str) -> str:
            while group[place] != place:
                place = group[place]
            return place

        for track in board.tracks:
            group[root(track.a)] = root(track.b)
        served = {end for track in board.tracks for end in (track.a, track.b)}
        for place in board.places:
            if place.id not in served:
                raise self.fail(f"place {place.id}", "no route goes there")
        for ticket in board.tickets:
            if root(ticket.a) != root(ticket.b):
                raise self.fail(f"ticket {ticket.id}", "no chain of routes joins its two places")

    def goods(self) -> None:
        """Merchandise: a supply, routes that give it, and a table of its points (M1-M3)."""
        board = self.board
        carts = any(track.carts for track in board.tracks)
        given = {
            "[pieces] goods": board.goods > 0,
            "[bonus] goods": bool(board.goods_points),
            "routes with carts": carts,
        }
        if not any(given.values()):
            return
        for item, there in given.items():
            if not there:
                others = " and ".join(other for other, present in given.items() if present)
                raise self.fail(item, f"missing, though there is {others}")
        for seats in range(board.min_seats, board.max_seats + 1):
            ranks = board.goods_points.get(seats)
            if ranks is None:
                raise self.fail("[bonus] goods", f"no entry for {seats} players")
            if len(ranks) != seats:
                raise self.fail("[bonus] goods", f"the entry for {seats} players has {len(ranks)} ranks, not {seats}")
        for seats in board.goods_points:
            if not board.min_seats <= seats <= board.max_seats:
                raise self.fail("[bonus] goods", f"an entry for {seats} players, who cannot play this game")

    def flag(self) -> None:
        """The flag has three different colours of this game's cards (P2, P3)."""
        board = self.board
        if not board.flag_points:
            return
        item = "[bonus] flag"
        if len(set(board.flag_colours)) != 3 or len(board.flag_colours) != 3:
            raise self.fail(item, f"a flag has three different colours, not {list(board.flag_colours)}")
        for colour in board.flag_colours:
            if colour not in board.colours:
                raise self.fail(item, f"no card is {colour!r}{nearest(colour, board.colours)}")

    def stations(self) -> None:
        """Station points and the station tie-break need stations (G4, E4)."""
        board = self.board
        if board.station_points and not board.stations:
            raise self.fail("[bonus] station", "points for stations, but [pieces] has no 'stations'")
        if "stations" in board.ties and not board.stations:
            raise self.fail("[bonus] ties", "stations decide ties, but [pieces] has no 'stations'")

    def card_sizes(self) -> None:
        """The records of the Card Game are smaller than those of the board games."""
        board = self.board
        for item, count, most in (
            ("[players] max", board.max_seats, CARD_SEATS),
            *(("[cards] colours " + colour, board.cards[colour], MAX_SAME) for colour in board.colours),
            ("[cards] wild", board.cards[WILD], MAX_WILDS),
            ("[bonus] cities", len(board.bonuses), MAX_CITIES),
        ):
            if count > most:
                raise self.fail(item, f"there are {count}; {most} are the most that can be played with")

    def asked_cards(self) -> None:
        """The Card Game's tickets ask for cards that exist."""
        for ticket in self.board.tickets:
            item = f"ticket {ticket.id}"
            for colour, count in ticket.cards.items():
                if colour not in self.board.colours:
                    raise self.fail(item, f"no card is {colour!r}{nearest(colour, self.board.colours)}")
                if count > self.board.cards[colour]:
                    raise self.fail(item, f"it asks for {count} {colour}; there are {self.board.cards[colour]}")
