/**
 * The titles: those that the client was built with, and those that the server has added to the page. What they are
 * and have is told by their folders (docs/add-a-title.md); no code asks which title it is.
 */
import shipped from "../assets/engine/titles.json";
import type { Language } from "./i18n/format";
import type { Board } from "./protocol/board";
import { settings } from "./settings.svelte";

type Both = Record<Language, string>;

/** What a title says about itself in a language. */
interface Words {
  name: string;
  /** one sentence */
  claim: string;
  /** "Play the Card Game", where the usual words do not fit */
  play?: string;
  /** the heading over its special rules */
  special?: string;
}

/** A paragraph of the rules that is told of one title alone. */
export interface OwnRule extends Both {
  ids: string[];
  section: string;
  title: Both;
}

/** As server/web/titles.py writes it. */
interface Entry extends Record<Language, Words> {
  id: string;
  family: Board["family"];
  seats: [least: number, most: number];
  minutes: number;
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
  files: string[];
  places?: Record<string, string | Partial<Both>>;
  seas?: Record<string, Both>;
  /** what the guide says of this title alone, and selectors of what is meant */
  guide?: Both & { at: string[] };
  rules?: OwnRule[];
}

export interface Title extends Entry {
  poster: string;
  /** the poster in the large */
  hero: string;
}

const PICTURES = import.meta.glob<string>("../../../src/aiguillage/titles/*/{poster,hero}.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

function withPictures(entry: Entry): Title {
  const find = (name: string) =>
    PICTURES[`../../../src/aiguillage/titles/${entry.id}/${name}`] ?? `titles/${entry.id}/${name}`;
  const poster = find("poster.svg");
  return { ...entry, poster, hero: entry.files.includes("hero.svg") ? find("hero.svg") : poster };
}

const told = globalThis.document?.getElementById("titles")?.textContent ?? "[]";
export const ADDED = (JSON.parse(told) as Entry[]).map(withPictures);
export const TITLES: readonly Title[] = [...(shipped as unknown as Entry[]).map(withPictures), ...ADDED];

export function titleOf(game: string): Title {
  return TITLES.find((title) => title.id === game) ?? TITLES[0]!;
}

/** The name of a title, or of a board that is none. */
export function nameOf(game: string, otherwise: string): string {
  return TITLES.find((title) => title.id === game)?.[settings.language].name ?? otherwise;
}

/** Whether a title has all of these features, by name, with spaces between them; `-ferries` is one it has not. */
export function has(title: Title, features: string): boolean {
  const asked = features.split(" ").filter(Boolean);
  return asked.every((f) => (f[0] === "-" ? !title.features.includes(f.slice(1)) : title.features.includes(f)));
}
