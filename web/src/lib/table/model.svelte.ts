/** What the table screen knows and wants: the view put in order for drawing, and the choice being made. */
import type { Aim, Target } from "../board/types";
import { countCards, type Cards } from "../art/ink";
import type { Board, Track } from "../protocol/board";
import type {
  GameView,
  KeepChoice,
  LegalAction,
  Pending,
  Placement,
  PlayerView,
  Reason,
  SeatInfo,
  SimpleChoice,
  TicketView,
} from "../protocol/messages";
import type { TableSession } from "../net/session.svelte";
import { settings } from "../settings.svelte";
import { t } from "../i18n";
import { onTheWay, shortestWay } from "./distance";
import type { Draft } from "./draft";
import { asOthersHeard, spoken, tell } from "./log";
import { paidAtOnce, payRows } from "./pay";
import { latest } from "./recent";
import { lastCount, tallyOf, type Count, type SeatTally } from "./tally";
import type { Cheer, Choice, Objection, Payment, Purchase, Question, Scene } from "./types";
import { Words } from "./words";

export type * from "./types";

export class TableModel {
  readonly words: Words;
  readonly tracks: Map<string, Track>;
  /** the route or city chosen but not yet paid for */
  aimed = $state.raw<Target | null>(null);
  row = $state(0);
  way = $state(0);
  /** routes glow, or cities for a station */
  stationMode = $state(false);
  /** tickets marked in an offer */
  kept = $state.raw<ReadonlySet<string>>(new Set());
  /** something illegal that was asked for: its reason stays on the table until something else is done */
  refused = $state.raw<Target | Objection | null>(null);
  /** the tunnel that is being shown, until its moment is over */
  scene = $state.raw<Scene | null>(null);
  /** the count of a round that is being shown, as far as it was told */
  counting = $state.raw<readonly Count[] | null>(null);
  /** something everybody should hear, for a moment */
  notice = $state<string | null>(null);
  /** a small celebration */
  cheer = $state.raw<Cheer | null>(null);
  /** a ticket that is pointed at, offered or one's own: only its ends are marked on the map */
  pointed = $state<string | null>(null);
  /** a ticket whose path is lit */
  shownTicket = $state<string | null>(null);
  /** tracks that a line of the log or a player points at */
  pointedAt = $state.raw<ReadonlySet<string> | null>(null);
  /** a place that one went to look at; the board comes back from there */
  visited = $state.raw<Target | null>(null);
  /** all routes that can be claimed glow, not only those on the way of a ticket */
  allRoutes = $state(false);
  /** something that cannot be taken back was asked for */
  asking = $state.raw<Question | null>(null);
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
  readonly choosing = $derived.by(() => this.view.offer.length > 0 && this.view.legal.some((a) => a.kind === "keep"));
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
    return this.#kept.map((e) => (e.seat === this.me ? e : asOthersHeard(e)));
  });
  readonly log = $derived.by(() => tell(this.events, this.words));
  /** the time of day, while somebody is waited for or a clock runs */
  now = $state(Date.now());
  readonly round = $derived.by(() => Math.floor(this.view.turn / this.view.seats) + 1);

  /** Time left to a seat as m:ss, if this table has a clock. */
  timeOf(seat: number): string | null {
    const clock = this.session.clock;
    const left = clock?.left[seat];
    if (!clock || left === undefined) return null;
    const ms = Math.max(0, left - (clock.running.includes(seat) ? this.now + this.session.skew - clock.now : 0));
    return `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
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

  // ---- what may be chosen ----
  readonly claims = $derived.by(
    () => new Map(this.view.legal.filter((a) => a.kind === "claim").map((a) => [a.track, a])),
  );
  readonly builds = $derived.by(
    () => new Map(this.view.legal.filter((a) => a.kind === "station").map((a) => [a.place, a])),
  );
  readonly takes = $derived.by(
    () => new Map(this.view.legal.filter((a) => a.kind === "take").map((a) => [a.colour, a])),
  );
  readonly blind = $derived.by(() => this.#only("blind"));
  readonly drawTickets = $derived.by(() => this.#only("tickets"));
  readonly enough = $derived.by(() => this.#only("enough"));
  readonly completions = $derived.by(() => this.view.legal.filter((a) => a.kind === "complete"));
  readonly pass = $derived.by(() => this.#only("pass"));
  readonly decline = $derived.by(() => this.#only("decline"));
  readonly keepCard = $derived.by(() => this.#only("keep-card"));
  readonly placements = $derived.by(() => this.view.legal.filter((a) => a.kind === "place"));
  readonly legalTracks = $derived.by((): ReadonlySet<string> => new Set(this.stationMode ? [] : this.claims.keys()));
  readonly legalPlaces = $derived.by((): ReadonlySet<string> => new Set(this.stationMode ? this.builds.keys() : []));

  #only(kind: SimpleChoice["kind"]): SimpleChoice | null {
    return this.view.legal.find((a): a is SimpleChoice => a.kind === kind) ?? null;
  }

  /** Free tracks that nobody can take any more. */
  readonly closed = $derived.by((): ReadonlySet<string> => new Set(this.view.closed));

  /** The ends of one's open tickets, or of the one that is pointed at. */
  readonly hot = $derived.by((): ReadonlySet<string> => {
    const { tickets, offer } = this.view;
    const pointed = [...tickets, ...offer].find((x) => x.id === this.pointed);
    const all = pointed ? [pointed] : [...tickets.filter((x) => !x.done), ...offer.filter((x) => this.kept.has(x.id))];
    return new Set(all.flatMap((x) => [x.a, x.b]));
  });

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

  /** Which panel asks for a decision. */
  readonly choice = $derived.by((): Choice | null => {
    if (this.tunnel) return "tunnel";
    if (this.choosing) return "tickets";
    if (this.completions.length) return "complete";
    if (this.view.phase === "flag" && this.myTurn) return "flag";
    return this.purchase && !this.only ? "payment" : null;
  });

  // ---- paying ----
  readonly purchase = $derived.by((): Purchase | null => {
    const { view } = this;
    if (view.phase === "payment" && this.myTurn && this.pending) {
      const { claim, station } = this.pending;
      const target: Target = claim ? { kind: "track", id: claim } : { kind: "place", id: station! };
      const ways = view.legal.filter((a) => a.kind === "pay");
      return this.#purchase(target, ways, true);
    }
    const aimed = this.aimed;
    const action = aimed && (aimed.kind === "track" ? this.claims.get(aimed.id) : this.builds.get(aimed.id));
    if (!aimed || !action) return null;
    return this.#purchase(aimed, paidAtOnce(action), false);
  });

  #purchase(target: Target, ways: Payment[], due: boolean): Purchase {
    const track = target.kind === "track" ? this.tracks.get(target.id) : undefined;
    return { target, track, rows: payRows(ways, this.view.hand), due };
  }

  readonly payment = $derived.by((): Payment | null => {
    const row = this.purchase?.rows[Math.min(this.row, (this.purchase?.rows.length ?? 1) - 1)];
    return row ? (row.ways[Math.min(this.way, row.ways.length - 1)] ?? null) : null;
  });

  /** The one way there is to pay for what is aimed at: nothing has to be chosen. */
  readonly only = $derived.by((): Payment | null => {
    const { purchase } = this;
    return purchase && !purchase.due && purchase.rows.length === 1 && purchase.rows[0]!.ways.length === 1
      ? this.payment
      : null;
  });

  /** What is asked before it is done. */
  readonly question = $derived.by((): Question | null => {
    if (this.asking) return this.asking;
    const { only, purchase } = this;
    if (!only || !purchase) return null;
    const { target, track } = purchase;
    const what = track ? this.words.route(track) : this.words.place(target.id);
    const more = [
      this.words.cards(only.cards),
      ...(track ? [t("track.points", { n: track.points })] : []),
      ...(track?.tunnel ? [t("pay.sub.tunnel")] : []),
    ].join(" · ");
    return {
      kind: "pay",
      text: only.text,
      what,
      more,
      button: t(track ? "pay.claim" : "pay.build"),
      cards: only.cards,
    };
  });

  /** Do something that cannot be taken back, after one question if that is wanted. */
  finally(kind: "blind" | "tickets", action: LegalAction): void {
    if (!settings.ask || this.asking?.text === action.text) return this.answer(action.text);
    this.aimed = null;
    this.asking = { kind, text: action.text, what: t(`ask.${kind}`), more: t("ask.sub"), button: t(`ask.${kind}.do`) };
  }

  answer(text = this.question?.text): void {
    this.asking = null;
    if (text && this.canAct) this.send(text);
  }

  /** Cards that would leave the hand. */
  readonly spent = $derived.by((): Cards => this.payment?.cards ?? {});

  readonly aim = $derived.by((): Aim | null => {
    const { scene } = this;
    if (scene && scene.track && !scene.ended && this.view.claims[scene.track] === undefined)
      return { target: { kind: "track", id: scene.track }, livery: this.liveryOf(scene.seat) };
    const target = this.purchase?.target ?? this.#pendingTarget;
    return target ? { target, livery: this.liveryOf(this.view.actor) } : null;
  });

  get #pendingTarget(): Target | null {
    const p = this.pending;
    if (p?.claim && this.view.claims[p.claim] === undefined) return { kind: "track", id: p.claim };
    return p?.station && this.view.stations[p.station] === undefined ? { kind: "place", id: p.station } : null;
  }

  /** Tickets that what is aimed at would complete or bring nearer. */
  readonly effect = $derived.by(() => {
    const track = this.purchase?.track;
    if (!track) return null;
    const near = this.view.tickets.filter(
      (x) =>
        !x.done &&
        x.missing !== null &&
        x.missing <= track.spaces &&
        (x.a === track.a || x.a === track.b || x.b === track.a || x.b === track.b),
    );
    return near[0] ?? null;
  });

  pick(target: Target): boolean {
    this.refused = null;
    this.scene = null;
    if (!this.canAct) return false;
    const legal = target.kind === "track" ? this.claims.has(target.id) : this.builds.has(target.id);
    if (!legal) {
      this.refused = target;
      return false;
    }
    this.stationMode = target.kind === "place";
    this.asking = this.visited = null;
    this.aimed = target;
    [this.row, this.way] = [0, 0];
    if (this.only && !settings.ask) this.confirm();
    return true;
  }

  /** Choose a target and pay with a colour, as when cards are dropped on it. */
  payWith(target: Target, colour: string): boolean {
    if (!this.pick(target)) return false;
    const row = this.purchase?.rows.findIndex((r) => r.colour === colour) ?? -1;
    if (row >= 0) this.row = row;
    return row >= 0;
  }

  confirm(): void {
    const payment = this.payment;
    if (!payment || !this.canAct) return;
    this.send(payment.text);
  }

  cancel(): void {
    if (this.asking) {
      this.asking = null;
      return;
    }
    if (this.view.phase === "payment" && this.purchase?.due) {
      if (this.session.canUndo) this.session.undo();
      return;
    }
    this.aimed = null;
    this.marked = {};
    this.stationMode = false;
  }

  /** Nothing chosen, nothing marked. */
  forget(): void {
    this.aimed = null;
    this.stationMode = false;
    this.kept = new Set();
    this.marked = {};
    this.shownTicket = null;
    this.pointed = null;
    this.refused = null;
    this.asking = this.visited = this.pointedAt = null;
    [this.row, this.way] = [0, 0];
  }

  /** The half-made choice, for after a reload. */
  get draft(): Draft {
    const { aimed, row, way, stationMode, kept, marked } = this;
    return { seat: this.me, aimed, row, way, stationMode, kept: [...kept], marked };
  }

  /** Take up a choice again, as far as it may still be made. */
  restore(draft: Draft | null): void {
    if (!draft || draft.seat !== this.me || !this.myTurn) return;
    const { aimed, row, way, stationMode, kept, marked } = draft;
    Object.assign(this, { aimed, row, way, stationMode, kept: new Set(kept), marked });
    this.review();
  }

  /** After each new view: what can no longer be chosen is no longer chosen. */
  review(): void {
    const { aimed, view, marked } = this;
    if (this.asking && !view.legal.some((a) => a.text === this.asking!.text)) this.asking = null;
    if (!aimed || !(aimed.kind === "track" ? this.claims : this.builds).has(aimed.id)) {
      this.aimed = null;
      [this.row, this.way] = [0, 0];
    }
    if (!this.builds.size) this.stationMode = false;
    this.kept = new Set([...this.kept].filter((id) => view.offer.some((x) => x.id === id)));
    const hand = this.placements.length ? view.hand : {};
    this.marked = Object.fromEntries(Object.entries(marked).filter(([colour, n]) => n <= (hand[colour] ?? 0)));
  }

  /** The choice stays until the answer is there: one that was refused or lost on the way can be made again. */
  send(text: string): void {
    this.shownTicket = this.pointed = this.refused = null;
    this.session.play(text);
  }

  // ---- the Card Game: placing trains ----
  /** cards of the hand marked to be placed */
  marked = $state.raw<Cards>({});
  readonly placing = $derived.by(() => countCards(this.marked) > 0);

  readonly placement = $derived.by((): Placement | null => {
    const want = Object.entries(this.marked).filter(([, n]) => n > 0);
    return (
      this.placements.find(
        (a) => Object.keys(a.cards).length === want.length && want.every(([c, n]) => a.cards[c] === n),
      ) ?? null
    );
  });

  /** Columns of others that the marked cards would beat. */
  readonly beaten = $derived.by(() => {
    const { placement } = this;
    if (!placement) return [];
    const by = countCards(placement.cards);
    return placement.beats.flatMap((seat) =>
      this.view.players[seat]!.yard.filter((y) => placement.cards[y.colour]).map((y) => ({
        seat,
        colour: y.colour,
        cards: y.cards,
        by,
      })),
    );
  });

  /** One more card of a colour is marked; after the last one none. */
  mark(colour: string, n = (this.marked[colour] ?? 0) + 1): void {
    if (!this.canAct || !this.placements.length) return;
    const have = this.view.hand[colour] ?? 0;
    const marked = { ...this.marked, [colour]: n > have ? 0 : n };
    this.marked = Object.fromEntries(Object.entries(marked).filter(([, k]) => k > 0));
  }

  /** The plainest ways to place, one for each colour that may be placed, most cards first. */
  readonly ideas = $derived.by((): Cards[] => {
    const best = new Map<string, Cards>();
    for (const { cards } of this.placements) {
      const colours = Object.keys(cards).filter((c) => c !== "wild");
      if (colours.length !== 1 || cards.wild) continue;
      const known = best.get(colours[0]!);
      if (!known || countCards(cards) > countCards(known)) best.set(colours[0]!, cards);
    }
    return [...best.values()].sort((a, b) => countCards(b) - countCards(a));
  });

  // ---- tickets ----
  toggle(id: string): void {
    if (!this.canAct) return;
    const kept = new Set(this.kept);
    if (!kept.delete(id)) kept.add(id);
    this.kept = kept;
  }

  readonly keepAction = $derived.by((): KeepChoice | null => {
    const wanted = this.kept;
    return (
      this.view.legal.find(
        (a): a is KeepChoice =>
          a.kind === "keep" && a.tickets.length === wanted.size && a.tickets.every((x) => wanted.has(x)),
      ) ?? null
    );
  });

  lengthOf(ticket: TicketView): number {
    const known = this.#ways.get(ticket.id);
    if (known !== undefined) return known;
    const length = shortestWay(this.board, ticket.a, ticket.b);
    this.#ways.set(ticket.id, length);
    return length;
  }

  /** Legal tracks that bring one of one's open tickets nearer. */
  readonly helpful = $derived.by((): ReadonlySet<string> => {
    const { view, me } = this;
    if (me === null) return new Set();
    const open = view.tickets.filter((x) => !x.done && x.missing !== null);
    const shut = (id: string) => this.closed.has(id) || (view.claims[id] !== undefined && view.claims[id] !== me);
    const useful = new Set(
      open.flatMap((x) => onTheWay(this.board, x.a, x.b, (id) => (shut(id) ? null : view.claims[id] === me ? 0 : 1))),
    );
    return new Set([...this.legalTracks].filter((id) => useful.has(id)));
  });
  /** Some routes that can be claimed do not glow, as they help no ticket. */
  readonly quiet = $derived.by(() => !this.stationMode && this.legalTracks.size > this.helpful.size);

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

  readonly lit = $derived.by((): ReadonlySet<string> | null => {
    if (this.pointedAt?.size) return this.pointedAt;
    const ticket = this.view.tickets.find((x) => x.id === this.shownTicket);
    return ticket?.done ? new Set(ticket.path) : null;
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
