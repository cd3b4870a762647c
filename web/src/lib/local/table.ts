/**
 * A table in the page: it takes and gives the messages of a server's table (docs/protocol.md), so that nobody at it can
 * tell the difference. The counterpart of `server/tables/`.
 */
import { helloOf } from "../net/made";
import type { ClientMessage, ServerMessage, You } from "../protocol/messages";
import { Course, Refused, STAND_IN, type Keeper, type Made } from "./course";
import { NotLegal } from "./game";
import type { Players } from "./players";
import type { Saved, SavedMove } from "./saved";
import type { Title } from "./title";

const CHAT_KEPT = 100;
/** How long bots wait before they move, in milliseconds. */
const PACES = { instant: 0, quick: 700, calm: 1800 };
/** How often it is kept how long somebody has been thinking, in milliseconds: a reload gives no more than that back. */
const NOTED = 5000;

export class LocalTable {
  readonly course: Course;
  #tell: (message: ServerMessage) => void = () => {};
  #thinking = false;
  #ended = false;
  #warned = false;
  #hurry = false;
  #queue: Promise<void> = Promise.resolve();
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    title: Title,
    readonly saved: Saved,
    keeper: Keeper,
    readonly players: Players,
  ) {
    this.course = new Course(title, saved, keeper);
  }

  /** Whether this tab has left the table, or lost it. */
  get #over(): boolean {
    return this.#ended || this.course.stolen;
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
    const { sequence, table, chat } = saved;
    const { title, clock } = this.course;
    const events = this.course.log(this.#own[0] ?? null);
    const { version } = title.parts.facts;
    tell(helloOf({ version, sequence, table, you: this.you, events, chat, clock }));
    if (saved.table.status === "closed") return;
    for (const seat of this.#eyes) tell(this.course.view(seat, "sync"));
    this.#warn();
    this.#setAlarm();
    void this.#drive();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#alarm);
    this.#tell = () => {};
  }

  // ---- clocks ----

  /** Wake up when the first clock runs out; until then note now and then how far it got. */
  #setAlarm(): void {
    clearTimeout(this.#alarm);
    const left = this.course.running().map(([, milliseconds]) => milliseconds);
    if (!left.length || this.#over) return;
    const work = () => {
      this.#queue = this.#queue.then(() => this.#timeUp()).catch((error: unknown) => this.#refuse(null, error));
    };
    this.#alarm = setTimeout(work, Math.max(0, Math.min(NOTED, ...left)) + 20);
  }

  /** What the table agreed on happens to whoever has no time left: a bot decides, takes over, or the game ends. */
  async #timeUp(): Promise<void> {
    if (this.#over) return;
    const late = this.course.running().find(([, left]) => left <= 0)?.[0];
    const { table, sequence } = this.saved;
    const { at_zero } = table.options.clock;
    if (late === undefined) await this.course.note();
    else if (at_zero === "move") {
      const text = await this.players.choose(STAND_IN, this.course.game, late);
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
      this.#refuse(id, error);
    }
  }

  #refuse(id: string | null, error: unknown): void {
    const known = error instanceof Refused || error instanceof NotLegal;
    if (!known) console.error(error);
    const code = error instanceof Refused ? error.code : known ? "illegal" : "fault";
    this.#tell({
      type: "error",
      id,
      code,
      message: String(error),
      rule: error instanceof NotLegal ? error.rule : null,
      retry: null,
      sequence: this.saved.sequence,
    });
  }

  async #carryOut(message: Exclude<ClientMessage, { type: "ping" | "hint" }>, seat: number): Promise<void> {
    switch (message.type) {
      case "action":
        return this.#play(seat, message.text, message.sequence, "human");
      case "undo":
        await this.course.undo(seat, message.sequence);
        return this.#tellAgain("undo");
      case "takeback":
        await this.course.takeBack(seat, message.answer);
        this.#tellAgain("rewind");
        return this.#tell({ type: "takeback", sequence: this.saved.sequence, what: "done", by: seat, state: null });
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

  /** Keep a change; say once if nothing is kept. */
  async #keep(change: Partial<Saved>): Promise<void> {
    await this.course.keep(change);
    this.#warn();
  }

  /** Say once that nothing is kept. */
  #warn(): void {
    if (this.#warned || !this.course.lost) return;
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

  async #play(seat: number, text: string, sequence: number, by: SavedMove["by"]): Promise<void> {
    const { course, saved } = this;
    const made = await course.play(seat, text, sequence, by);
    this.#warn();
    this.#setAlarm();
    for (const eye of this.#eyes) this.#tell({ ...course.view(eye, "action"), by, events: made.events(eye) });
    if (course.game.over) this.#tell({ type: "table", sequence: saved.sequence, table: saved.table, you: this.you });
    else if (by === "human" && this.#coached) void this.#coach(seat, made).catch(console.error);
  }

  /** After a move, never before: what was overlooked, if it was a mistake by what the seat could see. */
  async #coach(seat: number, { before, played, move }: Made): Promise<void> {
    const found = await this.players.advice(before, seat, played);
    if (!found || !this.#coached || this.course.game.over) return;
    const { sequence } = move;
    if (!this.saved.moves.some((one) => one.sequence === sequence)) return; // it was taken back
    const { why: _, ...advice } = found;
    this.#tell({ type: "coach", seat, sequence, played, ...advice });
  }

  #tellAgain(cause: "undo" | "rewind"): void {
    const { course } = this;
    this.#warn();
    this.#setAlarm();
    for (const eye of this.#eyes) this.#tell({ ...course.view(eye, cause), by: "human", log: course.log(eye) });
  }

  async #hint(id: string | null, seat: number): Promise<ServerMessage> {
    const { saved } = this;
    const { game, playing } = this.course;
    if (!saved.table.options.hints || !playing || !game.due.includes(seat))
      throw new Refused("no_hint", "There is a hint only when it is your turn.");
    const hint = await this.players.hint(game, seat);
    return { type: "hint", id, seat, sequence: saved.sequence, ...hint };
  }

  /** Let bots move as long as it is theirs to decide. */
  async #drive(): Promise<void> {
    if (this.#thinking || this.#over) return;
    this.#thinking = true;
    try {
      for (;;) {
        const { course, saved } = this;
        const { game } = course;
        const seat = course.playing ? game.due.find((one) => course.botAt(one) !== null) : undefined;
        if (seat === undefined || this.#over) return;
        const { sequence } = saved;
        const wait = new Promise((done) => setTimeout(done, this.#hurry ? 0 : PACES[saved.table.options.pace]));
        const [text] = await Promise.all([this.players.choose(course.botAt(seat)!, game, seat), wait]);
        this.#queue = this.#queue.then(() => this.#botPlays(seat, text, sequence));
        await this.#queue;
      }
    } finally {
      this.#thinking = false;
    }
  }

  async #botPlays(seat: number, text: string, sequence: number): Promise<void> {
    // what it looked at may have been taken back
    if (this.#over || this.saved.sequence !== sequence) return;
    try {
      await this.#play(seat, text, sequence, "bot");
    } catch (error) {
      this.#ended = true;
      this.#refuse(null, error);
    }
  }
}
