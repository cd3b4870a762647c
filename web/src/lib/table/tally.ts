/** The count of a round of the Card Game as a scene: who has completed which tickets, and with which cards. */
import { sortCards, type Cards } from "../art/ink";
import type { CompleteEvent, DoneEvent, GameEvent } from "../protocol/messages";
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
export function lastCount(events: readonly GameEvent[]): Count[] {
  const since = events.findLastIndex((e) => e.kind === "round") + 1;
  return events.slice(since).filter(counts);
}

/** What a count is told by. */
export type Count = DoneEvent | CompleteEvent;

export function counts(e: GameEvent): e is Count {
  return e.kind === "done" || e.kind === "complete";
}

/** Seat by seat, as these events tell it. */
export function tallyOf(events: readonly Count[], seats: number): SeatTally[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = events.filter((e) => e.seat === seat);
    const tickets = own
      .filter((e) => e.kind === "done")
      .map((e) => ({ id: e.ticket, points: e.points, cards: e.cards, done: true }));
    const points = tickets.reduce((sum, x) => sum + x.points, 0);
    return { seat, tickets, points, ended: own.some((e) => e.kind === "complete") };
  });
}

/** The same of the final count after some of its steps: what was missed as well. */
export function tallyOfSteps(steps: readonly Step[], events: readonly GameEvent[], seats: number): SeatTally[] {
  const used = new Map(events.filter((e) => e.kind === "done").map((e) => [e.ticket, e.cards]));
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
