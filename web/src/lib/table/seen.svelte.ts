/** What a reader of the table sees: the view in order for drawing, who sits there, what was told and is being shown. */
import { countCards } from "../art/ink";
import type { Board, Track } from "../protocol/board";
import type { GameView, Pending, PlayerView, Reason, SeatInfo, TicketView } from "../protocol/messages";
import type { TableSession } from "../net/session.svelte";
import { settings } from "../settings.svelte";
import { shortestWay } from "./distance";
import { spoken, tell } from "./log";
import { latest } from "./recent";
import { lastCount, tallyOf, type Count, type SeatTally } from "./tally";
import { timeLeft } from "./time";
import type { Cheer, Scene } from "./types";
import { Words } from "./words";

export class Seen {
  readonly words: Words;
  readonly tracks: Map<string, Track>;
  /** the tunnel that is being shown, until its moment is over */
  scene = $state.raw<Scene | null>(null);
  /** the count of a round that is being shown, as far as it was told */
  counting = $state.raw<readonly Count[] | null>(null);
  /** something everybody should hear, for a moment */
  notice = $state<string | null>(null);
  /** a small celebration */
  cheer = $state.raw<Cheer | null>(null);
  /** whether the count of the finished game was told already */
  counted = false;
  #ways = new Map<string, number>();

  constructor(
    readonly session: TableSession,
    readonly board: Board,
  ) {
    this.words = new Words(board);
    this.tracks = new Map(board.tracks.map((x) => [x.id, x]));
  }

  get view(): GameView {
    return this.session.view!;
  }

  readonly me = $derived.by(() => this.view.seat);
  readonly seats = $derived.by((): SeatInfo[] => this.session.table?.seats ?? []);
  readonly liveries = $derived.by(() => this.seats.map((s) => s.colour as string));

  readonly mine = $derived.by((): PlayerView | null =>
    this.me === null ? null : (this.view.players[this.me] ?? null),
  );

  readonly myTurn = $derived.by(() => this.view.legal.length > 0);

  readonly canAct = $derived.by(
    () =>
      this.session.live &&
      this.myTurn &&
      !this.session.behind &&
      this.session.waiting === null &&
      this.session.line === "open",
  );

  /** how many of the latest events have just been told */
  fresh = $state(0);

  /** What can be looked up: of cards on their way on track only how many they were, once that was told (C6). */
  readonly #kept = $derived.by(() => {
    const old = this.session.events.length - this.fresh;
    return this.session.events.map((e, i) => ("later" in e && e.later && i < old ? e.later : e));
  });

  /** The same without what only another person at this device may know. */
  readonly events = $derived.by(() => {
    if (this.session.you.seats.length < 2) return this.#kept;
    return this.#kept.map((e) => (e.seat !== this.me && "others" in e && e.others) || e);
  });

  readonly log = $derived.by(() => tell(this.events, this.words));
  /** the time of day, while somebody is waited for or a clock runs */
  now = $state(Date.now());
  readonly round = $derived.by(() => Math.floor(this.view.turn / this.view.seats) + 1);

  /** Time left to a seat, if this table has a clock. */
  timeOf(seat: number): string | null {
    const clock = this.session.clock;
    const left = clock?.left[seat];
    if (!clock || left === undefined) return null;
    const ms = Math.max(0, left - (clock.running.includes(seat) ? this.now + this.session.skew - clock.now : 0));
    return timeLeft(ms, settings.language);
  }

  nameOf(seat: number | null): string {
    return seat === null ? "" : (this.seats[seat]?.name ?? `${seat + 1}`);
  }

  liveryOf(seat: number | null): string {
    return seat === null ? "slate" : (this.liveries[seat] ?? "slate");
  }

  /** Others in turn order after me. */
  readonly others = $derived.by(() => {
    const n = this.view.seats;
    const start = this.me ?? n - 1;
    return Array.from({ length: n }, (_, i) => (start + 1 + i) % n).filter((s) => s !== this.me);
  });

  /** Free tracks that nobody can take any more. */
  readonly closed = $derived.by((): ReadonlySet<string> => new Set(this.view.closed));

  /** Why something cannot be chosen, as the view says it; under `*` stands what holds for all the rest. */
  refusal(what: string): Reason | null {
    return this.view.refusals[what] ?? this.view.refusals["*"] ?? null;
  }

  /** The claim or station under way. */
  readonly pending = $derived.by((): Pending | null => {
    const p = this.view.pending;
    return p && "laid" in p ? p : null;
  });

  /** The tunnel everybody looks at now. */
  readonly tunnel = $derived.by((): Scene | null => {
    if (this.scene) return this.scene;
    const { pending } = this;
    const { phase, actor } = this.view;
    if (phase !== "tunnel" || !pending?.claim || actor === null) return null;
    return {
      seat: actor,
      track: pending.claim,
      laid: pending.laid,
      revealed: pending.revealed,
      hits: pending.hits,
      owed: pending.owed,
      turned: pending.revealed.length,
      said: true,
      ended: null,
    };
  });

  /** The count of a round of the Card Game that everybody looks at now. */
  readonly tally = $derived.by((): SeatTally[] | null => {
    const told = this.counting ?? (this.view.phase === "completion" ? lastCount(this.session.events) : null);
    return told && tallyOf(told, this.view.seats);
  });

  lengthOf(ticket: TicketView): number {
    const known = this.#ways.get(ticket.id);
    if (known !== undefined) return known;
    const length = shortestWay(this.board, ticket.a, ticket.b);
    this.#ways.set(ticket.id, length);
    return length;
  }

  /** The last move of every other seat since one's own turn, by track or `place:` city: the livery that marks it. */
  readonly recent = $derived.by((): ReadonlyMap<string, string> => {
    const moves = latest(this.log, this.me, this.myTurn);
    return new Map(moves.map((e) => [e.track ?? `place:${e.place!}`, this.liveryOf(e.seat)]));
  });

  /** What undoing would take back, in words. */
  readonly undoes = $derived.by(() => {
    const last = [...this.log].reverse().find((e) => e.seat === this.me);
    return last ? spoken(last, this.words) : "";
  });

  /** The road that a hint or the coach speaks of. */
  readonly road = $derived.by((): ReadonlySet<string> | null => {
    const { hint, coach, road } = this.session;
    const path = (hint ?? coach)?.path ?? road;
    return path.length ? new Set(path) : null;
  });

  /** Points for each length, as the board prints them. */
  readonly tariff = $derived.by(() => {
    const table = (piece: "main" | "subway") =>
      [...new Map(this.board.tracks.filter((x) => x.piece === piece).map((x) => [x.cost, x.points]))].sort(
        (x, y) => x[0] - y[0],
      );
    return { main: table("main"), subway: table("subway") };
  });

  readonly discards = $derived.by(() => countCards(this.view.discard));
}
