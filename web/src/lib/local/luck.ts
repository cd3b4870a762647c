/** Luck apart from skill: see `analysis/luck.py`, whose counterpart this is. */
import type { LuckAccount } from "../protocol/messages";
import { meanOf, rounded, total, type Gap } from "./judging";

const PARTS = ["dealt", "drawn", "tickets", "tunnels", "played", "others", "their_luck", "rest"] as const;
export type Part = (typeof PARTS)[number];
type Parts = Record<Part, number>;
type Account = LuckAccount;

/** What one step changed for one seat. */
export interface Change {
  seat: number;
  part: Part;
  gap: Gap;
}

/** The account of one measure: where each seat began, what the first position was worth, how it ended. */
export interface Ledger {
  start: number[];
  dealt: Gap[];
  result: number[];
  changes: Change[];
}

const zeros = () => Object.fromEntries(PARTS.map((part) => [part, 0])) as Parts;

/** What each part came to, seat by seat, before anything is rounded. The sum is the result less the start. */
export function partsOf({ start, dealt, result, changes }: Ledger): { parts: Parts; errors: Parts }[] {
  const real = believed(changes);
  return start.map((begin, seat) => {
    const [parts, squares] = [zeros(), zeros()];
    parts.dealt = dealt[seat]!.mean - begin;
    squares.dealt = dealt[seat]!.error ** 2;
    for (const [i, { seat: whose, part, gap }] of changes.entries()) {
      const share = real[i]!;
      if (whose !== seat || share <= 0) continue;
      parts[part] += share * gap.mean;
      squares[part] += (share * gap.error) ** 2;
    }
    parts.rest = result[seat]! - begin - total(Object.values(parts));
    squares.rest = total(Object.values(squares));
    const errors = zeros();
    for (const part of PARTS) errors[part] = Math.sqrt(squares[part]);
    return { parts, errors };
  });
}

/** How much of each change is likely to be real: what is left when it is shrunk by the noise in it. */
function believed(changes: readonly Change[]): number[] {
  const spread = new Map(
    PARTS.map((part) => {
      const seen = changes.filter(({ part: own, gap }) => own === part && Number.isFinite(gap.error));
      const squares = seen.map(({ gap }) => gap.mean ** 2 - gap.error ** 2);
      return [part, squares.length ? Math.max(0, meanOf(squares)) : 0];
    }),
  );
  return changes.map(({ part, gap }) => {
    if (!Number.isFinite(gap.error)) return 0;
    const noise = spread.get(part)! + gap.error ** 2;
    return noise > 0 ? spread.get(part)! / noise : 1;
  });
}

/** As JSON: rounded so that start and parts still add up to the result. */
export function account({ parts, errors }: { parts: Parts; errors: Parts }, begin: number, end: number): Account {
  const [start, result] = [rounded(begin), rounded(end)];
  const few = zeros();
  for (const part of PARTS) few[part] = part === "rest" ? 0 : rounded(parts[part]);
  few.rest = rounded(result - start - total(Object.values(few)));
  return {
    start,
    result,
    parts: few,
    errors: Object.fromEntries(PARTS.map((part) => [part, rounded(errors[part])])),
  };
}

/** The parts as whole points that add up to the rounded sum: for sentences. */
export function wholePoints(parts: Account["parts"]): Parts {
  const [floors, rests] = [zeros(), zeros()];
  for (const part of PARTS) {
    floors[part] = Math.floor(parts[part]!);
    rests[part] = rounded(floors[part] - parts[part]!);
  }
  const over = Math.floor(rounded(total(Object.values(parts))) + 0.5) - total(Object.values(floors));
  const byRest = [...PARTS].sort((a, b) => rests[a] - rests[b]);
  for (const part of byRest.slice(0, over)) floors[part] += 1;
  return floors;
}
