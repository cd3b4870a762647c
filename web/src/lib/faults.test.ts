import { expect, test } from "vitest";
import { clean, lastFaults, noteRefusal, watchFaults } from "./faults";

test("nothing secret is kept", () => {
  expect(clean("at f (https://trains.example/assets/Table-B2x.js?seat=1#/seat/ab:12:34)")).toBe(
    "at f (Table-B2x.js:12:34)",
  );
  expect(clean("POST tables/k3v9x0q2m7n4p8r1/join")).toBe("POST tables/…/join");
  expect(clean("wss://trains.example/api/tables/k3v9x0q2m7n4p8r1/socket")).toBe("socket");
  expect(clean("key BFx_dGhpcyBpcyBhIGtleSBvZiBhIGJyb3dzZXI")).toBe("key …");
  expect(clean("x ".repeat(500))).toHaveLength(400);
});

test("the last faults are kept, of every kind", () => {
  const page = new EventTarget();
  watchFaults(page);
  for (let n = 0; n < 12; n++) noteRefusal(`GET turns ${n}`, "offline");
  page.dispatchEvent(Object.assign(new Event("error"), { error: new TypeError("Ana is not a seat") }));
  page.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "late" }));
  noteRefusal("action", "illegal", "R1");
  const found = lastFaults(["Ana", ""]);
  expect(found).toHaveLength(10);
  expect(found[0]!.text).toBe("GET turns 5 offline");
  expect(found.slice(-3).map(({ kind }) => kind)).toEqual(["error", "promise", "refusal"]);
  expect(found.at(-3)!.text).toMatch(/^TypeError: … is not a seat/);
  expect(found.slice(-2).map(({ text }) => text)).toEqual(["late", "action illegal R1"]);
});
