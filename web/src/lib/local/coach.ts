/**
 * Whether a move was a mistake, by what its seat could see: the move and the promising alternatives are played out in
 * the same worlds, and what seemed best is compared with it once more in others. The counterpart of
 * `analysis/decision.py`.
 */
import { CHUNK, WIN_MARK, type End, type Mind, type Seen } from "./minds";

const PLAYOUTS = 500;
const LONGEST_MS = 5000;
const GIVE_UP = 3.5;
const CLEAR = 6;
const SURE = 3;
const LEAST_WORLDS = 48;
const MOST_WORLDS = 400;
/** Where the worlds begin in which nothing favours what seemed best. */
const SECOND_WORLDS = 1_000_000;
/** From which loss of worth on a move is called so. */
const LIMITS = { blunder: 0.1, mistake: 0.05 };

/** What was better, and by how much: worth from 0 to 1, the lead from -1 to 1, the chance to win. */
export interface Verdict {
  best: number;
  word: keyof typeof LIMITS;
  lead: number;
  win: number;
}

/** The mean of some numbers, and how far chance alone may have driven it. */
function meanOf(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(square / Math.max(1, values.length - 1) / values.length) };
}

const worth = ({ margin, won }: End) => (margin + 1 + Number(won)) / 3;

/** Rows of ends: one for each world, an end for each action. */
async function ends(
  mind: Mind,
  seen: Seen,
  actions: number[],
  live: boolean[],
  first: number,
  count: number,
): Promise<End[][]> {
  const rows: End[][] = [];
  while (rows.length < count) {
    const rewards = await mind.compare({ seen, actions, live, first: first + rows.length });
    for (let at = 0; at < rewards.length; at += actions.length)
      rows.push(
        [...rewards.subarray(at, at + actions.length)].map((reward) => {
          const won = reward > WIN_MARK / 2;
          return { margin: reward - (won ? WIN_MARK : 0), won };
        }),
      );
  }
  return rows;
}

/** What one action is better than another, in the same worlds. */
export interface Gap {
  worth: { mean: number; error: number };
  lead: number;
  win: number;
}

function gapOf(rows: readonly End[][], better: number, worse: number): Gap {
  const differ = (value: (end: End) => number) => meanOf(rows.map((row) => value(row[better]!) - value(row[worse]!)));
  return { worth: differ(worth), lead: differ((end) => end.margin).mean, win: differ((end) => Number(end.won)).mean };
}

/** How much better `better` is than `played`, in fresh worlds: as many as it takes to be sure, if there is time. */
export async function compare(mind: Mind, seen: Seen, played: number, better: number, until: number): Promise<Gap> {
  const rows: End[][] = [];
  for (;;) {
    rows.push(...(await ends(mind, seen, [played, better], [true, true], SECOND_WORLDS + rows.length, 4 * CHUNK)));
    const gap = gapOf(rows, 1, 0);
    const { mean, error } = gap.worth;
    const decided = mean > CLEAR * error || mean + 2 * error < LIMITS.mistake;
    if (rows.length >= LEAST_WORLDS && decided) return gap;
    if (rows.length >= MOST_WORLDS || performance.now() > until) return gap;
  }
}

/** Of the other actions the one that seems best, or null if the move itself does. */
async function challengerOf(mind: Mind, seen: Seen, actions: number[], until: number): Promise<number | null> {
  const live = actions.map(() => true);
  const rows: End[][] = [];
  let played = 0;
  const means = () => actions.map((_, k) => (live[k] ? meanOf(rows.map((row) => worth(row[k]!))).mean : -1));
  while (played < PLAYOUTS && performance.now() < until && (live.filter(Boolean).length > 2 || rows.length < 16)) {
    rows.push(...(await ends(mind, seen, actions, [...live], rows.length, 2 * CHUNK)));
    played += 2 * CHUNK * live.filter(Boolean).length;
    const now = means();
    const best = now.indexOf(Math.max(...now));
    const room = Math.max(2, Math.ceil(actions.length ** (1 - Math.min(1, played / PLAYOUTS))));
    const order = actions.map((_, k) => k).sort((a, b) => now[b]! - now[a]!);
    for (let k = 1; k < actions.length; k++) {
      const { mean, error } = gapOf(rows, best, k).worth;
      live[k] &&= mean <= GIVE_UP * error + 1e-9 && order.indexOf(k) < room;
    }
  }
  const [own, ...others] = means();
  const most = Math.max(...others);
  return most > own! ? actions[1 + others.indexOf(most)]! : null;
}

/** What was overlooked, if the move was a mistake by more than chance; null if it was not, or nobody can tell. */
export async function judge(mind: Mind, seen: Seen, chosen: number, ms = LONGEST_MS): Promise<Verdict | null> {
  const until = performance.now() + ms;
  const promising = await mind.candidates(seen);
  const actions = [chosen, ...promising.filter((code) => code !== chosen)].slice(0, Math.max(2, promising.length));
  if (actions.length < 2) return null;
  const best = await challengerOf(mind, seen, actions, until);
  if (best === null) return null;
  const gap = await compare(mind, seen, chosen, best, until);
  const { mean, error } = gap.worth;
  if (mean < LIMITS.mistake || mean <= SURE * error) return null;
  return { best, word: mean < LIMITS.blunder ? "mistake" : "blunder", lead: gap.lead, win: gap.win };
}
