import type { Language } from "../i18n";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const two = (part: number) => String(part).padStart(2, "0");

/** What a clock shows: 4:58, 23 h 59, 2 d 3 h. */
export function timeLeft(milliseconds: number, language: Language): string {
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / HOUR);
  if (!hours) return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
  if (seconds < DAY) return `${hours}\u00a0h\u00a0${two(Math.floor(seconds / MINUTE) % 60)}`;
  return `${Math.floor(hours / 24)}\u00a0${language === "fr" ? "j" : "d"}\u00a0${hours % 24}\u00a0h`;
}
