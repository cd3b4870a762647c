/** The copy on the server of a finished game of this device; a server's game is its own. */
import { here, Refusal, server } from "../net/api";
import { isHere } from "../local/saved";
import type { TableAnswer } from "../protocol/messages";

const KEY = "aiguillage.served";

/** Games of this device by their names, and the names of their copies. */
function copies(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Where the server has a game; one of this device is sent there the first time it is asked for. */
export async function served(id: string): Promise<string> {
  if (!isHere(id)) return id;
  const before = copies()[id];
  if (before) {
    try {
      await server<TableAnswer>("GET", `tables/${before}`);
      return before;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
  const record = await here("record", id);
  const { table } = await server<TableAnswer>("POST", "records", { record });
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...copies(), [id]: table.id }));
  } catch {
    // a browser that keeps nothing sends it again next time
  }
  return table.id;
}

/** Further games in a list, without the copies of those that are in it. */
export function listed(known: readonly TableAnswer[], more: readonly TableAnswer[]): TableAnswer[] {
  const there = copies();
  const twice = new Set(known.map(({ table }) => there[table.id]));
  return [...known, ...more.filter(({ table }) => !twice.has(table.id))];
}
