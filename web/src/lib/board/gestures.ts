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

interface Point {
  x: number;
  y: number;
}

/** Listen to a window; returns how to stop. */
export function gestures(node: HTMLElement, camera: Camera, on: Touches): () => void {
  const hand = new Hand(node, camera, on);
  const over = new AbortController();
  const { signal } = over;
  node.addEventListener("pointerdown", (e) => hand.down(e), { signal });
  node.addEventListener("pointermove", (e) => hand.move(e), { signal });
  node.addEventListener("pointerup", (e) => hand.up(e), { signal });
  node.addEventListener("pointercancel", (e) => hand.up(e), { signal });
  node.addEventListener("pointerleave", () => on.leave(), { signal });
  node.addEventListener("wheel", (e) => hand.wheel(e), { signal, passive: false });
  return () => {
    over.abort();
    hand.rest();
  };
}

class Hand {
  readonly #fingers = new Map<number, Point>();
  #start = { x: 0, y: 0, at: 0 };
  #dragging = false;
  #pressed = false;
  #speed = { x: 0, y: 0, at: 0 };
  #coasting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #pending: Point | null = null;

  constructor(
    readonly node: HTMLElement,
    readonly camera: Camera,
    readonly on: Touches,
  ) {}

  rest(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#coasting);
    cancelAnimationFrame(this.#frame);
  }

  #local(e: PointerEvent | WheelEvent): Point {
    const box = this.node.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  #spread() {
    const [a, b] = [...this.#fingers.values()];
    return { d: Math.hypot(a!.x - b!.x, a!.y - b!.y), x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
  }

  #pan(dx: number, dy: number): void {
    this.#pending = { x: (this.#pending?.x ?? 0) + dx, y: (this.#pending?.y ?? 0) + dy };
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#pending) this.camera.pan(this.#pending.x, this.#pending.y);
      this.#pending = null;
    });
  }

  #coast(): void {
    this.#coasting = requestAnimationFrame(() => {
      this.#speed.x *= 0.94;
      this.#speed.y *= 0.94;
      if (Math.hypot(this.#speed.x, this.#speed.y) < 0.3) return this.camera.settle();
      this.camera.pan(this.#speed.x, this.#speed.y);
      this.#coast();
    });
  }

  down(e: PointerEvent): void {
    if (e.button > 0) return;
    cancelAnimationFrame(this.#coasting);
    const p = this.#local(e);
    this.#fingers.set(e.pointerId, p);
    this.node.setPointerCapture(e.pointerId);
    if (this.#fingers.size > 1) return this.#drag();
    [this.#start, this.#dragging, this.#pressed] = [{ ...p, at: e.timeStamp }, false, false];
    this.#speed = { x: 0, y: 0, at: e.timeStamp };
    if (e.pointerType === "mouse") return;
    this.#timer = setTimeout(() => {
      this.#pressed = true;
      this.on.press(p.x, p.y);
    }, LONG_PRESS);
  }

  #drag(): void {
    this.#dragging = true;
    clearTimeout(this.#timer);
  }

  move(e: PointerEvent): void {
    const p = this.#local(e);
    const before = this.#fingers.get(e.pointerId);
    if (!before) {
      if (e.pointerType === "mouse") this.on.hover(p.x, p.y);
      return;
    }
    if (this.#fingers.size === 2) return this.#pinch(e.pointerId, p);
    this.#fingers.set(e.pointerId, p);
    if (!this.#dragging) {
      if (Math.hypot(p.x - this.#start.x, p.y - this.#start.y) < SLOP) return;
      this.#drag();
      this.on.leave();
    }
    const [dx, dy] = [p.x - before.x, p.y - before.y];
    const { x, y, at } = this.#speed;
    const dt = Math.max(1, e.timeStamp - at);
    this.#speed = { x: 0.6 * x + (0.4 * dx * 16) / dt, y: 0.6 * y + (0.4 * dy * 16) / dt, at: e.timeStamp };
    this.#pan(dx, dy);
  }

  #pinch(finger: number, p: Point): void {
    const old = this.#spread();
    this.#fingers.set(finger, p);
    const now = this.#spread();
    this.camera.pan(now.x - old.x, now.y - old.y);
    this.camera.zoom(now.d / (old.d || 1), now.x, now.y);
  }

  up(e: PointerEvent): void {
    clearTimeout(this.#timer);
    if (!this.#fingers.delete(e.pointerId) || this.#fingers.size) return;
    if (this.#dragging) {
      const { x, y, at } = this.#speed;
      return e.timeStamp - at < 60 && Math.hypot(x, y) > 2 ? this.#coast() : this.camera.settle();
    }
    // A busy page runs the timer late or early; the events know how long the finger really stayed.
    const brief = !this.#pressed || e.timeStamp - this.#start.at < LONG_PRESS;
    if (e.type !== "pointercancel" && brief) this.on.tap(this.#start.x, this.#start.y, e.pointerType !== "mouse");
  }

  wheel(e: WheelEvent): void {
    e.preventDefault();
    const p = this.#local(e);
    const step = e.deltaMode === 1 ? e.deltaY * 18 : e.deltaY;
    this.camera.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0016)), p.x, p.y);
  }
}
