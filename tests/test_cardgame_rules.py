"""The rules of the Card Game, one by one (C1-C20), through the facade on set-up positions."""

import itertools
import json
import random
from typing import Any

import numpy as np
import pytest

from aiguillage.boards import load_board
from aiguillage.game import Game, IllegalAction, InvalidAction
from aiguillage.rules import cardgame_place, cardgame_score
from aiguillage.rules.cardgame_state import NO_COLOUR
from aiguillage.rules.numbers import IN_DECK, NOBODY, NOTHING, WILD
from aiguillage.rules.phases import Phase

BOARD = load_board("cardgame")


def kind(colour: str) -> int:
    return WILD if colour == "wild" else BOARD.colours.index(colour)


def table(seats: int = 2, first: int = 0, options: dict[str, bool] | None = None) -> Game:
    """A game after the opening, in which every seat kept its first ticket."""
    game = Game.new("cardgame", seats=seats, seed=3, first=first, options=options)
    for seat in range(seats):
        game.play(game.legal_actions(seat)[0], seat)
    assert game.phase == Phase.TURN
    return game


def move_to_deck(state: Any, counts: Any, change: int = 1) -> None:
    state.deck += change * counts
    state.deck_n += change * counts.sum()
    assert (state.deck >= 0).all()


def counts_of(cards: dict[str, int]) -> Any:
    counts = np.zeros(9, np.int16)
    for colour, count in cards.items():
        counts[kind(colour)] = count
    return counts


def give(game: Game, seat: int, **cards: int) -> None:
    """Make exactly these cards the seat's hand; the others come from or go to the deck."""
    state, counts = game._state, counts_of(cards)
    move_to_deck(state, state.hand[seat])
    move_to_deck(state, counts, -1)
    state.hand[seat] = counts
    state.hand_n[seat] = counts.sum()
    state.shown[seat] = 0


def lay(game: Game, seat: int, colour: str, cards: int, wilds: int = 0) -> None:
    """Put a column into the seat's yard, from the deck."""
    state = game._state
    move_to_deck(state, counts_of({colour: cards}) + counts_of({"wild": wilds}), -1)
    state.yard[seat, kind(colour)] = cards
    state.yard_wild[seat, kind(colour)] = wilds


def on_track(game: Game, seat: int, **cards: int) -> None:
    """Put cards on the seat's pile, from the deck."""
    state, counts = game._state, counts_of(cards)
    move_to_deck(state, counts, -1)
    state.track[seat] += counts
    state.track_n[seat] += counts.sum()


def face_up(game: Game, *cards: str | None) -> None:
    """Make exactly these cards the market."""
    state = game._state
    for slot, card in enumerate(cards):
        if state.market[slot] != NOTHING:
            move_to_deck(state, np.bincount([state.market[slot]], minlength=9).astype(np.int16))
        state.market[slot] = NOTHING if card is None else kind(card)
        if card is not None:
            move_to_deck(state, counts_of({card: 1}), -1)


def empty_deck(game: Game, keep: int = 0) -> None:
    """Move all but `keep` cards of the deck to the discards."""
    state = game._state
    while state.deck_n > keep:
        card = int(np.argmax(state.deck))
        state.deck[card] -= 1
        state.deck_n -= 1
        state.discard[card] += 1
        state.discard_n += 1


def hold(game: Game, seat: int, *tickets: str) -> None:
    """Give the seat exactly these tickets."""
    state = game._state
    for number in range(len(BOARD.tickets)):
        held = state.ticket_at[number] >= 0 and BOARD.tickets[number].id in tickets
        if state.ticket_at[number] == seat or held:
            state.ticket_n[state.ticket_at[number]] -= 1
            state.ticket_at[number] = IN_DECK
            state.queue[(state.queue_head + state.queue_n) % 64] = number
            state.queue_n += 1
    for ticket in tickets:
        number = BOARD.ticket_index[ticket]
        queue = [int(state.queue[(state.queue_head + i) % 64]) for i in range(state.queue_n)]
        queue.remove(number)
        state.queue[: len(queue)] = queue
        state.queue_head, state.queue_n = 0, len(queue)
        state.ticket_at[number] = seat
    state.ticket_n[seat] = len(tickets)


def refused(game: Game, text: str) -> str:
    """The rule that refuses the action; the state must not change."""
    before = game.state_bytes()
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    assert game.state_bytes() == before
    return error.value.rule


def all_cards(game: Game) -> Any:
    state = game._state
    total = state.deck + state.discard + state.hand.sum(axis=0) + state.track.sum(axis=0)
    total[:8] += state.yard.sum(axis=0)
    total[WILD] += state.yard_wild.sum()
    for card in state.market:
        if card != NOTHING:
            total[card] += 1
    return total


