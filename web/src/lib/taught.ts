/** Which titles somebody knows on this device: the first game of each comes with the guide. */
const KEY = "aiguillage.taught";

function known(): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved.map(String) : [];
  } catch {
    return [];
  }
}

export const isTaught = (game: string): boolean => known().includes(game);

/** The guide of a title was followed to its end or sent away; a browser that forbids storage shows it again. */
export function taught(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...known(), game])]));
  } catch {
    return;
  }
}
