"""What a reader may not know, found without asking the code that redacts.

After a game its log is replayed entry by entry. At each entry the true state says which tickets a reader has
been shown so far; seeds, keys, tokens and their hashes are secret for everybody until the game is over. Whatever
a reader received is then searched for the rest, as raw text and, for cards, by structure.
"""

import hashlib
import json
from typing import Any

from aiguillage.server.store.rows import Entry, Header
from aiguillage.server.tables.course import Course

# The fields that an event may have for those it does not belong to; everything else would be a leak.
PUBLIC_FIELDS = {
    "blind": set(),
    "choose": set(),
    "keep": {"count", "offered"},
    "draw-tickets": {"count"},
}
COLOURS = ("red", "blue", "green", "yellow", "orange", "white", "black", "purple", "pink", "wild")


class Search:
    """The secrets of one finished game, entry by entry."""

    def __init__(self, header: Header, entries: list[Entry], tokens: dict[int, str]) -> None:
        self.header = header
        self.entries = entries
        self.tokens = tokens
        self.seats = len(header.seats)
        course = Course.replay(header, [])
        self.board = course.board
        tracks = {track.id for track in self.board.tracks}
        # A ticket whose name is also (part of) a track's name proves nothing when it is found.
        self.tickets = [ticket for ticket in self.board.tickets if not any(ticket.id in track for track in tracks)]
        self.shown: dict[int, list[set[str]]] = {}  # by entry, then seat: tickets it has been shown so far
        self.told: dict[int, set[str]] = {}  # by entry: tickets completed so far, which everybody has seen (C16)
        self.hands: dict[int, list[dict[str, int]]] = {}
        known: list[set[str]] = [set() for _ in range(self.seats)]
        for entry in entries:
            course.apply(entry)
            state = course.game.kernel_state()
            for seat in range(self.seats):
                known[seat] |= self._tickets_of(state, seat)
            self.shown[entry.sequence] = [set(tickets) for tickets in known]
            self.told[entry.sequence] = self._completed(state)
            self.hands[entry.sequence] = [self._hand(state, seat) for seat in range(self.seats)]
        self.end = entries[-1].sequence
        assert course.game.over

    def _tickets_of(self, state: Any, seat: int) -> set[str]:
        held = [number for number in range(len(self.board.tickets)) if state.ticket_at[number] == seat]
        offered = [int(number) for number in state.offer[seat, : state.offer_n[seat]]]
        return {self.board.tickets[number].id for number in (*held, *offered)}

    def _completed(self, state: Any) -> set[str]:
        if self.board.family != "cards":
            return set()
        return {ticket.id for number, ticket in enumerate(self.board.tickets) if state.done_by[number] >= 0}

    def _hand(self, state: Any, seat: int) -> dict[str, int]:
        kinds = {name: number for number, name in enumerate(self.board.colours)} | {"wild": 8}
        return {name: int(state.hand[seat, kind]) for name, kind in kinds.items() if state.hand[seat, kind]}

    def secret_words(self, reader: int | None) -> list[str]:
        """Texts that nobody (or nobody but their owner) may read before the end."""
        assert self.header.deal is not None
        words = [str(self.header.deal), f"{self.header.deal:032x}"]
        for entry in self.entries:
            if entry.key is not None:
                words += [str(entry.key), f"{entry.key:032x}"]
        for seat in self.header.seats:
            if seat.owner is not None:
                words.append(seat.owner.hex())
        for seat_number, token in self.tokens.items():
            words.append(hashlib.sha256(token.encode()).hexdigest())
            if seat_number != reader:
                words.append(token)
        return words

    def check_text(self, text: str, sequence: int, reader: int | None, what: str = "") -> None:
        """Anything a reader got before the end: raw text."""
        for word in self.secret_words(reader):
            assert word not in text, f"a key or token leaked to {reader} {what}"
        known = set(self.told.get(sequence, ()))
        if reader is not None and sequence in self.shown:
            known |= self.shown[sequence][reader]
        for ticket in self.tickets:
            if ticket.id not in known:
                assert ticket.id not in text, f"ticket {ticket.id} leaked to {reader} {what}"
                name = f"{self.board.place(ticket.a).name} – {self.board.place(ticket.b).name}"
                assert name not in text, f"ticket {name} leaked to {reader} {what}"

    def check_frame(self, text: str, reader: int | None) -> bool:
        """One frame of a WebSocket; whether it could be checked (it came before the end)."""
        frame = json.loads(text)
        sequence = frame.get("sequence", self.end - 1)
        if sequence >= self.end:
            return False
        self.check_text(text, max(1, sequence), reader, frame["type"])
        for event in [*frame.get("events", []), *(frame.get("log") or [])]:
            self._check_event(event, reader)
        for event in frame["events"] if frame["type"] == "hello" else frame.get("log") or []:
            self._check_logged(event)
        if frame["type"] == "view":
            self._check_view(frame["view"], frame["seat"], sequence)
        return True

    def _check_event(self, event: dict[str, Any], reader: int | None) -> None:
        if event["seat"] == reader or event["kind"] not in PUBLIC_FIELDS:
            return
        extra = set(event) - {"kind", "seat", "text"} - PUBLIC_FIELDS[event["kind"]]
        assert not extra, f"{event['kind']} tells others {extra}"
        assert not any(colour in event["text"].split() for colour in COLOURS), event

    def _check_logged(self, event: dict[str, Any]) -> None:
        """A log that can be looked up has of cards on their way on track only their number (C6)."""
        if event["kind"] in ("place", "robbed", "on-track") and not self.header.options.look_on_track:
            assert set(event) == {"kind", "seat", "text", "count"}
            assert not any(colour in event["text"].split() for colour in COLOURS), event

    def _check_view(self, view: dict[str, Any], reader: int | None, sequence: int) -> None:
        if reader is None:
            assert view["hand"] == {}
            assert view["tickets"] == []
            assert view["offer"] == []
            assert view["legal"] == []
            waiting = {"*": {"rule": "T1", "code": "turn"}}
            assert view["refusals"] == ({} if view["phase"] == "over" else waiting)
        else:
            assert view["hand"] == self.hands[sequence][reader]
        for player in view["players"]:
            hand = self.hands[sequence][player["seat"]]
            assert player["cards"] == sum(hand.values())
            if view["phase"] != "completion" or not player["seat"] == reader == view["actor"]:
                assert player["on_track_cards"] is None
            if player["seat"] != reader:
                # What everybody has seen being taken is public; it must be there, and not be all there is to know
                # unless everything was seen.
                assert all(hand.get(colour, 0) >= count for colour, count in player["shown"].items())
