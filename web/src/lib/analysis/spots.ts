/** Where on the board an action is looked for: its route, its city, the ends of its tickets. */
import type { Target } from "../board/types";
import type { Board } from "../protocol/board";
import type { Act } from "../protocol/messages";
import { keptBy, targetOf } from "../table/speech";

export function spotsOf(act: Act, board: Board): Target[] {
  const target = targetOf(act);
  if (target) return [target];
  return keptBy(act, board).flatMap(({ a, b }) => [a, b].map((id): Target => ({ kind: "place", id })));
}
