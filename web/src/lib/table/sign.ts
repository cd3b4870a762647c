/** The sentence of the sign: who acts, what for, what else is possible. */
import { either, keyOf, list, t, type Key } from "../i18n";
import type { TableModel } from "./model.svelte";

export interface Sentence {
  /** whose glyph stands before it */
  seat: number | null;
  who: string;
  what: string;
  more: string;
  mine: boolean;
  last: boolean;
}

/** `short` where there is little room. */
export function sentence(m: TableModel, short = false): Sentence {
  const { view } = m;
  const base = {
    seat: view.actor,
    who: "",
    what: "",
    more: "",
    mine: m.myTurn,
    last: view.last_turns !== null && view.phase !== "over" && !m.tally,
  };
  if (view.phase === "over") return { ...base, ...winners(m) };
  // whose turn is next is not said before the tunnel's end has been looked at
  if (m.scene && (!m.scene.said || m.scene.ended || m.session.behind)) {
    const { seat, track, ended } = m.scene;
    const mine = seat === m.me;
    const key = ended ? (`sign.${ended}` as const) : mine ? "sign.dig.own" : "sign.dig";
    const what = t(key, { name: m.nameOf(seat), route: m.words.route(m.tracks.get(track)) });
    return { ...base, seat, mine, what };
  }
  if (m.counting) return { ...base, seat: null, mine: false, what: t("sign.tally") };
  if (m.myTurn) return { ...base, seat: m.me, who: t("sign.yours", { name: m.nameOf(m.me) }), ...own(m, short) };
  if (view.phase === "opening") {
    const names = view.players.filter((p) => p.choosing).map((p) => m.nameOf(p.seat));
    return { ...base, seat: m.me, what: t("sign.openingWait", { names: list(names) }) };
  }
  const pending = m.pending;
  const what = pending?.claim
    ? m.words.route(m.tracks.get(pending.claim))
    : pending?.station
      ? m.words.place(pending.station)
      : "";
  const key = keyOf("sign.other", view.phase) ?? "sign.other.turn";
  return { ...base, what: t(key, { name: m.nameOf(view.actor), route: what, n: pending?.owed ?? 0 }) };
}

function own(m: TableModel, short: boolean): { what: string; more: string } {
  const { view, purchase } = m;
  const only = (what: string) => ({ what, more: "" });
  if (view.phase === "opening" && short) return only(t("sign.tickets", { n: view.keep_at_least }));
  if (view.phase === "opening")
    return { what: `${t("sign.opening")} ${t("sign.opening.more", { n: view.keep_at_least })}`, more: "" };
  if (view.phase === "tickets")
    return only(view.keep_at_least ? t("sign.tickets", { n: view.keep_at_least }) : t("sign.tickets.any"));
  if (m.completions.length) return only(t(short ? "sign.short.complete" : "sign.complete"));
  if (view.phase === "second-card" && m.enough)
    return { what: t("sign.second") + (short ? "." : ","), more: t("sign.second.enough") };
  if (view.phase === "second-card")
    return {
      what: `${t("sign.second")}.`,
      more: view.market.includes("wild") ? t("sign.second.more", { wilds: m.words.wilds }) : "",
    };
  if (view.phase === "tunnel") {
    const more = view.legal.some((a) => a.kind === "pay") ? t("sign.tunnel.more") : t("sign.tunnel.none");
    return { what: t("sign.tunnel", { n: m.pending?.owed ?? 0 }), more };
  }
  if (view.phase === "flag") {
    const colour = Object.keys(m.pending?.laid ?? {}).find((c) => c !== "wild") ?? "";
    if (short) return only(t("sign.short.flag", { colour: m.words.card(colour) }));
    const full = (m.mine?.flag.length ?? 0) + 1 === m.board.flag_colours.length;
    return { what: t("sign.flag", { colour: m.words.card(colour) }), more: full ? t("sign.flag.full") : "" };
  }
  if (purchase) {
    const { target, track, due } = purchase;
    if (target.kind === "place") {
      const place = m.words.place(target.id);
      return due
        ? only(t("sign.stationDue", { place }))
        : { what: t("sign.station", { place }) + (short ? "." : ","), more: t("sign.station.more") };
    }
    const route = m.words.route(track);
    return due
      ? only(t("sign.payDue", { route }))
      : { what: t("sign.pay", { route }) + (short ? "." : ","), more: t("sign.pay.more") };
  }
  if (m.placing)
    return {
      what: t("sign.place", { cards: m.words.cards(m.marked) }) + (short ? "." : ","),
      more: t("sign.place.more"),
    };
  if (m.stationMode) return { what: t("sign.stationPick") + (short ? "." : ","), more: t("sign.stationPick.more") };
  if (m.pass) return only(t("sign.pass"));
  return only(possible(m, short));
}

/** What the turn may be used for, and only that: "Draw cards, claim a route or draw tickets."; "Cards or a route?" */
function possible(m: TableModel, short: boolean): string {
  const things: [Key, Key, unknown][] = [
    ["do.cards", "short.cards", m.takes.size || m.blind],
    ["do.route", "short.route", m.claims.size],
    ["do.place", "short.place", m.placements.length],
    ["do.tickets", "short.tickets", m.drawTickets],
    ["do.station", "short.station", m.builds.size],
  ];
  const can = things.filter(([, , some]) => some);
  // in few words a station is named only where there is nothing else
  const named = short && can.length > 1 ? can.filter(([key]) => key !== "do.station") : can;
  const words = either(named.map(([long, brief]) => t(short ? brief : long)));
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return short ? t("short.ask", { things: begun }) : `${begun}.`;
}

function winners(m: TableModel): { seat: number | null; what: string } {
  const outcome = m.view.outcome;
  const seats = outcome?.winners ?? [];
  const n = outcome?.seats.find((s) => s.seat === seats[0])?.total ?? 0;
  const names = seats.map((s) => m.nameOf(s));
  if (seats.length > 1) return { seat: null, what: t("sign.over.shared", { names: list(names), n }) };
  return { seat: seats[0] ?? null, what: t("sign.over", { name: names[0] ?? "", n }) };
}
