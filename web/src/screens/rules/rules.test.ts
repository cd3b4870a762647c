import { describe, expect, it } from "vitest";
import catalogue from "../../../../docs/RULES.md?raw";
import { TITLES } from "../../lib/games";
import type { Help } from "../../lib/help";
import { PARAGRAPHS, paragraphsOf } from "./text";
import { fill } from "./words";

const GAMES = ["europe", "amsterdam", "berlin", "paris", "cardgame"];
const FILES = import.meta.glob<Help>("../../assets/engine/*.help.json", { import: "default", eager: true });
const helpOf = (game: string) => FILES[`../../assets/engine/${game}.help.json`]!;
const CATALOGUE = [...catalogue.matchAll(/^- ([A-Z][0-9]+) /gm)].map((m) => m[1]!);

/** Which games a rule of the catalogue concerns. */
function concerns(rule: string): readonly string[] {
  const one: Record<string, string[]> = {
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
  const groups: Record<string, string[]> = {
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
  it("asks for features that some title has, and another has not", () => {
    const asked = new Set(PARAGRAPHS.flatMap((p) => p.has.split(" ").filter(Boolean)));
    for (const feature of asked) {
      const having = GAMES.filter((game) => helpOf(game).features.includes(feature.replace("-", ""))).length;
      expect([feature, having > 0 && having < GAMES.length]).toEqual([feature, true]);
    }
  });
  it("knows all titles", () => expect(TITLES.map((title) => title.id)).toEqual(GAMES));
  it("fills in the figures of each title", () => {
    const [europe, amsterdam, berlin] = GAMES.map(helpOf);
    expect(fill("{tariff}", europe!, "en")).toBe(
      "1 space 1 point, 2 spaces 2, 3 spaces 4, 4 spaces 7, 6 spaces 15, 8 spaces 21",
    );
    expect(fill("{tariff}", berlin!, "fr")).toMatch(/4 espaces 7\s; un métro de 2 cartes 2 points, de 3 cartes 3/);
    expect(fill("{goods}", amsterdam!, "en")).toBe(
      "8, 6, 4, 2 points with four players; 8, 5, 2 with three; 8, 4 with two",
    );
    expect(fill("{trigger|one piece or none|# pieces or fewer}", europe!, "en")).toBe("two pieces or fewer");
    expect(fill("{trigger|one piece or none|# pieces or fewer}", berlin!, "en")).toBe("one piece or none");
  });
  it("knows the catalogue", () => expect(CATALOGUE.length).toBeGreaterThan(75));
  it("tells every rule that concerns a game in that game's help", () => {
    const missing: string[] = [];
    for (const rule of CATALOGUE)
      for (const game of concerns(rule))
        if (!paragraphsOf(helpOf(game)).some((p) => p.ids.includes(rule))) missing.push(`${game} ${rule}`);
    expect(missing).toEqual([]);
  });
  it("names only rules of the catalogue", () => {
    for (const p of PARAGRAPHS) for (const id of p.ids) expect(CATALOGUE).toContain(id);
  });
  it("has words for every slot, in both languages", () => {
    for (const help of GAMES.map(helpOf)) {
      for (const p of paragraphsOf(help)) {
        for (const text of [
          fill(p.fr, help, "fr"),
          fill(p.title[0], help, "fr"),
          fill(p.en, help, "en"),
          fill(p.title[1], help, "en"),
        ]) {
          expect(text.trim()).not.toBe("");
          expect(text).not.toMatch(/[{}]/);
        }
      }
    }
  });
  it("names a rule once per game, so that a link has one goal", () => {
    for (const game of GAMES) {
      const ids = paragraphsOf(helpOf(game)).flatMap((p) => p.ids);
      expect([game, ids.filter((id, i) => ids.indexOf(id) !== i)]).toEqual([game, []]);
    }
  });
});
