/** One click: a table against bots on this device, where the first decision is due. */
import { ownName } from "../names";
import { go } from "../route.svelte";
import { here } from "./api";

/** How many bots a newcomer meets. */
export const BOTS = 3;

export async function playNow(
  game: string,
  bots: number,
  level: string,
  query: Record<string, string> = {},
): Promise<void> {
  const others = Array.from({ length: bots }, () => ({ kind: "bot" as const, bot: level }));
  const seats = [{ kind: "me" as const, name: ownName() }, ...others];
  // whoever is guided is told of mistakes too
  const { table } = await here("create", { game, seats, options: { coach: "guide" in query } });
  go("table", table.id, query);
}
