import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import europe from "../../dev/boards/europe.json";
import paris from "../../dev/boards/paris.json";
import cardgame from "../../dev/boards/cardgame.json";
import cardTurn from "../../dev/moments/cardgame-turn.json";
import flag from "../../dev/moments/paris-flag.json";
import opening from "../../dev/moments/europe-opening.json";
import other from "../../dev/moments/europe-other.json";
import tunnel from "../../dev/moments/europe-tunnel.json";
import turn from "../../dev/moments/europe-turn.json";
import { TableSession } from "../net/session.svelte";
import type { Board } from "../protocol/board";
import { helloOf, viewOf } from "../net/made";
import type { ClaimChoice, ClientMessage, GameView, Hello, ServerMessage } from "../protocol/messages";
import { TableModel } from "./model.svelte";
import { read } from "./commands";
import { paidAtOnce, payRows } from "./pay";
import { sentence } from "./sign";
import { settings } from "../settings.svelte";
import { keepDraft, readDraft } from "./draft";
import { sayAct, sayReason, targetOf } from "./speech";
import { objection, reason } from "./why";

interface Saved {
  table: unknown;
  you: unknown;
  view: unknown;
  events: unknown[];
}

function sit(saved: Saved, board: unknown, live = true) {
  const sent: ClientMessage[] = [];
  const session = new TableSession(live);
  session.connect((m) => sent.push(m));
  const view = saved.view as GameView;
  const { table, you, events } = saved as Pick<Hello, "table" | "you" | "events">;
  session.receive(helloOf({ sequence: 9, table, you, events }));
  see(session, view, "sync");
  return { model: new TableModel(session, board as Board), session, sent, view };
}

function see(session: TableSession, view: GameView, cause: "sync" | "action" = "action"): void {
  session.receive(viewOf(view, { sequence: 9, cause }));
}

function refuse(session: TableSession, sent?: ClientMessage): void {
  const { id } = sent as { id: string };
  session.receive({ type: "error", id, code: "stale", message: "", rule: null, sequence: 10, retry: null });
}

describe("paying", () => {
  it("offers a row for each colour, fewest wilds first, and every way within it", () => {
    const rows = payRows(
      [
        { text: "a", cards: { red: 2, wild: 1 } },
        { text: "b", cards: { blue: 3 } },
        { text: "c", cards: { blue: 2, wild: 1 } },
        { text: "d", cards: { wild: 3 } },
        { text: "e", cards: { green: 3 } },
      ],
      { red: 2, blue: 3, green: 5, wild: 3 },
    );
    expect(rows.map((r) => r.colour)).toEqual(["green", "blue", "red", "wild"]);
    expect(rows[1]!.ways.map((w) => w.text)).toEqual(["b", "c"]);
  });
  it("sends the claim with its payment in one message, with the sequence number it knew", () => {
    const { model, sent } = sit(turn, europe);
    const [track] = model.claims.keys();
    expect(model.pick({ kind: "track", id: track! })).toBe(true);
    model.confirm();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ type: "action", sequence: 9 });
    expect((sent[0] as { text: string }).text).toMatch(new RegExp(`^claim ${track!.replace(".", "\\.")} with \\d`));
  });
  it("lets nothing be done in a game that is only shown again", () => {
    const { model, sent } = sit(turn, europe, false);
    const [track] = model.claims.keys();
    expect(model.canAct).toBe(false);
    expect(model.pick({ kind: "track", id: track! })).toBe(false);
    expect(sent).toEqual([]);
  });
  it("names the ticket that a route completes, and none that it only touches", () => {
    const { model, session, view } = sit(turn, europe);
    const [track, other] = [...model.claims.keys()];
    const open = (id: string, ...completed_by: string[]) => ({ ...view.tickets[0]!, id, done: false, completed_by });
    const [touched, made] = [open("touched", other!), open("made", other!, track!)];
    see(session, { ...view, tickets: [touched] });
    model.pick({ kind: "track", id: track! });
    expect(model.effect).toBeNull();
    see(session, { ...view, tickets: [touched, made] });
    model.pick({ kind: "track", id: track! });
    expect(model.effect?.id).toBe("made");
  });
  it("does not hold up the turn for a hint or a word", () => {
    const { model, session, sent } = sit(turn, europe);
    session.askHint();
    session.say("Bon voyage");
    session.react("bravo");
    expect(sent.map((m) => m.type)).toEqual(["hint", "chat", "reaction"]);
    expect(model.canAct).toBe(true);
  });
  it("waits for an answer before anything else can be chosen", () => {
    const { model, session, sent } = sit(turn, europe);
    const targets = [...model.claims.keys()];
    model.pick({ kind: "track", id: targets[0]! });
    model.confirm();
    flushSync();
    expect(model.canAct).toBe(false);
    expect(model.pick({ kind: "track", id: targets[1]! })).toBe(false);
    refuse(session, sent[0]);
    expect(model.canAct).toBe(true);
  });
});

