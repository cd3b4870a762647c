import { fetchedJson } from "./net/fetched";

/** The puzzles of the titles that come with the page (web/tools/puzzles.py), and which somebody has solved here. */
const FILES = import.meta.glob<string>("../../../src/aiguillage/titles/*/puzzles.json", {
  query: "?url",
  import: "default",
  eager: true,
});
const KEY = "aiguillage.puzzles";

export interface Puzzle {
  level: "easy" | "medium" | "hard";
  seat: number;
  answer: string;
  /** the chance to win and the points after the answer, and after the second best move */
  win: [number, number];
  points: [number, number];
  deal: number;
  decision: number;
  /** the game up to the decision */
  record: string;
}

export type Tried = "solved" | "missed";

export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  const file = FILES[`../../../src/aiguillage/titles/${game}/puzzles.json`];
  if (!file) return [];
  return (await fetchedJson<{ puzzles: Puzzle[] }>(file)).puzzles;
}

export const nameOf = (game: string, { deal, decision }: Puzzle): string => `${game}-${deal}-${decision}`;

/** What came of the first try at each puzzle. */
export function tried(): Record<string, Tried> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Record<string, Tried> | null) ?? {};
  } catch {
    return {};
  }
}

/** Remember what came of a try; who missed it first may still solve it. */
export function remember(name: string, what: Tried): void {
  try {
    const known = tried();
    if (known[name] !== "solved") localStorage.setItem(KEY, JSON.stringify({ ...known, [name]: what }));
  } catch {
    return;
  }
}
