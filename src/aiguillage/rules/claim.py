"""Claiming a route: whether it is open, the ways to pay, laying the cards down (R1-R10, F1, B1-B4)."""

from . import events
from .actions import PAY
from .deck import discard_cards
from .events import emit
from .jit import kernel
from .numbers import COLOURS, GREY, MAX_LENGTH, MAX_SEATS, NOBODY, NOTHING, WILD, WORD, WORDS
from .records import Array, BoardRecord, ScratchRecord, StateRecord

# Why a route cannot be claimed or a station not built; 0 is "it can".
ALLOWED, TAKEN, OWN_TWIN, CLOSED_TWIN, PIECES, WILDS, CARDS, NO_STATION = range(8)


@kernel
def most_of_a_colour(state: StateRecord, seat: int) -> int:
    """How many cards the seat has of the colour it has most of: what a grey route can be paid with (R2)."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, state.hand[seat, colour])
    return most


@kernel
def open_tracks(board: BoardRecord, state: StateRecord) -> None:
    """At the start every track is open to every seat (R4)."""
    for seat in range(MAX_SEATS):
        for word in range(WORDS):
            count = min(max(board.tracks - word * WORD, 0), WORD) if seat < state.seats else 0
            state.open[seat, word] = (1 << int(count)) - 1


@kernel
def close_track(board: BoardRecord, state: StateRecord, track: int, seat: int) -> None:
    """A claimed track is closed to all, its twin to the seat, or to all if the players are few (R8, R9)."""
    twin = board.twin[track]
    for other in range(state.seats):
        state.open[other, track // WORD] &= ~(1 << int(track % WORD))
        if twin != NOTHING and (other == seat or state.seats <= board.closed_seats):
            state.open[other, twin // WORD] &= ~(1 << int(twin % WORD))


@kernel
def paid_tracks(board: BoardRecord, state: StateRecord, seat: int, most: int, word: int) -> int:
    """The tracks whose cost the hand can pay, ferry symbols aside, as one word of bits (R1, R2, B2, B4)."""
    wilds = state.hand[seat, WILD]
    tracks = board.by_cost[GREY, min(most + wilds, MAX_LENGTH), word]
    for colour in range(board.colours):
        tracks |= board.by_cost[colour, min(state.hand[seat, colour] + wilds, MAX_LENGTH), word]
    return tracks


@kernel
def filled_tracks(board: BoardRecord, state: StateRecord, seat: int, word: int) -> int:
    """The tracks that the seat has pieces enough for, as one word of bits (R3, B1)."""
    return (
        board.by_spaces[0, min(state.pieces[seat, 0], MAX_LENGTH), word]
        | board.by_spaces[1, min(state.pieces[seat, 1], MAX_LENGTH), word]
    )


@kernel
def crossed_tracks(board: BoardRecord, state: StateRecord, seat: int, word: int) -> int:
    """The tracks whose ferry symbols the seat has wilds enough for, as one word of bits (F1)."""
    return board.by_ferry[min(state.hand[seat, WILD], MAX_LENGTH), word]


@kernel
def claim_set(board: BoardRecord, state: StateRecord, seat: int, most: int, word: int) -> int:
    """The tracks that the seat can claim, as one word of bits (R1-R4, R8, R9, F1, B1, B2).

    `most`: see `most_of_a_colour`.
    """
    return (
        state.open[seat, word]
        & filled_tracks(board, state, seat, word)
        & crossed_tracks(board, state, seat, word)
        & paid_tracks(board, state, seat, most, word)
    )


@kernel
def closed_to(board: BoardRecord, state: StateRecord, seat: int, track: int) -> int:
    """Why the track is closed to the seat, whatever it has, or ALLOWED (R4, R8, R9)."""
    if (state.open[seat, track // WORD] >> int(track % WORD)) & 1:
        return ALLOWED
    if state.owner[track] != NOBODY:
        return TAKEN
    return OWN_TWIN if state.owner[board.twin[track]] == seat else CLOSED_TWIN


@kernel
def is_shut(state: StateRecord, track: int) -> bool:
    """Whether a track that nobody has is open to nobody any more: its twin is taken, and the players are few (R9)."""
    if state.owner[track] != NOBODY:
        return False
    for seat in range(state.seats):
        if (state.open[seat, track // WORD] >> int(track % WORD)) & 1:
            return False
    return True


@kernel
def claim_refusal(board: BoardRecord, state: StateRecord, seat: int, track: int, most: int) -> int:
    """Why the seat cannot claim the track, or ALLOWED: the first of the sets in `claim_set` that it is not in."""
    word, bit = track // WORD, int(track % WORD)
    closed = closed_to(board, state, seat, track)
    if closed != ALLOWED:
        return closed
    if not (filled_tracks(board, state, seat, word) >> bit) & 1:
        return PIECES
    if not (crossed_tracks(board, state, seat, word) >> bit) & 1:
        return WILDS
    if not (paid_tracks(board, state, seat, most, word) >> bit) & 1:
        return CARDS
    return ALLOWED


@kernel
def payment(colour: int, wilds: int) -> int:
    """The action "pay with this colour and so many wilds"; only wilds: colour is WILD."""
    return PAY + colour * (MAX_LENGTH + 1) + wilds


@kernel
def mixed_payments(state: StateRecord, seat: int, colour: int, cost: int, least_wilds: int, out: Array, n: int) -> int:
    """Every way to pay `cost` cards with one of a colour at least and with at least so many wilds (R1, F1)."""
    for w in range(max(least_wilds, cost - state.hand[seat, colour]), min(cost - 1, state.hand[seat, WILD]) + 1):
        out[n] = payment(colour, w)
        n += 1
    return n


@kernel
def wild_payment(state: StateRecord, seat: int, cost: int, out: Array, n: int) -> int:
    """Paying `cost` cards with wilds alone, if there are so many (R1)."""
    if state.hand[seat, WILD] >= cost:
        out[n] = payment(WILD, cost)
        n += 1
    return n


@kernel
def payments(state: StateRecord, seat: int, colour: int, cost: int, least_wilds: int, out: Array, n: int) -> int:
    """Every way to pay `cost` cards of a colour (or GREY: of any one) with at least so many wilds (R1, R2, F1, G2)."""
    low = 0 if colour == GREY else colour
    high = COLOURS if colour == GREY else colour + 1
    for c in range(low, high):
        n = mixed_payments(state, seat, c, cost, least_wilds, out, n)
    return wild_payment(state, seat, cost, out, n)


@kernel
def lay_down(state: StateRecord, action: int, cost: int, scratch: ScratchRecord) -> None:
    """Take the cards that the payment names out of the hand and lay them on the table."""
    seat = state.actor
    colour = (action - PAY) // (MAX_LENGTH + 1)
    wilds = (action - PAY) % (MAX_LENGTH + 1)
    plain = cost - wilds
    if plain > 0:
        state.hand[seat, colour] -= plain
        state.shown[seat, colour] = max(0, state.shown[seat, colour] - plain)
    state.hand[seat, WILD] -= wilds
    state.shown[seat, WILD] = max(0, state.shown[seat, WILD] - wilds)
    state.hand_n[seat] -= cost
    if state.laid == 0:
        state.laid_colour = colour
    state.laid += cost
    state.laid_wild += wilds
    emit(scratch, events.LAY, seat, colour, cost, wilds)


@kernel
def discard_laid(state: StateRecord) -> None:
    """Discard the cards on the table (R7)."""
    plain = state.laid - state.laid_wild
    if plain > 0:
        discard_cards(state, state.laid_colour, plain)
    discard_cards(state, WILD, state.laid_wild)
    clear_laid(state)


@kernel
def take_back_laid(state: StateRecord) -> None:
    """Take the cards on the table back into the hand; everybody has seen them (U4)."""
    seat = state.actor
    plain = state.laid - state.laid_wild
    if plain > 0:
        state.hand[seat, state.laid_colour] += plain
        state.shown[seat, state.laid_colour] += plain
    state.hand[seat, WILD] += state.laid_wild
    state.shown[seat, WILD] += state.laid_wild
    state.hand_n[seat] += state.laid
    clear_laid(state)


@kernel
def clear_laid(state: StateRecord) -> None:
    """Nothing is on the table any more."""
    state.laid = 0
    state.laid_wild = 0
    state.laid_colour = NOTHING


@kernel
def take_track(board: BoardRecord, state: StateRecord, track: int, scratch: ScratchRecord) -> None:
    """Put the pieces on the track and score it (R3, R6, B1-B3, M1, M2, U7)."""
    seat = state.actor
    state.owner[track] = seat
    close_track(board, state, track, seat)
    state.pieces[seat, board.piece[track]] -= board.spaces[track]
    state.route_points[seat] += board.points[track]
    score = state.route_points[seat] + state.flag_points[seat]
    emit(scratch, events.CLAIM, seat, track, board.points[track], score)
    if board.carts[track] and state.goods_left > 0:
        state.goods[seat] += 1
        state.goods_left -= 1
        emit(scratch, events.GOODS, seat, state.goods[seat], 0, 0)
