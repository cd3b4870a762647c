/**
 * The server's REST part, typed, and the tables of this device, which are asked for in the same words. Every refusal
 * arrives as a `Refusal` with a code and a sentence.
 */
import type {
  BugReport,
  Catalogue,
  ChangeTable,
  CreateTable,
  DailyDeals,
  Handover,
  Holiday,
  ImportRecord,
  Invitation,
  JoinTable,
  NoticeOffer,
  PlayDaily,
  Problem,
  PushSubscription,
  Rename,
  Replay,
  SeatBot,
  TableAnswer,
  TableList,
  TurnList,
} from "../protocol/messages";
import type { Board } from "../protocol/board";
import { noteRefusal } from "../faults";
import { isHere } from "../local/saved";
import type { Answers, Asked } from "../local/words";
import { Refusal } from "./refusal";

export { Refusal };

/** A site without a server (`aiguillage site`) says so in its page. */
export const alone =
  globalThis.document?.querySelector("meta[name=aiguillage-server]")?.getAttribute("content") === "none";

/** Ask the tables of this device; what they need is loaded when it is asked for the first time. */
export async function here<What extends Asked>(
  what: What,
  ...values: Parameters<Answers[What]>
): Promise<Awaited<ReturnType<Answers[What]>>> {
  const { ask } = await import("../local/client").catch(() => {
    throw new Refusal("offline", "The game could not be loaded.", 0);
  });
  return await ask(what, ...values);
}

/** Ask the server. */
export async function server<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (alone) throw new Refusal("alone", "This page has no server.", 0);
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    noteRefusal(`${method} ${path}`, "offline");
    throw new Refusal("offline", "The server does not answer.", 0);
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    noteRefusal(`${method} ${path}`, problem?.code ?? "internal", answer.status);
    throw new Refusal(problem?.code ?? "internal", problem?.message ?? answer.statusText, answer.status);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const at = (id: string, what = "") => `tables/${encodeURIComponent(id)}${what && `/${what}`}`;

export type TableSet = "public" | "mine" | "finished";

export const api = {
  catalogue: () => server<Catalogue>("GET", "catalogue"),
  board: (game: string) => server<Board>("GET", `boards/${encodeURIComponent(game)}`),
  tables: (set: TableSet, before?: number | null, limit = 30) =>
    server<TableList>("GET", `tables?list=${set}&limit=${limit}${before ? `&before=${before}` : ""}`),
  turns: () => server<TurnList>("GET", "turns"),
  daily: (yesterday: boolean) => server<DailyDeals>("GET", `daily${yesterday ? "?back=1" : ""}`),
  playDaily: (game: string, wish: PlayDaily) => server<TableAnswer>("POST", `daily/${game}`, wish),
  table: (id: string) => (isHere(id) ? here("table", id) : server<TableAnswer>("GET", at(id))),
  tableBoard: async (id: string) => {
    if (!isHere(id)) return server<Board>("GET", at(id, "board"));
    const [{ boardOf }, { table }] = await Promise.all([import("../local/boards"), here("table", id)]);
    return table.own_board ? here("board", id) : boardOf(table.game);
  },
  create: (wish: CreateTable) => server<TableAnswer>("POST", "tables", wish),
  change: (id: string, wish: ChangeTable) => server<TableAnswer>("PATCH", at(id), wish),
  join: (id: string, wish: JoinTable) => server<TableAnswer>("POST", at(id, "join"), wish),
  rename: (id: string, wish: Rename) => server<TableAnswer>("POST", at(id, "rename"), wish),
  leave: (id: string, seat: number) => server<TableAnswer>("POST", at(id, "leave"), { seat }),
  comeBack: (id: string, seat: number) =>
    isHere(id) ? here("comeBack", id, seat) : server<TableAnswer>("POST", at(id, "return"), { seat }),
  kick: (id: string, seat: number) => server<TableAnswer>("POST", at(id, "kick"), { seat }),
  bot: (id: string, wish: SeatBot) => server<TableAnswer>("POST", at(id, "bot"), wish),
  start: (id: string) => server<TableAnswer>("POST", at(id, "start")),
  pause: (id: string, paused: boolean, until: number | null = null) =>
    server<TableAnswer>("POST", at(id, "pause"), { paused, until }),
  holiday: (id: string, wish: Holiday) => server<TableAnswer>("POST", at(id, "holiday"), wish),
  remove: (id: string, seat: number) => server<TableAnswer>("POST", at(id, "remove"), { seat }),
  report: (id: string) => server<BugReport>("GET", at(id, "report")),
  close: (id: string): Promise<unknown> =>
    isHere(id) ? here("close", id) : server<TableAnswer>("POST", at(id, "close")),
  rematch: (id: string) => (isHere(id) ? here("rematch", id) : server<TableAnswer>("POST", at(id, "rematch"))),
  invitation: (id: string) => server<Invitation>("GET", at(id, "invitation")),
  invitationPicture: (id: string) => `/api/${at(id, "invitation.svg")}`,
  handOver: (id: string, seat: number) => server<Handover>("POST", at(id, "handover"), { seat }),
  takeOver: (id: string, code: string) => server<TableAnswer>("POST", at(id, "takeover"), { code }),
  notices: () => server<NoticeOffer>("GET", "notices"),
  push: (id: string, wish: PushSubscription) => server<void>("POST", at(id, "push"), wish),
  webhook: (id: string, address: string | null) => server<void>("POST", at(id, "webhook"), { address }),
  letNetworkIn: () => server<void>("POST", "network"),
  /** where the record of a finished game can be had; one of this device is an address of this page alone */
  recordAddress: async (id: string) =>
    isHere(id)
      ? URL.createObjectURL(new Blob([await here("record", id)], { type: "text/plain" }))
      : `/api/${at(id, "record")}`,
  replay: (id: string, seat: number | null, start: number, count: number) =>
    isHere(id)
      ? here("replay", id, seat, start, count)
      : server<Replay>(
          "GET",
          `${at(id, "replay")}?start=${start}&count=${count}${seat === null ? "" : `&seat=${seat}`}`,
        ),
  /**
   * a record is checked and kept on this device; what cannot be replayed here (an own board, a position) goes to
   * the server
   */
  importRecord: async (wish: ImportRecord) => {
    try {
      return await here("importRecord", wish.record);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "not_here" || alone) throw error;
      return server<TableAnswer>("POST", "records", wish);
    }
  },
};
