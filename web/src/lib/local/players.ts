/** Who decides for the seats that nobody sits at, and who gives hints. */
import type { Game } from "./game";
import { plannerHint, type Hint } from "./hints";
import { KernelMind, type Mind, type Seen } from "./minds";
import { search } from "./search";
import type { Bytes, Title } from "./title";

/** Time for one decision of `search`, as on the server. */
const SEARCH_MS = 500;
/** What a search has instead of a network, on boards that none was trained for. */
const NO_NET_PLAYOUTS = 64;
const LARGEST_SEED = 2 ** 46;

export class Players {
  readonly #title: Title;
  readonly #mind: KernelMind;
  readonly #seeds = new Map<string, number>();
  #minds: readonly Mind[] | null = null;

  /** `minds` makes those who search; they are made when the first of them is needed. */
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
    const bot = this.#title.parts.facts.levels[name] ?? name;
    const key = `${seat} ${bot}`;
    const seed = this.#seeds.get(key) ?? Math.floor(Math.random() * LARGEST_SEED);
    this.#seeds.set(key, seed);
    const { list, codes } = this.#title.legal(game.position, seat);
    if (list.length === 1) return list[0]!.text;
    const seen = { observation: this.#title.observe(game.position, seat), seat, seed };
    try {
      return list[codes.indexOf(await this.#code(bot, seen))]!.text;
    } catch (error) {
      // a network that cannot be fetched, a worker that died: somebody has to move all the same
      console.error(error);
      return list[Math.floor(Math.random() * list.length)]!.text;
    }
  }

  #code(bot: string, seen: Seen): Promise<number> {
    if (bot === "search") return search((this.#minds ??= this.minds()), seen, { ms: SEARCH_MS });
    if (bot === "neural" && !this.#title.facts.net) return search([this.#mind], seen, { playouts: NO_NET_PLAYOUTS });
    return this.#mind.decide(bot, seen);
  }

  /** What the planner would do, and why. */
  async hint(game: Game, seat: number, seed = 0): Promise<Hint> {
    return plannerHint(this.#title, this.#mind, { observation: this.#title.observe(game.position, seat), seat, seed });
  }
}
