/** Typed commands: the record's words, and the same in French. Only words are translated; the server reads them. */
import type { Language } from "../i18n";
import type { LegalAction } from "../protocol/messages";
import { paidAtOnce } from "./pay";
import { sayAct, type Speaker } from "./speech";

const VERBS: Record<string, string> = {
  take: "prendre",
  blind: "pioche",
  tickets: "billets",
  claim: "voie",
  station: "gare",
  with: "avec",
  pay: "payer",
  keep: "garder",
  card: "carte",
  nothing: "rien",
  pass: "passer",
  decline: "renoncer",
  enough: "assez",
  complete: "valider",
  place: "poser",
  three: "trois",
  red: "rouge",
  blue: "bleue",
  green: "verte",
  yellow: "jaune",
  orange: "orange",
  white: "blanche",
  black: "noire",
  purple: "violette",
  pink: "rose",
  wild: "joker",
};

/** Other ways to say the same; without accents, without plurals. */
const ALSO: Record<string, string> = {
  prends: "take",
  prend: "take",
  piocher: "blind",
  tirer: "tickets",
  billet: "tickets",
  batir: "station",
  paye: "pay",
  paie: "pay",
  garde: "keep",
  aucun: "nothing",
  passe: "pass",
  renonce: "decline",
  valide: "complete",
  reussir: "complete",
  reussi: "complete",
  pose: "place",
  bleu: "blue",
  vert: "green",
  blanc: "white",
  noir: "black",
  violet: "purple",
  locomotive: "wild",
  velo: "wild",
  autobus: "wild",
};

/** Letters alone: "Pétrograd" and "petrograd" are one city. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/ø/g, "o")
    .replace(/ß/g, "ss");
}

const FRENCH = new Map([...Object.entries(VERBS).map(([en, fr]) => [plain(fr), en] as const), ...Object.entries(ALSO)]);
const SMALL = new Set(["une", "un", "la", "le", "les", "des", "de", "et", "and", "a", "an"]);

/** A command as the record writes it, whichever language it was typed in. */
export function toRecord(text: string): string {
  const words = plain(text)
    .trim()
    .replace(/ (au marche|from the market|mon tour)$/, "")
    .split(/[\s,+]+/)
    .filter((w) => w && !SMALL.has(w))
    .map((w) => FRENCH.get(w) ?? FRENCH.get(w.replace(/s$/, "")) ?? w)
    // as the table says it: "tirer des billets", "prendre une carte rouge"
    .filter((w, i, all) => w !== all[i - 1] && (w !== "card" || all[i - 1] === "keep"));
  // "prendre paris-zurich": a route is claimed, a colour is taken
  if (words[0] === "take" && words[1] === "claim") words.shift();
  else if (words[0] === "take" && words.length > 1 && !(words[1]! in VERBS)) words[0] = "claim";
  return words.join(" ");
}

/** Every choice there is, with what it costs where that is chosen along with it. */
const whole = (choice: LegalAction): LegalAction[] => [
  choice,
  ...("payments" in choice ? paidAtOnce(choice).map((paid) => ({ ...choice, ...paid })) : []),
];
const even = (text: string): string =>
  plain(text)
    .trim()
    .replace(/[\s–—’'-]+/g, " ");

/** What is typed: a choice in just the words in which the table tells it, or a command. */
export function read(text: string, legal: readonly LegalAction[], speaker: Speaker): string {
  const told = legal.flatMap(whole).filter((choice) => even(sayAct(choice, speaker)) === even(text));
  return told.length === 1 ? told[0]!.text : toRecord(text);
}

/** A command of the record in the language of the reader. */
export function sayCommand(text: string, language: Language): string {
  return language === "en"
    ? text
    : text
        .split(" ")
        .map((w) => VERBS[w] ?? w)
        .join(" ");
}
