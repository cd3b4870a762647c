import { afterEach, expect, it, vi } from "vitest";
import opening from "../../dev/moments/europe-opening.json";
import type { Replay } from "../protocol/messages";
import { api } from "./api";
import { ReplayCourse } from "./replay.svelte";

const STEPS = 230;

/** A server that gives a part whenever `next` is called. */
function server() {
  const asked: (() => void)[] = [];
  vi.spyOn(api, "replay").mockImplementation(
    (_id, _seat, start, count) =>
      new Promise((give) => {
        const part = Array.from({ length: Math.min(count, STEPS - start) }, () => ({
          ...opening,
          by: null,
          events: [],
        }));
        asked.push(() => give({ table: opening.table, steps: STEPS, start, part } as unknown as Replay));
      }),
  );
  return async () => {
    asked.shift()!();
    await new Promise((later) => setTimeout(later));
  };
}

afterEach(() => void vi.restoreAllMocks());

it("goes to a step that is not here yet as soon as it is", async () => {
  const next = server();
  const course = new ReplayCourse("t", 0);
  const loading = course.load();
  await next();
  course.go(1e6);
  expect(course.at).toBe(99);
  await next();
  await next();
  await loading;
  expect(course.at).toBe(STEPS - 1);
});

it("stays where it was put meanwhile", async () => {
  const next = server();
  const course = new ReplayCourse("t", 0);
  const loading = course.load(150);
  await next();
  expect(course.at).toBe(99);
  course.go(12);
  await next();
  await next();
  await loading;
  expect(course.at).toBe(12);
});

it("takes up the step that another seat was shown", async () => {
  const next = server();
  const course = new ReplayCourse("t", 0);
  const loading = course.load(150);
  await next();
  await next();
  await next();
  await loading;
  expect(course.at).toBe(150);
});
