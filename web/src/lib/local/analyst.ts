/**
 * A finished game, decision by decision: chances, losses, luck, turning points, worked out by some minds at the same
 * time. The counterpart of `analysis/analyst.py`: the same pieces with the same figures. Only the story's sentences are
 * left to whoever shows it.
 */
import type { AnalysedDecision, AnalysisPart, AnalysisSummary, Decision, TurningPoint } from "../protocol/messages";
import { Game } from "./game";
import { actOf } from "./hints";
import {
  BY_OPEN_CARDS,
  Judge,
  SURE,
  chances,
  gap,
  isLong,
  judgeDecision,
  meanOf,
  none,
  outlooks,
  rounded,
  type End,
  type Judged,
  type Word,
} from "./judging";
import { account, partsOf, wholePoints, type Change, type Part } from "./luck";
import type { Mind, Seen } from "./minds";
import type { Bytes, Title } from "./title";

const VERSION = 1;
const SEED = 0;
const OPEN_SHARE = 4;
const STARTS = 32;
const [LOOKED_AT, TURNING_POINTS] = [8, 3];
const LEAST_SWING = 0.05;
const WORDS: readonly Word[] = ["good", "inaccuracy", "mistake", "blunder"];

type Piece = AnalysisPart["pieces"][number];
type Measure = "win" | "points";

interface Position {
  number: number;
  turn: number;
  phase: string;
  seat: number;
  code: number;
  /** what could be decided, by number */
  legal: Map<number, Decision>;
  seen: Seen;
  /** the game itself, for who sees all cards and tickets but those still to come */
  open: Seen;
  events: string[];
  /** the same for a network, by what each seat sees */
  looks: Seen[];
  /** chance has come in since the decision before */
  fresh: boolean;
}

/** What play-outs say of a decision: by what its seat knew, and with open cards as planned and as played. */
interface Look {
  judged: Judged;
  planned: End[] | null;
  played: End[] | null;
  /** before the decision, by what networks think for each seat */
  expected: number[] | null;
}

const valuesOf = (ends: readonly End[], measure: Measure, seat: number) =>
  ends.map(({ wins, totals }) => (measure === "win" ? wins : totals)[seat]!);

/** About so many play-outs for a decision, as `usual_playouts` has it. */
const usualPlayouts = (title: Title): number => (isLong(title) ? 600 : 1600);

export class Analyst {
  readonly pieces: Piece[] = [];
  state: AnalysisPart["state"] = "working";
  readonly #positions: Position[];
  readonly #result: End;
  readonly #looks: (Look & { planned: End[]; played: End[] })[] = [];
  readonly #judges: Judge[];
  readonly #playouts: number;

