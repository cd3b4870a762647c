/** Fingers, mouse and wheel on the board's window: one drags, two pinch, a tap picks, a long press peeks. */
import type { Camera } from "./camera.svelte";

export interface Touches {
  tap(x: number, y: number, coarse: boolean): void;
  hover(x: number, y: number): void;
  press(x: number, y: number): void;
  leave(): void;
}

const SLOP = 7;
const LONG_PRESS = 450;

export function gestures(node: HTMLElement, camera: Camera, on: Touches): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0, at: 0 };
  let dragging = false;
  let pressed = false;
  let speed = { x: 0, y: 0, at: 0 };
  let coasting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let pending: { dx: number; dy: number } | null = null;

  const local = (e: PointerEvent | WheelEvent) => {
    const box = node.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { d: Math.hypot(a!.x - b!.x, a!.y - b!.y), x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
  };
  const pan = (dx: number, dy: number) => {
    pending = { dx: (pending?.dx ?? 0) + dx, dy: (pending?.dy ?? 0) + dy };
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (pending) camera.pan(pending.dx, pending.dy);
      pending = null;
    });
  };
  const coast = () => {
    speed.x *= 0.94;
    speed.y *= 0.94;
    if (Math.hypot(speed.x, speed.y) < 0.3) return camera.settle();
    camera.pan(speed.x, speed.y);
    coasting = requestAnimationFrame(coast);
  };

  function down(e: PointerEvent) {
    if (e.button > 0) return;
    cancelAnimationFrame(coasting);
    const p = local(e);
    fingers.set(e.pointerId, p);
    node.setPointerCapture(e.pointerId);
    if (fingers.size === 1) {
      [start, dragging, pressed] = [{ ...p, at: e.timeStamp }, false, false];
      speed = { x: 0, y: 0, at: e.timeStamp };
      if (e.pointerType !== "mouse") {
        timer = setTimeout(() => {
          pressed = true;
          on.press(p.x, p.y);
        }, LONG_PRESS);
      }
    } else {
      dragging = true;
      clearTimeout(timer);
    }
  }
  function move(e: PointerEvent) {
    const p = local(e);
    const before = fingers.get(e.pointerId);
    if (!before) {
      if (e.pointerType === "mouse") on.hover(p.x, p.y);
      return;
    }
    if (fingers.size === 2) {
      const old = spread();
      fingers.set(e.pointerId, p);
      const now = spread();
      camera.pan(now.x - old.x, now.y - old.y);
      camera.zoom(now.d / (old.d || 1), now.x, now.y);
      return;
    }
    fingers.set(e.pointerId, p);
    if (!dragging && Math.hypot(p.x - start.x, p.y - start.y) < SLOP) return;
    if (!dragging) {
      dragging = true;
      clearTimeout(timer);
      on.leave();
    }
    const [dx, dy] = [p.x - before.x, p.y - before.y];
    const dt = Math.max(1, e.timeStamp - speed.at);
    speed = { x: 0.6 * speed.x + (0.4 * dx * 16) / dt, y: 0.6 * speed.y + (0.4 * dy * 16) / dt, at: e.timeStamp };
    pan(dx, dy);
  }
  function up(e: PointerEvent) {
    clearTimeout(timer);
    if (!fingers.delete(e.pointerId)) return;
    if (fingers.size) return;
    if (dragging) {
      if (e.timeStamp - speed.at < 60 && Math.hypot(speed.x, speed.y) > 2) coasting = requestAnimationFrame(coast);
      else camera.settle();
      return;
    }
    // A busy page runs the timer late or early; the events know how long the finger really stayed.
    const brief = !pressed || e.timeStamp - start.at < LONG_PRESS;
    if (e.type !== "pointercancel" && brief) on.tap(start.x, start.y, e.pointerType !== "mouse");
  }
  function wheel(e: WheelEvent) {
    e.preventDefault();
    const p = local(e);
    const step = e.deltaMode === 1 ? e.deltaY * 18 : e.deltaY;
    camera.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0016)), p.x, p.y);
  }
  const leave = () => on.leave();

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("pointerleave", leave);
  node.addEventListener("wheel", wheel, { passive: false });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(coasting);
    cancelAnimationFrame(frame);
    node.removeEventListener("pointerdown", down);
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", up);
    node.removeEventListener("pointercancel", up);
    node.removeEventListener("pointerleave", leave);
    node.removeEventListener("wheel", wheel);
  };
}
