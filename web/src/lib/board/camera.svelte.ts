/** Which part of the board is seen: pan, pinch, wheel and buttons, kept inside the board. */
import { prefersReducedMotion } from "svelte/motion";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const MAX_ZOOM = 5;

export class Camera {
  /** the whole drawing, frame included */
  readonly world: Box;
  /** size of the window on the board, in CSS pixels */
  width = $state(0);
  height = $state(0);
  /** pixels per board unit */
  scale = $state(1);
  /** board point in the middle of the window */
  cx = $state(0);
  cy = $state(0);
  /** the scale that the drawing is rendered at; while a gesture runs the browser only stretches it */
  rendered = $state(1);
  moved = false;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #flight = 0;

  constructor(world: Box) {
    this.world = world;
    this.cx = world.x + world.w / 2;
    this.cy = world.y + world.h / 2;
  }

  /** the scale at which the whole board fits */
  get fit(): number {
    return Math.min(this.width / this.world.w, this.height / this.world.h) || 1;
  }

  get whole(): boolean {
    return this.scale <= this.fit * 1.01;
  }

  /** A new window size keeps the middle where it is, or the whole board whole. */
  resize(width: number, height: number): void {
    const whole = this.width === 0 || this.whole;
    this.width = width;
    this.height = height;
    if (!width || !height) return;
    if (whole && !this.moved) this.scale = this.fit;
    this.#place(this.cx, this.cy, this.scale);
    this.#commit();
  }

  /** A point of the window in board units. */
  toBoard(px: number, py: number): { x: number; y: number } {
    return { x: this.cx + (px - this.width / 2) / this.scale, y: this.cy + (py - this.height / 2) / this.scale };
  }

  /** A board point in pixels of the window. */
  toWindow(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.cx) * this.scale + this.width / 2, y: (y - this.cy) * this.scale + this.height / 2 };
  }

  pan(dx: number, dy: number): void {
    this.moved = true;
    this.#place(this.cx - dx / this.scale, this.cy - dy / this.scale, this.scale);
  }

  /** Zoom by a factor, keeping the board point under (px, py) where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const before = this.toBoard(px, py);
    const scale = this.#clampScale(this.scale * factor);
    this.moved = true;
    this.#place(before.x - (px - this.width / 2) / scale, before.y - (py - this.height / 2) / scale, scale);
    this.#later();
  }

  /** Glide so that a part of the board fills the window with some air around it. */
  show(box: Box, air = 60, closest = Math.max(0.85, this.fit * 1.25)): void {
    const scale = this.#clampScale(
      Math.min((this.width - 2) / (box.w + 2 * air), (this.height - 2) / (box.h + 2 * air), closest),
    );
    this.glide(box.x + box.w / 2, box.y + box.h / 2, scale);
  }

  /** Start on a part of the board: the window is filled, and names can be read. */
  open(box: Box, readable = 0.62): void {
    const cover = Math.max(this.width / this.world.w, this.height / this.world.h);
    const scale = this.#clampScale(Math.max(cover, readable));
    this.moved = true;
    this.#place(box.x + box.w / 2, box.y + box.h / 2, scale);
    this.#commit();
  }

  showAll(): void {
    this.glide(this.world.x + this.world.w / 2, this.world.y + this.world.h / 2, this.fit);
  }

  /** Move only as far as needed to have a box in sight. */
  reveal(box: Box): void {
    if (!this.width || this.whole) return;
    const half = { w: this.width / this.scale / 2, h: this.height / this.scale / 2 };
    const shift = (low: number, high: number, middle: number, reach: number) =>
      high - low > 2 * reach
        ? (low + high) / 2 - middle
        : Math.min(0, low - (middle - reach)) + Math.max(0, high - (middle + reach));
    const dx = shift(box.x, box.x + box.w, this.cx, half.w);
    const dy = shift(box.y, box.y + box.h, this.cy, half.h);
    if (dx || dy) this.glide(this.cx + dx, this.cy + dy, this.scale);
  }

  glide(cx: number, cy: number, scale: number): void {
    cancelAnimationFrame(this.#flight);
    const from = { cx: this.cx, cy: this.cy, scale: this.scale };
    const start = performance.now();
    const time = prefersReducedMotion.current ? 0 : 320;
    const step = (now: number) => {
      const t = time ? Math.min(1, (now - start) / time) : 1;
      const k = 1 - (1 - t) ** 3;
      this.#place(from.cx + (cx - from.cx) * k, from.cy + (cy - from.cy) * k, from.scale * (scale / from.scale) ** k);
      if (t < 1) this.#flight = requestAnimationFrame(step);
      else this.#commit();
    };
    if (time) this.#flight = requestAnimationFrame(step);
    else step(start);
  }

  /** The gesture is over: draw sharply at the scale reached. */
  settle(): void {
    this.#later(60);
  }

  #later(wait = 160): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#commit(), wait);
  }

  #commit(): void {
    clearTimeout(this.#settle);
    this.rendered = this.scale;
  }

  #clampScale(scale: number): number {
    return Math.max(this.fit, Math.min(Math.max(this.fit * MAX_ZOOM, 2), scale));
  }

  #place(cx: number, cy: number, scale: number): void {
    this.scale = Math.max(scale, this.fit);
    const { x, y, w, h } = this.world;
    const [hw, hh] = [this.width / this.scale / 2, this.height / this.scale / 2];
    this.cx = 2 * hw >= w ? x + w / 2 : Math.max(x + hw, Math.min(x + w - hw, cx));
    this.cy = 2 * hh >= h ? y + h / 2 : Math.max(y + hh, Math.min(y + h - hh, cy));
  }
}
