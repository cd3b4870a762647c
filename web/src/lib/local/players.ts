/** Who decides for the seats that nobody sits at, and who gives hints. */
import type { Game } from "./game";
import { plannerHint, type Hint } from "./hints";
import { difference, Judge, judgeDecision, TimeUp, type Judged } from "./judging";
import { KernelMind, type Mind, type Seen } from "./minds";
import { search, type Budget } from "./search";
import type { Bytes, Title } from "./title";

/** Time for one decision of `search` and `master`, as on the server. */
const SEARCH_MS = 500;
/** What a search has instead of a network, on boards that none was trained for. */
const NO_NET_PLAYOUTS = 64;
const LARGEST_SEED = 2 ** 46;
/** Of the coach, as `analysis/coach.py` has it: play-outs, and the time after which nobody waits for a word. */
const COACH_PLAYOUTS = 800;
const COACH_MS = 5000;

/** What would have been better than a move, and by how much: points of the lead, chance to win. */
export type Advice = Hint & { word: "mistake" | "blunder"; points: number; win: number };

export class Players {
  readonly #title: Title;
  readonly #mind: KernelMind;
  readonly #seeds = new Map<string, number>();

  /** `minds` are those who search, made when they are needed: those of a title end when another one is played. */
  constructor(
    title: Title,
    readonly minds: () => readonly Mind[],
    net: () => Promise<Bytes>,
  ) {
    this.#title = title;
    this.#mind = new KernelMind(title, net);
  }

  /** The text of what a bot (a level or a name) plays. */
  async choose(name: string, game: Game, seat: number): Promise<string> {
    const key = `${seat} ${name}`;
    const seed = this.#seeds.get(key) ?? Math.floor(Math.random() * LARGEST_SEED);
    this.#seeds.set(key, seed);
    const { list, codes } = this.#title.legal(game.position, seat);
    if (list.length === 1) return list[0]!.text;
    const seen = { observation: this.#title.observe(game.position, seat), seat, seed };
    try {
      return list[codes.indexOf(await this.decide(name, seen))]!.text;
    } catch (error) {
      // a network that cannot be fetched, a worker that died: somebody has to move all the same
      console.error(error);
      return list[codes.indexOf(await this.#mind.decide("planner", seen))]!.text;
    }
  }

  /** The number of what a bot plays; `planner+hungry:lapse=30` plays 30 of a hundred turns as the second. */
  decide(name: string, seen: Seen, budget: Budget = { ms: SEARCH_MS }): Promise<number> {
    const { levels = this.#title.parts.facts.levels, net } = this.#title.facts;
    let bot = levels[name] ?? name;
    const [, usual, other, lapse] = /^(.+)\+(.+):lapse=(\d+)$/.exec(bot) ?? [];
    if (usual) bot = this.#mind.lapses(seen, Number(lapse)) ? other! : usual;
    if (bot === "master" || bot === "search") return search(this.minds(), seen, budget, bot === "master" && net);
    if (bot === "neural" && !net) return search([this.#mind], seen, { playouts: NO_NET_PLAYOUTS });
    return this.#mind.decide(bot, seen);
  }

  /** What the planner would do, and why. */
  async hint(game: Game, seat: number, seed = 0): Promise<Hint> {
    return plannerHint(this.#title, this.#mind, { observation: this.#title.observe(game.position, seat), seat, seed });
  }

  /** What was overlooked, if a move was a mistake by what its seat could see in the position before it. */
  async advice(position: Bytes, seat: number, text: string, ms = COACH_MS): Promise<Advice | null> {
    const { list, codes } = this.#title.legal(position, seat);
    // a payment alone is not judged: what it is for was decided before
    const due = ["PAYMENT", "PLACEMENT"].map((name) => this.#title.number("rules.phases", name));
    if (list.length < 2 || due.includes(this.#title.get("phase"))) return null;
    const seen = { observation: this.#title.prepared(position, seat), seat, seed: 0 };
    const found = await this.#judged(seen, codes[list.findIndex((action) => action.text === text)]!, ms);
    if (found?.word !== "mistake" && found?.word !== "blunder") return null;
    const hint = await plannerHint(this.#title, this.#mind, seen, found.best);
    return { ...hint, word: found.word, points: found.lossLead, win: found.lossWin };
  }

  /** A decision by the coach's eyes; null if there is no time for it. */
  async #judged(seen: Seen, chosen: number, ms: number): Promise<Judged | null> {
    const judge = this.#judge(performance.now() + ms);
    try {
      return await judgeDecision(judge, seen, chosen, await judge.mind.planned(seen), COACH_PLAYOUTS, 0);
    } catch (error) {
      if (error instanceof TimeUp) return null;
      throw error;
    }
  }

  #judge(until?: number): Judge {
    return new Judge(this.minds()[0]!, this.#title, false, until);
  }

  /** The same for a move and another one that is known to be better. */
  async lesson(position: Bytes, seat: number, text: string, better: string): Promise<Advice> {
    const { list, codes } = this.#title.legal(position, seat);
    const codeOf = (wanted: string) => codes[list.findIndex((action) => action.text === wanted)]!;
    const seen = { observation: this.#title.prepared(position, seat), seat, seed: 0 };
    const hint = await plannerHint(this.#title, this.#mind, seen, codeOf(better));
    if (text === better) return { ...hint, word: "mistake", points: 0, win: 0 };
    const cost = await difference(this.#judge(), seen, codeOf(text), codeOf(better), COACH_PLAYOUTS);
    return { ...hint, word: "mistake", ...cost };
  }
}
