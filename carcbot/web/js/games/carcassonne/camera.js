/** What part of the table is seen: moved by dragging, wheel, two fingers and keys. */

const LEAST_ZOOM = 0.12;
const MOST_ZOOM = 4;
const CLICK_PX = 6;
const KEY_PX = 60;

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
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    new ResizeObserver(() => (this.chosen ? this.draw() : this.fit())).observe(svg);
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
    if (!this.chosen && !same) this.fit();
  }

  /** Shows all of it. */
  fit() {
    const [width, height] = this.size();
    const [x, y, w, h] = this.box;
    this.zoomed = Math.min(width / w, height / h, 1.7);
    this.x = x + w / 2 - width / this.zoomed / 2;
    this.y = y + h / 2 - height / this.zoomed / 2;
    this.chosen = false;
    this.draw();
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
    this.chosen = true;
    this.draw();
  }

  /**
   * @param {number} dx In pixels.
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x -= dx / this.zoomed;
    this.y -= dy / this.zoomed;
    this.chosen = true;
    this.draw();
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
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) this.travelled = 0;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
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
