import { describe, expect, it } from "vitest";
import catalogue from "../../../../docs/RULES.md?raw";
import { PARAGRAPHS, type Game } from "./text";
import { fill } from "./words";

const GAMES: readonly Game[] = ["europe", "amsterdam", "berlin", "paris", "cardgame"];
const CATALOGUE = [...catalogue.matchAll(/^- ([A-Z][0-9]+) /gm)].map((m) => m[1]!);

/** Which games a rule of the catalogue concerns. */
function concerns(rule: string): readonly Game[] {
  const one: Record<string, Game[]> = {
    S1: ["europe"],
    S2: ["amsterdam"],
    S3: ["berlin"],
    S4: ["paris"],
    S7: ["europe"],
    S8: ["amsterdam", "berlin", "paris"],
    E3: ["europe"],
    B5: ["berlin"],
    D8: [...GAMES],
    S10: [...GAMES],
    T2: [...GAMES],
  };
  if (one[rule]) return one[rule];
  const groups: Record<string, Game[]> = {
    F: ["europe"],
    U: ["europe"],
    G: ["europe"],
    M: ["amsterdam"],
    B: ["berlin"],
    P: ["paris"],
    C: ["cardgame"],
  };
  const boards = GAMES.filter((g) => g !== "cardgame");
  // the Card Game draws as D1 to D5 (C8)
  if (/^D[1-5]$/.test(rule)) return GAMES;
  return groups[rule[0]!] ?? boards;
}

describe("rules help", () => {
  it("knows the catalogue", () => expect(CATALOGUE.length).toBeGreaterThan(75));
  it("tells every rule that concerns a game in that game's help", () => {
    const missing: string[] = [];
    for (const rule of CATALOGUE)
      for (const game of concerns(rule))
        if (!PARAGRAPHS.some((p) => p.ids.includes(rule) && p.games.includes(game))) missing.push(`${game} ${rule}`);
    expect(missing).toEqual([]);
  });
  it("names only rules of the catalogue", () => {
    for (const p of PARAGRAPHS) for (const id of p.ids) expect(CATALOGUE).toContain(id);
  });
  it("has words for every slot, in both languages", () => {
    for (const p of PARAGRAPHS) {
      for (const game of p.games) {
        for (const text of [
          fill(p.fr, game, "fr"),
          fill(p.title[0], game, "fr"),
          fill(p.en, game, "en"),
          fill(p.title[1], game, "en"),
        ]) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toMatch(/[{}]/);
        }
      }
    }
  });
  it("names a rule once per game, so that a link has one goal", () => {
    for (const game of GAMES) {
      const ids = PARAGRAPHS.filter((p) => p.games.includes(game)).flatMap((p) => p.ids);
      expect([game, ids.filter((id, i) => ids.indexOf(id) !== i)]).toEqual([game, []]);
    }
  });
});
