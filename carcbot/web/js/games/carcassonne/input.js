/** How a person lays a tile: a place, a rotation, a figure, and then the word that it is so. */

import { isFree } from "../../choices.js";
import { fill, h, s } from "../../dom.js";
import { SIDE, areaUse, figurePicture, figureUse, standingPlace, tileInWords, tilePicture } from "./art.js";
import { Carrying } from "./carrying.js";
import { OfferedPlaces } from "./offered-places.js";
import { tileList } from "./panels.js";
import { ours, placeOf, tilesLeft } from "./picture.js";
import { FINGER_PX, TOUCHABLE, boxOf, cellsUnder } from "./touching.js";
import { sayFigure, sayFigureShortly, sayGain, sayWhere } from "./words.js";

/** What is clicked is at least so large. */
const MOUSE_PX = 24;
/** A figure's spot on a tile is as large as this, or as there is room for. */
const SPOT = 16;
/** Of its circle, outside. */
const RIM = 1;

/**
 * @typedef {import("./picture.js").Place} Place
 * @typedef {import("./picture.js").Then} Then
 */

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
    /** @type {Then | null} The figure that is chosen where the tile lies, or that there is none. */
    this.then = null;
    this.showsBag = false;
    this.byFinger = matchMedia("(pointer: coarse)").matches;
    addEventListener("pointerdown", (event) => { this.byFinger = event.pointerType === "touch"; }, true);
    board.svg.addEventListener("click", (event) => this.tap(event));
    this.places = new OfferedPlaces(board.layers.choices, {
      glance: (place) => this.glance(place),
      click: ([x, y], event) => { if (!this.isTap(event) && !board.camera.wasDrag) this.take(x, y); },
      enter: ([x, y]) => { this.take(x, y); this.focusBar(); },
    });
    this.carrying = new Carrying(board, {
      places: () => this.picture?.moves ?? [],
      begin: () => { if (this.fits.length) this.takeBack(); },
      glance: (place) => this.glance(place),
      end: (place) => (place ? this.take(place[0], place[1]) : this.undo()),
    });
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

  get chosen() {
    return this.then?.[0] ?? null;
  }

  rest() {
    this.picture = null;
    this.fits = [];
    this.then = null;
    this.board.preview(null);
    this.board.hints([], () => {});
    this.board.camera.retreat();
    this.places.clear();
    fill(this.host);
  }

  /** @param {string} move */
  propose(move) {
    const found = this.picture && placeOf(this.picture, move);
    if (!found) return;
    this.take(found.place[0], found.place[1], found.place[2]);
    this.choose(found.then);
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
    if (!this.fits.length) return this.places.key(event, this.picture.last ?? undefined);
    if (event.key.toLowerCase() === "r") {
      this.rotate(event.shiftKey ? -1 : 1);
      return true;
    }
    const options = this.options();
    const step = event.shiftKey ? undefined : { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const at = options.findIndex((then) => then[0] === this.then?.[0]);
    const next = step ? options[(at + step + options.length) % options.length] : options[Number(event.key) - 1];
    if (next) {
      this.choose(next);
      this.focusBar();
      return true;
    }
    if (event.key === "Enter" && this.then && (isFree(event.target) || this.isHere(event.target))) {
      this.confirm();
      return true;
    }
    return false;
  }

  /**
   * Whether it is the place on which the tile lies.
   *
   * @param {EventTarget | null} target
   */
  isHere(target) {
    const [x, y] = this.fits[this.fit];
    return target instanceof Element && target.closest("[data-cell]")?.getAttribute("data-cell") === `${x},${y}`;
  }

  // ------------------------------------------------------------ steps

  /** Takes everything back up to the choice of a place. */
  undo() {
    this.takeBack();
    this.places.offer(this.picture?.moves ?? []);
    this.draw();
  }

  /** The tile lies nowhere any more. */
  takeBack() {
    this.fits = [];
    this.then = null;
    this.glance(null);
    this.board.camera.retreat();
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
    this.lie();
  }

  /** @param {number} [by] 1, or −1 to turn it back. */
  rotate(by = 1) {
    if (this.fits.length < 2) return;
    this.fit = (this.fit + by + this.fits.length) % this.fits.length;
    this.lie();
  }

  /** The tile lies another way: what can follow is asked anew, as near as it takes to be chosen. */
  lie() {
    this.then = this.options()[0];
    this.board.tip.hidden = true;
    this.draw();
    this.drawGhost();
    const [x, y] = this.fits[this.fit];
    const room = this.spots().size ? 2 * this.spotSize() : SIDE;
    this.board.camera.approach([x * SIDE, y * SIDE, SIDE, SIDE], (this.byFinger ? FINGER_PX : MOUSE_PX) / room);
  }

  /**
   * Shows the tile on a place before it is put there, and what that brings.
   *
   * @param {Place | null} place
   */
  glance(place) {
    if (this.fits.length) return;
    this.board.point(null);
    this.board.tip.hidden = true;
    this.board.preview(null);
    this.board.layers.ghost.classList.toggle("glance", Boolean(place));
    if (!place) return;
    const [x, y, , then] = place;
    const plain = then.find((each) => each.length < 4) ?? then[0];
    const best = then.reduce((most, each) => (each[2] > most[2] ? each : most), plain);
    this.board.preview(plain[0]);
    const more = best === plain ? [] : [`with a ${sayFigure(best[3] ?? "", best[4] ?? "", "").toLowerCase()}: ${sayGain(best).toLowerCase()}`];
    this.board.tellCell(x, y, sayGain(plain), ...more);
  }

  /**
   * A finger takes the place that it covers. If it covers several that are too small to be told
   * apart, they come near, and the next tap takes one; a tap beside all of them leads back.
   *
   * @param {MouseEvent} event
   */
  tap(event) {
    const target = event.target instanceof Element ? event.target : null;
    const { camera } = this.board;
    if (!this.picture || !this.isTap(event) || camera.wasDrag || target?.closest(".spot, .turn-here, .hint-mark")) return;
    const cells = cellsUnder(this.picture.moves, camera.at(event.clientX, event.clientY), camera.zoomed);
    if (!cells.length) {
      if (!this.fits.length) camera.retreat();
    } else if (cells.length === 1 || camera.zoomed > 0.99 * TOUCHABLE) this.take(...cells[0]);
    else camera.approach(boxOf(cells), TOUCHABLE);
  }

  /**
   * Whether a finger did it, and neither a mouse nor a program that reads the page aloud.
   *
   * @param {MouseEvent} event
   */
  isTap(event) {
    return this.byFinger && event.detail > 0;
  }

  /** @param {Then} then */
  choose(then) {
    this.then = then;
    this.draw();
    this.drawGhost();
  }

  confirm() {
    const move = this.chosen;
    if (!move) return;
    const done = this.done;
    this.rest();
    done(move);
  }

  /** What can follow where the tile lies now; nothing is the first. */
  options() {
    const then = this.fits[this.fit]?.[3] ?? [];
    return [...then].sort((a, b) => Number(a.length > 3) - Number(b.length > 3));
  }

  /** Where figures can be put on the tile as it lies, by segment. */
  spots() {
    const kind = this.picture?.hand ?? "";
    const [x, y, rotation] = this.fits[this.fit];
    /** @type {Map<string, import("./art.js").Point>} */
    const found = new Map();
    for (const [, , , figure, segment] of this.options()) {
      if (figure && segment) found.set(segment, standingPlace(kind, rotation, x, y, segment, "small"));
    }
    return found;
  }

  /** How large these spots can be so that none lies over another: their radius on the table. */
  spotSize() {
    const places = [...this.spots().values()];
    const apart = places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
    return Math.min(SPOT, ...apart.map((each) => (each - RIM) / 2));
  }

  /**
   * Where on the tile a segment lies, if it has several of its kind.
   *
   * @param {string | undefined} segment
   */
  whereIs(segment) {
    if (!segment) return "";
    const [x, y] = this.fits[this.fit];
    const alike = [...this.spots()].filter(([each]) => each[0] === segment[0]);
    const words = sayWhere(alike.map(([, place]) => place), [(x + 0.5) * SIDE, (y + 0.5) * SIDE]);
    return words[alike.findIndex(([each]) => each === segment)] ?? "";
  }

  // ------------------------------------------------------------ what is drawn

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
    ghost.classList.remove("glance");
    const turn = s("rect", { class: "turn-here", x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE });
    turn.addEventListener("click", () => {
      if (!this.board.camera.wasDrag) this.rotate();
    });
    ghost.append(turn);
    const size = this.spotSize();
    for (const then of this.options()) {
      const [, , , figure, segment] = then;
      if (!figure || !segment || then !== this.firstOn(segment)) continue;
      const [left, top] = standingPlace(kind, rotation, x, y, segment, "small");
      const isChosen = this.then?.[4] === segment;
      const drawn = figureUse(this.seat, isChosen ? this.then?.[3] ?? figure : figure, segment, [0, 0]);
      const spot = s("g", { class: isChosen ? "spot chosen" : "spot", transform: `translate(${left} ${top})` },
        s("circle", { r: size }), s("g", { transform: `scale(${size / SPOT})` }, drawn));
      spot.addEventListener("click", (event) => {
        event.stopPropagation();
        if (this.board.camera.wasDrag) return;
        this.choose(isChosen ? this.options()[0] : then);
      });
      ghost.append(spot);
    }
    if (this.then?.[4]) {
      const area = areaUse(kind, rotation, x, y, this.then[4]);
      area.setAttribute("class", "chosen-area");
      ghost.querySelector(".ghost-frame")?.before(area);
    }
  }

  /**
   * The figure whose spot a segment has; others are chosen beside the board.
   *
   * @param {string} segment
   */
  firstOn(segment) {
    const there = this.options().filter((then) => then[4] === segment);
    return there.find((then) => then[3] === "small") ?? there[0];
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
    const tile = h("div", { class: "in-hand", title: "Drag it onto the board" }, tilePicture(hand, place?.[2] ?? 0, "Tile in hand"));
    this.carrying.follow(tile);
    if (!place) {
      fill(this.host, tile,
        h("p", { class: "prompt" }, h("b", null, "Your turn."), " Choose a place for this tile", h("span", { class: "unseen" }, `: ${tileInWords(hand, 0)}`), "."), this.bag());
      return;
    }
    const choices = this.options().map((then, i) => {
      const [, , outlook, figure, segment] = then;
      const where = this.whereIs(segment);
      const label = `${figure ? sayFigure(figure, segment ?? "", where) : "No figure"}; ${sayGain(then)}`;
      const short = figure ? sayFigureShortly(figure, segment ?? "", where) : "None";
      const worth = `${outlook < 0 ? "−" : "+"}${Math.abs(outlook)}`;
      return h("button", { type: "button", class: "choice", "aria-pressed": String(then === this.then || then[0] === this.then?.[0]),
        title: `${label} (${i + 1})`, "aria-label": `${short} ${worth}: ${label}`, onclick: () => { this.choose(then); this.focusBar(); } },
        figure && segment ? figurePicture(this.seat, figure, segment) : null, `${short} `,
        h("span", { class: "choice-worth" }, worth));
    });
    fill(this.host, tile,
      h("div", { class: "choices", role: "group", "aria-label": "Figure" }, ...choices),
      h("div", { class: "confirm" },
        this.fits.length > 1 && h("button", { type: "button", onclick: () => this.rotate(), title: "R" }, "Rotate"),
        h("button", { type: "button", onclick: () => this.undo(), title: "Escape" }, "Undo"),
        h("button", { type: "button", class: "primary", onclick: () => this.confirm(), title: "Enter" }, "Confirm")));
  }
}
