/** What new events set in motion: cards in flight, sounds, a tunnel's moment. */
import { t } from "../i18n";
import type { News } from "../net/session.svelte";
import { play } from "../sound/sound";
import { fly } from "./flights.svelte";
import type { TableModel, Tunnel } from "./model.svelte";

export function onNews(news: News, m: TableModel): void {
  if (news.cause !== "action" && news.cause !== "start") return;
  let delay = 0;
  const laid: Record<string, number> = {};
  const revealed: string[] = [];
  let owed = 0;
  for (const e of news.events) {
    const own = e.seat === m.me;
    const home = (card: string) => (own ? [`hand:${card}`, "hand", `player:${e.seat}`] : [`player:${e.seat}`]);
    switch (e.kind) {
      case "take":
        fly(String(e.card), [`market:${String(e.slot)}`], home(String(e.card)), (delay += 60));
        play("card");
        break;
      case "blind":
        fly(own && e.card ? String(e.card) : "back", ["deck"], home(String(e.card ?? "")), (delay += 60), own && !!e.card);
        play("card");
        break;
      case "lay":
        for (const [c, n] of Object.entries((e.cards ?? {}) as Record<string, number>)) laid[c] = (laid[c] ?? 0) + n;
        break;
      case "reveal":
        revealed.push(String(e.card));
        break;
      case "owe":
        owed = Number(e.owed ?? 0);
        break;
      case "claim":
        wagons(m.tracks.get(String(e.track))?.spaces ?? 1);
        if (revealed.length) pass(m, { seat: e.seat ?? 0, track: String(e.track), laid, revealed, owed });
        break;
      case "last-round":
        tellAll(m, t("last.banner"));
        break;
      case "round":
        tellAll(m, t("round.title", { n: Number(e.round ?? 2) }));
        break;
      case "give-up":
        play("stamp");
        break;
      case "station":
      case "goods":
        play("wagon");
        break;
    }
  }
  const made = madeTicket(news);
  if (made) celebrate(m, made);
  else if (!news.before?.legal.length && news.view.legal.length) setTimeout(() => play("chime"), 300);
}

function tellAll(m: TableModel, text: string): void {
  m.notice = text;
  setTimeout(() => {
    if (m.notice === text) m.notice = null;
  }, 6000);
}

function wagons(n: number): void {
  for (let i = 0; i < Math.min(n, 8); i++) setTimeout(() => play("wagon"), i * 90);
}

/** A tunnel without surcharge is over before anyone saw it: its cards are shown for a while. */
function pass(m: TableModel, tunnel: Tunnel): void {
  m.passing = tunnel;
  setTimeout(() => {
    if (m.passing === tunnel) m.passing = null;
  }, 3000);
}

/** The ticket that this move completed, if any. */
function madeTicket(news: News): string | null {
  const open = new Set(news.before?.tickets.filter((x) => !x.done).map((x) => x.id));
  return news.view.tickets.find((x) => x.done && open.has(x.id))?.id ?? null;
}

/** Its path lights up for a moment, and it is punched. */
function celebrate(m: TableModel, ticket: string): void {
  setTimeout(() => {
    play("punch");
    m.shownTicket = ticket;
  }, 500);
  setTimeout(() => {
    if (m.shownTicket === ticket) m.shownTicket = null;
  }, 2900);
}
