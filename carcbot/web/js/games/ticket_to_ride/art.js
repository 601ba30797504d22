/** What Ticket to Ride is drawn with: its map, which the referee has given, cards and trains. */

import { h, s } from "../../dom.js";

/**
 * @typedef {[number, number]} Point
 *
 * @typedef {object} City
 * @property {string} name
 * @property {Point} at
 * @property {string} side Where its name stands: n, ne, e and so on.
 *
 * @typedef {[number, number, number, number]} Space Its middle, its length, and how it is turned.
 *
 * @typedef {object} Track
 * @property {[string, string]} cities
 * @property {string} colour A card's letter, or nothing.
 * @property {number} length
 * @property {number} points
 * @property {Space[][]} ways Its spaces; twice where two may have it.
 *
 * @typedef {object} MapArt
 * @property {Point} size
 * @property {Point[][]} lands
 * @property {Point[][]} lakes
 * @property {Record<string, City>} cities By their letters.
 * @property {Record<string, Track>} tracks By their names.
 * @property {Record<string, number>} tickets Their values, by both cities.
 * @property {Record<string, string>} colours What cards are called, by their letters.
 * @property {Record<string, number>} copies How many there are of each.
 * @property {number} trains Of each seat.
 * @property {number[]} points By length.
 * @property {number} parts How many numbers each seat has for parts of the picture.
 */

/** @type {MapArt} What the referee has given, when it is there. */
export const art = { size: [0, 0], lands: [], lakes: [], cities: {}, tracks: {}, tickets: {}, colours: {}, copies: {}, trains: 0, points: [], parts: 1 };

/** @param {unknown} given */
export function prepareArt(given) {
  Object.assign(art, given);
}

/** @param {string} city */
export function cityName(city) {
  return art.cities[city]?.name ?? city;
}

/**
 * A track or a ticket by its cities.
 *
 * @param {string} cities
 */
export function betweenName(cities) {
  return `${cityName(cities.slice(0, 3))}-${cityName(cities.slice(3, 6))}`;
}

/** A sign of each kind of card, for those who do not see its colour: within 12 by 12 around its middle. */
const SIGNS = {
  P: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  W: "M0-6.4L6.4 0L0 6.4L-6.4 0z",
  B: "M-5-5h10v10h-10z",
  Y: "M0-6L6.4 5H-6.4z",
  O: "M-3-5.2h6l3 5.2l-3 5.2h-6l-3-5.2z",
  K: "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
  R: "M0-6.6L1.7-2.2L6.4-2L2.7 1L4 5.5L0 2.9L-4 5.5L-2.7 1L-6.4-2L-1.7-2.2z",
  G: "M0 6.4C-6.6 3-6.6-3 0-6.4C6.6-3 6.6 3 0 6.4z",
  L: "M-6.5 2.5v-4h5v-2.5h2.5v2h3q2.5 0 2.5 2.5v2zM-5 5.5a1.7 1.7 0 1 1 .1 0zM3 5.5a1.7 1.7 0 1 1 .1 0z",
};

/**
 * The sign of a kind of card.
 *
 * @param {string} card
 */
export function signPath(card) {
  return /** @type {Record<string, string>} */ (SIGNS)[card] ?? "";
}

/**
 * @param {string} card
 */
export function cardSign(card) {
  return s("svg", { class: "card-sign", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, s("path", { d: signPath(card) }));
}

/**
 * A train card; several alike lie in one pile.
 *
 * @param {string} card
 * @param {number} [count] Nothing for a single one that is not counted.
 */
export function trainCard(card, count) {
  return h("span", { class: `train-card kind-${card}` }, cardSign(card),
    h("span", { class: "card-name" }, art.colours[card] ?? card),
    count === undefined ? null : h("b", { class: "card-count" }, `×${count}`));
}

/**
 * Cards, or tickets, face down.
 *
 * @param {string} name
 * @param {string} note
 * @param {string} [kind] A class of its own.
 */
export function backCard(name, note, kind = "") {
  return h("span", { class: `train-card back ${kind}` }, h("span", { class: "card-name" }, name), h("span", { class: "card-note" }, note));
}

/** A railway car seen from its side, in the colour of what it stands in. */
export function car() {
  return s("svg", { class: "car-sign", viewBox: "0 0 46 48", "aria-hidden": "true" },
    s("path", { class: "car-body", d: "M4 36V17q0-4 4-4h30q4 0 4 4v19z" }),
    s("path", { class: "car-window", d: "M9 18h7v8H9zM19.5 18h7v8h-7zM30 18h7v8h-7z" }),
    s("path", { class: "car-rail", d: "M1 43.5h44" }),
    s("circle", { class: "car-wheel", cx: 13, cy: 38.5, r: 4.5 }),
    s("circle", { class: "car-wheel", cx: 33, cy: 38.5, r: 4.5 }));
}
