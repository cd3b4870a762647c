/** Cards, routes and places in words. */
import { sortCards, type Cards } from "../art/ink";
import { nameOf } from "../games";
import { keyOf, list, t } from "../i18n";
import { placeName } from "../i18n/places";
import { settings } from "../settings.svelte";
import type { Board, Track } from "../protocol/board";

export class Words {
  readonly #names: Map<string, string>;

  constructor(readonly board: Board) {
    this.#names = new Map(board.places.map((p) => [p.id, p.name]));
  }

  /** The family's word for the wild card goes with what the game rolls. */
  get fleet(): string {
    return this.board.piece_names.main ?? "train";
  }

  place(id: string): string {
    return placeName(id, this.#names.get(id) ?? id, settings.language);
  }

  route(track: Track | undefined): string {
    return track ? `${this.place(track.a)}\u00a0– ${this.place(track.b)}` : "";
  }

  ticket(ticket: { a: string; b: string }): string {
    return `${this.place(ticket.a)}\u00a0– ${this.place(ticket.b)}`;
  }

  count(colour: string, n: number): string {
    const key = colour === "wild" ? keyOf("wild", this.fleet) : keyOf("cards", colour);
    return t(key ?? "count.cards", { n });
  }

  cards(cards: Cards, joint: "and" | "+" = "and"): string {
    const parts = sortCards(cards, this.board.colours).map(([c, n]) => this.count(c, n));
    return joint === "+" ? parts.join(" + ") : list(parts);
  }

  card(colour: string): string {
    return colour === "wild"
      ? t(keyOf("wild.one", this.fleet) ?? "wild.one.train")
      : t(keyOf("colour", colour) ?? "colour.grey");
  }

  /** One card with its article: "an orange card", "une locomotive". */
  aCard(colour: string): string {
    return t(keyOf("one", colour === "wild" ? `wild.${this.fleet}` : colour) ?? "one.wild.train");
  }

  /** What the family calls its wild cards. */
  get wilds(): string {
    return t(keyOf("wilds", this.fleet) ?? "wilds.train");
  }

  pieces(kind: "main" | "subway", n: number): string {
    return t(keyOf("pieces", this.board.piece_names[kind]) ?? "pieces.train", { n });
  }

  /** "4 spaces, green, tunnel, 7 points". */
  track(track: Track): string {
    const parts: string[] = [];
    if (track.piece === "subway") parts.push(t("track.subway", { n: track.cost }));
    else if (track.colour === "grey") parts.push(t("track.grey", { n: track.spaces }));
    else parts.push(t("track.colour", { n: track.spaces, colour: this.card(track.colour) }));
    if (track.piece === "subway" && track.colour !== "grey") parts.push(this.card(track.colour));
    if (track.tunnel) parts.push(t("track.tunnel"));
    if (track.ferry) parts.push(t("track.ferry", { wilds: this.count("wild", track.ferry) }));
    if (track.carts) parts.push(t("track.carts"));
    parts.push(t("track.points", { n: track.points }));
    return parts.join(", ");
  }

  gameName(): string {
    return nameOf(this.board.id, this.board.name);
  }
}

/** The places a path goes through, without its ends. */
export function stopovers(path: readonly string[], board: Board, from: string): string[] {
  const tracks = new Map(board.tracks.map((x) => [x.id, x]));
  const out: string[] = [];
  let at = from;
  for (const id of path) {
    const track = tracks.get(id);
    if (!track) continue;
    at = track.a === at ? track.b : track.a;
    out.push(at);
  }
  return out.slice(0, -1);
}
