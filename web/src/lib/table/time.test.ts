import { expect, it } from "vitest";
import { timeLeft } from "./time";

it("shows minutes, hours or days", () => {
  const shown = (days: number, hours: number, minutes: number, seconds: number, language: "en" | "fr" = "en") =>
    timeLeft(1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days))), language).replaceAll("\u00a0", " ");
  expect(shown(0, 0, 0, 0)).toBe("0:00");
  expect(shown(0, 0, 59, 59)).toBe("59:59");
  expect(shown(0, 1, 0, 0)).toBe("1 h 00");
  expect(shown(0, 23, 59, 58)).toBe("23 h 59");
  expect(shown(1, 0, 0, 0)).toBe("1 d 0 h");
  expect(shown(2, 3, 59, 59, "fr")).toBe("2 j 3 h");
});
