/**
 * Bots: one call into the kernel, or for `search` and `master` many, shared out over several minds. A mind is the
 * kernel in a worker of its own (or, in tests, in this one); it is shown an observation and nothing else. The
 * counterpart of `bots/`.
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

/**
 * The actions that are worth a look, what the network gives each of them in advance, and so many standard errors ahead
 * another than the first is played.
 */
export interface Begun {
  actions: number[];
  bonus: number[];
  trust: number;
}

/** What the network thinks at a look: of all actions, and how the game will end for each seat (-1 to 1). */
export interface Hunch {
  choice: number;
  opinions: number[];
  expected: number[];
}

/** Actions to be played out to the end in the same worlds; for seat NOBODY all cards lie open. */
export interface Comparison {
  seen: Seen;
  actions: number[];
  live: boolean[];
  seed: number;
  first: number;
  count: number;
}

export interface Mind {
  /** the number of the action that a kernel bot chooses */
  decide(bot: string, seen: Seen): Promise<number>;
  /** begin a search; `wise`: with the network, which proposes, its choice the first, and plays the worlds */
  begin(seen: Seen, wise: boolean): Promise<Begun>;
  /** how each candidate fared in each world, world by world */
  play(worlds: Worlds): Promise<Float64Array>;
  // whatever search is going on:
  /** the numbers of the actions that the planner would look at */
  candidates(seen: Seen): Promise<number[]>;
  /** what the network thinks; null if it cannot be fetched */
  hunch(seen: Seen): Promise<Hunch | null>;
  /** what play-outs go on with */
  planned(seen: Seen): Promise<number>;
  /** everybody's points, then everybody's ranks, world by world and in each action by action */
  ends(comparison: Comparison): Promise<Int16Array>;
  end?(): void;
}

