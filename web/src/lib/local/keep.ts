/** What is kept for when there is no network. */
import { TITLES } from "../games";

/** Somebody who has come has the line to themselves for so long, in milliseconds. */
const FIRST = 5000;

interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** A page says of which version it is, for as long as it is open. */
function holdVersion(): void {
  void navigator.locks.request(import.meta.url, { mode: "shared" }, () => new Promise(() => {}));
}

/** The networks of all titles, one after the other; on a line that is dear or very slow only those that play. */
async function keepNets(): Promise<void> {
  const { saveData, effectiveType } = (navigator as { connection?: Line }).connection ?? {};
  if (saveData || effectiveType?.endsWith("2g")) return;
  for (const { id, net } of TITLES)
    if (net) await fetch(`titles/${id}/${net}`, { priority: "low" }).then((answer) => answer.body?.cancel());
}

/** Once the page is there: the service worker keeps the page, and then the networks. */
export async function keep(): Promise<void> {
  const { serviceWorker } = navigator;
  holdVersion();
  await serviceWorker.register("service.js");
  if (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  setTimeout(() => void keepNets().catch(() => undefined), FIRST);
}
