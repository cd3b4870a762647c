/** The words of the client in the language of the moment. */
import { settings } from "../settings.svelte";
import type { Key } from "./en";
import { format, list as listIn, segments as segmentsIn, type Language, type Params, type Segment } from "./format";

export type { Key, Language, Params, Segment };

/** The languages that were fetched: one of them, and the other when somebody asks for it. */
export const WORDS = {} as Record<Language, Record<Key, string>>;
const FETCH: Record<Language, () => Promise<Record<Key, string>>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
};

export async function learn(language: Language): Promise<void> {
  WORDS[language] ??= await FETCH[language]();
}

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  await learn(language);
  settings.set({ language });
}

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
  return key in WORDS[settings.language] ? (key as Key) : null;
}
