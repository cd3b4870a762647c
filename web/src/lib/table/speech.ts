/** An action's text and the reason of a hint in the words of the moment. Texts of actions are read and joined here. */
import type { Target } from "../board/types";
import type { Cards } from "../art/ink";
import { list, t, type Key, type Params } from "../i18n";
import type { HintReason } from "../protocol/messages";
import type { Board, Ticket, Track } from "../protocol/board";
import type { Words } from "./words";

/** Who puts moves into words: a table, or whatever knows its board. */
export interface Speaker {
  readonly board: Board;
  readonly words: Words;
  readonly tracks: ReadonlyMap<string, Track>;
}

function cardsOf(words: readonly string[]): Cards {
  const cards: Cards = {};
  for (let i = 0; i + 1 < words.length; i += 2) cards[words[i + 1]!] = Number(words[i]);
  return cards;
}

/** Where on the board an action happens. */
export function targetOf(text: string): Target | null {
  const [verb, name] = text.split(" ");
  if (verb === "claim" && name) return { kind: "track", id: name };
  return verb === "station" && name ? { kind: "place", id: name } : null;
}

/** The tickets that an action keeps. */
export function keptBy(text: string, board: Board): Ticket[] {
  const [verb, ...ids] = text.split(" ");
  return verb === "keep" ? ids.flatMap((id) => board.tickets.filter((ticket) => ticket.id === id)) : [];
}

/** A kind of action, as the words know it. */
type ActOf<Name> = Name extends `act.${infer Act}` ? Act : never;
export type Act = ActOf<Key>;
const infinitive = (act: Act, params?: Params) => t(`act.${act}`, params);

export function sayAction(text: string, m: Speaker, say = infinitive): string {
  const [verb = "", ...rest] = text.split(" ");
  const paid = rest.indexOf("with");
  const cards = paid >= 0 ? m.words.cards(cardsOf(rest.slice(paid + 1))) : "";
  switch (verb) {
    case "take":
      return say("take", { card: m.words.aCard(rest[0] ?? "") });
    case "blind":
      return say("blind");
    case "tickets":
      return say("tickets");
    case "claim": {
      const route = m.words.route(m.tracks.get(rest[0] ?? ""));
      return cards ? say("claim.with", { route, cards }) : say("claim", { route });
    }
    case "station": {
      const place = m.words.place(rest[0] ?? "");
      return cards ? say("station.with", { place, cards }) : say("station", { place });
    }
    case "pay":
      return say("pay", { cards: m.words.cards(cardsOf(rest)) });
    case "place": {
      const [first = ""] = rest;
      if (first === "three") return say("place.three");
      if (rest.length === 1) return say("place.column", { colour: m.words.card(first) });
      const placed = /^\d/.test(first) ? cardsOf(rest) : Object.fromEntries(rest.map((colour) => [colour, 1]));
      return say("place", { cards: m.words.cards(placed) });
    }
    case "keep": {
      if (rest[0] === "card") return say("keep.card");
      const tickets = list(keptBy(text, m.board).map((x) => m.words.ticket(x)));
      return tickets ? say("keep", { tickets }) : say("keep.none");
    }
    case "decline":
      // what is declined is a tunnel, or a card for the flag
      return say(m.board.tracks.some((track) => track.tunnel) ? "decline" : "decline.card");
    case "enough":
      return say("enough");
    case "complete": {
      const ticket = m.board.tickets.find((x) => x.id === rest[0]);
      return say("complete", { ticket: ticket ? m.words.ticket(ticket) : "" });
    }
    case "pass":
      return say("pass");
    default:
      return text;
  }
}

/** A proposed move with what it costs, as one text. */
export function wholeAction({ text, payment }: { text: string; payment: string | null }): string {
  if (payment === null) return text;
  return payment.startsWith("pay ") ? `${text} with ${payment.slice(4)}` : payment;
}

/** Why a hint says what it says. */
export function sayReason(reason: HintReason, m: Speaker): string {
  const route = reason.track ? m.words.route(m.tracks.get(reason.track)) : "";
  switch (reason.code) {
    case "ticket": {
      const named = reason.tickets
        .map((id) => m.board.tickets.find((x) => x.id === id))
        .flatMap((x) => (x ? [m.words.ticket(x)] : []));
      return t("idea.ticket", { tickets: list(named) });
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
