"""What the kernel offers: its entries, module by module, and the types of their parameters.

A parameter's type is known by its name: first in the row of the entry's module, then in its family, then in `NAMES`;
whatever is not named there is a small integer (`i32`). `STATE` is one record, `STATE[:]` an array of them.
"""

from dataclasses import dataclass, field

FILES = ("board", "card")
"""One for each family of games: whoever plays one in a browser does not load the other."""

RECORDS = {
    "rules.state": ("BOARD", "STATE", "SCRATCH", "QUIET_SCRATCH"),
    "rules.cardgame_state": ("CARD_BOARD", "CARD_STATE", "CARD_SCRATCH", "QUIET_CARD_SCRATCH"),
    "bots.scratch": ("BOT_SCRATCH",),
    "bots.cardgame_scratch": ("CARD_BOT_SCRATCH",),
    "bots.tree": ("NODE", "FOUND", "HOW"),
    "bots.neural": ("NET",),
    "seen.plan": ("SIGHT",),
    "seen.plan_card": ("CARD_SIGHT",),
    "envs.batch": ("GENERATOR",),
    "explain.page": ("NAMES", "PAGE", "CARD_PAGE"),
}
"""The records and the modules that define them."""

NUMBERS = (
    "rules.numbers",
    "rules.phases",
    "rules.actions",
    "rules.state",
    "rules.cardgame_state",
    "rules.events",
    "bots.scratch",
    "bots.shortlist",
    "bots.tree",
)
"""The modules whose numbers (sizes, phases, actions, kinds of events) are described."""

NAMES = {
    **dict.fromkeys(("seed", "stream", "first_stream", "first_deal", "limit"), "i64"),
    "check": "bool",
    "out": "int16[:]",
    "weights": "float64[:]",
    "how": "HOW",
    "names": "NAMES",
    "tree": "NODE[:]",
    "found": "FOUND[:,:]",
    "live": "bool[:]",
    "generators": "GENERATOR[:]",
}

READ_ONLY = frozenset(
    {"board", "boards", "names", "before", "weights", "policies", "how", "live", "actions"}
    | {"nets", "synapses", "biases", "shifts", "scales", "columns", "row", "wanted"}
)
"""Parameters that the kernel never writes to."""

BOARD_GAMES = {
    "board": "BOARD",
    "boards": "BOARD[:]",
    "state": "STATE",
    "seen": "STATE",
    "before": "STATE",
    "page": "PAGE",
    "states": "STATE[:]",
    "worlds": "STATE[:]",
    "spare": "STATE[:]",
    "scratch": "SCRATCH",
    "scratches": "SCRATCH[:]",
    "sights": "SIGHT[:]",
    "rules": "QUIET_SCRATCH",
}
OF_THE_CARD_GAME = {
    "QUIET_SCRATCH": "QUIET_CARD_SCRATCH",
    **{name: f"CARD_{name}" for name in ("BOARD", "STATE", "PAGE", "SCRATCH", "BOT_SCRATCH", "SIGHT")},
}
"""Its records, by those of the board games."""


def for_cards(types: dict[str, str]) -> dict[str, str]:
    """The same parameters in the Card Game."""
    kinds = {name: kind.partition("[") for name, kind in types.items()}
    return {name: OF_THE_CARD_GAME.get(item, item) + "".join(rest) for name, (item, *rest) in kinds.items()}


CARD_GAME = {**for_cards(BOARD_GAMES), "rules": "CARD_SCRATCH"}
MATCH = {"went": "int8[:]", "policies": "int64[:]", "weights": "float64[:,:]"}
ADVICE = {"wanted": "bool[:]", "advice": "int64[:]"}
SEARCH = {"actions": "int16[:]", "rewards": "float64[:,:]", "ends": "int16[:,:]"}
ROWS = {
    "masks": "bool[:,:]",
    "observations": "int8[:,:]",
    "actors": "int8[:]",
    "samples": "int64[:]",
    "status": "int8[:]",
    "actions": "int64[:]",
    "episodes": "int64[:]",
    "rewards": "float32[:,:]",
    "scores": "int16[:,:]",
}


PAGE = (
    "setup step observe write_view write_legal write_events write_outcome find_way list_shortages "
    "decide decide_by_net judge judge_worlds legal list_candidates forget_plans play_worlds clear_tree learn "
    "seed_random below"
)
"""The entries that a browser calls, without the prefixes of their files: its files have no others."""


