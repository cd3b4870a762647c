/** Tables in words, for lists. */
import { nameOf } from "./games";
import { list, t } from "./i18n";
import type { TableAnswer, TableInfo } from "./protocol/messages";
import { settings } from "./settings.svelte";

/** "Paris", or the name of an own board. */
export function gameName(table: TableInfo): string {
  return table.own_board ? table.board_name : nameOf(table.game, table.board_name);
}

/** "with Nora, Wout and a bot". */
export function withWhom({ table, you }: TableAnswer): string {
  const others = table.seats.filter((seat) => !you.seats.includes(seat.seat));
  const people = others.filter((seat) => seat.kind === "human").map((seat) => seat.name);
  const bots = others.filter((seat) => seat.kind === "bot").length;
  const open = others.filter((seat) => seat.kind === "open").length;
  const all = [
    ...people,
    ...(bots ? [t("count.bots", { n: bots })] : []),
    ...(open ? [t("count.open", { n: open })] : []),
  ];
  return t("table.with", { names: list(all) });
}

/** "5 minutes ago", in the page's language. */
export function ago(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const minutes = Math.round((at - now) / 60_000);
  if (minutes >= 0) return t("ago.now");
  if (minutes > -60) return words.format(minutes, "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}

/** The id in what somebody pasted: a code or a whole invite link. */
export function codeIn(text: string): string | null {
  return /(?:^|\/)([0-9a-z]{16})(?:$|[?#/])/.exec(text.trim().toLowerCase())?.[1] ?? null;
}
