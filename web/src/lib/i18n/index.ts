/** The words of the client in the language of the moment. */
import { settings } from "../settings.svelte";
import { en, type Key } from "./en";
import { format, list as listIn, segments as segmentsIn, type Language, type Params, type Segment } from "./format";
import { fr } from "./fr";

export type { Key, Language, Params, Segment };

export const WORDS: Record<Language, Record<Key, string>> = { en, fr };

export function t(key: Key, params: Params = {}): string {
  return format(WORDS[settings.language][key], params, settings.language);
}

export function segments(key: Key, params: Params = {}): Segment[] {
  return segmentsIn(WORDS[settings.language][key], params, settings.language);
}

export function list(items: readonly string[]): string {
  return listIn(items, settings.language);
}

export function either(items: readonly string[]): string {
  return listIn(items, settings.language, "disjunction");
}

/** A key made of a known start and a word from data, if there is such a message. */
export function keyOf(start: string, word: string | null | undefined): Key | null {
  const key = `${start}.${word ?? ""}`;
  return key in en ? (key as Key) : null;
}
