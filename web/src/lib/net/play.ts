/** One click: a table against bots, created, joined and started. */
import { ownName } from "../names";
import { go } from "../route.svelte";
import { api } from "./api";

/** How many bots a newcomer meets: all seats but two at a large table, so that turns come round quickly. */
const BOTS = 3;

export async function playNow(game: string, query: Record<string, string> = {}): Promise<void> {
  const bots = Array.from({ length: BOTS }, () => ({ kind: "bot" as const, bot: "normal" }));
  const me = { kind: "me" as const, name: ownName() };
  const { table } = await api.create({ game, seats: [me, ...bots], start: true });
  go("table", table.id, query);
}
