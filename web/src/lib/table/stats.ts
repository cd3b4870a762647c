/** The figures everybody may know of a player, in the order the panels show them. */
import { pieceIcon, type IconName } from "../art/icons";
import { countCards } from "../art/ink";
import { t } from "../i18n";
import type { Board } from "../protocol/board";
import type { PlayerView } from "../protocol/messages";
import type { Words } from "./words";

export interface Stat {
  icon: IconName;
  value: number;
  label: string;
}

/** `aids`: the table lets the client say what everybody has seen of a hand. */
export function statsOf(p: PlayerView, board: Board, words: Words, aids = false): Stat[] {
  const out: Stat[] = [];
  for (const kind of ["main", "subway"] as const) {
    if (!board.pieces[kind]) continue;
    const n = p.pieces[kind] ?? 0;
    out.push({ icon: pieceIcon(board.piece_names[kind]), value: n, label: words.pieces(kind, n) });
  }
  const seen = aids && countCards(p.shown) ? `, ${t("player.shown", { cards: words.cards(p.shown) })}` : "";
  out.push({ icon: "cards", value: p.cards, label: t("count.cards", { n: p.cards }) + seen });
  out.push({ icon: "ticket", value: p.tickets, label: t("count.tickets", { n: p.tickets }) });
  if (board.stations) out.push({ icon: "station", value: p.stations, label: t("count.stations", { n: p.stations }) });
  if (board.goods) out.push({ icon: "goods", value: p.goods, label: t("count.goods", { n: p.goods }) });
  if (board.flag_colours.length) out.push({ icon: "flag", value: p.flags, label: t("count.flags", { n: p.flags }) });
  if (board.family === "cards")
    out.push({ icon: "trail", value: p.on_track, label: t("count.onTrack", { n: p.on_track }) });
  return out;
}

/** Part of all pieces that are left, 0 to 1. */
export function piecesLeft(p: PlayerView, board: Board): number {
  const all = (board.pieces.main ?? 0) + (board.pieces.subway ?? 0);
  return all ? ((p.pieces.main ?? 0) + (p.pieces.subway ?? 0)) / all : 1;
}
