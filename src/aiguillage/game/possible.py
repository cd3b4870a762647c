"""What cannot occur in a board game, with the reason.

Cards, pieces and tickets out of nowhere; closed tracks taken; a decision without its cause; a last round that
nobody started.
"""

from collections.abc import Callable
from typing import Any

from aiguillage.boards import Board
from aiguillage.game.errors import PositionError
from aiguillage.game.position_fields import check_turns
from aiguillage.game.words import phase_name
from aiguillage.rules.actions import CLAIM, PASS, STATION
from aiguillage.rules.claim import ALLOWED, claim_refusal, closed_to, most_of_a_colour
from aiguillage.rules.deck import market_wilds, never_in_order
from aiguillage.rules.draw import can_draw_second
from aiguillage.rules.numbers import GREY, IN_BOX, IN_DECK, NOBODY, NOTHING, WILD
from aiguillage.rules.phases import Phase
from aiguillage.rules.records import AnyState, StateRecord
from aiguillage.rules.state import SCRATCH, new_record
from aiguillage.rules.station import station_refusal
from aiguillage.rules.turn import legal, legal_payments

Checks = dict[Phase, Callable[[Board, Any], None]]
"""Of what a phase asks for, by the phase."""

PENDING = (Phase.PAYMENT, Phase.TUNNEL, Phase.FLAG)


def check_possible(board: Board, state: StateRecord) -> None:
    """Raise `PositionError` with the reason if the position cannot occur."""
    phase = phase_of(board, state, (Phase.PLACEMENT, Phase.COMPLETION))
    _check_cards(board, state)
    _check_market(state, phase)
    _check_tracks(board, state)
    for seat in range(state.seats):
        _check_pieces(board, state, seat)
        _check_bonus(board, state, seat)
        _check_tickets(board, state, seat, phase)
    _check_ticket_places(board, state)
    _check_last_round(board, state, phase)
    checks: Checks = {
        **{Phase.OPENING: _check_opening, Phase.TICKETS: _check_offer, Phase.PAYMENT: _check_payment},
        **{Phase.TUNNEL: _check_tunnel, Phase.FLAG: _check_flag},
    }
    check_decision(board, state, phase, "a route or station", PENDING, checks)
    _check_passes(board, state, phase)
    check_turns(state, int(state.actor), turns_used(board, state))


def phase_of(board: Board, state: AnyState, unknown: tuple[Phase, ...]) -> Phase:
    """The phase, in which a seat is to decide; `unknown` are those that the game does not have."""
    phase = Phase(int(state.phase))
    if phase in unknown:
        raise PositionError(f"There is no phase {phase_name(phase)} in {board.name}.")
    if phase == Phase.OVER:
        raise PositionError("A position that is over cannot be played on; keep the record instead.")
    if state.actor == NOTHING:
        raise PositionError("The position does not say which seat is to act.")
    return phase


def turns_used(board: Board, state: StateRecord) -> list[int]:
    """How many turns each seat must have ended: one for each route and station; who is at the flag has not yet."""
    used = []
    for seat in range(state.seats):
        routes = int((state.owner[: len(board.tracks)] == seat).sum())
        stations = int((state.station_at[: len(board.places)] == seat).sum())
        used.append(routes + stations - int(state.phase == Phase.FLAG and state.actor == seat))
    return used


def _check_cards(board: Board, state: StateRecord) -> None:
    for kind in [*range(len(board.colours)), WILD]:
        name = "wild" if kind == WILD else board.colours[kind]
        counted = int(state.deck[kind] + state.discard[kind] + state.hand[:, kind].sum())
        counted += int((state.market == kind).sum() + (state.revealed == kind).sum())
        if kind == WILD:
            counted += int(state.laid_wild)
        elif kind == state.laid_colour:
            counted += max(0, int(state.laid - state.laid_wild))
        if name in board.flag_colours:
            part = board.flag_colours.index(name)
            counted += sum(int(state.flag[seat]) >> part & 1 for seat in range(state.seats))
        check_kind(board, state, kind, name, counted)


def check_kind(board: Board, state: AnyState, kind: int, name: str, counted: int) -> None:
    """As many cards of a kind as the game has were counted, and nobody has shown more of them than he has."""
    if counted != board.cards[name]:
        raise PositionError(f"There are {counted} {name} cards in the position and {board.cards[name]} in the game.")
    for seat in range(state.seats):
        if state.shown[seat, kind] > state.hand[seat, kind]:
            raise PositionError(f"Seat {seat} has shown more {name} than it has.")


