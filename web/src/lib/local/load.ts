/** Where the kernel and the titles are: fetched when the first table of a title is opened. */
import { fetched } from "../net/fetched";
import { boardOf } from "./boards";
import type { OwnBoard } from "./shelf";
import type { Bytes, Facts, Parts, TitleFacts } from "./title";
import boardKernel from "../../assets/engine/board.wasm?url";
import cardKernel from "../../assets/engine/card.wasm?url";
import factsJson from "../../assets/engine/facts.json?url";

const RECORDS = import.meta.glob<string>("../../assets/engine/*.bin", {
  query: "?url",
  import: "default",
  eager: true,
});
const KERNELS = { board: boardKernel, cards: cardKernel };

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

/** The files of a title are beside the page, two folders above this worker. */
const folder = (game: string) => new URL(`../../titles/${game}/`, self.location.href).href;
const netOf = (game: string, { titles }: Facts) => folder(game) + (titles[game]?.net_file ?? "");

/** What is known of all titles; the worker has the names of those that were added as its own. */
export async function facts(): Promise<Facts> {
  const added = self.name.split(" ").filter(Boolean);
  const read = <T>(answer: Response) => answer.json() as Promise<T>;
  const [known, ...more] = await Promise.all([
    once<Facts>(factsJson, read),
    ...added.map((game) => once<TitleFacts>(`${folder(game)}facts.json`, read)),
  ]);
  return { ...known, titles: { ...known.titles, ...Object.fromEntries(added.map((game, i) => [game, more[i]!])) } };
}

export async function parts(game: string): Promise<Parts> {
  const found = await facts();
  const [module, records, board] = await Promise.all([
    once(KERNELS[found.titles[game]!.family], compiled),
    once(
      RECORDS[`../../assets/engine/${game}.bin`] ?? `${folder(game)}records.bin`,
      async (answer) => new Uint8Array(await answer.arrayBuffer()),
    ),
    boardOf(game, folder(game)),
  ]);
  return { game, facts: found, module, records, board, net: netOf(game, found) };
}

/** The same of a board of one's own. */
export async function ownParts({ board, title, records }: OwnBoard): Promise<Parts> {
  const [found, module] = await Promise.all([facts(), once(KERNELS[board.family], compiled)]);
  // a copy of a title's board has its network, any other none, whatever it says
  const net = title.net && found.titles[board.id]?.digest === title.digest;
  const own = { ...title, net };
  return { game: board.id, facts: found, module, records, board, net: netOf(board.id, found), own };
}
