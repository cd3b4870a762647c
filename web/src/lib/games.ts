/**
 * The titles: those that the client was built with, and those that the server has added to the page. What they are
 * and have is told by their folders (docs/add-a-title.md); no code asks which title it is.
 */
import shipped from "../assets/engine/titles.json";
import type { Language } from "./i18n/format";
import type { Board } from "./protocol/board";
import { settings } from "./settings.svelte";

export type Both = Record<Language, string>;

/** What a title says about itself in a language. */
interface Words {
  name: string;
  /** one sentence */
  claim: string;
  /** "Play the Card Game", where the usual words do not fit */
  play?: string;
}

/** As server/web/titles.py writes it. */
interface Entry extends Record<Language, Words> {
  id: string;
  family: Board["family"];
  seats: [least: number, most: number];
  minutes: number;
  /** pictures that it has of its own */
  files: string[];
  /** the file of its network */
  net?: string;
  places?: Record<string, string | Partial<Both>>;
  seas?: Record<string, Both>;
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
