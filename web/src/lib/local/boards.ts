/** The boards of the titles as the server describes them, fetched when a table of this device needs them. */
import type { Board } from "../protocol/board";

const FILES = import.meta.glob<string>(["../../assets/engine/*.json", "!**/{facts,titles,*.help}.json"], {
  query: "?url",
  import: "default",
  eager: true,
});

/** `added` is where a title's files are that the client was not built with. */
export async function boardOf(game: string, added = `titles/${game}/`): Promise<Board> {
  const answer = await fetch(FILES[`../../assets/engine/${game}.json`] ?? `${added}board.json`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return (await answer.json()) as Board;
}
