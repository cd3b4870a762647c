/** The text record (docs/record.md), written and read as `game/record.py` does. */
import { Refusal } from "../net/refusal";
import { Game, NotLegal, type Start } from "./game";
import { sha256 } from "./sha256";
import type { Facts, Title } from "./title";

const TAG = /^\[([\p{L}\p{N}_]+) ("(?:[^"\\]|\\.)*")\]$/u;
const LINE = /^([0-9]) (.+?)(?: #([0-9a-f]{32}))?$/;
const OWN = ["Game", "Board", "Rules", "Seats", "Seed", "First", "Options", "Position", "Result", "State"];

/** JSON as Python writes it: keys in order, a space after commas and colons, plain ASCII. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([name, inner]) => `${pythonJson(name)}: ${pythonJson(inner)}`).join(", ")}}`;
}

/** What events said when records were first written. */
function firstSaid(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !["hit", "score"].includes(name)));
}

function digest(game: Game): string {
  const all = game.told.flatMap((step) => step.all);
  const told = all.map(({ kind, seat, data, secret }) => [kind, seat, firstSaid(data), secret]);
  const options = game.start.look ? ["look"] : [];
  return sha256(pythonJson([told, game.title.generator(game.position), ...options])).slice(0, 16);
}

function tagsOf(game: Game): Record<string, string> {
  const { title, start } = game;
  return {
    Game: title.parts.game,
    Board: title.facts.digest,
    Rules: String(title.parts.facts.rules),
    Seats: String(start.seats),
    Seed: "key" in start.deal ? `#${start.deal.key}` : String(start.deal.seed),
    First: start.first === null ? "random" : String(start.first),
    ...(start.look ? { Options: "look" } : {}),
    Result: game.over
      ? game
          .outcome()
          .seats.map((seat) => seat.total)
          .join(" ")
      : "*",
    State: digest(game),
  };
}

export function writeRecord(game: Game, extra: Record<string, string> = {}): string {
  const tags = Object.entries({ ...tagsOf(game), ...extra });
  const head = tags.map(([name, value]) => `[${name} ${JSON.stringify(value)}]`);
  const moves = game.moves.map(({ seat, text, key }) => `${seat} ${text}${key === null ? "" : ` #${key}`}`);
  return [...head, "", ...moves].join("\n") + "\n";
}

const damaged = (why: string) => new Refusal("record", why, 422);

export function readTags(text: string): Record<string, string> {
  const tags = Object.create(null) as Record<string, string>; // "toString" is a name like any other
  for (const [number, line] of text.split("\n").entries()) {
    if (!line.startsWith("[")) break;
    const match = TAG.exec(line.trimEnd());
    if (!match || match[1]! in tags) throw damaged(`Line ${number + 1} of the record is no tag.`);
    try {
      tags[match[1]!] = JSON.parse(match[2]!) as string;
    } catch {
      throw damaged(`Line ${number + 1} of the record has a damaged value.`);
    }
  }
  return tags;
}

/** Whether a record, if it can be replayed here, is of one of the five titles. */
export function checkTags(tags: Record<string, string>, facts: Facts): boolean {
  for (const name of ["Game", "Board", "Rules", "Seats", "Seed", "First", "Result", "State"]) {
    if (!(name in tags)) throw damaged(`The record has no ${name} tag: its header is incomplete.`);
  }
  if (tags["Rules"] !== String(facts.rules))
    throw damaged(`The record is of rules version ${tags["Rules"]}, and this program plays version ${facts.rules}.`);
  if ("Position" in tags)
    throw new Refusal("not_here", "The record starts from a position, which only a server can check.", 422);
  return facts.titles[tags["Game"]!]?.digest === tags["Board"];
}

function startOf(tags: Record<string, string>): Start {
  const seed = tags["Seed"]!;
  const [seats, first] = [Number(tags["Seats"]), tags["First"] === "random" ? null : Number(tags["First"])];
  const whole = Number.isInteger(seats) && (first === null || Number.isInteger(first));
  if (!whole || !/^(#[0-9a-f]{32}|[0-9]{1,19})$/.test(seed)) throw damaged("The header of the record is wrong.");
  return {
    seats,
    first,
    deal: seed.startsWith("#") ? { key: seed.slice(1) } : { seed: BigInt(seed) },
    look: tags["Options"] === "look",
  };
}

/** Replay a record; refused if it does not come out as it says. */
export function readRecord(text: string, title: Title): Game {
  const tags = readTags(text);
  const start = startOf(tags);
  const [least, most] = title.facts.seats;
  if (
    !(start.seats >= least && start.seats <= most) ||
    !(start.first === null || (start.first >= 0 && start.first < start.seats))
  )
    throw damaged("The header of the record is wrong.");
  const game = new Game(title, start);
  let started = false;
  for (const [number, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (!line || (line.startsWith("[") && !started)) continue;
    started = true;
    const match = LINE.exec(line);
    if (!match) throw damaged(`Line ${number + 1} of the record is no decision.`);
    try {
      game.play(match[2]!, Number(match[1]), match[3] ?? null);
    } catch (error) {
      if (!(error instanceof NotLegal)) throw error;
      throw damaged(`Line ${number + 1} of the record cannot be played.`);
    }
    if (game.moves.at(-1)!.text !== match[2])
      throw damaged(`Line ${number + 1} of the record is not in the form in which records are written.`);
  }
  const known = tagsOf(game);
  for (const name of OWN) {
    if (tags[name] !== known[name])
      throw damaged(`The record was changed: its tag ${name} does not agree with its decisions.`);
  }
  return game;
}
