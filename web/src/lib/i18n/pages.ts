/** The words of pages that few visits begin with: they come with these pages. */
import { settings } from "../settings.svelte";
import { format, type Params } from "./format";

export const en = {
  "daily.sub":
    "The same cards for everyone on this server, against the same two bots, a new deal every day. Your first game counts.",
  "daily.play": "Play",
  "daily.on": "Go on",
  "daily.left": "Ended without a result",
  "daily.none": "Nobody has finished this deal yet.",
  "daily.more": "{n|one more result|# more results}",
  "daily.today": "Today",
  "daily.yesterday": "Yesterday",
  "daily.results": "Results: {game}",
  "daily.won": "beat the bots",
  "daily.alone": "The deal of the day needs a server, which keeps its cards secret.",
  "daily.fair":
    "Nobody can work out a deal beforehand. But a server cannot know whether a friend has talked, or whether two browsers are one person.",
  "puzzle.sub": "A real game, one move that is clearly best: you see what the player saw. Find it.",
  "puzzle.easy": "Easy",
  "puzzle.medium": "Medium",
  "puzzle.hard": "Hard",
  "puzzle.count": "{n} of {of} solved",
  "puzzle.nth": "{game}, puzzle {n}",
  "puzzle.solved": "solved",
  "puzzle.missed": "missed",
  "puzzle.find": "Your move: find the best one.",
  "puzzle.right": "Well seen!",
  "puzzle.ahead": "The next best move is worth {n|# point|# points} less.",
  "puzzle.ahead.win": "The next best move wins {n} % less often.",
  "puzzle.wrong": "Not the best move: it costs about {n|# point|# points}.",
  "puzzle.wrong.win": "Not the best move: it wins {n} % less often.",
  "puzzle.again": "Try again",
  "puzzle.show": "Show the answer",
  "puzzle.next": "Next puzzle",
  "puzzle.all": "All puzzles",
  "coach.points": "It would have been better to {text}: worth about {n|# point|# points} more.",
  "coach.win": "It would have been better to {text}: that wins {n} % more often.",
  "coach.again": "Take it back",
} as const;

export type PageKey = keyof typeof en;

export const fr: Record<PageKey, string> = {
  "daily.sub":
    "Les mêmes cartes pour tous sur ce serveur, contre les deux mêmes robots, une nouvelle donne chaque jour. Votre première partie compte.",
  "daily.play": "Jouer",
  "daily.on": "Continuer",
  "daily.left": "Terminée sans résultat",
  "daily.none": "Personne n’a encore fini cette donne.",
  "daily.more": "{n|encore un résultat|encore # résultats}",
  "daily.today": "Aujourd’hui",
  "daily.yesterday": "Hier",
  "daily.results": "Résultats : {game}",
  "daily.won": "a battu les robots",
  "daily.alone": "La donne du jour a besoin d’un serveur, qui garde ses cartes secrètes.",
  "daily.fair":
    "Personne ne peut calculer une donne à l’avance. Mais un serveur ne peut savoir ni si un ami a parlé, ni si deux navigateurs sont la même personne.",
  "puzzle.sub":
    "Une vraie partie, un coup nettement meilleur que les autres : vous voyez ce que voyait le joueur. Trouvez-le.",
  "puzzle.easy": "Facile",
  "puzzle.medium": "Moyen",
  "puzzle.hard": "Difficile",
  "puzzle.count": "{n|# résolu|# résolus} sur {of}",
  "puzzle.nth": "{game}, problème {n}",
  "puzzle.solved": "résolu",
  "puzzle.missed": "manqué",
  "puzzle.find": "À vous : trouvez le meilleur coup.",
  "puzzle.right": "Bien vu !",
  "puzzle.ahead": "Le deuxième meilleur coup vaut {n|# point|# points} de moins.",
  "puzzle.ahead.win": "Le deuxième meilleur coup gagne {n} % moins souvent.",
  "puzzle.wrong": "Ce n’est pas le meilleur coup : il coûte environ {n|# point|# points}.",
  "puzzle.wrong.win": "Ce n’est pas le meilleur coup : il gagne {n} % moins souvent.",
  "puzzle.again": "Réessayer",
  "puzzle.show": "Voir la réponse",
  "puzzle.next": "Problème suivant",
  "puzzle.all": "Tous les problèmes",
  "coach.points": "Il valait mieux {text} : environ {n|# point|# points} de plus.",
  "coach.win": "Il valait mieux {text} : {n} % de chances de gagner en plus.",
  "coach.again": "Reprendre ce coup",
};

const WORDS = { en, fr };

export function say(key: PageKey, params: Params = {}): string {
  return format(WORDS[settings.language][key], params, settings.language);
}
