/** The inks and shapes of the identity: one ink and one shape per card colour, one livery and glyph per player. */

export type Cards = Record<string, number>;

export const INK = "#1D2430";
export const IVORY = "#FFF8E7";
export const CARDBOARD = "#FDF8EA";

/** Print ink and the ink of the shape on it. */
const PRINT: Record<string, [fill: string, shape: string]> = {
  red: ["#C4342B", IVORY],
  blue: ["#2463AC", IVORY],
  green: ["#2F7D4E", IVORY],
  yellow: ["#F0C130", INK],
  orange: ["#E5812A", INK],
  white: ["#FBF8EE", INK],
  black: ["#2B2D35", IVORY],
  purple: ["#86479A", IVORY],
  pink: ["#DE7FA6", INK],
  grey: ["#B4B1A6", INK],
  wild: ["#F7EFD9", INK],
};

export const RAYS = ["#C4342B", "#E5812A", "#F0C130", "#2F7D4E", "#2463AC", "#86479A"] as const;

export function fillOf(colour: string): string {
  return (PRINT[colour] ?? PRINT.grey!)[0];
}

export function shapeInkOf(colour: string): string {
  return (PRINT[colour] ?? PRINT.grey!)[1];
}

/** The class that gives a free space the pale ground, the line and the shape of its colour (app.css). */
export function bayOf(colour: string): string {
  return `bay ${PRINT[colour] ? colour : "grey"}`;
}

function frost(): string {
  return [0, 60, 120]
    .map((degrees) => {
      const a = (degrees * Math.PI) / 180;
      const corner = (x: number, y: number) =>
        `${(12 + x * Math.cos(a) - y * Math.sin(a)).toFixed(1)} ${(12 + x * Math.sin(a) + y * Math.cos(a)).toFixed(1)}`;
      return `M${corner(-1.9, -10.5)}L${corner(1.9, -10.5)}L${corner(1.9, 10.5)}L${corner(-1.9, 10.5)}Z`;
    })
    .join("");
}

const CROWN = "M2 6.5l5.5 4.2L12 3l4.5 7.7L22 6.5 20 20.5H4z";

/** One shape per colour in a 24 x 24 box; grey has none. */
export const SHAPE: Record<string, string> = {
  red: "M12 1.5l3 7 7.6.6-5.8 5 1.8 7.4-6.6-4-6.6 4 1.8-7.4-5.8-5L9 8.5z",
  blue: "M12 1.5C12 1.5 4.5 10 4.5 15.2a7.5 7.5 0 0 0 15 0C19.5 10 12 1.5 12 1.5z",
  green: "M3 21C1.5 9 9 2.5 22 2c.5 13-6.5 20-15.5 17.5L14 11 4.8 18.5z",
  yellow: "M14.5 1L4 13.5h6.2L8 23 20 9.5h-7z",
  orange: "M2 3.5h5.5L14 12l-6.5 8.5H2L8.5 12zM11 3.5h5.5L23 12l-6.5 8.5H11l6.5-8.5z",
  white: frost(),
  black: "M2.5 3.5h19v4.2h-19zM2.5 9.9h19v4.2h-19zM2.5 16.3h19v4.2h-19z",
  purple: CROWN,
  pink: CROWN,
  wild: "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 3.2a7.3 7.3 0 1 1 0 14.6 7.3 7.3 0 0 1 0-14.6zM10.7 3h2.6v18h-2.6zM4 8.6L5.3 6.35l14.7 8.5-1.3 2.25zM18.7 6.35L20 8.6 5.3 17.1 4 14.85z",
};

/** A player's inks are tokens of the page: they are lighter by night, when free track is dark. */
export interface Livery {
  fill: string;
  /** the lit half of a roof */
  roof: string;
  /** ink of the glyph cut into the livery */
  ink: string;
  glyph: string;
}

const dye = (name: string, glyph: string): Livery => ({
  fill: `var(--${name})`,
  roof: `var(--${name}-roof)`,
  ink: "var(--glyph)",
  glyph,
});

export const LIVERIES: Record<string, Livery> = {
  bordeaux: dye("bordeaux", "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z"),
  azure: dye("azure", "M12 2l11 19H1z"),
  fir: dye("fir", "M3.5 3.5h17v17h-17z"),
  ochre: dye("ochre", "M12 .8L23.2 12 12 23.2.8 12z"),
  slate: dye("slate", "M8.3 2h7.4v6.3H22v7.4h-6.3V22H8.3v-6.3H2V8.3h6.3z"),
};

export const LIVERY_NAMES = Object.keys(LIVERIES);

export function livery(name: string): Livery {
  return LIVERIES[name] ?? LIVERIES.slate!;
}

/** Cards in the order a hand shows them: as the game lists its colours, wilds last. */
export function sortCards(cards: Cards, colours: readonly string[]): [colour: string, count: number][] {
  const rank = (c: string) => (c === "wild" ? 99 : colours.indexOf(c) < 0 ? 98 : colours.indexOf(c));
  return Object.entries(cards)
    .filter(([, n]) => n > 0)
    .sort((x, y) => rank(x[0]) - rank(y[0]));
}

export function countCards(cards: Cards): number {
  return Object.values(cards).reduce((sum, n) => sum + n, 0);
}
