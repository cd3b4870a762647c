/**
 * Where tables of this device are kept: IndexedDB, or this page alone where the browser allows or has room for
 * nothing else.
 */
import type { Saved } from "./saved";

const NAME = "aiguillage";
const TABLES = "tables";
const VERSION = 1;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the store failed"));
  });
}

function finished(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = work.onerror = () => reject(work.error ?? new Error("the store failed"));
  });
}

export class Store {
  /** tables that the browser did not keep */
  readonly #homeless = new Map<string, Saved>();
  #database: Promise<IDBDatabase> | null = null;

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise<IDBDatabase>((resolve, reject) => {
      // where storage is forbidden, even asking may throw
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: "id" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("the store is closed"));
    });
    return this.#database;
  }

  async get(id: string): Promise<Saved | null> {
    const homeless = this.#homeless.get(id);
    if (homeless) return structuredClone(homeless);
    try {
      const database = await this.#open();
      return ((await done(database.transaction(TABLES).objectStore(TABLES).get(id))) as Saved | undefined) ?? null;
    } catch {
      return null;
    }
  }

  /** All tables, the one that changed last first. */
  async all(): Promise<Saved[]> {
    let found: Saved[] = [];
    try {
      const database = await this.#open();
      found = (await done(database.transaction(TABLES).objectStore(TABLES).getAll())) as Saved[];
    } catch {
      // what is in this page is all there is
    }
    const when = ({ table, moves }: Saved) => table.ended ?? moves.at(-1)?.at ?? table.created;
    return [...found.filter(({ id }) => !this.#homeless.has(id)), ...this.#homeless.values()].sort(
      (a, b) => when(b) - when(a),
    );
  }

  /** Keep a table; false if another tab has changed it since, "lost" if it is in this page only. */
  async keep(saved: Saved): Promise<boolean | "lost"> {
    if (!this.#homeless.has(saved.id)) {
      try {
        const database = await this.#open();
        const work = database.transaction(TABLES, "readwrite");
        const table = work.objectStore(TABLES);
        const known = (await done(table.get(saved.id))) as Saved | undefined;
        if (known && known.sequence >= saved.sequence) return false;
        table.put(saved);
        await finished(work);
        return true;
      } catch {
        // forbidden, full or broken: the game goes on
      }
    }
    this.#homeless.set(saved.id, structuredClone(saved));
    return "lost";
  }

  isLost(id: string): boolean {
    return this.#homeless.has(id);
  }

  async remove(id: string): Promise<void> {
    this.#homeless.delete(id);
    try {
      const database = await this.#open();
      const work = database.transaction(TABLES, "readwrite");
      work.objectStore(TABLES).delete(id);
      await finished(work);
    } catch {
      return;
    }
  }
}
