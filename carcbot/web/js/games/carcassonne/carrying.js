/** The tile in hand, dragged onto the board by mouse or finger: it falls on the nearest place. */

import { SIDE } from "./art.js";
import { Scrolling } from "./scrolling.js";

/** @typedef {import("./picture.js").Place} Place */

const BEGINS_PX = 6;
/** A finger would hide what it holds: the tile is carried so far above it. */
const ABOVE_FINGER_PX = 48;
/** From the middle of a cell a tile falls there, as long as it is not farther away. */
const REACH = 0.9 * SIDE;
/** On a small board it falls from as far as this. */
const REACH_PX = 30;

export class Carrying {
  /**
   * @param {import("./board.js").CarcassonneBoard} board
   * @param {object} input
   * @param {() => Place[]} input.places
   * @param {() => void} input.begin
   * @param {(place: Place | null) => void} input.glance
   * @param {(place: Place | null) => void} input.end It was let go, over a place or not.
   */
  constructor(board, { places, begin, glance, end }) {
    this.board = board;
    this.places = places;
    this.begin = begin;
    this.glance = glance;
    this.end = end;
    /** @type {PointerEvent | null} Where the tile is carried now. */
    this.carried = null;
    /** @type {Place | null} Where it would fall. */
    this.over = null;
    this.scrolling = new Scrolling(board.camera, () => this.carry());
  }

  /**
   * Has an element be what is dragged.
   *
   * @param {HTMLElement} hand
   */
  follow(hand) {
    /** @type {PointerEvent | null} */
    let held = null;
    hand.addEventListener("pointerdown", (event) => {
      held = event;
      hand.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    // Else a quick drag is a fling for the browser too, and the next tap only stops that.
    hand.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    hand.addEventListener("pointermove", (event) => {
      if (!held) return;
      if (!this.carried) {
        if (Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY) < BEGINS_PX) return;
        hand.classList.add("carried");
        this.begin();
      }
      this.carried = event;
      this.carry();
      this.scrolling.hold(event.clientX, heightOf(event));
    });
    const end = (/** @type {PointerEvent} */ event) => {
      held = null;
      if (!this.carried) return;
      this.carried = null;
      this.scrolling.stop();
      hand.classList.remove("carried");
      this.glance(null);
      this.end(event.type === "pointerup" ? this.over : null);
    };
    hand.addEventListener("pointerup", end);
    hand.addEventListener("pointercancel", end);
    hand.addEventListener("lostpointercapture", end); // also of a tile that is drawn anew meanwhile
  }

  /** The tile is held over the board, or beside it: it is shown there, or where it would fall. */
  carry() {
    if (!this.carried) return;
    const { camera } = this.board;
    const at = camera.at(this.carried.clientX, heightOf(this.carried));
    this.over = this.nearest(at, Math.max(REACH, REACH_PX / camera.zoomed));
    this.glance(this.over);
    const rotation = this.places()[0]?.[2] ?? 0;
    if (!this.over) this.board.ghost(at[0] / SIDE - 0.5, at[1] / SIDE - 0.5, rotation);
  }

  /**
   * The place whose middle is nearest, if it is near enough.
   *
   * @param {import("./art.js").Point} at On the table.
   * @param {number} reach
   * @returns {Place | null}
   */
  nearest([x, y], reach) {
    const away = (/** @type {Place} */ place) => Math.hypot((place[0] + 0.5) * SIDE - x, (place[1] + 0.5) * SIDE - y);
    const found = this.places().filter((place) => away(place) <= reach);
    return found.length ? found.reduce((near, each) => (away(each) < away(near) ? each : near)) : null;
  }
}

/**
 * How far down in the window a tile is that is carried.
 *
 * @param {PointerEvent} event
 */
function heightOf(event) {
  return event.clientY - (event.pointerType === "touch" ? ABOVE_FINGER_PX : 0);
}
