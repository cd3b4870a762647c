/** Screens without a server: dev.html?moment=europe-turn&theme=dark&lang=fr, or ?board=paris for a bare board. */
import { mount } from "svelte";
import "../fonts.css";
import "../app.css";
import { speak } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import BoardOnly from "./BoardOnly.svelte";
import Moment from "./Moment.svelte";

const ask = new URLSearchParams(location.search);
const target = document.getElementById("app")!;
const theme = ask.get("theme") === "dark" ? "dark" : "light";
document.documentElement.dataset.theme = theme;
document.documentElement.lang = ask.get("lang") ?? "fr";
settings.set({ theme });
await speak(ask.get("lang") === "en" ? "en" : "fr");

const board = ask.get("board");
const moment = ask.get("moment");
if (board) mount(BoardOnly, { target, props: { game: board, plain: ask.has("plain") } });
if (moment) mount(Moment, { target, props: { name: moment, watch: ask.has("watch") } });
