/** The boards of the titles as the server describes them, fetched when a table of this device needs them. */
import { fetchedJson } from "../net/fetched";
import type { Board } from "../protocol/board";

const FILES = import.meta.glob<string>(["../../assets/engine/*.json", "!**/{facts,titles,*.help}.json"], {
  query: "?url",
  import: "default",
  eager: true,
});

/** `added` is where a title's files are that the client was not built with. */
export const boardOf = (game: string, added = `titles/${game}/`): Promise<Board> =>
  fetchedJson(FILES[`../../assets/engine/${game}.json`] ?? `${added}board.json`);
