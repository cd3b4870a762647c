/** Puzzles: a table at one decision of a recorded game, and what comes of a move there. */
import { helloOf, viewOf } from "../net/made";
import type { ServerMessage, ViewMessage } from "../protocol/messages";
import { optionsOf, seatOf, tableOf } from "./fresh";
import type { Game } from "./game";
import type { Hint } from "./hints";
import type { Players } from "./players";

/** What came of a move in a puzzle. */
export interface Attempt {
  right: boolean;
  /** how much better the answer is: points of the lead, chance to win */
  points: number;
  win: number;
  better: Hint;
  after: ViewMessage;
}

/** The messages of a table where a seat has to decide. */
export function tableAt(game: Game, seat: number): ServerMessage[] {
  const { facts, parts } = game.title;
  const seats = Array.from({ length: game.start.seats }, (_, one) =>
    one === seat ? seatOf(one, { host: true }) : seatOf(one, { kind: "bot", bot: "hard" }),
  );
  const options = optionsOf({ hints: false, takeback: false });
  const table = tableOf(parts.game, facts, seats, { id: "puzzle", options });
  const you = { seats: [seat], host: true };
  return [
    helloOf({ version: parts.facts.version, sequence: 1, table, you, events: game.log(seat) }),
    viewOf(game.view(seat), { sequence: 1 }),
  ];
}

/** Try a move. */
export async function attempt(
  game: Game,
  players: Players,
  seat: number,
  text: string,
  answer: string,
): Promise<Attempt> {
  const [before, decided] = [game.position, game.moves.length];
  const decisions = game.play(text, seat, null);
  const played = game.moves[decided]!.text;
  const events = game.told.slice(-decisions).flatMap((told) => told.seats[seat]!);
  const { points, win, ...better } = await players.lesson(before, seat, played, answer);
  const after = viewOf(game.view(seat), { sequence: 1, cause: "action", events });
  return { right: played === answer, points, win, better, after };
}