describe("refusals", () => {
  it("say why, and which rule, for everything that cannot be chosen", () => {
    const { model, view } = sit(turn, europe);
    for (const track of model.board.tracks) {
      const why = reason({ kind: "track", id: track.id }, model);
      if (model.claims.has(track.id)) expect(why).toBeNull();
      else {
        expect(why!.sentence.length).toBeGreaterThan(8);
        expect(why!.rule).toMatch(/^[A-Z]\d+$/);
      }
    }
    expect(Object.keys(view.refusals).length).toBeGreaterThan(0);
  });
  it("name the rule that the view names, and none of their own", () => {
    const said = {
      ...other.view,
      refusals: { "*": { rule: "T1", code: "turn" }, "take:wild": { rule: "D4", code: "wild-second" } },
    };
    const { model } = sit({ ...other, view: said }, europe);
    expect(objection("card", "wild", model).rule).toBe("D4");
    expect(objection("tickets", "", model).rule).toBe("T1");
    const taken = Object.keys(model.view.claims)[0]!;
    expect(reason({ kind: "track", id: taken }, model)!.rule).toBeNull();
  });
  it("stay on the table until something else is done", () => {
    const { model } = sit(turn, europe);
    const taken = Object.keys(model.view.claims)[0]!;
    expect(model.pick({ kind: "track", id: taken })).toBe(false);
    expect(model.refused).toEqual({ kind: "track", id: taken });
    model.pick({ kind: "track", id: [...model.claims.keys()][0]! });
    expect(model.refused).toBeNull();
  });
});

describe("choices", () => {
  it("of tickets match a legal action only when enough are kept", () => {
    const { model, view } = sit(opening, europe);
    expect(model.choice).toBe("tickets");
    model.toggle(view.offer[0]!.id);
    expect(model.keepAction).toBeNull();
    model.toggle(view.offer[1]!.id);
    expect(model.keepAction?.tickets).toHaveLength(2);
  });
  it("show the tunnel and the flag", () => {
    const { model } = sit(tunnel, europe);
    expect(model.choice).toBe("tunnel");
    expect(model.tunnel!.hits).toEqual([false, false, true]);
    expect(sit(flag, paris).model.choice).toBe("flag");
  });
  it("of cards to place match the legal placements", () => {
    const { model } = sit(cardTurn, cardgame);
    model.marked = { ...model.ideas[0]! };
    expect(model.placement?.kind).toBe("place");
    expect(model.beaten.every((b) => b.by > b.cards)).toBe(true);
    model.marked = { wild: 1 };
    expect(model.placement).toBeNull();
  });
});

describe("the sign", () => {
  it.each([
    ["a turn", turn, europe],
    ["the opening", opening, europe],
    ["a tunnel", tunnel, europe],
    ["a flag", flag, paris],
    ["the Card Game", cardTurn, cardgame],
  ] as [string, Saved, unknown][])("always has a sentence: %s", (_, saved, board) => {
    const { model } = sit(saved, board);
    for (const short of [false, true]) {
      const s = sentence(model, short);
      expect(s.mine).toBe(true);
      expect(`${s.who} ${s.what} ${s.more}`).not.toMatch(/[{}]|undefined/);
    }
  });
  it("names what can be done and nothing else", () => {
    const spoken = settings.language;
    settings.set({ language: "en" });
    const only = (...kinds: string[]) => {
      const view = {
        ...(turn.view as unknown as GameView),
        legal: (turn.view as unknown as GameView).legal.filter((a) => kinds.includes(a.kind)),
      };
      const { model } = sit({ ...(turn as Saved), view }, europe);
      return [sentence(model, false).what, sentence(model, true).what];
    };
    const said = [only("take", "blind", "claim", "tickets"), only("blind", "tickets"), only("take")];
    settings.set({ language: spoken });
    expect(said).toEqual([
      ["Draw cards, claim a route or draw tickets.", "Cards, a route or tickets?"],
      ["Draw cards or draw tickets.", "Cards or tickets?"],
      ["Draw cards.", "Cards?"],
    ]);
  });
});

