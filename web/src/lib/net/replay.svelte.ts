/** A finished game that can be stepped through: fetched in parts, shown through an ordinary table session. */
import { helloOf, viewOf } from "./made";
import type { GameEvent, ReplayStep, TableInfo } from "../protocol/messages";
import { api } from "./api";
import { TableSession } from "./session.svelte";

const PART = 100;

export class ReplayCourse {
  session = $state.raw<TableSession | null>(null);
  /** how many steps there are, and how many of them are here */
  length = $state(1);
  loaded = $state(0);
  at = $state(0);
  #steps: ReplayStep[] = [];
  /** a step that is asked for and not here yet */
  #wanted: number | null = null;
  #ended = false;

  constructor(
    readonly id: string,
    readonly seat: number | null,
  ) {}

  /** Fetch everything; the first part is enough to begin, and is told to `onopen`. */
  async load(start = 0, onopen: () => void = () => {}): Promise<void> {
    this.#wanted = start;
    do {
      const part = await api.replay(this.id, this.seat, this.#steps.length, PART);
      if (this.#ended) return;
      // Nothing can be played here, and the result belongs to the count, not to the last step.
      for (const step of part.part)
        this.#steps.push({ ...step, view: { ...step.view, legal: [], refusals: {}, outcome: null } });
      this.length = part.steps;
      this.loaded = this.#steps.length;
      if (!this.session) this.#open(part.table);
      this.go(this.#wanted ?? this.at);
      if (part.start === 0) onopen();
    } while (this.#steps.length < this.length);
  }

  end(): void {
    this.#ended = true;
  }

  /** The points of a seat after each step that is here. */
  scores(seat: number): number[] {
    return this.#steps.slice(0, this.loaded).map((step) => step.view.players[seat]?.score ?? 0);
  }

  get step(): ReplayStep | undefined {
    return this.#steps[this.at];
  }

  #open(table: TableInfo): void {
    const session = new TableSession(false);
    const you = { seats: this.seat === null ? [] : [this.seat], host: false };
    const first = this.#steps[0]!;
    session.receive(helloOf({ table, you, events: first.events }));
    this.session = session;
    this.#show(first, "sync", []);
  }

  #show(
    step: ReplayStep,
    cause: "sync" | "action" | "rewind",
    events: GameEvent[],
    log: GameEvent[] | null = null,
  ): void {
    this.session!.receive(viewOf(step.view, { seat: this.seat, cause, by: step.by, events, log }));
  }

  /** One step on plays like the game itself; a jump shows the table as it was. What is not here yet is shown later. */
  go(to: number): void {
    const goal = Math.max(0, Math.min(to, this.length - 1));
    const at = Math.min(goal, this.loaded - 1);
    this.#wanted = goal > at ? goal : null;
    if (!this.session || at === this.at) return;
    const step = this.#steps[at]!;
    if (at === this.at + 1) this.#show(step, "action", step.events);
    else
      this.#show(
        step,
        "rewind",
        [],
        this.#steps.slice(0, at + 1).flatMap((s) => s.events),
      );
    this.at = at;
  }
}
