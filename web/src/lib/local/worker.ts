/** The worker that holds the tables of this device. */
import { Refusal } from "../net/refusal";
import { House } from "./house";
import { facts, net, ownParts, parts } from "./load";
import type { Mind } from "./minds";
import { lockOf } from "./saved";
import { Shelf } from "./shelf";
import { Store } from "./store";
import type { Parts } from "./title";
import { WorkerMind } from "./thinking";
import { bring, readBoard } from "./server";
import type { FromWorker, ToWorker } from "./words";

/** One core is left to the page; more than four bring little. */
const MINDS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
const known = new Map<string, readonly Mind[]>();

function minds(of: Parts): readonly Mind[] {
  const { digest } = of.own ?? of.facts.titles[of.game]!;
  if (!known.has(digest)) {
    // those of another title have nothing to do any more
    for (const old of known.values()) for (const mind of old) mind.end?.();
    known.clear();
    known.set(digest, team(of));
  }
  return known.get(digest)!;
}

const team = (of: Parts): readonly Mind[] => Array.from({ length: MINDS }, () => new WorkerMind(of));

/** A lock of the browser, which goes with the tab. Where there is none, the store notices that two tabs write. */
async function hold(id: string): Promise<(() => void) | null> {
  if (!navigator.locks) return () => {};
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((free) => resolve(free));
    });
  });
}

const house = new House(new Store(), { facts, parts, ownParts, net, minds, team, hold, readBoard, bring }, new Shelf());
const post = (message: FromWorker) => postMessage(message);
let line = -1;

function refused(error: unknown): { code: string; message: string; status: number } {
  if (error instanceof Refusal) return { code: error.code, message: error.message, status: error.status };
  console.error(error);
  return { code: "internal", message: String(error), status: 0 };
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("ask" in data) {
    try {
      const work = house[data.what] as (...values: unknown[]) => Promise<unknown>;
      post({ ask: data.ask, value: await work.apply(house, data.values) });
    } catch (error) {
      post({ ask: data.ask, refusal: refused(error) });
    }
  } else if ("open" in data) {
    line = data.line;
    try {
      await house.open(data.open, (tell) => post({ line: data.line, tell }), data.hurry);
    } catch (error) {
      post({ line: data.line, refusal: refused(error) });
    }
  } else if ("leave" in data) {
    if (data.leave === line) house.leave();
  } else if (data.line === line) await house.opened?.receive(data.say);
};