  /** `done` is a game that is over. */
  constructor(
    readonly title: Title,
    readonly done: Game,
    readonly names: string[],
    minds: readonly Mind[],
    playouts: number | null = null,
  ) {
    this.#playouts = playouts ?? usualPlayouts(title);
    this.#judges = minds.map((mind) => new Judge(mind, title, title.facts.net));
    this.#positions = positionsOf(title, done);
    const { seats, winners } = done.outcome();
    this.#result = {
      totals: seats.map((seat) => seat.total),
      wins: seats.map(({ seat }) => (winners.includes(seat) ? 1 / winners.length : 0)),
    };
    this.pieces.push({
      type: "head",
      version: VERSION,
      game: title.parts.game,
      rules: title.parts.facts.rules,
      seats: seats.length,
      names,
      count: this.#positions.length,
      playouts: this.#playouts,
      seed: SEED,
      totals: this.#result.totals,
      winners,
    });
  }

  /** Work it all out, piece by piece. */
  async work(): Promise<void> {
    const found = new Map<number, Look>();
    await this.#share(this.#positions, async (position, judge) => {
      found.set(position.number, await this.#lookAt(position, judge));
      for (let next; (next = found.get(this.#looks.length + 1));) this.#add(next);
    });
    this.pieces.push({ type: "summary", ...(await this.#summary()) });
    this.state = "done";
  }

  /** Each mind takes the next item that nobody has taken. */
  async #share<Item, Result>(items: readonly Item[], work: (item: Item, judge: Judge) => Promise<Result>) {
    const results: Result[] = [];
    let next = 0;
    const go = async (judge: Judge) => {
      while (next < items.length) {
        const at = next++;
        results[at] = await work(items[at]!, judge);
      }
    };
    await Promise.all(this.#judges.map(go));
    return results;
  }

  async #lookAt(position: Position, judge: Judge): Promise<Look> {
    const { seen, code, number, fresh } = position;
    const planned = await judge.mind.planned(seen);
    const judged = await judgeDecision(judge, seen, code, planned, this.#playouts, SEED + number * 1_000_003);
    const asked = [fresh, planned !== code];
    const expected = await judge.expect(position.looks);
    if (!asked.some(Boolean)) return { judged, planned: null, played: null, expected };
    const worlds = await this.#playOpen(position, judge, asked, SEED, this.#openWorlds);
    const ends = (k: number) => (asked[k] ? worlds.map((world) => world[k]!) : null);
    return { judged, planned: ends(0), played: ends(1), expected };
  }

  get #openWorlds(): number {
    return Math.max(16, Math.floor(this.#playouts / OPEN_SHARE));
  }

  /** Play out as planned, and as played, if it is asked for. */
  #playOpen({ open, code }: Position, judge: Judge, asked: boolean[], seed: number, count: number) {
    return judge.play(open, [this.#asPlanned, code], asked, seed, 0, count);
  }

  get #asPlanned(): number {
    return this.title.number("rules.numbers", "NOTHING");
  }

  /** The next look, with nothing left out, and its decision. */
  #add({ judged, planned, played, expected }: Look): void {
    const position = this.#positions[this.#looks.length]!;
    const before = planned ?? this.#looks.at(-1)!.played;
    this.#looks.push({ judged, planned: before, played: played ?? before, expected });
    const { number, turn, phase, seat, code, legal } = position;
    const [made, best] = [legal.get(code)!, legal.get(judged.best)!];
    const decision: AnalysedDecision = {
      type: "decision",
      ...{ number, turn, phase, seat, action: made.text, act: actOf(made), forced: legal.size === 1 },
      before: judged.before,
      after: judged.after,
      open: outlooks(before, BY_OPEN_CARDS, expected),
      best: best.text,
      best_act: actOf(best),
      word: judged.word,
      loss: {
        win: rounded(judged.lossWin),
        points: rounded(judged.lossPoints),
        worth: rounded(judged.loss.mean),
        error: rounded(judged.loss.error),
      },
      alternatives: judged.alternatives.map(({ code, win, points, gain }) => ({
        action: legal.get(code)!.text,
        win: rounded(win),
        points: rounded(points),
        gain: rounded(gain.mean),
        error: rounded(gain.error),
      })),
      worlds: judged.worlds,
    };
    this.pieces.push(decision);
  }

  /** Luck, skill and turning points, once all decisions were looked at. */
  async #summary(): Promise<Omit<AnalysisSummary, "type">> {
    const start = await this.#start();
    const win = this.#account("win", 1 / this.done.start.seats);
    const points = this.#account("points", start);
    const seats = this.#result.totals.map((_, seat) => ({
      luck: { win: win[seat]!, points: points[seat]! },
      whole_points: wholePoints(points[seat]!.parts),
      words: Object.fromEntries(WORDS.map((word) => [word, this.#times(seat, word)])),
    }));
    return { seats, turning_points: await this.#turningPoints(), story: {} };
  }

  /** How often a seat's choices were called so. */
  #times(seat: number, word: Word): number {
    return this.#positions.filter(
      ({ seat: who, legal }, i) => who === seat && legal.size > 1 && this.#looks[i]!.judged.word === word,
    ).length;
  }

  #account(measure: Measure, start: number) {
    const ends = this.#result.totals.map((_, seat) => valuesOf([this.#result], measure, seat)[0]!);
    const first = this.#looks[0]!.planned;
    const dealt = ends.map((_, seat) => {
      const values = valuesOf(first, measure, seat);
      return gap(
        values,
        values.map(() => 0),
      );
    });
    const changes = this.#positions.flatMap((_, number) => this.#changes(number, measure));
    const found = partsOf({ start: ends.map(() => start), dealt, result: ends, changes });
    return found.map((one, seat) => account(one, start, ends[seat]!));
  }

  /** What came after a decision, with open cards. */
  #after(number: number): End[] {
    const { planned } = this.#looks[number + 1] ?? {};
    return planned ?? this.#looks[number]!.played.map(() => this.#result);
  }

  /** What one decision and the chance after it changed. */
  #changes(number: number, measure: Measure): Change[] {
    const position = this.#positions[number]!;
    const { judged, planned, played } = this.#looks[number]!;
    const after = this.#after(number);
    return this.#result.totals
      .flatMap((_, seat): Change[] => {
        const own = seat === position.seat;
        const values = (ends: End[]) => valuesOf(ends, measure, seat);
        const choice = !own
          ? gap(values(played), values(planned))
          : measure === "win"
            ? judged.playedWin
            : judged.playedPoints;
        const chance = gap(values(after), values(played));
        return [
          { seat, part: own ? "played" : "others", gap: choice },
          { seat, part: own ? kindOf(position) : "their_luck", gap: chance },
        ];
      })
      .filter((change) => change.gap.mean !== none.mean || change.gap.error !== none.error);
  }

  /** The points that everybody can expect before the deal: the same for all seats. */
  async #start(): Promise<number> {
    const { seats } = this.done.start;
    const deals = Array.from({ length: Math.max(1, Math.floor((STARTS * this.#playouts) / 100)) }, (_, deal) => deal);
    const totals = await this.#share(deals, async (deal, judge) => {
      const observation = this.title.setUp(seats, null, { seed: BigInt(SEED), stream: BigInt(deal) }, false);
      const [world] = await judge.play(this.#openly(observation), [this.#asPlanned], [true], SEED, deal, 1);
      return world![0]!.totals;
    });
    return meanOf(totals.flat());
  }

  #openly = (observation: Bytes): Seen => ({
    observation,
    seat: this.title.number("rules.numbers", "NOBODY"),
    seed: 0,
  });

  /** The steps that changed the chances most, by a second look in fresh worlds. */
  async #turningPoints(): Promise<TurningPoint[]> {
    const seats = this.#result.wins.map((_, seat) => seat);
    const values = [
      ...this.#looks.map(({ planned }) => seats.map((seat) => meanOf(valuesOf(planned, "win", seat)))),
      this.#result.wins,
    ];
    const sizes = this.#looks.map((_, i) =>
      Math.max(...seats.map((seat) => Math.abs(values[i + 1]![seat]! - values[i]![seat]!))),
    );
    const numbers = sizes.map((_, i) => i).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
    const looks = await this.#share(numbers.slice(0, LOOKED_AT), (number, judge) => this.#lookAgain(number, judge));
    const size = ({ before, after }: TurningPoint) => Math.abs(after - before);
    return looks
      .filter((turn) => turn !== null)
      .sort((a, b) => size(b) - size(a))
      .slice(0, TURNING_POINTS)
      .sort((a, b) => a.number - b.number)
      .map((turn) => ({ ...turn, before: rounded(turn.before), after: rounded(turn.after) }));
  }

  /** Whether a step changed somebody's chance by more than chance. */
  async #lookAgain(number: number, judge: Judge): Promise<TurningPoint | null> {
    const position = this.#positions[number]!;
    const next = this.#positions[number + 1];
    const count = 4 * this.#openWorlds;
    const look = this.#looks[number]!;
    const asked = [true, look.played !== look.planned];
    const worlds = await this.#playOpen(position, judge, asked, SEED + 1, count);
    const [planned, played] = [0, Number(asked[1])].map((k) => worlds.map((world) => world[k]!)) as [End[], End[]];
    let after = played;
    if (!next) after = planned.map(() => this.#result);
    else if (next.fresh)
      after = (await this.#playOpen(next, judge, [true, false], SEED + 1, count)).map((world) => world[0]!);
    const wins = (ends: End[], seat: number) => valuesOf(ends, "win", seat);
    const changes = this.#result.wins.map((_, seat) => gap(wins(after, seat), wins(planned, seat)));
    const sizes = changes.map(({ mean }) => Math.abs(mean));
    const seat = sizes.indexOf(Math.max(...sizes));
    const { mean, error } = changes[seat]!;
    if (Math.abs(mean) < Math.max(LEAST_SWING, SURE * error)) return null;
    const choice = gap(wins(played, seat), wins(planned, seat));
    const action = position.legal.get(position.code)!;
    return {
      number: position.number,
      seat,
      by: position.seat,
      action: action.text,
      act: actOf(action),
      cause: Math.abs(choice.mean) > Math.abs(mean) / 2 ? "choice" : "chance",
      before: chances(planned, BY_OPEN_CARDS, look.expected)[seat]!,
      after: next ? chances(after, BY_OPEN_CARDS, this.#looks[number + 1]!.expected)[seat]! : this.#result.wins[seat]!,
    };
  }
}

/** What chance there was after a decision. */
function kindOf({ events }: Position): Part {
  if (events.includes("reveal")) return "tunnels";
  return events.includes("draw-tickets") ? "tickets" : "drawn";
}

/** The decisions of a game, replayed. */
function positionsOf(title: Title, done: Game): Position[] {
  const game = new Game(title, done.start);
  const nobody = title.number("rules.numbers", "NOBODY");
  let fresh = true;
  return done.moves.map(({ seat, text, key }, i) => {
    const { list, codes } = title.legal(game.position, seat);
    const { phase, turn } = game.seen;
    const legal = new Map(codes.map((code, k) => [code, list[k]!]));
    const code = codes[list.findIndex((action) => action.text === text)]!;
    const seen = { observation: title.prepared(game.position, seat), seat, seed: 0 };
    const open = { observation: title.acting(game.position, seat), seat: nobody, seed: 0 };
    const looks = Array.from({ length: done.start.seats }, (_, who) => ({
      ...{ observation: title.watched(open.observation, who), seat: who, seed: 0 },
    }));
    game.play(text, seat, key);
    const events = game.told.at(-1)!.all.map(({ kind }) => kind);
    const position = { number: i + 1, turn, phase, seat, code, legal, seen, open, looks, events, fresh };
    fresh = events.some((kind) => title.parts.facts.revealing.includes(kind));
    return position;
  });
}
