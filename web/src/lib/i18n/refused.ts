/** Why a file was refused: words that come when one was. */
import { Refusal } from "../net/refusal";
import { settings } from "../settings.svelte";
import faults from "./faults.fr.json";
import { format, typeset } from "./format";

export const en = {
  board_alone:
    "This page has no server to read a board file: run “aiguillage board pack” on it and choose the .board file that this writes.",
  pack_damaged: "This packed board is damaged: run “aiguillage board pack” again on its board file.",
  pack_version:
    "This board was packed for another version: run “aiguillage board pack” again with the version that made this page.",
  imported: "This record was brought here from elsewhere, so it is not yours to take along.",
} as const;

export const fr: Record<keyof typeof en, string> = {
  board_alone:
    "Cette page n’a pas de serveur pour lire un fichier de plateau : passez-le à « aiguillage board pack », puis choisissez le fichier .board obtenu.",
  pack_damaged: "Ce plateau empaqueté est abîmé : repassez son fichier à « aiguillage board pack ».",
  pack_version:
    "Ce plateau a été empaqueté pour une autre version : repassez son fichier à « aiguillage board pack » avec la version de cette page.",
  imported: "Cette partie vient d’ailleurs : vous ne pouvez pas l’emporter.",
};

const WORDS = { en, fr };
const SLOT = /\{(\w+)\}/g;

/** A sentence about a file in French, if we have it: its English form is the key, as in `faults.fr.json`. */
export function inFrench(sentence: string, known: readonly (readonly string[])[] = faults): string | null {
  for (const [from, to] of known) {
    const names = [...from!.matchAll(SLOT)].map((slot) => slot[1]!);
    const pattern = from!.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(SLOT, "(.+?)");
    const found = new RegExp(`^${pattern}$`, "s").exec(sentence);
    if (!found) continue;
    const parts = names.map((name, i) => [name, inFrench(found[i + 1]!) ?? found[i + 1]!]);
    return format(to!, Object.fromEntries(parts) as Record<string, string>, "fr");
  }
  return null;
}

/** Null where the words of the page, or the sentence as it was sent, will do. */
export function refused(error: unknown): string | null {
  if (!(error instanceof Refusal)) return null;
  const words = WORDS[settings.language];
  if (error.code in words) return typeset(words[error.code as keyof typeof en], settings.language);
  return settings.language === "fr" ? inFrench(error.message) : null;
}
