/** The five titles as the home page shows them: poster, how many play, how long it takes. */
import amsterdam from "../../../src/aiguillage/titles/amsterdam/poster.svg?url";
import berlin from "../../../src/aiguillage/titles/berlin/poster.svg?url";
import cardgame from "../../../src/aiguillage/titles/cardgame/poster.svg?url";
import europe from "../../../src/aiguillage/titles/europe/poster.svg?url";
import hero from "../../../src/aiguillage/titles/europe/hero.svg?url";
import paris from "../../../src/aiguillage/titles/paris/poster.svg?url";

export interface Title {
  id: string;
  poster: string;
  least: number;
  most: number;
  minutes: number;
}

export const HERO = hero;

export const TITLES: readonly Title[] = [
  { id: "europe", poster: europe, least: 2, most: 5, minutes: 60 },
  { id: "amsterdam", poster: amsterdam, least: 2, most: 4, minutes: 15 },
  { id: "berlin", poster: berlin, least: 2, most: 4, minutes: 15 },
  { id: "paris", poster: paris, least: 2, most: 4, minutes: 15 },
  { id: "cardgame", poster: cardgame, least: 2, most: 4, minutes: 30 },
];

export function titleOf(game: string): Title {
  return TITLES.find((title) => title.id === game) ?? TITLES[0]!;
}
