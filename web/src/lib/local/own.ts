/** Boards of one's own: read by a server or out of a pack, kept on the shelf, found again. */
import { Refusal } from "../net/refusal";
import type { Board } from "../protocol/board";
import type { BoardVerdict } from "../protocol/messages";
import { Game } from "./game";
import { bytesOf, damaged, isPacked, unpack } from "./packed";
import { newKey } from "./saved";
import { sha256 } from "./sha256";
import type { OwnBoard, Shelf } from "./shelf";
import { Title, type Facts, type Parts } from "./title";

/** What reading boards needs of the world around it. */
export interface Reading {
  facts(): Promise<Facts>;
  ownParts(board: OwnBoard): Promise<Parts>;
  /** a server reads a board file */
  readBoard(text: string): Promise<BoardVerdict>;
}

/** What was read in a board file, whose `text` it is; `here` says whether this page can play on it. */
export interface ReadBoard {
  text: string;
  board: Board;
  here: boolean;
}

export class OwnBoards {
  constructor(
    readonly shelf: Shelf,
    readonly outside: Reading,
  ) {}

  async #find(key: string): Promise<OwnBoard | undefined> {
    return (await this.shelf.all()).find((board) => board.key === key);
  }

  /** A board of one's own that was read before; if that was for another version of the kernel, it is read again. */
  async own(key: string): Promise<OwnBoard> {
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
    const { board, problem, page } = verdict;
    if (!board || !page) throw new Refusal("bad_board", problem ?? "The board cannot be played.", 422);
    const here = page.layout === layout;
    if (here)
      await this.shelf.keep({
        key: sha256(text),
        text,
        layout,
        title: page.title,
        board,
        records: bytesOf(page.records),
      });
    return { text, board, here };
  }

  /**
   * What a board file describes. One that was packed, or read before, needs no server. `alone`: there is none.
   */
  async open(file: string, alone: boolean): Promise<ReadBoard> {
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
}
