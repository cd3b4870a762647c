/** Dragging cards: from the market to the hand, from the hand onto a route. A drag that goes nowhere is a click. */

export interface Dragging {
  kind: "take" | "pay";
  /** what is in the air */
  colour: string;
  enabled: boolean;
  /** dropped at a point of the page; for a card that is taken anywhere outside its own slot will do */
  drop: (x: number, y: number) => void;
}

export const dragged = $state<{ what: Dragging | null; x: number; y: number }>({ what: null, x: 0, y: 0 });

const SLOP = 9;

export function drag(node: HTMLElement, options: Dragging) {
  let start: { x: number; y: number; id: number } | null = null;

  function down(e: PointerEvent) {
    if (!options.enabled || e.button > 0) return;
    start = { x: e.clientX, y: e.clientY, id: e.pointerId };
  }
  function move(e: PointerEvent) {
    if (!start || e.pointerId !== start.id) return;
    if (!dragged.what) {
      if (Math.hypot(e.clientX - start.x, e.clientY - start.y) < SLOP) return;
      node.setPointerCapture(e.pointerId);
      dragged.what = options;
    }
    [dragged.x, dragged.y] = [e.clientX, e.clientY];
  }
  function up(e: PointerEvent) {
    const began = start;
    start = null;
    if (!began || dragged.what !== options) return;
    dragged.what = null;
    // the click that follows a drag must not count as one
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 50);
    const box = node.getBoundingClientRect();
    const outside = e.clientX < box.left || e.clientX > box.right || e.clientY < box.top || e.clientY > box.bottom;
    if (e.type === "pointerup" && outside) options.drop(e.clientX, e.clientY);
  }
  function swallow(e: Event) {
    e.stopPropagation();
    e.preventDefault();
  }
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  return {
    update(next: Dragging) {
      options = next;
    },
    destroy() {
      if (dragged.what === options) dragged.what = null;
    },
  };
}
