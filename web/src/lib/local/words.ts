/** What a page and its worker say to each other. */
import type { ClientMessage, ServerMessage } from "../protocol/messages";
import type { House } from "./house";

/** What a page may ask of the house. */
export type Asked =
  | "prepare"
  | "create"
  | "table"
  | "tables"
  | "close"
  | "rematch"
  | "record"
  | "importRecord"
  | "playOn"
  | "replay"
  | "analysis"
  | "readBoard"
  | "board"
  | "take"
  | "comeBack"
  | "puzzle"
  | "attempt";

export type ToWorker =
  | { ask: number; what: Asked; values: unknown[] }
  | { open: string; line: number; hurry: boolean }
  | { line: number; say: ClientMessage }
  | { leave: number };

export type FromWorker =
  | { ask: number; value: unknown }
  | { ask: number; refusal: { code: string; message: string; status: number } }
  | { line: number; tell: ServerMessage }
  | { line: number; refusal: { code: string; message: string; status: number } };

export type Answers = { [What in Asked]: House[What] };
