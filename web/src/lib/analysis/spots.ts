/** Where on the board an action is looked for: its route, its city, the ends of its tickets. */
import type { Target } from "../board/types";
import type { Board } from "../protocol/board";
import { keptBy, targetOf } from "../table/speech";

export function spotsOf(text: string, board: Board): Target[] {
  const target = targetOf(text);
  if (target) return [target];
  return keptBy(text, board).flatMap(({ a, b }) => [a, b].map((id): Target => ({ kind: "place", id })));
}
