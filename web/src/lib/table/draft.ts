/** A half-made choice outlives a reload: it is kept in the browser's session until it is made or dropped. */
import type { Cards } from "../art/ink";
import type { Target } from "../board/types";

export interface Draft {
  seat: number | null;
  /** the route or city chosen but not yet paid for, and how it would be paid */
  aimed: Target | null;
  row: number;
  way: number;
  stationMode: boolean;
  /** tickets marked in an offer */
  kept: string[];
  /** cards marked to be placed */
  marked: Cards;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = (table: string) => `aiguillage.choice.${table}`;
const isEmpty = (draft: Draft) =>
  !draft.aimed && !draft.stationMode && !draft.kept.length && !Object.keys(draft.marked).length;

/** Remember a choice; a browser that forbids storage forgets it on reload. */
export function keepDraft(table: string, draft: Draft, store: Store = sessionStorage): void {
  try {
    if (isEmpty(draft)) store.removeItem(key(table));
    else store.setItem(key(table), JSON.stringify(draft));
  } catch {
    return;
  }
}

export function readDraft(table: string, store: Store = sessionStorage): Draft | null {
  try {
    return JSON.parse(store.getItem(key(table)) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}
