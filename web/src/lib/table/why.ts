/** Why something on the board cannot be chosen, in words, and what a route is. */
import { countCards, type Cards } from "../art/ink";
import type { Target } from "../board/types";
import { t } from "../i18n";
import type { CardsReason, Reason as Refusal } from "../protocol/messages";
import type { Objection, TableModel } from "./model.svelte";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export interface Reason {
  sentence: string;
  rule: string | null;
}

function cardsNeeded(r: CardsReason, m: TableModel): string {
  const have: string[] = [];
  const { colour } = r;
  if (r.have) have.push(m.words.count(colour, r.have));
  if (r.wild) have.push(m.words.count("wild", r.wild));
  const need = m.words.count(colour, r.need);
  if (!have.length) return t("why.cards.none", { need });
  const got = have.length === 2 ? t("why.have.and", { a: have[0]!, b: have[1]! }) : have[0]!;
  return t("why.cards", { need, have: got });
}

const takenBy = (seat: number, target: Target | null, m: TableModel) =>
  t(target?.kind === "place" ? "why.station.taken" : "why.taken", { name: m.nameOf(seat) });

function sentenceOf(r: Refusal, target: Target | null, m: TableModel): string {
  switch (r.code) {
    case "taken":
      return takenBy(r.owner, target, m);
    case "own-twin":
      return t("why.own-twin");
    case "closed":
      return t("why.closed", { n: r.seats });
    case "pieces": {
      const kind = target?.kind === "track" ? (m.tracks.get(target.id)?.piece ?? "main") : "main";
      return t("why.pieces", { need: m.words.pieces(kind, r.need), have: r.have });
    }
    case "wilds":
      return t("why.wilds", { need: m.words.count("wild", r.need), have: r.have });
    case "cards":
      return cardsNeeded(r, m);
    case "no-station":
      return t("why.no-station");
    case "no-tickets":
      return t("why.no-tickets");
    case "no-cards":
      return t("why.no-cards");
    case "wild-second":
      return t("why.wild-second", { wilds: m.words.wilds });
    case "turn":
      return t("why.turn");
    default:
      return t("why.phase");
  }
}

/** The reason against a target, or null if it may be chosen. */
export function reason(target: Target, m: TableModel): Reason | null {
  if (target.kind === "track" ? m.claims.has(target.id) : m.builds.has(target.id)) return null;
  const refusal = m.refusal(target.kind === "track" ? target.id : `station:${target.id}`);
  const owner = target.kind === "track" ? m.view.claims[target.id] : m.view.stations[target.id];
  if (owner !== undefined)
    return { sentence: takenBy(owner, target, m), rule: refusal?.code === "taken" ? refusal.rule : null };
  if (target.kind === "place" && !m.board.stations) return null;
  return refusal && { sentence: sentenceOf(refusal, target, m), rule: refusal.rule };
}

/** Why a card of the market, the deck (null) or tickets cannot be had now. */
export function objection(what: "card" | "deck" | "tickets", colour: string, m: TableModel): Objection {
  const name = what === "card" ? capital(m.words.aCard(colour)) : t(what === "deck" ? "why.deck" : "why.tickets");
  const refusal = m.refusal(what === "card" ? `take:${colour}` : what === "deck" ? "blind" : "tickets");
  return { what: name, sentence: refusal ? sentenceOf(refusal, null, m) : t("why.phase"), rule: refusal?.rule ?? null };
}

export function titleOf(target: Target, m: TableModel): string {
  return target.kind === "track" ? m.words.route(m.tracks.get(target.id)) : m.words.place(target.id);
}

/** A target for a screen reader: everything the picture tells. */
export function nameOf(target: Target, m: TableModel): string {
  const parts = [titleOf(target, m)];
  if (target.kind === "track") {
    const track = m.tracks.get(target.id)!;
    parts.push(m.words.track(track));
    const owner = m.view.claims[target.id];
    if (owner !== undefined) parts.push(t("track.owner", { name: m.nameOf(owner) }));
    else if (m.claims.has(target.id)) parts.push(t("track.legal"));
  } else {
    const owner = m.view.stations[target.id];
    if (owner !== undefined) parts.push(t("track.station", { name: m.nameOf(owner) }));
    else if (m.builds.has(target.id)) parts.push(t("track.stationLegal"));
  }
  return parts.join(", ");
}

/** Why these cards cannot be placed in the yard, as a sentence. */
export function whyNotPlaced(m: TableModel, cards: Cards): string {
  const words = reasonAgainst(m, cards);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is refused of a colour altogether, or how many cards the smallest column has that may be placed. */
function reasonAgainst(m: TableModel, cards: Cards): string {
  const [colour, ...more] = Object.keys(cards).filter((c) => c !== "wild" && cards[c]);
  if (!colour) return t("why.no-colour");
  if (more.length) return t(more.length === 2 ? "yard.place.not" : "why.three");
  const beaten = (seat: number | null, need: number) => t("why.beaten", { name: m.nameOf(seat), n: need - 1 });
  const said = m.view.refusals[`place:${colour}`];
  if (said && "need" in said && "owner" in said) {
    if (said.code === "own-column") return t("why.yard");
    return said.code === "outnumbered" ? beaten(said.owner, said.need) : t("why.two");
  }
  const columns = m.placements.filter((way) => Object.keys(way.cards).every((c) => c === colour || c === "wild"));
  const [least] = columns.sort((a, b) => countCards(a.cards) - countCards(b.cards));
  const need = countCards(least?.cards ?? {});
  if (countCards(cards) >= need) return t("yard.place.not");
  return need > 2 ? beaten(least!.beats[0] ?? null, need) : t("why.two");
}
