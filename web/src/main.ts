import { mount } from "svelte";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";
import { watchFaults } from "./lib/faults";
import { learn } from "./lib/i18n";
import { keep } from "./lib/local/keep";
import { applySettings, settings } from "./lib/settings.svelte";

watchFaults();
applySettings();
// Vite takes a style sheet that did not come for one that is there: it is asked for again until it comes, but ever less
// often, for after an update of the server it never will.
function again({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
  const wait = Number(target.dataset.wait ?? 1000);
  target.dataset.wait = String(Math.min(2 * wait, 60_000));
  setTimeout(() => target.replaceWith(target.cloneNode()), wait);
}
addEventListener("error", again, true);
void learn(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));

// Once the page is there, it is kept for when there is no network; where nothing keeps it, its other language is.
if (import.meta.env.PROD) {
  const learnOther = () => learn(settings.language === "fr" ? "en" : "fr");
  addEventListener("load", () => void ("serviceWorker" in navigator ? keep() : learnOther()).catch(() => undefined));
}
