/** What Python says of a position of Ticket to Ride. */

/**
 * @typedef {object} TicketParts
 * @property {string} ticket Its two cities, by their letters.
 * @property {number | null} missing The trains that its seat still needs for it; null if that cannot be.
 * @property {string[]} tracks The way with the fewest trains, with what the seat has of it.
 *
 * @typedef {object} SeatParts
 * @property {string[]} tracks
 * @property {number} trains How many are left.
 * @property {Record<string, number>} known Cards of the hand that everybody knows.
 * @property {Record<string, number>} own Those that are known here, and not to everybody.
 * @property {number} hidden How many more there are.
 * @property {TicketParts[]} tickets Those that are known here.
 * @property {number | null} ticket_count How many it keeps; null while nobody may know.
 * @property {string[]} path Its longest path.
 *
 * @typedef {object} RailParts
 * @property {string} step start, turn, second, keep, over, or what chance does.
 * @property {(string | null)[]} row
 * @property {number} deck
 * @property {Record<string, number>} discards
 * @property {number} ticket_deck
 * @property {TicketParts[]} offered Tickets that the seat to move may keep.
 * @property {number | null} turns_left In the last round.
 * @property {Record<string, (number | null)[]>} ways By track who has each of its ways, -1 where nobody can any more.
 * @property {SeatParts[]} seats
 * @property {number | null} viewer Whose view it is.
 * @property {Record<string, string[]>} builds By kind of card what the viewer's hand can pay.
 * @property {string[]} moves
 *
 * @typedef {import("../../types.js").Picture & RailParts} RailPicture
 */

/**
 * The picture of any game as one of ours.
 *
 * @param {import("../../types.js").Picture} picture
 * @returns {RailPicture}
 */
export function ours(picture) {
  return /** @type {RailPicture} */ (picture);
}

/**
 * A move as its kind, what it is about and the cards that pay; what others see behind it is left out.
 *
 * @param {string} move
 * @returns {[string, string, string]}
 */
export function partsOf(move) {
  const [kind, what = "", cards = ""] = move.replace("!", "").split(":");
  return [kind, what, cards];
}

/**
 * Cards as texts write them, `R2L`, with how many there are of each kind.
 *
 * @param {string} text
 * @returns {[string, number][]}
 */
export function cardsOf(text) {
  return [...text.matchAll(/([A-Z])(\d*)/g)].map(([, card, much]) => [card, Number(much || 1)]);
}

/**
 * The tickets of a move that keeps some.
 *
 * @param {string} move
 * @returns {string[]}
 */
export function ticketsOf(move) {
  const [kind, what] = partsOf(move);
  return kind === "keep" && what ? what.split("+") : [];
}

/**
 * All cards of a hand that are known here.
 *
 * @param {SeatParts} seat
 * @returns {Record<string, number>}
 */
export function handOf({ known, own }) {
  /** @type {Record<string, number>} */
  const all = { ...known };
  for (const [card, much] of Object.entries(own)) all[card] = (all[card] ?? 0) + much;
  return all;
}

/**
 * @param {SeatParts} seat
 */
export function handSize(seat) {
  return Object.values(handOf(seat)).reduce((all, much) => all + much, seat.hidden);
}
