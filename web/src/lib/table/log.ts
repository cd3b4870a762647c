/** The game's events told as a log: what belongs together becomes one line. */
import type { Cards } from "../art/ink";
import type { IconName } from "../art/icons";
import type { Part } from "../art/Rich.svelte";
import { list, segments, type Key, type Params } from "../i18n";
import type { GameEvent } from "../protocol/messages";
import type { Words } from "./words";

export interface Entry {
  /** number of the first event told here */
  id: number;
  seat: number | null;
  icon: IconName;
  key: Key;
  params: Params;
  parts: Record<string, Part>;
  track?: string;
  place?: string;
}

interface Draft {
  id: number;
  seat: number | null;
  /** cards taken face up, drawn unseen (own ones known) */
  taken: Cards;
  blind: number;
  own: Cards;
  laid: Cards;
  revealed: Cards;
  owed: number | null;
  drawn: number;
  moved: Cards;
  /** cards that went on track, of which nothing else can be looked up */
  sent: number;
}

const add = (cards: Cards, colour: string, n = 1) => void (cards[colour] = (cards[colour] ?? 0) + n);

function draft(id: number, seat: number | null): Draft {
  return { id, seat, taken: {}, blind: 0, own: {}, laid: {}, revealed: {}, owed: null, drawn: 0, moved: {}, sent: 0 };
}

