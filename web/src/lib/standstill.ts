/** Tables that stand still: for whom, until when, and who may answer or end it. */
import { t } from "./i18n";
import { sayDay } from "./i18n/format";
import type { TableInfo, You } from "./protocol/messages";
import { settings } from "./settings.svelte";

/** The most days that a holiday lasts. */
export const MOST_DAYS = 42;

/** Whether there is something to say to the reader: the table stands still, or a holiday waits for an answer. */
export function stands(table: TableInfo, you: You): boolean {
  return table.status === "playing" && (table.paused || asks(table, you) || answers(table, you) !== undefined);
}

/** Whether the reader asks for a holiday. */
export function asks(table: TableInfo, you: You): boolean {
  return !!table.holiday && you.seats.includes(table.holiday.seat); // tables kept by older pages say nothing of it
}

/** The reader's seat that has to answer whoever asks for a holiday. */
export function answers(table: TableInfo, you: You): number | undefined {
  return table.holiday?.waiting.find((seat) => you.seats.includes(seat));
}

/** Whether the reader may let the table go on: the host, or whoever is on holiday. */
export function mayEnd(table: TableInfo, you: You): boolean {
  return table.paused_until !== null && table.paused_for !== null ? you.seats.includes(table.paused_for) : you.host;
}

/** Whose holiday it is. */
export function nameOf(table: TableInfo, seat: number | null): string {
  return seat === null ? t("holiday.host") : (table.seats[seat]?.name ?? "");
}

/** The last day before a time: a holiday ends at midnight. */
export function dayBefore(time: number): string {
  return sayDay(time - 1, settings.language, { day: "numeric", month: "long" });
}

/** The end of a day as a date field writes it, here; NaN if nothing is written. */
export function endOf(day: string): number {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year!, month! - 1, date! + 1).getTime();
}

/** A day so many days from now, as a date field writes it. */
export function dayIn(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