describe("actions in words", () => {
  it("have no text left in the language of the record", () => {
    const { model } = sit(turn, europe);
    for (const a of model.view.legal) expect(sayAct(a, model)).not.toMatch(/[{}]|undefined/);
    expect(targetOf({ kind: "claim", track: "paris-zurich", cards: { red: 3 } })).toEqual({
      kind: "track",
      id: "paris-zurich",
    });
    expect(targetOf({ kind: "blind" })).toBeNull();
  });
});

describe("a reload in the middle of a choice", () => {
  function store() {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
      removeItem: (k: string) => void kept.delete(k),
    };
  }
  it("brings back the route aimed at and how it would be paid", () => {
    const before = sit(turn, europe).model;
    const [track] = [...before.claims].find(([, action]) => (action.payments?.length ?? 0) > 1)!;
    before.pick({ kind: "track", id: track });
    before.row = before.purchase!.rows.length - 1;
    const box = store();
    keepDraft("t", before.draft, box);
    const after = sit(turn, europe).model;
    after.restore(readDraft("t", box));
    expect(after.purchase?.target).toEqual({ kind: "track", id: track });
    expect(after.payment).toEqual(before.payment);
  });
  it("brings back the marked tickets, but none that are no longer offered", () => {
    const { model, view } = sit(opening, europe);
    const first = view.offer[0]!.id;
    model.restore({ ...model.draft, kept: [first, "nowhere-else"] });
    expect([...model.kept]).toEqual([first]);
  });
  it("drops a choice that can no longer be made, or that another seat was making", () => {
    const { model } = sit(turn, europe);
    model.restore({ ...model.draft, aimed: { kind: "track", id: "nowhere" } });
    expect(model.aimed).toBeNull();
    expect(model.refused).toBeNull();
    const [track] = model.claims.keys();
    model.restore({ ...model.draft, seat: 3, aimed: { kind: "track", id: track! } });
    expect(model.aimed).toBeNull();
  });
  it("stays until the answer is there, and can be made again if it was refused", () => {
    const { model, session, sent, view } = sit(opening, europe);
    const tickets = view.legal.find((a) => a.kind === "keep")!.tickets!;
    for (const id of tickets) model.toggle(id);
    model.send(model.keepAction!.text);
    expect([...model.kept]).toEqual(tickets);
    expect(model.canAct).toBe(false);
    model.toggle(tickets[0]!);
    expect([...model.kept]).toEqual(tickets);
    refuse(session, sent[0]);
    model.send(model.keepAction!.text);
    expect(sent).toHaveLength(2);
    expect((sent[1] as { text: string }).text).toBe((sent[0] as { text: string }).text);
  });
  it("is over once it has taken effect, and nothing of it is kept", () => {
    const { model, session, view } = sit(turn, europe);
    const box = store();
    const [track] = model.claims.keys();
    model.pick({ kind: "track", id: track! });
    model.confirm();
    keepDraft("t", model.draft, box);
    expect(box.kept.size).toBe(1);
    see(session, { ...view, legal: [] });
    model.review();
    keepDraft("t", model.draft, box);
    expect(box.kept.size).toBe(0);
  });
  it("of tickets outlives the choices of others", () => {
    const { model, session, view } = sit(opening, europe);
    const first = view.offer[0]!.id;
    model.toggle(first);
    see(session, { ...view });
    model.review();
    expect([...model.kept]).toEqual([first]);
    see(session, { ...view, legal: [], offer: [] });
    model.review();
    expect(model.kept.size).toBe(0);
  });
  it("of cards is over when they have left the hand", () => {
    const { model, session, view } = sit(cardTurn, cardgame);
    model.marked = { ...model.placements[0]!.cards! };
    model.review();
    expect(model.placing).toBe(true);
    see(session, { ...view, hand: {} });
    model.review();
    expect(model.placing).toBe(false);
  });
});

