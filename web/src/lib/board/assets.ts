/** Layouts and maps of the boards we drew ourselves, fetched when a table needs them. */
import type { Board } from "../protocol/board";
import type { BoardMap } from "./Backdrop.svelte";
import { applyLayout, autoLayout, type Layout, type LayoutFile } from "./layout";
import { TITLES } from "../games";
import { fetchedJson } from "../net/fetched";

const FILES = import.meta.glob<string>("../../../../src/aiguillage/titles/*/{layout,map}.json", {
  query: "?url",
  import: "default",
  eager: true,
});

export interface Drawing {
  layout: Layout;
  map: BoardMap | null;
}

/** Whether our drawing has a place for everything on this board: an own board may reuse a game's name. */
function fits(board: Board, file: LayoutFile): boolean {
  const joined = new Set(file.tracks.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  return board.places.every((p) => p.id in file.places) && board.tracks.every((t) => joined.has(`${t.a} ${t.b}`));
}

/** A drawing that lies in a title's folder, if there is one. */
async function drawn<T>(game: string, name: string): Promise<T | null> {
  if (!TITLES.find((title) => title.id === game)?.files.includes(name)) return null;
  return fetchedJson<T>(FILES[`../../../../src/aiguillage/titles/${game}/${name}`] ?? `titles/${game}/${name}`);
}

/** How a board is drawn: by its title's layout and map if they fit it, else by a layout made from the board file. */
export async function drawingOf(board: Board): Promise<Drawing> {
  const [file, map] = await Promise.all([
    drawn<LayoutFile>(board.id, "layout.json"),
    drawn<BoardMap>(board.id, "map.json"),
  ]);
  if (file && fits(board, file)) return { layout: applyLayout(board, file), map };
  return { layout: applyLayout(board, autoLayout(board)), map: null };
}
