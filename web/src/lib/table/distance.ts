/** Ways across the board, for the length of a ticket's bar and for the routes that would bring it nearer. */
import type { Board } from "../protocol/board";

/** The share of a track's spaces that it still takes, or null where one cannot go. */
type Cost = (track: string) => number | null;

function distances(board: Board, from: string, cost: Cost): Map<string, number> {
  const links = new Map<string, { to: string; n: number }[]>();
  const join = (a: string, b: string, n: number) =>
    void (links.get(a)?.push({ to: b, n }) ?? links.set(a, [{ to: b, n }]));
  for (const t of board.tracks) {
    const share = cost(t.id);
    if (share === null) continue;
    join(t.a, t.b, t.spaces * share);
    join(t.b, t.a, t.spaces * share);
  }
  const best = new Map([[from, 0]]);
  const open = new Set([from]);
  while (open.size) {
    const here = [...open].reduce((x, y) => (best.get(y)! < best.get(x)! ? y : x));
    open.delete(here);
    for (const link of links.get(here) ?? []) {
      const d = best.get(here)! + link.n;
      if (d < (best.get(link.to) ?? Infinity)) {
        best.set(link.to, d);
        open.add(link.to);
      }
    }
  }
  return best;
}

/** How many spaces the shortest way between two places has on the empty board. */
export function shortestWay(board: Board, from: string, to: string): number {
  return distances(board, from, () => 1).get(to) ?? 0;
}

/** The tracks that lie on a shortest way between two places, those that cost nothing left out. */
export function onTheWay(board: Board, from: string, to: string, cost: Cost): string[] {
  const [start, end] = [distances(board, from, cost), distances(board, to, cost)];
  const whole = start.get(to);
  if (whole === undefined) return [];
  const fits = (a: string, b: string, n: number) => (start.get(a) ?? Infinity) + n + (end.get(b) ?? Infinity) === whole;
  return board.tracks
    .filter((t) => {
      const n = (cost(t.id) ?? 0) * t.spaces;
      return n > 0 && (fits(t.a, t.b, n) || fits(t.b, t.a, n));
    })
    .map((t) => t.id);
}
