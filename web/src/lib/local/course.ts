/**
 * The game of a table of this device and how it changes: decisions, what is taken back, clocks. Every change is kept
 * before anybody hears of it.
 */
import { viewOf } from "../net/made";
import type { GameEvent, SendTakeback, TableInfo, ViewMessage } from "../protocol/messages";
import { clockState, counted, noTimes, timeLeft, Watch, type Times } from "./clocks";
import { Game, kept } from "./game";
import { readRecord, writeRecord } from "./record";
import { newKey, type Saved, type SavedMove } from "./saved";
import type { Bytes, Title } from "./title";

const OPENING_TURN = -1;
/** Who decides for somebody without time, or plays on for them. */
export const STAND_IN = "normal";

/** A message had no effect. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Where tables are kept. */
export interface Keeper {
  /** false: another tab wrote to this table; "lost": it could not be kept, and the game goes on without */
  keep(saved: Saved): Promise<boolean | "lost">;
  /** whether a table is in this page only */
  isLost(id: string): boolean;
}

/** Who sits where, as tags of a record. */
export const namesOf = (table: TableInfo): Record<string, string> =>
  Object.fromEntries(table.seats.map(({ seat, name }) => [`Player${seat}`, name]));

/** The game of a kept table as it stands. */
export function gameOf(title: Title, saved: Saved, moves: readonly SavedMove[] = saved.moves): Game {
  const { seats, first, options } = saved.table;
  const look = options.look_on_track && title.facts.family === "cards";
  const game = saved.begin
    ? readRecord(saved.begin, title)
    : new Game(title, { seats: seats.length, first, deal: { key: saved.deal! }, look });
  for (const move of moves) game.play(move.text, move.seat, move.key);
  return game;
}

/** A decision that was made: the position that it was made in, what it was, what it brought about. */
export interface Made {
  before: Bytes;
  played: string;
  move: SavedMove;
  /** what each seat, or a spectator, was told of it */
  events: (eye: number | null) => GameEvent[];
}

export class Course {
  game: Game;
  readonly watch = new Watch();
  /** from which entry on a message is not too old: for everybody, and for each seat */
  #floor: number;
  readonly #floors: number[];
  /** whether another tab has written to this table: it is over for this one */
  stolen = false;
  /** whether the browser keeps nothing */
  lost: boolean;

  constructor(
    readonly title: Title,
    readonly saved: Saved,
    readonly keeper: Keeper,
  ) {
    this.game = gameOf(title, saved);
    this.#floor = saved.sequence;
    this.#floors = saved.table.seats.map(() => 0);
    this.lost = keeper.isLost(saved.id);
    const { since, thought } = this.#times;
    this.watch.restart(saved.table.options.clock.always ? Date.now() - since : thought);
  }

  get playing(): boolean {
    return this.saved.table.status === "playing";
  }

  /** The bot that decides for a seat now, or null for a person. */
  botAt(seat: number): string | null {
    const { kind, bot, stand_in } = this.saved.table.seats[seat]!;
    return kind === "bot" ? (bot ?? STAND_IN) : stand_in;
  }

  view(seat: number | null, cause: ViewMessage["cause"]): ViewMessage {
    const { game, saved } = this;
    const playing = seat !== null && this.playing;
    return viewOf(game.view(seat), {
      sequence: saved.sequence,
      cause,
      can_undo: playing && saved.moves.length > 0 && game.canUndo(seat),
      can_ask: playing && saved.table.options.takeback && saved.moves.some((move) => move.seat === seat),
      clock: this.clock,
    });
  }

  /** What a seat, or a spectator, was told so far. */
  log(seat: number | null): GameEvent[] {
    if (seat !== null) return this.game.log(seat);
    return this.game.told.flatMap((told) => told.spectator.map((event) => kept(event, this.game.over)));
  }

  // ---- clocks ----

