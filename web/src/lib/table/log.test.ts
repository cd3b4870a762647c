import { describe, expect, it } from "vitest";
import europe from "../../dev/boards/europe.json";
import type { Board } from "../protocol/board";
import type { GameEvent } from "../protocol/messages";
import { tell } from "./log";
import { Words } from "./words";

const words = new Words(europe as unknown as Board);
const event = (kind: GameEvent["kind"], seat: number | null, data: object = {}) =>
  ({ kind, seat, text: "", ...data }) as GameEvent;
const keys = (events: GameEvent[]) => tell(events, words).map((e) => e.key);

describe("the log", () => {
  it("tells two cards of one turn in one line", () => {
    expect(
      keys([event("take", 1, { card: "red" }), event("turn-up", null, { card: "blue" }), event("blind", 1)]),
    ).toEqual(["log.take.blind"]);
    expect(keys([event("blind", 1), event("blind", 1), event("blind", 2)])).toEqual(["log.blind", "log.blind"]);
  });
  it("keeps the turns of one player apart", () => {
    expect(keys([event("blind", 1), event("blind", 1), event("blind", 1), event("blind", 1)])).toEqual([
      "log.blind",
      "log.blind",
    ]);
  });
  it("tells a tunnel with what it asked for, even if the deck ran out in it", () => {
    const lines = tell(
      [
        event("lay", 0, { cards: { red: 2 } }),
        event("reveal", 0, { card: "red" }),
        event("reshuffle", null, { count: 40 }),
        event("reveal", 0, { card: "wild" }),
        event("reveal", 0, { card: "blue" }),
        event("owe", 0, { owed: 2 }),
        event("lay", 0, { cards: { red: 1, wild: 1 } }),
        event("claim", 0, { track: "paris-zurich", points: 4 }),
      ],
      words,
    );
    expect(lines.map((e) => e.key)).toEqual(["log.reshuffle", "log.tunnel", "log.claim"]);
    expect(lines[1]!.parts.revealed).toEqual({ cards: { red: 1, wild: 1, blue: 1 } });
    expect(lines[2]!.parts.cards).toEqual({ cards: { red: 3, wild: 1 } });
  });
  it("tells a market that is cleared again and again once", () => {
    const flush = [event("flush", null), event("reshuffle", null, { count: 5 })];
    expect(keys([...flush, ...flush, ...flush])).toEqual(["log.flush", "log.reshuffle"]);
  });
  it("tells three colours placed at once in one line", () => {
    const place = (colour: string) => event("place", 2, { colour, cards: { [colour]: 1 } });
    const lines = tell([place("red"), place("blue"), place("white"), event("blind", 1)], words);
    expect(lines.map((e) => e.key)).toEqual(["log.place", "log.blind"]);
    expect(lines[0]!.parts.cards).toEqual({ cards: { red: 1, blue: 1, white: 1 } });
  });
  it("tells kept tickets by name to their owner only", () => {
    const own = tell(
      [event("draw-tickets", 0, { count: 3 }), event("keep", 0, { count: 1, offered: 3, kept: ["brest-marseille"] })],
      words,
    );
    expect(own.map((e) => e.key)).toEqual(["log.tickets"]);
    expect(own[0]!.parts.kept).toEqual({ bold: "Brest\u00a0– Marseille" });
    expect(tell([event("keep", 1, { count: 2, offered: 3 })], words)[0]!.parts.kept).toEqual({ bold: "2" });
  });
  it("keeps of cards on their way on track how many they were", () => {
    const lines = tell(
      [
        event("on-track", 1, { count: 3 }),
        event("on-track", 1, { count: 4 }),
        event("place", 1, { count: 1 }),
        event("place", 1, { count: 1 }),
        event("place", 1, { count: 1 }),
        event("robbed", 0, { count: 2 }),
      ],
      words,
    );
    expect(lines.map((e) => [e.key, e.params.n])).toEqual([
      ["log.onTrack.n", 2],
      ["log.place.n", 3],
      ["log.robbed.n", 2],
    ]);
  });
  it("tells how many opening tickets are kept when all have chosen", () => {
    const ids = europe.tickets.slice(0, 2).map((x) => x.id);
    const chosen = [event("choose", 0, { kept: ids }), event("choose", 1)];
    expect(keys(chosen)).toEqual(["log.choose.own", "log.chosen"]);
    const lines = tell(
      [...chosen, event("kept", 0, { count: 2, offered: 4 }), event("kept", 1, { count: 3, offered: 4 })],
      words,
    );
    expect(lines.map((e) => [e.key, e.seat, e.params.n])).toEqual([
      ["log.choose", 0, 4],
      ["log.choose", 1, 4],
    ]);
    expect(lines[1]!.parts.kept).toEqual({ bold: "3" });
    expect(lines[0]!.parts.kept).not.toEqual({ bold: "2" });
  });
});
