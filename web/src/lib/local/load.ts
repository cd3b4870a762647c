/** Where the kernel and the titles are: fetched when the first table of a title is opened. */
import { boardOf } from "./boards";
import type { OwnBoard } from "./shelf";
import type { Bytes, Facts, Parts } from "./title";
import boardKernel from "../../assets/engine/board.wasm?url";
import cardKernel from "../../assets/engine/card.wasm?url";
import factsJson from "../../assets/engine/facts.json?url";
import amsterdam from "../../assets/engine/amsterdam.bin?url";
import berlin from "../../assets/engine/berlin.bin?url";
import cardgame from "../../assets/engine/cardgame.bin?url";
import europe from "../../assets/engine/europe.bin?url";
import paris from "../../assets/engine/paris.bin?url";

const RECORDS: Record<string, string> = { amsterdam, berlin, cardgame, europe, paris };
const KERNELS = { board: boardKernel, cards: cardKernel };

async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/** What was fetched once is not fetched again; what failed is tried again. */
const known = new Map<string, Promise<unknown>>();
function once<T>(url: string, read: (answer: Response) => Promise<T>): Promise<T> {
  if (!known.has(url)) {
    const work = fetched(url).then(read);
    work.catch(() => known.delete(url));
    known.set(url, work);
  }
  return known.get(url) as Promise<T>;
}

async function compiled(answer: Response): Promise<WebAssembly.Module> {
  // a host that does not know what WebAssembly is gets by with the slower way
  return answer.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** The network of a title, for those who play by it. */
export const net = async (url: string): Promise<Bytes> => new Uint8Array(await (await fetched(url)).arrayBuffer());

export const facts = (): Promise<Facts> => once(factsJson, (answer) => answer.json() as Promise<Facts>);

export async function parts(game: string): Promise<Parts> {
  const family = game === "cardgame" ? "cards" : "board";
  const [found, module, records, board] = await Promise.all([
    facts(),
    once(KERNELS[family], compiled),
    once(RECORDS[game]!, async (answer) => new Uint8Array(await answer.arrayBuffer())),
    boardOf(game),
  ]);
  // beside the page, two folders above this worker
  return {
    game,
    facts: found,
    module,
    records,
    board,
    net: new URL(`../../nets/${game}.npz`, self.location.href).href,
  };
}

/** The same of a board of one's own. */
export async function ownParts({ board, title, records }: OwnBoard): Promise<Parts> {
  const [found, module] = await Promise.all([facts(), once(KERNELS[board.family], compiled)]);
  return { game: board.id, facts: found, module, records, board, net: "", own: title };
}
