/**
 * One decision: what it was worth, what the alternatives were worth, and whether the difference is more than chance.
 * The counterpart of `analysis/decision.py`, `worlds.py` and `figures.py`: the same figures from the same seed.
 */
import type { AnalysedDecision, Outlook } from "../protocol/messages";
import type { Hunch, Mind, Seen } from "./minds";
import type { Title } from "./title";

export type Word = AnalysedDecision["word"];

const CHUNK = 8;
const GIVE_UP = 3.5;
const LEAST = 48;
const SHARE = 0.4;
const EACH = 40;
const [SECOND_WORLDS, THIRD_WORLDS] = [1_000_000, 2_000_000];
const CLEAR = 6;
const LOST = 0.5;
const DOUBT = 4;
const REACH = 1.5;
const SHOWN = 4;
/** So many standard errors above nothing must a loss be to have a word. */
export const SURE = 3;
/** In a long game so many candidates are looked at, at most, where a network says which. */
const PROPOSALS = 8;
/** How much play-outs are to be trusted, alone and beside a network, and how much the network counts: */
interface Trust {
  alone: number;
  beside: number;
  network: number;
}
/** by what a seat knew, */
const BY_SIGHT: Trust = { alone: 0.75, beside: 0.6, network: 0.6 };
/** and with open cards. */
export const BY_OPEN_CARDS: Trust = { alone: 0.85, beside: 0.75, network: 0.6 };
const Z = 1.959964;
const LIMITS = { blunder: 0.1, mistake: 0.05, inaccuracy: 0.02 } as const;

const LARGE = 40;
/** Whether games on a board are long, and so are play-outs: the Card Game, and maps as large as Europe's. */
export const isLong = ({ parts: { board } }: Title): boolean =>
  board.family === "cards" || total(Object.values(board.pieces)) >= LARGE;

/** How one play-out ended: everybody's points, and their shares of the first place. */
export interface End {
  totals: number[];
  wins: number[];
}

/** A world: an end for each action, and null for those that were not played in it. */
type World = (End | null)[];

/** A mean difference in the same worlds, and its standard error. */
export interface Gap {
  mean: number;
  error: number;
}

export interface Judged {
  before: Outlook[];
  after: Outlook[];
  best: number;
  loss: Gap;
  lossWin: number;
  lossPoints: number;
  /** over the best opponent, in points */
  lossLead: number;
  word: Word;
  alternatives: { code: number; win: number; points: number; gain: Gap }[];
  playedWin: Gap;
  playedPoints: Gap;
  worlds: number;
}

/** Nobody waits any longer. */
export class TimeUp extends Error {}

/** Plays worlds out in one mind, until some moment. `wise`: a network is asked, too. */
export class Judge {
  constructor(
    readonly mind: Mind,
    readonly title: Title,
    readonly wise: boolean,
    readonly until = Infinity,
  ) {}

  hunch(seen: Seen): Promise<Hunch | null> {
    return this.wise ? this.mind.hunch(seen) : Promise.resolve(null);
  }

  /** The actions worth looking at; in a long game few of them: those that the network thinks most of. */
  async candidates(seen: Seen, hunch: Hunch | null): Promise<number[]> {
    const found = await this.mind.candidates(seen);
    if (!hunch) return found;
    if (!found.includes(hunch.choice)) found.push(hunch.choice);
    const { opinions } = hunch;
    return isLong(this.title) ? found.sort((a, b) => opinions[b]! - opinions[a]!).slice(0, PROPOSALS) : found;
  }

  /** How the game will end for each seat, on the mean of a look by every seat; null without a network. */
  async expect(looks: readonly Seen[]): Promise<number[] | null> {
    const found: number[][] = [];
    for (const seen of looks) {
      const hunch = await this.hunch(seen);
      if (!hunch) return null;
      found.push(hunch.expected);
    }
    return looks.map((_, seat) => meanOf(found.map((expected) => expected[seat]!)));
  }

  async play(seen: Seen, actions: number[], live: boolean[], seed: number, first: number, count: number) {
    if (performance.now() > this.until) throw new TimeUp();
    const ends = await this.mind.ends({ seen, actions, live, seed, first, count });
    const seats = ends.length / (2 * count * actions.length);
    const endAt = (at: number): End => {
      const best = [...ends.subarray(at + seats, at + 2 * seats)].map((rank) => Number(rank === 1));
      const shared = Math.max(1, total(best));
      return { totals: [...ends.subarray(at, at + seats)], wins: best.map((one) => one / shared) };
    };
    return Array.from({ length: count }, (_, world) =>
      actions.map((_, k) => (live[k] ? endAt(2 * seats * (world * actions.length + k)) : null)),
    );
  }

  worth(end: End, seat: number): number {
    const margin = Math.min(1, Math.max(-1, leadOf(end, seat) / this.title.facts.scale));
    return (margin + 1 + end.wins[seat]!) / 3;
  }
}

export const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
export const meanOf = (values: readonly number[]) => total(values) / values.length;

