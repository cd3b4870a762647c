/** Card faces and the back, as <symbol>s of a 100 x 144 box. */
import { CARDBOARD, fillOf, INK, RAYS, SHAPE, shapeInkOf } from "./ink";

const CREAM = "#FBF3DC";

function wheel(x: number, y = 111, r = 5): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${INK}"/><circle cx="${x}" cy="${y}" r="${(r * 0.4).toFixed(1)}" fill="${CREAM}"/>`;
}

function windows(n: number, x: number, y: number, w: number, h: number, f: string): string {
  let out = "";
  for (let i = 0; i < n; i++)
    out += `<rect x="${x + i * 13}" y="${y}" width="${w}" height="${h}" rx="1.1" fill="${f}"/>`;
  return out;
}

type Drawing = (f: string) => string;

/** Everything that rolls on a card, seen from the side. */
const VEHICLES: Record<string, Drawing> = {
  coach: (f) =>
    `<path d="M12 84q0-5 6-5h64q6 0 6 5z" fill="${INK}"/><rect x="12" y="84" width="76" height="23" rx="2" fill="${CREAM}"/><rect x="12" y="101" width="76" height="2.2" fill="${INK}"/>${windows(5, 20, 90, 8.5, 9, f)}${wheel(24)}${wheel(36)}${wheel(64)}${wheel(76)}`,
  box: (f) =>
    `<path d="M12 80l4-4h68l4 4z" fill="${INK}"/><rect x="12" y="80" width="76" height="27" fill="${CREAM}"/><rect x="37" y="82" width="26" height="25" fill="${f}" stroke="${INK}" stroke-width="1.2"/><path d="M37 82l26 25M63 82L37 107" stroke="${INK}" stroke-width="1.2"/><path d="M21 80v27M29 80v27M71 80v27M79 80v27" stroke="${INK}" stroke-width="1"/>${wheel(24)}${wheel(76)}`,
  hopper: () =>
    `<path d="M20 82q6-9 14-5 6-8 15-3 8-6 14 2 9-5 17 6z" fill="${INK}"/><path d="M12 82h76l-8 25H20z" fill="${CREAM}"/><path d="M30 82l3 25M50 82v25M70 82l-3 25" stroke="${INK}" stroke-width="1.6"/>${wheel(28)}${wheel(72)}`,
  tank: () =>
    `<rect x="44" y="76" width="12" height="7" rx="2" fill="${INK}"/><rect x="12" y="81" width="76" height="22" rx="11" fill="${CREAM}"/><path d="M30 81v22M70 81v22" stroke="${INK}" stroke-width="1.8"/><rect x="12" y="103" width="76" height="3.5" fill="${INK}"/>${wheel(26)}${wheel(74)}`,
  loco: (f) =>
    `<path d="M10 78h24v-4H8v4z" fill="${INK}"/><path d="M12 78h20v29H12z" fill="${CREAM}"/><rect x="16" y="82" width="12" height="9" fill="${f}"/><rect x="32" y="86" width="48" height="18" rx="3" fill="${CREAM}"/><rect x="66" y="74" width="9" height="12" fill="${INK}"/><path d="M64 72h13l-2 4h-9z" fill="${INK}"/><rect x="46" y="80" width="10" height="6" rx="3" fill="${INK}"/><path d="M80 104h5l7 8H78z" fill="${INK}"/><path d="M71 66c-4-8 8-10 3-17 10 3 4 10 12 10 4 0 6-4 6-4 0 9-13 13-21 11z" fill="${CREAM}" opacity=".9"/><rect x="12" y="104" width="70" height="3" fill="${INK}"/>${wheel(24, 109, 8)}${wheel(44, 109, 8)}${wheel(62, 112)}${wheel(74, 112)}`,
  tram: (f) =>
    `<path d="M50 78l-9-9 9-9 9 9z" fill="none" stroke="${INK}" stroke-width="1.6"/><path d="M16 60h68" stroke="${INK}" stroke-width="1"/><rect x="22" y="77" width="56" height="4" rx="2" fill="${INK}"/><path d="M14 84q0-4 5-4h62q5 0 5 4l2 24H12z" fill="${CREAM}"/><rect x="12" y="101" width="76" height="2.5" fill="${INK}"/>${windows(5, 20, 88, 9.5, 9, f)}${wheel(32, 110)}${wheel(68, 110)}`,
  bike: () =>
    `<g fill="none" stroke="${INK}" stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round"><circle cx="29" cy="103" r="12"/><circle cx="71" cy="103" r="12"/><path d="M29 103l13-21h20l9 21M42 82l8 21h-21M50 103l12-21M38 78h9M59 77l3 5M62 77h8"/></g><g fill="none" stroke="${CREAM}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="29" cy="103" r="12"/><circle cx="71" cy="103" r="12"/><path d="M29 103l13-21h20l9 21M42 82l8 21h-21M50 103l12-21M38 78h9M59 77l3 5M62 77h8"/></g>`,
  bus: (f) =>
    `<path d="M12 77q0-4 4-4h58q12 0 14 16l1 18H12z" fill="${CREAM}"/><path d="M71 79h5q6 1 7.5 12H71z" fill="${f}"/>${windows(4, 17, 80, 10, 9, f)}<rect x="12" y="95" width="77" height="2.5" fill="${INK}"/><rect x="8" y="104" width="6" height="3" fill="${INK}"/>${wheel(28, 108, 7)}${wheel(72, 108, 7)}`,
  cart: () =>
    `<path d="M22 84c4-10 10-9 14-5 3-9 14-9 17-1 6-7 16-3 18 6z" fill="${INK}"/><path d="M16 84h62l-5 17H22z" fill="${CREAM}"/><path d="M30 84l2 17M47 84v17M63 84l-2 17" stroke="${INK}" stroke-width="1.4"/><path d="M78 87l14-7" stroke="${INK}" stroke-width="3" stroke-linecap="round"/><circle cx="47" cy="104" r="12" fill="none" stroke="${INK}" stroke-width="3.2"/><path d="M47 92v24M35 104h24M38.5 95.5l17 17M55.5 95.5l-17 17" stroke="${INK}" stroke-width="1.5"/>`,
};

