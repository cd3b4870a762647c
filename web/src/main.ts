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
void learn(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));

// Once the page is there, it is kept for when there is no network.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void keep().catch(() => undefined));
}
