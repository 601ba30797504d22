/** What Python says of a position of Thurn and Taxis. */

/**
 * @typedef {object} SeatParts
 * @property {string[]} route Its cities from left to right.
 * @property {string[]} houses The cities that have one.
 * @property {number} houses_left
 * @property {number} level Of the best carriage; 0 without one.
 * @property {number} tiles Points.
 * @property {[string, boolean][]} hand The cards that are known here, and whether everybody knows them.
 * @property {number} hidden How many more there are.
 *
 * @typedef {object} TaxisParts
 * @property {string} step open, card, official, draw, place, finish, houses, cartwright, keep or over.
 * @property {string} official Who was used in this turn, or none.
 * @property {(string | null)[]} display
 * @property {number} supply How many cards are face down.
 * @property {Record<string, number>} discards
 * @property {number[]} stacks How many tiles are left in each.
 * @property {number | null} end Who has the tile of the end.
 * @property {boolean} cut Whether the game is over because it had as many turns as its options allow.
 * @property {SeatParts[]} seats
 * @property {number | null} viewer Whose view it is.
 * @property {string[]} moves
 *
 * @typedef {import("../../types.js").Picture & TaxisParts} TaxisPicture
 */

/**
 * The picture of any game as one of ours.
 *
 * @param {import("../../types.js").Picture} picture
 * @returns {TaxisPicture}
 */
export function ours(picture) {
  return /** @type {TaxisPicture} */ (picture);
}

/**
 * The seat whose turn it is.
 *
 * @param {TaxisPicture | null} picture
 * @returns {SeatParts | null}
 */
export function mover(picture) {
  return picture && picture.to_move !== null ? picture.seats[picture.to_move] ?? null : null;
}

/**
 * A move as its kind and the cities behind the colon; what others see behind it is left out.
 *
 * @param {string} move
 * @returns {[string, string]}
 */
export function partsOf(move) {
  const [kind, cities = ""] = move.replace("!", "").split(":");
  return [kind, cities];
}

/**
 * What a hand has of each city, as far as it is known, in the order of the cities' letters.
 *
 * @param {SeatParts} seat
 * @returns {[string, boolean][]}
 */
export function sortedHand(seat) {
  return [...seat.hand].sort(([a], [b]) => a.localeCompare(b));
}
