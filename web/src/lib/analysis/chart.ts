/** Lines, scales and signs of a chart. */

/** A line through points. */
export const path = (xy: readonly [number, number][]) =>
  xy.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A line that keeps its height until the next point. */
export const stairs = (xy: readonly [number, number][]) =>
  xy.map(([x, y], i) => (i ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `M${x} ${y}`)).join("");

/** Round numbers between two, not too many of them. */
export function marksBetween(least: number, most: number): number[] {
  const step = most - least > 120 ? 50 : most - least > 50 ? 25 : 10;
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Signs beside each other, none on top of another. */
export function apart(ends: { seat: number; y: number }[], bottom: number) {
  const out = ends.sort((a, b) => a.y - b.y);
  let y = -Infinity;
  for (const one of out) one.y = y = Math.max(one.y, y + 17);
  y = bottom + 17;
  for (const one of [...out].reverse()) one.y = y = Math.min(one.y, y - 17);
  return out;
}
