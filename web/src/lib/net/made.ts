/** Messages as a server makes them, for games that no server tells of: what is not given is as at a quiet table. */
import { PROTOCOL_VERSION, type GameView, type Hello, type ViewMessage } from "../protocol/messages";

export const helloOf = (known: Pick<Hello, "table" | "you"> & Partial<Hello>): Hello => ({
  ...{ type: "hello", protocol: PROTOCOL_VERSION, version: "", now: Date.now(), sequence: 0 },
  ...{ events: [], chat: [], takeback: null, clock: null },
  ...known,
});

export const viewOf = (view: GameView, known: Partial<ViewMessage> = {}): ViewMessage => ({
  ...{ type: "view", sequence: 0, seat: view.seat, cause: "sync", by: null, events: [], log: null },
  ...{ can_undo: false, can_ask: false, clock: null, view },
  ...known,
});
