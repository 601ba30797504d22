/** What a finger means on the board: it is not as sharp as a mouse, and covers what it touches. */

import { SIDE } from "./art.js";

/** @typedef {import("./picture.js").Place} Place */

/** What is touched is at least so large. */
export const FINGER_PX = 44;
/** A place is drawn so much smaller than its cell, on each side. */
export const PLACE_RIM = 5;
/** Places that are drawn at least so large can be touched one by one. */
export const TOUCHABLE = FINGER_PX / (SIDE - 2 * PLACE_RIM);

/**
 * The cells of places that a finger covers, the nearest first.
 *
 * @param {Place[]} places
 * @param {import("./art.js").Point} at Where on the table it touches.
 * @param {number} zoomed How large the table is drawn.
 * @returns {import("./place-keys.js").Cell[]}
 */
export function cellsUnder(places, [x, y], zoomed) {
  const reach = FINGER_PX / 2 / zoomed;
  const beyond = (/** @type {number} */ cell, /** @type {number} */ to) => Math.max(cell * SIDE - to, to - (cell + 1) * SIDE, 0);
  const away = (/** @type {import("./place-keys.js").Cell} */ [column, row]) => Math.hypot(beyond(column, x), beyond(row, y));
  const cells = new Map(places.map(([column, row]) => [`${column},${row}`, /** @type {import("./place-keys.js").Cell} */ ([column, row])]));
  return [...cells.values()].filter((cell) => away(cell) <= reach).sort((a, b) => away(a) - away(b));
}

/**
 * The part of the table that these cells are in: x, y, width, height.
 *
 * @param {import("./place-keys.js").Cell[]} cells
 * @returns {[number, number, number, number]}
 */
export function boxOf(cells) {
  const columns = cells.map(([column]) => column);
  const rows = cells.map(([, row]) => row);
  const [west, north] = [Math.min(...columns), Math.min(...rows)];
  return [west * SIDE, north * SIDE, (Math.max(...columns) - west + 1) * SIDE, (Math.max(...rows) - north + 1) * SIDE];
}
