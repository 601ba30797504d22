/** What Thurn and Taxis is drawn with: its map, which the referee has given, and cards of cities. */

import { h, s } from "../../dom.js";

/**
 * @typedef {[number, number]} Point
 *
 * @typedef {object} City
 * @property {string} name
 * @property {string} province
 * @property {Point} at
 * @property {Point[]} land The corners of what belongs to it.
 *
 * @typedef {object} MapArt
 * @property {Point} size
 * @property {Record<string, City>} cities By their letters, in the order that texts have.
 * @property {[string, string][]} roads
 * @property {[Point, Point][]} borders
 * @property {string[]} provinces
 * @property {[string, number[], string][]} stacks The title, the points of all tiles, and what brings one.
 * @property {Record<string, number>} carriages Points by level.
 * @property {number} copies Cards of each city.
 */

/** @type {MapArt} What the referee has given, when it is there. */
export const art = { size: [0, 0], cities: {}, roads: [], borders: [], provinces: [], stacks: [], carriages: {}, copies: 0 };

/** @param {unknown} given */
export function prepareArt(given) {
  Object.assign(art, given);
}

/** @param {string} city */
export function cityName(city) {
  return art.cities[city]?.name ?? city;
}

/**
 * The class that gives something the colour of a city's province.
 *
 * @param {string} city
 */
export function landClass(city) {
  return `land-${art.provinces.indexOf(art.cities[city]?.province)}`;
}

/**
 * The cities of cards as texts write them, `AugLin2`, one for each card; none of `-`.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function cardsOf(text) {
  return [...text.matchAll(/([A-Z][a-z][a-z])(\d?)/g)].flatMap(([, city, much]) => Array.from({ length: Number(much || 1) }, () => city));
}

/**
 * A card of a city.
 *
 * @param {string} city
 * @param {string} [kind] A class of its own.
 */
export function cityCard(city, kind = "") {
  return h("span", { class: `city-card ${landClass(city)} ${kind}` },
    h("span", { class: "city-card-name" }, cityName(city)),
    h("span", { class: "city-card-land" }, art.cities[city]?.province ?? ""));
}

/**
 * Cards that nobody here knows.
 *
 * @param {number} count
 */
export function hiddenCards(count) {
  return h("span", { class: "city-card back" },
    h("span", { class: "city-card-name" }, `${count} hidden`));
}

/** A house, within 20 by 20 around the middle of its floor. */
export const HOUSE = "M-8 0V-9L0-17L8-9V0Z";

/**
 * A mail coach in the colour of what it stands in.
 *
 * @param {string} label Nothing for those who hear what is said beside it.
 */
export function coach(label = "") {
  return s("svg", { class: "coach", viewBox: "0 0 46 34", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) },
    s("path", { class: "coach-body", d: "M6 6h26q4 0 5 5l1 7h5v5H4V9q0-3 2-3z" }),
    s("path", { class: "coach-window", d: "M10 10h7v6h-7zM21 10h8v6h-8z" }),
    s("circle", { class: "coach-wheel", cx: 13, cy: 25, r: 6.5 }),
    s("circle", { class: "coach-wheel", cx: 34, cy: 26, r: 5.5 }));
}
