import { describe, expect, it } from "vitest";
import { en } from "./en";
import { fr } from "./fr";
import { format, sayDay, segments, slots } from "./format";
import * as pages from "./pages";
import * as refused from "./refused";

const languages: [Record<string, string>, Record<string, string>][] = [
  [en, fr],
  [pages.en, pages.fr],
  [refused.en, refused.fr],
];

describe.each(languages)("languages", (one, other) => {
  const keys = Object.keys(one);
  it("have the same keys", () => {
    expect(Object.keys(other).sort()).toEqual([...keys].sort());
  });
  it("have no empty message", () => {
    for (const key of keys) expect([key, one[key]!.trim(), other[key]!.trim()]).not.toContain("");
  });
  it("have the same slots in every message", () => {
    for (const key of keys) expect([key, slots(other[key]!)]).toEqual([key, slots(one[key]!)]);
  });
});

describe("format", () => {
  it("fills slots and chooses by number", () => {
    expect(format("{n|# card|# cards} for {name}", { n: 1, name: "Ada" }, "en")).toBe("1 card for Ada");
    expect(format("{n|# card|# cards}", { n: 0 }, "en")).toBe("0 cards");
    expect(format("{n|# carte|# cartes}", { n: 0 }, "fr")).toBe("0 carte");
  });
  it("does not break French lines before a sign", () => {
    expect(format("Bien vu ! « {name} » : {n} %", { name: "Ada", n: 3 }, "fr")).toBe(
      "Bien vu\u00a0! «\u00a0Ada\u00a0»\u00a0: 3\u00a0%",
    );
    expect(format("{n} %", { n: 3 }, "en")).toBe("3 %");
  });
  it("says the first of a month as it is said", () => {
    const form = { day: "numeric", month: "long" } as const;
    const said = (language: "en" | "fr", day: number) => sayDay(new Date(2026, 11, day).getTime(), language, form);
    expect([said("fr", 1), said("fr", 11), said("en", 1)]).toEqual(["1er décembre", "11 décembre", "1 December"]);
  });
  it("leaves unknown slots as segments", () => {
    expect(segments("pay {cards} now", {}, "en")).toEqual(["pay ", { slot: "cards" }, " now"]);
  });
});
