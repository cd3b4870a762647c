/** What the layouts of the table get: one for each shape of window, which says where things lie. */
import type { Snippet } from "svelte";
import type { Mode } from "./mode";
import type { TableModel } from "./model.svelte";

/** What lies over the table. */
export type Open = "settings" | "command" | "talk" | null;

export interface LayoutProps {
  model: TableModel;
  mode: Mode;
  open: Open;
  board: Snippet;
  /** a hint or the coach's word: beside the board, which stays whole */
  advice: Snippet;
  /** there is some of that, or the task of a puzzle */
  advised: boolean;
  /** buttons for what is not the game: undo, hints, chat, settings */
  tools: Snippet;
  /** the hand, with cards of at most a width in so many rows */
  hand: Snippet<[most: number, rows: number]>;
  onhome: () => void;
  onskip: () => void;
}
