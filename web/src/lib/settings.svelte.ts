/** What a person chose on this device, remembered by the browser. */
import type { Language } from "./i18n/format";

export type Theme = "auto" | "light" | "dark";

interface Saved {
  language: Language;
  theme: Theme;
  /** how quickly events are shown, from 0 (at once) to 4 */
  pace: number;
  /** ask once before a card is drawn unseen or tickets are drawn */
  ask: boolean;
  sound: boolean;
  symbols: boolean;
  name: string;
}

const KEY = "aiguillage";

function initial(): Saved {
  const language = globalThis.navigator?.languages?.some((l) => l.startsWith("fr")) ? "fr" : "en";
  const first = globalThis.navigator?.language?.slice(0, 2);
  const base: Saved = {
    language: first === "fr" || first === "en" ? first : language,
    theme: "auto",
    pace: 3,
    ask: true,
    sound: true,
    symbols: true,
    name: "",
  };
  try {
    return { ...base, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) };
  } catch {
    return base;
  }
}

class Settings {
  #saved = $state<Saved>(initial());

  get language() {
    return this.#saved.language;
  }
  get theme() {
    return this.#saved.theme;
  }
  get pace() {
    return this.#saved.pace;
  }
  get ask() {
    return this.#saved.ask;
  }
  get sound() {
    return this.#saved.sound;
  }
  get symbols() {
    return this.#saved.symbols;
  }
  get name() {
    return this.#saved.name;
  }

  /** Change some of it and remember that; a browser that forbids storage forgets it on reload. */
  set(change: Partial<Saved>): void {
    Object.assign(this.#saved, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      return;
    }
  }
}

export const settings = new Settings();

/** Put language and theme on the page, and follow the system's theme while the choice is "auto". */
export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    document.documentElement.dataset.theme =
      settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
    document.documentElement.lang = settings.language;
  };
  $effect.root(() => {
    $effect(() => {
      paint();
    });
  });
  dark.addEventListener("change", paint);
}
