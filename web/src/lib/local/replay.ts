/** Finished games of this device, decision by decision, as `GET /api/tables/{id}/replay` gives them. */
import type { Replay, ReplayStep } from "../protocol/messages";
import { Game, kept } from "./game";
import type { Saved } from "./saved";

/** A part of a finished game, seen from one seat. */
export function replayOf(saved: Saved, done: Game, seat: number | null, start: number, count: number): Replay {
  const sent = saved.moves.flatMap((move) => Array.from({ length: move.decisions }, () => move));
  const begun = done.moves.length - sent.length;
  const game = new Game(done.title, done.start);
  const part: ReplayStep[] = [];
  for (let step = 0; step < Math.min(start + count, done.moves.length + 1); step++) {
    const move = done.moves[step - 1];
    if (move) game.play(move.text, move.seat, move.key);
    if (step < start) continue;
    const told = game.told.at(-1)!;
    const events = (seat === null ? told.spectator : told.seats[seat]!).map((event) => kept(event, true));
    const by = sent[step - 1 - begun];
    part.push({
      step,
      seat: move?.seat ?? null,
      action: move?.text ?? null,
      at: by?.at ?? null,
      by: by?.by ?? null,
      events,
      view: game.view(seat),
    });
  }
  return { table: saved.table, seat, steps: done.moves.length + 1, start, part };
}