/** Lines for all events, oldest first. */
export function tell(events: readonly GameEvent[], words: Words): Entry[] {
  const out: Entry[] = [];
  let open: Draft | null = null;
  const tracks = new Map(words.board.tracks.map((x) => [x.id, x]));
  const write = (
    d: { id: number; seat: number | null },
    icon: IconName,
    key: Key,
    params: Params = {},
    parts: Record<string, Part> = {},
    track?: string,
    place?: string,
  ): void => {
    // a market that is cleared again and again is told once
    if (d.seat === null && out.slice(-2).some((e) => e.seat === null && e.key === key)) return;
    out.push({ id: d.id, seat: d.seat, icon, key, params, parts, track, place });
  };

  /** Draws and moves are told once the player does something else. */
  const close = () => {
    if (!open) return;
    const d: Draft = open;
    open = null;
    const taken = Object.keys(d.taken).length > 0;
    const own = Object.keys(d.own).length > 0;
    if (Object.keys(d.moved).length) write(d, "trail", "log.onTrack", {}, { cards: { cards: d.moved } });
    if (d.sent) write(d, "trail", "log.onTrack.n", { n: d.sent });
    if (taken && own) write(d, "cards", "log.blind.mixed", {}, { cards: { cards: d.taken }, own: { cards: d.own } });
    else if (taken && d.blind) write(d, "cards", "log.take.blind", {}, { cards: { cards: d.taken } });
    else if (taken) write(d, "cards", "log.take", {}, { cards: { cards: d.taken } });
    else if (own) write(d, "deck", "log.blind.own", {}, { cards: { cards: d.own } });
    else if (d.blind) write(d, "deck", "log.blind", { n: d.blind });
    if (d.drawn) write(d, "ticket", "log.tickets", { n: d.drawn, kept: "…" });
  };
  const hold = (id: number, seat: number | null, fresh: boolean): Draft => {
    if (!open || open.seat !== seat || fresh) {
      close();
      open = draft(id, seat);
    }
    return open;
  };
  const drawsOnly = (d: Draft | null) => !!d && !Object.keys(d.laid).length && !d.drawn;

  events.forEach((e, id) => {
    const seat = e.seat;
    switch (e.kind) {
      case "take":
      case "blind": {
        const full = open?.seat === seat && Object.values(open.taken).reduce((a, b) => a + b, 0) + open.blind >= 2;
        const d = hold(id, seat, full || !(open === null || drawsOnly(open)));
        if (e.kind === "take") add(d.taken, e.card);
        else {
          d.blind++;
          if (e.card) add(d.own, e.card);
        }
        break;
      }
      case "flush":
      case "reshuffle":
        tellOne(e, draft(id, null));
        break;
      case "turn-up":
      case "owe":
        if (e.kind === "owe" && open) (open as Draft).owed = e.owed;
        break;
      case "on-track": {
        const d = hold(id, seat, !!open && Object.keys(open.moved).length === 0 && !open.sent);
        if ("card" in e) add(d.moved, e.card);
        else d.sent++;
        break;
      }
      case "lay": {
        const d = hold(id, seat, !!open && Object.keys((open as Draft).laid).length === 0);
        for (const [c, n] of Object.entries(e.cards)) add(d.laid, c, n);
        break;
      }
      case "reveal":
        add(hold(id, seat, false).revealed, e.card);
        break;
      case "draw-tickets":
        hold(id, seat, true).drawn = e.count;
        break;
      default: {
        const d: Draft =
          open && open.seat === seat && ["claim", "station", "give-up", "keep"].includes(e.kind)
            ? open
            : (close(), draft(id, seat));
        open = null;
        tellOne(e, d);
      }
    }
  });
  close();
  return out;

  function tellOne(e: GameEvent, d: Draft): void {
    const cards: Record<string, Part> = { cards: { cards: d.laid } };
    const route = (id: string): Record<string, Part> => ({ route: { bold: words.route(tracks.get(id)) } });
    const kept = (n: number, ids?: string[]): Record<string, Part> => {
      const named = ids?.length
        ? list(ids.map((id) => words.board.tickets.find((x) => x.id === id)).map((x) => (x ? words.ticket(x) : "")))
        : null;
      return { kept: { bold: named ?? `${n}` } };
    };
    switch (e.kind) {
      case "start":
        return write(d, "play", "log.start");
      case "flush":
        return write(d, "shuffle", "log.flush", { wilds: words.wilds });
      case "reshuffle":
        return write(d, "shuffle", "log.reshuffle", { n: e.count });
      case "choose":
        return e.kept ? write(d, "ticket", "log.choose.own", {}, kept(0, e.kept)) : write(d, "ticket", "log.chosen");
      case "kept": {
        // how many it were is told when all have chosen (S7), in the line that says so
        const line = out.find((x) => x.seat === e.seat && (x.key === "log.chosen" || x.key === "log.choose.own"));
        const told = { key: "log.choose" as const, params: { n: e.offered } };
        if (line) return void Object.assign(line, told, line.key === "log.chosen" ? { parts: kept(e.count) } : {});
        return write(d, "ticket", told.key, told.params, kept(e.count));
      }
      case "keep":
        return write(d, "ticket", "log.tickets", { n: e.offered }, kept(e.count, e.kept));
      case "claim": {
        const id = e.track;
        if (Object.keys(d.revealed).length)
          write(
            d,
            "tunnel",
            d.owed ? "log.tunnel" : "log.tunnel.free",
            { n: d.owed ?? 0 },
            { revealed: { cards: d.revealed } },
          );
        const parts = { ...route(id), ...cards, points: { points: e.points } };
        return write(d, "train", Object.keys(d.laid).length ? "log.claim" : "log.claim.bare", {}, parts, id);
      }
      case "give-up": {
        const id = e.track;
        return write(d, "tunnel", "log.giveUp", {}, { ...route(id), revealed: { cards: d.revealed } }, id);
      }
      case "station":
        return write(
          d,
          "station",
          "log.station",
          {},
          { place: { bold: words.place(e.place) }, ...cards },
          undefined,
          e.place,
        );
      case "goods": {
        const claim = out[out.length - 1];
        if (claim?.seat === e.seat && claim.key === "log.claim") {
          claim.key = "log.claim.goods";
          claim.params = { n: e.count };
          return;
        }
        return write(d, "goods", "log.goods", { n: e.count });
      }
      case "keep-card":
        return write(d, "flag", "log.keepCard", {}, { cards: { cards: { [e.card]: 1 } } });
      case "flag":
        return write(d, "flag", "log.flag", {}, { points: { points: e.points } });
      case "enough":
        return write(d, "cards", "log.enough");
      case "done": {
        const ticket = words.board.tickets.find((x) => x.id === e.ticket);
        return write(
          d,
          "ticket",
          "log.done",
          {},
          {
            ticket: { bold: ticket ? words.ticket(ticket) : "" },
            cards: { cards: e.cards },
            points: { points: e.points },
          },
        );
      }
      case "bonus":
        return write(
          d,
          "star",
          "log.bonus",
          {},
          { place: { bold: words.place(e.place) }, points: { points: e.points } },
        );
      case "pass":
        return write(d, "skip", "log.pass");
      case "last-round":
        return write(d, "clock", "log.last");
      case "over":
        return write({ ...d, seat: null }, "star", "log.over");
      case "place": {
        const before = out[out.length - 1];
        // three colours at once are three columns, but one move
        const same = before?.seat === e.seat && events[d.id - 1]?.kind === "place" ? before : undefined;
        if (!("cards" in e)) {
          if (same?.key === "log.place.n") return void (same.params = { n: Number(same.params.n) + e.count });
          return write(d, "cards", "log.place.n", { n: e.count });
        }
        const { cards } = e;
        if (same?.key === "log.place" && "cards" in same.parts.cards!) {
          same.parts.cards = { cards: { ...same.parts.cards.cards, ...cards } };
          return;
        }
        return write(d, "cards", "log.place", {}, { cards: { cards } });
      }
      case "robbed":
        if (!("colour" in e)) return write(d, "minus", "log.robbed.n", { n: e.count });
        return write(d, "minus", "log.robbed", { n: e.count, colour: words.card(e.colour) });
      case "round":
        return write({ ...d, seat: null }, "again", "log.round", { n: e.round });
      case "complete":
        return write(d, "ticket", "log.complete", { n: e.count }, { points: { points: e.points } });
    }
  }
}

/** A line as plain words, for announcements. */
export function spoken(e: Entry, words: Words): string {
  return segments(e.key, e.params)
    .map((s) => {
      if (typeof s === "string") return s;
      const part = e.parts[s.slot];
      if (!part) return "";
      if ("bold" in part) return part.bold;
      if ("cards" in part) return words.cards(part.cards);
      return "points" in part ? `+${part.points}` : part.text;
    })
    .join("");
}
