import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import europe from "../../dev/boards/europe.json";
import other from "../../dev/moments/europe-other.json";
import { TableSession } from "../net/session.svelte";
import type { Board } from "../protocol/board";
import { helloOf, viewOf } from "../net/made";
import type { GameEvent, GameView, Hello, ViewMessage } from "../protocol/messages";
import { settings } from "../settings.svelte";
import { TableModel } from "./model.svelte";
import { sentence } from "./sign";
import { Stage } from "./stage.svelte";

const TRACK = "barcelona-pamplona";

const { table, you, events } = other as unknown as Pick<Hello, "table" | "you" | "events">;
const hello = (sequence: number) => helloOf({ sequence, table, you, events });

function sit() {
  const session = new TableSession();
  const view = other.view as unknown as GameView;
  session.receive(hello(1));
  session.receive(message(view, [], "sync", 1));
  const model = new TableModel(session, europe as unknown as Board);
  const stage = new Stage(session, model);
  session.showBy(stage);
  return { session, model, stage, view };
}

function message(view: GameView, events: GameEvent[], cause: ViewMessage["cause"], sequence: number): ViewMessage {
  return viewOf(view, { sequence, cause, by: "bot", events });
}

const tunnel = (seat: number, end: GameEvent): GameEvent[] => [
  { kind: "lay", seat, text: "", cards: { orange: 2 } },
  ...["orange", "black", "wild"].map((card) => ({
    kind: "reveal" as const,
    seat,
    text: "",
    card,
    hit: card !== "black",
  })),
  { kind: "owe", seat, text: "", owed: 2 },
  end,
];

