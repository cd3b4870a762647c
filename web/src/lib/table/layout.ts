/** What the layouts of the table have in common: one for each shape of window. */
import type { Snippet } from "svelte";
import type { Drawing } from "../board/assets";
import type BoardPane from "./BoardPane.svelte";
import type { Mode } from "./mode";
import type { TableModel } from "./model.svelte";

/** What lies over the table. */
export type Open = "settings" | "command" | "talk" | null;

export interface LayoutProps {
  model: TableModel;
  drawing: Drawing | null;
  mode: Mode;
  /** the board, for what is dropped on it or shown there */
  pane: BoardPane | undefined;
  open: Open;
  /** lines of the chat that were not read yet */
  unread: number;
  /** the hand, with cards of at most a width in so many rows */
  hand: Snippet<[most: number, rows: number]>;
  /** what lies over the table */
  children: Snippet;
  onhome: () => void;
  onskip: () => void;
}
