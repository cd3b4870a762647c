/**
 * The tables of this device: created, listed, played on, shown again. What a server does over HTTP, done in a
 * worker.
 */
import { Refusal } from "../net/refusal";
import type { Board } from "../protocol/board";
import type { AnalysisPart, BringGame, CreateTable, Replay, ServerMessage, TableAnswer } from "../protocol/messages";
import { Analyst } from "./analyst";
import { gameOf, namesOf } from "./course";
import { COLOURS, optionsOf, savedOf, seatOf, tableOf } from "./fresh";
import { Game } from "./game";
import type { Mind } from "./minds";
import { OwnBoards, type ReadBoard, type Reading } from "./own";
import { Players } from "./players";
import { attempt, tableAt, type Attempt } from "./puzzle";
import { checkTags, readRecord, readTags, writeRecord } from "./record";
import { replayOf } from "./replay";
import { newKey, type Saved } from "./saved";
import { sha256 } from "./sha256";
import type { Shelf } from "./shelf";
import type { Store } from "./store";
import { LocalTable } from "./table";
import { Title, type Bytes, type Parts } from "./title";

/** What the house needs of the world around it. */
export interface Outside extends Reading {
  parts(game: string): Promise<Parts>;
  net(url: string): Promise<Bytes>;
  /** those who search, for a title */
  minds(parts: Parts): readonly Mind[];
  /** others who think, for an analysis alone: they go with it */
  team(parts: Parts): readonly Mind[];
  /** hold a table for this tab until `free` is called; null if another tab holds it */
  hold(id: string): Promise<(() => void) | null>;
  /** a server takes a game */
  bring(game: BringGame): Promise<TableAnswer>;
}

export class House {
  readonly #titles = new Map<string, Promise<{ title: Title; players: Players }>>();
  #open: { table: LocalTable; free: () => void } | null = null;
  readonly boards: OwnBoards;
  /** the last analysis, and how it is broken off */
  #analysis: { id: string; analyst: Analyst; end: () => void } | null = null;

