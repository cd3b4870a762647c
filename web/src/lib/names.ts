/** A name for whoever has not chosen one: used for everybody, in both languages, by no bot. */
import { settings } from "./settings.svelte";

const NAMES = ["Camille", "Alix", "Sacha", "Noa", "Robin", "Lou", "Eden", "Charlie", "Andrea", "Maxime", "Jo", "Sam"];

/** This person's name at tables; the first call chooses and remembers one. */
export function ownName(): string {
  if (!settings.name) settings.set({ name: NAMES[Math.floor(Math.random() * NAMES.length)]! });
  return settings.name;
}

/** A name for somebody else at this device. */
export function otherName(taken: readonly string[]): string {
  return NAMES.find((name) => !taken.includes(name)) ?? `${NAMES[0]!} ${taken.length}`;
}
