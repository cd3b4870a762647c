/** Cities as the languages write them, where the board files have plain letters. */
import type { Language } from "./format";

const BOTH: Record<string, string> = {
  cadiz: "Cádiz",
  kobenhavn: "København",
  zagrab: "Zágráb",
  "place-d-italie": "Place d’Italie",
};

const OWN: Record<Language, Record<string, string>> = {
  fr: {
    petrograd: "Pétrograd",
    montreal: "Montréal",
    "sault-ste-marie": "Sault-Sainte-Marie",
    "saint-louis": "Saint-Louis",
  },
  en: {},
};

/** The name of a place for the reader; a board's own name where we know no better. */
export function placeName(id: string, name: string, language: Language): string {
  const better = OWN[language][id] ?? BOTH[id];
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