@pytest.mark.rule("C1")
def test_the_box() -> None:
    assert (BOARD.min_seats, BOARD.max_seats) == (2, 4)
    assert sum(BOARD.cards.values()) == 96
    assert [BOARD.cards[colour] for colour in BOARD.colours] == [10] * 8
    assert BOARD.cards["wild"] == 16
    assert len(BOARD.tickets) == 46
    assert {BOARD.place(bonus.place).name for bonus in BOARD.bonuses} == {
        *("Seattle", "Los Angeles", "Chicago", "Dallas", "New York", "Miami")
    }


@pytest.mark.rule("C2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_gets_a_wild_and_seven_cards(seats: int) -> None:
    for seed in range(20):
        game = Game.new("cardgame", seats=seats, seed=seed)
        state = game._state
        for seat in range(seats):
            assert state.hand[seat].sum() == 8
            assert state.hand[seat, WILD] >= 1
        assert (state.market != NOTHING).all()
        assert game.view(None).deck == 96 - 8 * seats - 5


@pytest.mark.rule("C3", "S9")
def test_six_tickets_of_which_one_must_be_kept_and_the_rest_goes_back() -> None:
    game = Game.new("cardgame", seats=3, seed=5)
    offers = [[ticket["id"] for ticket in game.view(seat).offer] for seat in range(3)]
    assert [len(offer) for offer in offers] == [6, 6, 6]
    assert len(game.legal_actions(0)) == 2**6 - 1
    with pytest.raises(IllegalAction, match="C3"):
        game.play("keep nothing", 0)
    for seat in range(3):
        game.play(f"keep {offers[seat][0]} {offers[seat][3]}", seat)
    view = game.view(0)
    assert view.ticket_deck == 46 - 6
    assert [ticket["id"] for ticket in view.tickets] == sorted(
        (offers[0][0], offers[0][3]), key=lambda ticket: BOARD.ticket_index[ticket]
    )
    state = game._state
    queue = [int(state.queue[(state.queue_head + i) % 64]) for i in range(state.queue_n)]
    refused_tickets = {BOARD.ticket_index[t] for offer in offers for t in (*offer[1:3], *offer[4:])}
    assert refused_tickets <= set(queue)
    assert set(queue[-len(refused_tickets) :]) != refused_tickets, "they are shuffled in, not put under"


@pytest.mark.rule("C3")
def test_the_order_of_the_opening_choices_does_not_matter() -> None:
    ends = set()
    for order in itertools.permutations(range(3)):
        game = Game.new("cardgame", seats=3, seed=8)
        for seat in order:
            game.play(game.legal_actions(seat)[seat + 4], seat)
        ends.add(game.state_bytes())
    assert len(ends) == 1


@pytest.mark.rule("C4", "S10")
def test_the_turn_goes_round_from_the_first_player() -> None:
    game = table(seats=3, first=2)
    order = []
    for _ in range(4):
        order.append(game.actor)
        face_up(game, "wild", "red", "red", "blue", "blue")
        game.play("take wild")
    assert order == [2, 0, 1, 2]


@pytest.mark.rule("C5")
def test_one_card_of_every_column_goes_on_track_before_the_turn() -> None:
    game = table()
    lay(game, 1, "red", 3)
    lay(game, 1, "blue", 1)
    face_up(game, "wild", "red", "red", "blue", "blue")
    game.play("take wild")
    state = game._state
    assert game.actor == 1
    assert game.phase == Phase.TURN, "it is no decision"
    assert state.yard[1, kind("red")] == 2
    assert state.yard[1, kind("blue")] == 0
    assert state.track[1].tolist() == counts_of({"red": 1, "blue": 1}).tolist()


@pytest.mark.rule("C5")
def test_an_empty_yard_moves_nothing() -> None:
    game = table()
    face_up(game, "wild", "red", "red", "blue", "blue")
    game.play("take wild")
    assert game._state.track_n[1] == 0


@pytest.mark.rule("C6")
def test_a_pile_is_a_count_for_everybody_unless_owners_may_look() -> None:
    for look in (False, True):
        game = table(options={"look": look})
        on_track(game, 0, red=2, wild=1)
        on_track(game, 1, blue=4)
        for viewer in (0, 1, None):
            players = game.view(viewer).players
            assert [player.on_track for player in players] == [3, 4]
            for player in players:
                shown = look and viewer == player.seat
                assert (player.on_track_cards is not None) == shown
        if look:
            assert game.view(0).players[0].on_track_cards == {"red": 2, "wild": 1}


@pytest.mark.rule("C6")
def test_owners_may_not_look_unless_it_was_agreed() -> None:
    for options in (None, {}, {"look": False}):
        game = table(options=options)
        on_track(game, 0, red=2, wild=1)
        assert game._state.look == 0
        assert game.view(0).players[0].on_track_cards is None
    assert "Options" not in table().record()


@pytest.mark.rule("C7", "T1")
def test_a_turn_is_one_action() -> None:
    game = table()
    give(game, 0, red=4, blue=3)
    game.play("place 2 red")
    assert game.actor == 1
    face_up(game, "red", "green", "green", "blue", "blue")
    game.play("take red")
    assert refused(game, "tickets") == "C7"
    game.play("blind")
    assert game.actor == 0
    game.play("tickets")
    assert refused(game, "blind") == "C7"


@pytest.mark.rule("C8", "D3", "D4")
def test_drawing_is_as_in_the_board_games_but_three_wilds_stay() -> None:
    game = table()
    face_up(game, "wild", "wild", "wild", "red", "blue")
    game.play("take red")
    assert game.view(0).market.count("wild") >= 3
    assert game.actor == 0
    assert refused(game, "take wild") == "D4"
    game.play("take blue")
    assert game.actor == 1
    game.play("take wild")
    assert game.actor == 0


@pytest.mark.rule("C8")
@pytest.mark.parametrize("wilds", [3, 4, 5])
def test_face_up_wilds_stay_whoever_draws_and_however(wilds: int) -> None:
    """By a card taken, a card drawn blind, a placement, tickets: no action clears the row."""
    row = [*["wild"] * wilds, *["red"] * (5 - wilds)]
    for action in ("blind", "place 2 blue", "tickets", "take red", "take wild"):
        if action == "take red" and wilds == 5:
            continue
        game = table()
        give(game, 0, blue=2)
        face_up(game, *row)
        state = game._state
        before = [int(card) for card in state.market]
        game.play(action)
        changed = [slot for slot in range(5) if state.market[slot] != before[slot]]
        assert len(changed) <= (1 if action.startswith("take") else 0)
        assert state.discard_n == 0
        assert not any(event.kind == "flush" for event in game.events)


@pytest.mark.rule("C8", "D2")
def test_a_card_taken_is_replaced_at_once_from_the_deck() -> None:
    game = table()
    face_up(game, "red", "red", "green", "blue", "blue")
    give(game, 0)
    deck = game._state.deck_n
    events = game.play("take green")
    assert [event.kind for event in events] == ["take", "turn-up"]
    assert (game._state.market != NOTHING).all()
    assert game._state.deck_n == deck - 1
    assert game.phase == Phase.SECOND_CARD, "two cards are drawn"
    game.play("blind")
    assert game._state.deck_n == deck - 2
    assert game._state.hand_n[0] == 2
    assert game.actor == 1


@pytest.mark.rule("C8", "D5")
def test_what_was_drawn_blind_is_the_owners_alone() -> None:
    game = table()
    give(game, 0)
    event = game.play("blind")[0]
    assert "card" in event.to_dict(0)
    for other in (1, None):
        assert "card" not in event.to_dict(other)
        assert game.view(other).players[0].shown == {}
        assert game.observation(other).hand[0].sum() == 0
    assert sum(game.view(0).hand.values()) == 1


@pytest.mark.rule("C8")
def test_discards_stay_discards_while_the_last_cards_are_drawn() -> None:
    game = table()
    face_up(game, "red", "red", "green", "blue", "blue")
    give(game, 0)
    empty_deck(game, keep=2)
    discards = game._state.discard.tolist()
    for action in ("take red", "take red"):
        game.play(action)
        assert game._state.discard.tolist() == discards
    assert game._state.deck_n == 0
    game.play("take green")
    assert game._state.deck_n == 0
    assert game.view(None).market.count(None) == 1
    assert game._state.discard.tolist() == discards


@pytest.mark.rule("C8")
def test_the_deck_is_not_refilled_during_a_round() -> None:
    game = table()
    face_up(game, "red", "red", "green", "blue", "blue")
    empty_deck(game, keep=1)
    game.play("blind")
    assert game._state.deck_n == 0
    assert game._state.discard_n > 0
    assert refused(game, "blind") == "C8"
    game.play("take red")
    assert None in game.view(0).market


@pytest.mark.rule("C9")
def test_a_column_has_two_cards_or_more_with_wilds_on_top() -> None:
    game = table()
    give(game, 0, red=3, wild=2, blue=1)
    assert refused(game, "place 1 red") == "C9"
    assert refused(game, "place 4 red") == "C9"
    assert refused(game, "place 1 red 3 wild") == "C9"
    reasons = [game.explain(f"place {cards}") for cards in ("1 red", "4 red", "1 red 3 wild")]
    assert [reason.code for reason in reasons if reason] == [*("too-few", "cards", "wilds")]
    game.play("place 1 red 2 wild")
    assert game.view(None).players[0].yard == [{"colour": "red", "cards": 3, "wild": 2}]
    assert game._state.hand[0].tolist() == counts_of({"red": 2, "blue": 1}).tolist()


@pytest.mark.rule("C9")
def test_three_cards_of_three_colours() -> None:
    game = table()
    give(game, 0, red=1, blue=1, green=2, wild=3)
    for text in ("place red blue", "place red blue wild", "place red red blue", "place 1 red 1 blue 1 green"):
        with pytest.raises((InvalidAction, IllegalAction)):
            game.play(text)
    game.play("place red blue green")
    assert game.view(None).players[0].yard == [
        {"colour": colour, "cards": 1, "wild": 0} for colour in BOARD.colours if colour in ("red", "blue", "green")
    ]


@pytest.mark.rule("C10")
def test_no_colour_that_lies_in_the_own_yard() -> None:
    game = table()
    give(game, 0, red=5, blue=1, green=1)
    lay(game, 0, "red", 2)
    assert refused(game, "place 4 red") == "C10"
    assert refused(game, "place red blue green") == "C10"


@pytest.mark.rule("C10", "C5")
def test_a_colour_whose_last_card_went_on_track_may_be_placed_at_once() -> None:
    game = table()
    lay(game, 1, "red", 1)
    give(game, 1, red=2)
    face_up(game, "wild", "green", "green", "blue", "blue")
    game.play("take wild")
    game.play("place red")
    assert game.view(None).players[1].yard == [{"colour": "red", "cards": 2, "wild": 0}]
    assert game._state.track[1].tolist() == counts_of({"red": 1}).tolist()


@pytest.mark.rule("C11")
def test_a_rivals_column_falls_to_strictly_more_cards() -> None:
    game = table()
    give(game, 0, red=4, wild=1, blue=1, green=1)
    lay(game, 1, "red", 2, wilds=1)
    assert refused(game, "place 3 red") == "C11"
    assert refused(game, "place 2 red 1 wild") == "C11"
    assert refused(game, "place red blue green") == "C11"
    discards = game._state.discard.copy()
    beats = {one["text"]: one["beats"] for one in game.view(0).legal if one["kind"] == "place"}
    assert beats["place 3 red 1 wild"] == [1]
    game.play("place 3 red 1 wild")
    assert game.view(None).players[1].yard == []
    fallen = game._state.discard - discards
    assert fallen.tolist() == counts_of({"red": 2, "wild": 1}).tolist()
    assert game._state.track_n[1] == 0, "it was discarded before its owner's turn began"


@pytest.mark.rule("C11")
def test_who_is_outnumbered_is_told_by_whom() -> None:
    game = table()
    give(game, 0, red=2, blue=1)
    lay(game, 1, "red", 3)
    figures = {"have": 2, "wild": 0, "need": 4, "owner": 1}
    assert game.view(0).refusals["place:red"].items() >= {"code": "outnumbered", **figures}.items()
    assert game.view(0).refusals["place:blue"].items() >= {"code": "too-few", "owner": None}.items()


@pytest.mark.rule("C12")
def test_wilds_leave_a_column_first_and_are_any_colour_again() -> None:
    game = table()
    lay(game, 1, "red", 2, wilds=1)
    face_up(game, "wild", "green", "green", "blue", "blue")
    game.play("take wild")
    assert game._state.track[1].tolist() == counts_of({"wild": 1}).tolist()
    assert game.view(None).players[1].yard == [{"colour": "red", "cards": 2, "wild": 0}]


@pytest.mark.rule("C12")
@pytest.mark.parametrize("colour", BOARD.colours)
def test_a_wild_on_track_stands_for_any_colour_whatever_column_it_came_from(colour: str) -> None:
    game = table()
    lay(game, 1, colour, 1, wilds=1)
    hold(game, 1, "chicago-new-york")
    face_up(game, "wild", None, None, None, None)
    give(game, 1)
    empty_deck(game)
    game._state.queue_n = 0
    game._state.last_turns = 2
    game.play("take wild")
    assert game._state.track[1].tolist() == counts_of({"wild": 1}).tolist()
    game.play("pass")
    assert [ticket.done for ticket in game.outcome().seats[1].ticket_list] == [True], "it asks for yellow"


@pytest.mark.rule("C13")
def test_a_column_needs_a_card_of_its_colour() -> None:
    game = table()
    give(game, 0, wild=5)
    with pytest.raises(InvalidAction):
        game.play("place 3 wild")
    state = game._state
    assert cardgame_place.placement_refusal(BOARD.table, state, kind("red"), 0, 3) == NO_COLOUR
    assert not any(action.kind == "place" for action in game.legal_actions())


@pytest.mark.rule("C14")
def test_four_tickets_of_which_none_need_be_kept() -> None:
    game = table()
    before = game.view(0)
    game.play("tickets")
    offer = [ticket["id"] for ticket in game.view(0).offer]
    assert len(offer) == 4
    game.play("keep nothing")
    assert len(game.view(0).tickets) == len(before.tickets)
    state = game._state
    queue = [int(state.queue[(state.queue_head + i) % 64]) for i in range(state.queue_n)]
    assert queue[-4:] == [BOARD.ticket_index[ticket] for ticket in offer], "they go under the deck"
    game.play("tickets")
    game.play(f"keep {game.view(1).offer[2]['id']}")
    assert game.view(1).players[1].tickets == 2


@pytest.mark.rule("C14", "K3")
def test_fewer_tickets_left_than_four() -> None:
    game = table()
    game._state.queue_n = 3
    game.play("tickets")
    assert len(game.view(0).offer) == 3
    game.play(f"keep {' '.join(ticket['id'] for ticket in game.view(0).offer)}")
    assert refused(game, "tickets") == "C14"


@pytest.mark.rule("C15")
def test_the_last_card_of_the_deck_starts_the_last_turns() -> None:
    game = table(seats=3)
    face_up(game, "red", "red", "green", "blue", "blue")
    empty_deck(game, keep=1)
    game.play("blind")
    assert game.view(0).last_turns is None, "the turn goes on"
    game.play("take red")
    assert game.view(0).last_turns == 3
    seats = []
    while not game.over:
        seats.append(game.actor)
        turn = game.view(None).turn
        while not game.over and game.view(None).turn == turn:
            game.play(game.legal_actions()[0])
    assert set(seats) == {0, 1, 2}
    assert seats[-1] == 0, "the one who drew the last card has the last turn"
    assert len(seats) == 3


@pytest.mark.rule("C15")
def test_while_there_is_a_card_in_the_deck_the_round_goes_on() -> None:
    game = table()
    face_up(game, "wild", "red", "green", "blue", "blue")
    empty_deck(game, keep=2)
    game.play("take wild")
    assert game.view(0).deck == 1
    assert game.view(0).last_turns is None


@pytest.mark.rule("C15")
def test_the_last_card_turned_up_starts_the_last_turns_too() -> None:
    game = table()
    face_up(game, "wild", "red", "green", "blue", "blue")
    empty_deck(game, keep=1)
    game.play("take wild")
    view = game.view(0)
    assert view.deck == 0
    assert None not in view.market, "the last card replaced the wild"
    assert view.last_turns == 2


@pytest.mark.rule("C15", "C8", "D4")
def test_a_face_up_wild_is_no_second_card_when_nothing_else_is_left() -> None:
    game = table()
    face_up(game, "red", "wild", None, None, None)
    empty_deck(game)
    game._state.last_turns = 2
    game.play("take red")
    assert game.actor == 1, "the wild would be a whole draw"
    game.play("take wild")
    assert game.over


@pytest.mark.rule("C15", "C5", "C16")
def test_cards_go_on_track_in_the_last_turns_and_those_still_in_the_yard_complete_nothing() -> None:
    game = table()
    hold(game, 1, "chicago-new-york", "new-york-chicago", "chicago-dallas")
    lay(game, 1, "yellow", 2)
    give(game, 1, blue=2)
    face_up(game, "red", None, None, None, None)
    empty_deck(game)
    game._state.queue_n = 0
    game._state.last_turns = 2
    game.play("take red")
    assert game._state.track[1].tolist() == counts_of({"yellow": 1}).tolist()
    game.play("place blue")
    assert game.over
    done = {ticket.id for ticket in game.outcome().seats[1].ticket_list if ticket.done}
    assert done == {"chicago-new-york"}, "one yellow is on track; one in the yard, and two blue ones"


@pytest.mark.rule("C15")
def test_the_one_remaining_card_is_a_whole_action_and_then_there_is_none() -> None:
    game = table()
    face_up(game, "red", None, None, None, None)
    empty_deck(game)
    game._state.last_turns = 2
    game.play("take red")
    assert game.actor == 1, "there is no second card"
    assert refused(game, "take red") == "D1"
    assert refused(game, "blind") == "C8"


@pytest.mark.rule("C15", "T2")
def test_with_nothing_to_do_a_last_turn_is_passed() -> None:
    game = table()
    face_up(game, None, None, None, None, None)
    give(game, 0)
    empty_deck(game)
    game._state.last_turns = 2
    game._state.queue_n = 0
    assert [action.text for action in game.legal_actions()] == ["pass"]
    game.play("pass")
    assert game.actor == 1


def finish(game: Game) -> None:
    """Let the last turn of the round pass without an effect."""
    state = game._state
    face_up(game, None, None, None, None, None)
    give(game, int(state.actor))
    empty_deck(game)
    state.queue_n = 0
    state.last_turns = 1
    game.play("pass")


THREE = ("chicago-new-york", "chicago-dallas", "dallas-miami")


def counting(*tickets: str, seats: int = 2, **pile: int) -> Game:
    """A game whose last turn has ended: seat 0 has these tickets and this pile, the others nothing."""
    game = table(seats=seats)
    for seat in range(1, seats):
        hold(game, seat)
    hold(game, 0, *tickets)
    on_track(game, 0, **pile)
    finish(game)
    return game


def done(game: Game, seat: int = 0) -> list[str]:
    """The tickets that the seat has completed."""
    return [ticket.id for n, ticket in enumerate(BOARD.tickets) if game._state.done_by[n] == seat]


def options(game: Game) -> list[str]:
    return [action.text for action in game.legal_actions()]


@pytest.mark.rule("C16")
def test_tickets_are_completed_with_the_exact_cards_each_used_once() -> None:
    assert {ticket: dict(BOARD.ticket(ticket).cards) for ticket in THREE} == {
        "chicago-new-york": {"yellow": 1},
        "chicago-dallas": {"green": 1, "yellow": 1},
        "dallas-miami": {"green": 1, "red": 1},
    }
    for pile, expected in (
        ({"yellow": 1}, ["chicago-new-york"]),
        ({"blue": 5, "black": 5}, []),
        ({"yellow": 2, "green": 1}, ["chicago-new-york", "chicago-dallas"]),
        ({"wild": 5}, list(THREE)),
    ):
        game = counting(*THREE, **pile)
        assert game.over, "without a conflict nothing is asked"
        assert done(game) == expected


@pytest.mark.rule("C16")
def test_who_cannot_complete_all_tickets_chooses() -> None:
    for choice, expected in (
        ("chicago-new-york", ["chicago-new-york", "dallas-miami"]),
        ("chicago-dallas", ["chicago-dallas"]),
        ("dallas-miami", ["chicago-new-york", "dallas-miami"]),
    ):
        game = counting(*THREE, yellow=1, green=1, red=1)
        assert game.phase == Phase.COMPLETION
        assert game.actor == 0
        assert options(game) == [f"complete {ticket}" for ticket in THREE]
        assert done(game) == []
        game.play(f"complete {choice}")
        assert done(game) == expected, "the rest is no choice any more"
        assert game.over


@pytest.mark.rule("C16")
def test_it_goes_on_until_no_ticket_that_is_left_can_be_completed() -> None:
    """Also tickets that nobody would want left out, and one decision after the other while they compete."""
    game = counting(*THREE, yellow=1, green=1, wild=1)
    game.play("complete chicago-new-york")
    assert game.phase == Phase.COMPLETION, "green and a wild serve one of two tickets"
    assert options(game) == ["complete chicago-dallas", "complete dallas-miami"]
    with pytest.raises(IllegalAction) as refused:
        game.play("complete chicago-new-york")
    assert refused.value.rule == "C16"
    assert refused_rule(game, "blind") == "C7"
    with pytest.raises(InvalidAction):
        game.play("complete chicago-atlantis")
    game.play("complete chicago-dallas")
    assert done(game) == ["chicago-new-york", "chicago-dallas"]
    assert game.over


def refused_rule(game: Game, text: str) -> str:
    with pytest.raises(IllegalAction) as error:
        game.play(text)
    return error.value.rule


@pytest.mark.rule("C16")
def test_colours_are_used_before_wilds_and_all_see_which_cards() -> None:
    game = counting(*THREE, yellow=1, green=1, wild=1)
    entry = next(one for one in game.view(0).legal if one["text"] == "complete dallas-miami")
    assert entry["kind"] == "complete"
    assert entry["cards"] == {"green": 1, "wild": 1}
    events = game.play("complete dallas-miami")
    told = [event.to_dict(1) for event in events if event.kind == "done"]
    assert [(one.get("ticket"), one.get("cards")) for one in told] == [
        ("dallas-miami", {"green": 1, "wild": 1}),
        ("chicago-new-york", {"yellow": 1}),
    ]
    assert [(event.seat, event.data) for event in events if event.kind == "complete"] == [
        (0, {"count": 2, "points": 14}),
        (1, {"count": 0, "points": 0}),
    ]


@pytest.mark.rule("C16", "C6")
def test_who_completes_sees_his_pile_and_nobody_else_does() -> None:
    game = counting(*THREE, yellow=1, green=1, wild=1)
    assert game.view(0).players[0].on_track_cards == {"yellow": 1, "green": 1, "wild": 1}
    for viewer in (1, None):
        seen = game.view(viewer)
        assert seen.players[0].on_track_cards is None
        assert seen.proposal is None
        assert seen.legal == []
        assert seen.phase == "completion"
        assert seen.actor == 0
    game.play("complete chicago-new-york")
    assert game.view(0).players[0].on_track_cards == {"green": 1, "wild": 1}
    assert game.view(1).players[0].completed == 1, "what is completed is scored at once"
    assert game.view(1).players[0].score == 5


@pytest.mark.rule("C16", "C17")
def test_seats_complete_one_after_the_other_in_both_rounds() -> None:
    game = table(seats=4, first=2)
    for seat in range(4):
        hold(game, seat)
    hold(game, 1, "chicago-new-york", "chicago-dallas")
    hold(game, 3, "dallas-miami", "new-york-chicago")
    on_track(game, 1, yellow=1, wild=1)
    on_track(game, 3, wild=2)
    last = int(game._state.actor)
    finish(game)
    assert (game.phase, game.actor) == (Phase.COMPLETION, 1)
    game.play("complete chicago-new-york")
    assert (game.phase, game.actor) == (Phase.COMPLETION, 3)
    game.play("complete dallas-miami")
    assert game.phase == Phase.TURN
    assert game.view(None).round == 2
    assert game.actor == (last + 1) % 4, "who would have been next begins the second round"
    assert done(game, 1) == ["chicago-new-york"]
    assert [player.tickets for player in game.view(None).players] == [0, 1, 0, 1]
    on_track(game, 1, yellow=1, wild=1)
    hold(game, 1, "chicago-dallas", "new-york-chicago")
    finish(game)
    assert (game.phase, game.actor) == (Phase.COMPLETION, 1)
    events = game.play("complete chicago-dallas")
    assert game.over
    assert next(event.data for event in events if event.kind == "complete") == {"count": 1, "points": 6}, (
        "what was completed in this round"
    )


def all_sets(tickets: list[str], pile: dict[str, int]) -> list[tuple[str, ...]]:
    """Every set of the tickets that the pile can complete."""
    found = []
    for size in range(len(tickets) + 1):
        for some in itertools.combinations(tickets, size):
            need = dict.fromkeys(BOARD.colours, 0)
            for ticket in some:
                for colour, count in BOARD.ticket(ticket).cards.items():
                    need[colour] += count
            if sum(max(0, need[colour] - pile[colour]) for colour in BOARD.colours) <= pile["wild"]:
                found.append(some)
    return found


@pytest.mark.rule("C16")
def test_any_set_that_cannot_grow_can_be_chosen_and_the_proposal_has_the_best_total() -> None:
    """Against all sets, on random piles and tickets, with what a rival has completed before."""
    chance, better = random.Random(4), 0
    for _ in range(60):
        game = table()
        tickets = chance.sample([ticket.id for ticket in BOARD.tickets], 7)
        rival = [one.id for one in BOARD.tickets if one.id not in tickets]
        hold(game, 1, *chance.sample(rival, 4))
        hold(game, 0, *tickets)
        for ticket in range(len(BOARD.tickets)):
            if game._state.ticket_at[ticket] == 1:
                game._state.done_by[ticket] = 1
        give(game, 0)
        give(game, 1)
        pile = {colour: chance.randrange(4) for colour in BOARD.colours} | {"wild": chance.randrange(4)}
        on_track(game, 0, **pile)
        finish(game)
        if game.over:
            continue
        sets = all_sets(tickets, pile)
        largest = [some for some in sets if not any(set(some) < set(other) for other in sets)]
        wanted = chance.choice(largest)
        proposal = game.view(0).proposal
        assert proposal is not None
        totals = {some: total_with(game, some) for some in sets}
        assert total_with(game, tuple(proposal["tickets"])) == max(totals.values())
        points = max(sum(BOARD.ticket(ticket).points for ticket in some) for some in sets)
        assert proposal["points"] == sum(BOARD.ticket(ticket).points for ticket in proposal["tickets"])
        better += proposal["points"] < points
        while not game.over:
            left = [text for text in options(game) if text.split()[1] in wanted]
            game.play(left[0])
        assert sorted(done(game)) == sorted(wanted)
    assert better > 0, "a bonus was worth more than points"


def total_with(game: Game, some: tuple[str, ...]) -> int:
    """The final total of seat 0 if it completes these tickets and nobody anything else (C18, C19)."""
    held = [n for n, _ in enumerate(BOARD.tickets) if game._state.ticket_at[n] == 0]
    names = {BOARD.tickets[n].id for n in held}
    total = sum(BOARD.ticket(name).points * (1 if name in some else -1) for name in names)
    for bonus in BOARD.bonuses:
        mine = sum(bonus.place in (BOARD.ticket(name).a, BOARD.ticket(name).b) for name in some)
        rival = sum(
            bonus.place in (ticket.a, ticket.b) for n, ticket in enumerate(BOARD.tickets) if game._state.done_by[n] == 1
        )
        total += bonus.points if mine >= max(1, rival) else 0
    return total


@pytest.mark.rule("C16")
def test_the_proposal_says_why() -> None:
    game = counting(*THREE, yellow=1, green=1, red=1)
    proposal = game.view(0).proposal
    assert proposal is not None
    assert proposal == {
        "tickets": ["chicago-new-york", "dallas-miami"],
        "points": 14,
        "bonus_cities": proposal["bonus_cities"],
        "text": proposal["text"],
    }
    assert proposal["text"].startswith("2 tickets for 14 points, and the bonus of ")
    assert len(proposal["bonus_cities"]) > 0


@pytest.mark.rule("C6")
def test_the_log_of_a_game_that_goes_on_keeps_only_how_many_cards_went_on_track() -> None:
    for look in (False, True):
        game = table(options={"look": look})
        give(game, 0, red=4)
        give(game, 1, blue=4)
        told = [*game.play("place 4 red"), *game.play("place 4 blue")]
        moved = next(event for event in told if event.kind == "on-track")
        assert moved.told(1).get("card") == "red", "it is told when it happens"
        for seat in (0, 1, None):
            text = json.dumps([one for one in game.log(seat) if one["kind"] in ("place", "on-track")])
            assert ("red" in text) == look
            assert ("blue" in text) == look
        logged = [one for one in game.log(1) if one["kind"] in ("place", "on-track")]
        if not look:
            assert [one["text"] for one in logged] == [
                "places 4 cards in the yard",
                "places 4 cards in the yard",
                "moves a card on track",
            ]
            assert moved.told(1).get("later") == logged[2]
        finish(game)
        assert "red" in json.dumps(game.log(None)), "a game that is over can be read in full"


@pytest.mark.rule("C17")
def test_four_players_play_a_second_round() -> None:
    game = table(seats=4)
    for seat in range(4):
        hold(game, seat)
    hold(game, 0, "chicago-new-york", "seattle-miami")
    on_track(game, 0, yellow=1, red=2)
    lay(game, 1, "blue", 3)
    give(game, 2, black=2)
    give(game, 1)
    give(game, 3)
    state = game._state
    last = int(state.actor)
    cards = all_cards(game)
    finish(game)
    state = game._state
    assert not game.over
    view = game.view(0)
    assert view.round == 2
    assert game.actor == (last + 1) % 4
    assert [player.cards for player in view.players] == [4, 4, 6, 4], "hands are kept, four cards are dealt"
    assert state.hand[2, kind("black")] >= 2
    assert state.track.sum() == state.yard.sum() == state.discard.sum() == 0
    assert (state.market != NOTHING).all()
    assert view.deck == 96 - 18 - 5
    assert (all_cards(game) == cards).all()
    assert view.players[0].score == 5
    assert view.players[0].completed == 1
    assert view.players[0].tickets == 1
    assert view.last_turns is None
    finish(game)
    assert game.over
    result = game.outcome().seats[0]
    assert {ticket.id: ticket.done for ticket in result.ticket_list} == {
        "chicago-new-york": True,
        "seattle-miami": False,
    }


@pytest.mark.rule("C17")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_play_one_round(seats: int) -> None:
    game = table(seats=seats)
    finish(game)
    assert game.over


@pytest.mark.rule("C18")
def test_tickets_not_completed_cost_their_value() -> None:
    game = table()
    hold(game, 0, "chicago-new-york", "seattle-miami")
    on_track(game, 0, yellow=1)
    finish(game)
    result = game.outcome().seats[0]
    assert result.tickets == BOARD.ticket("chicago-new-york").points - BOARD.ticket("seattle-miami").points


def bonuses(*tickets: list[str]) -> list[list[str]]:
    """The bonus cities of each seat that completed these tickets."""
    game = table(seats=len(tickets))
    state = game._state
    for seat, names in enumerate(tickets):
        for name in names:
            state.done_by[BOARD.ticket_index[name]] = seat
    cardgame_score.award_bonuses(BOARD.table, state, game._scratch)
    return [
        sorted(b.place for n, b in enumerate(BOARD.bonuses) if int(state.bonus_to[n]) >> seat & 1)
        for seat in range(len(tickets))
    ]


@pytest.mark.rule("C19")
def test_bonuses_go_to_the_most_tickets_of_a_city() -> None:
    assert bonuses([], []) == [[], []]
    assert bonuses(["chicago-dallas"], []) == [["chicago", "dallas"], []], "one ticket, two cities"
    assert bonuses(["chicago-dallas"], ["chicago-montreal"]) == [["chicago", "dallas"], ["chicago"]], "a tie"
    assert bonuses(["chicago-dallas"], ["chicago-montreal", "chicago-charleston"]) == [
        ["dallas"],
        ["chicago"],
    ]


@pytest.mark.rule("C19")
def test_a_bonus_is_worth_what_its_card_says() -> None:
    game = table()
    hold(game, 0, "chicago-dallas")
    hold(game, 1)
    on_track(game, 0, green=1, yellow=1)
    finish(game)
    result = game.outcome().seats[0]
    assert result.bonus == 12 + 10
    assert result.total == 6 + 22


@pytest.mark.rule("C20")
@pytest.mark.parametrize(
    ("totals", "made", "cards", "ranks", "tie_break"),
    [
        ([30, 20], [1, 5], [0, 3], [1, 2], 0),
        ([30, 30], [4, 5], [3, 0], [2, 1], 1),
        ([30, 30], [5, 5], [1, 2], [2, 1], 2),
        ([30, 30], [5, 5], [2, 2], [1, 1], 3),
    ],
)
def test_ties(totals: list[int], made: list[int], cards: list[int], ranks: list[int], tie_break: int) -> None:
    game = table()
    state = game._state
    state.total[:2], state.made[:2], state.bonus_n[:2] = totals, made, cards
    cardgame_score.rank_seats(state)
    assert state.rank[:2].tolist() == ranks
    assert state.tie_break[ranks.index(1)] == tie_break


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_every_card_and_ticket(seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(3):
        game = Game.new("cardgame", seats=seats, seed=seed)
        whole = all_cards(game)
        while not game.over:
            game.play(chance.choice(game.legal_actions()))
            assert (all_cards(game) == whole).all()
            state = game._state
            held = int(state.queue_n + state.offer_n.sum() + state.ticket_n.sum() + (state.done_by != NOBODY).sum())
            assert held == 46
        again = Game.from_record(game.record())
        assert again.state_bytes() == game.state_bytes()
