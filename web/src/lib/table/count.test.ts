import { describe, expect, it } from "vitest";
import amsterdam from "../../dev/boards/amsterdam.json";
import europe from "../../dev/boards/europe.json";
import paris from "../../dev/boards/paris.json";
import amsterdamOver from "../../dev/moments/amsterdam-over.json";
import europeOver from "../../dev/moments/europe-over.json";
import parisOver from "../../dev/moments/paris-over.json";
import type { Board } from "../protocol/board";
import type { GameEvent, GameView } from "../protocol/messages";
import { cell, columnsOf, scoreCurves, steps, told } from "./count";
import { Words } from "./words";

const games = {
  europe: [europe, europeOver],
  paris: [paris, parisOver],
  amsterdam: [amsterdam, amsterdamOver],
} as const;

describe.each(Object.entries(games))("the count of %s", (_, [boardData, over]) => {
  const board = boardData as unknown as Board;
  const view = over.view as unknown as GameView;
  const outcome = view.outcome!;
  const all = steps(outcome, board, new Words(board), (s) => `seat ${s}`);

  it("tells every point once: the steps add up to the totals", () => {
    const columns = told(all, all.length);
    for (const seat of outcome.seats) {
      const sum = [...columns.values()].reduce((s, column) => s + (column.get(seat.seat) ?? 0), 0);
      expect(sum).toBe(seat.total);
      expect(columnsOf(board).reduce((s, c) => s + cell(seat, c), 0)).toBe(seat.total);
    }
  });
  it("ends with the result", () => {
    expect(all[all.length - 1]!.column).toBe("result");
  });
  it("draws curves that end where routes and flags do", () => {
    const curves = scoreCurves(over.events as GameEvent[], view.seats);
    for (const seat of outcome.seats) expect(curves[seat.seat]!.points.at(-1)).toBe(seat.routes + seat.flags);
  });
});
