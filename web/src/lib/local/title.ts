/**
 * A title on the kernel: positions are bytes, and all that is said about them comes from the
 * kernel as JSON.
 */
import type { Board } from "../protocol/board";
import type { Decision, GameEvent, GameView, Outcome, PageTitle } from "../protocol/messages";
import { Kernel, type Description } from "./kernel";

/** The kernel's numbers for who looks on, and for who may know everything. */
const SPECTATOR = -1;
const EVERYTHING = -2;

export type Bytes = Uint8Array<ArrayBuffer>;

export interface TitleFacts extends PageTitle {
  /** the file of the network, of a title */
  net_file?: string;
  /** who plays each level, if not the usual bots */
  levels?: Record<string, string>;
}

/** What is known beside the boards: see web/tools/engine.py. */
export interface Facts {
  version: string;
  rules: number;
  /** how the kernel reads the records of a board */
  layout: string;
  /** who usually plays each level */
  levels: Record<string, string>;
  /** what a network's 1 is */
  opinion: number;
  /** how `master` looks ahead with it; `looks`: the first and the last turn, for each family */
  master: { proposals: number; doubt: number; prior: number; trust: number; looks: Record<string, [number, number]> };
  policies: Record<string, number>;
  people: string[];
  revealing: string[];
  kernel: Description;
  titles: Record<string, TitleFacts>;
}

/** All that a title is made of, fetched by whoever knows where the files are. It can be sent to a worker. */
export interface Parts {
  game: string;
  facts: Facts;
  module: WebAssembly.Module;
  /** the kernel's records of the board and of its names */
  records: Bytes;
  board: Board;
  /** where the title's network is */
  net: string;
  /** of a board of one's own, which no file of the page knows */
  own?: TitleFacts;
}

/** An event with all that is to be kept of it. */
export interface KeptEvent {
  kind: string;
  seat: number | null;
  data: Record<string, unknown>;
  secret: Record<string, unknown>;
}

/** What happened in a step: for the record, and as any seat may know it. */
export interface Told {
  all: KeptEvent[];
  spectator: GameEvent[];
  seats: GameEvent[][];
}

export class Title {
  readonly kernel: Kernel;
  readonly facts: TitleFacts;
  /** what the names of the family's entries and records begin with */
  readonly entry: string;
  readonly record: string;
  readonly board: number;
  readonly state: number;
  readonly #names: number;
  readonly #before: number;
  readonly #scratch: number;
  readonly #page: number;
  readonly #text = new TextDecoder();

  constructor(readonly parts: Parts) {
    this.facts = parts.own ?? parts.facts.titles[parts.game]!;
    const cards = this.facts.family === "cards";
    [this.entry, this.record] = cards ? ["card_", "CARD_"] : ["board_", ""];
    const kernel = (this.kernel = new Kernel(parts.module, parts.facts.kernel));
    this.board = kernel.records(`${this.record}BOARD`);
    this.#names = kernel.records("NAMES");
    this.state = kernel.records(`${this.record}STATE`);
    this.#before = kernel.records(`${this.record}STATE`);
    this.#scratch = kernel.records(`${this.record}SCRATCH`);
    this.#page = kernel.records(`${this.record}PAGE`);
    const size = kernel.size(`${this.record}BOARD`);
    kernel.bytes(this.board, size).set(parts.records.subarray(0, size));
    kernel.bytes(this.#names, parts.records.length - size).set(parts.records.subarray(size));
  }

  call(name: string, ...values: (number | bigint)[]): number {
    return this.kernel.call(this.entry + name, ...values);
  }

  /** Put a position where the kernel works on it. */
  put(position: Bytes): void {
    this.kernel.bytes(this.state, position.length).set(position);
  }

  /** The position that the kernel works on. */
  take(): Bytes {
    return this.kernel.bytes(this.state, this.kernel.size(`${this.record}STATE`)).slice();
  }

  get(name: string, item = 0): number {
    return this.kernel.get(`${this.record}STATE`, this.state, name, item);
  }

  set(name: string, value: number, item = 0): void {
    this.kernel.set(`${this.record}STATE`, this.state, name, value, item);
  }

  /** Let chance come from a fresh key (32 hexadecimal digits), as `set_key` of rules/rng.py does. */
  #setKey(key: string): void {
    this.set("rng", 0);
    this.set("drawn", 1);
    for (let i = 0; i < 4; i++) this.set("key", parseInt(key.slice(8 * i, 8 * i + 8), 16), i);
  }