  get #times(): Times {
    const { times, table } = this.saved;
    return times ?? noTimes(table.seats.length, table.started ?? Date.now());
  }

  get #turn(): number {
    return this.game.opening ? OPENING_TURN : this.game.seen.turn;
  }

  get clock() {
    const { clock } = this.saved.table.options;
    return this.playing ? clockState(clock, this.#times, this.#turn, this.game.due, this.watch.elapsed) : null;
  }

  /** The people who are to decide against the clock, and the milliseconds that each has left. */
  running(): [number, number][] {
    const { clock } = this.saved.table.options;
    if (clock.kind === "none" || !this.playing) return [];
    return this.game.due
      .filter((seat) => this.botAt(seat) === null)
      .map((seat) => [seat, timeLeft(clock, this.#times, seat, this.#turn, this.watch.elapsed)]);
  }

  /** Note how long somebody has been thinking. */
  note(): Promise<void> {
    return this.keep({ times: { ...this.#times, thought: this.watch.elapsed } });
  }

  /** What is kept of the clocks after a decision. */
  #counted(seat: number, turn: number, runsOn: boolean): Pick<Saved, "times"> {
    if (this.saved.table.options.clock.kind === "none") return {};
    const { elapsed } = this.watch;
    const times = counted(this.#times, seat, turn, elapsed);
    return { times: { ...times, ...(runsOn ? { thought: elapsed } : { thought: 0, since: Date.now() }) } };
  }

  /** The same after a decision was taken back: what it took is not given back. */
  #fresh(): Pick<Saved, "times"> {
    if (this.saved.table.options.clock.kind === "none") return {};
    return { times: { ...this.#times, thought: 0, since: Date.now() } };
  }

  // ---- what changes ----

  /** Change what is kept, as the next entry. */
  async keep(change: Partial<Saved>): Promise<void> {
    const next = { ...this.saved, ...change, sequence: this.saved.sequence + 1 };
    const done = await this.keeper.keep(next);
    if (done === false) {
      this.game = gameOf(this.title, this.saved);
      this.stolen = true;
      throw new Refused("elsewhere", "This game is being played in another tab.");
    }
    Object.assign(this.saved, next);
    this.lost ||= done === "lost";
  }

  #needPlaying(seat: number, sequence: number): void {
    if (!this.playing) throw new Refused("not_playing", "No game is being played at this table.");
    if (sequence < Math.max(this.#floor, this.#floors[seat]!))
      throw new Refused("stale", "Something happened at the table before your message; look again.");
  }

  async play(seat: number, text: string, sequence: number, by: SavedMove["by"]): Promise<Made> {
    this.#needPlaying(seat, sequence);
    const { game, saved } = this;
    if (!game.due.includes(seat)) throw new Refused("wrong_turn", "It is not your turn.");
    if (by === "human" && this.botAt(seat) !== null)
      throw new Refused("stand_in", "A bot plays for this seat; take the seat back first.");
    const turn = this.#turn;
    const { opening } = game;
    const key = saved.keys[saved.moves.length] ?? newKey();
    const [before, decided] = [game.position, game.moves.length];
    const decisions = game.play(text, seat, key);
    const move: SavedMove = { sequence: saved.sequence + 1, seat, text, key, turn, decisions, at: Date.now(), by };
    const keys = saved.keys.length > saved.moves.length ? saved.keys : [...saved.keys, key];
    const runsOn = opening && game.opening; // everybody chooses at the same time
    const times = this.#counted(seat, turn, runsOn);
    await this.keep({ moves: [...saved.moves, move], keys, ...times, ...(game.over ? this.#result() : {}) });
    if (opening) this.#floors[seat] = saved.sequence;
    if (!runsOn) this.#goneOn();
    const told = game.told.slice(-decisions);
    const events = (eye: number | null) => told.flatMap((part) => (eye === null ? part.spectator : part.seats[eye]!));
    return { before, played: game.moves[decided]!.text, move, events };
  }

  /** What changes with the last decision. */
  #result(): Pick<Saved, "table" | "record"> {
    const { game, saved } = this;
    const { winners, seats } = game.outcome();
    const table = {
      ...saved.table,
      status: "over" as const,
      ended: Date.now(),
      winners,
      totals: seats.map((seat) => seat.total),
    };
    return { table, record: writeRecord(game, namesOf(saved.table)) };
  }

  async undo(seat: number, sequence: number): Promise<void> {
    this.#needPlaying(seat, sequence);
    const { game, saved } = this;
    if (!saved.moves.length || !game.canUndo(seat))
      throw new Refused("no_undo", "Nothing can be taken back: something hidden or random has happened since.");
    const last = saved.moves.at(-1)!;
    for (let i = 0; i < last.decisions; i++) game.undo();
    await this.keep({ moves: saved.moves.slice(0, -1), ...this.#fresh() });
    this.#goneOn();
  }

  /** Bots agree, and so do those who share the device: what is asked for is done at once. */
  async takeBack(seat: number, answer: SendTakeback["answer"]): Promise<void> {
    const { saved } = this;
    if (!this.playing) throw new Refused("not_playing", "No game is being played at this table.");
    if (!saved.table.options.takeback) throw new Refused("no_takeback", "This table plays without taking turns back.");
    if (answer !== "ask") throw new Refused("no_takeback", "Nobody is asking for a turn back.");
    const own = saved.moves.filter((move) => move.seat === seat);
    const first = own.find((move) => move.turn === own.at(-1)!.turn);
    if (!first) throw new Refused("no_takeback", "You have not decided anything yet.");
    const moves = saved.moves.filter((move) => move.sequence < first.sequence);
    this.game = gameOf(this.title, saved, moves);
    await this.keep({ moves, ...this.#fresh() });
    this.#goneOn();
  }

  /** What was asked for before is too old, and another decision is due. */
  #goneOn(): void {
    this.#floor = this.saved.sequence;
    this.watch.restart();
  }
}