/** How far values are spread round their mean. */
function deviation(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(total(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

const leadOf = ({ totals }: End, seat: number) => totals[seat]! - Math.max(...totals.filter((_, k) => k !== seat));

export const none: Gap = { mean: 0, error: 0 };

/** The difference world by world. */
export function gap(better: readonly number[], worse: readonly number[]): Gap {
  const differences = better.map((value, i) => value - worse[i]!);
  const error = differences.length < 2 ? Infinity : deviation(differences) / Math.sqrt(differences.length);
  return { mean: meanOf(differences), error };
}

/** Everybody's chance to win by the wins in play-outs, and by what a network expects for each seat, if there is one. */
export function chances(ends: readonly End[], trust: Trust, expected: readonly number[] | null): number[] {
  const seats = ends[0]!.wins.length;
  const shares = Array.from(
    { length: seats },
    (_, seat) => (total(ends.map(({ wins }) => wins[seat]!)) + 0.5) / (ends.length + 0.5 * seats),
  );
  const heated = shares.map((share, seat) =>
    expected ? share ** trust.beside * Math.exp(trust.network * expected[seat]!) : share ** trust.alone,
  );
  return heated.map((chance) => chance / total(heated));
}

/** A number as JSON has it. Halves go up, and nothing has a minus. */
export const rounded = (value: number) => Math.floor(value * 10_000 + 0.5) / 10_000;

/** What every seat can expect, with 95 % intervals. */
export function outlooks(ends: readonly End[], trust: Trust, expected: readonly number[] | null): Outlook[] {
  return chances(ends, trust, expected).map((chance, seat) => ({
    win: wilson(chance, ends.length).map(rounded),
    points: meanFigure(ends.map(({ totals }) => totals[seat]!)).map(rounded),
  }));
}

function wilson(share: number, count: number): number[] {
  const square = Z * Z;
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half = (Z / (1 + square / count)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count));
  return [share, share > 0 ? middle - half : 0, share < 1 ? middle + half : 1];
}

function meanFigure(values: readonly number[]): number[] {
  const mean = meanOf(values);
  const half = (student(values.length - 1) * deviation(values)) / Math.sqrt(values.length);
  return [mean, mean - half, mean + half];
}

/** Within so many standard errors lie 95 % of Student's distribution, by its expansion. */
function student(freedom: number): number {
  const z = Z;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return z + total(terms.map((term, power) => term / freedom ** (power + 1)));
}

/** What a choice with such a loss of worth is called. */
function wordFor(loss: Gap): Word {
  const word = (["blunder", "mistake", "inaccuracy"] as const).find((one) => loss.mean >= LIMITS[one]);
  return loss.mean > SURE * loss.error && word ? word : "good";
}

const column = (worlds: readonly World[], k: number) => worlds.map((world) => world[k]!);
const least = (budget: number) => Math.max(CHUNK, Math.min(LEAST, Math.floor(budget / 2)));

/** Play the choice made, the planner's and the promising alternatives out, about `playouts` times in all. */
export async function judgeDecision(
  judge: Judge,
  seen: Seen,
  chosen: number,
  planned: number,
  playouts: number,
  seed: number,
): Promise<Judged> {
  const { seat } = seen;
  const hunch = await judge.hunch(seen);
  const expected = hunch?.expected ?? null;
  const actions = [...new Set([chosen, planned, ...(await judge.candidates(seen, hunch))])];
  const budget = Math.max(1, Math.floor(SHARE * playouts));
  const all = Math.max(budget, Math.min(EACH * actions.length, playouts));
  const { worlds: first, challenger } = await firstLook(judge, seen, actions, all, seed);
  const second = challenger ? await secondLook(judge, seen, [chosen, actions[challenger]!], budget, seed) : null;
  let loss = second ? lossOf(judge, second, seat) : none;
  let [best, before, after] = [chosen, column(first, 0), column(first, 0)];
  if (second && loss.mean > 0) [best, before, after] = [actions[challenger]!, column(second, 1), column(second, 0)];
  else loss = none;
  let [playedWin, playedPoints] = [none, none];
  if (chosen !== planned) {
    const both = await judge.play(seen, [chosen, planned], [true, true], seed, THIRD_WORLDS, least(budget));
    const change = (value: (end: End) => number) => gap(column(both, 0).map(value), column(both, 1).map(value));
    playedWin = change(({ wins }) => wins[seat]!);
    playedPoints = change(({ totals }) => totals[seat]!);
  }
  const [looksBefore, looksAfter] = [before, after].map((ends) => ({
    outlooks: outlooks(ends, BY_SIGHT, expected),
    win: chances(ends, BY_SIGHT, expected)[seat]!,
    points: meanOf(ends.map(({ totals }) => totals[seat]!)),
    lead: meanOf(ends.map((end) => leadOf(end, seat))),
  })) as [Expected, Expected];
  return {
    before: looksBefore.outlooks,
    after: looksAfter.outlooks,
    best,
    loss,
    lossWin: looksBefore.win - looksAfter.win,
    lossPoints: looksBefore.points - looksAfter.points,
    lossLead: looksBefore.lead - looksAfter.lead,
    word: wordFor(loss),
    alternatives: alternatives(judge, first, second, actions, challenger, seat, expected),
    playedWin,
    playedPoints,
    worlds: after.length,
  };
}

interface Expected {
  outlooks: Outlook[];
  win: number;
  points: number;
  lead: number;
}

/**
 * Play all candidates out in the same worlds, and give up those that fall behind, but never the choice made; which of
 * the others seems best, 0 if none of them is in reach.
 */
async function firstLook(judge: Judge, seen: Seen, actions: number[], budget: number, seed: number) {
  const live = actions.map(() => true);
  const others = () => live.slice(1).filter(Boolean).length;
  const worlds: World[] = [];
  let [played, challenger] = [0, 0];
  while (played < budget && actions.length > 1 && (others() > 1 || worlds.length < 2 * CHUNK)) {
    worlds.push(...(await judge.play(seen, actions, [...live], seed, worlds.length, CHUNK)));
    played += CHUNK * (1 + others());
    const worth = actions.map((_, k) => (live[k] ? column(worlds, k).map((end) => judge.worth(end, seen.seat)) : []));
    const means = worth.map((values) => (values.length ? meanOf(values) : -Infinity));
    challenger = 1 + means.slice(1).indexOf(Math.max(...means.slice(1)));
    const leader = worth[means.indexOf(Math.max(...means))]!;
    const room = Math.max(2, Math.ceil(actions.length ** (1 - Math.min(1, played / budget))));
    const order = actions.map((_, k) => k).sort((a, b) => (means[a] === means[b] ? a - b : means[b]! - means[a]!));
    for (let k = 1; k < actions.length; k++) {
      if (!live[k]) continue;
      const { mean, error } = gap(leader, worth[k]!);
      live[k] = mean <= GIVE_UP * error + 1e-9 && order.indexOf(k) < room;
    }
  }
  const missing = least(budget) - worlds.length;
  if (missing > 0) {
    const alone = actions.map((_, k) => k === 0);
    worlds.push(...(await judge.play(seen, actions, alone, seed, worlds.length, missing)));
  }
  return { worlds, challenger: others() ? challenger : 0 };
}

/** Play the choice made and the one that seemed best out in fresh worlds, in which nothing favours either. */
async function secondLook(judge: Judge, seen: Seen, pair: [number, number], budget: number, seed: number) {
  const step = Math.max(CHUNK, Math.floor(budget / 8));
  const worlds: World[] = [];
  let room = budget;
  while (2 * worlds.length < room) {
    worlds.push(...(await judge.play(seen, pair, [true, true], seed, SECOND_WORLDS + worlds.length, step)));
    const { mean, error } = lossOf(judge, worlds, seen.seat);
    const clear = mean > CLEAR * error;
    const nothing = mean < LOST * error && mean + 2 * error < LIMITS.blunder;
    if (worlds.length >= least(budget) && (clear || nothing)) break;
    const mayBe = mean >= LIMITS.mistake || mean + REACH * error >= LIMITS.blunder;
    room = mayBe && mean <= SURE * error ? DOUBT * budget : budget;
  }
  return worlds;
}

/** How much better one move is than another, in points of the lead and in chances to win. */
export async function difference(judge: Judge, seen: Seen, played: number, better: number, playouts: number) {
  const worlds = await secondLook(judge, seen, [played, better], Math.floor(SHARE * playouts), 0);
  const gain = (value: (end: End) => number) => meanOf(worlds.map(([a, b]) => value(b!) - value(a!)));
  return { points: gain((end) => leadOf(end, seen.seat)), win: gain(({ wins }) => wins[seen.seat]!) };
}

function lossOf(judge: Judge, worlds: readonly World[], seat: number): Gap {
  const worth = (k: number) => column(worlds, k).map((end) => judge.worth(end, seat));
  return gap(worth(1), worth(0));
}

/** What else could have been done: what seemed best first, for it had a second look; then by their gains. */
function alternatives(
  judge: Judge,
  first: readonly World[],
  second: readonly World[] | null,
  actions: number[],
  challenger: number,
  seat: number,
  expected: number[] | null,
): Judged["alternatives"] {
  const found = actions.slice(1).map((code, i) => {
    const again = i + 1 === challenger ? second : null;
    const pairs = (again ?? first).flatMap((world) => {
      const [made, other] = again ? world : [world[0], world[i + 1]];
      return made && other ? [[made, other] as const] : [];
    });
    const worth = (side: 0 | 1) => pairs.map((pair) => judge.worth(pair[side], seat));
    const ends = pairs.map(([, other]) => other);
    const points = meanOf(ends.map(({ totals }) => totals[seat]!));
    return { code, win: chances(ends, BY_SIGHT, expected)[seat]!, points, gain: gap(worth(1), worth(0)) };
  });
  const better = actions[challenger];
  return found
    .sort(
      (a, b) => Number(a.code !== better) - Number(b.code !== better) || rounded(b.gain.mean) - rounded(a.gain.mean),
    )
    .slice(0, SHOWN);
}
