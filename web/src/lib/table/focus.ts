import { on } from "svelte/events";

/** Where the focus goes for people who play by keyboard; a mouse or a finger moves no focus. */
let keyboard = false;

export function watchInput(): () => void {
  const key = () => (keyboard = true);
  const pointer = () => (keyboard = false);
  addEventListener("keydown", key, true);
  addEventListener("pointerdown", pointer, true);
  return () => {
    removeEventListener("keydown", key, true);
    removeEventListener("pointerdown", pointer, true);
  };
}

/** Put beside a panel that asks for a decision: its first answer gets the focus. */
export function focusFirst(node: HTMLElement): void {
  if (!keyboard) return;
  setTimeout(() => {
    const panel = node.parentElement;
    panel?.querySelector<HTMLElement>("[data-offer], [aria-checked=true], [data-confirm]:not(:disabled)")?.focus();
  });
}

/** When what had the focus is gone, the board takes it. */
export function focusBoard(): void {
  if (!keyboard || (document.activeElement && document.activeElement !== document.body)) return;
  document.querySelector<SVGElement>(".window [tabindex='0']")?.focus();
}

/** Tell when a mouse or the keyboard points at something; a finger that taps does not point. */
export function pointing(node: HTMLElement, tell: (on: boolean) => void) {
  let told = false;
  const say = (now: boolean) => {
    if (now !== told) tell((told = now));
  };
  // what appears under a mouse that rests is not pointed at
  const over = (e: PointerEvent) => e.pointerType === "mouse" && (e.movementX || e.movementY) && say(true);
  const focused = () => node.matches(":focus-visible") && say(true);
  const away = () => say(false);
  // `on`: what has the focus loses it while the table is taken down, when nothing may change otherwise
  on(node, "pointermove", over);
  on(node, "pointerleave", away);
  on(node, "focus", focused);
  on(node, "blur", away);
  return { destroy: away };
}
