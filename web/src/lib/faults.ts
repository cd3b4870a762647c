/**
 * What went wrong in this page lately, for a report of a bug. It is kept in memory only, without what is nobody’s
 * business: addresses are cut to the names of files; what looks like the id of a table, a code or a key is left out.
 */
export interface Fault {
  at: string;
  kind: "error" | "promise" | "refusal";
  text: string;
}

const MOST = 10;
const LONGEST = 400;
const LINES = 4;
const faults: Fault[] = [];

/** A text without addresses, ids and keys. */
export function clean(text: string): string {
  return text
    .replace(/\b[a-z][a-z+.-]*:\/\/[^\s)]+/gi, (address) => {
      const [path = "", place = ""] = address.split(/(:\d+(?::\d+)?)$/);
      return path.replace(/[?#].*$/, "").replace(/^.*\//, "") + place;
    })
    .replace(/\b[0-9a-z]{16}\b|[\w-]{24,}/gi, "…")
    .slice(0, LONGEST);
}

function note(kind: Fault["kind"], text: string): void {
  faults.push({ at: new Date().toISOString(), kind, text: clean(text) });
  faults.splice(0, faults.length - MOST);
}

/** The server or a table has refused something; what for is told by the request or the kind of message. */
export function noteRefusal(what: string, code: string, more: string | number | null = null): void {
  note("refusal", [what, code, more].filter((part) => part !== null && part !== "").join(" "));
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? "").split("\n").map((line) => line.trim());
  const places = lines.filter((line) => line.startsWith("at ") || line.includes("@")).slice(0, LINES);
  return [`${error.name}: ${error.message}`, ...places].join(" | ");
}

/** Listen to what nobody catches. */
export function watchFaults(page: EventTarget = window): void {
  page.addEventListener("error", (event) => {
    const { error, message } = event as ErrorEvent;
    if (error || message) note("error", error ? wordsOf(error) : message);
  });
  page.addEventListener("unhandledrejection", (event) =>
    note("promise", wordsOf((event as PromiseRejectionEvent).reason)),
  );
}

/** The last faults, oldest first, without these words (the names at a table). */
export function lastFaults(without: readonly string[] = []): Fault[] {
  const hide = (text: string) => without.filter(Boolean).reduce((rest, word) => rest.split(word).join("…"), text);
  return faults.map((fault) => ({ ...fault, text: hide(fault.text) }));
}
