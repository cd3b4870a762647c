/** What new events set in motion: cards in flight, sounds, small celebrations. */
import type { Cards } from "../art/ink";
import { t } from "../i18n";
import type { News } from "../net/session.svelte";
import { pace } from "../pace";
import type { GameEvent } from "../protocol/messages";
import { play } from "../sound/sound";
import { fly } from "./flights.svelte";
import { spoken, tell } from "./log";
import type { Cheer, TableModel } from "./model.svelte";

const BEAT = 90;
/** When the path of a completed ticket lights up, and until when, in milliseconds at the calm pace. */
export const LIT = { from: 500, until: 2900 };
/** Celebrations go with the pace; who wants everything at once sees them calmly, as nothing waits for them. */
const beat = () => pace() || 1;

export function onNews(news: News, m: TableModel): void {
  if (news.cause === "undo") tellUndone(news.undone, m);
  if (news.cause !== "action" && news.cause !== "start") return;
  let delay = 0;
  for (const e of news.events) {
    const own = e.seat === m.me;
    const home = (card: string) => (own ? [`hand:${card}`, "hand", `player:${e.seat}`] : [`player:${e.seat}`]);
    switch (e.kind) {
      case "take":
        fly(e.card, [`market:${e.slot}`], home(e.card), (delay += 60));
        play("card");
        break;
      case "blind":
        fly(own && e.card ? e.card : "back", ["deck"], home(e.card ?? ""), (delay += 60), own && !!e.card);
        play("card");
        break;
      case "lay":
        pay(e.cards, home, targetOf(news.events, m));
        break;
      case "claim":
        wagons(m.tracks.get(e.track)?.spaces ?? 1);
        break;
      case "flag":
        celebrate(m, { seat: e.seat, what: t("cheer.flag"), points: e.points });
        break;
      case "last-round":
        tellAll(m, t("last.banner"));
        break;
      case "round":
        tellAll(m, t("round.title", { n: e.round }));
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
  if (made && m.me !== null) {
    light(m, made.id);
    celebrate(m, { seat: m.me, what: t("cheer.ticket", { ticket: m.words.ticket(made) }), points: made.points });
  } else if (!news.before?.legal.length && news.view.legal.length) setTimeout(() => play("chime"), 300);
}

/** Everybody hears what was taken back, and by whom. */
function tellUndone(undone: readonly GameEvent[], m: TableModel): void {
  const lines = tell(undone, m.words).filter((e) => e.seat !== null);
  const first = lines[0];
  if (!first || first.seat === m.me) return;
  tellAll(
    m,
    t("undo.told", {
      name: m.nameOf(first.seat),
      what: lines
        .filter((e) => e.seat === first.seat)
        .map((e) => spoken(e, m.words))
        .join(", "),
    }),
  );
}

/** Where cards that are laid down go: the route or city they pay for. */
function targetOf(events: readonly GameEvent[], m: TableModel): string | null {
  const track = events.find((e) => e.kind === "claim")?.track ?? m.pending?.claim;
  return track ? `track:${track}` : null;
}

/** The cards of a payment fly to what they pay for. */
function pay(cards: Cards, home: (card: string) => string[], to: string | null): void {
  if (!to) return;
  let i = 0;
  for (const [colour, n] of Object.entries(cards)) {
    for (let k = 0; k < n; k++) fly(colour, home(colour), [to], BEAT * pace() * i++);
  }
}

function tellAll(m: TableModel, text: string): void {
  m.notice = text;
  setTimeout(() => {
    if (m.notice === text) m.notice = null;
  }, 6000);
}

function wagons(n: number): void {
  for (let i = 0; i < Math.min(n, 8); i++) setTimeout(() => play("wagon"), i * BEAT * pace());
}

/** The ticket that this move completed, if any. */
function madeTicket(news: News) {
  const open = new Set(news.before?.tickets.filter((x) => !x.done).map((x) => x.id));
  return news.view.tickets.find((x) => x.done && open.has(x.id)) ?? null;
}

/** The path of a ticket lights up for a moment, and it is punched. */
function light(m: TableModel, ticket: string): void {
  setTimeout(() => {
    play("punch");
    m.shownTicket = ticket;
  }, LIT.from * beat());
  setTimeout(() => {
    if (m.shownTicket === ticket) m.shownTicket = null;
  }, LIT.until * beat());
}

function celebrate(m: TableModel, cheer: Cheer): void {
  m.cheer = cheer;
  setTimeout(() => {
    if (m.cheer === cheer) m.cheer = null;
  }, 3400 * beat());
}
