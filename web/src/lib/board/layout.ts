/** Where a board's places, plates and tracks are drawn: our own layouts, or one made from the board file. */
import type { Board, Track } from "../protocol/board";
import { curve, samples, stretch, type Curve, type Point, type Spot } from "./geometry";

export interface Plate {
  x: number;
  y: number;
  w: number;
  h: number;
  lines: string[];
}

/** A layout file. Tracks are matched to the board's by their two places, doubles in the board's order. */
export interface LayoutFile {
  canvas: [number, number];
  track: { width: number; gap: number };
  font: number;
  dot: number;
  /** longest space drawn */
  longest: number;
  /** cells of the score frame */
  frame: number;
  places: Record<string, { x: number; y: number; label: Plate }>;
  tracks: { a: string; b: string; bend: number; trim: [number, number] }[];
}

export interface PlacedTrack {
  track: Track;
  curve: Curve;
  /** sideways offset of this track from the line between its places */
  offset: number;
  /** which of a double route: 0 or 1; `double` when there are two */
  half: number;
  double: boolean;
  /** the stretch that spaces may cover */
  from: number;
  to: number;
  /** drawn length of one space */
  space: number;
  spots: Spot[];
  /** path through the spaces, for beds and glows */
  body: string;
  line: Point[];
}

export interface Layout {
  file: LayoutFile;
  places: Map<string, Point & { plate: Plate }>;
  tracks: PlacedTrack[];
  byId: Map<string, PlacedTrack>;
}

function placeTrack(
  track: Track,
  half: number,
  double: boolean,
  c: Curve,
  trim: [number, number],
  file: LayoutFile,
): PlacedTrack {
  const { width, gap } = file.track;
  const offset = double ? (half - 0.5) * (width + gap) : 0;
  const [from, to] = [trim[0], c.length - trim[1]];
  const between = width < 18 ? 3.2 : 5;
  const n = track.spaces;
  const room = (to - from) / n;
  const space = Math.max(6, Math.min(file.longest, room - between));
  const step = space + Math.min(between + 7, room - space);
  const start = (from + to) / 2 - (step * n) / 2;
  const tube = track.piece === "subway";
  const [b0, b1] = tube ? [from + width / 2, to - width / 2] : [start, start + step * n];
  const spots = tube
    ? [c.at((from + to) / 2, offset)]
    : Array.from({ length: n }, (_, i) => c.at(start + step * (i + 0.5), offset));
  return {
    track,
    curve: c,
    offset,
    half,
    double,
    from: b0,
    to: b1,
    space,
    spots,
    body: stretch(c, b0, b1, offset),
    line: samples(c, b0, b1, offset),
  };
}

export function applyLayout(board: Board, file: LayoutFile): Layout {
  const places = new Map<string, Point & { plate: Plate }>();
  for (const [id, p] of Object.entries(file.places)) places.set(id, { x: p.x, y: p.y, plate: p.label });
  const tracks: PlacedTrack[] = [];
  for (const drawn of file.tracks) {
    const here = board.tracks.filter(
      (t) => (t.a === drawn.a && t.b === drawn.b) || (t.a === drawn.b && t.b === drawn.a),
    );
    const c = curve(places.get(drawn.a)!, places.get(drawn.b)!, drawn.bend);
    here.forEach((t, half) => tracks.push(placeTrack(t, half, here.length > 1, c, drawn.trim, file)));
  }
  return { file, places, tracks, byId: new Map(tracks.map((t) => [t.track.id, t])) };
}

const CANVAS: [number, number] = [1600, 1100];

function textWidth(text: string, font: number): number {
  let w = 0;
  for (const c of text)
    w += /[MWmw]/.test(c) ? 0.66 : /[ilIjtfr'.,-]/.test(c) ? 0.3 : c === " " ? 0.22 : /[A-Z]/.test(c) ? 0.52 : 0.455;
  return w * font;
}

interface Spread {
  /** of a position in the board file to the canvas */
  scale: number;
  dx: number;
  dy: number;
}

/** How positions of the board file are stretched over the canvas, so that bends and plates stay on it too. */
function spreadOf(board: Board): Spread | null {
  const at = new Map(board.places.flatMap((p) => (p.at ? [[p.id, p.at] as const] : [])));
  if (at.size < 2 || at.size < board.places.length) return null;
  const points: [number, number][] = [...at.values(), ...board.places.flatMap((p) => (p.label ? [p.label] : []))];
  for (const { a, b, bend } of board.tracks) {
    const [p, q] = [at.get(a)!, at.get(b)!];
    const d = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    points.push([(p[0] + q[0]) / 2 - ((q[1] - p[1]) / d) * bend, (p[1] + q[1]) / 2 + ((q[0] - p[0]) / d) * bend]);
  }
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(1420 / (x1 - x0 || 1), 960 / (y1 - y0 || 1));
  return { scale, dx: (CANVAS[0] - scale * (x0 + x1)) / 2, dy: (CANVAS[1] - scale * (y0 + y1)) / 2 };
}

/** A layout for a board we have no drawing of: positions from its file, straight tracks unless it bends them. */
export function autoLayout(board: Board): LayoutFile {
  const small = board.tracks.length > 60;
  const file: LayoutFile = {
    canvas: CANVAS,
    track: small ? { width: 15, gap: 3 } : { width: 21, gap: 4 },
    font: small ? 20 : 23,
    dot: small ? 9 : 12,
    longest: small ? 46 : 92,
    frame: board.tracks.reduce((sum, t) => sum + t.points, 0) > 250 ? 100 : 50,
    places: {},
    tracks: [],
  };
  const spread = spreadOf(board);
  board.places.forEach((p, i) => {
    // places without a position stand on a ring
    const turn = (2 * Math.PI * i) / board.places.length;
    const put = ([px, py]: [number, number]) => ({
      x: px * spread!.scale + spread!.dx,
      y: py * spread!.scale + spread!.dy,
    });
    const { x, y } = spread && p.at ? put(p.at) : { x: 800 + 620 * Math.cos(turn), y: 550 + 430 * Math.sin(turn) };
    const lines = p.lines.length ? p.lines : [p.name];
    const w = Math.max(...lines.map((l) => textWidth(l, file.font))) + 10;
    const h = file.font * 1.06 * lines.length + 2;
    const label = spread && p.label ? put(p.label) : { x, y: y - file.dot - 4 - h / 2 };
    file.places[p.id] = { x, y, label: { ...label, w, h, lines } };
  });
  const seen = new Set<string>();
  for (const t of board.tracks) {
    const key = [t.a, t.b].sort().join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    const trim = file.dot + 9;
    file.tracks.push({ a: t.a, b: t.b, bend: t.bend * (spread?.scale ?? 1), trim: [trim, trim] });
  }
  return file;
}
