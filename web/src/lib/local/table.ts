/**
 * A table in the page: it takes and gives the messages of a server's table (docs/protocol.md), so that nobody at it can
 * tell the difference. Everything is kept before anybody hears of it. The counterpart of `server/tables/`.
 */
import {
  PROTOCOL_VERSION,
  type ClientMessage,
  type GameEvent,
  type SendTakeback,
  type ServerMessage,
  type TableInfo,
  type ViewMessage,
  type You,
} from "../protocol/messages";
import { clockState, counted, noTimes, timeLeft, Watch, type Times } from "./clocks";
import type { Players } from "./players";
import { Game, kept, NotLegal } from "./game";
import { readRecord, writeRecord } from "./record";
import { newKey, type Saved, type SavedMove } from "./saved";
import type { Bytes, Title } from "./title";

const OPENING_TURN = -1;
const CHAT_KEPT = 100;
/** How long bots wait before they move, in milliseconds. */
const PACES = { instant: 0, quick: 700, calm: 1800 };
/** Who decides for somebody without time, or plays on for them. */
const STAND_IN = "normal";
/** How often it is kept how long somebody has been thinking, in milliseconds: a reload gives no more than that back. */
const NOTED = 5000;

/** A message had no effect. */
class Refused extends Error {
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

export class LocalTable {
  game: Game;
  #tell: (message: ServerMessage) => void = () => {};
  #floor = 0;
  #floors: number[];
  #thinking = false;
  #ended = false;
  #warned = false;
  #hurry = false;
  #queue: Promise<void> = Promise.resolve();
  readonly #watch = new Watch();
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly title: Title,
    readonly saved: Saved,
    readonly keeper: Keeper,
    readonly players: Players,
  ) {
    this.game = gameOf(title, saved);
    this.#floor = saved.sequence;
    this.#floors = saved.table.seats.map(() => 0);
  }

  get you(): You {
    return { seats: this.#own, host: true };
  }

  get #own(): number[] {
    return this.saved.table.seats.filter((seat) => seat.kind === "human").map((seat) => seat.seat);
  }

