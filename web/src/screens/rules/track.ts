/** Stretches of track for the figures of the rules, as SVG text. */
import { INK, IVORY, LIVERIES, SHAPE, bayOf } from "../../lib/art/ink";
import { piece, station as house } from "../../lib/art/pieces";

const OUTLINE = "#14181F";
const STEP = 44;
const LENGTH = 40;
const WIDTH = 17;

export interface Stretch {
  colour: string;
  n: number;
  tunnel?: boolean;
  /** wheels in the middle */
  ferry?: number;
  carts?: boolean;
  /** pieces of this kind lie on it */
  laid?: string;
  closed?: boolean;
}

function shape(colour: string, size: number, paint: string): string {
  return `<svg x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${SHAPE[colour]}" ${paint}/></svg>`;
}

function spaces({ colour, n, ferry = 0, laid, closed }: Stretch, y: number): string {
  const from = Math.floor((n - ferry) / 2);
  let out = closed ? '<g opacity=".32">' : "<g>";
  for (let i = 0; i < n; i++) {
    const wheel = i >= from && i < from + ferry;
    const mark = wheel
      ? `<circle r="10" fill="${INK}" stroke="${IVORY}" stroke-width="1.2"/>${shape("wild", 15, 'fill="#FFE9A8"')}`
      : colour === "grey"
        ? ""
        : shape(colour, 14, `class="${bayOf(colour).replace("bay", "bay-shape")}"`);
    const space = `<rect x="${-LENGTH / 2}" y="${-WIDTH / 2}" width="${LENGTH}" height="${WIDTH}" rx="${ferry ? WIDTH / 2 : 4}" class="${bayOf(colour)}" stroke-width="1.6"/>`;
    out += `<g transform="translate(${28 + i * STEP} ${y})">${laid ? piece(laid, LIVERIES.bordeaux!, LENGTH, WIDTH - 1) : space + mark}</g>`;
  }
  return out + "</g>";
}

/** One or two rows of spaces. */
export function track(...rows: Stretch[]): { svg: string; width: number; height: number } {
  const n = Math.max(...rows.map((row) => row.n));
  const width = 12 + n * STEP;
  const height = 18 + rows.length * (WIDTH + 4);
  const first = rows[0]!;
  let under = "";
  if (first.tunnel)
    under = `<rect x="3" y="6" width="${width - 6}" height="${height - 12}" rx="6" fill="none" stroke="${OUTLINE}" stroke-width="4.5" stroke-dasharray="6 3"/>`;
  if (first.carts)
    under = `<rect x="3" y="5" width="${width - 6}" height="${height - 10}" rx="8" fill="#F3DFA8" stroke="#5E430B" stroke-width="1.5"/>`;
  if (first.ferry)
    under = `<path d="M4 ${height - 6}${`q5 -6 10 0t10 0`.repeat(Math.floor((width - 8) / 20))}" fill="none" stroke="#3E7C8C" stroke-width="2"/>`;
  return { svg: under + rows.map((row, i) => spaces(row, 11 + WIDTH / 2 + i * (WIDTH + 4))).join(""), width, height };
}

export function tube(colour: string, cost: number): { svg: string; width: number; height: number } {
  const line = (stroke: string, w: number, more = "") =>
    `<path d="M20 24Q90 6 160 24" class="${bayOf(colour)}" style="fill:none;stroke:${stroke}" stroke-width="${w}" stroke-linecap="round" ${more}/>`;
  return {
    svg: `${line("var(--edge)", 20)}${line("color-mix(in srgb,var(--dye) var(--thin),var(--slot))", 17)}${line("var(--edge)", 1.8, 'stroke-dasharray="2 7" opacity=".7"')}<circle cx="90" cy="15" r="12.5" fill="#FFFBF0" stroke="${OUTLINE}" stroke-width="2"/><text x="90" y="20.500" text-anchor="middle" font-family="Barlow Condensed" font-weight="700" font-size="16" fill="${INK}">${cost}</text>`,
    width: 180,
    height: 42,
  };
}

export function subway(): { svg: string; width: number; height: number } {
  return {
    svg: `<g transform="translate(42 16)">${piece("subway", LIVERIES.bordeaux!, 74, 16)}</g>`,
    width: 84,
    height: 32,
  };
}

export function stationHouse(): { svg: string; width: number; height: number } {
  const beside = { colour: "grey", n: 2, laid: "train" };
  const { svg, width } = track(beside);
  return {
    svg: `<g transform="translate(40 0)">${svg.replaceAll(LIVERIES.bordeaux!.fill, LIVERIES.azure!.fill)}</g><g transform="translate(24 21) scale(1.1)">${house(LIVERIES.bordeaux!)}</g>`,
    width: width + 40,
    height: 43,
  };
}
