/** Where on the board an action is looked for: its route, its city, the ends of its tickets. */
import type { Target } from "../board/types";
import type { Board } from "../protocol/board";
import { targetOf } from "../table/speech";

export function spotsOf(text: string, board: Board): Target[] {
  const target = targetOf(text);
  if (target) return [target];
  const [verb, ...ids] = text.split(" ");
  if (verb !== "keep") return [];
  return ids
    .flatMap((id) => board.tickets.filter((ticket) => ticket.id === id))
    .flatMap(({ a, b }) => [a, b].map((id): Target => ({ kind: "place", id })));
}
