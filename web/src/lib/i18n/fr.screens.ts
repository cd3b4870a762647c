/** Le français, les écrans autour de la table. */
import type { screens as en } from "./en.screens";

export const screens: Record<keyof typeof en, string> = {
  "trouble.title": "La ligne est coupée",
  "trouble.none": "Pas de table ici",
  "trouble.no_table": "Rien à cette adresse. Les tables longtemps inutilisées sont rangées ; ou bien le lien est incomplet.",
  "trouble.offline": "Le serveur ne répond pas. Rien de ce qui a été joué n’est perdu ; réessayez dans un instant.",
  "trouble.rate": "C’était beaucoup d’un coup. Attendez une minute, puis réessayez.",
  "trouble.tables": "Vous avez beaucoup de tables en cours. Terminez ou fermez-en une d’abord.",
  "trouble.fault": "Cette table s’est arrêtée à cause d’un défaut du programme. Ce qui a été joué est conservé.",
  "trouble.other": "Quelque chose n’a pas marché. Rien de ce qui a été joué n’est perdu ; réessayez.",
};