def _check_market(state: StateRecord, phase: Phase) -> None:
    if state.deck_n == 0 and state.discard_n > 0:
        raise PositionError("The deck is empty while there are discards; they would be the new deck (D7).")
    if state.deck_n > 0 and NOTHING in state.market:
        raise PositionError("The market has a gap while there are cards in the deck to fill it (D2, D9).")
    settled = phase != Phase.TUNNEL  # the cards turned up left the deck after the row was put in order
    if settled and market_wilds(state) >= 3 and not never_in_order(state):
        raise PositionError("Three wilds lie face up; the row would have been replaced (D6).")


def _check_tracks(board: Board, state: StateRecord) -> None:
    for number, track in enumerate(board.tracks):
        owner, twin = int(state.owner[number]), int(board.table.twin[number])
        if owner != NOBODY and twin != NOTHING and state.owner[twin] != NOBODY:
            if state.owner[twin] == owner:
                raise PositionError(f"Seat {owner} has both tracks of {track.id}; nobody may (R8).")
            if state.seats <= board.twin_closed_up_to:
                raise PositionError(f"{track.id} and its twin are both taken; the second one was closed (R9).")


def _check_pieces(board: Board, state: StateRecord, seat: int) -> None:
    for piece, kind in enumerate(("main", "subway")):
        mine = (state.owner[: len(board.tracks)] == seat) & (board.table.piece[: len(board.tracks)] == piece)
        placed = int(board.table.spaces[: len(board.tracks)][mine].sum())
        left, whole = int(state.pieces[seat, piece]), int(board.table.pieces[piece])
        if left + placed != whole:
            raise PositionError(
                f"Seat {seat} has {left} {kind} pieces left and {placed} on the board, together not {whole}."
            )
    built, left = int((state.station_at[: len(board.places)] == seat).sum()), int(state.stations[seat])
    if left + built != board.stations:
        raise PositionError(f"Seat {seat} has {left} stations left and {built} built, together not {board.stations}.")


def _check_bonus(board: Board, state: StateRecord, seat: int) -> None:
    owned = [track for number, track in enumerate(board.tracks) if state.owner[number] == seat]
    carts, goods = sum(track.carts for track in owned), int(state.goods[seat])
    if state.goods_left < 0:
        raise PositionError(f"There are only {board.goods} merchandise cards.")
    if board.goods and (goods > carts or (goods < carts and state.goods_left > 0)):
        raise PositionError(f"Seat {seat} has {goods} merchandise cards for {carts} routes with carts (M1).")
    for part, colour in enumerate(board.flag_colours):
        kept = int(state.flags_done[seat]) + (int(state.flag[seat]) >> part & 1)
        claimed = sum(track.colour == colour for track in owned)
        if kept > claimed:
            raise PositionError(
                f"Seat {seat} kept {kept} {colour} cards for flags from {claimed} {colour} routes (P2)."
            )
    if board.flag_colours and state.flag[seat] == (1 << len(board.flag_colours)) - 1:
        raise PositionError(f"Seat {seat} has a whole flag that was not scored (P3).")
    if not board.flag_colours and state.flags_done[seat]:
        raise PositionError(f"There are no flags in {board.name}.")


def _check_tickets(board: Board, state: StateRecord, seat: int, phase: Phase) -> None:
    kept = [ticket for number, ticket in enumerate(board.tickets) if state.ticket_at[number] == seat]
    dealt, chosen = board.opening.long + board.opening.regular, int(state.chosen[seat])
    if phase == Phase.OPENING:
        if kept:
            raise PositionError(f"Seat {seat} has tickets before the opening choice is over (S7, S8).")
    elif len(kept) < board.opening.keep:
        raise PositionError(f"Seat {seat} keeps {len(kept)} tickets, fewer than {board.opening.keep} (S7, S8).")
    if sum(ticket.long for ticket in kept) > board.opening.long:
        raise PositionError(f"Seat {seat} keeps more long tickets than are dealt to one player (S7).")
    if chosen != NOTHING:
        if chosen >= 1 << dealt or chosen.bit_count() < board.opening.keep:
            raise PositionError(f"Seat {seat} cannot have chosen its opening tickets like that (S7, S8).")
        if phase != Phase.OPENING and chosen.bit_count() > len(kept):
            raise PositionError(f"Seat {seat} chose more tickets than it keeps, but none is given up (K4).")


