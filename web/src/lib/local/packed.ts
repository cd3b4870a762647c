/**
 * A board as `aiguillage board pack` writes it (server/tables/page_board.py): a line that says what it is and for whom,
 * and a line with all that is in it. It may come from anybody, so everything in it has a size and a form; what it says
 * is drawn by the page, and its records are read by the kernel alone.
 */
import { Refusal } from "../net/refusal";
import type { Board } from "../protocol/board";
import { sha256 } from "./sha256";
import type { OwnBoard } from "./shelf";
import type { Bytes, Facts } from "./title";

const VERSION = 1;
const LONGEST = 1_000_000;
const MOST = 2_000;
/** players of a game */
const FEWEST = 2;

export const damaged = () => new Refusal("pack_damaged", "The packed board is damaged.", 422);

export const isPacked = (file: string): boolean => file.startsWith('{"aiguillage": "board"');

export const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

type Test = (value: unknown) => boolean;

const number: Test = (value) => typeof value === "number" && Math.abs(value) <= 1e6;
const flag: Test = (value) => typeof value === "boolean";
/** what is shown as text, and only so */
const text: Test = (value) => typeof value === "string" && value.length <= MOST;
/** what is looked up, and may become part of a drawing */
const word: Test = (value) => typeof value === "string" && /^[a-z0-9][a-z0-9 .-]{0,99}$/.test(value);
const maybe =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length <= MOST && value.every(test);
const table =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.keys(value).every(word) && list(test)(Object.values(value));
const shape =
  (tests: Record<string, Test>): Test =>
  (value) =>
    isObject(value) &&
    Object.keys(value).length === Object.keys(tests).length &&
    Object.entries(tests).every(([name, test]) => test(value[name]));
const oneOf =
  (...known: string[]): Test =>
  (value) =>
    known.includes(value as string);
const point: Test = (value) => list(number)(value) && (value as number[]).length === 2;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const kind = oneOf("main", "subway");
const BOARD = {
  ...{ id: word, name: text, family: oneOf("board", "cards"), min_seats: number, max_seats: number, own_design: flag },
  ...{ colours: list(word), cards: table(number), deal: number, deal_wild: number, pieces: table(number) },
  ...{ piece_names: table(text), end_trigger: number, draw_tickets: number, ties: list(word), stations: number },
  ...{ goods: number, may_stop: flag, deck_needed: flag, twin_closed_up_to: number, longest_points: number },
  ...{ station_points: number, goods_points: table(list(number)), flag_colours: list(word), flag_points: number },
  ...{ second_round_from: number, second_round_deal: number, digest: word },
  places: list(shape({ id: word, name: text, at: maybe(point), label: maybe(point), lines: list(text) })),
  tracks: list(
    shape({
      ...{ id: word, a: word, b: word, colour: word, cost: number, spaces: number, points: number, piece: kind },
      ...{ ferry: number, tunnel: flag, carts: flag, twin: maybe(word), bend: number },
    }),
  ),
  tickets: list(shape({ id: word, a: word, b: word, points: number, long: flag, cards: table(number) })),
  opening: shape({ long: number, regular: number, keep: number, rest: word }),
  sources: table(shape({ provenance: word, note: text })),
  bonuses: list(shape({ place: word, points: number })),
} satisfies Record<keyof Board, Test>;

const INSIDE = shape({
  text: (value) => typeof value === "string",
  title: shape({
    ...{ family: BOARD.family, name: text, digest: word, seats: list(number), scale: number, net: flag },
    weights: table(list(number)),
  }),
  board: shape(BOARD),
  records: (value) => typeof value === "string",
});

/**
 * Whether what is drawn and what is said beside it speak of the same board, and its parts of each other; and whether
 * the kernel has room for so many players.
 */
function agrees({ board, title }: Pick<OwnBoard, "board" | "title">, room: number): boolean {
  const places = new Set(board.places.map(({ id }) => id));
  const tracks = new Set(board.tracks.map(({ id }) => id));
  return (
    [...board.tracks, ...board.tickets].every(({ a, b }) => places.has(a) && places.has(b)) &&
    board.tracks.every(({ twin }) => twin === null || tracks.has(twin)) &&
    board.bonuses.every(({ place }) => places.has(place)) &&
    title.digest === board.digest &&
    title.family === board.family &&
    title.seats.join() === [board.min_seats, board.max_seats].join() &&
    title.seats.every((n) => Number.isInteger(n) && n >= FEWEST && n <= room) &&
    board.min_seats <= board.max_seats
  );
}

/** What is in a packed board; refused in one sentence if it is damaged or of a version that this page does not know. */
export function unpack(file: string, facts: Facts): OwnBoard {
  const [head, content, rest, ...more] = file.split("\n");
  if (file.length > LONGEST || content === undefined || rest !== "" || more.length) throw damaged();
  try {
    const { version, rules, layout, sha256: digest } = JSON.parse(head!) as Record<string, unknown>;
    if (version !== VERSION || rules !== facts.rules)
      throw new Refusal("pack_version", "The board was packed for another version.", 0);
    const inside: unknown = JSON.parse(content);
    if (digest !== sha256(content) || !word(layout) || !INSIDE(inside)) throw damaged();
    const found = inside as OwnBoard & { records: string };
    const records = bytesOf(found.records);
    const [family, known] = [found.board.family === "cards" ? "CARD_" : "", facts.kernel.records];
    const least = known[`${family}BOARD`]!.size;
    if (layout === facts.layout && !(records.length > least && records.length <= least + known.NAMES!.size))
      throw damaged();
    if (!agrees(found, known[`${family}STATE`]!.fields.hand!.shape[0]!)) throw damaged();
    return { ...found, key: sha256(found.text), layout: layout as string, records };
  } catch (error) {
    throw error instanceof Refusal ? error : damaged();
  }
}
