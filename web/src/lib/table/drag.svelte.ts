/** Dragging cards: from the market to the hand, from the hand onto a route. A drag that goes nowhere is a click. */

export interface Dragging {
  kind: "take" | "pay";
  /** what is in the air */
  colour: string;
  enabled: boolean;
  /** dropped at a point of the page; for a card that is taken anywhere outside its own slot will do */
  drop: (x: number, y: number) => void;
}

class Dragged {
  what = $state.raw<Dragging | null>(null);
  x = $state(0);
  y = $state(0);
}

export const dragged = new Dragged();

const SLOP = 9;

export function drag(node: HTMLElement, options: Dragging) {
  let start: { x: number; y: number; id: number } | null = null;
  let flying = false;

  function down(e: PointerEvent) {
    if (!options.enabled || e.button > 0) return;
    start = { x: e.clientX, y: e.clientY, id: e.pointerId };
    // a quick hand leaves the card before the first move is told: listen everywhere while it is held
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }
  function stop() {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
  }
  function move(e: PointerEvent) {
    if (!start || e.pointerId !== start.id) return;
    if (!flying) {
      if (Math.hypot(e.clientX - start.x, e.clientY - start.y) < SLOP) return;
      node.setPointerCapture(e.pointerId);
      flying = true;
      dragged.what = options;
    }
    [dragged.x, dragged.y] = [e.clientX, e.clientY];
  }
  function up(e: PointerEvent) {
    if (start && e.pointerId !== start.id) return;
    const began = start;
    start = null;
    stop();
    if (!began || !flying) return;
    flying = false;
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
  return {
    update(next: Dragging) {
      options = next;
    },
    destroy() {
      stop();
      if (flying) dragged.what = null;
    },
  };
}
