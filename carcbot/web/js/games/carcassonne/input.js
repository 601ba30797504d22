/** How a person lays a tile: a place, a rotation, a figure, and then the word that it is so. */

import { isFree } from "../../choices.js";
import { fill, h, s } from "../../dom.js";
import { SIDE, areaUse, figurePicture, figureUse, standingPlace, tilePicture } from "./art.js";
import { tileList } from "./panels.js";
import { ours, tilesLeft } from "./picture.js";
import { cellBeside, lettersFor, nearest } from "./place-keys.js";
import { sayFigure, sayFigureShortly } from "./words.js";

/**
 * @typedef {import("./picture.js").Place} Place
 * @typedef {import("./picture.js").Then} Then
 */

/** Where nothing has been laid yet. */
const MIDDLE = /** @type {import("./place-keys.js").Cell} */ ([0, 0]);

export class CarcassonneInput {
  /** @type {import("../../types.js").KeyText[]} */
  keys = [
    [["←", "→", "↑", "↓"], "from place to place; then from figure to figure"],
    [["a … z"], "the place with these letters, once an arrow has shown them"],
    [["Enter"], "lay the tile there; once more to confirm"],
    [["R", "Shift + R"], "turn the tile, turn it back"],
    [["1 … 9"], "the figure with this number"],
    [["Escape"], "take the tile back"],
  ];

  /**
   * @param {import("./board.js").CarcassonneBoard} board
   * @param {HTMLElement} host
   * @param {number} seat
   */
  constructor(board, host, seat) {
    this.board = board;
    this.host = host;
    this.seat = seat;
    /** @type {import("./picture.js").CarcassonnePicture | null} */
    this.picture = null;
    /** @type {(move: string) => void} */
    this.done = () => {};
    /** @type {Place[]} The rotations that fit where the tile was put. */
    this.fits = [];
    this.fit = 0;
    /** @type {Then | null} */
    this.chosen = null;
    /** @type {Map<string, SVGElement>} The places that are offered, by their letters. */
    this.lettered = new Map();
    this.showsBag = false;
    /** The letters that were typed of a place with two. */
    this.typed = "";
  }

  /**
   * @param {import("../../types.js").Picture} picture
   * @param {(move: string) => void} done
   */
  ask(picture, done) {
    this.picture = ours(picture);
    this.done = done;
    this.undo();
  }

  rest() {
    this.picture = null;
    this.fits = [];
    this.chosen = null;
    this.board.preview(null);
    fill(this.board.layers.choices);
    fill(this.host);
  }

