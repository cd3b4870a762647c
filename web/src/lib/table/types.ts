/** What the table screen speaks of: payments, tunnels, questions, refusals. */
import type { Cards } from "../art/ink";
import type { Target } from "../board/types";
import type { Track } from "../protocol/board";
import type { SeatTally } from "./tally";

/** A way to pay, as the rows of the picker show it: one per colour, with more wilds on demand. */
export interface Payment {
  text: string;
  cards: Cards;
}

export interface PayRow {
  colour: string;
  /** fewest wilds first */
  ways: Payment[];
}

/** What is being paid for. `due` when the server already waits for the payment. */
export interface Purchase {
  target: Target;
  track?: Track;
  rows: PayRow[];
  due: boolean;
}

/** Something that is not on the board and cannot be chosen now. */
export interface Objection {
  what: string;
  sentence: string;
  rule: string | null;
}

/** Something to be glad about for a moment: a ticket completed, a flag, a round won. */
export interface Cheer {
  seat: number;
  what: string;
  points: number;
}

/** How far the final count has come: paths that are lit, markers on the score track, tickets of the Card Game. */
export interface Counting {
  lit: ReadonlySet<string> | null;
  borrowed: ReadonlySet<string>;
  scores: Map<number, number>;
  tally: SeatTally[] | null;
  /** everything has been told */
  done: boolean;
}

export interface Tunnel {
  seat: number;
  track: string;
  laid: Cards;
  revealed: string[];
  /** which of them ask for one card more */
  hits: boolean[];
  owed: number;
}

/** A tunnel as it is being told. */
export interface Scene extends Tunnel {
  /** how many of its cards are face up */
  turned: number;
  /** what they cost has been said */
  said: boolean;
  ended: "built" | "given-up" | null;
}

export type Choice = "payment" | "tunnel" | "flag" | "tickets" | "complete";

/** One question before something is done. */
export interface Question {
  kind: "pay" | "blind" | "tickets";
  /** the action that answers it */
  text: string;
  what: string;
  more: string;
  button: string;
  cards?: Cards;
}
