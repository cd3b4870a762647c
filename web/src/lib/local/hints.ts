/** What the planner would do, and why, from the plan that it leaves behind. The counterpart of `bots/hints.py`. */
import type { HintReason, LegalAction } from "../protocol/messages";
import type { KernelMind, Seen } from "./minds";
import type { Title } from "./title";

const none: HintReason = { code: "plan", tickets: [], track: null, cards: {}, points: null };

/** The reason of a choice that has just been made by `mind`. */
export function reasonOf(title: Title, mind: KernelMind, seen: Seen, action: LegalAction): HintReason {
  switch (action.kind) {
    case "claim":
      return whyClaim(title, mind, seen, action.track!);
    case "take":
    case "blind":
      return whyDraw(title, mind);
    case "tickets":
      return { ...none, code: "more-tickets" };
    case "keep":
      return { ...none, code: "choice", tickets: action.tickets! };
    case "station":
      return { ...none, code: "station" };
    case "pay":
      return { ...none, code: "payment", cards: action.cards! };
    case "complete":
      return { ...none, code: "choice", tickets: title.parts.board.tickets.filter((_, i) => mind.plan("best", i)).map(({ id }) => id) };
    case "place":
      return { ...none, code: "placement", cards: action.cards ?? {} };
    default:
      return none;
  }
}

function whyClaim(title: Title, mind: KernelMind, seen: Seen, track: string): HintReason {
  const { tracks } = title.parts.board;
  const number = tracks.findIndex(({ id }) => id === track);
  const { points } = tracks[number]!;
  const tickets = mind.plan("want", title.most * seen.seat + number) === title.number("bots.scratch", "FOR_TICKET") ? ticketsOver(title, mind, seen, number) : [];
  return { ...none, code: tickets.length ? "ticket" : "points", tickets, track, points };
}

/** The seat's tickets whose planned way uses a track. */
function ticketsOver(title: Title, mind: KernelMind, seen: Seen, number: number): string[] {
  const { tracks, tickets, places } = title.parts.board;
  title.put(seen.observation);
  const prices = tracks.map(({ spaces }, i) => {
    if (title.get("owner", i) === seen.seat) return 0;
    return mind.plan("want", title.most * seen.seat + i) === title.number("bots.scratch", "FOR_TICKET") ? spaces : -1;
  });
  const held = tickets.filter((_, i) => title.get("ticket_at", i) === seen.seat);
  const at = (id: string) => places.findIndex((place) => place.id === id);
  return held.filter(({ a, b }) => title.way(at(a), at(b), prices).includes(number)).map(({ id }) => id);
}

/** The colours that the plan lacks, and the next route that it lacks them for. */
function whyDraw(title: Title, mind: KernelMind): HintReason {
  const { colours, tracks, family } = title.parts.board;
  const lacking = colours.map((colour, i) => [colour, mind.plan(family === "board" ? "wanted" : "needed", i)] as const).filter(([, n]) => n > 0);
  if (!lacking.length) return { ...none, code: "draw" };
  const todo = family === "board" ? Array.from({ length: mind.plan("todo_n") }, (_, i) => mind.plan("todo", i)) : [];
  const next = todo.find((track) => mind.plan("lack", track) > 0);
  return { ...none, code: "collect", cards: Object.fromEntries(lacking), track: next === undefined ? null : tracks[next]!.id };
}
