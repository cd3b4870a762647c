/** Tables of this device as they begin: who sits there, what was agreed on, what is kept. */
import type { CreateTable, Options, SeatInfo, TableInfo } from "../protocol/messages";
import { newId, type Saved } from "./saved";
import type { OwnBoard } from "./shelf";
import type { TitleFacts } from "./title";

export const COLOURS = ["bordeaux", "azure", "fir", "ochre", "slate"] as const;

/** Somebody at a table: a person who is there, unless something else is said. */
export function seatOf(seat: number, known: Partial<SeatInfo>): SeatInfo {
  const who = { kind: "human" as const, name: "", colour: COLOURS[seat]!, bot: null, stand_in: null };
  return { seat, ...who, host: false, present: true, away_since: null, hand_over_at: null, ...known };
}

/** A table that begins now, and never stands still. */
export function tableOf(game: string, title: TitleFacts, seats: SeatInfo[], known: Partial<TableInfo>): TableInfo {
  const now = Date.now();
  return {
    ...{ id: newId(), game, board_name: title.name, board_digest: title.digest, own_board: false },
    ...{ status: "playing", public: false, seats, first: null, options: optionsOf({}) },
    ...{ created: now, started: now, ended: null, winners: null, totals: null, rematch: null, imported: false },
    ...{ paused: false, paused_until: null, paused_for: null, holiday: null, daily: null },
    ...known,
  };
}

/** What is kept of a table at first. */
export function savedOf(table: TableInfo, own: OwnBoard | null, rules: number, known: Partial<Saved>): Saved {
  return {
    ...{ id: table.id, table, ...(own ? { board: own.key } : {}), rules, sequence: 1, deal: null },
    ...{ moves: [], keys: [], chat: [], record: null },
    ...known,
  };
}

export function optionsOf(options: NonNullable<CreateTable["options"]>): Options {
  const none = { kind: "none" as const, seconds: 60, increment: 0, always: false, at_zero: "move" as const };
  const usual = {
    aids: true,
    look_on_track: false,
    takeback: true,
    hints: true,
    pace: "quick" as const,
    spectators: true,
    spectator_delay: 0,
    coach: false,
  };
  return { ...usual, ...options, clock: { ...none, ...options.clock } };
}
