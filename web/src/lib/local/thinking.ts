/** A mind in a worker of its own, as the table's worker holds it. */
import type { Begun, Comparison, Hunch, Mind, Seen, Worlds } from "./minds";
import type { Parts } from "./title";

export type Thought =
  | { decide: [string, Seen] }
  | { begin: [Seen, boolean] }
  | { play: [Worlds] }
  | { candidates: [Seen] }
  | { hunch: [Seen] }
  | { planned: [Seen] }
  | { ends: [Comparison] };

export type Answer = { value: unknown } | { failed: string };

export class WorkerMind implements Mind {
  readonly #worker = new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" });
  readonly #waiting: { resolve: (value: never) => void; reject: (error: unknown) => void }[] = [];

  constructor(parts: Parts) {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = this.#waiting.shift();
      if ("failed" in data) asked?.reject(new Error(data.failed));
      else asked?.resolve(data.value as never);
    };
    this.#worker.onerror = (event) => this.#waiting.shift()?.reject(new Error(event.message));
    this.#worker.postMessage(parts);
  }

  #ask<T>(thought: Thought): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(thought);
    });
  }

  decide(bot: string, seen: Seen): Promise<number> {
    return this.#ask({ decide: [bot, seen] });
  }

  begin(seen: Seen, wise: boolean): Promise<Begun> {
    return this.#ask({ begin: [seen, wise] });
  }

  play(worlds: Worlds): Promise<Float64Array> {
    return this.#ask({ play: [worlds] });
  }

  candidates(seen: Seen): Promise<number[]> {
    return this.#ask({ candidates: [seen] });
  }

  hunch(seen: Seen): Promise<Hunch | null> {
    return this.#ask({ hunch: [seen] });
  }

  planned(seen: Seen): Promise<number> {
    return this.#ask({ planned: [seen] });
  }

  ends(comparison: Comparison): Promise<Int16Array> {
    return this.#ask({ ends: [comparison] });
  }

  end(): void {
    this.#worker.terminate();
  }
}