describe("typed commands", () => {
  for (const language of ["en", "fr"] as const) {
    it(`are read in all words in which the table tells a choice (${language})`, () => {
      const spoken = settings.language;
      settings.set({ language });
      const more = [
        { kind: "pass", text: "pass" },
        { kind: "enough", text: "enough" },
      ];
      const misread: string[] = [];
      for (const [moment, board] of [
        [turn, europe],
        [tunnel, europe],
        [opening, europe],
        [flag, paris],
        [cardTurn, cardgame],
      ] as const) {
        const { model, view } = sit(moment as Saved, board);
        const legal = [...view.legal, ...more] as GameView["legal"];
        const told = legal.map((choice) => [sayAct(choice, model), choice.text] as const);
        const once = told.filter(([words]) => told.filter(([others]) => others === words).length === 1);
        expect(once.length).toBeGreaterThan(told.length / 2);
        misread.push(...once.filter(([words, text]) => read(words, legal, model) !== text).map(([words]) => words));
        expect(read("Blind ", legal, model)).toBe("blind");
      }
      settings.set({ language: spoken });
      expect(misread).toEqual([]);
    });
  }
  it("are read with what is paid", () => {
    const { model, view } = sit(turn, europe);
    const claim = view.legal.find((choice) => choice.kind === "claim" && "payments" in choice)!;
    const [paid] = paidAtOnce(claim as ClaimChoice);
    const spoken = settings.language;
    settings.set({ language: "en" });
    const words = sayAct({ ...claim, cards: paid!.cards } as Parameters<typeof sayAct>[0], model);
    settings.set({ language: spoken });
    expect(words).toMatch(/^claim .*\s– .* with \d /);
    expect(read(words, view.legal, model)).toBe(paid!.text);
  });
});

describe("the reason of a hint", () => {
  const reason = (code: string, data: object = {}) =>
    ({ code, tickets: [], track: null, cards: {}, points: null, ...data }) as Parameters<typeof sayReason>[0];
  const SAID = {
    en: [
      "It brings you closer to Brest\u00a0– Marseille and London\u00a0– Wien.",
      "It is worth 4 points, and you have pieces to spare.",
      "Paris\u00a0– Zürich still needs 2 red and 1 locomotive.",
    ],
    fr: [
      "Cela aide à réussir Brest\u00a0– Marseille et London\u00a0– Wien.",
      "Cela rapporte 4 points, et vous avez assez de pièces.",
      "Pour Paris\u00a0– Zürich, il manque encore 2 rouges et 1 locomotive.",
    ],
  };
  for (const language of ["en", "fr"] as const) {
    it(`is said in the player's language (${language})`, () => {
      const { model } = sit(turn, europe);
      const spoken = settings.language;
      settings.set({ language });
      const said = [
        sayReason(
          reason("ticket", { tickets: ["brest-marseille", "london-wien"], track: "paris-zurich", points: 4 }),
          model,
        ),
        sayReason(reason("points", { points: 4 }), model),
        sayReason(reason("collect", { cards: { wild: 1, red: 2 }, track: "paris-zurich" }), model),
      ];
      settings.set({ language: spoken });
      expect(said).toEqual(SAID[language]);
    });
  }
});

describe("a station that is proposed", () => {
  it("is drawn where it would stand, as long as it is proposed", () => {
    const { session, model } = sit(turn, europe);
    const none = { payment: null, cards: {}, path: [], why: "", sequence: 9, id: null } as const;
    const reason = { code: "station", tickets: [], track: null, cards: {}, points: null } as const;
    session.receive({
      ...none,
      type: "hint",
      seat: model.me!,
      text: "station wien",
      act: { kind: "station", place: "wien" },
      reason,
    } as unknown as ServerMessage);
    flushSync();
    expect(model.aim).toEqual({ target: { kind: "place", id: "wien" }, livery: model.liveryOf(model.me!) });
    session.hint = null;
    flushSync();
    expect(model.aim).toBeNull();
  });
});

describe("tickets on the map", () => {
  it("marks the ends of the ticket that is pointed at, and of the marked ones otherwise", () => {
    const { model, view } = sit(opening, europe);
    const [first, second] = view.offer;
    expect(model.hot.size).toBe(0);
    model.pointed = first!.id;
    expect([...model.hot]).toEqual([first!.a, first!.b]);
    model.toggle(second!.id);
    model.pointed = null;
    expect([...model.hot]).toEqual([second!.a, second!.b]);
  });

  it("lights the shortest way that is left to an open ticket, and none of others' tracks", () => {
    const { model, view } = sit(turn, europe);
    const open = view.tickets.find((x) => !x.done && x.missing !== null)!;
    model.shownTicket = open.id;
    const free = [...model.lit!].filter((id) => view.claims[id] === undefined);
    expect(free.length).toBeGreaterThan(0);
    expect([...model.lit!].every((id) => free.includes(id) || view.claims[id] === model.me)).toBe(true);
    expect(Math.max(...free.map((id) => model.tracks.get(id)!.spaces))).toBeLessThanOrEqual(open.missing!);
  });
});
