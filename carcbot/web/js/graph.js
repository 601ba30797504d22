/** A line for each seat over the moves of a match: points, or what players think they are ahead. */

import { fill, s } from "./dom.js";
import { numberText } from "./names.js";

const HEIGHT = 150;
const LEFT = 30;
const FOOT = 6;

export class Graph {
  /**
   * @param {HTMLElement} host
   * @param {string} label
   * @param {(stop: number) => void} jump
   * @param {number} [width] In the units in which letters are 12 high.
   */
  constructor(host, label, jump, width = 330) {
    this.width = width;
    this.lines = s("g", { class: "lines" });
    this.axis = s("g", { class: "axis" });
    this.cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT - FOOT });
    this.steps = 1;
    this.drawn = "";
    const picture = s("svg", { class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
      this.axis, this.lines, this.cursor);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * width;
      jump(Math.round(((at - LEFT) / (width - LEFT - 6)) * this.steps));
    });
    host.append(picture);
  }

  /**
   * @param {string} mark What the values depend on: with the same mark only the cursor moves.
   * @param {() => (number | null)[][]} values For each seat a value for each stop.
   * @param {number} stop
   */
  show(mark, values, stop) {
    if (mark !== this.drawn) this.draw(values());
    this.drawn = mark;
    this.point(stop);
  }

  /** @param {(number | null)[][]} series */
  draw(series) {
    this.steps = Math.max(...series.map((values) => values.length - 1), 1);
    const known = series.flat().filter((value) => value !== null);
    const low = Math.min(0, ...known);
    const high = Math.max(10, ...known);
    const y = (/** @type {number} */ value) => (HEIGHT - FOOT - 4) * (1 - (value - low) / (high - low)) + 4;
    const x = (/** @type {number} */ at) => LEFT + ((this.width - LEFT - 6) * at) / this.steps;
    const step = niceStep(high - low);
    const marks = [];
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
      marks.push(s("line", { x1: LEFT, x2: this.width - 6, y1: y(value), y2: y(value) }),
        s("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, numberText(value)));
    }
    fill(this.axis, ...marks);
    fill(this.lines, ...series.map((values, seat) => {
      let pen = "M";
      let path = "";
      values.forEach((value, at) => {
        if (value === null) return;
        path += `${pen}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
        pen = "L";
      });
      return s("path", { class: `line stroke-${seat}`, d: path || "M0 0" });
    }));
  }

  /** @param {number} stop */
  point(stop) {
    const at = LEFT + ((this.width - LEFT - 6) * stop) / this.steps;
    this.cursor.setAttribute("x1", String(at));
    this.cursor.setAttribute("x2", String(at));
  }
}

/**
 * @param {number} span
 * @returns {number}
 */
function niceStep(span) {
  return [5, 10, 20, 25, 50, 100, 200].find((step) => span / step <= 5) ?? 500;
}
