/** The words of the analysis, which are fetched with it and not before. */
import { format, type Params } from "../i18n/format";
import { settings } from "../settings.svelte";

export const en = {
  title: "Analysis",
  close: "Back to the replay",
  asking: "Asking the server for the analysis…",
  waiting: "Another game is being analysed; this one comes next.",
  working: "{n} of {of} decisions analysed",
  failed: "The analysis was interrupted; try again.",
  again: "Try again",
  alone:
    "An analysis needs a server, and this page has none: export the record, and any Aiguillage server (or the command “aiguillage analyse”) will explain it.",
  offline:
    "An analysis needs the server, which is not answering just now: try again later, or export the record and have it explained elsewhere.",
  refused: "The server cannot analyse this game. {why}",
  export: "Export the record",
  story: "What decided the game",
  "story.soon": "It will be told once every decision has been looked at.",
  chances: "Chances of winning",
  points: "Points",
  errors: "Where it went wrong",
  "chart.alt": "Chances of winning and points over the game, decision by decision",
  "chart.at": "Decision {n} of {of}. {chances}",
  "chart.one": "{name}: {chance}, {points}",
  "chart.points": "{n|# point|# points}",
  "turning.go": "Turning point {n}: decision {at}",
  decision: "Decision {n}",
  start: "The game begins: step on, or choose a moment on the graph.",
  soon: "This decision has not been analysed yet.",
  forced: "There was no choice.",
  good: "good",
  inaccuracy: "inaccuracy",
  mistake: "mistake",
  blunder: "blunder",
  played: "played",
  better: "better",
  "played.is": "Played",
  "better.is": "Better",
  "best.made": "Nothing else was clearly better.",
  "loss.win": "{n} in winning chances",
  "loss.points": "{n} {many|point|points}",
  loss: "It cost {what}.",
  and: "{a} and {b}",
  "error.before": "Previous mistake",
  "error.next": "Next mistake",
  luck: "Luck and skill",
  "luck.sub": "In points: from what everybody can expect before the deal to the result.",
  "luck.soon": "It will be added up once every decision has been looked at.",
  "luck.way": "{from} → {to}",
  "luck.luck": "luck",
  "luck.played": "play",
  "luck.others": "the others",
  "luck.rest": "rest",
  "luck.note":
    "Luck is the deal and the draws; play is a player’s own choices, compared with those of a simple bot; the rest cannot be told from chance.",
  dealt: "dealt {n}",
  drawn: "drew {n}",
  tickets: "tickets {n}",
  tunnels: "tunnels {n}",
  own: "played {n}",
  others: "the others’ choices {n}",
  their_luck: "the others’ luck {n}",
  rest: "rest {n}",
  "moment.title": "This moment",
  "moment.sub": "Decision {n} of {of}",
  "moment.link": "Copy the link to this moment",
  "moment.copied": "The link is copied.",
  "moment.copy.by": "Copy this link:",
  "moment.record": "Record up to here",
  "moment.position": "Position",
  "moment.on": "Play on from here",
  "moment.on.sub": "A new table, identical up to this decision.",
  "moment.on.go": "Play on",
  "moment.on.over": "The game is over here: go back a little to play on.",
  "moment.who": "Who plays for {name}",
  "moment.me": "me",
  "moment.friend": "a friend, by invitation",
  "moment.hotseat": "somebody else on this screen",
  "moment.kept": "This game is on this device only: for a link or the position, a copy of it goes to the server.",
  "moment.alone":
    "This game is on this device only, and this page has no server for a link to lead to; the record can still be exported.",
  "moment.failed": "That did not work. {why}",
} as const;

export type AnalysisKey = keyof typeof en;

