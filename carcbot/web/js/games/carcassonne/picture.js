/** What a picture of Carcassonne has, as types, and what can be read off it. */

/**
 * @typedef {[number, number, string, number]} Tile x, y, kind, rotation.
 * @typedef {[number, string]} Segment The number of a tile, and its segment's short name.
 * @typedef {[string, Segment[], number[], number, boolean]} Area
 *     Its kind, segments, owners, points, and whether it is complete.
 * @typedef {[string, number, number, string?, string?]} Then The move's text, the points that it brings
 *     at once and those if the game ended then, the figure, the segment it stands on.
 * @typedef {[number, number, number, Then[]]} Place x, y, rotation, and what can follow.
 *
 * @typedef {object} Effect What a move changes about an area: each before and after.
 * @property {string} kind
 * @property {number} tiles On how many it lies.
 * @property {[number[], number[]]} owners
 * @property {[number, number]} points
 * @property {boolean} complete Whether it is complete now, and its points are given out.
 * @property {[number, number][]} likely What it brings each seat in the end, as the judge has it.
 *
 * @typedef {object} CarcassonneParts
 * @property {number} turn
 * @property {Tile[]} tiles
 * @property {[number, string, number, string][]} figures Tile, segment, seat, figure.
 * @property {Area[]} areas
 * @property {[number, number, number][]} supplies Small, big, abbot.
 * @property {Record<string, number>} bag
 * @property {string | null} hand
 * @property {Place[]} moves
 * @property {[number, number] | null} last
 *
 * @typedef {import("../../types.js").Picture & CarcassonneParts} CarcassonnePicture
 */

/**
 * How many tiles an area lies on.
 *
 * @param {Area} area
 * @returns {number}
 */
export function sizeOf(area) {
  return new Set(area[1].map(([tile]) => tile)).size;
}

/**
 * How many tiles have not been drawn.
 *
 * @param {CarcassonnePicture} picture
 * @returns {number}
 */
export function tilesLeft(picture) {
  return Object.values(picture.bag).reduce((sum, count) => sum + count, 0);
}

/**
 * Where a move lays the tile, and what follows there; null if it cannot be made.
 *
 * @param {CarcassonnePicture} picture
 * @param {string} move
 * @returns {{ place: Place, then: Then } | null}
 */
export function placeOf(picture, move) {
  for (const place of picture.moves) {
    const then = place[3].find(([text]) => text === move);
    if (then) return { place, then };
  }
  return null;
}

/**
 * The picture of any game as one of ours.
 *
 * @param {import("../../types.js").Picture} picture
 * @returns {CarcassonnePicture}
 */
export function ours(picture) {
  return /** @type {CarcassonnePicture} */ (picture);
}
