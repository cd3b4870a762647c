/**
 * The tables of this device: created, listed, played on, shown again. What a server does over HTTP, done in a
 * worker.
 */
import { Refusal } from "../net/refusal";
import type { Board } from "../protocol/board";
import type {
  BoardVerdict,
  BringGame,
  CreateTable,
  Options,
  Replay,
  ReplayStep,
  SeatInfo,
  ServerMessage,
  TableAnswer,
  TableInfo,
  GameEvent,
  ViewMessage,
} from "../protocol/messages";
import { Game, kept } from "./game";
import type { Hint } from "./hints";
import type { Mind } from "./minds";
import { Players } from "./players";
import { checkTags, readRecord, readTags, writeRecord } from "./record";
import { bytesOf, damaged, isPacked, unpack } from "./packed";
import { newId, newKey, type Saved } from "./saved";
import { sha256 } from "./sha256";
import type { OwnBoard, Shelf } from "./shelf";
import type { Store } from "./store";
import { gameOf, LocalTable, namesOf } from "./table";
import { Title, type Bytes, type Facts, type Parts, type TitleFacts } from "./title";

const COLOURS = ["bordeaux", "azure", "fir", "ochre", "slate"] as const;
/** a table of this device never stands still */
const GOING = { paused: false, paused_until: null, paused_for: null, holiday: null };

/** What the house needs of the world around it. */
export interface Outside {
  facts(): Promise<Facts>;
  parts(game: string): Promise<Parts>;
  ownParts(board: OwnBoard): Promise<Parts>;
  net(url: string): Promise<Bytes>;
  /** those who search, for a title */
  minds(parts: Parts): readonly Mind[];
  /** hold a table for this tab until `free` is called; null if another tab holds it */
  hold(id: string): Promise<(() => void) | null>;
  /** a server reads a board file, or takes a game */
  readBoard(text: string): Promise<BoardVerdict>;
  bring(game: BringGame): Promise<TableAnswer>;
}

/** What was read in a board file, whose `text` it is; `here` says whether this page can play on it. */
export interface ReadBoard {
  text: string;
  board: Board;
  here: boolean;
}

/** What came of a move in a puzzle. */
export interface Attempt {
  right: boolean;
  /** how much better the answer is: points of the lead, chance to win */
  points: number;
  win: number;
  better: Hint;
  after: ViewMessage;
}

export class House {
  readonly #titles = new Map<string, Promise<{ title: Title; players: Players }>>();
  #open: { table: LocalTable; free: () => void } | null = null;

  constructor(
    readonly store: Store,
    readonly outside: Outside,
    readonly shelf: Shelf,
  ) {}

