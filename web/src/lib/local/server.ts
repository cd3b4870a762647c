/** What the tables of this device ask of a server: to read a board file, and to take a game. */
import { Refusal } from "../net/refusal";
import type { BoardVerdict, BringGame, Problem, TableAnswer } from "../protocol/messages";

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw new Refusal("offline", "The server does not answer.", 0);
  });
  if (answer.ok) return (await answer.json()) as T;
  if (answer.status === 404 || answer.status === 405)
    throw new Refusal("version", "The server and this page are of different versions; reload the page.", answer.status);
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? "internal", problem?.message ?? answer.statusText, answer.status);
}

export const readBoard = (board: string): Promise<BoardVerdict> => post("boards/check", { board });

export const bring = (game: BringGame): Promise<TableAnswer> => post("games", game);
