"""Write `src/aiguillage/rules/records.py`: the kernel's records as types, from their fields.

python tools/records.py [--check]
"""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np

# What is to be written cannot be asked for yet: while this runs, whatever name of it is a name of nothing.
nameless = ModuleType("aiguillage.rules.records")
nameless.__getattr__ = lambda name: object  # type: ignore[method-assign]
sys.modules[nameless.__name__] = nameless

from aiguillage.bots.cardgame_scratch import CARD_BOT_SCRATCH  # noqa: E402
from aiguillage.bots.scratch import BOT_SCRATCH  # noqa: E402
from aiguillage.bots.tree import FOUND, HOW, NODE  # noqa: E402
from aiguillage.explain.page import CARD_PAGE, NAMES, PAGE  # noqa: E402
from aiguillage.rules.cardgame_state import CARD_BOARD, CARD_SCRATCH, CARD_STATE  # noqa: E402
from aiguillage.rules.state import BOARD, SCRATCH, STATE  # noqa: E402
from aiguillage.seen.plan import SIGHT  # noqa: E402
from aiguillage.seen.plan_card import CARD_SIGHT  # noqa: E402

FILE = Path(__file__).resolve().parents[1] / "src/aiguillage/rules/records.py"

HEAD = '''"""The kernel's records as types, so that a misspelt field is found before anything runs.

Written by `python tools/records.py` from the records themselves (`state.py`, `cardgame_state.py`, and the bots'
scratch spaces). Numbers of 64 bits and items of arrays are `Any`: numpy's, numba's and the interpreter's differ. A
function that serves both families takes `AnyBoard`, `AnyState`, `AnyScratch`, which have the fields that both have.
"""

from collections.abc import MutableSequence
from typing import Any, Protocol

from numpy.typing import NDArray

Array = NDArray[Any]
'''

TAIL = """AnyBoards = MutableSequence[AnyBoard]
AnyStates = MutableSequence[AnyState]
AnyScratches = MutableSequence[AnyScratch]
AnySights = MutableSequence[AnySight]
Tree = MutableSequence[NodeRecord]

# parameters of many parts: see GROUPS in tools/kernel/entries.py
Asked = tuple[HowRecord, Array, Array]
Space = tuple[AnyStates, AnyBotScratch, Array, AnyScratch]
Games = tuple[AnyBoards, AnyStates, AnyScratches, Any]
Shown = tuple[Array, Array, Array, Array]
Paid = tuple[Array, Array, Array]
Share = tuple[int, int, int]
"""

RECORDS = {
    "BoardRecord": ("What is printed on the board of a board game.", BOARD),
    "StateRecord": ("A board game under way, or what a seat knows of it.", STATE),
    "ScratchRecord": ("What the rules of the board games work in.", SCRATCH),
    "BotScratchRecord": ("What the bots of the board games work in.", BOT_SCRATCH),
    "CardBoardRecord": ("What is printed on the cards of the Card Game.", CARD_BOARD),
    "CardStateRecord": ("A Card Game under way, or what a seat knows of it.", CARD_STATE),
    "CardScratchRecord": ("What the rules of the Card Game work in.", CARD_SCRATCH),
    "CardBotScratchRecord": ("What the bots of the Card Game work in.", CARD_BOT_SCRATCH),
    "HowRecord": ("How worlds are played.", HOW),
    "NodeRecord": ("A decision in the tree of search.", NODE),
    "FoundRecord": ("What one root candidate met in one world.", FOUND),
    "NamesRecord": ("The names of a board, as the kernel writes them.", NAMES),
    "PageRecord": ("What the kernel writes about the board games on.", PAGE),
    "CardPageRecord": ("What the kernel writes about the Card Game on.", CARD_PAGE),
    "SightRecord": ("What a seat's tickets lack, in a board game.", SIGHT),
    "CardSightRecord": ("What a seat's tickets lack, in the Card Game.", CARD_SIGHT),
}
COMMON = {
    "AnyBoard": ("What is printed, whichever the family.", (BOARD, CARD_BOARD)),
    "AnyState": ("A game under way, whichever the family.", (STATE, CARD_STATE)),
    "AnyScratch": ("What rules or bots work in.", (SCRATCH, CARD_SCRATCH)),
    "RandomRecord": ("What has a fast generator.", (STATE, CARD_STATE, BOT_SCRATCH, CARD_BOT_SCRATCH)),
    "CardSearchRecord": ("What the choice of tickets works in.", (CARD_SCRATCH, CARD_BOT_SCRATCH)),
    "AnyPage": ("What the kernel writes on, whichever the family.", (PAGE, CARD_PAGE)),
    "AnySight": ("What a seat's tickets lack, whichever the family.", (SIGHT, CARD_SIGHT)),
    "AnyBotScratch": ("What bots work in, whichever the family.", (BOT_SCRATCH, CARD_BOT_SCRATCH)),
}


def kind_of(dtype: np.dtype) -> str:
    """How a field is written in a type."""
    if dtype.subdtype is not None:
        return "Array"
    if dtype.names is not None:
        return "Any"
    return "float" if dtype.kind == "f" else "int" if dtype.itemsize < 8 else "Any"


def fields_of(*dtypes: np.dtype) -> dict[str, str]:
    """The fields that records have in common and what they are."""
    first, *others = ({name: kind_of(dtype.fields[name][0]) for name in dtype.names} for dtype in dtypes)
    return {name: kind for name, kind in first.items() if all(one.get(name) == kind for one in others)}


def protocol(name: str, meaning: str, bases: list[str], fields: dict[str, str]) -> str:
    """A type with these fields beside those of its bases."""
    known = {field for base in bases for field in fields_of(*COMMON[base][1])}
    own = "".join(f"    {field}: {kind}\n" for field, kind in fields.items() if field not in known)
    head = f'class {name}({", ".join([*bases, "Protocol"])}):\n    """{meaning}"""\n'
    return f"{head}\n{own}" if own else head


def bases_of(dtype: np.dtype) -> list[str]:
    """The types whose fields a record has with others, but those that another of them has too."""
    found = [name for name, (_, dtypes) in COMMON.items() if any(dtype is one for one in dtypes)]
    fields = {name: set(fields_of(*COMMON[name][1])) for name in found}
    return [name for name in found if not any(fields[name] < fields[other] for other in found)]


def write() -> str:
    """The module's text."""
    parts = [protocol(name, meaning, [], fields_of(*dtypes)) for name, (meaning, dtypes) in COMMON.items()]
    for name, (meaning, dtype) in RECORDS.items():
        parts.append(protocol(name, meaning, bases_of(dtype), fields_of(dtype)))
    return "\n\n".join([HEAD, *parts, TAIL])


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit("run python tools/records.py" if FILE.read_text(encoding="utf-8") != write() else 0)
    FILE.write_text(write(), encoding="utf-8")
