/** What the coach says, and the answer of a puzzle. */
import { say } from "../i18n/pages";
import type { Act } from "../protocol/messages";
import { sayAct, type Speaker } from "./speech";

/** What would have been better than the move that was played, and by how much. */
export function sayBetter(better: { act: Act; points: number; win: number }, m: Speaker): string {
  const text = sayAct(better.act, m);
  const points = Math.round(better.points);
  if (points >= 1) return say("coach.points", { text, n: points });
  return say("coach.win", { text, n: Math.max(1, Math.round(100 * better.win)) });
}
