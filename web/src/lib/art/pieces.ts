/** Pieces seen from above. A piece is a few layers of path data around 0 0, lying along the x axis; the pieces of
 * a track share one path per layer. */
import { IVORY, SHAPE, type Livery } from "./ink";
import { centred, place, roundedRect, type Placement } from "./path";

const OUTLINE = "#14181F";
const SHADE = "#0B0F16";
const n1 = (v: number) => v.toFixed(1).replace(/\.0$/, "");

interface Layer {
  d: string;
  paint: string;
}

interface Box {
  length: number;
  height: number;
  /** size of the owner's glyph in the middle */
  glyph: number;
}

const line = (width: number, opacity: number, more = "") => `fill="none" stroke="${IVORY}" stroke-width="${width}" stroke-opacity="${opacity}" ${more}`;

function ribs({ length, height, glyph }: Box): Layer {
  let d = "";
  for (const side of [-1, 1]) {
    for (let x = glyph / 2 + 4; x < length / 2 - 4; x += 6) d += `M${n1(side * x)} ${n1(-height / 2 + 4)}V${n1(height / 2 - 4)}`;
  }
  return { d, paint: line(1, 0.38) };
}

function roofLine({ length, glyph }: Box): Layer {
  const [from, to] = [glyph / 2 + 4, length / 2 - 7];
  const d = from < to ? `M${n1(-to)} 0H${n1(-from)}M${n1(from)} 0H${n1(to)}` : "";
  return { d, paint: line(2, 0.65, 'stroke-linecap="round"') };
}

function busWindows({ length, height }: Box): Layer {
  let d = `M${n1(length / 2 - 10)} ${n1(-height / 2 + 4)}h5v${n1(height - 8)}h-5z`;
  for (let x = -length / 2 + 6; x < length / 2 - 16; x += 9) {
    d += `M${n1(x)} ${n1(-height / 2 + 3.6)}h6v2.6h-6zM${n1(x)} ${n1(height / 2 - 6.2)}h6v2.6h-6z`;
  }
  return { d, paint: `fill="${IVORY}" fill-opacity=".7"` };
}

function boards({ length, height }: Box): Layer {
  const x = n1(length / 4);
  const [top, foot] = [n1(-height / 2 + 3), n1(height / 2 - 3)];
  return { d: `M-${x} ${top}V${foot}M${x} ${top}V${foot}`, paint: line(1.2, 0.5) };
}

function wheels({ length, height }: Box): Layer {
  let d = "";
  for (const x of [-length / 4, length / 4]) {
    for (const y of [-height / 2 - 3, height / 2 - 1]) d += roundedRect(x - 6, y, 12, 4, 2);
  }
  return { d, paint: `fill="${OUTLINE}"` };
}

interface Kind {
  corner: (height: number) => number;
  over?: (box: Box) => Layer;
  under?: (box: Box) => Layer;
}

const KINDS: Record<string, Kind> = {
  train: { corner: () => 3.5, over: ribs },
  tram: { corner: (h) => h * 0.42, over: roofLine },
  subway: { corner: (h) => h / 2 },
  bus: { corner: () => 5, over: busWindows },
  cart: { corner: () => 3, over: boards, under: wheels },
};

/** The layers of one piece of `kind` (the board's word for it), lowest first. */
function layers(kind: string, livery: Livery, length: number, width: number, ghost: boolean): Layer[] {
  const drawing = KINDS[kind] ?? KINDS.train!;
  const height = width + 3;
  const box: Box = { length, height, glyph: height * 0.56 };
  const corner = drawing.corner(height);
  const rect = (dx: number, dy: number, inset: number, r: number) => roundedRect(-length / 2 + inset + dx, -height / 2 + inset + dy, length - 2 * inset, height - 2 * inset, r);
  const all: (Layer | undefined)[] = [
    drawing.under?.(box),
    ghost ? undefined : { d: rect(1, 2.4, 0, corner), paint: `fill="${SHADE}" fill-opacity=".32"` },
    { d: rect(0, 0, 0, corner), paint: `fill="${livery.fill}" stroke="${OUTLINE}" stroke-width="1.5"${ghost ? ' stroke-dasharray="4 2.5"' : ""}` },
    { d: rect(0, 0, 1.5, Math.max(1.5, corner - 1.5)), paint: line(1.1, 0.85) },
    drawing.over?.(box),
    { d: centred(livery.glyph, box.glyph), paint: `fill="${livery.ink}"` },
  ];
  return all.filter((l): l is Layer => !!l && l.d !== "");
}

/** One piece around 0 0. A ghost is one that would be laid. */
export function piece(kind: string, livery: Livery, length: number, width: number, ghost = false): string {
  const paths = layers(kind, livery, length, width, ghost).map((l) => `<path d="${l.d}" ${l.paint}/>`);
  return ghost ? `<g opacity=".8">${paths.join("")}</g>` : paths.join("");
}

/** The pieces of a whole track, one path for each layer. */
export function pieces(kind: string, livery: Livery, length: number, width: number, spots: readonly Placement[]): string {
  return layers(kind, livery, length, width, false)
    .map((l) => `<path d="${spots.map((spot) => place(l.d, spot)).join("")}" ${l.paint}/>`)
    .join("");
}

/** A gabled house in the livery, standing on the dot of its city. */
export function station(livery: Livery, ghost = false): string {
  const house = "M-14 11.5V-3L0-15.5 14-3V11.5Z";
  const wall = "M-11.2 9.6V-2.3L0-12.2 11.2-2.3V9.6Z";
  const shadow = ghost ? "" : `<path d="${place(house, { x: 1.5, y: 2.5 })}" fill="${SHADE}" fill-opacity=".3"/>`;
  const body =
    `<path d="${house}" fill="${livery.fill}" stroke="${OUTLINE}" stroke-width="1.6" stroke-linejoin="round"${ghost ? ' stroke-dasharray="4 2.5"' : ""}/>` +
    `<path d="${wall}" ${line(1.2, 0.85)}/><path d="${centred(livery.glyph, 12.5, { x: 0, y: 0.3 })}" fill="${livery.ink}"/>`;
  return ghost ? `<g opacity=".8">${body}</g>` : shadow + body;
}

/** Half the box that a station covers around its dot: left and right, above, below. */
export const STATION_BOX = { x: 15, up: 17, down: 13 };

/** A score marker. */
export function marker(livery: Livery): string {
  return (
    `<circle r="17" fill="${SHADE}" fill-opacity=".3" cx="1.5" cy="2.5"/><circle r="16" fill="${livery.fill}" stroke="${IVORY}" stroke-width="2.4"/>` +
    `<circle r="17.4" fill="none" stroke="${OUTLINE}" stroke-width="1"/><path d="${centred(livery.glyph, 17)}" fill="${livery.ink}"/>`
  );
}

/** The shape of a card colour on a spot of the board. */
export function shapeAt(colour: string, size: number, at: Placement): string {
  return centred(SHAPE[colour] ?? "", size, at);
}
