/** What is printed on a board, as SVG text: spaces, tubes, beds, the score frame. Knows no rules. */
import { INK, IVORY, bayOf } from "../art/ink";
import { place, roundedRect } from "../art/path";
import { shapeAt, STATION_BOX } from "../art/pieces";
import { stretch, upright, type Spot } from "./geometry";
import type { LayoutFile, PlacedTrack, Plate } from "./layout";

const OUTLINE = "#14181F";
const n1 = (v: number) => v.toFixed(1).replace(/\.0$/, "");

/** A spot with its content upright. */
export const standing = (spot: Spot) => ({ x: spot.x, y: spot.y, angle: upright(spot.angle) });

const shapeOf = (colour: string) => bayOf(colour).replace("bay", "bay-shape");
const circle = (r: number) => `M${n1(-r)} 0A${n1(r)} ${n1(r)} 0 1 0 ${n1(r)} 0A${n1(r)} ${n1(r)} 0 1 0 ${n1(-r)} 0Z`;

export function spotTransform(spot: Spot): string {
  return `translate(${n1(spot.x)} ${n1(spot.y)}) rotate(${n1(upright(spot.angle))})`;
}

/** The spaces in the middle of a ferry that want a wild. */
function wildSpaces(n: number, wilds: number): [from: number, to: number] {
  const from = Math.floor((n - wilds) / 2);
  return [from, from + wilds];
}

/** The free spaces of a track that is laid piece by piece: all of them in one path, their shapes in another. */
export function spaces(placed: PlacedTrack, width: number, symbols: boolean): string {
  const { track, space } = placed;
  const spots = placed.spots.map(standing);
  const corner = track.ferry ? width / 2 : width < 18 ? 3.5 : 5;
  const rect = roundedRect(-space / 2, -width / 2, space, width, corner);
  let out = `<path d="${spots.map((s) => place(rect, s)).join("")}" class="${bayOf(track.colour)}" stroke-width="1.6"/>`;
  const [from, to] = wildSpaces(track.spaces, track.ferry);
  const wilds = spots.slice(from, to);
  if (wilds.length) {
    out += `<path d="${wilds.map((s) => place(circle(width * 0.58), s)).join("")}" fill="${INK}" stroke="${IVORY}" stroke-width="1.2"/>`;
    out += `<path d="${wilds.map((s) => shapeAt("wild", width * 0.9, s)).join("")}" fill="#FFE9A8"/>`;
  }
  if (symbols && track.colour !== "grey") {
    const size = width < 18 ? width * 0.84 : width * 0.7;
    out += `<path d="${spots.map((s) => shapeAt(track.colour, size, s)).join("")}" class="${shapeOf(track.colour)}"/>`;
  }
  return out;
}

/** Where the price of a tube is written: the two of a double stand apart. */
function priceAt(placed: PlacedTrack): number {
  const { from, to, half, double } = placed;
  return (from + to) / 2 + (double ? (half - 0.5) * Math.min(104, (to - from) * 0.42) : 0);
}

/** A tube that one long piece runs through; its price in a disc. */
export function tube(placed: PlacedTrack, width: number, symbols: boolean): string {
  const { track, body, curve, offset } = placed;
  const bay = bayOf(track.colour);
  const line = (w: number, style: string, more = "") =>
    `<path d="${body}" class="${bay}" style="fill:none;${style}" stroke-width="${n1(w)}" stroke-linecap="round" ${more}/>`;
  return (
    line(width + 1, "stroke:var(--edge)") +
    line(width - 2.4, "stroke:color-mix(in srgb,var(--dye) var(--thin),var(--slot))") +
    line(1.8, "stroke:var(--edge)", 'stroke-dasharray="2 7" stroke-opacity=".8"') +
    (symbols && track.colour !== "grey"
      ? [-31, 31]
          .map((d) => curve.at(priceAt(placed) + d, offset))
          .map(
            (s) =>
              `<circle cx="${n1(s.x)}" cy="${n1(s.y)}" r="${n1(width * 0.4)}" class="${bay}" style="stroke:none"/><path d="${shapeAt(track.colour, width * 0.66, { x: s.x, y: s.y })}" class="${shapeOf(track.colour)}"/>`,
          )
          .join("")
      : "")
  );
}

export function price(placed: PlacedTrack): string {
  const { x, y } = placed.curve.at(priceAt(placed), placed.offset);
  return `<circle cx="${n1(x)}" cy="${n1(y)}" r="13" fill="#FFFBF0" stroke="${OUTLINE}" stroke-width="2"/><text x="${n1(x)}" y="${n1(y + 6.8)}" class="price">${placed.track.cost}</text>`;
}

/** The livery running through a tube that is taken. */
export function tubeTaken(placed: PlacedTrack, width: number, fill: string): string {
  const line = (stroke: string, w: number) =>
    `<path d="${placed.body}" fill="none" stroke="${stroke}" stroke-width="${n1(w)}" stroke-linecap="round"/>`;
  return line(OUTLINE, width * 0.74) + line(IVORY, width * 0.6) + line(fill, width * 0.4);
}

