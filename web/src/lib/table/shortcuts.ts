/** Keys of the table; people who do not use them never meet them. */
import type { Open } from "./layout";
import type { TableModel } from "./model.svelte";

interface Table {
  model: TableModel;
  open: Open;
  skip: () => void;
}

const SHORTCUTS: Record<string, (at: Table) => unknown> = {
  "/": (at) => (at.open = "command"),
  "?": ({ model }) => window.open(`/#/rules/${model.board.id}`, "_blank"),
  b: ({ model }) => model.blind && model.canAct && model.finally("blind", model.blind),
  t: ({ model }) => model.drawTickets && model.canAct && model.finally("tickets", model.drawTickets),
  l: ({ model }) => (model.allRoutes = !model.allRoutes),
  s: ({ skip }) => skip(),
  g: ({ model }) => model.builds.size && (model.stationMode = !model.stationMode),
  m: () => document.querySelector<HTMLElement>(".window [tabindex='0']")?.focus(),
  u: ({ model }) => model.session.canUndo && model.session.undo(),
  Escape: escape,
};

/** One step back: what lies over the table, what is still being shown, a place one looks at, the half-made choice. */
function escape(at: Table): void {
  const { model } = at;
  if (at.open) at.open = null;
  else if (model.session.behind) at.skip();
  else if (model.visited) model.visited = null;
  else model.cancel();
}

function takeCard(model: TableModel, slot: number): void {
  const colour = model.view.market[slot];
  if (colour && model.takes.has(colour) && model.canAct) model.send(model.takes.get(colour)!.text);
}

export function onKey(e: KeyboardEvent, at: Table): void {
  const typing = (e.target as HTMLElement).matches?.("input, textarea, select");
  if (e.ctrlKey || e.metaKey || e.altKey || (typing && e.key !== "Escape")) return;
  if (/^[1-5]$/.test(e.key)) takeCard(at.model, Number(e.key) - 1);
  else if (e.key in SHORTCUTS) SHORTCUTS[e.key]!(at);
  else return;
  e.preventDefault();
}
