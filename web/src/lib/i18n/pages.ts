/** The words of pages that few visits begin with: they come with these pages. */
import { settings } from "../settings.svelte";
import { format, type Params } from "./format";

export const en = {
  "daily.sub":
    "The same cards for everyone on this server, against the same two bots; a new deal every day, to be played once.",
  "daily.play": "Play",
  "daily.on": "Continue",
  "daily.left": "Ended without a result",
  "daily.none": "Nobody has finished this deal yet.",
  "daily.more": "{n|one more result|# more results}",
  "daily.today": "Today",
  "daily.yesterday": "Yesterday",
  "daily.results": "Results: {game}",
  "daily.won": "beat the bots",
  "daily.alone": "The deal of the day needs a server to keep its cards secret, and this page has none.",
  "daily.fair":
    "Nobody can work out a deal beforehand. But a server cannot know whether a friend has talked, or whether two browsers belong to one person.",
  "puzzle.sub":
    "Positions from games between bots: you see what one of them saw, and one move is clearly the best. Find it.",
  "puzzle.easy": "Easy",
  "puzzle.medium": "Medium",
  "puzzle.hard": "Hard",
  "puzzle.count": "{n} of {of} solved",
  "puzzle.nth": "{game}, puzzle {n}",
  "puzzle.solved": "solved",
  "puzzle.missed": "missed",
  "puzzle.find": "Your move: find the best one.",
  "puzzle.right": "Well spotted!",
  "puzzle.ahead": "The next best move is worth {n|# point|# points} less.",
  "puzzle.ahead.win": "The next best move wins {n|# fewer game|# fewer games} in a hundred.",
  "puzzle.wrong": "Not the best move: it costs about {n|# point|# points}.",
  "puzzle.wrong.win": "Not the best move: it wins {n|# fewer game|# fewer games} in a hundred.",
  "puzzle.again": "Try again",
  "puzzle.show": "Show the answer",
  "puzzle.next": "Next puzzle",
  "puzzle.all": "All puzzles",
  "coach.points": "It would have been better to {text}: worth about {n|# point|# points} more.",
  "coach.win": "It would have been better to {text}: that wins {n|# more game|# more games} in a hundred.",
  "coach.again": "Take it back",

  // what can be done about a table
  "care.pause": "Pause the table",
  "care.remove": "Take {name} out of the game",
  "care.remove.ask": "A bot will play on for {name}, for good.",
  "care.remove.no": "Keep",
  "care.remove.yes": "Take out",
  "care.report": "Report a problem",
  "care.report.close": "Close",
  "care.report.save": "Save the file",
  "care.report.sub":
    "This is what you would hand in: what you may know of this game and the last errors of this page, without names.",
  "device.show": "Continue on another device",
  "device.show.sub":
    "Scan this with the other device. The code works once, for ten minutes; after that this device only watches.",
  "holiday.ask": "Ask for a holiday",
  "holiday.ask.sub": "If all the others agree, the table stands still until the end of that day, and so do its clocks.",
  "holiday.do": "Ask",
  "holiday.do.tell": "Announce",
  "holiday.tell": "Announce a holiday",
  "holiday.tell.sub": "The table stands still until the end of that day, and so do its clocks; everybody is told.",
  "holiday.until": "Last day of the holiday",
  "take.sub": "The game goes on at the server and leaves this device; you keep your seat.",
} as const;

export type PageKey = keyof typeof en;

export const fr: Record<PageKey, string> = {
  "daily.sub":
    "Les mêmes cartes pour tous sur ce serveur, contre les deux mêmes robots ; une nouvelle donne chaque jour, à jouer une seule fois.",
  "daily.play": "Jouer",
  "daily.on": "Continuer",
  "daily.left": "Terminée sans résultat",
  "daily.none": "Personne n’a encore fini cette donne.",
  "daily.more": "{n|encore un résultat|encore # résultats}",
  "daily.today": "Aujourd’hui",
  "daily.yesterday": "Hier",
  "daily.results": "Résultats : {game}",
  "daily.won": "a battu les robots",
  "daily.alone": "La donne du jour a besoin d’un serveur pour garder ses cartes secrètes, et cette page n’en a pas.",
  "daily.fair":
    "Personne ne peut calculer une donne à l’avance. Mais un serveur ne peut savoir ni si un ami a parlé, ni si deux navigateurs sont à la même personne.",
  "puzzle.sub":
    "Des positions tirées de parties entre robots : vous voyez ce que voyait l’un d’eux, et un coup est nettement le meilleur. Trouvez-le.",
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
  "puzzle.ahead.win": "Le deuxième meilleur coup gagne {n|# partie|# parties} de moins sur cent.",
  "puzzle.wrong": "Ce n’est pas le meilleur coup : il coûte environ {n|# point|# points}.",
  "puzzle.wrong.win": "Ce n’est pas le meilleur coup : il gagne {n|# partie|# parties} de moins sur cent.",
  "puzzle.again": "Réessayer",
  "puzzle.show": "Voir la réponse",
  "puzzle.next": "Problème suivant",
  "puzzle.all": "Tous les problèmes",
  "coach.points": "Il valait mieux {text} : environ {n|# point|# points} de plus.",
  "coach.win": "Il valait mieux {text} : {n|# partie gagnée|# parties gagnées} de plus sur cent.",
  "coach.again": "Reprendre ce coup",

  // ce qu’on peut faire d’une table
  "care.pause": "Mettre la table en pause",
  "care.remove": "Retirer {name} de la partie",
  "care.remove.ask": "Un robot jouera pour {name}, définitivement.",
  "care.remove.no": "Garder",
  "care.remove.yes": "Retirer",
  "care.report": "Signaler un problème",
  "care.report.close": "Fermer",
  "care.report.save": "Enregistrer le fichier",
  "care.report.sub":
    "Voici ce que vous transmettriez : votre vue de la partie et les dernières erreurs de cette page, sans les noms.",
  "device.show": "Continuer sur un autre appareil",
  "device.show.sub":
    "Scannez ce code avec l’autre appareil. Il ne sert qu’une fois, pendant dix minutes ; ensuite, cet appareil-ci ne fera plus que regarder.",
  "holiday.ask": "Demander un congé",
  "holiday.ask.sub":
    "Si tous les autres sont d’accord, la table s’arrête jusqu’à la fin de ce jour, pendules comprises.",
  "holiday.do": "Demander",
  "holiday.do.tell": "Annoncer",
  "holiday.tell": "Annoncer un congé",
  "holiday.tell.sub": "La table s’arrête jusqu’à la fin de ce jour, pendules comprises ; tous en sont avertis.",
  "holiday.until": "Dernier jour du congé",
  "take.sub": "La partie continue sur le serveur et quitte cet appareil ; vous gardez votre place.",
};

const WORDS = { en, fr };

export function say(key: PageKey, params: Params = {}): string {
  return format(WORDS[settings.language][key], params, settings.language);
}
