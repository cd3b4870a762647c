import { afterEach, beforeEach, expect, it, vi } from "vitest";
import opening from "../../dev/moments/europe-opening.json";
import { helloOf } from "./made";
import { PROTOCOL_VERSION, type Hello } from "../protocol/messages";
import { TableLine } from "./line";
import type { Refusal } from "./refusal";
import { TableSession } from "./session.svelte";

class Socket {
  static OPEN = 1;
  static last: Socket;
  readyState = 1;
  closed = false;
  onmessage: (frame: { data: string }) => void = () => {};
  constructor() {
    Socket.last = this;
  }
  close(): void {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {} });
});
afterEach(() => vi.unstubAllGlobals());

function hear(protocol: number): { session: TableSession; refused: Refusal[] } {
  const session = new TableSession();
  const refused: Refusal[] = [];
  new TableLine("a", session, (refusal) => refused.push(refusal));
  const { table, you } = opening as unknown as Pick<Hello, "table" | "you">;
  Socket.last.onmessage({ data: JSON.stringify(helloOf({ protocol, sequence: 1, table, you })) });
  return { session, refused };
}

it("shows the table of a server that speaks as this page does", () => {
  const { session, refused } = hear(PROTOCOL_VERSION);
  expect(session.line).toBe("open");
  expect(refused).toEqual([]);
});

it("says so when the server speaks another version, and hangs up", () => {
  const { session, refused } = hear(PROTOCOL_VERSION + 1);
  expect(refused.map((one) => one.code)).toEqual(["version"]);
  expect(session.table).toBeNull();
  expect(Socket.last.closed).toBe(true);
});

it("does not knock again where nobody may watch, and says so", () => {
  const { refused } = hear(PROTOCOL_VERSION);
  const message = "This game is played without spectators.";
  Socket.last.onmessage({ data: JSON.stringify({ type: "error", code: "spectators", message }) });
  expect(refused.map((one) => [one.code, one.message])).toEqual([["spectators", message]]);
  expect(Socket.last.closed).toBe(true);
});
