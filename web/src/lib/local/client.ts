/** The page's side of the worker that holds the tables of this device. */
import { ADDED } from "../games";
import { Refusal } from "../net/refusal";
import type { TableSession } from "../net/session.svelte";
import { pace } from "../pace";
import { lockOf } from "./saved";
import type { Answers, Asked, FromWorker, ToWorker } from "./words";

type Waiting = { resolve: (value: never) => void; reject: (error: unknown) => void };

let worker: Worker | null = null;
const waiting = new Map<number, Waiting>();
const lines = new Map<number, LocalLine>();
let count = 0;

/** The titles that the client was not built with. */
const added = () => ADDED.map((title) => title.id).join(" ");

function post(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: added() });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
    worker.onerror = () => {
      for (const one of waiting.values()) one.reject(new Refusal("internal", "The game could not be loaded.", 0));
      waiting.clear();
    };
  }
  worker.postMessage(message);
}

function hear(data: FromWorker): void {
  if ("line" in data) {
    const line = lines.get(data.line);
    if ("tell" in data) line?.session.receive(data.tell);
    else line?.refuse(new Refusal(data.refusal.code, data.refusal.message, data.refusal.status));
    return;
  }
  const one = waiting.get(data.ask);
  waiting.delete(data.ask);
  if ("value" in data) one?.resolve(data.value as never);
  else one?.reject(new Refusal(data.refusal.code, data.refusal.message, data.refusal.status));
}

/** Ask the house of this device, as one asks a server over HTTP. */
export function ask<What extends Asked>(what: What, ...values: Parameters<Answers[What]>): ReturnType<Answers[What]> {
  return new Promise((resolve, reject) => {
    waiting.set(++count, { resolve: resolve as Waiting["resolve"], reject });
    post({ ask: count, what, values });
  }) as ReturnType<Answers[What]>;
}

/** Once no other tab plays a table any more. */
export async function free(id: string): Promise<void> {
  await navigator.locks.request(lockOf(id), () => undefined);
}

/** The line to a table of this device: what a WebSocket is to a server's. */
export class LocalLine {
  readonly #number = ++count;

  constructor(
    readonly id: string,
    readonly session: TableSession,
    readonly refuse: (refusal: Refusal) => void,
  ) {
    session.connect((say) => post({ line: this.#number, say }));
    lines.set(this.#number, this);
    // who wants everything at once waits for no bot
    post({ open: id, line: this.#number, hurry: pace() === 0 });
  }

  end(): void {
    lines.delete(this.#number);
    post({ leave: this.#number });
  }
}
