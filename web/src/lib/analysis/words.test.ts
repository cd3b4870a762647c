import { describe, expect, it } from "vitest";
import { slots } from "../i18n/format";
import { en, fr, number, signed, type AnalysisKey } from "./words";

describe("the words of the analysis", () => {
  it("have the same keys and slots in both languages, and none is empty", () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
    for (const key of Object.keys(en) as AnalysisKey[]) {
      expect([key, slots(fr[key])]).toEqual([key, slots(en[key])]);
      expect([key, en[key].trim(), fr[key].trim()]).not.toContain("");
    }
  });

  it("have a minus, not a hyphen, before what was lost", () => {
    expect([number(-19), number(19), signed(-3), signed(6), signed(0)]).toEqual(["−19", "19", "−3", "+6", "0"]);
  });
});
