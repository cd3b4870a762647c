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
  /** stays upright however the piece is turned */
  upright?: boolean;
}

interface Box {
  length: number;
  height: number;
  /** size of the owner's glyph in the middle */
  glyph: number;
}

const line = (width: number, opacity: number, more = "") =>
  `fill="none" stroke="${IVORY}" stroke-width="${width}" stroke-opacity="${opacity}" ${more}`;

function ribs({ length, height, glyph }: Box): Layer {
  let d = "";
  for (const side of [-1, 1]) {
    for (let x = glyph / 2 + 4; x < length / 2 - 4; x += 6)
      d += `M${n1(side * x)} ${n1(-height / 2 + 4)}V${n1(height / 2 - 4)}`;
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

/** How much larger than its space a piece is: it stands on the board, the space lies in it. */
const LARGER = { along: 2.4, across: 5 };

/** The layers of a piece of `kind` (the board's word), lowest first: shadow, ink line and ivory rim, body, lit roof. */
function layers(kind: string, livery: Livery, space: number, width: number, ghost: boolean): Layer[] {
  const drawing = KINDS[kind] ?? KINDS.train!;
  const [length, height] = [space + LARGER.along, width + LARGER.across];
  const box: Box = { length, height, glyph: height * 0.52 };
  const corner = drawing.corner(height);
  const rect = (dx: number, dy: number, inset: number, share = 1) =>
    roundedRect(
      -length / 2 + inset + dx,
      -height / 2 + inset + dy,
      length - 2 * inset,
      (height - 2 * inset) * share,
      Math.max(1.5, corner - inset),
    );
  const all: (Layer | undefined)[] = [
    drawing.under?.(box),
    ghost ? undefined : { d: rect(1.6, 4, -0.4), paint: `fill="${SHADE}" fill-opacity=".42"` },
    {
      d: rect(0, 0, 0),
      paint: `fill="${IVORY}" stroke="${OUTLINE}" stroke-width="1.6"${ghost ? ' stroke-dasharray="4 2.5"' : ""}`,
    },
    { d: rect(0, 0, 1.9), paint: `class="livery" fill="${livery.fill}"` },
    { d: rect(0, 0, 1.9, 0.4), paint: `fill="${livery.roof}"` },
    drawing.over?.(box),
    { d: centred(livery.glyph, box.glyph), paint: `fill="${livery.ink}"`, upright: true },
  ];
  return all.filter((l): l is Layer => !!l && l.d !== "");
}

/** One piece around 0 0, which its drawing turns by `angle`. A ghost is one that would be laid. */
export function piece(kind: string, livery: Livery, length: number, width: number, ghost = false, angle = 0): string {
  const paths = layers(kind, livery, length, width, ghost).map(
    (l) => `<path d="${l.upright && angle ? place(l.d, { x: 0, y: 0, angle: -angle }) : l.d}" ${l.paint}/>`,
  );
  return ghost ? `<g opacity=".85">${paths.join("")}</g>` : paths.join("");
}

/** The pieces of a whole track, one path for each layer. */
export function pieces(
  kind: string,
  livery: Livery,
  length: number,
  width: number,
  spots: readonly Placement[],
): string {
  return layers(kind, livery, length, width, false)
    .map(
      (l) =>
        `<path d="${spots.map((spot) => place(l.d, l.upright ? { x: spot.x, y: spot.y } : spot)).join("")}" ${l.paint}/>`,
    )
    .join("");
}

/** A gabled house in the livery, standing on the dot of its city. */
export function station(livery: Livery, ghost = false): string {
  const house = "M-14 11.5V-3L0-15.5 14-3V11.5Z";
  const wall = "M-11.2 9.6V-2.3L0-12.2 11.2-2.3V9.6Z";
  const shadow = ghost ? "" : `<path d="${place(house, { x: 2, y: 4 })}" fill="${SHADE}" fill-opacity=".42"/>`;
  const body =
    `<path d="${house}" fill="${IVORY}" stroke="${OUTLINE}" stroke-width="1.8" stroke-linejoin="round"${ghost ? ' stroke-dasharray="4 2.5"' : ""}/>` +
    `<path d="${wall}" fill="${livery.fill}"/><path d="M-11.2-2.3L0-12.2 11.2-2.3H7.4L0-8.6-7.4-2.3Z" fill="${livery.roof}"/><path d="${centred(livery.glyph, 12.5, { x: 0, y: 0.3 })}" fill="${livery.ink}"/>`;
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
