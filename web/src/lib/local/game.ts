/** A game as this page holds it: positions, decisions, undo, the record. The counterpart of `game/game.py`. */
import type { Decision, GameEvent, GameView, Outcome, Placement, WayToPay } from "../protocol/messages";
import type { Bytes, Title, Told } from "./title";

/** One decision as it was played; `key` is 128 bits as hexadecimal digits that chance came from since then. */
export interface Move {
  seat: number;
  text: string;
  key: string | null;
}

/** How a game starts. */
export interface Start {
  seats: number;
  first: number | null;
  deal: { key: string } | { seed: bigint };
  look: boolean;
}

const waysOf = (action: Decision): (WayToPay | Placement)[] =>
  "ways" in action ? action.ways : "payments" in action ? action.payments : [];

/** One space between words, and cards in one order. */
const tidy = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .join(" ")
    .replace(/\d+ \S+( \d+ \S+)+/, (cards) =>
      cards
        .match(/\d+ \S+/g)!
        .sort()
        .join(" "),
    );

/** What was asked for cannot be played; `rule` is the one that the kernel names against it, where it names one. */
export class NotLegal extends Error {
  constructor(
    text: string,
    readonly rule: string | null,
  ) {
    super(text);
  }
}

export class Game {
  moves: Move[] = [];
  position: Bytes;
  /** what happened: at the set-up, and in each decision */
  told: Told[];
  /** the positions before the last decisions, as long as they can be taken back */
  #before: Bytes[] = [];
  #spectator: GameView | null = null;

  constructor(
    readonly title: Title,
    readonly start: Start,
  ) {
    this.position = title.setUp(start.seats, start.first, start.deal, start.look);
    this.told = [title.told(start.seats)];
  }

  /** What everybody sees. */
  get seen(): GameView {
    this.#spectator ??= this.title.view(this.position, null);
    return this.#spectator;
  }

  get over(): boolean {
    return this.seen.phase === "over";
  }

  get opening(): boolean {
    return this.seen.phase === "opening";
  }

  /** The seats whose decision is due. */
  get due(): number[] {
    const { actor, players } = this.seen;
    return actor === null ? players.filter((player) => player.choosing).map((player) => player.seat) : [actor];
  }

  view(seat: number | null): GameView {
    return this.title.view(this.position, seat);
  }

  outcome(): Outcome {
    return this.title.outcome(this.position);
  }

  /** Play what a text says: one decision, or a claim and its payment, a placement and its way; how many that were. */
  play(text: string, seat: number, key: string | null): number {
    const [first, payment] = this.#parts(text, seat);
    const before = { position: this.position, moves: [...this.moves], told: [...this.told], undo: [...this.#before] };
    this.#decide(first, seat, key);
    if (payment === null) return 1;
    try {
      this.#decide(payment, seat, null);
    } catch (error) {
      this.position = before.position;
      this.#spectator = null;
      [this.moves, this.told, this.#before] = [before.moves, before.told, before.undo];
      throw error;
    }
    return 2;
  }

  /**
   * `claim paris-zurich with 2 red` is `claim paris-zurich`, then `pay 2 red` where there is a choice;
   * and `place 2 red` is `place red`, then `place 2 red`.
   */
  #parts(text: string, seat: number): [string, string | null] {
    const wanted = tidy(text);
    for (const action of this.title.legal(this.position, seat).list) {
      const ways = waysOf(action);
      const way = ways.find((one) => tidy("whole" in one ? one.whole : one.text) === wanted);
      if (way) return [action.text, ways.length > 1 ? way.text : null];
      if (tidy(action.text) === wanted) return [action.text, null];
    }
    return [wanted, null];
  }

  /** What the kernel says against a choice goes by its words, `tickets` or `station:wien`, and of a route by its id. */
  #refusal(text: string, seat: number): NotLegal {
    const words = text.split(" ");
    const about = words[0] === "claim" ? words.slice(1, 2) : words[0] === "station" ? words.slice(0, 2) : words;
    return new NotLegal(text, this.view(seat).refusals[about.join(":")]?.rule ?? null);
  }

  #decide(text: string, seat: number, key: string | null): void {
    if (!this.due.includes(seat)) throw this.#refusal(text, seat);
    const { list, codes } = this.title.legal(this.position, seat);
    const place = list.findIndex((action) => action.text === text);
    if (place < 0) throw this.#refusal(text, seat);
    const before = this.position;
    this.position = this.title.step(before, seat, codes[place]!, key);
    this.#spectator = null;
    const told = this.title.told(this.start.seats);
    this.moves.push({ seat, text, key });
    this.told.push(told);
    const { revealing } = this.title.parts.facts;
    if (told.all.some((event) => revealing.includes(event.kind))) this.#before = [];
    else this.#before.push(before);
  }

  canUndo(seat: number): boolean {
    return this.#before.length > 0 && this.moves.at(-1)?.seat === seat;
  }

  /** Take the last decision back; `canUndo` was asked before. */
  undo(): void {
    this.position = this.#before.pop()!;
    this.#spectator = null;
    this.moves.pop();
    this.told.pop();
  }

  /** All that happened, as a seat may look it up: while the game goes on, what is to be forgotten is left out. */
  log(seat: number): GameEvent[] {
    return this.told.flatMap((told) => told.seats[seat]!.map((event) => kept(event, this.over)));
  }
}

/** What a log keeps of an event: the kernel says in `later` what may be looked up while the game goes on. */
export function kept(event: GameEvent, over: boolean): GameEvent {
  if (!("later" in event) || !event.later) return event;
  const { later, ...now } = event;
  return over ? now : later;
}
