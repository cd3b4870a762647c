/** What rules and guide say of a title, fetched when one of them is opened. Written by server/web/titles.py. */
import type { Both } from "./games";
import { fetchedJson } from "./net/fetched";

/** A paragraph of the rules that is told of one title alone. */
export interface OwnRule extends Both {
  ids: string[];
  section: string;
  title: Both;
}

export interface Help {
  /** what rolls: a word for pieces and wilds goes with it */
  fleet: string;
  features: string[];
  figures: Record<string, number>;
  /** of routes, by kind of piece and number of cards */
  points: Partial<Record<"main" | "subway", Record<string, number>>>;
  goods: Record<string, number[]>;
  flags: string[];
  /** one of its tickets, as an example */
  ticket: { a: string; b: string; points: number; cards: string[] };
  /** the heading over its special rules, if it has one */
  special: Both;
  /** what the guide says of this title alone, and selectors of what is meant */
  guide: (Both & { at: string[] }) | null;
  rules: OwnRule[];
}

const FILES = import.meta.glob<string>("../assets/engine/*.help.json", {
  query: "?url",
  import: "default",
  eager: true,
});

export const helpOf = (game: string): Promise<Help> =>
  fetchedJson(FILES[`../assets/engine/${game}.help.json`] ?? `titles/${game}/help.json`);

/** Whether a title has all of these features, by name, with spaces between them; `-ferries` is one it has not. */
export function has({ features }: Help, asked: string): boolean {
  return asked
    .split(" ")
    .filter(Boolean)
    .every((name) => (name[0] === "-" ? !features.includes(name.slice(1)) : features.includes(name)));
}
