/** Screens without a server: dev.html?screen=board&game=paris&theme=dark&lang=fr */
import { mount } from "svelte";
import "../fonts.css";
import "../app.css";
import BoardOnly from "./BoardOnly.svelte";

const ask = new URLSearchParams(location.search);
const target = document.getElementById("app")!;
document.documentElement.dataset.theme = ask.get("theme") ?? "light";
document.documentElement.lang = ask.get("lang") ?? "fr";

if (ask.get("screen") === "board") {
  mount(BoardOnly, { target, props: { game: ask.get("game") ?? "europe", plain: ask.has("plain") } });
}
