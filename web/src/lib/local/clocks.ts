/** Thinking time at a table of this device. The counterpart of `server/tables/clocks.py`. */
import type { ClockState, Options } from "../protocol/messages";

type Clock = Options["clock"];

/** What was used so far: it is kept with the table, also of decisions that were taken back. */
export interface Times {
  /** of each seat, in the whole game */
  spent: number[];
  /** of each seat, the turn of its last decision and what it took so far */
  turn: [number, number][];
  /** of each seat, how many turns it has begun */
  turns: number[];
  /** since when the decision that is due is so, by the time of day */
  since: number;
  /** how long somebody has thought about it, as far as that was kept */
  thought: number;
}

export function noTimes(seats: number, since: number): Times {
  const each = Array.from({ length: seats }, () => 0);
  return { spent: each, turn: each.map(() => [0, 0]), turns: [...each], since, thought: 0 };
}

const put = <T>(list: readonly T[], place: number, item: T): T[] => list.map((one, i) => (i === place ? item : one));

/** The times after a decision of a seat that took so many milliseconds. */
export function counted(times: Times, seat: number, turn: number, took: number): Times {
  const [last, before] = times.turn[seat]!;
  const fresh = last !== turn || times.turns[seat] === 0;
  return {
    ...times,
    spent: put(times.spent, seat, times.spent[seat]! + took),
    turns: fresh ? put(times.turns, seat, times.turns[seat]! + 1) : times.turns,
    turn: put(times.turn, seat, [turn, (fresh ? 0 : before) + took]),
  };
}

/** Milliseconds that a seat has left; `elapsed` is what its due decision has taken so far. */
export function timeLeft(clock: Clock, times: Times, seat: number, turn: number, elapsed: number): number {
  if (clock.kind === "bank")
    return 1000 * (clock.seconds + clock.increment * times.turns[seat]!) - times.spent[seat]! - elapsed;
  const [last, spent] = times.turn[seat]!;
  const same = times.turns[seat]! > 0 && last === turn;
  return 1000 * clock.seconds - (same ? spent : 0) - elapsed;
}

/** The clocks as the table is told; null without a clock. */
export function clockState(
  clock: Clock,
  times: Times,
  turn: number,
  due: readonly number[],
  elapsed: number,
): ClockState | null {
  if (clock.kind === "none") return null;
  const left = times.spent.map((_, seat) => timeLeft(clock, times, seat, turn, due.includes(seat) ? elapsed : 0));
  return { now: Date.now(), left: left.map((one) => Math.max(0, one)), running: [...due] };
}

/** The stop-watch of the decision that is due. */
export class Watch {
  #before = 0;
  #since: number | null = null;

  restart(before = 0): void {
    this.#before = Math.max(0, before);
    this.#since = performance.now();
  }

  stop(): void {
    this.#before = this.elapsed;
    this.#since = null;
  }

  get elapsed(): number {
    return Math.round(this.#before + (this.#since === null ? 0 : performance.now() - this.#since));
  }
}
