/** Cities as the languages write them, where the board files have plain letters. */
import { TITLES } from "../games";
import type { Language } from "./format";

const PLACES = Object.assign({}, ...TITLES.map((title) => title.places ?? {})) as NonNullable<
  (typeof TITLES)[number]["places"]
>;

/** The name of a place for the reader; a board's own name where we know no better. */
export function placeName(id: string, name: string, language: Language): string {
  const known = PLACES[id];
  const better = typeof known === "string" ? known : known?.[language];
  // only the same name with other signs: an edited board keeps its own
  return better && bare(better) === bare(name) ? better : name;
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/ø/g, "o")
    .replace(/sainte/g, "ste")
    .replace(/[^a-z]/g, "");