def _check_ticket_places(board: Board, state: StateRecord) -> None:
    seats = int(state.seats)
    boxed = 0
    for number, ticket in enumerate(board.tickets):
        where = int(state.ticket_at[number])
        if where == IN_BOX:
            boxed += 1
        if where == IN_DECK and ticket.long and board.opening.long:
            raise PositionError(f"The long ticket {ticket.id} is in the deck, but the long ones never are (S7).")
        if state.returned_by[number] != NOBODY and where not in (IN_DECK, IN_BOX):
            raise PositionError(f"The ticket {ticket.id} was put back, but is not in the deck or the box.")
    if board.opening.rest != "box":
        if boxed:
            missing = next(t.id for n, t in enumerate(board.tickets) if state.ticket_at[n] == IN_BOX)
            raise PositionError(f"The ticket {missing} is nowhere; in {board.name} none leaves the game (S8).")
        return
    unseen = sum(ticket.long for ticket in board.tickets) - seats * board.opening.long
    dealt = board.opening.long + board.opening.regular
    refused = [dealt - int(c).bit_count() if c != NOTHING else -1 for c in state.chosen[:seats]]
    least = unseen + sum(max(0, count) for count in refused)
    most = least + refused.count(-1) * (dealt - board.opening.keep)
    if state.phase == Phase.OPENING:
        least = most = unseen
    if not least <= boxed <= most:
        raise PositionError(f"{boxed} tickets are out of the game; it should be {least} to {most} (S7).")


def _check_last_round(board: Board, state: StateRecord, phase: Phase) -> None:
    few = [int(state.pieces[seat].sum()) <= board.end_trigger for seat in range(state.seats)]
    if state.last_turns == NOTHING:
        if phase == Phase.FLAG:  # the claim is made, but the turn has not ended
            few[state.actor] = False
        if any(few):
            raise PositionError(f"Seat {few.index(True)} has so few pieces that this is the last round (E1, B5).")
    elif not few[(state.actor - 1 + state.last_turns) % state.seats]:
        raise PositionError("By the turns that are left the last round was started by a seat that could not (E1, B5).")


def _check_passes(board: Board, state: StateRecord, phase: Phase) -> None:
    """Who has passed could do nothing, and still cannot: nothing has changed since (T2)."""
    if state.passes and phase != Phase.TURN:
        raise PositionError("Passes in a row are counted at the start of a turn only (T2).")
    actor, actions = int(state.actor), new_record(SCRATCH).actions
    passed = [(actor - back) % int(state.seats) for back in range(1, int(state.passes) + 1)]
    for seat in passed:
        state.actor = seat
        count = legal(board.table, state, actions)
        state.actor = actor
        if count != 1 or actions[0] != PASS:
            raise PositionError(f"Seat {seat} cannot have passed: it has something else to do (T2).")
    if len(passed) > state.turns:
        raise PositionError(f"{len(passed)} turns cannot have been passed, for only {state.turns} have ended (T2).")


def check_decision(
    board: Board, state: AnyState, phase: Phase, pending: str, at: tuple[Phase, ...], checks: Checks
) -> None:
    """Whether what the phase asks the actor to decide is there to be decided; `at` what phases something is pending."""
    if (phase in at) != (state.target != NOTHING):
        need = f"{pending} must" if phase in at else "nothing may"
        raise PositionError(f"In the phase {phase_name(phase)} {need} be pending.")
    if phase != Phase.OPENING:
        _check_offers(state, phase)
    if phase == Phase.SECOND_CARD:
        _check_second(state)
    elif phase in checks:
        checks[phase](board, state)


def _check_offers(state: AnyState, phase: Phase) -> None:
    """Tickets are on offer to who is to choose some, and to nobody else."""
    for seat in range(state.seats):
        if state.offer_n[seat] and not (phase == Phase.TICKETS and seat == state.actor):
            raise PositionError(f"Seat {seat} has tickets on offer, but has none to choose now.")


def _check_second(state: AnyState) -> None:
    """A second card can be taken, and a first one was."""
    if not can_draw_second(state):
        raise PositionError("A second card is due, but there is none to take (D9).")
    if state.hand_n[state.actor] == 0:
        raise PositionError(f"Seat {state.actor} is to take a second card, but has no first one (D1).")


def _check_opening(board: Board, state: StateRecord) -> None:
    wanted = [True] * board.opening.long + [False] * board.opening.regular
    for seat in range(state.seats):
        offer = [board.tickets[number] for number in state.offer[seat, : state.offer_n[seat]]]
        if [ticket.long and board.opening.long > 0 for ticket in offer] != wanted:
            raise PositionError(
                f"Seat {seat} needs {board.opening.long} long and {board.opening.regular} others on offer."
            )
        if state.hand_n[seat] != board.deal:
            raise PositionError(f"Seat {seat} must have the {board.deal} cards it was dealt (S5).")
    played = (state.owner != NOBODY).any() or (state.station_at != NOBODY).any()
    check_unplayed(state, bool(played), "S7, S8")


def check_unplayed(state: AnyState, played: bool, rules: str) -> None:
    """In the opening tickets were chosen, not yet by who is to act, and nothing was played."""
    if state.chosen[state.actor] != NOTHING:
        raise PositionError(f"Seat {state.actor} is to act, but has chosen its opening tickets already.")
    if state.decisions != sum(int(chosen) != NOTHING for chosen in state.chosen[: state.seats]):
        raise PositionError(f"In the opening every decision is a choice of tickets ({rules}).")
    if state.turns or played:
        raise PositionError("Nothing can have been played before the opening tickets are chosen.")


