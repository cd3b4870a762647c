/** What the guide says in a first game, and when. A step waits for its moment and ends by itself or by a click. */
import { has, type Help } from "../../lib/help";
import type { GameView } from "../../lib/protocol/messages";

export interface Moment {
  view: GameView;
  /** my seat */
  me: number;
}

export interface Step {
  id: string;
  /** selectors of what is meant; the first that is there is shown */
  at: readonly string[];
  /** which titles it is told of, by their features: see `has` of lib/help.ts */
  has?: string;
  fr: string;
  en: string;
  /** the step is shown while this holds; without it, as soon as it is its turn */
  when?: (m: Moment) => boolean;
  /** its moment has passed before it could be shown */
  missed?: (m: Moment) => boolean;
  /** what ends it; without it a button does */
  done?: (m: Moment) => boolean;
}

const mine = (m: Moment) => m.view.legal.length > 0;
const claims = (m: Moment) => Object.values(m.view.claims).filter((seat) => seat === m.me).length;
const canClaim = (m: Moment) => m.view.legal.some((a) => a.kind === "claim");
const MARKET = ["[data-market]", "[data-tab=market]"];
const TICKETS = ["[data-ticket]", "[data-tab=tickets]"];
const MORE = ["[data-action=tickets]", "[data-tab=market]"];

export const STEPS: readonly Step[] = [
  {
    id: "tickets",
    at: ["[data-offer]"],
    has: "board",
    when: (m) => m.view.phase === "opening" && mine(m),
    missed: (m) => m.view.phase !== "opening",
    done: (m) => m.view.phase !== "opening" || !mine(m),
    fr: "Voici vos premiers objectifs. Reliez les deux lieux d’un billet par vos voies avant la fin : il rapporte ses points. Sinon, vous les perdez. Touchez ceux que vous gardez : leurs lieux s’allument sur le plateau. Pour débuter, choisissez ceux qui vont dans la même direction.",
    en: "These are your first goals. Connect the two places of a ticket with your routes before the end and you score its points; otherwise you lose them. Touch the ones you keep: their places light up on the board. To start with, choose tickets that go the same way.",
  },
  {
    id: "tickets.cards",
    at: ["[data-offer]"],
    has: "cards",
    when: (m) => m.view.phase === "opening" && mine(m),
    missed: (m) => m.view.phase !== "opening",
    done: (m) => m.view.phase !== "opening" || !mine(m),
    fr: "Voici vos premiers billets. Chacun demande des cartes de couleurs précises, à faire circuler d’ici la fin : réussi, il rapporte ses points ; manqué, il vous les coûte. Gardez-en deux ou trois pour commencer.",
    en: "These are your first tickets. Each asks for cards of certain colours, to be brought on track by the end: completed, it scores its points; missed, it loses them. Keep two or three to begin with.",
  },
  {
    id: "draw",
    at: MARKET,
    when: (m) => mine(m) && m.view.phase === "turn",
    done: (m) => m.view.phase === "second-card" || !mine(m),
    fr: "C’est à vous. Commencez par prendre une carte : l’une des cinq visibles, ou une de la pioche. Vous pourrez en prendre deux. La carte multicolore vaut n’importe quelle couleur, mais visible elle compte pour deux.",
    en: "Your turn. Start with a card: one of the five face-up ones, or one from the deck. You may take two. The rainbow card stands for any colour, but face up it counts as two.",
  },
  {
    id: "second",
    at: MARKET,
    when: (m) => mine(m) && m.view.phase === "second-card",
    missed: (m) => m.view.phase !== "second-card",
    done: (m) => m.view.phase !== "second-card",
    fr: "Et une seconde. Pensez aux couleurs dont vos billets auront besoin.",
    en: "And a second one. Think of the colours that your tickets will need.",
  },
  {
    id: "claim",
    at: ["[data-confirm]", "[data-glow]", "[data-track][aria-disabled=false]"],
    has: "board",
    when: (m) => mine(m) && (canClaim(m) || m.view.phase === "payment"),
    done: (m) => claims(m) > 0 || m.view.phase === "tunnel",
    fr: "Les voies qui brillent servent vos billets ; une légère teinte marque les autres voies possibles. Touchez une voie : les cartes qui la paient se soulèvent, puis confirmez. Rien ne brille ? Prenez d’autres cartes.",
    en: "Routes that glow help your tickets; a faint tint marks the others you can claim. Touch a route: the cards that pay for it rise; then confirm. Nothing glows? Draw more cards.",
  },
  {
    id: "place",
    at: ["[data-hand]", "[data-tab=hand]"],
    has: "cards",
    when: (m) => mine(m) && m.view.phase === "turn" && m.view.legal.some((a) => a.kind === "place"),
    done: (m) => (m.view.players[m.me]?.yard.length ?? 0) > 0,
    fr: "Posez des trains : deux cartes ou plus d’une couleur, ou trois couleurs différentes. Touchez les cartes de votre main, puis confirmez. Si un autre joueur a déjà cette couleur, il vous en faut davantage.",
    en: "Place trains: two or more cards of one colour, or three different colours. Touch the cards in your hand, then confirm. If another player already has that colour, you need more cards of it.",
  },
  {
    id: "on-track",
    at: [".yard.own", "[data-hand]"],
    has: "cards",
    when: (m) => (m.view.players[m.me]?.on_track ?? 0) > 0,
    fr: "À chacun de vos tours, une carte de chaque colonne part en circulation, face cachée. Ces cartes paieront vos billets à la fin. Retenez ce qui est parti !",
    en: "On each of your turns, one card of every column goes on track, face down. Those cards pay for your tickets at the end. Remember what has left!",
  },
  {
    id: "progress",
    at: TICKETS,
    has: "board",
    when: (m) => claims(m) > 0,
    fr: "Vos billets disent ce qui manque encore. Touchez-en un : le plus court chemin qui reste s’allume. Un billet réussi est tamponné.",
    en: "Your tickets say what is still missing. Touch one and the shortest way that is left lights up. A completed ticket is stamped.",
  },
  {
    id: "more",
    at: MORE,
    has: "board",
    fr: "Un tour, c’est une seule chose : des cartes, une voie ou de nouveaux billets. Ne tirez de billets que s’il reste le temps de les réussir.",
    en: "A turn is one thing only: cards, a route or new tickets. Draw tickets only while there is time to complete them.",
  },
  {
    id: "more.cards",
    at: MORE,
    has: "cards",
    fr: "Après le départ des trains, une seule chose par tour : des cartes, des trains à poser ou de nouveaux billets. Ne tirez de billets que s’il reste le temps de les réussir.",
    en: "Once trains have gone on track, a turn is one thing only: drawing cards, placing trains or drawing tickets. Draw tickets only while there is time to complete them.",
  },
  {
    id: "end",
    at: ["[data-help]", ".home", ".logo"],
    fr: "Vous savez l’essentiel. L’ampoule donne un conseil, le point d’interrogation ouvre les règles, et chaque refus est expliqué. Bon voyage !",
    en: "You know the essentials. The bulb gives a hint, the question mark opens the rules, and every refusal is explained. Enjoy the ride!",
  },
];

/** The steps for a title; what is to be said of it alone comes before the last two. */
export function stepsOf(help: Help): readonly Step[] {
  const steps = STEPS.filter((step) => has(help, step.has ?? ""));
  return help.guide ? steps.toSpliced(-2, 0, { id: "own", ...help.guide }) : steps;
}