export const fr: Record<AnalysisKey, string> = {
  title: "Analyse",
  close: "Retour à la partie",
  asking: "On demande l’analyse au serveur…",
  waiting: "Une autre partie est en cours d’analyse ; celle-ci vient ensuite.",
  working: "{n|# décision analysée|# décisions analysées} sur {of}",
  failed: "L’analyse a été interrompue ; réessayez.",
  again: "Réessayer",
  alone:
    "Une analyse demande un serveur, et cette page n’en a pas : exportez la partie, et n’importe quel serveur Aiguillage (ou la commande « aiguillage analyse ») vous l’expliquera.",
  offline:
    "Une analyse demande le serveur, qui ne répond pas pour l’instant : réessayez plus tard, ou exportez la partie pour la faire expliquer ailleurs.",
  refused: "Le serveur ne peut pas analyser cette partie. {why}",
  export: "Exporter la partie",
  story: "Ce qui a décidé de la partie",
  "story.soon": "Le récit viendra quand toutes les décisions auront été examinées.",
  chances: "Chances de gagner",
  points: "Points",
  errors: "Où la partie a dérapé",
  "chart.alt": "Chances de gagner et points au fil de la partie, décision par décision",
  "chart.at": "Décision {n} sur {of}. {chances}",
  "chart.one": "{name} : {chance}, {points}",
  "chart.points": "{n|# point|# points}",
  "turning.go": "Tournant {n} : décision {at}",
  decision: "Décision {n}",
  start: "La partie commence : avancez, ou choisissez un moment sur le graphique.",
  soon: "Cette décision n’est pas encore analysée.",
  forced: "Il n’y avait pas le choix.",
  good: "bon coup",
  inaccuracy: "imprécision",
  mistake: "erreur",
  blunder: "gaffe",
  played: "joué",
  better: "mieux",
  "played.is": "Joué",
  "better.is": "Mieux",
  "best.made": "Rien d’autre n’était nettement meilleur.",
  "loss.win": "{n} de chances de gagner",
  "loss.points": "{n} {many|point|points}",
  loss: "Coût : {what}.",
  and: "{a} et {b}",
  "error.before": "L’erreur précédente",
  "error.next": "L’erreur suivante",
  luck: "Chance et adresse",
  "luck.sub": "En points : de ce que chacun peut espérer avant la donne jusqu’au résultat.",
  "luck.soon": "Le bilan viendra quand toutes les décisions auront été examinées.",
  "luck.way": "{from} → {to}",
  "luck.luck": "chance",
  "luck.played": "jeu",
  "luck.others": "les autres",
  "luck.rest": "reste",
  "luck.note":
    "La chance, c’est la donne et la pioche ; le jeu, les choix de chacun comparés à ceux d’un robot simple ; le reste ne se distingue pas du hasard.",
  dealt: "donne {n}",
  drawn: "pioche {n}",
  tickets: "billets {n}",
  tunnels: "tunnels {n}",
  own: "jeu {n}",
  others: "choix des autres {n}",
  their_luck: "chance des autres {n}",
  rest: "reste {n}",
  "moment.title": "Ce moment",
  "moment.sub": "Décision {n} sur {of}",
  "moment.link": "Copier le lien vers ce moment",
  "moment.copied": "Le lien est copié.",
  "moment.copy.by": "Copiez ce lien :",
  "moment.record": "Partie jusqu’ici",
  "moment.position": "Position",
  "moment.on": "Continuer à partir d’ici",
  "moment.on.sub": "Une nouvelle table, identique jusqu’à cette décision.",
  "moment.on.go": "Continuer",
  "moment.on.over": "La partie est finie ici : revenez un peu en arrière pour continuer.",
  "moment.who": "Qui joue pour {name}",
  "moment.me": "moi",
  "moment.friend": "un ami, sur invitation",
  "moment.hotseat": "quelqu’un d’autre sur cet écran",
  "moment.kept":
    "Cette partie n’est que sur cet appareil : pour un lien ou la position, une copie en sera envoyée au serveur.",
  "moment.alone":
    "Cette partie n’est que sur cet appareil, et cette page n’a pas de serveur vers lequel un lien pourrait mener ; la partie peut tout de même être exportée.",
  "moment.failed": "Cela n’a pas marché. {why}",
};

export function say(key: AnalysisKey, params: Params = {}): string {
  return format({ en, fr }[settings.language][key], params, settings.language);
}

const locale = () => (settings.language === "en" ? "en-GB" : "fr-FR");

/** "34 %" */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "+6", "−3", "0" */
export function signed(n: number): string {
  return new Intl.NumberFormat(locale(), { signDisplay: "exceptZero", maximumFractionDigits: 1 })
    .format(n)
    .replace("-", "−");
}

export function number(n: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(n);
}
