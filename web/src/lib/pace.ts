/** How long things take to be shown: the pace chosen on this device, and whether anything may travel. */
import { settings } from "./settings.svelte";

/** From "at once" to slow; the fourth is calm, so that a person can follow three bots. */
export const PACES = [0, 0.35, 0.65, 1, 1.6] as const;

/** What a time at the calm pace is multiplied by. */
export function pace(): number {
  return PACES[settings.pace] ?? 1;
}

/** Nothing travels, turns or rolls for who asked the system for stillness, or wants everything at once. */
export function still(): boolean {
  return pace() === 0 || (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false);
}