@dataclass(frozen=True)
class Row:
    """Functions of one module. They are exported as `prefix` and their name, from the file that the prefix begins with;
    without a prefix, from both."""

    module: str
    prefix: str
    functions: str
    family: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    @property
    def files(self) -> list[str]:
        """The files that have these functions."""
        return [name for name in FILES if not self.prefix or self.prefix.startswith(name)]


GROUPS = {
    "asked": ("how", "actions", "live"),
    "space": ("worlds", "scratch", "weights", "rules"),
    "mind": ("layout", "sights", "net", "rows", "room"),
    "net": ("nets", "synapses", "biases", "shifts", "scales", "columns"),
    "games": ("boards", "states", "scratches", "generators"),
    "paid": ("rewards", "scores", "status"),
    "share": ("part", "start", "stop"),
    "shown": ("masks", "observations", "actors", "samples"),
    "room": ("stream", "left", "right", "opinions"),
}
"""Parameters that are tuples in Python; from elsewhere their parts are passed one by one."""

NETWORK = {
    "nets": "NET[:]",
    **dict.fromkeys(("synapses", "shifts", "scales", "row", "left", "right"), "int8[:]"),
    **dict.fromkeys(("biases", "stream"), "int32[:]"),
    "rows": "int8[:,:]",
    "columns": "int16[:,:]",
    "opinions": "int64[:]",
}
BOTS = {"scratch": "BOT_SCRATCH", **SEARCH}
QUIET = {"scratch": "QUIET_SCRATCH"}


def shared(
    layer: str, module: str, functions: str, types: dict[str, str] | None = None, prefix: str = ""
) -> tuple[Row, Row]:
    """Functions that each family has; `types` are those of the board games."""
    types = types or {}
    return (
        Row(f"{layer}.boardgames.{module}", f"board_{prefix}", functions, BOARD_GAMES, types),
        Row(f"{layer}.cardgame.{module}", f"card_{prefix}", functions, CARD_GAME, for_cards(types)),
    )


ENTRIES = (
    Row("rules.turn", "board_", "setup legal step observe determinize legal_payments", BOARD_GAMES),
    Row("rules.score", "board_", "find_components final_count", BOARD_GAMES),
    Row("rules.trail", "board_", "list_trail", BOARD_GAMES),
    Row("rules.draw", "board_", "may_draw", BOARD_GAMES),
    Row("rules.claim", "board_", "most_of_a_colour", BOARD_GAMES),
    Row("rules.random_play", "board_random_", "play_out", BOARD_GAMES, QUIET),
    Row("bots.cards", "board_", "list_shortages", BOARD_GAMES, BOTS),
    Row("bots.boardgames.family", "board_", "weigh_tickets believe", BOARD_GAMES, BOTS),
    Row("explain.ways", "board_", "find_way", BOARD_GAMES),
    Row("rules.cardgame", "card_", "setup legal step observe determinize", CARD_GAME),
    Row("rules.cardgame_score", "card_", "final_count", CARD_GAME),
    Row("rules.cardgame_complete", "card_", "propose_tickets choose_tickets", CARD_GAME),
    Row(
        "rules.cardgame_place",
        "card_",
        "legal_placements placement_refusal trio_refusal rival_cards",
        CARD_GAME,
    ),
    Row("rules.cardgame_play", "card_random_", "play_out", CARD_GAME, for_cards(QUIET)),
    *shared("bots", "crowd", "play_games copy_all list_all count_all", QUIET, "random_"),
    *shared("bots", "family", "list_candidates forget_plans", BOTS),
    *shared("bots", "policies", "decide", BOTS),
    *shared("bots", "instinct", "decide_by_net judge_worlds", {**BOTS, **NETWORK}),
    *shared("bots", "playouts", "play_out play_worlds", BOTS),
    *shared("bots", "judge", "judge", BOTS),
    *shared("bots", "advise", "advise", {**BOTS, **ADVICE, "seen": "STATE[:]"}),
    *shared("bots", "match", "play_match", {**BOTS, **MATCH, "seen": "STATE[:]"}),
    *shared("envs", "single", "start legal play observe redraw show show_plan", ROWS, "single_"),
    *shared(
        *("envs", "batch", "start_games step_games observe_games show_plans"),
        {"scratches": "QUIET_SCRATCH[:]", **ROWS},
    ),
    *shared("explain", "telling", "write_view write_legal write_refusals write_events write_outcome"),
    Row("bots.tree", "", "clear_tree learn"),
    Row("bots.neural", "", "consider", {}, NETWORK),
    Row("envs.batch_rows", "", "seed_generators"),
    # Any record that begins with its generator will do; last, so that the functions above do not come to use these.
    Row("rules.rng", "", "seed_random below", {"state": "RNG"}),
)
