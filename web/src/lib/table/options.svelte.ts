/** What may be chosen now, by what it is about; and which of it helps one's tickets. */
import type { SimpleChoice, TicketView } from "../protocol/messages";
import { onTheWay } from "./distance";
import { Seen } from "./seen.svelte";

/** What a free space costs of a way, next to one's own: no detour over these is too long to save one of those. */
const FREE = 1000;

export class Options extends Seen {
  /** routes glow, or cities for a station */
  stationMode = $state(false);
  /** all routes that can be claimed glow, not only those on the way of a ticket */
  allRoutes = $state(false);
  readonly choosing = $derived.by(() => this.view.offer.length > 0 && this.view.legal.some((a) => a.kind === "keep"));

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

  /** Legal tracks that bring one of one's open tickets nearer. */
  readonly helpful = $derived.by((): ReadonlySet<string> => {
    const useful = new Set(this.view.tickets.filter((x) => !x.done).flatMap((x) => this.wayOf(x, 0)));
    return new Set([...this.legalTracks].filter((id) => useful.has(id)));
  });

  /** The tracks on the ways to a ticket that take the fewest spaces more; one's own among them where a space costs. */
  wayOf({ a, b, missing }: TicketView, own = 1): string[] {
    const { view, me } = this;
    if (me === null || missing === null) return [];
    return onTheWay(this.board, a, b, (id) => {
      const owner = view.claims[id];
      if (owner === me) return own;
      return owner === undefined && !this.closed.has(id) ? FREE : null;
    });
  }

  /** Some routes that can be claimed do not glow, as they help no ticket. */
  readonly quiet = $derived.by(() => !this.stationMode && this.legalTracks.size > this.helpful.size);
}
