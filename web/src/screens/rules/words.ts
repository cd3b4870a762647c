/** The words and figures of each title that fill the paragraphs. */
import { WORDS, type Key, type Language } from "../../lib/i18n";
import { list, typeset } from "../../lib/i18n/format";
import type { Help } from "../../lib/help";

const SLOT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const NUMBERS: Record<Language, readonly string[]> = {
  fr: ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"],
  en: ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
};
/** What stands for the figures of a tariff and of the prizes for goods. */
const PARTS = {
  fr: {
    space: (cards: string, points: number, first: boolean) =>
      `${cards} espace${cards === "1" ? "" : "s"} ${points}${first ? ` point${points === 1 ? "" : "s"}` : ""}`,
    subway: (cards: string, points: number, first: boolean) =>
      `${first ? "un métro " : ""}de ${cards} carte${cards === "1" ? "" : "s"} ${points}${first ? ` point${points === 1 ? "" : "s"}` : ""}`,
    goods: (ranks: string, seats: string, first: boolean) =>
      `${ranks}${first ? " points" : ""} à ${seats}${first ? " joueurs" : ""}`,
    joint: " ; ",
  },
  en: {
    space: (cards: string, points: number, first: boolean) =>
      `${cards} space${cards === "1" ? "" : "s"} ${points}${first ? ` point${points === 1 ? "" : "s"}` : ""}`,
    subway: (cards: string, points: number, first: boolean) =>
      `${first ? "a subway " : ""}of ${cards} card${cards === "1" ? "" : "s"} ${points}${first ? ` point${points === 1 ? "" : "s"}` : ""}`,
    goods: (ranks: string, seats: string, first: boolean) =>
      `${ranks}${first ? " points" : ""} with ${seats}${first ? " players" : ""}`,
    joint: "; ",
  },
};

const number = (n: number, language: Language) => NUMBERS[language][n] ?? String(n);
const colour = (name: string, language: Language) => WORDS[language][`colour.${name}` as Key];

function wordOf(slot: string, help: Help, language: Language): string | undefined {
  const { space, subway, goods, joint } = PARTS[language];
  switch (slot) {
    case "wild":
      return WORDS[language][`wild.one.${help.fleet}` as Key] ?? WORDS[language]["wild.one.cart"];
    case "wilds":
      return WORDS[language][`wilds.${help.fleet}` as Key] ?? WORDS[language]["wilds.cart"];
    case "flags":
      return list(
        help.flags.map((name) => colour(name, language)),
        language,
        "disjunction",
      );
    case "tariff": {
      const parts = [help.points.main ?? {}, help.points.subway ?? {}].map((points, kind) =>
        Object.entries(points)
          .map(([cards, worth], i) => (kind ? subway : space)(cards, worth, !i))
          .join(", "),
      );
      return parts.filter(Boolean).join(joint);
    }
    case "goods":
      return Object.entries(help.goods)
        .reverse()
        .map(([seats, ranks], i) => goods(ranks.join(", "), number(Number(seats), language), !i))
        .join(joint);
  }
  const figure = help.figures[slot];
  return figure === undefined ? undefined : number(figure, language);
}

/** The paragraph with the title's words in it; `{Wild}` begins a sentence, `{keep|one|# many}` chooses by number. */
export function fill(text: string, help: Help, language: Language): string {
  const filled = text.replace(SLOT, (_, slot: string, one?: string, many?: string) => {
    const word = wordOf(slot.toLowerCase(), help, language);
    if (word === undefined) throw new Error(`no word for {${slot}}`);
    if (one !== undefined) return (help.figures[slot]! < 2 ? one : many!).replace("#", word);
    return slot[0] === slot[0]!.toUpperCase() ? word[0]!.toUpperCase() + word.slice(1) : word;
  });
  return typeset(filled, language);
}
