/** Pieces seen from above, centred on 0 0 and lying along the x axis, as SVG text. */
import { IVORY, type Livery } from "./ink";

const OUTLINE = "#14181F";
const SHADE = "#0B0F16";
const n1 = (v: number) => v.toFixed(1).replace(/\.0$/, "");

function glyph(livery: Livery, size: number): string {
  return `<svg x="${n1(-size / 2)}" y="${n1(-size / 2)}" width="${n1(size)}" height="${n1(size)}" viewBox="0 0 24 24"><path d="${livery.glyph}" fill="${livery.ink}"/></svg>`;
}

interface Box {
  length: number;
  height: number;
  /** size of the owner's glyph in the middle */
  glyph: number;
}

function ribs({ length, height, glyph }: Box): string {
  let d = "";
  for (const side of [-1, 1]) {
    for (let x = glyph / 2 + 4; x < length / 2 - 4; x += 6) d += `M${n1(side * x)} ${n1(-height / 2 + 4)}V${n1(height / 2 - 4)}`;
  }
  return `<path d="${d}" stroke="${IVORY}" stroke-width="1" opacity=".38"/>`;
}

function roofLine({ length, glyph }: Box): string {
  const ends = [glyph / 2 + 4, length / 2 - 7];
  if (ends[0]! >= ends[1]!) return "";
  return `<path d="M${n1(-ends[1]!)} 0H${n1(-ends[0]!)}M${n1(ends[0]!)} 0H${n1(ends[1]!)}" stroke="${IVORY}" stroke-width="2" stroke-linecap="round" opacity=".65"/>`;
}

function busWindows({ length, height }: Box): string {
  let d = "";
  for (let x = -length / 2 + 6; x < length / 2 - 16; x += 9) {
    d += `M${n1(x)} ${n1(-height / 2 + 3.6)}h6v2.6h-6zM${n1(x)} ${n1(height / 2 - 6.2)}h6v2.6h-6z`;
  }
  return (
    `<path d="${d}" fill="${IVORY}" opacity=".6"/>` +
    `<rect x="${n1(length / 2 - 10)}" y="${n1(-height / 2 + 4)}" width="5" height="${n1(height - 8)}" rx="1.5" fill="${IVORY}" opacity=".85"/>`
  );
}

function boards({ length, height }: Box): string {
  const x = n1(length / 4);
  const [top, foot] = [n1(-height / 2 + 3), n1(height / 2 - 3)];
  return `<path d="M-${x} ${top}V${foot}M${x} ${top}V${foot}" stroke="${IVORY}" stroke-width="1.2" opacity=".5"/>`;
}

function wheels({ length, height }: Box): string {
  let d = "";
  for (const x of [-length / 4, length / 4]) {
    for (const y of [-height / 2 - 3, height / 2 - 1]) d += `<rect x="${n1(x - 6)}" y="${n1(y)}" width="12" height="4" rx="2" fill="${OUTLINE}"/>`;
  }
  return d;
}

interface Kind {
  corner: (height: number) => number;
  over: (box: Box) => string;
  under?: (box: Box) => string;
}

const KINDS: Record<string, Kind> = {
  train: { corner: () => 3.5, over: ribs },
  tram: { corner: (h) => h * 0.42, over: roofLine },
  subway: { corner: (h) => h / 2, over: () => "" },
  bus: { corner: () => 5, over: busWindows },
  cart: { corner: () => 3, over: boards, under: wheels },
};

/** A piece of `kind` (the board's word for it). A ghost is one that would be laid. */
export function piece(kind: string, livery: Livery, length: number, width: number, ghost = false): string {
  const drawing = KINDS[kind] ?? KINDS.train!;
  const height = width + 3;
  const box: Box = { length, height, glyph: height * 0.56 };
  const corner = drawing.corner(height);
  const rect = (dx: number, dy: number, inset: number, r: number, style: string) =>
    `<rect x="${n1(-length / 2 + inset + dx)}" y="${n1(-height / 2 + inset + dy)}" width="${n1(length - 2 * inset)}" height="${n1(height - 2 * inset)}" rx="${n1(r)}" ${style}/>`;
  const shadow = ghost ? "" : rect(1, 2.4, 0, corner, `fill="${SHADE}" opacity=".32"`);
  const dashes = ghost ? ' stroke-dasharray="4 2.5"' : "";
  return (
    (ghost ? '<g opacity=".8">' : "<g>") +
    (drawing.under?.(box) ?? "") +
    shadow +
    rect(0, 0, 0, corner, `fill="${livery.fill}" stroke="${OUTLINE}" stroke-width="1.5"${dashes}`) +
    rect(0, 0, 1.5, Math.max(1.5, corner - 1.5), `fill="none" stroke="${IVORY}" stroke-width="1.1" opacity=".85"`) +
    drawing.over(box) +
    glyph(livery, box.glyph) +
    "</g>"
  );
}

/** A gabled house in the livery, standing on the dot of its city. */
export function station(livery: Livery, ghost = false): string {
  const house = "M-14 11.5V-3L0-15.500 14-3V11.500Z";
  const wall = "M-11.200 9.600V-2.300L0-12.200 11.200-2.300V9.600Z";
  return (
    (ghost ? '<g opacity=".8">' : `<g><path d="${house}" fill="${SHADE}" opacity=".3" transform="translate(1.5 2.5)"/>`) +
    `<path d="${house}" fill="${livery.fill}" stroke="${OUTLINE}" stroke-width="1.6" stroke-linejoin="round"${ghost ? ' stroke-dasharray="4 2.5"' : ""}/>` +
    `<path d="${wall}" fill="none" stroke="${IVORY}" stroke-width="1.2" opacity=".85"/>` +
    `<g transform="translate(0 .3)">${glyph(livery, 12.5)}</g></g>`
  );
}

/** Half the box that a station covers around its dot: left and right, above, below. */
export const STATION_BOX = { x: 15, up: 17, down: 13 };

/** A score marker. */
export function marker(livery: Livery): string {
  return (
    `<circle r="17" fill="${SHADE}" opacity=".3" cx="1.5" cy="2.5"/><circle r="16" fill="${livery.fill}" stroke="${IVORY}" stroke-width="2.4"/>` +
    `<circle r="17.4" fill="none" stroke="${OUTLINE}" stroke-width="1"/>${glyph(livery, 17)}`
  );
}
