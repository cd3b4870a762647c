/** The final count taken apart into steps to be told one after the other, and the figures around it. */
import { list, t, type Key } from "../i18n";
import type { Board } from "../protocol/board";
import type { GameEvent, Outcome, SeatResult, TicketResult } from "../protocol/messages";
import type { Words } from "./words";

export type Column = "routes" | "flags" | "missed" | "made" | "stations" | "goods" | "longest" | "bonus";

export interface Step {
  column: Column | "result";
  say: string;
  seat: number | null;
  /** tracks that light up, and those of them that are borrowed */
  lit: string[];
  borrowed: string[];
  ticket?: TicketResult;
  /** points that this step adds, by seat */
  points: Map<number, number>;
}

export function columnKey(column: Column | "result"): Key {
  return `end.${column}`;
}

/** Points of a seat in a column. */
export const cell = (seat: SeatResult, column: Column): number => (column === "missed" ? -seat.missed : seat[column]);

/** The columns that this board's count has. */
export function columnsOf(board: Board): Column[] {
  if (board.family === "cards") return ["missed", "made", "bonus"];
  const out: Column[] = ["routes"];
  if (board.flag_points) out.push("flags");
  out.push("missed", "made");
  if (board.stations) out.push("stations");
  if (board.goods) out.push("goods");
  if (board.longest_points) out.push("longest");
  return out;
}

/** What a step says of whom, on which tracks, and what it adds; the rest is nothing. */
const step = (column: Step["column"], say: string, points: Step["points"], more: Partial<Step> = {}): Step => ({
  ...{ column, say, points, seat: null, lit: [], borrowed: [] },
  ...more,
});

export function steps(outcome: Outcome, board: Board, words: Words, nameOf: (seat: number) => string): Step[] {
  const count: Count = { outcome, board, words, nameOf };
  return [...columnsOf(board).flatMap((column) => stepsOf(column, count)), result(count)];
}

interface Count {
  outcome: Outcome;
  board: Board;
  words: Words;
  nameOf: (seat: number) => string;
}

function stepsOf(column: Column, count: Count): Step[] {
  const { seats } = count.outcome;
  const all = (say: string) => step(column, say, new Map(seats.map((s) => [s.seat, cell(s, column)])));
  switch (column) {
    case "stations":
      return [all(t("end.say.stations", { n: count.board.station_points }))];
    case "made":
      return tickets(column, count);
    case "missed": {
      const told = tickets(column, count);
      return told.length ? told : [all(t("end.say.missed.none"))];
    }
    case "longest":
      return longest(count);
    case "bonus":
      return bonuses(count);
    default:
      return [all(t(`end.say.${column}`))];
  }
}

function result({ outcome, nameOf }: Count): Step {
  const [first, ...others] = outcome.winners;
  const n = outcome.seats.find((s) => s.seat === first)?.total ?? 0;
  const say = others.length
    ? t("sign.over.shared", { names: list(outcome.winners.map(nameOf)), n })
    : t("sign.over", { name: nameOf(first!), n });
  const tie = outcome.tie_break ? ` ${t(`end.tie.${outcome.tie_break}`)}` : "";
  return step("result", say + tie, new Map(), { seat: others.length ? null : first! });
}

function tickets(column: "missed" | "made", { outcome, words, nameOf }: Count): Step[] {
  return outcome.seats.flatMap(({ seat, ticket_list }) =>
    ticket_list
      .filter(({ done }) => done === (column === "made"))
      .map((ticket) => {
        const { points: n, path: lit, borrowed } = ticket;
        const key = column === "missed" ? "end.say.missed" : borrowed.length ? "end.say.made.by" : "end.say.made";
        const say = t(key, { name: nameOf(seat), ticket: words.ticket(ticket), n });
        return step(column, say, new Map([[seat, ticket.done ? n : -n]]), { seat, lit, borrowed, ticket });
      }),
  );
}

function longest({ outcome, words, nameOf }: Count): Step[] {
  return outcome.seats
    .filter((s) => s.longest > 0)
    .map(({ seat, longest: points, trail: lit, trail_length }) => {
      const say = t("end.say.longest", { name: nameOf(seat), n: words.pieces("main", trail_length), points });
      return step("longest", say, new Map([[seat, points]]), { seat, lit });
    });
}

function bonuses({ outcome, board, words, nameOf }: Count): Step[] {
  return board.bonuses.flatMap(({ place, points: n }) => {
    const who = outcome.seats.filter((s) => s.bonus_cities.includes(place)).map((s) => s.seat);
    if (!who.length) return [];
    const say = t("end.say.bonus", { place: words.place(place), names: list(who.map(nameOf)), n });
    return [step("bonus", say, new Map(who.map((seat) => [seat, n])), { seat: who.length === 1 ? who[0]! : null })];
  });
}

