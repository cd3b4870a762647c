/** What the planner would do, and why, from the plan that it leaves behind. The counterpart of `bots/hints.py`. */
import type { Act, Decision, HintMessage, HintReason } from "../protocol/messages";
import type { KernelMind, Seen } from "./minds";
import type { Bytes, Title } from "./title";

/** A hint, without the English sentence: the page has its own words. */
export type Hint = Pick<HintMessage, "text" | "whole" | "act" | "reason" | "why" | "payment" | "cards" | "path">;

const WILD = "wild";
const none: HintReason = { code: "plan", tickets: [], track: null, cards: {}, points: null };

/** What the planner would do; with `wanted`, what its plan says for the action of that number. */
export async function plannerHint(title: Title, mind: KernelMind, seen: Seen, wanted?: number): Promise<Hint> {
  const decide = async (observation: Bytes): Promise<[Decision, number]> => {
    const code = await mind.decide("planner", { ...seen, observation });
    const { list, codes } = title.legal(observation, seen.seat);
    return [list[codes.indexOf(code)]!, code];
  };
  let [action, code] = await decide(seen.observation);
  if (wanted !== undefined) {
    const { list, codes } = title.legal(seen.observation, seen.seat);
    [action, code] = [list[codes.indexOf(wanted)]!, wanted];
  }
  const plan = new Plan(title, mind, seen);
  const reason = plan.reason(action);
  const path = plan.path(reason);
  const due = whatIsDue(title, seen, action, code);
  const [payment] = due ? await decide(due) : [null];
  const cards = cardsOf(payment ?? action);
  const act = payment ? { ...actOf(action), cards } : actOf(action);
  const { text } = action;
  const ways = "payments" in action ? action.payments : [];
  const whole = ways.find((way) => way.text === payment?.text)?.whole ?? payment?.text ?? text;
  return { text, whole, act, reason, why: "", payment: payment?.text ?? null, cards, path };
}

/** An action as data, without its words and the ways to carry it out. */
export function actOf(action: Decision): Act {
  const without = { payments: null, ways: null, beats: null };
  const { text: _text, payments: _payments, ways: _ways, beats: _beats, ...act } = { ...without, ...action };
  return act;
}

const cardsOf = (action: Decision) => ("cards" in action ? action.cards : {});

/** The position after a choice for which something has to be paid or placed; null if nothing will be due. */
function whatIsDue(title: Title, seen: Seen, { kind }: Decision, code: number): Bytes | null {
  title.put(seen.observation);
  const phase = (name: string) => title.number("rules.phases", name);
  if (!["claim", "station", "place"].includes(kind) || title.get("phase") !== phase("TURN")) return null;
  title.set("phase", phase(kind === "place" ? "PLACEMENT" : "PAYMENT"));
  title.set("target", code);
  return title.take();
}

/** The plan behind the choice that `mind` has just made. */
class Plan {
  constructor(
    readonly title: Title,
    readonly mind: KernelMind,
    readonly seen: Seen,
  ) {}

  get #board() {
    return this.title.parts.board;
  }

  reason(action: Decision): HintReason {
    switch (action.kind) {
      case "claim":
        return this.#whyClaim(action.track);
      case "take":
        return this.#whyDraw(action.colour);
      case "blind":
        return this.#whyDraw(null);
      case "tickets":
        return { ...none, code: "more-tickets" };
      case "keep":
        return { ...none, code: "choice", tickets: action.tickets };
      case "station":
        return { ...none, code: "station" };
      case "pay":
        return { ...none, code: "payment", cards: action.cards };
      case "complete":
        return {
          ...none,
          code: "choice",
          tickets: this.#board.tickets.filter((_, i) => this.mind.plan("best", i)).map(({ id }) => id),
        };
      case "place":
        return { ...none, code: "placement", cards: cardsOf(action) };
      default:
        return none;
    }
  }

  /** The tracks to light: the planned way of the first ticket that the route is for, else the route. */
  path({ tickets, track }: HintReason): string[] {
    if (track === null) return [];
    return tickets.length ? this.#way(this.#board.tickets.find(({ id }) => id === tickets[0])!) : [track];
  }

  #wanted(track: number): boolean {
    const row = this.title.number("rules.numbers", "MAX_TRACKS") * this.seen.seat;
    return this.mind.plan("want", row + track) === this.title.number("bots.scratch", "FOR_TICKET");
  }

  /** The planned way of a ticket, over the seat's own tracks and those that the plan wants for tickets. */
  #way({ a, b }: { a: string; b: string }): string[] {
    const { tracks, places } = this.#board;
    this.title.put(this.seen.observation);
    const prices = tracks.map(({ spaces }, i) =>
      this.title.get("owner", i) === this.seen.seat ? 0 : this.#wanted(i) ? spaces : -1,
    );
    const at = (id: string) => places.findIndex((place) => place.id === id);
    return this.title.way(at(a), at(b), prices).map((track) => tracks[track]!.id);
  }

  #whyClaim(track: string): HintReason {
    const number = this.#board.tracks.findIndex(({ id }) => id === track);
    this.title.put(this.seen.observation);
    const held = this.#board.tickets.filter((_, i) => this.title.get("ticket_at", i) === this.seen.seat);
    const tickets = this.#wanted(number)
      ? held.filter((ticket) => this.#way(ticket).includes(track)).map(({ id }) => id)
      : [];
    return {
      ...none,
      code: tickets.length ? "ticket" : "points",
      tickets,
      track,
      points: this.#board.tracks[number]!.points,
    };
  }

  /** What the next route of the plan that the card helps lacks; in the Card Game, what the tickets lack. */
  #whyDraw(wanted: string | null): HintReason {
    if (this.#board.family === "cards") return this.#whyCollect(wanted);
    const all = this.#shortages();
    const [first] = wanted === null || wanted === WILD ? all : all.filter(({ cards }) => wanted in cards);
    return first ? { ...none, code: "collect", ...first } : { ...none, code: "draw" };
  }

  /** The routes of the plan that cannot be paid yet and the cards that each lacks, in the plan's order. */
  #shortages(): { track: string; cards: Record<string, number> }[] {
    const { colours, tracks } = this.#board;
    return this.mind.shortages(this.seen.seat).map(([track, colour, plain, wilds]) => {
      const cards = Object.entries({ [colours[colour]!]: plain, [WILD]: wilds }).filter(([, count]) => count);
      return { track: tracks[track]!.id, cards: Object.fromEntries(cards) };
    });
  }

  /** The colour that is taken, if tickets lack it; else the colour that they lack most of. */
  #whyCollect(wanted: string | null): HintReason {
    const { colours, cards } = this.#board;
    const lacking = colours.map((_, i) => this.mind.plan("needed", i));
    const most = lacking.indexOf(Math.max(...lacking));
    if (lacking[most]! <= 0) return { ...none, code: "draw" };
    const taken = wanted === null ? -1 : colours.indexOf(wanted);
    const [colour, count] =
      taken >= 0 && lacking[taken]! > 0 ? [wanted!, lacking[taken]!] : [colours[most]!, lacking[most]!];
    return { ...none, code: "collect", cards: { [colour]: Math.min(count, cards[colour]!) } };
  }
}
