/**
 * Boards of one's own, as a server has read them: the file itself, what is drawn, and the kernel's records. They are
 * kept beside the tables, so that a board that was read once is there without a server; where the browser keeps
 * nothing, for as long as the page is open.
 */
import type { Board } from "../protocol/board";
import type { Bytes, TitleFacts } from "./title";

const NAME = "aiguillage boards";
const BOARDS = "boards";

export interface OwnBoard {
  /** a digest of the file: that of a board (`title.digest`) leaves out names and places */
  key: string;
  text: string;
  /** how the kernel reads the records (`Facts.layout`) */
  layout: string;
  title: TitleFacts;
  board: Board;
  records: Bytes;
}

export class Shelf {
  readonly #here = new Map<string, OwnBoard>();

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(BOARDS, { keyPath: "key" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("the store is closed"));
    });
  }

  /** One request to the store. */
  async #ask<T>(mode: IDBTransactionMode, what: (boards: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open();
    try {
      return await new Promise<T>((resolve, reject) => {
        const work = database.transaction(BOARDS, mode);
        const request = what(work.objectStore(BOARDS));
        work.oncomplete = () => resolve(request.result);
        work.onabort = work.onerror = () => reject(work.error ?? new Error("the store failed"));
      });
    } finally {
      database.close();
    }
  }

  async all(): Promise<OwnBoard[]> {
    const kept = await this.#ask<OwnBoard[]>("readonly", (boards) => boards.getAll()).catch(() => []);
    return [...kept.filter(({ key }) => !this.#here.has(key)), ...this.#here.values()];
  }

  async keep(board: OwnBoard): Promise<void> {
    this.#here.set(board.key, board);
    await this.#ask("readwrite", (boards) => boards.put(board)).catch(() => undefined);
  }
}
