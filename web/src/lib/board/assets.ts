/** Layouts and maps of the boards we drew ourselves, fetched when a table needs them. */
import type { Board } from "../protocol/board";
import type { BoardMap } from "./Backdrop.svelte";
import { applyLayout, autoLayout, type Layout, type LayoutFile } from "./layout";
import amsterdamLayout from "../../../../src/aiguillage/titles/amsterdam/layout.json?url";
import berlinLayout from "../../../../src/aiguillage/titles/berlin/layout.json?url";
import europeLayout from "../../../../src/aiguillage/titles/europe/layout.json?url";
import parisLayout from "../../../../src/aiguillage/titles/paris/layout.json?url";
import amsterdamMap from "../../../../src/aiguillage/titles/amsterdam/map.json?url";
import berlinMap from "../../../../src/aiguillage/titles/berlin/map.json?url";
import europeMap from "../../../../src/aiguillage/titles/europe/map.json?url";
import parisMap from "../../../../src/aiguillage/titles/paris/map.json?url";

const DRAWN: Record<string, { layout: string; map: string }> = {
  amsterdam: { layout: amsterdamLayout, map: amsterdamMap },
  berlin: { layout: berlinLayout, map: berlinMap },
  europe: { layout: europeLayout, map: europeMap },
  paris: { layout: parisLayout, map: parisMap },
};

export interface Drawing {
  layout: Layout;
  map: BoardMap | null;
}

async function json<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Whether our drawing has a place for everything on this board: an own board may reuse a game's name. */
function fits(board: Board, file: LayoutFile): boolean {
  const joined = new Set(file.tracks.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  return board.places.every((p) => p.id in file.places) && board.tracks.every((t) => joined.has(`${t.a} ${t.b}`));
}

/** How a board is drawn: our layout and map if they fit it, else one made from the board file. */
export async function drawingOf(board: Board): Promise<Drawing> {
  const drawn = DRAWN[board.id];
  if (drawn) {
    const [file, map] = await Promise.all([json<LayoutFile>(drawn.layout), json<BoardMap>(drawn.map)]);
    if (fits(board, file)) return { layout: applyLayout(board, file), map };
  }
  return { layout: applyLayout(board, autoLayout(board)), map: null };
}