/** A mind on the kernel of this thread. */
export class KernelMind implements Mind {
  readonly #title: Title;
  readonly #seen: number;
  readonly #scratch: number;
  readonly #weights: number;
  readonly #names: { bot: string; rules: string };
  #room: {
    /** what is judged beside a search that may be going on */
    judged: number;
    compared: number;
    alive: number;
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
  #ends = { rows: 0, at: 0 };
  #lacks: number | null = null;
  #legal: number | null = null;
  #net: Promise<number[]> | null = null;
  #search: { count: number; weights: number; size: number; seen: Seen; net: number[] | null } | null = null;

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
  #prepare(bot: string, seen: Seen, at = this.#seen): number {
    const { kernel, facts } = this.#title;
    kernel.bytes(at, seen.observation.length).set(seen.observation);
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
    const size = 4 * this.#title.number("rules.numbers", "MAX_TRACKS");
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
    return this.#decide(this.#title.parts.facts.policies[bot]!, bot, seen, this.#seen);
  }

  #decide(policy: number, bot: string, seen: Seen, at: number): number {
    const weights = this.#prepare(bot, seen, at);
    return this.#title.call(
      "decide",
      policy,
      this.#title.board,
      at,
      seen.seat,
      BigInt(seen.seed),
      this.#scratch,
      this.#weights,
      weights,
    );
  }

  /** Whether a bot that forgets itself in so many of a hundred turns does so in this one. */
  lapses(seen: Seen, lapse: number): boolean {
    const { kernel, record } = this.#title;
    this.#prepare("planner", seen);
    const turns = kernel.get(`${record}STATE`, this.#seen, "turns");
    kernel.call("seed_random", this.#scratch, BigInt(seen.seed), BigInt(turns));
    return kernel.call("below", this.#scratch, 100) < lapse;
  }

  /** The network and the room that it works in, as the kernel's entries take them. */
  #placed(): Promise<number[]> {
    if (!this.#net) {
      this.#net = this.net().then((file) => placedNet(this.#title.kernel, file, `${this.#title.record}SIGHT`));
      this.#net.catch(() => (this.#net = null)); // what failed is tried again
    }
    return this.#net;
  }

  /** The network's first thought. */
  async #feel(seen: Seen, bot = "planner", at = this.#seen): Promise<number> {
    const net = await this.#placed();
    this.#prepare(bot, seen, at);
    return this.#title.call(
      "decide_by_net",
      this.#title.board,
      at,
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
      judged: kernel.records(`${record}STATE`),
      // the choice made, the planner's and the network's may be none of the candidates
      compared: kernel.place(2 * (CANDIDATES + 3)),
      alive: kernel.place(CANDIDATES + 3),
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

  /** List what is worth a look into `out`; how many that are. */
  #list(at: number, seat: number, weights: number): number[] {
    const { out, CANDIDATES } = this.#makeRoom();
    const { kernel, board } = this.#title;
    const values = [board, at, seat, this.#scratch, this.#weights, weights, out, CANDIDATES];
    return [...kernel.int16(out, this.#title.call("list_candidates", ...values))];
  }

  /** What the network thinks of all actions. */
  async #opinions(seen: Seen): Promise<number[]> {
    const net = await this.#placed();
    await this.#feel(seen);
    return this.#thoughts(net);
  }

  #thoughts(net: number[]): number[] {
    const { kernel, parts } = this.#title;
    return Array.from(kernel.int64(net.at(-2)!, net.at(-1)!), (one) => Number(one) / parts.facts.opinion);
  }

  /** The numbers of the legal actions, those first that the network thinks most of. */
  #inOrder(opinions: number[]): number[] {
    const { kernel, board, record } = this.#title;
    const most = kernel.field(`${record}SCRATCH`, "actions").shape[0]!;
    this.#legal ??= kernel.place(2 * most);
    const count = this.#title.call("legal", board, this.#seen, this.#legal, most);
    return [...kernel.int16(this.#legal, count)].sort((a, b) => opinions[b]! - opinions[a]!);
  }

  async begin(seen: Seen, wise: boolean): Promise<Begun> {
    const { kernel, parts } = this.#title;
    const { proposals, doubt, prior, trust } = parts.facts.master;
    const { actions, tree, CANDIDATES, NODES } = this.#makeRoom();
    const opinions = wise ? await this.#opinions(seen) : [];
    const weights = this.#prepare("search", seen);
    let found: number[];
    if (wise) {
      const order = this.#inOrder(opinions);
      found = order.filter((code) => opinions[code]! > opinions[order[0]!]! - doubt).slice(0, proposals);
    } else found = this.#list(this.#seen, seen.seat, weights);
    const bonus = found.map((code) => (wise ? prior * (opinions[code]! - opinions[found[0]!]!) : 0));
    kernel.int16(actions, found.length).set(found);
    kernel.call("clear_tree", tree, NODES);
    this.#search = { count: found.length, weights, size: CANDIDATES, seen, net: wise ? await this.#placed() : null };
    return { actions: found, bonus, trust: wise ? trust : 1 };
  }

  async candidates(seen: Seen): Promise<number[]> {
    const { judged } = this.#makeRoom();
    return this.#list(judged, seen.seat, this.#prepare("search", seen, judged));
  }

  async hunch(seen: Seen): Promise<Hunch | null> {
    const net = await this.#placed().catch(() => null);
    if (!net) return null;
    const { judged } = this.#makeRoom();
    const { kernel, record, facts } = this.#title;
    kernel.int64(net.at(-2)!, net.at(-1)!).fill(0n); // nothing is thought of a game that goes on for ever
    const choice = await this.#feel(seen, "search", judged);
    const opinions = this.#thoughts(net);
    const [first, seats] = [opinions.length - facts.seats[1], kernel.get(`${record}STATE`, judged, "seats")];
    const ends = opinions.splice(first).slice(0, seats);
    return { choice, opinions, expected: ends.map((_, seat) => ends[(seat - seen.seat + seats) % seats]!) };
  }

  async planned(seen: Seen): Promise<number> {
    const { judged } = this.#makeRoom();
    return this.#decide(this.#title.number("bots.scratch", "LIGHT"), "search", seen, judged);
  }

  async ends({ seen, actions, live, seed, first, count }: Comparison): Promise<Int16Array> {
    const { kernel, board, record } = this.#title;
    const room = this.#makeRoom();
    const weights = this.#prepare("search", seen, room.judged);
    const [rows, columns] = [count * actions.length, 2 * kernel.get(`${record}STATE`, room.judged, "seats")];
    if (rows > this.#ends.rows) this.#ends = { rows, at: kernel.place(4 * rows * this.#title.facts.seats[1]) };
    kernel.int16(room.compared, actions.length).set(actions);
    kernel.bytes(room.alive, actions.length).set(live.map(Number));
    this.#title.call(
      "judge",
      ...[board, room.judged, seen.seat, BigInt(seed), first, count],
      ...[room.compared, actions.length, room.alive, actions.length, this.#ends.at, rows, columns],
      ...[room.worlds, 2, room.scratch, this.#weights, weights, room.rules],
    );
    return kernel.int16(this.#ends.at, rows * columns).slice();
  }

  async play({ first, live, grow }: Worlds): Promise<Float64Array> {
    const { kernel } = this.#title;
    const room = this.#makeRoom();
    const { count } = this.#search!;
    const rewards = this.#playWorlds(live, first, grow);
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
    return rewards;
  }

  /** How the worlds of a decision are played. */
  #how(seen: Seen, grow: boolean): void {
    const { kernel, record, facts, parts } = this.#title;
    const how = (name: string, value: number) => kernel.set("HOW", this.#makeRoom().how, name, value);
    how("seed", seen.seed + kernel.get(`${record}STATE`, this.#seen, "decisions") * 1_000_003);
    how("seat", seen.seat);
    how("grow", grow ? 1 : 0);
    how("rivals", 0);
    const [since, ahead] = parts.facts.master.looks[facts.family]!;
    how("since", since);
    how("ahead", ahead);
    how("scale", facts.scale);
    how("win", 0.5);
  }

  /** The rewards of the live actions in so many worlds as fit a chunk. */
  #playWorlds(live: readonly boolean[], first: number, grow: boolean): Float64Array {
    const { kernel, board } = this.#title;
    const room = this.#makeRoom();
    const { count, weights, seen, net } = this.#search!;
    this.#how(seen, grow);
    kernel.bytes(room.live, count).set(live.map(Number));
    // candidates that are out keep a zero
    kernel.floats(room.rewards, CHUNK * count).fill(0);
    this.#title.call(
      net ? "judge_worlds" : "play_worlds",
      ...[board, this.#seen, room.how, room.actions, count, room.live, count, first, room.rewards, CHUNK, count],
      ...(net ?? [room.tree, room.NODES, room.found, CHUNK, room.CANDIDATES]),
      ...[room.worlds, 3 + room.DEPTH, room.scratch, this.#weights, weights, room.rules],
    );
    return kernel.floats(room.rewards, CHUNK * count).slice();
  }
}
