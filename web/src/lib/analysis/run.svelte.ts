/**
 * The analysis of a finished game, filled in as it is worked out: a game of this device here, any other by its server.
 */
import { isHere } from "../local/saved";
import { here, Refusal, server } from "../net/api";
import type { AnalysedDecision, AnalysisHead, AnalysisPart, AnalysisSummary } from "../protocol/messages";

const EVERY = 700;
/** So long is a server waited for that does not answer any more: another process may take its games over. */
const PATIENCE = 30_000;

const pause = () => new Promise((done) => setTimeout(done, EVERY));

let latest: AnalysisRun | null = null;

/** The analysis of a game; it goes on while one looks at something else of the same game. */
export function runOf(id: string): AnalysisRun {
  if (latest?.id !== id) {
    latest?.end();
    latest = new AnalysisRun(id);
  }
  return latest;
}

export class AnalysisRun {
  state = $state<"asking" | AnalysisPart["state"]>("asking");
  head = $state.raw<AnalysisHead | null>(null);
  decisions = $state.raw<readonly AnalysedDecision[]>([]);
  summary = $state.raw<AnalysisSummary | null>(null);
  trouble = $state.raw<Refusal | null>(null);
  #pieces = 0;
  #going = false;
  #ended = false;

  constructor(readonly id: string) {}

  /** Ask, and ask again until it is all there. */
  async begin(): Promise<void> {
    if (this.#going) return;
    this.#going = true;
    this.trouble = null;
    this.#forget();
    try {
      this.#take(await this.#ask());
      while (!this.#ended && (this.state === "waiting" || this.state === "working")) {
        await pause();
        if (this.#ended) return;
        this.#take(await this.#more());
      }
    } catch (error) {
      this.trouble = error instanceof Refusal ? error : new Refusal("internal", String(error), 0);
    } finally {
      this.#going = false;
    }
  }

  get #at(): string {
    return `tables/${this.id}/analysis`;
  }

  #ask(): Promise<AnalysisPart> {
    return isHere(this.id) ? here("analysis", this.id, 0) : server<AnalysisPart>("POST", this.#at);
  }

  /** What is new; a server that was started again meanwhile, or another in its place, begins anew. */
  async #more(): Promise<AnalysisPart> {
    if (isHere(this.id)) return here("analysis", this.id, this.#pieces);
    for (const until = Date.now() + PATIENCE; ; await pause()) {
      try {
        return await server<AnalysisPart>("GET", `${this.#at}?start=${this.#pieces}`);
      } catch (error) {
        const code = error instanceof Refusal ? error.code : "";
        if (code === "no_analysis") break;
        if ((code !== "busy" && code !== "offline") || this.#ended || Date.now() > until) throw error;
      }
    }
    this.#forget();
    return this.#ask();
  }

  #forget(): void {
    this.state = "asking";
    this.#pieces = 0;
    this.head = this.summary = null;
    this.decisions = [];
  }

  #take(part: AnalysisPart): void {
    const decisions: AnalysedDecision[] = [];
    for (const piece of part.pieces) {
      if (piece.type === "head") this.head = piece;
      else if (piece.type === "decision") decisions.push(piece);
      else this.summary = piece;
    }
    if (decisions.length) this.decisions = [...this.decisions, ...decisions];
    this.#pieces = part.start + part.pieces.length;
    this.state = part.state;
  }

  end(): void {
    this.#ended = true;
  }

  /** Everybody's chance after so many decisions; null where it is not known yet. */
  chances(at: number): number[] | null {
    const next = this.decisions[at];
    if (next) return next.open.map((one) => one.win[0]!);
    const { head } = this;
    if (!head || at < head.count || this.decisions.length < head.count) return null;
    return head.totals.map((_, seat) => (head.winners.includes(seat) ? 1 / head.winners.length : 0));
  }
}
