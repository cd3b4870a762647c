import { describe, expect, it } from "vitest";
import type { GameEvent } from "../protocol/messages";
import { flat, lastCount, tallyOf } from "./tally";

const event = (kind: GameEvent["kind"], seat: number | null, data: object = {}) =>
  ({ kind, seat, text: "", ...data }) as GameEvent;
const done = (seat: number, ticket: string, points: number, cards = {}) =>
  event("done", seat, { ticket, points, cards });

describe("the count of a round", () => {
  const first = [done(0, "a-b", 5), event("complete", 0), event("complete", 1)];
  const second = [event("place", 0), done(1, "c-d", 7, { red: 1 }), event("complete", 1), done(0, "e-f", 9)];

  it("is of the last round alone", () => {
    expect(lastCount([...first, event("round", null, { round: 2 }), ...second])).toEqual(second.slice(1));
    expect(lastCount(first)).toEqual(first);
  });
  it("tells tickets with their cards by seat, and who is through", () => {
    expect(tallyOf(lastCount(second), 2)).toEqual([
      { seat: 0, tickets: [{ id: "e-f", points: 9, cards: {}, done: true }], points: 9, ended: false },
      { seat: 1, tickets: [{ id: "c-d", points: 7, cards: { red: 1 }, done: true }], points: 7, ended: true },
    ]);
  });
  it("lays cards out in the order of the board, wilds last", () => {
    expect(flat({ wild: 1, green: 2, red: 1 }, ["red", "green"])).toEqual(["red", "green", "green", "wild"]);
  });
});
