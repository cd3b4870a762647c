import { describe, expect, it } from "vitest";
import amsterdam from "../../dev/boards/amsterdam.json";
import berlin from "../../dev/boards/berlin.json";
import europe from "../../dev/boards/europe.json";
import paris from "../../dev/boards/paris.json";
import amsterdamLayout from "../../../../src/aiguillage/titles/amsterdam/layout.json";
import berlinLayout from "../../../../src/aiguillage/titles/berlin/layout.json";
import europeLayout from "../../../../src/aiguillage/titles/europe/layout.json";
import parisLayout from "../../../../src/aiguillage/titles/paris/layout.json";
import type { Board } from "../protocol/board";
import { frameCells, plateBeside } from "./draw";
import { applyLayout, autoLayout, type LayoutFile } from "./layout";

const drawn = {
  amsterdam: [amsterdam, amsterdamLayout],
  berlin: [berlin, berlinLayout],
  europe: [europe, europeLayout],
  paris: [paris, parisLayout],
};

describe.each(Object.entries(drawn))("the layout of %s", (_, [data, file]) => {
  const board = data as unknown as Board;
  const layouts = { ours: file as unknown as LayoutFile, automatic: autoLayout(board) };

  it.each(Object.entries(layouts))("%s places every track once, with a spot for each piece", (_, layoutFile) => {
    const layout = applyLayout(board, layoutFile);
    expect(layout.tracks.map((t) => t.track.id).sort()).toEqual(board.tracks.map((t) => t.id).sort());
    for (const t of layout.tracks) expect(t.spots).toHaveLength(t.track.spaces);
  });
  it.each(Object.entries(layouts))("%s keeps everything on the canvas", (_, layoutFile) => {
    const layout = applyLayout(board, layoutFile);
    const [w, h] = layoutFile.canvas;
    for (const spot of layout.tracks.flatMap((t) => t.spots)) {
      expect(spot.x > 0 && spot.x < w && spot.y > 0 && spot.y < h).toBe(true);
    }
  });
  it("draws the two tracks of a double route side by side", () => {
    const layout = applyLayout(board, file as unknown as LayoutFile);
    for (const t of layout.tracks) {
      if (!t.track.twin) continue;
      const twin = layout.byId.get(t.track.twin)!;
      expect(Math.abs(t.offset - twin.offset)).toBeGreaterThanOrEqual(layout.file.track.width);
    }
  });
});

describe("a board without positions", () => {
  it("is laid out on a ring", () => {
    const board = {
      ...(paris as unknown as Board),
      places: (paris as unknown as Board).places.map((p) => ({ ...p, at: null, label: null })),
    };
    const layout = applyLayout(board, autoLayout(board));
    const spots = [...layout.places.values()];
    expect(new Set(spots.map((p) => `${Math.round(p.x)} ${Math.round(p.y)}`)).size).toBe(board.places.length);
  });
});

describe("the score frame", () => {
  it.each([50, 100])("of %i cells closes around the board", (n) => {
    const cells = frameCells([1600, 1100], n);
    expect(cells).toHaveLength(n);
    cells.forEach((c, i) => {
      const next = cells[(i + 1) % n]!;
      const gap = Math.max(
        0,
        Math.max(c.x, next.x) - Math.min(c.x + c.w, next.x + next.w),
        Math.max(c.y, next.y) - Math.min(c.y + c.h, next.y + next.h),
      );
      expect(gap).toBeLessThan(0.001);
    });
  });
});

describe("a plate", () => {
  it("makes room for a station, and only then", () => {
    const plate = { x: 10, y: -20, w: 60, h: 24, lines: ["Wien"] };
    expect(plateBeside(plate, { x: 0, y: 0 }, false)).toEqual(plate);
    const moved = plateBeside(plate, { x: 0, y: 0 }, true);
    expect(moved.y + 12).toBeLessThanOrEqual(-17);
  });
});
