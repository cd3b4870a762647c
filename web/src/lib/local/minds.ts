/**
 * Bots: one call into the kernel, or for `search` many, shared out over several minds. A mind is the kernel in a worker
 * of its own (or, in tests, in this one); it is shown an observation and nothing else. The counterpart of `bots/`.
 */
import { placedNet } from "./nets";
import type { Bytes, Title } from "./title";

/** Worlds that a mind plays between two looks at the clock and at the candidates. */
export const CHUNK = 4;

/** What one seat sees when it has to decide. */
export interface Seen {
  observation: Bytes;
  seat: number;
  seed: number;
}

/** Worlds to be played: the first one's number, which candidates are still in, and whether the tree is followed. */
export interface Worlds {
  first: number;
  live: boolean[];
  grow: boolean;
}

export interface Mind {
  /** the number of the action that a kernel bot chooses */
  decide(bot: string, seen: Seen): Promise<number>;
  /** begin a search: the numbers of the actions that are worth a look */
  begin(seen: Seen): Promise<number[]>;
  /** how each candidate fared in each world, world by world */
  play(worlds: Worlds): Promise<Float64Array>;
}

/** A mind on the kernel of this thread. */
export class KernelMind implements Mind {
  readonly #title: Title;
  readonly #seen: number;
  readonly #scratch: number;
  readonly #weights: number;
  readonly #names: { bot: string; rules: string };
  #room: {
    out: number;
    actions: number;
    live: number;
    rewards: number;
    tree: number;
    found: number;
    worlds: number;
    scratch: number;
    rules: number;
    how: number;
  } | null = null;
  #lacks: number | null = null;
  #net: Promise<number[]> | null = null;
  #search: { count: number; weights: number; size: number; seen: Seen } | null = null;

  /** `net` fetches the network of the title, when it is asked for the first time. */
  constructor(
    title: Title,
    readonly net: () => Promise<Bytes>,
  ) {
    this.#title = title;
    const { kernel, record } = title;
    this.#names = { bot: `${record}BOT_SCRATCH`, rules: record ? "CARD_SCRATCH" : "QUIET_SCRATCH" };
    this.#seen = kernel.records(`${record}STATE`);
    this.#scratch = kernel.records(this.#names.bot);
    this.#weights = kernel.place(8 * Math.max(...Object.values(title.facts.weights).map((list) => list.length)));
  }

  /** The seat's observation, room without plans, and what the bot thinks of the title; how many weights that are. */
  #prepare(bot: string, seen: Seen): number {
    const { kernel, facts } = this.#title;
    kernel.bytes(this.#seen, seen.observation.length).set(seen.observation);
    kernel.bytes(this.#scratch, kernel.size(this.#names.bot)).fill(0);
    this.#title.call("forget_plans", this.#scratch);
    const weights = facts.weights[bot]!;
    kernel.floats(this.#weights, weights.length).set(weights);
    return weights.length;
  }

  /** An item of the plan behind the last choice. */
  plan(field: string, item = 0): number {
    return this.#title.kernel.get(this.#names.bot, this.#scratch, field, item);
  }

  /** What the routes of that plan lack: of each the track, a colour, how many cards of it and how many wilds. */
  shortages(seat: number): [number, number, number, number][] {
    const { kernel, board } = this.#title;
    const size = 4 * this.#title.number("rules.state", "MAX_TRACKS");
    this.#lacks ??= kernel.place(2 * size);
    const count = this.#title.call("list_shortages", board, this.#seen, seat, this.#scratch, this.#lacks, size);
    const found = kernel.int16(this.#lacks, 4 * count);
    return Array.from(
      { length: count },
      (_, i) => [...found.slice(4 * i, 4 * i + 4)] as [number, number, number, number],
    );
  }

  async decide(bot: string, seen: Seen): Promise<number> {
    if (bot === "neural") return this.#feel(seen);
    const weights = this.#prepare(bot, seen);
    const policy = this.#title.parts.facts.policies[bot]!;
    return this.#title.call(
      "decide",
      policy,
      this.#title.board,
      this.#seen,
      seen.seat,
      BigInt(seen.seed),
      this.#scratch,
      this.#weights,
      weights,
    );
  }

  /** The network's first thought. */
  async #feel(seen: Seen): Promise<number> {
    const net = await (this.#net ??= this.net().then((file) =>
      placedNet(this.#title.kernel, file, `${this.#title.record}SIGHT`),
    ));
    this.#prepare("planner", seen);
    return this.#title.call(
      "decide_by_net",
      this.#title.board,
      this.#seen,
      seen.seat,
      BigInt(seen.seed),
      this.#scratch,
      ...net,
    );
  }

  #makeRoom() {
    const { kernel, record } = this.#title;
    const { CANDIDATES, NODES, DEPTH } = kernel.description.numbers["bots.tree"] as {
      CANDIDATES: number;
      NODES: number;
      DEPTH: number;
    };
    this.#room ??= {
      out: kernel.place(2 * CANDIDATES),
      actions: kernel.place(2 * CANDIDATES),
      live: kernel.place(CANDIDATES),
      rewards: kernel.place(8 * CANDIDATES * CHUNK),
      tree: kernel.records("NODE", NODES),
      found: kernel.records("FOUND", CHUNK * CANDIDATES),
      worlds: kernel.records(`${record}STATE`, 3 + DEPTH),
      scratch: kernel.records(this.#names.bot),
      rules: kernel.records(this.#names.rules),
      how: kernel.records("HOW"),
    };
    return { ...this.#room, CANDIDATES, NODES, DEPTH };
  }

  async begin(seen: Seen): Promise<number[]> {
    const { kernel, board } = this.#title;
    const { out, actions, tree, CANDIDATES, NODES } = this.#makeRoom();
    const weights = this.#prepare("search", seen);
    const count = this.#title.call(
      "list_candidates",
      board,
      this.#seen,
      seen.seat,
      this.#scratch,
      this.#weights,
      weights,
      out,
      CANDIDATES,
    );
    const found = kernel.int16(out, count).slice();
    kernel.int16(actions, count).set(found);
    kernel.call("clear_tree", tree, NODES);
    this.#search = { count, weights, size: CANDIDATES, seen };
    return [...found];
  }

  async play({ first, live, grow }: Worlds): Promise<Float64Array> {
    const { kernel, board, record, facts } = this.#title;
    const room = this.#makeRoom();
    const { count, weights, seen } = this.#search!;
    const how = (name: string, value: number) => kernel.set("HOW", room.how, name, value);
    const decisions = kernel.get(`${record}STATE`, this.#seen, "decisions");
    how("seed", seen.seed + decisions * 1_000_003);
    how("seat", seen.seat);
    how("grow", grow ? 1 : 0);
    how("rivals", 0);
    how("scale", facts.scale);
    how("win", 0.5);
    kernel.bytes(room.live, count).set(live.map(Number));
    // candidates that are out keep a zero
    kernel.floats(room.rewards, CHUNK * count).fill(0);
    this.#title.call(
      "play_worlds",
      ...[board, this.#seen, room.how, room.actions, count, room.live, count, first],
      ...[room.rewards, CHUNK, count, room.tree, room.NODES, room.found, CHUNK, room.CANDIDATES],
      ...[room.worlds, 3 + room.DEPTH, room.scratch, this.#weights, weights, room.rules],
    );
    if (grow)
      this.#search!.size = kernel.call(
        "learn",
        room.tree,
        room.NODES,
        this.#search!.size,
        room.found,
        CHUNK,
        room.CANDIDATES,
        room.live,
        count,
      );
    return kernel.floats(room.rewards, CHUNK * count).slice();
  }
}
