/** The game's events told as a log: what belongs together becomes one line. */
import { countCards, type Cards } from "../art/ink";
import type { IconName } from "../art/icons";
import type { Part } from "../art/Rich.svelte";
import { list, segments, type Key, type Params } from "../i18n";
import type { Track } from "../protocol/board";
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

type Parts = Record<string, Part>;
type Place = { track?: string; place?: string };

/** Lines for all events, oldest first. */
export function tell(events: readonly GameEvent[], words: Words): Entry[] {
  const teller = new Teller(words, events);
  events.forEach((e, id) => teller.hear(e, id));
  teller.close();
  return teller.out;
}

const some = (cards: Cards) => Object.keys(cards).length > 0;

/** Hears one event after the other; draws and moves are told once the player does something else. */
class Teller {
  readonly out: Entry[] = [];
  readonly #tracks: ReadonlyMap<string, Track>;
  #open: Draft | null = null;

  constructor(
    readonly words: Words,
    readonly events: readonly GameEvent[],
  ) {
    this.#tracks = new Map(words.board.tracks.map((x) => [x.id, x]));
  }

  write({ id, seat }: Who, icon: IconName, key: Key, params: Params = {}, parts: Parts = {}, at: Place = {}): void {
    // a market that is cleared again and again is told once
    if (seat === null && this.out.slice(-2).some((e) => e.seat === null && e.key === key)) return;
    this.out.push({ id, seat, icon, key, params, parts, ...at });
  }

  close(): void {
    const d = this.#open;
    if (!d) return;
    this.#open = null;
    const taken = { cards: { cards: d.taken } };
    const own = { cards: d.own };
    if (some(d.moved)) this.write(d, "trail", "log.onTrack", {}, { cards: { cards: d.moved } });
    if (d.sent) this.write(d, "trail", "log.onTrack.n", { n: d.sent });
    if (some(d.taken) && some(d.own)) this.write(d, "cards", "log.blind.mixed", {}, { ...taken, own });
    else if (some(d.taken)) this.write(d, "cards", d.blind ? "log.take.blind" : "log.take", {}, taken);
    else if (some(d.own)) this.write(d, "deck", "log.blind.own", {}, { cards: own });
    else if (d.blind) this.write(d, "deck", "log.blind", { n: d.blind });
    if (d.drawn) this.write(d, "ticket", "log.tickets", { n: d.drawn, kept: "…" });
  }

  /** What belongs together; `fresh`: what was held before does not belong to it. */
  #hold(id: number, seat: number | null, fresh: boolean): Draft {
    if (this.#open && this.#open.seat === seat && !fresh) return this.#open;
    this.close();
    return (this.#open = draft(id, seat));
  }

  hear(e: GameEvent, id: number): void {
    const { seat } = e;
    const open = this.#open;
    switch (e.kind) {
      case "take":
      case "blind":
        return this.#draw(e, id);
      case "flush":
      case "reshuffle":
        return this.#say(e, draft(id, null));
      case "turn-up":
        return;
      case "owe":
        if (open) open.owed = e.owed;
        return;
      case "on-track": {
        const d = this.#hold(id, seat, !!open && !some(open.moved) && !open.sent);
        if ("card" in e) add(d.moved, e.card);
        else d.sent++;
        return;
      }
      case "lay": {
        const d = this.#hold(id, seat, !!open && !some(open.laid));
        for (const [c, n] of Object.entries(e.cards)) add(d.laid, c, n);
        return;
      }
      case "reveal":
        return add(this.#hold(id, seat, false).revealed, e.card);
      case "draw-tickets":
        this.#hold(id, seat, true).drawn = e.count;
        return;
    }
    const ends = open?.seat === seat && ["claim", "station", "give-up", "keep"].includes(e.kind);
    if (!ends) this.close();
    this.#open = null;
    this.#say(e, ends ? open : draft(id, seat));
  }

  #draw(e: Of<"take" | "blind">, id: number): void {
    const open = this.#open;
    const full = open?.seat === e.seat && countCards(open.taken) + open.blind >= 2;
    const other = !!open && (some(open.laid) || open.drawn > 0);
    const d = this.#hold(id, e.seat, full || other);
    if (e.kind === "take") return add(d.taken, e.card);
    d.blind++;
    if (e.card) add(d.own, e.card);
  }

  #say(e: GameEvent, d: Draft): void {
    (LINES[e.kind] as Line<never> | undefined)?.(this, e as never, d);
  }