  /** A title by its name, or by the key of a board of one's own. */
  #title(name: string): Promise<{ title: Title; players: Players }> {
    if (!this.#titles.has(name)) {
      const made = this.#parts(name).then((parts) => {
        const title = new Title(parts);
        return {
          title,
          players: new Players(
            title,
            () => this.outside.minds(parts),
            () => this.outside.net(parts.net),
          ),
        };
      });
      made.catch(() => this.#titles.delete(name));
      this.#titles.set(name, made);
    }
    return this.#titles.get(name)!;
  }

  async #parts(name: string): Promise<Parts> {
    const { titles } = await this.outside.facts();
    return name in titles ? this.outside.parts(name) : this.outside.ownParts(await this.#own(name));
  }

  async #find(key: string): Promise<OwnBoard | undefined> {
    return (await this.shelf.all()).find((board) => board.key === key);
  }

  /** A board of one's own that was read before; if that was for another version of the kernel, it is read again. */
  async #own(key: string): Promise<OwnBoard> {
    const [found, { layout }] = await Promise.all([this.#find(key), this.outside.facts()]);
    if (!found) throw new Refusal("no_board", "The board of this game is not on this device.", 404);
    if (found.layout === layout) return found;
    await this.#read(found.text);
    const again = await this.#find(key);
    if (again?.layout !== layout)
      throw new Refusal("version", "The server and this page are of different versions; reload the page.", 409);
    return again;
  }

  /** Let a server read a board file, and keep what it read if this page can play on it. */
  async #read(text: string): Promise<ReadBoard> {
    const [verdict, { layout }] = await Promise.all([this.outside.readBoard(text), this.outside.facts()]);
    const { problem, page } = verdict;
    const board = verdict.board as unknown as Board | null;
    if (!board || !page) throw new Refusal("bad_board", problem ?? "The board cannot be played.", 422);
    const title = page.title as unknown as TitleFacts;
    const here = page.layout === layout;
    if (here) await this.shelf.keep({ key: sha256(text), text, layout, title, board, records: bytesOf(page.records) });
    return { text, board, here };
  }

  /**
   * What a board file describes. One that was packed, or read before, needs no server. `alone`: there is none.
   */
  async readBoard(file: string, alone: boolean): Promise<ReadBoard> {
    const facts = await this.outside.facts();
    const pack = isPacked(file) ? unpack(file, facts) : null;
    const text = pack?.text ?? file;
    const known = await this.#find(sha256(text));
    if (known?.layout === facts.layout) return { text, board: known.board, here: true };
    if (pack?.layout === facts.layout) {
      await this.#tryOut(pack);
      await this.shelf.keep(pack);
      return { text, board: pack.board, here: true };
    }
    if (alone && pack) throw new Refusal("pack_version", "The board was packed for another version.", 0);
    if (alone) throw new Refusal("board_alone", "A board file is read by a server, and this page has none.", 0);
    return this.#read(text);
  }

  /** A board that no server has read must at least be dealt, and looked at from every seat. */
  async #tryOut(pack: OwnBoard): Promise<void> {
    const parts = await this.outside.ownParts(pack);
    try {
      const [, seats] = pack.title.seats;
      const game = new Game(new Title(parts), { seats, first: 0, deal: { key: newKey() }, look: false });
      for (let seat = 0; seat < seats; seat++) game.view(seat);
    } catch {
      throw damaged();
    }
  }

  /** The board of a table that is played on a board of one's own, for drawing. */
  async board(id: string): Promise<Board> {
    return (await this.#own((await this.#need(id)).board!)).board;
  }

  async #need(id: string): Promise<Saved> {
    const saved = await this.store.get(id);
    if (!saved) throw new Refusal("no_table", "There is no such table on this device.", 404);
    return saved;
  }

  /** A table whose game can be gone through with the rules and the board of today. */
  async #needCurrent(id: string): Promise<Saved> {
    const [saved, facts] = await Promise.all([this.#need(id), this.outside.facts()]);
    const { rules, table } = saved;
    if (rules !== facts.rules || (!table.own_board && table.board_digest !== facts.titles[table.game]?.digest))
      throw new Refusal("old_rules", "This game was begun with older rules or an older board.", 409);
    return saved;
  }

  /** Fetch what a title needs before it is played. */
  async prepare(game: string): Promise<void> {
    await this.#title(game);
  }

  /** A new table, which begins at once: nobody has to be waited for. With `begin` it goes on from another game. */
  async create(wish: CreateTable, begin: string | null = null): Promise<TableAnswer> {
    const facts = await this.outside.facts();
    const own = wish.board ? await this.#own(sha256(wish.board)) : null;
    const known = own?.title ?? facts.titles[wish.game]!;
    const [least, most] = known.seats;
    if (wish.seats.length < least || wish.seats.length > most)
      throw new Refusal("seats", `${known.name} is for ${least} to ${most} players.`, 422);
    const free = COLOURS.filter((colour) => !wish.seats.some((seat) => seat.colour === colour));
    const names = facts.people.filter((name) => !wish.seats.some((seat) => seat.name === name));
    const seats = wish.seats.map((request, seat): SeatInfo => {
      const bot = request.kind === "bot";
      const who = {
        kind: bot ? ("bot" as const) : ("human" as const),
        name: request.name ?? (bot ? names.shift()! : ""),
        bot: bot ? (request.bot ?? "normal") : null,
      };
      return {
        seat,
        ...who,
        colour: request.colour ?? free.shift()!,
        stand_in: null,
        host: !bot,
        present: true,
        away_since: null,
        hand_over_at: null,
      };
    });
    const now = Date.now();
    const table: TableInfo = {
      ...{
        id: newId(),
        game: own?.board.id ?? wish.game,
        board_name: known.name,
        board_digest: known.digest,
        own_board: own !== null,
        status: "playing",
        public: false,
      },
      ...{
        seats,
        first: wish.first ?? null,
        options: optionsOf(wish),
        created: now,
        started: now,
        ended: null,
        winners: null,
        totals: null,
      },
      ...{ rematch: null, imported: false, ...GOING, daily: null },
    };
    const saved: Saved = {
      id: table.id,
      table,
      ...(own ? { board: own.key } : {}),
      rules: facts.rules,
      sequence: 1,
      deal: begin === null ? newKey() : null,
      begin,
      moves: [],
      keys: [],
      chat: [],
      record: null,
    };
    await this.store.keep(saved);
    return answer(saved);
  }

  async table(id: string): Promise<TableAnswer> {
    return answer(await this.#need(id));
  }

  async tables(set: "mine" | "finished"): Promise<TableAnswer[]> {
    const wanted = set === "mine" ? "playing" : "over";
    return (await this.store.all()).filter(({ table }) => table.status === wanted).map(answer);
  }

  /** End a table without a result: nothing of it is kept. */
  async close(id: string): Promise<void> {
    await this.store.remove(id);
  }

  /** The same people at a new table; whoever asks a second time gets the same one. */
  async rematch(id: string): Promise<TableAnswer> {
    const old = await this.#need(id);
    const known = old.table.rematch === null ? null : await this.store.get(old.table.rematch);
    if (known) return answer(known);
    const { game, seats, first, options } = old.table;
    const board = old.board ? (await this.#own(old.board)).text : null;
    const fresh = await this.create({
      ...{ game, first, options, board },
      seats: seats.map(({ kind, name, colour, bot }) => ({
        kind: kind === "bot" ? ("bot" as const) : ("hotseat" as const),
        name,
        colour,
        bot,
      })),
    });
    await this.store.keep({ ...old, sequence: old.sequence + 1, table: { ...old.table, rematch: fresh.table.id } });
    return fresh;
  }

  /** The record of a finished game, or of its first `at` decisions. */
  async record(id: string, at: number | null = null): Promise<string> {
    const { record } = await this.#need(id);
    if (record === null)
      throw new Refusal("not_over", "The record and the replay are there once the game is over.", 409);
    return at === null ? record : writeRecord(await this.#until(id, at));
  }

  /** A finished game as it was after so many decisions. */
  async #until(id: string, at: number): Promise<Game> {
    const saved = await this.#needCurrent(id);
    const { title } = await this.#title(saved.board ?? saved.table.game);
    const done = readRecord(await this.record(id), title);
    const game = new Game(title, done.start);
    for (const move of done.moves.slice(0, at)) game.play(move.text, move.seat, move.key);
    return game;
  }

  /** A new table whose game is the same as a finished one's until there. */
  async playOn(id: string, at: number, seats: CreateTable["seats"]): Promise<TableAnswer> {
    const game = await this.#until(id, at);
    if (game.over) throw new Refusal("over", "The game is over there.", 422);
    const { table, board: own } = await this.#need(id);
    const { look_on_track } = table.options;
    const board = own ? (await this.#own(own)).text : null;
    const wish = { game: table.game, board, first: table.first, options: { look_on_track }, seats };
    return this.create(wish, writeRecord(game));
  }

  /** Check a record by replaying it, and keep it as a finished table. */
  async importRecord(text: string): Promise<TableAnswer> {
    const tags = readTags(text);
    const facts = await this.outside.facts();
    const builtIn = checkTags(tags, facts);
    const own = builtIn ? null : (await this.shelf.all()).find((board) => board.title.digest === tags["Board"]);
    if (own === undefined) throw new Refusal("not_here", "The record is of a board that is not at hand.", 422);
    const { title } = await this.#title(own?.key ?? tags["Game"]!);
    const game = readRecord(text, title);
    if (!game.over) throw new Refusal("not_over", "The record is of a game that is not over.", 422);
    const { seats, winners } = game.outcome();
    const now = Date.now();
    const people = seats.map(({ seat }): SeatInfo => {
      const name = (tags[`Player${seat}`] ?? "").trim().slice(0, 24) || `Player ${seat + 1}`;
      return {
        seat,
        kind: "human",
        name,
        colour: COLOURS[seat]!,
        bot: null,
        stand_in: null,
        host: false,
        present: false,
        away_since: null,
        hand_over_at: null,
      };
    });
    const table: TableInfo = {
      ...{
        id: newId(),
        game: title.parts.game,
        board_name: title.facts.name,
        board_digest: title.facts.digest,
        own_board: own !== null,
        status: "over",
        public: false,
      },
      ...{
        seats: people,
        first: game.start.first,
        options: optionsOf({ options: { look_on_track: game.start.look } }),
        created: now,
        started: now,
        ended: now,
      },
      ...{
        winners,
        totals: seats.map((seat) => seat.total),
        rematch: null,
        imported: true,
        ...GOING,
        daily: null,
      },
    };
    const saved: Saved = {
      id: table.id,
      table,
      ...(own ? { board: own.key } : {}),
      rules: title.parts.facts.rules,
      sequence: 1,
      deal: null,
      moves: [],
      keys: [],
      chat: [],
      record: text,
    };
    await this.store.keep(saved);
    return answer(saved);
  }

  /** A part of a finished game, seen from one seat, as `GET /api/tables/{id}/replay` gives it. */
  async replay(id: string, seat: number | null, start: number, count: number): Promise<Replay> {
    const saved = await this.#needCurrent(id);
    const { title } = await this.#title(saved.board ?? saved.table.game);
    const done = readRecord(await this.record(id), title);
    const sent = saved.moves.flatMap((move) => Array.from({ length: move.decisions }, () => move));
    const begun = done.moves.length - sent.length;
    const game = new Game(title, done.start);
    const part: ReplayStep[] = [];
    for (let step = 0; step < Math.min(start + count, done.moves.length + 1); step++) {
      const move = done.moves[step - 1];
      if (move) game.play(move.text, move.seat, move.key);
      if (step < start) continue;
      const told = game.told.at(-1)!;
      const events = (seat === null ? told.spectator : told.seats[seat]!).map((event) => kept(event, true));
      const by = sent[step - 1 - begun];
      part.push({
        step,
        seat: move?.seat ?? null,
        action: move?.text ?? null,
        at: by?.at ?? null,
        by: by?.by ?? null,
        events,
        view: game.view(seat),
      });
    }
    return { table: saved.table, seat, steps: done.moves.length + 1, start, part };
  }

  /** A puzzle as a table: the game up to a decision, through the eyes of the seat that has to take it. */
  async puzzle(record: string, seat: number): Promise<ServerMessage[]> {
    const game = await this.#position(record);
    const { title } = game;
    const now = Date.now();
    const seats = Array.from({ length: game.start.seats }, (_, one) => ({
      ...{ seat: one, kind: one === seat ? ("human" as const) : ("bot" as const), name: "", colour: COLOURS[one]! },
      ...{ bot: one === seat ? null : "hard", stand_in: null, host: one === seat, present: true },
      ...{ away_since: null, hand_over_at: null },
    }));
    const table: TableInfo = {
      ...{ id: "puzzle", game: title.parts.game, board_name: title.facts.name, board_digest: title.facts.digest },
      ...{ own_board: false, status: "playing", public: false, seats, first: null },
      options: optionsOf({ options: { hints: false, takeback: false } }),
      ...{ created: now, started: now, ended: null, winners: null, totals: null, rematch: null },
      ...{ imported: false, ...GOING, daily: null },
    };
    const you = { seats: [seat], host: true };
    return [
      {
        ...{ type: "hello", protocol: 1, version: title.parts.facts.version, now, sequence: 1, table, you },
        ...{ events: game.log(seat), chat: [], takeback: null, clock: null },
      },
      viewOf(game, seat, "sync", []),
    ];
  }

  /** A move is tried in a puzzle: whether it is the answer, what it does, and why the answer is better. */
  async attempt(record: string, seat: number, text: string, answer: string): Promise<Attempt> {
    const game = await this.#position(record);
    const { players } = await this.#title(game.title.parts.game);
    const [before, decided] = [game.position, game.moves.length];
    const decisions = game.play(text, seat, null);
    const played = game.moves[decided]!.text;
    const events = game.told.slice(-decisions).flatMap((told) => told.seats[seat]!);
    const { points, win, ...better } = await players.lesson(before, seat, played, answer);
    return { right: played === answer, points, win, better, after: viewOf(game, seat, "action", events) };
  }

  /** The position at the end of a record. */
  async #position(record: string): Promise<Game> {
    const { title } = await this.#title(readTags(record)["Game"]!);
    return readRecord(record, title);
  }

  /** Sit down at a table of this device; it is held for this tab until another one is opened or it is left. */
  async open(id: string, tell: (message: ServerMessage) => void, hurry: boolean): Promise<void> {
    this.leave();
    const free = await this.outside.hold(id);
    if (!free) throw new Refusal("elsewhere", "This game is open in another tab.", 409);
    try {
      const saved = await this.#needCurrent(id);
      const { title, players } = await this.#title(saved.board ?? saved.table.game);
      if (saved.deal === null && !saved.begin) throw new Refusal("no_table", "There is no game at this table.", 404);
      const table = new LocalTable(title, saved, this.store, players);
      this.#open = { table, free };
      table.open(tell, hurry);
    } catch (error) {
      free();
      throw error;
    }
  }

  /**
   * Take a table of this device to the server: its record is sent, and once a table there has it, it is gone here.
   * Whatever goes wrong before that leaves it as it is.
   */
  async take(id: string): Promise<TableAnswer> {
    this.leave();
    const free = await this.outside.hold(id);
    if (!free) throw new Refusal("elsewhere", "This game is open in another tab.", 409);
    try {
      const saved = await this.#needCurrent(id);
      const { table } = saved;
      if (saved.deal === null && !saved.begin)
        throw new Refusal("imported", "This record was brought here from elsewhere.", 409);
      const { title } = await this.#title(saved.board ?? table.game);
      const me = table.seats.find(({ kind }) => kind === "human")?.seat;
      const answer = await this.outside.bring({
        record: saved.record ?? writeRecord(gameOf(title, saved), namesOf(table)),
        board: saved.board ? (await this.#own(saved.board)).text : null,
        seats: table.seats.map(({ seat, kind, name, colour, bot }) => ({
          ...{ name, colour, bot },
          kind: kind === "bot" ? ("bot" as const) : seat === me ? ("me" as const) : ("hotseat" as const),
        })),
        options: table.options,
      });
      await this.store.remove(id);
      return answer;
    } finally {
      free();
    }
  }

  /** Take a seat back from the bot that plays on since its time was up. */
  async comeBack(id: string, seat: number): Promise<TableAnswer> {
    if (this.opened?.saved.id === id) await this.opened.comeBack(seat);
    return this.table(id);
  }

  get opened(): LocalTable | null {
    return this.#open?.table ?? null;
  }

  leave(): void {
    this.#open?.table.end();
    this.#open?.free();
    this.#open = null;
  }
}

function viewOf(game: Game, seat: number, cause: ViewMessage["cause"], events: GameEvent[]): ViewMessage {
  return {
    ...{ type: "view", sequence: 1, seat, cause, by: null, events, log: null, can_undo: false },
    ...{ view: game.view(seat), clock: null },
  };
}

function answer({ table }: Saved): TableAnswer {
  const seats = table.imported ? [] : table.seats.filter((seat) => seat.kind === "human").map((seat) => seat.seat);
  return { table, you: { seats, host: true } };
}

function optionsOf({ options = {} }: Pick<CreateTable, "options">): Options {
  const none = { kind: "none" as const, seconds: 60, increment: 0, always: false, at_zero: "move" as const };
  const usual = {
    aids: true,
    look_on_track: false,
    takeback: true,
    hints: true,
    pace: "quick" as const,
    spectators: true,
    spectator_delay: 0,
    coach: false,
  };
  return { ...usual, ...options, clock: { ...none, ...options.clock } };
}
