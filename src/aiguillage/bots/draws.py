"""Which cards to draw, by how useful one more of each kind is: the same in both families."""

from ..rules.actions import BLIND, TAKE
from ..rules.jit import kernel
from ..rules.numbers import NOTHING, WILD
from ..rules.records import AnyBotScratch, AnyState


@kernel
def use_of(scratch: AnyBotScratch, kind: int, taken: int, enough: int) -> float:
    """How useful a card is if the kind `taken` (or NOTHING) was drawn just before; of the kinds in the set `enough` one
    card is enough."""
    if kind == taken and (enough >> int(kind)) & 1:
        return 0.0
    use: float = scratch.use[kind]
    return use


@kernel
def best_card(seen: AnyState, scratch: AnyBotScratch, blind: float, taken: int, enough: int) -> int:
    """The best single card to draw, face up and not wild, or from the deck; NOTHING if there is none.

    `taken` is the kind of the card drawn just before in thought; its slot counts as empty once.
    """
    best, most = NOTHING, -1.0
    if seen.deck_n > 0:
        best, most = BLIND, blind
    skip = taken
    for slot in range(5):
        kind = seen.market[slot]
        if kind == NOTHING or kind == WILD:
            continue
        if kind == skip:
            skip = NOTHING
            continue
        use = use_of(scratch, kind, taken, enough)
        if use > most:
            best, most = TAKE + kind, use
    return best


@kernel
def use_of_draw(scratch: AnyBotScratch, action: int, blind: float, taken: int, enough: int) -> float:
    """How useful a draw is."""
    if action == NOTHING:
        return 0.0
    return blind if action == BLIND else use_of(scratch, action - TAKE, taken, enough)


@kernel
def best_draw(seen: AnyState, scratch: AnyBotScratch, blind: float, enough: int) -> int:
    """The best first card: a face-up wild alone, or the better of two cards; NOTHING if there is nothing to draw.

    Leaves how useful the whole action is in `scratch.draw_use`. `blind` is how useful a card from the deck can be
    expected to be.
    """
    first = best_card(seen, scratch, blind, NOTHING, enough)
    use = use_of_draw(scratch, first, blind, NOTHING, enough)
    taken = first - TAKE if first != NOTHING and first != BLIND else NOTHING
    second = best_card(seen, scratch, blind, taken, enough)
    use += use_of_draw(scratch, second, blind, taken, enough)
    for slot in range(5):
        if seen.market[slot] == WILD and (first == NOTHING or scratch.use[WILD] > use):
            first, use = TAKE + WILD, scratch.use[WILD]
    scratch.draw_use = use
    return first