  /** Whether somebody plays against bots alone, and wants to be told of mistakes. */
  get #coached(): boolean {
    const { seats, options } = this.saved.table;
    return !!options.coach && this.#own.length === 1 && seats.every((seat) => seat.kind !== "open");
  }

  /** Through whose eyes the game is seen; with bots alone, a spectator's. */
  get #eyes(): (number | null)[] {
    return this.#own.length ? this.#own : [null];
  }

  /** Somebody sits down here: tell everything, and let the bots move. With `hurry` they do not wait. */
  open(tell: (message: ServerMessage) => void, hurry: boolean): void {
    this.#tell = tell;
    this.#hurry = hurry;
    const { saved } = this;
    const { since, thought } = this.#times;
    this.#watch.restart(saved.table.options.clock.always ? Date.now() - since : thought);
    const first = this.#own[0];
    tell({
      type: "hello",
      protocol: PROTOCOL_VERSION,
      version: this.title.parts.facts.version,
      now: Date.now(),
      sequence: saved.sequence,
      table: saved.table,
      you: this.you,
      events: first === undefined ? this.#public() : this.game.log(first),
      chat: saved.chat,
      takeback: null,
      clock: this.#clock,
    });
    if (saved.table.status === "closed") return;
    for (const seat of this.#eyes) tell(this.#view(seat, "sync"));
    if (this.keeper.isLost(saved.id)) this.#warn();
    this.#setAlarm();
    void this.#drive();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#alarm);
    this.#tell = () => {};
  }

  /** What a spectator was told. */
  #public(): GameEvent[] {
    return this.game.told.flatMap((told) => told.spectator.map((event) => kept(event, this.game.over)));
  }

  #view(seat: number | null, cause: ViewMessage["cause"]): ViewMessage {
    const { game, saved } = this;
    const undoable = seat !== null && saved.table.status === "playing" && saved.moves.length > 0 && game.canUndo(seat);
    return {
      type: "view",
      sequence: saved.sequence,
      seat,
      cause,
      by: null,
      events: [],
      log: null,
      can_undo: undoable,
      view: game.view(seat),
      clock: this.#clock,
    };
  }

  /** The bot that decides for a seat now, or null for a person. */
  #botAt(seat: number): string | null {
    const { kind, bot, stand_in } = this.saved.table.seats[seat]!;
    return kind === "bot" ? (bot ?? STAND_IN) : stand_in;
  }

  // ---- clocks ----

  get #times(): Times {
    const { times, table } = this.saved;
    return times ?? noTimes(table.seats.length, table.started ?? Date.now());
  }

  get #turn(): number {
    return this.game.opening ? OPENING_TURN : this.game.seen.turn;
  }

  get #clock() {
    const { options, status } = this.saved.table;
    return status === "playing"
      ? clockState(options.clock, this.#times, this.#turn, this.game.due, this.#watch.elapsed)
      : null;
  }

  /** The people who are to decide against the clock, and the milliseconds that each has left. */
  #running(): [number, number][] {
    const { options, status } = this.saved.table;
    if (options.clock.kind === "none" || status !== "playing") return [];
    return this.game.due
      .filter((seat) => this.#botAt(seat) === null)
      .map((seat) => [seat, timeLeft(options.clock, this.#times, seat, this.#turn, this.#watch.elapsed)]);
  }

  /** Another decision is due: its time begins. */
  #restart(): void {
    this.#watch.restart();
    this.#setAlarm();
  }

  /** Wake up when the first clock runs out; until then note now and then how far it got. */
  #setAlarm(): void {
    clearTimeout(this.#alarm);
    const left = this.#running().map(([, milliseconds]) => milliseconds);
    if (!left.length || this.#ended) return;
    const work = () => {
      this.#queue = this.#queue.then(() => this.#timeUp()).catch((error: unknown) => this.#refuse(null, error));
    };
    this.#alarm = setTimeout(work, Math.max(0, Math.min(NOTED, ...left)) + 20);
  }

  /** What the table agreed on happens to whoever has no time left: a bot decides, takes over, or the game ends. */
  async #timeUp(): Promise<void> {
    if (this.#ended) return;
    const late = this.#running().find(([, left]) => left <= 0)?.[0];
    const { table, sequence } = this.saved;
    const { at_zero } = table.options.clock;
    if (late === undefined) await this.#keep({ times: { ...this.#times, thought: this.#watch.elapsed } });
    else if (at_zero === "move") {
      const text = await this.players.choose(STAND_IN, this.game, late);
      await this.#play(late, text, sequence, "clock");
    } else if (at_zero === "seat") await this.#keepTable({ ...table, seats: this.#seated(late, STAND_IN) });
    else await this.#keepTable({ ...table, status: "closed", ended: Date.now() });
    this.#setAlarm();
    void this.#drive();
  }

  #seated(seat: number, stand_in: string | null) {
    return this.saved.table.seats.map((one) => (one.seat === seat ? { ...one, stand_in } : one));
  }

  async #keepTable(table: Saved["table"]): Promise<void> {
    await this.#keep({ table });
    this.#tell({ type: "table", sequence: this.saved.sequence, table, you: this.you });
  }

  /** Take a seat back from the bot that plays on for it. */
  comeBack(seat: number): Promise<void> {
    const work = this.#queue.then(async () => {
      await this.#keepTable({ ...this.saved.table, seats: this.#seated(seat, null) });
      this.#setAlarm();
    });
    this.#queue = work.catch(() => undefined);
    return work;
  }

  /** A message of somebody at the table; what it asks for is done when everything before it is. */
  receive(message: ClientMessage): Promise<void> {
    this.#queue = this.#queue.then(() => this.#answer(message));
    return this.#queue;
  }

  async #answer(message: ClientMessage): Promise<void> {
    const id = message.id ?? null;
    try {
      if (message.type === "ping") return this.#tell({ type: "pong", id, now: Date.now() });
      const seat = message.seat ?? this.#own[0];
      if (seat === undefined || !this.#own.includes(seat)) throw new Refused("not_your_seat", "That is not your seat.");
      if (message.type === "hint") return this.#tell(await this.#hint(id, seat));
      await this.#carryOut(message, seat);
      this.#tell({ type: "ack", id, sequence: this.saved.sequence });
      void this.#drive();
    } catch (error) {
      this.#refuse(
        id,
        error,
        message.type === "action" ? this.#ruleAgainst(message.text, message.seat ?? this.#own[0] ?? null) : null,
      );
    }
  }

  /** The rule that the kernel names against a route, a station or whatever a text begins with. */
  #ruleAgainst(text: string, seat: number | null): string | null {
    const [verb = "", what = ""] = text.trim().split(/\s+/);
    const { refusals } = this.game.view(seat);
    return refusals[verb === "claim" ? what : what ? `${verb}:${what}` : verb]?.rule ?? null;
  }

  #refuse(id: string | null, error: unknown, rule: string | null = null): void {
    const known = error instanceof Refused || error instanceof NotLegal;
    if (!known) console.error(error);
    const code = error instanceof Refused ? error.code : known ? "illegal" : "fault";
    this.#tell({
      type: "error",
      id,
      code,
      message: String(error),
      rule: code === "illegal" ? rule : null,
      retry: null,
      sequence: this.saved.sequence,
    });
  }

  async #carryOut(message: Exclude<ClientMessage, { type: "ping" | "hint" }>, seat: number): Promise<void> {
    switch (message.type) {
      case "action":
        return this.#play(seat, message.text, message.sequence, "human");
      case "undo":
        return this.#undo(seat, message.sequence);
      case "takeback":
        return this.#takeBack(seat, message.answer);
      case "chat": {
        const { sequence, table, chat } = this.saved;
        const line = {
          type: "chat" as const,
          sequence: sequence + 1,
          seat,
          name: table.seats[seat]!.name,
          text: message.text,
          at: Date.now(),
        };
        await this.#keep({ chat: [...chat, line].slice(-CHAT_KEPT) });
        return this.#tell(line);
      }
      case "reaction":
        await this.#keep({});
        return this.#tell({ type: "reaction", sequence: this.saved.sequence, seat, reaction: message.reaction });
    }
  }

  /** Change what is kept, as the next entry. */
  async #keep(change: Partial<Saved>): Promise<void> {
    const next = { ...this.saved, ...change, sequence: this.saved.sequence + 1 };
    const done = await this.keeper.keep(next);
    if (done === false) {
      this.game = gameOf(this.title, this.saved);
      this.#ended = true;
      throw new Refused("elsewhere", "This game is being played in another tab.");
    }
    Object.assign(this.saved, next);
    if (done === "lost") this.#warn();
  }

  /** Say once that nothing is kept. */
  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    const message = "This browser keeps nothing: the game goes on, and is gone when the page is closed.";
    this.#tell({
      type: "error",
      id: null,
      code: "not_kept",
      message,
      rule: null,
      retry: null,
      sequence: this.saved.sequence,
    });
  }

  #needPlaying(seat: number, sequence: number): void {
    if (this.saved.table.status !== "playing")
      throw new Refused("not_playing", "No game is being played at this table.");
    if (sequence < Math.max(this.#floor, this.#floors[seat]!))
      throw new Refused("stale", "Something happened at the table before your message; look again.");
  }

  async #play(seat: number, text: string, sequence: number, by: SavedMove["by"]): Promise<void> {
    this.#needPlaying(seat, sequence);
    const { game, saved } = this;
    if (!game.due.includes(seat)) throw new Refused("wrong_turn", "It is not your turn.");
    if (by === "human" && this.#botAt(seat) !== null)
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
    await this.#keep({ moves: [...saved.moves, move], keys, ...times, ...(game.over ? this.#result() : {}) });
    if (!runsOn) this.#restart();
    if (opening) this.#floors[seat] = saved.sequence;
    if (!runsOn) this.#floor = saved.sequence;
    const told = game.told.slice(-decisions);
    for (const eye of this.#eyes) {
      const events = told.flatMap((part) => (eye === null ? part.spectator : part.seats[eye]!));
      this.#tell({ ...this.#view(eye, "action"), by, events });
    }
    if (game.over) this.#tell({ type: "table", sequence: saved.sequence, table: saved.table, you: this.you });
    else if (by === "human" && this.#coached)
      void this.#coach(before, seat, game.moves[decided]!.text, move).catch(console.error);
  }

  /** After a move, never before: what was overlooked, if it was a mistake by what the seat could see. */
  async #coach(before: Bytes, seat: number, played: string, { sequence }: SavedMove): Promise<void> {
    const found = await this.players.advice(before, seat, played);
    if (!found || !this.#coached || this.game.over) return;
    if (!this.saved.moves.some((move) => move.sequence === sequence)) return; // it was taken back
    const { text, reason, payment, cards, path, word, points, win } = found;
    this.#tell({ type: "coach", seat, sequence, played, word, points, win, text, reason, payment, cards, path });
  }

  /** What is kept of the clocks after a decision. */
  #counted(seat: number, turn: number, runsOn: boolean): Pick<Saved, "times"> {
    if (this.saved.table.options.clock.kind === "none") return {};
    const { elapsed } = this.#watch;
    const times = counted(this.#times, seat, turn, elapsed);
    return { times: { ...times, ...(runsOn ? { thought: elapsed } : { thought: 0, since: Date.now() }) } };
  }

  /** The same after a decision was taken back: what it took is not given back. */
  #fresh(): Pick<Saved, "times"> {
    if (this.saved.table.options.clock.kind === "none") return {};
    return { times: { ...this.#times, thought: 0, since: Date.now() } };
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

  async #undo(seat: number, sequence: number): Promise<void> {
    this.#needPlaying(seat, sequence);
    const { game, saved } = this;
    if (!saved.moves.length || !game.canUndo(seat))
      throw new Refused("no_undo", "Nothing can be taken back: something hidden or random has happened since.");
    const last = saved.moves.at(-1)!;
    for (let i = 0; i < last.decisions; i++) game.undo();
    await this.#keep({ moves: saved.moves.slice(0, -1), ...this.#fresh() });
    this.#tellAgain("undo");
  }

  /** Bots agree, and so do those who share the device: what is asked for is done at once. */
  async #takeBack(seat: number, answer: SendTakeback["answer"]): Promise<void> {
    const { saved } = this;
    if (saved.table.status !== "playing") throw new Refused("not_playing", "No game is being played at this table.");
    if (!saved.table.options.takeback) throw new Refused("no_takeback", "This table plays without taking turns back.");
    if (answer !== "ask") throw new Refused("no_takeback", "Nobody is asking for a turn back.");
    const own = saved.moves.filter((move) => move.seat === seat);
    const first = own.find((move) => move.turn === own.at(-1)!.turn);
    if (!first) throw new Refused("no_takeback", "You have not decided anything yet.");
    const moves = saved.moves.filter((move) => move.sequence < first.sequence);
    this.game = gameOf(this.title, saved, moves);
    await this.#keep({ moves, ...this.#fresh() });
    this.#tellAgain("rewind");
    this.#tell({ type: "takeback", sequence: saved.sequence, what: "done", by: seat, state: null });
  }

  #tellAgain(cause: "undo" | "rewind"): void {
    this.#floor = this.saved.sequence;
    this.#restart();
    for (const eye of this.#eyes)
      this.#tell({ ...this.#view(eye, cause), by: "human", log: eye === null ? this.#public() : this.game.log(eye) });
  }

  async #hint(id: string | null, seat: number): Promise<ServerMessage> {
    const { game, saved } = this;
    if (!saved.table.options.hints || saved.table.status !== "playing" || !game.due.includes(seat))
      throw new Refused("no_hint", "There is a hint only when it is your turn.");
    const hint = await this.players.hint(game, seat);
    return { type: "hint", id, seat, sequence: saved.sequence, ...hint };
  }

  /** Let bots move as long as it is theirs to decide. */
  async #drive(): Promise<void> {
    if (this.#thinking || this.#ended) return;
    this.#thinking = true;
    try {
      for (;;) {
        const { game, saved } = this;
        const seat = saved.table.status === "playing" ? game.due.find((one) => this.#botAt(one) !== null) : undefined;
        if (seat === undefined || this.#ended) return;
        const { sequence } = saved;
        const wait = new Promise((done) => setTimeout(done, this.#hurry ? 0 : PACES[saved.table.options.pace]));
        const [text] = await Promise.all([this.players.choose(this.#botAt(seat)!, game, seat), wait]);
        this.#queue = this.#queue.then(() => this.#botPlays(seat, text, sequence));
        await this.#queue;
      }
    } finally {
      this.#thinking = false;
    }
  }

  async #botPlays(seat: number, text: string, sequence: number): Promise<void> {
    // what it looked at may have been taken back
    if (this.#ended || this.saved.sequence !== sequence) return;
    try {
      await this.#play(seat, text, sequence, "bot");
    } catch (error) {
      this.#ended = true;
      this.#refuse(null, error);
    }
  }
}
