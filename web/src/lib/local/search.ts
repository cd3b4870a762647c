/**
 * `search`: play-outs of promising actions in worlds that agree with what was seen, and `master`, whose network
 * proposes them and looks some turns ahead. The counterpart of `bots/search.py` and `bots/master.py`.
 */
import { CHUNK, type Mind, type Seen } from "./minds";

const LEAST = 16;
const FIRST = 8;
const GROW_FROM = 32;
const GIVE_UP = 3.5;

/** So much time, or so many play-outs. */
export type Budget = { ms: number } | { playouts: number };

/** How the candidates fared: a row for each world. */
class Rewards {
  readonly rows: Float64Array[] = [];

  constructor(readonly count: number) {}

  add(part: Float64Array): void {
    for (let at = 0; at < part.length; at += this.count) this.rows.push(part.subarray(at, at + this.count));
  }

  mean(value: (row: Float64Array) => number): number {
    let sum = 0;
    for (const row of this.rows) sum += value(row);
    return sum / this.rows.length;
  }

  /** How far apart two candidates are, and how far chance alone may have driven them. */
  lead(one: number, other: number): { mean: number; error: number } {
    const mean = this.mean((row) => row[one]! - row[other]!);
    const spread = Math.sqrt(this.mean((row) => (row[one]! - row[other]! - mean) ** 2));
    return { mean, error: spread / Math.sqrt(this.rows.length) };
  }

  means(): number[] {
    return Array.from({ length: this.count }, (_, k) => this.mean((row) => row[k]!));
  }

  leader(live: boolean[]): number {
    const means = this.means();
    let best = -1;
    for (let k = 0; k < this.count; k++) if (live[k] && (best < 0 || means[k]! > means[best]!)) best = k;
    return best;
  }
}

/**
 * The number of the action that does best. Each mind plays worlds of its own, and learns from them alone. `wise`: with
 * the title's network.
 */
export async function search(minds: readonly Mind[], seen: Seen, budget: Budget, wise = false): Promise<number> {
  const start = performance.now();
  const begun = await Promise.all(minds.map((mind) => mind.begin(seen, wise)));
  const { actions, bonus, trust } = begun[0]!;
  if (actions.length < 2) return actions[0]!;
  const rewards = new Rewards(actions.length);
  const live = actions.map(() => true);
  let played = 0;
  const left = () => live.filter(Boolean).length;
  for (;;) {
    const spent = "playouts" in budget ? played / budget.playouts : (performance.now() - start) / budget.ms;
    if (left() < 2 || spent >= 1) break;
    const worlds = rewards.rows.length;
    if (worlds >= FIRST) thinOut(rewards, live, spent);
    const grow = !wise && worlds >= GROW_FROM;
    const parts = await Promise.all(
      minds.map((mind, i) => mind.play({ first: worlds + i * CHUNK, live: [...live], grow })),
    );
    for (const part of parts) rewards.add(part.map((reward, i) => reward + bonus[i % bonus.length]!));
    played += minds.length * CHUNK * left() * (grow ? 2 : 1);
    if (rewards.rows.length >= LEAST) drop(rewards, live);
  }
  return actions[pick(rewards, live, trust)]!;
}

/**
 * Give up the worst, so that each halving of the candidates gets the same share of the budget; the planner's own
 * stays.
 */
function thinOut(rewards: Rewards, live: boolean[], spent: number): void {
  const room = Math.max(2, Math.ceil(live.length ** (1 - spent)));
  const means = rewards.means();
  const order = live.map((_, k) => k).sort((a, b) => means[b]! - means[a]! || a - b);
  for (const k of order.filter((k) => live[k] && k !== 0).slice(room - Number(live[0]))) live[k] = false;
}

/** Give up what is clearly worse than the best in the same worlds. */
function drop(rewards: Rewards, live: boolean[]): void {
  const leader = rewards.leader(live);
  for (let k = 0; k < live.length; k++) {
    const { mean, error } = rewards.lead(leader, k);
    live[k] &&= mean < GIVE_UP * (error + 1e-9) + 1e-9;
  }
}

/** The best; the first one, the planner's own or the network's, unless another is better by more than chance. */
function pick(rewards: Rewards, live: boolean[], trust: number): number {
  if (!rewards.rows.length) return 0;
  const leader = rewards.leader(live);
  const { mean, error } = rewards.lead(leader, 0);
  return live[0] && mean < trust * error ? 0 : leader;
}