/** What the cards of a game show: by the name of its main piece. */
const FLEETS: Record<string, { plain: string | Record<string, string>; wild: string }> = {
  train: {
    plain: {
      red: "coach",
      blue: "coach",
      purple: "coach",
      pink: "coach",
      green: "box",
      yellow: "box",
      orange: "tank",
      white: "tank",
      black: "hopper",
    },
    wild: "loco",
  },
  tram: { plain: "tram", wild: "bike" },
  bus: { plain: "bus", wild: "bus" },
  cart: { plain: "cart", wild: "cart" },
};

function vehicleOn(fleet: string, colour: string): string {
  const { plain, wild } = FLEETS[fleet] ?? FLEETS.train!;
  if (colour === "wild") return wild;
  return typeof plain === "string" ? plain : (plain[colour] ?? "coach");
}

function fan(cx: number, cy: number, r: number, from: number, width: number): string {
  const at = (degrees: number) => {
    const a = (degrees * Math.PI) / 180;
    return `${Math.round(cx + r * Math.cos(a))} ${Math.round(cy + r * Math.sin(a))}`;
  };
  return `M${cx} ${cy}L${at(from)}L${at(from + width)}Z`;
}

function sky(colour: string): string {
  if (colour === "wild") {
    return Array.from(
      { length: 12 },
      (_, i) => `<path fill="${RAYS[i % 6]}" d="${fan(50, 98, 150, 180 + i * 15, 15)}"/>`,
    ).join("");
  }
  const rays = Array.from({ length: 10 }, (_, i) => fan(50, 96, 140, 180 + i * 18, 9)).join("");
  const [fill, opacity] = colour === "white" ? ["#D9CFB4", 0.5] : [CREAM, 0.16];
  return `<path fill="${fill}" opacity="${opacity}" d="${rays}"/>`;
}

