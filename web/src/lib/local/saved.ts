/** A table on this device as it is kept: who sits there, how it was dealt, and the decisions that count. */
import type { ChatMessage, TableInfo, ViewMessage } from "../protocol/messages";
import type { Times } from "./clocks";

/**
 * An action that counts. `turn` is the number of the turn it belongs to; a claim with its payment is two
 * `decisions`.
 */
export interface SavedMove {
  sequence: number;
  seat: number;
  text: string;
  key: string;
  turn: number;
  decisions: number;
  at: number;
  by: NonNullable<ViewMessage["by"]>;
}

export interface Saved {
  id: string;
  table: TableInfo;
  /** the key of the board, if it is one of one's own */
  board?: string;
  /** version of the rules it was begun with */
  rules: number;
  /** grows with every change: who finds another number in the store than expected was not the last to write */
  sequence: number;
  /** 128 bits as hexadecimal digits that the deal came from; null for a record from elsewhere, and with a `begin` */
  deal: string | null;
  /** the record of what was played before it came to this table, if the game went on from another */
  begin?: string | null;
  moves: SavedMove[];
  /** of the first, second … action, also of those that were taken back: nobody draws anew by taking a turn back */
  keys: string[];
  chat: ChatMessage[];
  /** at a table with clocks: what was used of them */
  times?: Times;
  /** the text of a game that is over */
  record: string | null;
}

/** 128 fresh bits that the chance of a deal, or of one action, comes from. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const HERE = "here-";

/** Whether a table is one of this device. */
export const isHere = (id: string): boolean => id.startsWith(HERE);

/** The lock that the tab holds in which a table is played. */
export const lockOf = (id: string): string => `aiguillage ${id}`;

export const newId = (): string => HERE + newKey().slice(0, 16);