  /** A new game, dealt from a key or from a seed. */
  setUp(
    seats: number,
    first: number | null,
    deal: { key: string } | { seed: bigint; stream?: bigint },
    look: boolean,
  ): Bytes {
    this.kernel.bytes(this.state, this.kernel.size(`${this.record}STATE`)).fill(0);
    if ("key" in deal) this.#setKey(deal.key);
    const { seed, stream = 0n } = "key" in deal ? { seed: -1n } : deal;
    this.call("setup", this.board, this.state, seats, first ?? -1, seed, stream, this.#scratch);
    if (look) this.set("look", 1);
    return this.#remembered(this.take());
  }

  /** Play one decision of a seat: an action of its legal list, by its number. */
  step(position: Bytes, seat: number, code: number, key: string | null): Bytes {
    this.put(this.#remembered(position));
    if (key !== null) this.#setKey(key);
    this.set("actor", seat);
    this.call("step", this.board, this.state, code, this.#scratch);
    return this.take();
  }

  /** What the next events are told of: the position that they happened in. */
  #remembered(position: Bytes): Bytes {
    this.kernel.bytes(this.#before, position.length).set(position);
    return position;
  }

  /** What happened in the step (or set-up) that was the last one. */
  told(seats: number): Told {
    const events = (seat: number) => {
      this.call("write_events", this.board, this.#names, this.#before, this.#scratch, seat, this.#page);
      return this.#read();
    };
    const of = (seat: number) => events(seat) as GameEvent[];
    return {
      all: events(EVERYTHING) as KeptEvent[],
      spectator: of(SPECTATOR),
      seats: Array.from({ length: seats }, (_, seat) => of(seat)),
    };
  }

  /** What a seat (null: a spectator) may know. */
  view(position: Bytes, seat: number | null): GameView {
    this.put(position);
    return this.#written("write_view", seat ?? SPECTATOR) as GameView;
  }

  /** What a seat may choose from, and the numbers of these actions. */
  legal(position: Bytes, seat: number): { list: Decision[]; codes: number[] } {
    this.put(position);
    const list = this.#written("write_legal", seat) as Decision[];
    const scratch = `${this.record}SCRATCH`;
    const codes = list.map((_, i) => this.kernel.get(scratch, this.#scratch, "actions", i));
    return { list, codes };
  }

  outcome(position: Bytes): Outcome {
    this.put(position);
    this.call("write_outcome", this.board, this.#names, this.state, this.#scratch, this.#page);
    return this.#read() as Outcome;
  }

  /** The kernel's record with everything hidden blanked: all that a bot is shown. */
  observe(position: Bytes, seat: number): Bytes {
    return this.acting(this.watched(position, seat), seat);
  }

  /** The same of a seat that need not be the one to act. */
  watched(position: Bytes, seat: number): Bytes {
    this.put(position);
    this.call("observe", this.board, this.state, seat);
    return this.take();
  }

  /** The same before a decision is judged: nobody's opening choice counts before all have chosen (S7). */
  prepared(position: Bytes, seat: number): Bytes {
    const seen = this.observe(position, seat);
    if (this.get("phase") !== this.number("rules.phases", "OPENING")) return seen;
    for (let other = 0; other < this.get("seats"); other++)
      if (other !== seat) this.set("chosen", this.number("rules.numbers", "NOTHING"), other);
    return this.take();
  }

  /** The position itself with a seat about to act. */
  acting(position: Bytes, seat: number): Bytes {
    this.put(position);
    this.set("actor", seat);
    return this.take();
  }

  /** The cheapest way between two places, as tracks by number; those with a negative price are closed. */
  way(source: number, target: number, prices: readonly number[]): number[] {
    for (const [track, price] of prices.entries()) this.kernel.set("PAGE", this.#page, "price", price, track);
    if (this.call("find_way", this.board, this.#names, source, target, this.#page) < 0) return [];
    const length = this.kernel.get("PAGE", this.#page, "way_n", target);
    const [, row] = this.kernel.field("PAGE", "way").shape as [number, number];
    return Array.from({ length }, (_, i) => this.kernel.get("PAGE", this.#page, "way", row * target + i));
  }

  /** A number that a module of the kernel names. */
  number(module: string, name: string): number {
    return this.parts.facts.kernel.numbers[module]![name]!;
  }

  /** Where chance comes from in a position, as text: see game/generator.py. */
  generator(position: Bytes): string {
    this.put(position);
    const record = `${this.record}STATE`;
    const drawn = this.get("drawn");
    if (drawn === 0) return this.kernel.word(record, this.state, "rng").toString(16).padStart(16, "0");
    const words = [0, 1, 2, 3].map((i) => this.get("key", i).toString(16).padStart(8, "0"));
    return `${words.join("")}+${drawn}`;
  }

  #written(name: string, seat: number): unknown {
    this.call(name, this.board, this.#names, this.state, seat, this.#scratch, this.#page);
    return this.#read();
  }

  #read(): unknown {
    const { kernel } = this;
    const page = `${this.record}PAGE`;
    if (kernel.get(page, this.#page, "full")) throw new Error("the kernel's page is full");
    const { offset } = kernel.field(page, "bytes");
    const bytes = kernel.bytes(this.#page + offset, kernel.get(page, this.#page, "n"));
    return JSON.parse(this.#text.decode(bytes));
  }
}
