/** The words of each game that fill the paragraphs. */
import type { Language } from "../../lib/i18n";
import type { Game } from "./text";

type Words = Record<"wild" | "wilds" | "ticket" | "tickets" | "deal" | "draw" | "tariff", string>;

const EUROPE_TARIFF = {
  fr: "1 espace 1 point, 2 espaces 2, 3 espaces 4, 4 espaces 7, 6 espaces 15, 8 espaces 21",
  en: "1 space 1 point, 2 spaces 2, 3 spaces 4, 4 spaces 7, 6 spaces 15, 8 spaces 21",
};
const CITY_TARIFF = {
  fr: "1 espace 1 point, 2 espaces 2, 3 espaces 4, 4 espaces 7",
  en: "1 space 1 point, 2 spaces 2, 3 spaces 4, 4 spaces 7",
};
const PARIS_TARIFF = {
  fr: "1 espace 1 point, 2 espaces 2, 3 espaces 4",
  en: "1 space 1 point, 2 spaces 2, 3 spaces 4",
};
const BERLIN_TARIFF = {
  fr: "1 espace de tram 1 point, 2 espaces 2, 3 espaces 4, 4 espaces 7 ; un métro de 2 cartes 2 points, de 3 cartes 3, de 4 cartes 5, de 5 cartes 7",
  en: "1 tram space 1 point, 2 spaces 2, 3 spaces 4, 4 spaces 7; a subway of 2 cards 2 points, of 3 cards 3, of 4 cards 5, of 5 cards 7",
};

export const WORDS: Record<Game, Record<Language, Words>> = {
  europe: {
    fr: {
      wild: "locomotive",
      wilds: "locomotives",
      ticket: "billet",
      tickets: "billets",
      deal: "quatre",
      draw: "trois",
      tariff: EUROPE_TARIFF.fr,
    },
    en: {
      wild: "locomotive",
      wilds: "locomotives",
      ticket: "ticket",
      tickets: "tickets",
      deal: "four",
      draw: "three",
      tariff: EUROPE_TARIFF.en,
    },
  },
  amsterdam: {
    fr: {
      wild: "joker",
      wilds: "jokers",
      ticket: "billet",
      tickets: "billets",
      deal: "deux",
      draw: "deux",
      tariff: CITY_TARIFF.fr,
    },
    en: {
      wild: "joker",
      wilds: "jokers",
      ticket: "ticket",
      tickets: "tickets",
      deal: "two",
      draw: "two",
      tariff: CITY_TARIFF.en,
    },
  },
  berlin: {
    fr: {
      wild: "vélo",
      wilds: "vélos",
      ticket: "billet",
      tickets: "billets",
      deal: "deux",
      draw: "deux",
      tariff: BERLIN_TARIFF.fr,
    },
    en: {
      wild: "bike",
      wilds: "bikes",
      ticket: "ticket",
      tickets: "tickets",
      deal: "two",
      draw: "two",
      tariff: BERLIN_TARIFF.en,
    },
  },
  paris: {
    fr: {
      wild: "autobus",
      wilds: "autobus",
      ticket: "billet",
      tickets: "billets",
      deal: "deux",
      draw: "deux",
      tariff: PARIS_TARIFF.fr,
    },
    en: {
      wild: "joker bus",
      wilds: "joker buses",
      ticket: "ticket",
      tickets: "tickets",
      deal: "two",
      draw: "two",
      tariff: PARIS_TARIFF.en,
    },
  },
  cardgame: {
    fr: {
      wild: "locomotive",
      wilds: "locomotives",
      ticket: "billet",
      tickets: "billets",
      deal: "sept",
      draw: "quatre",
      tariff: "",
    },
    en: {
      wild: "locomotive",
      wilds: "locomotives",
      ticket: "ticket",
      tickets: "tickets",
      deal: "seven",
      draw: "four",
      tariff: "",
    },
  },
};

/** The paragraph with the game's words in it; `{Wild}` begins a sentence. */
export function fill(text: string, game: Game, language: Language): string {
  const words = WORDS[game][language];
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const word = words[slot.toLowerCase() as keyof Words];
    if (word === undefined) throw new Error(`no word for {${slot}}`);
    return slot[0] === slot[0]!.toUpperCase() ? word[0]!.toUpperCase() + word.slice(1) : word;
  });
}
