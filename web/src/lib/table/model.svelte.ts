/** The table screen: on top of what is seen, may be chosen and is marked, the choice being made and paid for. */
import type { Aim, Target } from "../board/types";
import type { Cards } from "../art/ink";
import type { LegalAction } from "../protocol/messages";
import { settings } from "../settings.svelte";
import { t } from "../i18n";
import type { Draft } from "./draft";
import { paidAtOnce, payRows } from "./pay";
import { targetOf } from "./speech";
import type { Choice, Objection, Payment, Purchase, Question } from "./types";
import { Marks } from "./marks.svelte";

export type * from "./types";

export class TableModel extends Marks {
  /** the route or city chosen but not yet paid for */
  aimed = $state.raw<Target | null>(null);
  row = $state(0);
  way = $state(0);
  /** something illegal that was asked for: its reason stays on the table until something else is done */
  refused = $state.raw<Target | Objection | null>(null);
  /** something that cannot be taken back was asked for */
  asking = $state.raw<Question | null>(null);

  /** Which panel asks for a decision. */
  readonly choice = $derived.by((): Choice | null => {
    if (this.tunnel) return "tunnel";
    if (this.choosing) return "tickets";
    if (this.completions.length) return "complete";
    if (this.view.phase === "flag" && this.myTurn) return "flag";
    return this.purchase && !this.only ? "payment" : null;
  });

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
    const { only, purchase, scene } = this;
    if (!only || !purchase || scene) return null; // while a tunnel is dug nothing is asked
    const { target, track } = purchase;
    const what = track ? this.words.route(track) : this.words.place(target.id);
    const more = [
      this.words.cards(only.cards),
      ...(track ? [t("track.points", { n: track.points })] : []),
      ...(track?.tunnel ? [t("pay.sub.tunnel")] : []),
      ...(this.effect ? [t("pay.completes", { ticket: this.words.ticket(this.effect) })] : []),
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
    if (target) return { target, livery: this.liveryOf(this.view.actor) };
    const proposed = this.session.hint ?? this.session.coach;
    const place = proposed && targetOf(proposed.act);
    return place?.kind === "place" ? { target: place, livery: this.liveryOf(proposed!.seat) } : null;
  });

  get #pendingTarget(): Target | null {
    const p = this.pending;
    if (p?.claim && this.view.claims[p.claim] === undefined) return { kind: "track", id: p.claim };
    return p?.station && this.view.stations[p.station] === undefined ? { kind: "place", id: p.station } : null;
  }

  /** The ticket that what is aimed at would complete. */
  readonly effect = $derived.by(() => {
    const track = this.purchase?.track;
    return (track && this.view.tickets.find((ticket) => ticket.completed_by.includes(track.id))) ?? null;
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
}
