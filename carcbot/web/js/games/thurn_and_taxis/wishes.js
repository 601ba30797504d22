/** Of many moves that are sets of cities, the one that does what was wished last. */

import { cardsOf } from "./art.js";
import { partsOf } from "./picture.js";

/**
 * @typedef {object} Wish So many of a city shall be in the set.
 * @property {string} city
 * @property {number} least
 * @property {number} most
 */

/**
 * The cities of a move that names a set.
 *
 * @param {string} move
 */
export function citiesOf(move) {
  return cardsOf(partsOf(move)[1]);
}

/**
 * @param {string[]} cities
 * @param {string} city
 */
function much(cities, city) {
  return cities.filter((each) => each === city).length;
}

/**
 * How many cities one set has and the other has not, both ways.
 *
 * @param {string[]} one
 * @param {string[]} other
 */
function apart(one, other) {
  return [...new Set([...one, ...other])].reduce((all, city) => all + Math.abs(much(one, city) - much(other, city)), 0);
}

/**
 * The move that fulfils the newest wish, then as many of the older ones as go together, the newer before the older;
 * of several the one that is most like what was chosen before.
 *
 * @param {string[]} moves
 * @param {Wish[]} wishes The oldest first.
 * @param {string | null} before
 * @returns {string | null}
 */
export function moveFor(moves, wishes, before) {
  let left = moves;
  for (const { city, least, most } of [...wishes].reverse()) {
    const some = left.filter((move) => {
      const count = much(citiesOf(move), city);
      return count >= least && count <= most;
    });
    if (some.length) left = some;
  }
  const was = before ? citiesOf(before) : [];
  const far = new Map(left.map((move) => [move, apart(citiesOf(move), was)]));
  return left.reduce((/** @type {string | null} */ best, move) =>
    (best === null || (far.get(move) ?? 0) < (far.get(best) ?? 0) ? move : best), null);
}
