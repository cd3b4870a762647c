import { expect, test } from "vitest";
import type { TableInfo, You } from "./protocol/messages";
import { answers, asks, dayIn, endOf, mayEnd, stands } from "./standstill";

const you = (seats: number[], host = false): You => ({ seats, host });
const table = (more: Partial<TableInfo>): TableInfo =>
  ({
    ...{ status: "playing", paused: false, paused_until: null, paused_for: null, holiday: null },
    ...more,
  }) as TableInfo;

test("a holiday is answered by those who are waited for and withdrawn by who asks", () => {
  const asked = table({ holiday: { seat: 1, until: 5, waiting: [0, 3] } });
  expect([answers(asked, you([3])), answers(asked, you([2])), answers(asked, you([1]))]).toEqual([
    3,
    undefined,
    undefined,
  ]);
  expect([asks(asked, you([1])), asks(asked, you([0]))]).toEqual([true, false]);
  expect([0, 1, 2, 3].map((seat) => stands(asked, you([seat])))).toEqual([true, true, false, true]);
});

test("a pause is ended by the host, a holiday by who is on it", () => {
  const paused = table({ paused: true });
  expect([mayEnd(paused, you([0], true)), mayEnd(paused, you([1]))]).toEqual([true, false]);
  const holiday = table({ paused: true, paused_until: 5, paused_for: 1 });
  expect([mayEnd(holiday, you([0], true)), mayEnd(holiday, you([1]))]).toEqual([false, true]);
  const vacation = table({ paused: true, paused_until: 5, paused_for: null });
  expect([mayEnd(vacation, you([], true)), mayEnd(vacation, you([1]))]).toEqual([true, false]);
});

test("a holiday lasts to the end of its last day, here", () => {
  expect(endOf("2026-12-31")).toBe(new Date(2027, 0, 1).getTime());
  expect(endOf("")).toBeNaN();
  expect(dayIn(3, new Date(2026, 11, 30, 22))).toBe("2027-01-02");
});
