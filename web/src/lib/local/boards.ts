/** The boards of the five titles as the server describes them, fetched when a table of this device needs them. */
import type { Board } from "../protocol/board";
import amsterdam from "../../assets/engine/amsterdam.json?url";
import berlin from "../../assets/engine/berlin.json?url";
import cardgame from "../../assets/engine/cardgame.json?url";
import europe from "../../assets/engine/europe.json?url";
import paris from "../../assets/engine/paris.json?url";

const BOARDS: Record<string, string> = { amsterdam, berlin, cardgame, europe, paris };

export async function boardOf(game: string): Promise<Board> {
  const answer = await fetch(BOARDS[game]!);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return (await answer.json()) as Board;
}
