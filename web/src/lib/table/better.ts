/** What the coach says, and the answer of a puzzle. */
import { say } from "../i18n/pages";
import { sayAction, wholeAction, type Speaker } from "./speech";

/** What would have been better than the move that was played, and by how much. */
export function sayBetter(
  better: { text: string; payment: string | null; points: number; win: number },
  m: Speaker,
): string {
  const text = sayAction(wholeAction(better), m);
  const points = Math.round(better.points);
  if (points >= 1) return say("coach.points", { text, n: points });
  return say("coach.win", { text, n: Math.max(1, Math.round(100 * better.win)) });
}
