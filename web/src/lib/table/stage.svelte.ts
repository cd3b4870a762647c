/**
 * What happened is shown in order. Views wait here until those before them have been seen: a tunnel's cards turn one
 * by one before anything tells how it ended, a train is laid before the next player draws. One may always skip.
 */
import { pace } from "../pace";
import type { TableSession } from "../net/session.svelte";
import type { GameEvent, ViewMessage } from "../protocol/messages";
import { play } from "../sound/sound";
import type { TableModel, Tunnel } from "./model.svelte";
import { LIT } from "./news";
import { counts, lastCount } from "./tally";

/** How long each kind of event is looked at, in milliseconds at the calm pace. */
const LOOK: Record<string, number> = {
  take: 650,
  blind: 650,
  "draw-tickets": 600,
  keep: 500,
  choose: 200,
  claim: 700,
  station: 800,
  "give-up": 600,
  goods: 250,
  "keep-card": 500,
  flag: 900,
  pass: 500,
  flush: 500,
  place: 800,
  robbed: 600,
  bonus: 900,
  enough: 300,
  round: 1500,
  "last-round": 1500,
};
const WAGON = 90;
/** A tunnel: face down, each card, then what it costs, then how it ended. */
const TUNNEL = { down: 600, card: 700, said: 800, claim: 1500, "give-up": 2400 };
/** The count of a round: each ticket, the end of each seat, and a look at all of it. */
const COUNT = { done: 1100, complete: 700, all: 4200 };
/** More than this waits for nobody: who watches four bots sees the last of it. The count of a round is always told. */
const MOST = 14;

interface Waiting {
  messages: ViewMessage[];
  see: (() => void)[];
}

export class Stage {
  #queue: Waiting[] = [];
  #running = false;
  /** ends the pause of the moment */
  #wake: (() => void) | null = null;
  #hurry = false;

  constructor(
    readonly session: TableSession,
    readonly model: TableModel,
  ) {}

  /** A view has come. It is seen at once where nothing has to be waited for. */
  take(message: ViewMessage, see: () => void): void {
    const told = message.cause === "action" || message.cause === "start";
    if (!told || pace() === 0 || globalThis.document?.hidden) {
      this.skip();
      see();
      this.#clear();
      return;
    }
    // who steps through a finished game decides when the next step comes
    if (!this.session.live) this.skip();
    const last = this.#queue[this.#queue.length - 1];
    if (last && last.messages[0]!.sequence === message.sequence && this.session.live) {
      last.messages.push(message);
      last.see.push(see);
      return;
    }
    this.#queue.push({ messages: [message], see: [see] });
    this.session.behind = true;
    // one's own move is answered at once, whatever is still being looked at
    if (message.by === "human" && this.#queue.length === 1) this.#wake?.();
    this.#shorten();
    if (!this.#running) void this.#run();
  }

  /** A new beginning: what waited is part of it. */
  forget(): void {
    this.#queue = [];
    this.skip();
  }

  /** Everything that waits is seen now. */
  skip(many = this.#queue.length): void {
    this.#hurry = true;
    for (const waiting of this.#queue.splice(0, many)) for (const see of waiting.see) see();
    this.session.behind = this.#queue.length > 0;
    this.#clear();
    this.#wake?.();
  }

  /** Where too many wait, those before the next count are seen now. */
  #shorten(): void {
    if (this.#queue.length <= MOST) return;
    const count = this.#queue.findIndex((waiting) => this.#counted(waiting).length);
    if (count !== 0) this.skip(count < 0 ? undefined : count);
  }

  #clear(): void {
    this.model.scene = this.model.counting = null;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#queue.length) {
      this.#hurry = false;
      const next = this.#queue[0]!;
      const events = this.#eventsOf(next);
      const tunnel = tunnelOf(events, next.messages[0]!);
      if (tunnel) await this.#dig(tunnel);
      if (this.#counted(next).length) await this.#count(events);
      if (this.#queue[0] !== next) continue;
      this.#queue.shift();
      this.session.behind = this.#queue.length > 0;
      for (const see of next.see) see();
      this.#shorten();
      await this.#after(events, tunnel !== null);
    }
    this.#running = false;
  }

  #eventsOf({ messages }: Waiting): GameEvent[] {
    return (messages.find((m) => m.seat === this.session.seat) ?? messages[0]!).events;
  }

  /** What a view tells of the count of a round; the final count is told by itself. */
  #counted(waiting: Waiting): GameEvent[] {
    return waiting.messages[0]!.view.phase === "over" ? [] : this.#eventsOf(waiting).filter(counts);
  }

  /** The cards turn before anything else is known. */
  async #dig(tunnel: Tunnel): Promise<void> {
    this.model.scene = { ...tunnel, turned: 0, said: false, ended: null };
    await this.#pause(TUNNEL.down);
    for (let turned = 1; turned <= tunnel.revealed.length && !this.#hurry; turned++) {
      if (this.model.scene) this.model.scene = { ...this.model.scene, turned };
      play("lamp");
      await this.#pause(TUNNEL.card);
    }
    if (this.model.scene) this.model.scene = { ...this.model.scene, turned: tunnel.revealed.length, said: true };
    await this.#pause(TUNNEL.said);
  }