  /** @param {string} move */
  propose(move) {
    for (const place of this.picture?.moves ?? []) {
      const then = place[3].find(([text]) => text === move);
      if (!then) continue;
      this.take(place[0], place[1], place[2]);
      this.choose(then);
      return;
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    if (!this.picture) return false;
    if (event.key === "Escape" && this.fits.length) {
      this.undo();
      return true;
    }
    if (!this.fits.length) return this.goToPlace(event);
    if (event.key.toLowerCase() === "r") {
      this.rotate(event.shiftKey ? -1 : 1);
      return true;
    }
    const options = this.options();
    const step = event.shiftKey ? undefined : { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const at = options.findIndex((then) => then[0] === this.chosen?.[0]);
    const next = step ? options[(at + step + options.length) % options.length] : options[Number(event.key) - 1];
    if (next) {
      this.choose(next);
      this.focusBar();
      return true;
    }
    if (event.key === "Enter" && this.chosen && isFree(event.target)) {
      this.confirm();
      return true;
    }
    return false;
  }

  /**
   * Goes to a place by an arrow, or takes the one with the letters that were typed.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  goToPlace(event) {
    const cells = [...this.lettered.values()].map(cellOf);
    if (event.shiftKey || !cells.length) return false;
    const focused = document.activeElement;
    const isAtPlace = focused instanceof SVGElement && [...this.lettered.values()].includes(focused);
    const last = this.picture?.last ?? MIDDLE;
    const beside = cellBeside(cells, isAtPlace ? cellOf(focused) : last, event.key);
    if (beside) {
      const [x, y] = isAtPlace ? beside : nearest(cells, last);
      this.typed = "";
      this.board.layers.choices.classList.add("lettered");
      [...this.lettered.values()].find((place) => String(cellOf(place)) === `${x},${y}`)?.focus();
      return true;
    }
    return this.type(event.key.toLowerCase());
  }

  /**
   * @param {string} letter
   * @returns {boolean} Whether places begin with what was typed.
   */
  type(letter) {
    if (!this.board.layers.choices.classList.contains("lettered") || !/^[a-z]$/.test(letter)) return false;
    const typed = this.typed + letter;
    const found = this.lettered.get(typed);
    if (found) {
      this.take(...cellOf(found));
      this.focusBar();
      return true;
    }
    if (![...this.lettered.keys()].some((each) => each.startsWith(typed))) {
      this.typed = "";
      return false;
    }
    this.typed = typed;
    return true;
  }

  // ------------------------------------------------------------ steps

  /** Takes everything back up to the choice of a place. */
  undo() {
    this.fits = [];
    this.chosen = null;
    this.board.preview(null);
    this.offerPlaces();
    this.draw();
  }

  /**
   * Puts the tile on a cell.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} [rotation] Which way round; by default the first that fits.
   */
  take(x, y, rotation) {
    this.fits = (this.picture?.moves ?? []).filter((place) => place[0] === x && place[1] === y);
    const wanted = this.fits.findIndex((place) => place[2] === rotation);
    this.fit = Math.max(wanted, 0);
    this.chosen = this.options()[0];
    this.draw();
    this.drawGhost();
  }

  /** @param {number} [by] 1, or −1 to turn it back. */
  rotate(by = 1) {
    if (this.fits.length < 2) return;
    this.fit = (this.fit + by + this.fits.length) % this.fits.length;
    this.chosen = this.options()[0];
    this.draw();
    this.drawGhost();
  }

  /** @param {Then} then */
  choose(then) {
    this.chosen = then;
    this.draw();
    this.drawGhost();
  }

  confirm() {
    const move = this.chosen?.[0];
    if (!move) return;
    const done = this.done;
    this.rest();
    done(move);
  }

  /** What can follow where the tile lies now; nothing is the first. */
  options() {
    const then = this.fits[this.fit]?.[3] ?? [];
    return [...then].sort((a, b) => Number(a.length > 1) - Number(b.length > 1));
  }

  // ------------------------------------------------------------ what is drawn

  offerPlaces() {
    const cells = new Map((this.picture?.moves ?? []).map(([x, y]) => [`${x},${y}`, { x, y }]));
    const letters = lettersFor(cells.size);
    this.lettered.clear();
    this.typed = "";
    fill(this.board.layers.choices, ...[...cells.values()].sort((a, b) => a.y - b.y || a.x - b.x).map(({ x, y }, i) => {
      const rotations = (this.picture?.moves ?? []).filter((place) => place[0] === x && place[1] === y).length;
      const act = () => {
        if (this.board.camera.wasDrag) return;
        this.take(x, y);
      };
      const place = s("g", { role: "button", tabindex: 0, class: "place-button", "data-cell": `${x},${y}`,
        "aria-label": `Lay the tile at column ${x}, row ${y}; it fits ${rotations === 1 ? "one way" : `${rotations} ways`}`, onclick: act },
        s("rect", { class: "place", x: x * SIDE + 5, y: y * SIDE + 5, width: SIDE - 10, height: SIDE - 10, rx: 9 }),
        s("path", { class: "plus", d: `M${x * SIDE + 50} ${y * SIDE + 36}v28M${x * SIDE + 36} ${y * SIDE + 50}h28` }),
        s("text", { class: "place-letters", "aria-hidden": "true", x: x * SIDE + 50, y: y * SIDE + 62 }, letters[i]));
      this.lettered.set(letters[i], place);
      place.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.take(x, y);
        this.focusBar();
      });
      return place;
    }));
  }

  focusBar() {
    /** @type {HTMLElement | null} */ (this.host.querySelector(".choice[aria-pressed=true]"))?.focus();
  }

