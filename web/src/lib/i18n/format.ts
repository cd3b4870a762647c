/** Messages: `{name}` is a slot, `{n|one card|# cards}` chooses by number and writes it for `#`. */
export type Params = Record<string, string | number>;
export type Segment = string | { slot: string };
export type Language = "fr" | "en";

const SLOT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/** The text with the spaces that French does not break at: before high signs and inside quotation marks. */
export function typeset(text: string, language: Language): string {
  return language === "fr" ? text.replace(/ (?=[;:!?%»])/g, "\u00a0").replace(/« /g, "«\u00a0") : text;
}

/** A number as it is printed: "7", "−7". */
export const figure = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

/** What is added or taken away: "+7", "−7", "0". */
export const signed = (n: number): string => (n > 0 ? `+${n}` : figure(n));

function isOne(n: number, language: Language): boolean {
  return language === "fr" ? Math.abs(n) < 2 : n === 1;
}

/** The message with numbers chosen and known slots filled; the others are left as segments. */
export function segments(message: string, params: Params, language: Language): Segment[] {
  const out: Segment[] = [];
  let last = 0;
  const add = (text: string) => {
    if (!text) return;
    if (typeof out[out.length - 1] === "string") out[out.length - 1] += text;
    else out.push(text);
  };
  message = typeset(message, language);
  for (const found of message.matchAll(SLOT)) {
    add(message.slice(last, found.index));
    last = found.index + found[0].length;
    const [, name, one, many] = found;
    const value = params[name!];
    if (one !== undefined && typeof value === "number") {
      add((isOne(value, language) ? one : many!).replace("#", figure(value)));
    } else if (value !== undefined) add(typeof value === "number" ? figure(value) : value);
    else out.push({ slot: name! });
  }
  add(message.slice(last));
  return out;
}

export function format(message: string, params: Params, language: Language): string {
  return segments(message, params, language)
    .map((s) => (typeof s === "string" ? s : `{${s.slot}}`))
    .join("");
}

/** The slots a message has, for comparing translations. */
export function slots(message: string): string[] {
  return [...new Set([...message.matchAll(SLOT)].map((m) => m[1]!))].sort();
}

/** A day: "1 December", "1er décembre". */
export function sayDay(at: number, language: Language, form: Intl.DateTimeFormatOptions): string {
  const written = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "fr", form).format(at);
  return language === "fr" ? written.replace(/\b1 /, "1er ") : written;
}

/** "a", "a and b", "a, b and c"; or with "or". */
export function list(
  items: readonly string[],
  language: Language,
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(items);
}
