import { describe, expect, it } from "vitest";
import { LIVERIES, SHAPE } from "./ink";
import { centred, parse, place, roundedRect } from "./path";

/** The points a path visits, control points left out. */
const ends = (d: string) =>
  parse(d)
    .filter(([c]) => c !== "Z")
    .map((c) => c.slice(-2) as [number, number]);

describe("path arithmetic", () => {
  it("turns relative commands into absolute ones", () => {
    expect(parse("M2 3h4v5l-1-1z")).toEqual([["M", 2, 3], ["L", 6, 3], ["L", 6, 8], ["L", 5, 7], ["Z"]]);
    expect(parse("m1 1 2 0")).toEqual([
      ["M", 1, 1],
      ["L", 3, 1],
    ]);
  });
  it("starts the next part where the last one began", () => {
    expect(parse("M1 1h4v4zm2 2h1")).toEqual([["M", 1, 1], ["L", 5, 1], ["L", 5, 5], ["Z"], ["M", 3, 3], ["L", 4, 3]]);
  });
  it("moves, turns and scales", () => {
    expect(place("M1 0L2 0", { x: 10, y: 20, angle: 90, scale: 2 })).toBe("M10 22L10 24");
    expect(place("M0 0A3 4 0 1 0 6 0", { x: 0, y: 0, angle: 90 })).toBe("M0 0A3 4 90 1 0 0 6");
  });
  it("centres every shape and glyph on its spot, whichever way it is turned", () => {
    for (const d of [...Object.values(SHAPE), ...Object.values(LIVERIES).map((l) => l.glyph)]) {
      for (const angle of [0, 37, -90]) {
        for (const [x, y] of ends(centred(d, 12, { x: 100, y: 50, angle })))
          expect(Math.hypot(x - 100, y - 50)).toBeLessThan(9);
      }
    }
  });
  it("rounds corners no more than half a side", () => {
    expect(ends(roundedRect(-10, -5, 20, 10, 99)).every(([x, y]) => Math.abs(x) <= 10 && Math.abs(y) <= 5)).toBe(true);
  });
});
