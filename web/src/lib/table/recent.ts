/** What just happened: the last move of every other seat, until one's own turn ends. */
import type { Entry } from "./log";

/** Moves on the board among the entries since `me` last played; while it is my turn, since the turn before. */
export function latest(log: readonly Entry[], me: number | null, mine: boolean): Entry[] {
  const seen = new Set<number>();
  const out: Entry[] = [];
  for (let i = log.length - 1; i >= 0; i--) {
    const e = log[i]!;
    if (e.seat === null) continue;
    if (e.seat === me) {
      if (mine && !seen.size) continue;
      break;
    }
    if (seen.has(e.seat)) {
      if (me === null) break;
      continue;
    }
    if (!e.track && !e.place) {
      // draws before a claim of the same turn are not there: a turn is one thing
      seen.add(e.seat);
      continue;
    }
    seen.add(e.seat);
    out.push(e);
  }
  return out;
}