describe("what happened is shown in order", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.set({ pace: 3 });
  });
  afterEach(() => {
    vi.useRealTimers();
    settings.set({ pace: 3 });
  });

  const digger = (view: GameView) => (view.actor ?? 1) as number;

  it("lets nobody move while one's own ticket is celebrated", async () => {
    const { session, model, view } = sit();
    const me = model.me!;
    const claim = (seat: number, track: string): GameEvent => ({
      kind: "claim",
      seat,
      text: "",
      track,
      points: 2,
      score: 2,
    });
    model.cheer = { seat: me, what: "", points: 8 };
    session.receive(message(view, [claim(me, TRACK)], "action", 2));
    const after = { ...view, turn: view.turn + 1 };
    session.receive(message(after, [claim(digger(view), "angora-erzurum")], "action", 3));
    await vi.advanceTimersByTimeAsync(2500);
    expect(model.view.turn).toBe(view.turn);
    await vi.advanceTimersByTimeAsync(600);
    expect(model.view.turn).toBe(after.turn);
  });
  it("turns a bot's tunnel card by card before anything tells how it ended", async () => {
    const { session, model, view } = sit();
    const seat = digger(view);
    const lines = model.log.length;
    const after = { ...view, turn: view.turn + 1 };
    session.receive(message(after, tunnel(seat, { kind: "give-up", seat, text: "", track: TRACK }), "action", 2));
    const turned: number[] = [];
    for (let i = 0; i < 60 && !model.scene?.said; i++) {
      turned.push(model.scene!.turned);
      expect(session.view!.turn).toBe(view.turn);
      expect(model.log.length).toBe(lines);
      expect(sentence(model).what).toContain("Pamplona");
      await vi.advanceTimersByTimeAsync(100);
    }
    expect([...new Set(turned)]).toEqual([0, 1, 2, 3]);
    expect(model.scene).toMatchObject({ said: true, owed: 2, ended: null });
    expect(sentence(model).what).toContain("Pamplona");
    await vi.advanceTimersByTimeAsync(900);
    expect(model.scene).toMatchObject({ ended: "given-up" });
    expect(sentence(model).what).toContain("given up");
    expect(session.view!.turn).toBe(view.turn + 1);
    expect(model.log.length).toBeGreaterThan(lines);
    await vi.advanceTimersByTimeAsync(3000);
    expect(model.scene).toBeNull();
  });

  it("keeps the next player's move until the tunnel has been seen", async () => {
    const { session, view } = sit();
    const seat = digger(view);
    session.receive(
      message(
        { ...view, turn: view.turn + 1 },
        tunnel(seat, { kind: "claim", seat, text: "", track: TRACK, points: 2, score: 2 }),
        "action",
        2,
      ),
    );
    session.receive(message({ ...view, turn: view.turn + 2 }, [{ kind: "blind", seat: 3, text: "" }], "action", 3));
    expect(session.behind).toBe(true);
    await vi.advanceTimersByTimeAsync(2500);
    expect(session.view!.turn).toBe(view.turn);
    await vi.advanceTimersByTimeAsync(2500);
    expect(session.view!.turn).toBe(view.turn + 1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(session.view!.turn).toBe(view.turn + 2);
    expect(session.behind).toBe(false);
  });

  it("can be skipped, and then everything is there in order", async () => {
    const { session, model, stage, view } = sit();
    const before = session.events.length;
    for (let n = 1; n <= 3; n++)
      session.receive(
        message({ ...view, turn: view.turn + n }, [{ kind: "pass", seat: n % view.seats, text: "" }], "action", 1 + n),
      );
    stage.skip();
    expect(session.view!.turn).toBe(view.turn + 3);
    expect(session.events.length).toBe(before + 3);
    expect(session.behind).toBe(false);
    expect(model.scene).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.events.length).toBe(before + 3);
  });

  it("does not wait where one wants everything at once, or where a move was taken back", () => {
    const { session, view } = sit();
    settings.set({ pace: 0 });
    session.receive(message({ ...view, turn: view.turn + 1 }, [{ kind: "pass", seat: 1, text: "" }], "action", 2));
    expect(session.view!.turn).toBe(view.turn + 1);
    settings.set({ pace: 3 });
    session.receive(message({ ...view, turn: view.turn + 2 }, [{ kind: "pass", seat: 2, text: "" }], "action", 3));
    session.receive({ ...message({ ...view, turn: view.turn }, [], "undo", 4), log: session.events });
    expect(session.view!.turn).toBe(view.turn);
    expect(session.behind).toBe(false);
  });

  it("tells the count of a round ticket by ticket, however much has happened since", async () => {
    const { session, model, view } = sit();
    const lines = session.events.length;
    const done = (ticket: string): GameEvent => ({ kind: "done", seat: 1, text: "", ticket, points: 5, cards: {} });
    const pass = (sequence: number, turn: number) =>
      session.receive(message({ ...view, turn }, [{ kind: "pass", seat: 2, text: "" }], "action", sequence));
    pass(2, view.turn + 1);
    pass(3, view.turn + 2);
    const counting = { ...view, phase: "completion" } as GameView;
    session.receive(message(counting, [done("a")], "action", 4));
    const end: GameEvent[] = [done("b"), done("c"), { kind: "round", seat: null, text: "", round: 2 }];
    session.receive(message(view, end, "action", 5));
    for (let n = 6; n < 36; n++) pass(n, view.turn + n);
    const told: number[] = [];
    for (let i = 0; i < 200 && session.behind; i++) {
      told.push(model.tally?.flatMap((row) => row.tickets).length ?? 0);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(told.filter((n, i) => n !== told[i - 1])).toEqual([0, 1, 2, 3]);
    expect(session.view!.turn).toBe(view.turn + 35);
    expect(session.events.length).toBe(lines + 2 + 4 + 30);
  });

  it("begins anew with a new connection, telling nothing twice", async () => {
    const { session, view } = sit();
    session.receive(message({ ...view, turn: view.turn + 1 }, [{ kind: "pass", seat: 1, text: "" }], "action", 2));
    session.receive(message({ ...view, turn: view.turn + 2 }, [{ kind: "pass", seat: 2, text: "" }], "action", 3));
    session.receive(hello(9));
    session.receive(message(view, [], "sync", 9));
    await vi.advanceTimersByTimeAsync(9000);
    expect(session.events.length).toBe(other.events.length);
    expect(session.view!.turn).toBe(view.turn);
  });
});
