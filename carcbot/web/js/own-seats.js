/**
 * The seats that this browser has in matches which go on. They are kept until the match is over, so that
 * a tab that is closed, or a browser that is started again, costs nobody a game.
 */

import { keptInBrowser } from "./kept.js";

const KEY = "carcbot.seats";

/**
 * @typedef {object} OwnSeat
 * @property {string} match
 * @property {string} token Of the account that sits there; empty is this browser's own token.
 * @property {string} account Its name.
 * @property {number} [seat] Which one waits for this browser, until it has sat down.
 * @property {number} [grace_s] How long its player may be away, once that was told.
 */

/** @returns {OwnSeat[]} */
export function ownSeats() {
  try {
    return JSON.parse(keptInBrowser.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * The seat that this browser has in a match, if it has one.
 *
 * @param {string} match
 */
export function ownSeatIn(match) {
  return ownSeats().find((each) => each.match === match) ?? null;
}

/** @param {OwnSeat} seat */
export function keepSeat(seat) {
  write([...ownSeats().filter((each) => each.match !== seat.match), seat]);
}

/**
 * The match is over, or the seat is not this browser's any more.
 *
 * @param {string} match
 */
export function forgetSeat(match) {
  if (ownSeatIn(match)) write(ownSeats().filter((each) => each.match !== match));
}

/** @param {OwnSeat[]} seats */
function write(seats) {
  if (seats.length) keptInBrowser.setItem(KEY, JSON.stringify(seats));
  else keptInBrowser.removeItem(KEY);
}