  /** Ticket by ticket, before the next round begins. */
  async #count(events: readonly GameEvent[]): Promise<void> {
    const told = lastCount(this.session.events);
    this.model.counting = told;
    for (const e of events.filter(counts)) {
      if (this.#hurry) return;
      this.model.counting = [...this.model.counting, e];
      if (e.kind === "done") play("punch");
      await this.#pause(e.kind === "done" ? COUNT.done : COUNT.complete);
    }
    if (events.some((e) => e.kind === "round")) await this.#pause(COUNT.all);
  }

  async #after(events: readonly GameEvent[], dug: boolean): Promise<void> {
    const end = events.find((e) => e.kind === "claim" || e.kind === "give-up");
    const scene = this.model.scene;
    if (scene && end?.seat === scene.seat && (dug || scene.seat !== this.model.me)) {
      this.model.scene = { ...scene, ended: end.kind === "claim" ? "built" : "given-up" };
      await this.#pause(TUNNEL[end.kind]);
      this.model.scene = null;
    } else if (!dug || this.model.myTurn) this.model.scene = null;
    this.model.counting = null;
    let time = 0;
    for (const e of events) {
      time += LOOK[e.kind] ?? 0;
      if (e.kind === "claim") time += WAGON * (this.model.tracks.get(e.track)?.spaces ?? 1);
    }
    // one knows what one did oneself
    const own = events.every((e) => e.seat === this.model.me || e.seat === null);
    // while one's ticket is celebrated nobody else moves
    const cheered = this.model.cheer && this.model.cheer.seat === this.model.me ? LIT.until : 0;
    await this.#pause(Math.max(cheered, own ? time / 2 : time));
  }

  #pause(time: number): Promise<void> {
    if (this.#hurry) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, time * pace());
      const wake = done;
      this.#wake = wake;
      function done() {
        clearTimeout(timer);
        resolve();
      }
    });
  }
}

/** The tunnel that these events dig, if they do. */
function tunnelOf(events: readonly GameEvent[], message: ViewMessage): Tunnel | null {
  const revealed = events.filter((e) => e.kind === "reveal");
  if (!revealed.length) return null;
  const laid: Record<string, number> = {};
  for (const e of events) {
    if (e.kind === "reveal") break;
    if (e.kind === "lay") for (const [c, n] of Object.entries(e.cards)) laid[c] = (laid[c] ?? 0) + n;
  }
  const pending = message.view.pending;
  const ended = events.find((e) => e.kind === "claim" || e.kind === "give-up");
  const track = ended?.track ?? (pending && "claim" in pending ? pending.claim : null) ?? "";
  const owed = events.find((e) => e.kind === "owe")?.owed ?? 0;
  return {
    seat: revealed[0]!.seat,
    track,
    laid,
    revealed: revealed.map((e) => e.card),
    hits: revealed.map((e) => e.hit),
    owed,
  };
}
