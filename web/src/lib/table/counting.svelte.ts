/** The final count as it is told: one step after the other, what has been told so far, and what lies on the board. */
import type { TicketResult } from "../protocol/messages";
import { columnsOf, figures, scoreCurves, steps as stepsOf, told, type Column } from "./count";
import type { TableModel } from "./model.svelte";
import { tallyOfSteps } from "./tally";
import type { Counting } from "./types";

export class CountShow {
  readonly columns: Column[];
  /** what is counted at the end of the game only */
  readonly late: Column[];
  at = $state(0);
  running = $state(true);
  /** a ticket of the finished game whose path one looks at */
  looked = $state.raw<TicketResult | null>(null);

  constructor(readonly model: TableModel) {
    this.columns = columnsOf(model.board);
    this.late = this.columns.filter((c) => c !== "routes" && c !== "flags");
  }

  readonly outcome = $derived.by(() => this.model.view.outcome!);
  readonly steps = $derived.by(() =>
    stepsOf(this.outcome, this.model.board, this.model.words, (s) => this.model.nameOf(s)),
  );
  readonly step = $derived.by(() => this.steps[Math.min(this.at, this.steps.length - 1)]!);
  readonly done = $derived.by(() => this.step.column === "result");
  readonly shown = $derived.by(() => told(this.steps, this.at + 1));
  readonly totals = $derived.by(
    () =>
      new Map(
        this.outcome.seats.map((s) => [
          s.seat,
          [...this.shown.values()].reduce((sum, c) => sum + (c.get(s.seat) ?? 0), 0),
        ]),
      ),
  );
  readonly rows = $derived.by(() =>
    this.done ? [...this.outcome.seats].sort((a, b) => a.rank - b.rank) : this.outcome.seats,
  );
  readonly curves = $derived.by(() => scoreCurves(this.model.session.events, this.model.view.seats));
  readonly ends = $derived.by(
    () =>
      new Map(
        this.outcome.seats.map((s) => {
          let sum = s.routes + s.flags;
          const told = this.late.filter((c) => this.shown.has(c));
          return [s.seat, told.map((c) => (sum += this.shown.get(c)!.get(s.seat) ?? 0))];
        }),
      ),
  );
  readonly stats = $derived.by(() => {
    const { session, board, words, round } = this.model;
    return figures(session.events, this.outcome, board, words, round);
  });
  readonly board = $derived.by((): Counting => {
    const { model, steps, at, step, done, totals } = this;
    const { path, borrowed } = this.looked && done ? this.looked : { path: step.lit, borrowed: step.borrowed };
    const cards = model.board.family === "cards";
    return {
      lit: path.length ? new Set(path) : null,
      borrowed: new Set(borrowed),
      scores: totals,
      tally: cards ? tallyOfSteps(steps.slice(0, at + 1), model.session.events, model.view.seats) : null,
      done,
    };
  });

  go(by: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, this.at + by));
  }

  skip(): void {
    this.at = this.steps.length - 1;
  }

  again(): void {
    this.at = 0;
    this.running = true;
  }
}
