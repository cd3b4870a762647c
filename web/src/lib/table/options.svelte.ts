/** What may be chosen now, by what it is about; and which of it helps one's tickets. */
import type { SimpleChoice } from "../protocol/messages";
import { onTheWay } from "./distance";
import { Seen } from "./seen.svelte";

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
}