function shape(colour: string, x: number, y: number, size: number, fill: string, more = ""): string {
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${SHAPE[colour]}" fill="${fill}" ${more}/></svg>`;
}

const FRAME = `<rect x=".7" y=".7" width="98.6" height="142.6" rx="9" fill="${CARDBOARD}" stroke="${INK}" stroke-width="1.4"/>`;

function face(fleet: string, colour: string): string {
  const ground = colour === "wild" ? "#F0C130" : fillOf(colour);
  const window = colour === "wild" ? "#C4342B" : colour === "white" ? "#8FA3AE" : fillOf(colour);
  const ballast = colour === "black" ? "#4A4D57" : "#26303F";
  const sleepers = Array.from({ length: 8 }, (_, i) => `M${8 + i * 11} 120h6v3.5h-6z`).join("");
  const dark = ["white", "yellow", "wild", "black"].includes(colour);
  const outlined = ["orange", "pink"].includes(colour) ? `stroke="${INK}" stroke-width=".8"` : "";
  return (
    `<symbol id="card-${colour}" viewBox="0 0 100 144">${FRAME}` +
    `<clipPath id="cut-${colour}"><rect x="6" y="6" width="88" height="132" rx="5"/></clipPath><g clip-path="url(#cut-${colour})">` +
    `<rect x="6" y="6" width="88" height="132" fill="${ground}"/>${sky(colour)}` +
    `<path d="M6 100q16-14 32-6t30-6 26 2v60H6z" fill="${INK}" opacity=".22"/><rect x="6" y="115" width="88" height="30" fill="${ballast}"/>` +
    `<path d="M6 117.5h88" stroke="${CARDBOARD}" stroke-width="1.6"/><path d="${sleepers}" fill="${CARDBOARD}" opacity=".55"/>` +
    `${VEHICLES[vehicleOn(fleet, colour)]!(window)}</g>` +
    `<circle cx="50" cy="43" r="23" fill="${CARDBOARD}" stroke="${INK}" stroke-width="1.8"/><circle cx="50" cy="43" r="19.8" fill="none" stroke="${INK}" stroke-width=".9"/>` +
    shape(colour, 36, 29, 28, dark ? INK : fillOf(colour), outlined) +
    shape(colour, 10, 10, 13, shapeInkOf(colour)) +
    shape(colour, 77, 125, 12, CARDBOARD) +
    "</symbol>"
  );
}

function back(): string {
  const hatch = Array.from({ length: 18 }, (_, i) => `M${-60 + i * 13} 150L${90 + i * 13} 0`).join("");
  return (
    `<symbol id="card-back" viewBox="0 0 100 144">${FRAME}<clipPath id="cut-back"><rect x="6" y="6" width="88" height="132" rx="5"/></clipPath>` +
    `<g clip-path="url(#cut-back)"><rect x="6" y="6" width="88" height="132" fill="#16365C"/><path d="${hatch}" stroke="${CARDBOARD}" stroke-width=".8" opacity=".22"/></g>` +
    `<rect x="11" y="11" width="78" height="122" rx="3" fill="none" stroke="#E3C37A" stroke-width="1.2"/><circle cx="50" cy="72" r="25" fill="#16365C" stroke="#E3C37A" stroke-width="1.6"/>` +
    `<path d="M50 90V54M50 84c0-16 13-12 13-28" fill="none" stroke="${CARDBOARD}" stroke-width="3.4" stroke-linecap="round"/><circle cx="50" cy="54" r="2.6" fill="#E3C37A"/><circle cx="63" cy="56" r="2.6" fill="#E3C37A"/></symbol>`
  );
}

/** All faces of a game's cards, its back, and the plain shapes for the board. */
export function cardSymbols(fleet: string, colours: readonly string[]): string {
  return [...colours, "wild"].map((c) => face(fleet, c)).join("") + back();
}