def _check_offer(board: Board, state: StateRecord) -> None:
    offer = state.offer[state.actor, : state.offer_n[state.actor]]
    if not 0 < len(offer) <= board.draw_tickets:
        raise PositionError(f"A player chooses from 1 to {board.draw_tickets} tickets, not {len(offer)} (K1).")
    if len(offer) < board.draw_tickets and state.queue_n:
        raise PositionError(f"{len(offer)} tickets were drawn while more were left (K1, K3).")
    if board.opening.long and any(board.tickets[number].long for number in offer):
        raise PositionError("A long ticket cannot be drawn (S7).")


def _check_payment(board: Board, state: StateRecord) -> None:
    seat, target = int(state.actor), int(state.target)
    most = most_of_a_colour(state, seat)
    if target < STATION:
        possible = claim_refusal(board.table, state, seat, target - CLAIM, most) == ALLOWED
    else:
        place = target - STATION
        possible = board.stations > 0 and station_refusal(board.table, state, seat, place, most) == ALLOWED
    if not possible:
        raise PositionError(f"Seat {seat} is to pay for something that it cannot take.")
    if legal_payments(board.table, state, target, new_record(SCRATCH).actions) < 2:
        raise PositionError(f"Seat {seat} is to choose how to pay, but there is one way only.")
    if state.laid or state.laid_wild or state.laid_colour != NOTHING or state.owed:
        raise PositionError("The payment is still to be chosen, but cards were laid down already.")
    if (state.revealed != NOTHING).any():
        raise PositionError("The payment is still to be chosen, but cards were turned up already.")


def _check_laid(board: Board, state: StateRecord, track: int) -> None:
    """The cards on the table pay for the track (R1, R2, F1)."""
    colour, plain = int(state.laid_colour), int(state.laid - state.laid_wild)
    due = board.tracks[track].cost
    if board.table.tunnel[track] and state.phase != Phase.TUNNEL:
        due += int(state.owed)
    fits = colour == WILD if plain == 0 else colour in (*range(len(board.colours)),)
    if plain > 0 and board.table.colour[track] != GREY:
        fits = colour == board.table.colour[track]
    if plain < 0 or not fits or state.laid != due or state.laid_wild < board.table.ferry[track]:
        raise PositionError(f"The cards laid down do not pay for {board.tracks[track].id} (R1, F1).")


def _check_revealed(board: Board, state: StateRecord, track: int) -> None:
    """The cards turned up, and what they ask for (U1-U3, U6)."""
    turned = [int(kind) for kind in state.revealed if kind != NOTHING]
    if not board.table.tunnel[track]:
        if turned or state.owed:
            raise PositionError(f"{board.tracks[track].id} is no tunnel, but cards were turned up for it (U1).")
        return
    if (len(turned) < 3 and state.deck_n > 0) or NOTHING in state.revealed[: len(turned)]:
        raise PositionError("Three cards are turned up for a tunnel, or all there are (U1, U6).")
    if state.owed != sum(kind in (WILD, state.laid_colour) for kind in turned):
        raise PositionError(f"The cards turned up do not ask for {state.owed} more (U2, U3).")


def _check_tunnel(board: Board, state: StateRecord) -> None:
    seat, track = int(state.actor), int(state.target) - CLAIM
    if state.target >= STATION or not board.table.tunnel[track]:
        raise PositionError("A surcharge is due, but not for a tunnel (U1).")
    if closed_to(board.table, state, seat, track) != ALLOWED:
        raise PositionError(f"{board.tracks[track].id} is closed to seat {seat}.")
    if state.pieces[seat, board.table.piece[track]] < board.table.spaces[track]:
        raise PositionError(f"Seat {seat} has too few pieces for {board.tracks[track].id} (R3).")
    _check_laid(board, state, track)
    _check_revealed(board, state, track)
    if state.owed == 0:
        raise PositionError("A surcharge is to be decided on, but none is owed (U4).")


def _check_flag(board: Board, state: StateRecord) -> None:
    seat, track = int(state.actor), int(state.target) - CLAIM
    if state.target >= STATION or state.owner[track] != seat or board.table.flag[track] == NOTHING:
        raise PositionError("A card is to be kept for the flag, but not from a route just taken (P2).")
    _check_laid(board, state, track)
    _check_revealed(board, state, track)
    if state.laid == state.laid_wild or int(state.flag[seat]) >> int(board.table.flag[track]) & 1:
        raise PositionError("None of the cards played can be kept for the flag (P2).")
