/** Path data moved, turned and scaled by arithmetic: one path may then hold many shapes, and the browser has
 * a handful of plain elements to carry instead of hundreds of transformed ones. */

export interface Placement {
  x: number;
  y: number;
  /** degrees */
  angle?: number;
  scale?: number;
}

type Command = [letter: string, ...numbers: number[]];

const COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const parsed = new Map<string, Command[]>();

/** The commands of a path with absolute coordinates, lines as L. */
export function parse(d: string): Command[] {
  const known = parsed.get(d);
  if (known) return known;
  const tokens = d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  const out: Command[] = [];
  let [i, x, y, startX, startY] = [0, 0, 0, 0, 0];
  let letter = "";
  while (i < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[i]!)) letter = tokens[i++]!;
    const kind = letter.toUpperCase();
    const n = tokens.slice(i, (i += COUNTS[kind]!)).map(Number);
    const [dx, dy] = letter === kind ? [0, 0] : [x, y];
    if (kind === "Z") {
      out.push(["Z"]);
      [x, y] = [startX, startY];
      continue;
    }
    if (kind === "H") [x, y] = [n[0]! + dx, y];
    else if (kind === "V") [x, y] = [x, n[0]! + dy];
    else [x, y] = [n[n.length - 2]! + dx, n[n.length - 1]! + dy];
    if (kind === "H" || kind === "V") out.push(["L", x, y]);
    else if (kind === "A") out.push(["A", n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, x, y]);
    else out.push([kind, ...n.map((v, k) => v + (k % 2 ? dy : dx))]);
    if (kind === "M") {
      [startX, startY] = [x, y];
      letter = letter === "m" ? "l" : "L";
    }
  }
  parsed.set(d, out);
  return out;
}

const n1 = (v: number) => String(Math.round(v * 10) / 10);

export function place(d: string, { x, y, angle = 0, scale = 1 }: Placement): string {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  return parse(d)
    .map(([letter, ...n]) => {
      if (letter === "Z") return "Z";
      const head =
        letter === "A" ? `${n1(n[0]! * scale)} ${n1(n[1]! * scale)} ${n1(n[2]! + angle)} ${n[3]} ${n[4]} ` : "";
      const points = letter === "A" ? n.slice(5) : n;
      let text = "";
      for (let k = 0; k < points.length; k += 2) {
        const [px, py] = [points[k]!, points[k + 1]!];
        text += `${k ? " " : ""}${n1(x + px * c - py * s)} ${n1(y + px * s + py * c)}`;
      }
      return letter + head + text;
    })
    .join("");
}

/** A rounded rectangle as path data. */
export function roundedRect(x: number, y: number, w: number, h: number, r: number): string {
  const k = Math.min(r, w / 2, h / 2);
  const arc = (dx: number, dy: number) => `A${n1(k)} ${n1(k)} 0 0 1 ${n1(dx)} ${n1(dy)}`;
  return `M${n1(x + k)} ${n1(y)}L${n1(x + w - k)} ${n1(y)}${arc(x + w, y + k)}L${n1(x + w)} ${n1(y + h - k)}${arc(x + w - k, y + h)}L${n1(x + k)} ${n1(y + h)}${arc(x, y + h - k)}L${n1(x)} ${n1(y + k)}${arc(x + k, y)}Z`;
}

/** A shape of a 24 x 24 box centred on a spot. */
export function centred(d: string, size: number, at: Placement = { x: 0, y: 0 }): string {
  const scale = size / 24;
  const turn = ((at.angle ?? 0) * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const half = size / 2;
  return place(d, { x: at.x - half * c + half * s, y: at.y - half * s - half * c, angle: at.angle ?? 0, scale });
}