/** Under the spaces: masonry of tunnels, waves of ferries, straw of carts. `first` draws what a double shares. */
export function bed(placed: PlacedTrack, width: number, gap: number): string {
  const { track, curve, offset, from, to, half, double } = placed;
  let out = "";
  if (half === 0 && track.carts) {
    const band = stretch(curve, from - 3, to + 3);
    const w = double ? 2 * width + gap + 9 : width + 9;
    out += `<path d="${band}" class="straw-edge" stroke-width="${n1(w + 3)}"/><path d="${band}" class="straw" stroke-width="${n1(w)}"/>`;
  }
  if (track.tunnel) {
    const d = stretch(curve, from - 1, to + 1, offset);
    out += `<path d="${d}" class="masonry" stroke-width="${n1(width + 9)}"/><path d="${d}" class="mortar" stroke-width="${n1(width + 3.6)}"/>`;
  }
  if (track.ferry) {
    const k = Math.max(8, Math.floor((to - from + 8) / 7));
    const wave = Array.from({ length: k + 1 }, (_, i) => {
      const p = curve.at(from - 4 + ((to - from + 8) * i) / k, offset + (width / 2 + 4.5) * (i % 2 ? 1 : 0.72));
      return `${n1(p.x)} ${n1(p.y)}`;
    });
    out += `<path d="M${wave.join("L")}" class="wave"/>`;
  }
  return out;
}

/** Where the cart badge of a connection stands: beside its middle, on the outer side of the bend. */
export function cartBadge(placed: PlacedTrack, width: number, gap: number, bend: number): Spot {
  const away = placed.double ? width + gap / 2 + 16 : width / 2 + 17;
  return placed.curve.at(placed.curve.length / 2, bend >= 0 ? -away : away);
}

export const CART_BADGE =
  '<circle r="14" fill="#F3DFA8" stroke="#5E430B" stroke-width="1.8"/><path d="M-8-5h11l-1.500 6h-8z M3-5l5-3" fill="#5E430B" stroke="#5E430B" stroke-width="1.5" stroke-linejoin="round"/><circle cx="-2.500" cy="4" r="4" fill="#F3DFA8" stroke="#5E430B" stroke-width="1.8"/>';

// ---- the score frame ----
const BAND = 27;

export interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Cells of the frame, clockwise from the upper left corner. */
export function frameCells([width, height]: [number, number], count: number): Cell[] {
  const across = Math.round(((count / 2) * width) / (width + height));
  const down = count / 2 - across;
  const [w, h] = [(width + BAND) / across, (height + BAND) / down];
  const cells: Cell[] = [];
  for (let i = 0; i < across; i++) cells.push({ x: -BAND + i * w, y: -BAND, w, h: BAND });
  for (let i = 0; i < down; i++) cells.push({ x: width, y: -BAND + i * h, w: BAND, h });
  for (let i = 0; i < across; i++) cells.push({ x: width + BAND - (i + 1) * w, y: height, w, h: BAND });
  for (let i = 0; i < down; i++) cells.push({ x: -BAND, y: height + BAND - (i + 1) * h, w: BAND, h });
  return cells;
}

export function frame(file: LayoutFile): string {
  const [width, height] = file.canvas;
  const cells = frameCells(file.canvas, file.frame);
  const every = file.frame > 60 ? 5 : 2;
  let out = `<rect x="${-BAND}" y="${-BAND}" width="${width + 2 * BAND}" height="${height + 2 * BAND}" rx="6" class="frame"/>`;
  cells.forEach(({ x, y, w, h }, k) => {
    out += `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" class="cell${k % 2 ? " odd" : ""}"/>`;
    if (k % every === 0) out += `<text x="${n1(x + w / 2)}" y="${n1(y + h / 2 + 6)}" class="mark">${k}</text>`;
  });
  return out + `<rect width="${width}" height="${height}" class="edge"/>`;
}

/** A plate moved off the station that stands on its dot. */
export function plateBeside(
  plate: Plate,
  dot: { x: number; y: number },
  hasStation: boolean,
): { x: number; y: number } {
  if (!hasStation) return plate;
  const [dx, dy] = [plate.x - dot.x, plate.y - dot.y];
  const room = {
    x: STATION_BOX.x + plate.w / 2 + 2,
    up: STATION_BOX.up + plate.h / 2 + 2,
    down: STATION_BOX.down + plate.h / 2 + 2,
  };
  const needY = dy < 0 ? room.up : room.down;
  if (Math.abs(dx) >= room.x || Math.abs(dy) >= needY) return plate;
  const [moveX, moveY] = [room.x - Math.abs(dx), needY - Math.abs(dy)];
  return moveX <= moveY
    ? { x: dot.x + Math.sign(dx || 1) * room.x, y: plate.y }
    : { x: plate.x, y: dot.y + Math.sign(dy || 1) * needY };
}

/** How long a piece is that lies on a track. */
export const rolls = (t: PlacedTrack) => (t.track.piece === "subway" ? Math.min(96, (t.to - t.from) * 0.66) : t.space);
