/** Places for the tile by keys: arrows go from one to the next, and each has letters of its own. */

/** @typedef {[number, number]} Cell */

/** @type {Record<string, Cell>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Without those that mean something else. */
const LETTERS = "abdefghijklmnopqstuvwxyz";

/**
 * The cell that an arrow leads to; the same one where there is none farther that way.
 *
 * @param {Cell[]} cells
 * @param {Cell} from
 * @param {string} key
 * @returns {Cell | null} Nothing if the key is no arrow.
 */
export function cellBeside(cells, from, key) {
  const way = WAYS[key];
  if (!way) return null;
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = [cell[0] - from[0], cell[1] - from[1]];
    const along = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    const far = along + 2 * aside;
    if (along > 0 && far < least) [best, least] = [cell, far];
  }
  return best;
}

/**
 * The cell that is nearest to another.
 *
 * @param {Cell[]} cells
 * @param {Cell} to
 * @returns {Cell}
 */
export function nearest(cells, to) {
  const far = (/** @type {Cell} */ cell) => Math.hypot(cell[0] - to[0], cell[1] - to[1]);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/**
 * Letters by which each of so many places is called: one each, or two where those are not enough.
 *
 * @param {number} count
 * @returns {string[]}
 */
export function lettersFor(count) {
  const singles = [...LETTERS];
  if (count <= singles.length) return singles.slice(0, count);
  return singles.flatMap((first) => singles.map((second) => first + second)).slice(0, count);
}
