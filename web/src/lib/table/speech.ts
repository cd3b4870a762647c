/** An action and the reason of a hint in the words of the moment. */
import type { Target } from "../board/types";
import { list, t, type Key, type Params } from "../i18n";
import type { Act, HintReason } from "../protocol/messages";
import type { Board, Ticket, Track } from "../protocol/board";
import type { Words } from "./words";

/** Who puts moves into words: a table, or whatever knows its board. */
export interface Speaker {
  readonly board: Board;
  readonly words: Words;
  readonly tracks: ReadonlyMap<string, Track>;
}

/** Where on the board an action happens. */
export function targetOf({ track, place }: Act): Target | null {
  if (track) return { kind: "track", id: track };
  return place ? { kind: "place", id: place } : null;
}

/** The tickets that an action keeps. */
export const keptBy = ({ kind, tickets }: Act, board: Board): Ticket[] =>
  kind === "keep" ? named(tickets, board) : [];

const named = (ids: readonly string[] = [], board: Board): Ticket[] =>
  ids.flatMap((id) => board.tickets.filter((ticket) => ticket.id === id));

/** What can be said of an action. */
type ToSay<Name> = Name extends `act.${infer Words}` ? Words : never;
export type Saying = ToSay<Key>;
const infinitive = (what: Saying, params?: Params) => t(`act.${what}`, params);

export function sayAct(act: Act, m: Speaker, say = infinitive): string {
  const cards = m.words.cards(act.cards ?? {});
  const tickets = list(named(act.tickets, m.board).map((ticket) => m.words.ticket(ticket)));
  switch (act.kind) {
    case "take":
      return say("take", { card: m.words.aCard(act.colour ?? "") });
    case "claim": {
      const route = m.words.route(m.tracks.get(act.track ?? ""));
      return cards ? say("claim.with", { route, cards }) : say("claim", { route });
    }
    case "station": {
      const place = m.words.place(act.place ?? "");
      return cards ? say("station.with", { place, cards }) : say("station", { place });
    }
    case "pay":
      return say("pay", { cards });
    case "place":
      if (cards) return say("place", { cards });
      return act.colour ? say("place.column", { colour: m.words.card(act.colour) }) : say("place.three");
    case "keep-card":
      return say("keep.card");
    case "keep":
      return tickets ? say("keep", { tickets }) : say("keep.none");
    case "decline":
      // what is declined is a tunnel, or a card for the flag
      return say(m.board.tracks.some((track) => track.tunnel) ? "decline" : "decline.card");
    case "complete":
      return say("complete", { ticket: tickets });
    default:
      return say(act.kind);
  }
}

/** Why a hint says what it says. */
export function sayReason(reason: HintReason, m: Speaker): string {
  const route = reason.track ? m.words.route(m.tracks.get(reason.track)) : "";
  switch (reason.code) {
    case "ticket": {
      const tickets = named(reason.tickets, m.board).map((ticket) => m.words.ticket(ticket));
      return t("idea.ticket", { tickets: list(tickets) });
    }
    case "points":
      return t("idea.points", { n: reason.points ?? 0 });
    case "collect":
      return t(route ? "idea.collect.for" : "idea.collect", { cards: m.words.cards(reason.cards), route });
    case "choice":
      return t(reason.tickets.length === 1 ? "idea.choice.one" : "idea.choice");
    default:
      return t(`idea.${reason.code}`);
  }
}
