/** The ways to pay put in order for the picker. */
import type { Cards } from "../art/ink";
import type { ClaimChoice, StationChoice } from "../protocol/messages";
import type { Payment, PayRow } from "./types";

const wilds = (cards: Cards) => cards.wild ?? 0;
const colourOf = (cards: Cards) => Object.keys(cards).find((c) => c !== "wild") ?? "wild";

/** What is claimed or built and paid for in one decision, every way of it. */
export const paidAtOnce = (choice: ClaimChoice | StationChoice): Payment[] =>
  choice.payments.map(({ whole, cards }) => ({ text: whole, cards }));

/** Rows of the picker: colours ordered by how few wilds they need, then by how many cards of them there are. */
export function payRows(payments: readonly Payment[], hand: Cards): PayRow[] {
  const rows = new Map<string, Payment[]>();
  for (const p of payments) {
    const colour = colourOf(p.cards);
    rows.set(colour, [...(rows.get(colour) ?? []), p]);
  }
  return [...rows]
    .map(([colour, ways]) => ({ colour, ways: ways.sort((x, y) => wilds(x.cards) - wilds(y.cards)) }))
    .sort((x, y) => wilds(x.ways[0]!.cards) - wilds(y.ways[0]!.cards) || (hand[y.colour] ?? 0) - (hand[x.colour] ?? 0));
}