  constructor(
    readonly store: Store,
    readonly outside: Outside,
    shelf: Shelf,
  ) {
    this.boards = new OwnBoards(shelf, outside);
  }

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
    return name in titles ? this.outside.parts(name) : this.outside.ownParts(await this.boards.own(name));
  }

  /** What a board file describes, see `OwnBoards.open`. */
  readBoard(file: string, alone: boolean): Promise<ReadBoard> {
    return this.boards.open(file, alone);
  }

  /** The board of a table that is played on a board of one's own, for drawing. */
  async board(id: string): Promise<Board> {
    return (await this.boards.own((await this.#need(id)).board!)).board;
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
    const own = wish.board ? await this.boards.own(sha256(wish.board)) : null;
    const known = own?.title ?? facts.titles[wish.game]!;
    const [least, most] = known.seats;
    if (wish.seats.length < least || wish.seats.length > most)
      throw new Refusal("seats", `${known.name} is for ${least} to ${most} players.`, 422);
    const free = COLOURS.filter((colour) => !wish.seats.some((seat) => seat.colour === colour));
    const names = facts.people.filter((name) => !wish.seats.some((seat) => seat.name === name));
    const seats = wish.seats.map((request, seat) => {
      const bot = request.kind === "bot";
      return seatOf(seat, {
        kind: bot ? "bot" : "human",
        name: request.name ?? (bot ? names.shift()! : ""),
        bot: bot ? (request.bot ?? "normal") : null,
        colour: request.colour ?? free.shift()!,
        host: !bot,
      });
    });
    const table = tableOf(own?.board.id ?? wish.game, known, seats, {
      own_board: own !== null,
      first: wish.first ?? null,
      options: optionsOf(wish.options ?? {}),
    });
    const saved = savedOf(table, own, facts.rules, { deal: begin === null ? newKey() : null, begin });
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
    const board = old.board ? (await this.boards.own(old.board)).text : null;
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
    const board = own ? (await this.boards.own(own)).text : null;
    const wish = { game: table.game, board, first: table.first, options: { look_on_track }, seats };
    return this.create(wish, writeRecord(game));
  }

  /** Check a record by replaying it, and keep it as a finished table. */
  async importRecord(text: string): Promise<TableAnswer> {
    const tags = readTags(text);
    const facts = await this.outside.facts();
    const builtIn = checkTags(tags, facts);
    const own = builtIn ? null : (await this.boards.shelf.all()).find((board) => board.title.digest === tags["Board"]);
    if (own === undefined) throw new Refusal("not_here", "The record is of a board that is not at hand.", 422);
    const { title } = await this.#title(own?.key ?? tags["Game"]!);
    const game = readRecord(text, title);
    if (!game.over) throw new Refusal("not_over", "The record is of a game that is not over.", 422);
    const { seats, winners } = game.outcome();
    const people = seats.map(({ seat }) => {
      const name = (tags[`Player${seat}`] ?? "").trim().slice(0, 24) || `Player ${seat + 1}`;
      return seatOf(seat, { name, present: false });
    });
    const table = tableOf(title.parts.game, title.facts, people, {
      ...{ own_board: own !== null, status: "over", ended: Date.now(), imported: true },
      ...{ winners, totals: seats.map((seat) => seat.total) },
      first: game.start.first,
      options: optionsOf({ look_on_track: game.start.look }),
    });
    const saved = savedOf(table, own, facts.rules, { record: text });
    await this.store.keep(saved);
    return answer(saved);
  }

  /**
   * What is there of the analysis of a finished game, from piece `start` on. It is begun when its beginning is asked
   * for the first time, and broken off when that of another game is.
   */
  async analysis(id: string, start: number): Promise<AnalysisPart> {
    let known = this.#analysis?.id === id ? this.#analysis : null;
    if (!known || (start === 0 && known.analyst.state === "failed")) {
      const { table, board } = await this.#needCurrent(id);
      const { title } = await this.#title(board ?? table.game);
      const done = readRecord(await this.record(id), title);
      this.#analysis?.end();
      const team = this.outside.team(title.parts);
      const analyst = new Analyst(title, done, Object.values(namesOf(table)), team);
      known = this.#analysis = { id, analyst, end: () => team.forEach((mind) => mind.end?.()) };
      void analyst
        .work()
        .catch((error: unknown) => {
          console.error(error);
          analyst.state = "failed";
        })
        .finally(known.end);
    }
    const { state, pieces } = known.analyst;
    return { state, start, pieces: pieces.slice(start) };
  }

  /** A part of a finished game, seen from one seat, as `GET /api/tables/{id}/replay` gives it. */
  async replay(id: string, seat: number | null, start: number, count: number): Promise<Replay> {
    const saved = await this.#needCurrent(id);
    const { title } = await this.#title(saved.board ?? saved.table.game);
    return replayOf(saved, readRecord(await this.record(id), title), seat, start, count);
  }

  /** A puzzle as a table: the game up to a decision, through the eyes of the seat that has to take it. */
  async puzzle(record: string, seat: number): Promise<ServerMessage[]> {
    return tableAt(await this.#position(record), seat);
  }

  /** A move is tried in a puzzle: whether it is the answer, what it does, and why the answer is better. */
  async attempt(record: string, seat: number, text: string, answer: string): Promise<Attempt> {
    const game = await this.#position(record);
    const { players } = await this.#title(game.title.parts.game);
    return attempt(game, players, seat, text, answer);
  }

  /** The position at the end of a record. */
  async #position(record: string): Promise<Game> {
    const { title } = await this.#title(readTags(record)["Game"]!);
    return readRecord(record, title);
  }

  /** Hold a table for this tab, which leaves the one that it held; what is called frees it. */
  async #hold(id: string): Promise<() => void> {
    this.leave();
    const free = await this.outside.hold(id);
    if (!free) throw new Refusal("elsewhere", "This game is open in another tab.", 409);
    return free;
  }

  /** Sit down at a table of this device; it is held for this tab until another one is opened or it is left. */
  async open(id: string, tell: (message: ServerMessage) => void, hurry: boolean): Promise<void> {
    const free = await this.#hold(id);
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
    const free = await this.#hold(id);
    try {
      const saved = await this.#needCurrent(id);
      const { table } = saved;
      if (saved.deal === null && !saved.begin)
        throw new Refusal("imported", "This record was brought here from elsewhere.", 409);
      const { title } = await this.#title(saved.board ?? table.game);
      const me = table.seats.find(({ kind }) => kind === "human")?.seat;
      const answer = await this.outside.bring({
        record: saved.record ?? writeRecord(gameOf(title, saved), namesOf(table)),
        board: saved.board ? (await this.boards.own(saved.board)).text : null,
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

function answer({ table }: Saved): TableAnswer {
  const seats = table.imported ? [] : table.seats.filter((seat) => seat.kind === "human").map((seat) => seat.seat);
  return { table, you: { seats, host: true } };
}
