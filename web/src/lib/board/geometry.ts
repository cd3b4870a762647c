/** Curves of tracks: a quadratic from place to place, walked by arc length, with sideways offsets. */

export interface Point {
  x: number;
  y: number;
}

/** A point on a curve; `angle` in degrees, turned so that what lies there is never upside down. */
export interface Spot extends Point {
  angle: number;
}

export interface Curve {
  length: number;
  at(distance: number, offset?: number): Spot;
}

const STEPS = 48;
const n1 = (v: number) => v.toFixed(1).replace(/\.0$/, "");

export function curve(a: Point, b: Point, bend: number): Curve {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const d = Math.hypot(dx, dy) || 1;
  const m = { x: (a.x + b.x) / 2 - (dy / d) * bend * 2, y: (a.y + b.y) / 2 + (dx / d) * bend * 2 };
  const along: number[] = [0];
  const points: Point[] = [a];
  for (let i = 1; i <= STEPS; i++) {
    const [u, v] = [i / STEPS, 1 - i / STEPS];
    const p = { x: v * v * a.x + 2 * v * u * m.x + u * u * b.x, y: v * v * a.y + 2 * v * u * m.y + u * u * b.y };
    along.push(along[i - 1]! + Math.hypot(p.x - points[i - 1]!.x, p.y - points[i - 1]!.y));
    points.push(p);
  }
  const length = along[STEPS]!;
  function at(distance: number, offset = 0): Spot {
    const s = Math.max(0, Math.min(length, distance));
    let j = 1;
    while (j < STEPS && along[j]! < s) j++;
    const f = (s - along[j - 1]!) / (along[j]! - along[j - 1]! || 1);
    const [p, q] = [points[j - 1]!, points[j]!];
    const u = (j - 1 + f) / STEPS;
    const tx = 2 * (1 - u) * (m.x - a.x) + 2 * u * (b.x - m.x);
    const ty = 2 * (1 - u) * (m.y - a.y) + 2 * u * (b.y - m.y);
    const t = Math.hypot(tx, ty) || 1;
    return {
      x: p.x + f * (q.x - p.x) - (ty / t) * offset,
      y: p.y + f * (q.y - p.y) + (tx / t) * offset,
      angle: (Math.atan2(ty, tx) * 180) / Math.PI,
    };
  }
  return { length, at };
}

/** Turned by half a circle where that makes the content stand upright. */
export function upright(angle: number): number {
  return Math.abs(angle) > 90 ? angle - 180 * Math.sign(angle) : angle;
}

/** The stretch of a curve between two distances as path data. */
export function stretch(c: Curve, from: number, to: number, offset = 0, step = 7): string {
  const n = Math.max(2, Math.floor((to - from) / step));
  const out: string[] = [];
  for (let i = 0; i <= n; i++) {
    const p = c.at(from + ((to - from) * i) / n, offset);
    out.push(`${n1(p.x)} ${n1(p.y)}`);
  }
  return "M" + out.join("L");
}

/** Points along a stretch, for finding the nearest track under a finger. */
export function samples(c: Curve, from: number, to: number, offset: number, step = 12): Point[] {
  const n = Math.max(2, Math.ceil((to - from) / step));
  return Array.from({ length: n + 1 }, (_, i) => c.at(from + ((to - from) * i) / n, offset));
}

export function distanceToLine(p: Point, line: readonly Point[]): number {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy));
  }
  return best;
}