  route(id: string): Parts {
    return { route: { bold: this.words.route(this.#tracks.get(id)) } };
  }

  ticket(id: string): string {
    const ticket = this.words.board.tickets.find((x) => x.id === id);
    return ticket ? this.words.ticket(ticket) : "";
  }

  kept(n: number, ids?: string[]): Parts {
    return { kept: { bold: ids?.length ? list(ids.map((id) => this.ticket(id))) : `${n}` } };
  }

  get last(): Entry | undefined {
    return this.out.at(-1);
  }
}

interface Who {
  id: number;
  seat: number | null;
}
type Of<Kind extends string, E = GameEvent> = E extends { kind: infer Kinds }
  ? Kind & Kinds extends never
    ? never
    : E
  : never;
type Line<E> = (t: Teller, e: E, d: Draft) => void;

/** What is said of each kind of event once all that belongs to it is known. */
const LINES: { [Kind in GameEvent["kind"]]?: Line<Of<Kind>> } = {
  start: (t, _, d) => t.write(d, "play", "log.start"),
  flush: (t, _, d) => t.write(d, "shuffle", "log.flush", { wilds: t.words.wilds }),
  reshuffle: (t, e, d) => t.write(d, "shuffle", "log.reshuffle", { n: e.count }),
  choose: (t, e, d) =>
    e.kept ? t.write(d, "ticket", "log.choose.own", {}, t.kept(0, e.kept)) : t.write(d, "ticket", "log.chosen"),
  kept: (t, e, d) => {
    // how many it were is told when all have chosen (S7), in the line that says so
    const line = t.out.find((x) => x.seat === e.seat && (x.key === "log.chosen" || x.key === "log.choose.own"));
    const told = { key: "log.choose" as const, params: { n: e.offered } };
    if (line) Object.assign(line, told, line.key === "log.chosen" ? { parts: t.kept(e.count) } : {});
    else t.write(d, "ticket", told.key, told.params, t.kept(e.count));
  },
  keep: (t, e, d) => t.write(d, "ticket", "log.tickets", { n: e.offered }, t.kept(e.count, e.kept)),
  claim: (t, e, d) => {
    const revealed = { revealed: { cards: d.revealed } };
    if (some(d.revealed)) t.write(d, "tunnel", d.owed ? "log.tunnel" : "log.tunnel.free", { n: d.owed ?? 0 }, revealed);
    const parts = { ...t.route(e.track), cards: { cards: d.laid }, points: { points: e.points } };
    t.write(d, "train", some(d.laid) ? "log.claim" : "log.claim.bare", {}, parts, { track: e.track });
  },
  "give-up": (t, e, d) => {
    const parts = { ...t.route(e.track), revealed: { cards: d.revealed } };
    t.write(d, "tunnel", "log.giveUp", {}, parts, { track: e.track });
  },
  station: (t, e, d) => {
    const parts = { place: { bold: t.words.place(e.place) }, cards: { cards: d.laid } };
    t.write(d, "station", "log.station", {}, parts, { place: e.place });
  },
  goods: (t, e, d) => {
    const claim = t.last;
    if (claim?.seat === e.seat && claim.key === "log.claim")
      Object.assign(claim, { key: "log.claim.goods", params: { n: e.count } });
    else t.write(d, "goods", "log.goods", { n: e.count });
  },
  "keep-card": (t, e, d) => t.write(d, "flag", "log.keepCard", {}, { cards: { cards: { [e.card]: 1 } } }),
  flag: (t, e, d) => t.write(d, "flag", "log.flag", {}, { points: { points: e.points } }),
  enough: (t, _, d) => t.write(d, "cards", "log.enough"),
  done: (t, e, d) => {
    const parts = { ticket: { bold: t.ticket(e.ticket) }, cards: { cards: e.cards }, points: { points: e.points } };
    t.write(d, "ticket", "log.done", {}, parts);
  },
  bonus: (t, e, d) =>
    t.write(d, "star", "log.bonus", {}, { place: { bold: t.words.place(e.place) }, points: { points: e.points } }),
  pass: (t, _, d) => t.write(d, "skip", "log.pass"),
  "last-round": (t, _, d) => t.write(d, "clock", "log.last"),
  over: (t, _, d) => t.write({ ...d, seat: null }, "star", "log.over"),
  place: (t, e, d) => {
    // three colours at once are three columns, but one move
    const same = t.last?.seat === e.seat && t.events[d.id - 1]?.kind === "place" ? t.last : undefined;
    if (!("cards" in e)) {
      if (same?.key === "log.place.n") same.params = { n: Number(same.params.n) + e.count };
      else t.write(d, "cards", "log.place.n", { n: e.count });
    } else if (same?.key === "log.place" && "cards" in same.parts.cards!)
      same.parts.cards = { cards: { ...same.parts.cards.cards, ...e.cards } };
    else t.write(d, "cards", "log.place", {}, { cards: { cards: e.cards } });
  },
  robbed: (t, e, d) =>
    "colour" in e
      ? t.write(d, "minus", "log.robbed", { n: e.count, colour: t.words.card(e.colour) })
      : t.write(d, "minus", "log.robbed.n", { n: e.count }),
  round: (t, e, d) => t.write({ ...d, seat: null }, "again", "log.round", { n: e.round }),
  complete: (t, e, d) => t.write(d, "ticket", "log.complete", { n: e.count }, { points: { points: e.points } }),
};

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
