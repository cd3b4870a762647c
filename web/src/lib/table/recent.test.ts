import { describe, expect, it } from "vitest";
import europe from "../../dev/boards/europe.json";
import type { Board } from "../protocol/board";
import { onTheWay, shortestWay } from "./distance";
import type { Entry } from "./log";
import { latest } from "./recent";

const move = (id: number, seat: number | null, track?: string, place?: string): Entry => ({
  id,
  seat,
  icon: "train",
  key: "log.claim",
  params: {},
  parts: {},
  track,
  place,
});

describe("what just happened", () => {
  const log = [move(0, 0, "a"), move(1, 1, "b"), move(2, 2), move(3, 3, undefined, "paris")];
  it("is the last move of everybody else since one's own", () => {
    expect(latest(log, 0, true).map((e) => e.id)).toEqual([3, 1]);
  });
  it("stays until one's own turn ends", () => {
    expect(latest([...log, move(4, 0)], 0, true).map((e) => e.id)).toEqual([3, 1]);
    expect(latest([...log, move(4, 0, "c")], 0, false)).toEqual([]);
  });
  it("is one round for who watches", () => {
    expect(latest([...log, move(4, 0, "c")], null, false).map((e) => e.id)).toEqual([4, 3, 1]);
  });
});

describe("routes on the way of a ticket", () => {
  const board = europe as unknown as Board;
  it("are those of a shortest way, without what one owns", () => {
    const way = onTheWay(board, "paris", "wien", () => 1);
    expect(way.length).toBeGreaterThan(0);
    const spaces = new Map(board.tracks.map((t) => [t.id, t.spaces]));
    expect(Math.max(...way.map((id) => spaces.get(id)!))).toBeLessThanOrEqual(shortestWay(board, "paris", "wien"));
    const owned = way[0]!;
    expect(onTheWay(board, "paris", "wien", (id) => (id === owned ? 0 : 1))).not.toContain(owned);
  });
  it("are none where there is no way left", () => {
    expect(onTheWay(board, "paris", "wien", () => null)).toEqual([]);
  });
});
