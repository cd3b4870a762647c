/** How many spaces the shortest way between two places has on the empty board: the length of a ticket's bar. */
import type { Board } from "../protocol/board";

export function shortestWay(board: Board, from: string, to: string): number {
  const links = new Map<string, { to: string; n: number }[]>();
  const join = (a: string, b: string, n: number) => void (links.get(a)?.push({ to: b, n }) ?? links.set(a, [{ to: b, n }]));
  for (const t of board.tracks) {
    join(t.a, t.b, t.spaces);
    join(t.b, t.a, t.spaces);
  }
  const best = new Map([[from, 0]]);
  const open = new Set([from]);
  while (open.size) {
    const here = [...open].reduce((x, y) => (best.get(y)! < best.get(x)! ? y : x));
    if (here === to) return best.get(here)!;
    open.delete(here);
    for (const link of links.get(here) ?? []) {
      const d = best.get(here)! + link.n;
      if (d < (best.get(link.to) ?? Infinity)) {
        best.set(link.to, d);
        open.add(link.to);
      }
    }
  }
  return 0;
}
