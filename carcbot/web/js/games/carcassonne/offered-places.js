/** The places that are offered for the tile in hand: what is drawn of each, and how keys lead to one. */

import { fill, s } from "../../dom.js";
import { SIDE } from "./art.js";
import { cellBeside, lettersFor, nearest } from "./place-keys.js";
import { PLACE_RIM } from "./touching.js";

/**
 * @typedef {import("./picture.js").Place} Place
 * @typedef {import("./place-keys.js").Cell} Cell
 */

/** Where nothing has been laid yet. */
const MIDDLE = /** @type {Cell} */ ([0, 0]);

export class OfferedPlaces {
  /**
   * @param {Element} layer Where they are drawn.
   * @param {object} input
   * @param {(place: Place | null) => void} input.glance Somebody looks at one, or away.
   * @param {(cell: Cell, event: MouseEvent) => void} input.click
   * @param {(cell: Cell) => void} input.enter One is taken by a key.
   */
  constructor(layer, { glance, click, enter }) {
    this.layer = layer;
    this.glance = glance;
    this.click = click;
    this.enter = enter;
    /** @type {Map<string, SVGElement>} What is drawn of each, by its letters. */
    this.lettered = new Map();
    /** The letters that were typed of a place with two. */
    this.typed = "";
  }

  /** @param {Place[]} moves Each way in which the tile can be laid. */
  offer(moves) {
    /** @type {Map<string, Place[]>} */
    const ways = new Map();
    for (const place of moves) {
      const cell = `${place[0]},${place[1]}`;
      ways.set(cell, [...(ways.get(cell) ?? []), place]);
    }
    const letters = lettersFor(ways.size);
    const rowByRow = [...ways.values()].sort(([a], [b]) => a[1] - b[1] || a[0] - b[0]);
    this.lettered = new Map(rowByRow.map((fits, i) => [letters[i], this.drawn(fits, letters[i])]));
    this.typed = "";
    fill(this.layer, ...this.lettered.values());
  }

  /** None is offered any more. */
  clear() {
    this.lettered.clear();
    fill(this.layer);
  }

  /**
   * One place.
   *
   * @param {Place[]} fits The ways in which the tile can lie there.
   * @param {string} letters
   */
  drawn(fits, letters) {
    const [[x, y]] = fits;
    const place = s("g", { role: "button", tabindex: 0, class: "place-button", "data-cell": `${x},${y}`,
      "aria-label": `Lay the tile at column ${x}, row ${y}; it fits ${fits.length === 1 ? "one way" : `${fits.length} ways`}`,
      onclick: (/** @type {MouseEvent} */ event) => this.click([x, y], event) },
      s("rect", { class: "place", x: x * SIDE + PLACE_RIM, y: y * SIDE + PLACE_RIM,
        width: SIDE - 2 * PLACE_RIM, height: SIDE - 2 * PLACE_RIM, rx: 9 }),
      s("path", { class: "plus", d: `M${x * SIDE + 50} ${y * SIDE + 36}v28M${x * SIDE + 36} ${y * SIDE + 50}h28` }),
      s("text", { class: "place-letters", "aria-hidden": "true", x: x * SIDE + 50, y: y * SIDE + 62 }, letters));
    for (const [name, shown] of /** @type {const} */ ([["pointerenter", fits[0]], ["focus", fits[0]], ["pointerleave", null], ["blur", null]])) {
      place.addEventListener(name, () => this.glance(shown));
    }
    place.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.enter([x, y]);
    });
    return place;
  }

  /**
   * Goes to a place by an arrow, or takes the one with the letters that were typed.
   *
   * @param {KeyboardEvent} event
   * @param {Cell} [last] Where the last tile was laid: there the arrows begin.
   * @returns {boolean} Whether the key was for this.
   */
  key(event, last = MIDDLE) {
    const places = [...this.lettered.values()];
    if (event.shiftKey || !places.length) return false;
    const cells = places.map(cellOf);
    const focused = places.find((each) => each === document.activeElement);
    const beside = cellBeside(cells, focused ? cellOf(focused) : last, event.key);
    if (!beside) return this.type(event.key.toLowerCase());
    const [x, y] = focused ? beside : nearest(cells, last);
    this.typed = "";
    this.layer.classList.add("lettered");
    places.find((place) => String(cellOf(place)) === `${x},${y}`)?.focus();
    return true;
  }

  /**
   * @param {string} letter
   * @returns {boolean} Whether places begin with what was typed.
   */
  type(letter) {
    if (!this.layer.classList.contains("lettered") || !/^[a-z]$/.test(letter)) return false;
    const typed = this.typed + letter;
    const found = this.lettered.get(typed);
    if (found) {
      this.enter(cellOf(found));
      return true;
    }
    if (![...this.lettered.keys()].some((each) => each.startsWith(typed))) {
      this.typed = "";
      return false;
    }
    this.typed = typed;
    return true;
  }
}

/**
 * The cell that a place on the board is for.
 *
 * @param {SVGElement} place
 * @returns {Cell}
 */
function cellOf(place) {
  const [x, y] = (place.dataset.cell ?? "0,0").split(",").map(Number);
  return [x, y];
}
