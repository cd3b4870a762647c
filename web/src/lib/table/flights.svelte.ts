/** Cards that travel across the table: from market or deck to a hand or a player. */
import { still } from "../pace";

const anchors = new Map<string, HTMLElement>();

/** Marks an element as a place that cards fly from or to. */
export function anchor(node: HTMLElement, name: string) {
  anchors.set(name, node);
  return {
    update(next: string) {
      if (anchors.get(name) === node) anchors.delete(name);
      name = next;
      anchors.set(name, node);
    },
    destroy() {
      if (anchors.get(name) === node) anchors.delete(name);
    },
  };
}

const spots = new Map<string, () => DOMRect | null>();

/** Something drawn that cards fly to, like the routes of a board: `name` is asked for where it is. */
export function spot(name: string, where: () => DOMRect | null): () => void {
  spots.set(name, where);
  return () => spots.delete(name);
}

export interface Flight {
  id: number;
  /** a colour, or "back" */
  face: string;
  from: DOMRect;
  to: DOMRect;
  delay: number;
  /** starts face down and turns over on the way */
  turns: boolean;
}

export const flights = $state<{ all: Flight[] }>({ all: [] });
let next = 0;

/** The first of the named places that is on the screen. */
function find(names: readonly string[]): HTMLElement | null {
  for (const name of names) {
    const node = anchors.get(name);
    if (node?.isConnected && node.getClientRects().length) return node;
  }
  return null;
}

export function fly(face: string, from: readonly string[], to: readonly string[], delay = 0, turns = false): void {
  if (still()) return;
  const [a, b] = [
    find(from)?.getBoundingClientRect(),
    to.map((name) => spots.get(name)?.() ?? null).find(Boolean) ?? find(to)?.getBoundingClientRect(),
  ];
  if (!a || !b) return;
  flights.all.push({ id: next++, face, from: a, to: b, delay, turns });
}

export function landed(id: number): void {
  flights.all = flights.all.filter((f) => f.id !== id);
}
