/** What a finger or a mouse means: the nearest target, by distance. */
import { distanceToLine, type Point } from "./geometry";
import type { Layout } from "./layout";
import type { Target } from "./types";

export function nearest(
  { places, tracks, file }: Layout,
  at: Point,
  reach: number,
  legalTracks: ReadonlySet<string>,
  legalPlaces: ReadonlySet<string>,
): Target | null {
  let best: { target: Target; d: number } | null = null;
  for (const [id, q] of places) {
    if (!legalPlaces.has(id)) continue;
    const d = Math.hypot(at.x - q.x, at.y - q.y) - file.dot - 4;
    if (d < reach && (!best || d < best.d)) best = { target: { kind: "place", id }, d };
  }
  for (const t of tracks) {
    const d = distanceToLine(at, t.line) - file.track.width / 2 + (legalTracks.has(t.track.id) ? 0 : 3);
    if (d < reach && (!best || d < best.d)) best = { target: { kind: "track", id: t.track.id }, d };
  }
  return best?.target ?? null;
}
