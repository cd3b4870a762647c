/** What one has marked and points at before anything is chosen: cards to place, tickets to keep, places to look at. */
import type { Target } from "../board/types";
import { countCards, type Cards } from "../art/ink";
import type { KeepChoice, Placement } from "../protocol/messages";
import { Options } from "./options.svelte";

export class Marks extends Options {
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

  /** tickets marked in an offer */
  kept = $state.raw<ReadonlySet<string>>(new Set());

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

  /** a ticket that is pointed at, offered or one's own: only its ends are marked on the map */
  pointed = $state<string | null>(null);
  /** a ticket whose path is lit, or the shortest way that is left to it */
  shownTicket = $state<string | null>(null);
  /** tracks that a line of the log or a player points at */
  pointedAt = $state.raw<ReadonlySet<string> | null>(null);
  /** a place that one went to look at; the board comes back from there */
  visited = $state.raw<Target | null>(null);

  /** The ends of one's open tickets, or of the one that is pointed at. */
  readonly hot = $derived.by((): ReadonlySet<string> => {
    const { tickets, offer } = this.view;
    const pointed = [...tickets, ...offer].find((x) => x.id === this.pointed);
    const all = pointed ? [pointed] : [...tickets.filter((x) => !x.done), ...offer.filter((x) => this.kept.has(x.id))];
    return new Set(all.flatMap((x) => [x.a, x.b]));
  });

  readonly lit = $derived.by((): ReadonlySet<string> | null => {
    if (this.pointedAt?.size) return this.pointedAt;
    const ticket = this.view.tickets.find((x) => x.id === this.shownTicket);
    const way = ticket && (ticket.done ? ticket.path : this.wayOf(ticket));
    return way?.length ? new Set(way) : null;
  });
}
