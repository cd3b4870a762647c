/** A table being prepared: who sits where, what was agreed on. Becomes a `CreateTable` when it is opened. */
import { LIVERY_NAMES } from "../art/ink";
import { titleOf, TITLES } from "../games";
import { otherName, ownName } from "../names";
import type { Board } from "../protocol/board";
import type { CreateTable, Options, SeatInfo } from "../protocol/messages";

export type Colour = SeatInfo["colour"];
export type Kind = "me" | "open" | "hotseat" | "bot";
export type Level = (typeof LEVELS)[number];

export interface Chair {
  kind: Kind;
  name: string;
  colour: Colour;
  level: Level;
}

export const LEVELS = ["easy", "normal", "hard", "expert", "master"] as const;
export const COLOURS = LIVERY_NAMES as readonly Colour[];
const BOTS = ["Ada", "Basile", "Clara", "Dario", "Elif"];

function defaultOptions(): Options {
  return {
    aids: true,
    look_on_track: false,
    takeback: true,
    hints: true,
    clock: { kind: "none", seconds: 60, increment: 0, always: false, at_zero: "move" },
    pace: "quick",
    spectators: true,
    spectator_delay: 0,
    coach: false,
  };
}

export class Setup {
  game = $state(TITLES[0]!.id);
  chairs = $state<Chair[]>([]);
  /** null: at random */
  first = $state<number | null>(null);
  open = $state(false);
  options = $state<Options>(defaultOptions());
  /** where nobody has to be waited for, the game may be played on this device alone */
  here = $state(true);
  /** a board of one's own: the file as it was chosen, what a server read in it, and whether this page can play on it */
  board = $state.raw<{ text: string; data: Board; here: boolean } | null>(null);

  constructor() {
    for (const kind of ["me", "open", "bot", "bot"] as const) this.add(kind);
  }

  get title() {
    return titleOf(this.game);
  }

  /** the most that may sit at this table */
  get most(): number {
    return this.board?.data.max_seats ?? this.title.seats[1];
  }

  /** Play on a board of one's own. */
  play(text: string, data: Board, here: boolean): void {
    this.board = { text, data, here };
    while (this.chairs.length > this.most) this.remove(this.chairs.length - 1);
  }

  /** Another game keeps the people as far as it has room for them. */
  choose(game: string): void {
    this.game = game;
    this.board = null;
    while (this.chairs.length > this.most) this.remove(this.chairs.length - 1);
  }

  add(kind: Kind): void {
    const used = this.chairs.map((chair) => chair.colour);
    const colour = COLOURS.find((c) => !used.includes(c)) ?? "slate";
    this.chairs.push({ kind: "open", name: "", colour, level: "normal" });
    this.seat(this.chairs.length - 1, kind);
  }

  /** Give a chair to somebody else. */
  seat(index: number, kind: Kind): void {
    const names = this.chairs.filter((_, i) => i !== index).map((chair) => chair.name);
    const chair = this.chairs[index]!;
    chair.kind = kind;
    if (kind === "me") chair.name = ownName();
    else if (kind === "bot") chair.name = BOTS.find((name) => !names.includes(name)) ?? "Ada";
    else if (kind === "hotseat") chair.name = otherName(names);
    else chair.name = "";
  }

  remove(index: number): void {
    this.chairs.splice(index, 1);
    if (this.first !== null && this.first >= this.chairs.length) this.first = null;
  }

  /** A colour belongs to one chair: whoever had it takes the old one. */
  paint(index: number, colour: Colour): void {
    const chair = this.chairs[index]!;
    const other = this.chairs.find((c) => c !== chair && c.colour === colour);
    if (other) other.colour = chair.colour;
    chair.colour = colour;
  }

  /** Everybody plays on this device. */
  share(): void {
    const free = this.chairs.findIndex((chair) => chair.kind === "open");
    const index = free >= 0 ? free : this.chairs.findIndex((chair) => chair.kind === "bot");
    if (index >= 0) this.seat(index, "hotseat");
  }

  get waits(): boolean {
    return this.chairs.some((chair) => chair.kind === "open");
  }

  /** One person, and bots. */
  get solitary(): boolean {
    return this.chairs.filter((chair) => chair.kind !== "bot").length === 1 && !this.waits;
  }

  /** Whether nobody else takes part: neither people elsewhere nor a server that alone can play on the board. */
  get canStay(): boolean {
    return !this.waits && !this.open && (this.board?.here ?? true);
  }

  get stays(): boolean {
    return this.here && this.canStay;
  }

  get wish(): CreateTable {
    return {
      game: this.game,
      seats: this.chairs.map(({ kind, name, colour, level }) => ({
        kind,
        colour,
        ...(kind === "open" ? {} : { name: name.trim() || ownName() }),
        ...(kind === "bot" ? { bot: level } : {}),
      })),
      first: this.first,
      public: this.open,
      options: { ...$state.snapshot(this.options), coach: this.solitary && !!this.options.coach },
      start: !this.waits,
      ...(this.board ? { board: this.board.text } : {}),
    };
  }
}

/** The one table this browser prepares; it outlives a change of screen. */
export const setup = new Setup();
