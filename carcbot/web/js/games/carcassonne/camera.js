/** What part of the table is seen: moved by dragging, wheel, two fingers and keys, and by itself to a tile. */

const LEAST_ZOOM = 0.12;
const MOST_ZOOM = 4;
const CLICK_PX = 6;
const KEY_PX = 60;
const GLIDE_MS = 280;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{ x: number, y: number, zoomed: number }} Sight What is seen: a corner of the table, and how large. */

export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {() => void} moved
   */
  constructor(svg, moved) {
    this.svg = svg;
    this.moved = moved;
    this.x = 0;
    this.y = 0;
    this.zoomed = 1;
    /** Whether somebody has chosen what is seen; else all of it is kept in sight. */
    this.chosen = false;
    /** @type {[number, number, number, number]} */
    this.box = [-50, -50, 200, 200];
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    this.travelled = 0;
    /** @type {{ box: [number, number, number, number], least: number } | null} What it went near to. */
    this.near = null;
    /** @type {(Sight & { chosen: boolean }) | null} What was seen before. */
    this.before = null;
    this.gliding = 0;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
    // Else a quick drag is a fling for the browser too, and the next tap only stops that.
    svg.addEventListener("touchmove", (event) => { if (this.wasDrag) event.preventDefault(); }, { passive: false });
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    new ResizeObserver(() => this.resized()).observe(svg);
  }

  /** Whether what just ended was a drag, so that no click is meant. */
  get wasDrag() {
    return this.travelled > CLICK_PX;
  }

  /**
   * What there is to be seen: x, y, width, height.
   *
   * @param {[number, number, number, number]} box
   */
  frame(box) {
    const same = box.every((value, i) => value === this.box[i]);
    this.box = box;
    if (!this.chosen && !this.near && !same) this.fit();
  }

  /** Shows all of it. */
  fit() {
    cancelAnimationFrame(this.gliding);
    this.chosen = false;
    this.near = null;
    this.before = null;
    this.see(this.whole());
  }

  /**
   * What is seen where all of it is.
   *
   * @returns {Sight}
   */
  whole() {
    const [width, height] = this.size();
    const [x, y, w, h] = this.box;
    const zoomed = Math.min(width / w, height / h, 1.7);
    return { x: x + w / 2 - width / zoomed / 2, y: y + h / 2 - height / zoomed / 2, zoomed };
  }

  /**
   * Goes near to a part of the table until it is drawn large enough, if it is not already.
   *
   * @param {[number, number, number, number]} box The part: x, y, width, height.
   * @param {number} least The least zoom.
   */
  approach(box, least) {
    this.before ??= { x: this.x, y: this.y, zoomed: this.zoomed, chosen: this.chosen };
    this.near = { box, least };
    const sight = this.beside(this.near);
    if (sight) this.glide(sight);
  }

  /** Goes back to what was seen before it went near. */
  retreat() {
    const { before } = this;
    if (!before) return;
    this.before = null;
    this.near = null;
    this.chosen = before.chosen;
    this.glide(before.chosen ? before : this.whole());
  }

  /**
   * What is to be seen for a part to be large enough; null if it is.
   *
   * @param {{ box: [number, number, number, number], least: number }} near
   * @returns {Sight | null}
   */
  beside({ box: [x, y, w, h], least }) {
    const [width, height] = this.size();
    const zoomed = Math.max(this.zoomed, least);
    const isIn = x >= this.x && y >= this.y && x + w <= this.x + width / this.zoomed && y + h <= this.y + height / this.zoomed;
    if (isIn && zoomed <= this.zoomed) return null;
    return { x: x + w / 2 - width / zoomed / 2, y: y + h / 2 - height / zoomed / 2, zoomed };
  }

  /**
   * Moves to what is to be seen, at once for who wants no motion.
   *
   * @param {Sight} sight
   */
  glide(sight) {
    cancelAnimationFrame(this.gliding);
    const from = { x: this.x, y: this.y, zoomed: this.zoomed };
    if (isStill.matches) {
      this.see(sight);
      return;
    }
    const [width, height] = this.size();
    const started = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(Math.max((now - started) / GLIDE_MS, 0), 1);
      const gone = part * part * (3 - 2 * part);
      const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * gone;
      const zoomed = from.zoomed * (sight.zoomed / from.zoomed) ** gone;
      const middle = [between(from.x + width / from.zoomed / 2, sight.x + width / sight.zoomed / 2),
        between(from.y + height / from.zoomed / 2, sight.y + height / sight.zoomed / 2)];
      this.see({ x: middle[0] - width / zoomed / 2, y: middle[1] - height / zoomed / 2, zoomed });
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** @param {Sight} sight */
  see({ x, y, zoomed }) {
    [this.x, this.y, this.zoomed] = [x, y, zoomed];
    this.draw();
  }

  resized() {
    cancelAnimationFrame(this.gliding);
    const sight = this.near && this.beside(this.near);
    if (sight) this.see(sight);
    else if (this.chosen || this.near) this.draw();
    else this.fit();
  }

  /**
   * @param {number} factor
   * @param {number} [clientX] What stays where it is; by default the middle.
   * @param {number} [clientY]
   */
  zoom(factor, clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const next = Math.min(Math.max(this.zoomed * factor, LEAST_ZOOM), MOST_ZOOM);
    this.x += px / this.zoomed - px / next;
    this.y += py / this.zoomed - py / next;
    this.zoomed = next;
    this.take();
    this.draw();
  }

  /**
   * @param {number} dx In pixels.
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x -= dx / this.zoomed;
    this.y -= dy / this.zoomed;
    this.take();
    this.draw();
  }

  /**
   * Moves on, as far as there is something to be seen there.
   *
   * @param {number} dx In pixels, to the right.
   * @param {number} dy
   * @returns {boolean} Whether it moved.
   */
  scroll(dx, dy) {
    const [width, height] = this.size();
    const [x, y, w, h] = this.box;
    const before = [this.x, this.y];
    this.x += within(dx / this.zoomed, x - this.x, x + w - this.x - width / this.zoomed);
    this.y += within(dy / this.zoomed, y - this.y, y + h - this.y - height / this.zoomed);
    if (this.x === before[0] && this.y === before[1]) return false;
    this.take();
    this.draw();
    return true;
  }

  /** Somebody moves it: it goes nowhere by itself. */
  take() {
    cancelAnimationFrame(this.gliding);
    this.chosen = true;
    this.near = null;
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key meant something.
   */
  key(event) {
    const by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (by && event.shiftKey) this.pan(by[0] * KEY_PX, by[1] * KEY_PX);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    if (event.isPrimary) this.fingers.clear(); // one may have left without a word, as with what it touched
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) this.travelled = 0;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) { // it was let go where nobody heard of it
      this.fingers.delete(event.pointerId);
      return;
    }
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    this.travelled += Math.hypot(dx, dy);
    if (this.travelled <= CLICK_PX) return;
    this.svg.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    const others = [...this.fingers.values()].filter((each) => each.pointerId !== event.pointerId);
    if (others.length === 1) {
      const [other] = others;
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      this.zoom(is / Math.max(was, 1), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    }
    this.pan(dx / Math.max(this.fingers.size, 1), dy / Math.max(this.fingers.size, 1));
  }

  /**
   * Where on the table a place of the window is.
   *
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  at(clientX, clientY) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [this.x + (clientX - left) / this.zoomed, this.y + (clientY - top) / this.zoomed];
  }

  size() {
    return [Math.max(this.svg.clientWidth, 50), Math.max(this.svg.clientHeight, 50)];
  }

  draw() {
    const [width, height] = this.size();
    const box = [this.x, this.y, width / this.zoomed, height / this.zoomed];
    this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
    this.moved();
  }
}

/**
 * As much of a step as leads no farther than to an end, if that lies ahead at all.
 *
 * @param {number} step
 * @param {number} least
 * @param {number} most
 */
function within(step, least, most) {
  return step < 0 ? Math.max(step, Math.min(least, 0)) : Math.min(step, Math.max(most, 0));
}
