import { mount } from "svelte";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";
import { applySettings } from "./lib/settings.svelte";

applySettings();
mount(App, { target: document.getElementById("app")! });