  drawGhost() {
    const place = this.fits[this.fit];
    const kind = this.picture?.hand;
    if (!place || !kind) return;
    const [x, y, rotation] = place;
    this.board.ghost(x, y, rotation);
    const ghost = this.board.layers.ghost;
    const turn = s("rect", { class: "turn-here", x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE });
    turn.addEventListener("click", () => this.rotate());
    ghost.append(turn);
    for (const then of this.options()) {
      const [, figure, segment] = then;
      if (!figure || !segment || figure === "big" && this.hasSmall(segment)) continue;
      const at = standingPlace(kind, rotation, x, y, segment, figure);
      const isChosen = this.chosen?.[2] === segment;
      const drawn = figureUse(this.seat, isChosen ? this.chosen?.[1] ?? figure : figure, segment, at);
      const spot = s("g", { class: isChosen ? "spot chosen" : "spot" }, s("circle", { cx: at[0], cy: at[1], r: 16 }), drawn);
      spot.addEventListener("click", (event) => {
        event.stopPropagation();
        this.choose(isChosen ? this.options()[0] : then);
      });
      ghost.append(spot);
    }
    if (this.chosen?.[2]) {
      const area = areaUse(kind, rotation, x, y, this.chosen[2]);
      area.setAttribute("class", "chosen-area");
      ghost.querySelector(".ghost-frame")?.before(area);
    }
  }

  /** @param {string} segment */
  hasSmall(segment) {
    return this.options().some((then) => then[1] === "small" && then[2] === segment);
  }

  /** What is left in the bag, to be opened beside the own turn; it stays as it was left. */
  bag() {
    const { picture } = this;
    if (!picture) return null;
    const bag = h("details", { class: "bag", open: this.showsBag, ontoggle: () => { this.showsBag = bag.open; } },
      h("summary", null, `${tilesLeft(picture)} left`, h("span", { class: "unseen" }, " in the bag")),
      tileList(picture));
    return bag;
  }

  draw() {
    const hand = this.picture?.hand;
    if (!hand) return;
    const place = this.fits[this.fit];
    const tile = tilePicture(hand, place?.[2] ?? 0, `Tile in hand: ${hand}`);
    if (!place) {
      fill(this.host, h("div", { class: "in-hand" }, tile),
        h("p", { class: "prompt" }, h("b", null, "Your turn."), " Choose a place for this tile."), this.bag());
      return;
    }
    const choices = this.options().map((then, i) => {
      const [, figure, segment] = then;
      const label = figure ? sayFigure(figure, segment ?? "") : "No figure";
      const short = figure ? sayFigureShortly(figure, segment ?? "") : "None";
      const same = this.options().filter((other) => other[1] === figure && other[2]?.[0] === segment?.[0]);
      const which = same.length > 1 && segment ? ` ${same.indexOf(then) + 1}` : "";
      return h("button", { type: "button", class: "choice", "aria-pressed": String(then === this.chosen || then[0] === this.chosen?.[0]),
        title: `${label} (${i + 1})`, "aria-label": `${short}${which}: ${label}`, onclick: () => { this.choose(then); this.focusBar(); } },
        figure && segment ? figurePicture(this.seat, figure, segment) : null, `${short}${which}`);
    });
    fill(this.host,
      h("div", { class: "in-hand" }, tile),
      h("div", { class: "choices", role: "group", "aria-label": "Figure" }, ...choices),
      h("div", { class: "confirm" },
        this.fits.length > 1 && h("button", { type: "button", onclick: () => this.rotate(), title: "R" }, "Rotate"),
        h("button", { type: "button", onclick: () => this.undo(), title: "Escape" }, "Undo"),
        h("button", { type: "button", class: "primary", onclick: () => this.confirm(), title: "Enter" }, "Confirm")));
  }
}

/**
 * The cell that a place on the board is for.
 *
 * @param {SVGElement} place
 * @returns {import("./place-keys.js").Cell}
 */
function cellOf(place) {
  const [x, y] = (place.dataset.cell ?? "0,0").split(",").map(Number);
  return [x, y];
}
