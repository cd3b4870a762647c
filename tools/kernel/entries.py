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
CARD_GAME = {
    "board": "CARD_BOARD",
    "boards": "CARD_BOARD[:]",
    "state": "CARD_STATE",
    "seen": "CARD_STATE",
    "before": "CARD_STATE",
    "page": "CARD_PAGE",
    "states": "CARD_STATE[:]",
    "worlds": "CARD_STATE[:]",
    "spare": "CARD_STATE[:]",
    "scratch": "CARD_SCRATCH",
    "scratches": "CARD_SCRATCH[:]",
    "sights": "CARD_SIGHT[:]",
    "rules": "CARD_SCRATCH",
}
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


NETWORK = {
    "nets": "NET[:]",
    **dict.fromkeys(("synapses", "shifts", "scales", "row", "left", "right"), "int8[:]"),
    **dict.fromkeys(("biases", "stream"), "int32[:]"),
    "rows": "int8[:,:]",
    "columns": "int16[:,:]",
    "opinions": "int64[:]",
}
BOARD_BOTS = {"scratch": "BOT_SCRATCH", **SEARCH}
CARD_BOTS = {"scratch": "CARD_BOT_SCRATCH", **SEARCH}

ENTRIES = (
    Row("rules.turn", "board_", "setup legal step observe determinize legal_payments", BOARD_GAMES),
    Row("rules.score", "board_", "find_components final_count", BOARD_GAMES),
    Row("rules.trail", "board_", "list_trail", BOARD_GAMES),
    Row("rules.draw", "board_", "may_draw", BOARD_GAMES),
    Row("rules.claim", "board_", "most_of_a_colour", BOARD_GAMES),
    Row(
        "rules.random_play",
        "board_random_",
        "play_out",
        BOARD_GAMES,
        {"scratch": "QUIET_SCRATCH"},
    ),
    Row(
        "bots.boardgames.crowd",
        "board_random_",
        "play_games copy_all list_all count_all",
        BOARD_GAMES,
        {"scratch": "QUIET_SCRATCH"},
    ),
    Row(
        "bots.boardgames.family",
        "board_",
        "list_candidates forget_plans weigh_tickets believe",
        BOARD_GAMES,
        BOARD_BOTS,
    ),
    Row("bots.boardgames.policies", "board_", "decide", BOARD_GAMES, BOARD_BOTS),
    Row("bots.cards", "board_", "list_shortages", BOARD_GAMES, BOARD_BOTS),
    Row(
        "bots.boardgames.instinct",
        "board_",
        "decide_by_net judge_worlds",
        BOARD_GAMES,
        {**BOARD_BOTS, **NETWORK},
    ),
    Row("bots.boardgames.playouts", "board_", "play_out play_worlds", BOARD_GAMES, BOARD_BOTS),
    Row("bots.boardgames.judge", "board_", "judge", BOARD_GAMES, BOARD_BOTS),
    Row(
        "bots.boardgames.advise",
        "board_",
        "advise",
        BOARD_GAMES,
        {**BOARD_BOTS, **ADVICE, "seen": "STATE[:]"},
    ),
    Row(
        "bots.boardgames.match",
        "board_",
        "play_match",
        BOARD_GAMES,
        {**BOARD_BOTS, **MATCH, "seen": "STATE[:]"},
    ),
    Row(
        "envs.boardgames.single",
        "board_single_",
        "start legal play observe redraw show show_plan",
        BOARD_GAMES,
        ROWS,
    ),
    Row(
        "envs.boardgames.batch",
        "board_",
        "start_games step_games observe_games show_plans",
        BOARD_GAMES,
        {"scratches": "QUIET_SCRATCH[:]", **ROWS},
    ),
    Row("explain.view", "board_", "write_view", BOARD_GAMES),
    Row("explain.choices", "board_", "write_legal", BOARD_GAMES),
    Row("explain.reasons", "board_", "write_refusals", BOARD_GAMES),
    Row("explain.events", "board_", "write_events", BOARD_GAMES),
    Row("explain.outcome", "board_", "write_outcome", BOARD_GAMES),
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
    Row(
        "rules.cardgame_play",
        "card_random_",
        "play_out",
        CARD_GAME,
        {"scratch": "QUIET_CARD_SCRATCH"},
    ),
    Row(
        "bots.cardgame.crowd",
        "card_random_",
        "play_games copy_all list_all count_all",
        CARD_GAME,
        {"scratch": "QUIET_CARD_SCRATCH"},
    ),
    Row("bots.cardgame.family", "card_", "list_candidates forget_plans", CARD_GAME, CARD_BOTS),
    Row("bots.cardgame.policies", "card_", "decide", CARD_GAME, CARD_BOTS),
    Row(
        "bots.cardgame.instinct",
        "card_",
        "decide_by_net judge_worlds",
        CARD_GAME,
        {**CARD_BOTS, **NETWORK},
    ),
    Row("bots.cardgame.playouts", "card_", "play_out play_worlds", CARD_GAME, CARD_BOTS),
    Row("bots.cardgame.judge", "card_", "judge", CARD_GAME, CARD_BOTS),
    Row(
        "bots.cardgame.advise",
        "card_",
        "advise",
        CARD_GAME,
        {**CARD_BOTS, **ADVICE, "seen": "CARD_STATE[:]"},
    ),
    Row(
        "bots.cardgame.match",
        "card_",
        "play_match",
        CARD_GAME,
        {**CARD_BOTS, **MATCH, "seen": "CARD_STATE[:]"},
    ),
    Row(
        "envs.cardgame.single",
        "card_single_",
        "start legal play observe redraw show show_plan",
        CARD_GAME,
        ROWS,
    ),
    Row(
        "envs.cardgame.batch",
        "card_",
        "start_games step_games observe_games show_plans",
        CARD_GAME,
        {"scratches": "QUIET_CARD_SCRATCH[:]", **ROWS},
    ),
    Row("explain.cardgame_view", "card_", "write_view", CARD_GAME),
    Row("explain.cardgame_choices", "card_", "write_legal", CARD_GAME),
    Row("explain.cardgame_reasons", "card_", "write_refusals", CARD_GAME),
    Row("explain.cardgame_events", "card_", "write_events", CARD_GAME),
    Row("explain.cardgame_outcome", "card_", "write_outcome", CARD_GAME),
    Row("bots.tree", "", "clear_tree learn"),
    Row("bots.neural", "", "consider", {}, NETWORK),
    Row("envs.rows", "", "seed_generators"),
    # Any record that begins with its generator will do; last, so that the functions above do not come to use these.
    Row("rules.rng", "", "seed_random below", {"state": "RNG"}),
)
