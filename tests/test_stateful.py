"""Any sequence of what a program can do with a game: nothing is lost, nothing leaks, all can be taken up again."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from aiguillage.boards import Board, load_board
from aiguillage.game import Game, GameError
from aiguillage.game.families import family_of
from aiguillage.game.kernels import COMPILED
from aiguillage.rules.state import new_record
from card_invariants import change_unseen, check_card_table, check_view, unseen_tickets
from invariants import change_hidden, check_conserved, copy_of, hidden_tickets

TITLES = ("europe", "amsterdam", "berlin", "paris", "cardgame")
TABLES = [(title, seats) for title in TITLES for seats in (2, 3, 4)]
TABLES += [("europe", 5), ("cardgame", 4)]


class Play(RuleBasedStateMachine):
    """One game, played, looked at, taken back, written down and set up again."""

    game: Game
    board: Board

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 2**63 - 1), first=st.booleans(), look=st.booleans())
    def start(self, table: tuple[str, int], seed: int, first: bool, look: bool) -> None:
        title, seats = table
        self.board = load_board(title)
        self.cards = self.board.family == "cards"
        self.main = getattr(COMPILED, family_of(self.board).module)
        options = {"look": look} if self.cards else {}
        self.game = Game.new(title, seats, seed=seed, first=0 if first else None, options=options)
        self.names = {track.id for track in self.board.tracks}

    def choose(self, number: int) -> tuple[int | None, str]:
        """A legal action and who plays it, by a number."""
        seats: Sequence[int | None] = self.game.choosing or [self.game.actor]
        seat = seats[number % len(seats)]
        actions = self.game.legal_actions(seat)
        return seat, actions[(number // len(seats)) % len(actions)].text

    @precondition(lambda self: not self.game.over)
    @rule(number=st.integers(0, 9999), key=st.one_of(st.none(), st.integers(0, 2**128 - 1)))
    def play(self, number: int, key: int | None) -> None:
        seat, text = self.choose(number)
        before = self.game.state_bytes(), list(self.game.events), list(self.game.moves)
        told = self.game.play(text, seat, key)
        assert self.game.events == [*before[1], *told]
        if self.game.can_undo(seat):
            self.game.undo(seat)
            assert (self.game.state_bytes(), self.game.events, self.game.moves) == before
            self.game.play(text, seat, key)
        else:
            with pytest.raises(GameError):
                self.game.undo(seat)

    @precondition(lambda self: not self.game.over)
    @rule(seed=st.integers(0, 2**32), decisions=st.integers(1, 60))
    def play_on(self, seed: int, decisions: int) -> None:
        """Many decisions at once, so that games get somewhere."""
        chance = random.Random(seed)
        for _ in range(decisions):
            if not self.game.over:
                seat, text = self.choose(chance.randrange(10_000))
                self.game.play(text, seat)

    @precondition(lambda self: not self.game.over)
    @rule(text=st.sampled_from(["pass", "decline", "keep nothing", "claim x", "pay 9 wild", "", "take grey"]))
    def refuse(self, text: str) -> None:
        before = self.game.state_bytes()
        if text in [action.text for action in self.game.legal_actions()]:
            return
        with pytest.raises(GameError):
            self.game.play(text)
        assert self.game.state_bytes() == before

    @rule()
    def replay(self) -> None:
        text = self.game.record()
        again = Game.from_record(text)
        assert again.state_bytes() == self.game.state_bytes()
        assert again.record() == text
        assert again.events == self.game.events

    @precondition(lambda self: not self.game.over and not self.cards)
    @rule()
    def set_up_again(self) -> None:
        """Go on from the position: its record starts there, and nothing that anybody sees has changed."""
        position = self.game.position()
        again = Game.from_position(json.loads(json.dumps(position)))
        assert again.position() == position
        for seat in (*range(self.game.seats), None):
            assert again.view(seat) == self.game.view(seat)
        self.game = again

    @rule(seed=st.integers(0, 2**32))
    def look(self, seed: int) -> None:
        """What a seat sees does not depend on what it cannot see, and a game made up from it agrees with it."""
        chance = random.Random(seed)
        seat, state = chance.randrange(-1, self.game.seats), self.game.kernel_state()
        seen = self.observe(state, seat)
        change = change_unseen if self.cards else change_hidden
        assert seen.tobytes() == self.observe(change(self.board, state, seat, chance), seat).tobytes()
        guess = copy_of(seen)
        COMPILED.rng.seed_random(guess, seed, 0)
        self.main.determinize(self.board.table, guess, seat)
        self.check(guess)
        assert (
            self.main.legal(self.board.table, guess, new_record(family_of(self.board).scratch_dtype).actions) > 0
        ) != self.game.over
        assert self.observe(guess, seat).tobytes() == seen.tobytes()

    def observe(self, state: Any, seat: int) -> Any:
        seen = copy_of(state)
        self.main.observe(self.board.table, seen, seat)
        return seen

    @rule(number=st.integers(0, 5))
    def read(self, number: int) -> None:
        """A view as text names no ticket that its seat may not know."""
        seat = None if number >= self.game.seats else number
        seen = self.game.view(seat).to_dict()
        if self.cards:
            check_view(self.game.kernel_state(), seen, self.game.options["look"])
        view = json.dumps(seen)
        if not self.game.over:
            hidden = unseen_tickets if self.cards else hidden_tickets
            for ticket in hidden(self.board, self.game.kernel_state(), -1 if seat is None else seat):
                name = self.board.tickets[ticket].id
                assert name in self.names or f'"{name}"' not in view

    def check(self, state: Any) -> None:
        (check_card_table if self.cards else check_conserved)(self.board, state)

    @invariant()
    def conserved(self) -> None:
        self.check(self.game.kernel_state())

    @invariant()
    def scores_add_up(self) -> None:
        view = self.game.view(None)
        if self.game.over:
            for seat in self.game.outcome().seats:
                parts = (seat.routes, seat.tickets, seat.longest, seat.stations, seat.goods, seat.flags)
                assert seat.total == sum(parts) + seat.bonus == view.players[seat.seat].score
            return
        for player in view.players:
            routes = sum(self.board.track(t).points for t, owner in view.claims.items() if owner == player.seat)
            if self.cards:
                routes = self.completed_points(player.seat)
            assert player.score == routes + player.flags * self.board.flag_points

    def completed_points(self, seat: int) -> int:
        """What the events told of tickets that the seat completed."""
        told = [event.to_dict(None) for event in self.game.events if event.seat == seat]
        return sum(event["points"] for event in told if event["kind"] == "done")

    @invariant()
    def there_is_something_to_do(self) -> None:
        assert bool(self.game.legal_actions()) != self.game.over
        assert (self.game.actor is None) == self.game.over


class TestPlay(Play.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=40, stateful_step_count=30)


@pytest.mark.long
class TestPlayAtLength(Play.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(max_examples=1500, stateful_step_count=60, derandomize=False)