/** What the table shows after some steps: points by seat and column; a column not yet told is absent. */
export function told(all: readonly Step[], n: number): Map<Column, Map<number, number>> {
  const out = new Map<Column, Map<number, number>>();
  for (const step of all.slice(0, n)) {
    if (step.column === "result") continue;
    const column = out.get(step.column) ?? new Map<number, number>();
    for (const [seat, points] of step.points) column.set(seat, (column.get(seat) ?? 0) + points);
    out.set(step.column, column);
  }
  return out;
}

// ---- what the game was like ----
export interface Curve {
  seat: number;
  /** points after each turn of the game */
  points: number[];
}

const MOVES = new Set<GameEvent["kind"]>(["take", "blind", "draw-tickets", "lay", "claim", "station", "pass", "place"]);

/** The score of each seat along the game, one value per round. */
export function scoreCurves(events: readonly GameEvent[], seats: number): Curve[] {
  const score = Array<number>(seats).fill(0);
  const rows: number[][] = [[...score]];
  let last: number | null = null;
  let turns = 0;
  for (const e of events) {
    if (e.seat !== null && MOVES.has(e.kind) && e.seat !== last) {
      last = e.seat;
      if (turns++ % seats === 0 && turns > 1) rows.push([...score]);
    }
    if (e.kind === "claim" || e.kind === "flag") score[e.seat] = e.score;
  }
  rows.push([...score]);
  return score.map((_, seat) => ({ seat, points: rows.map((row) => row[seat]!) }));
}

export interface Figure {
  value: string;
  label: string;
}

export function figures(
  events: readonly GameEvent[],
  outcome: Outcome,
  board: Board,
  words: Words,
  rounds: number,
): Figure[] {
  const tracks = new Map(board.tracks.map((x) => [x.id, x]));
  const of = (a: number, b: number) => t("end.stat.of", { a, b });
  const out: Figure[] = [{ value: String(rounds), label: t("end.stat.turns") }];
  const claimed = events
    .filter((e) => e.kind === "claim")
    .map((e) => tracks.get(e.track)!)
    .filter(Boolean);
  const longest = claimed.reduce((x, y) => (y && (!x || y.spaces > x.spaces) ? y : x), claimed[0]);
  if (longest)
    out.push({ value: String(longest.spaces), label: t("end.stat.longest", { route: words.route(longest) }) });
  const tunnels = events.filter((e) => e.kind === "owe");
  if (tunnels.length)
    out.push({
      value: of(tunnels.filter((e) => e.owed > 0).length, tunnels.length),
      label: t("end.stat.tunnels"),
    });
  const [open, blind] = [
    events.filter((e) => e.kind === "take").length,
    events.filter((e) => e.kind === "blind").length,
  ];
  out.push({ value: of(open, open + blind), label: t("end.stat.market") });
  const tickets = outcome.seats.flatMap((s) => s.ticket_list);
  out.push({ value: of(tickets.filter((x) => x.done).length, tickets.length), label: t("end.stat.tickets") });
  return out.slice(0, 4);
}

/** What one player did; null where the board has no such thing. */
export interface SeatFigures {
  seat: number;
  routes: number | null;
  longest: number | null;
  cards: number;
  market: string;
  drawn: string;
  tunnels: string | null;
  placed: number | null;
}

export function seatFigures(events: readonly GameEvent[], outcome: Outcome, board: Board): SeatFigures[] {
  const tracks = new Map(board.tracks.map((x) => [x.id, x]));
  const cards = board.family === "cards";
  return [...outcome.seats]
    .sort((a, b) => a.rank - b.rank)
    .map(({ seat, ticket_list }) => {
      const own = events.filter((e) => e.seat === seat);
      const of = (kind: GameEvent["kind"]) => own.filter((e) => e.kind === kind);
      const claimed = own.filter((e) => e.kind === "claim").map((e) => tracks.get(e.track)?.spaces ?? 0);
      const [open, blind] = [of("take").length, of("blind").length];
      const dug = of("owe");
      return {
        seat,
        routes: cards ? null : claimed.length,
        longest: cards ? null : Math.max(0, ...claimed),
        cards: open + blind,
        market: t("end.stat.of", { a: open, b: open + blind }),
        drawn: t("end.stat.of", { a: ticket_list.filter((x) => x.done).length, b: ticket_list.length }),
        tunnels: board.tracks.some((x) => x.tunnel)
          ? t("end.stat.of", { a: dug.length - of("give-up").length, b: dug.length })
          : null,
        placed: cards ? of("place").length : null,
      };
    });
}
