/** The count of a round of the Card Game as a scene: who has completed which tickets, and with which cards. */
import { sortCards, type Cards } from "../art/ink";
import type { GameEvent } from "../protocol/messages";
import type { Step } from "./count";

export interface Counted {
  id: string;
  points: number;
  cards: Cards;
  done: boolean;
}

export interface SeatTally {
  seat: number;
  tickets: Counted[];
  points: number;
  /** nothing more comes from this seat */
  ended: boolean;
}

/** What the last count of a round has told so far. */
export function lastCount(events: readonly GameEvent[]): GameEvent[] {
  const since = events.findLastIndex((e) => e.kind === "round") + 1;
  return events.slice(since).filter(counts);
}

export function counts(e: GameEvent): boolean {
  return e.kind === "done" || e.kind === "complete";
}

const cardsOf = (e: GameEvent) => (e.cards ?? {}) as Cards;

/** Seat by seat, as these events tell it. */
export function tallyOf(events: readonly GameEvent[], seats: number): SeatTally[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = events.filter((e) => e.seat === seat);
    const tickets = own
      .filter((e) => e.kind === "done")
      .map((e) => ({ id: String(e.ticket), points: Number(e.points ?? 0), cards: cardsOf(e), done: true }));
    const points = tickets.reduce((sum, x) => sum + x.points, 0);
    return { seat, tickets, points, ended: own.some((e) => e.kind === "complete") };
  });
}

/** The same of the final count after some of its steps: what was missed as well. */
export function tallyOfSteps(steps: readonly Step[], events: readonly GameEvent[], seats: number): SeatTally[] {
  const used = new Map(events.filter((e) => e.kind === "done").map((e) => [String(e.ticket), cardsOf(e)]));
  return Array.from({ length: seats }, (_, seat) => {
    const own = steps.filter((step) => step.points.has(seat));
    const tickets = own.flatMap(({ ticket }) =>
      ticket ? [{ id: ticket.id, points: ticket.points, cards: used.get(ticket.id) ?? {}, done: ticket.done }] : [],
    );
    const points = own.reduce((sum, step) => sum + (step.points.get(seat) ?? 0), 0);
    return { seat, tickets: tickets.reverse(), points, ended: false };
  });
}

/** One entry for every card, in the order of the board. */
export function flat(cards: Cards, colours: readonly string[]): string[] {
  return sortCards(cards, colours).flatMap(([colour, n]) => Array<string>(n).fill(colour));
}
