/** The art of tiles and figures, as the referee makes it from the rules' own tile data. */

import { s } from "../../dom.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {object} Art
 * @property {string} defs
 * @property {string} style The style sheet of the art.
 * @property {Record<string, Record<string, Point>>} kinds Where figures stand, by kind and segment.
 * @property {Record<string, string>} words What is on each kind, for who cannot see it.
 * @property {string[]} colours
 */

export const SIDE = 100;
const CENTRE = SIDE / 2;
const LINKS = /(?:href="#|url\(#)([\w-]+)/g;
/** Lines may reach so far over the border of a tile. */
const RIM = 1;

/** @type {Art} */
let art = { defs: "", style: "", kinds: {}, words: {}, colours: [] };
/** @type {Map<string, string>} The addresses of tiles as pictures, by their names in the art. */
const addresses = new Map();

/**
 * Makes the art known to all pictures of the page, once.
 *
 * @param {unknown} given
 */
export function prepareArt(given) {
  if (art.defs) return;
  art = /** @type {Art} */ (given);
  const parsed = new DOMParser().parseFromString(art.defs, "image/svg+xml");
  const host = document.importNode(parsed.documentElement, true);
  host.setAttribute("class", "art");
  host.setAttribute("aria-hidden", "true");
  document.body.prepend(host);
}

/**
 * The segments of a kind, by their short names.
 *
 * @param {string} kind
 * @returns {string[]}
 */
export function segmentsOf(kind) {
  return Object.keys(art.kinds[kind] ?? {});
}

const WINDS = ["north", "east", "south", "west"];

/**
 * What is on a turned tile: "city north, road east to west".
 *
 * @param {string} kind
 * @param {number} rotation
 * @returns {string}
 */
export function tileInWords(kind, rotation) {
  return (art.words[kind] ?? kind).replace(/north|east|south|west/g, (wind) => WINDS[(WINDS.indexOf(wind) + rotation) % 4]);
}

/**
 * A tile on a cell of the table. It is a picture of its own, so that a browser which draws the table
 * anew has one thing to look at for each tile, and not thirty.
 *
 * @param {string} kind
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 */
export function tileImage(kind, rotation, x, y) {
  return s("image", {
    href: addressOf(`tile-${kind}-${rotation}`),
    x: x * SIDE - RIM,
    y: y * SIDE - RIM,
    width: SIDE + 2 * RIM,
    height: SIDE + 2 * RIM,
  });
}

/**
 * A part of the art, with all that it is made of, as an address that holds it.
 *
 * @param {string} name
 */
function addressOf(name) {
  const known = addresses.get(name);
  if (known) return known;
  /** @type {Map<string, string>} */
  const parts = new Map();
  const wanted = [name];
  while (wanted.length) {
    const each = /** @type {string} */ (wanted.pop());
    if (parts.has(each)) continue;
    const text = document.getElementById(each)?.outerHTML ?? "";
    parts.set(each, text);
    wanted.push(...[...text.matchAll(LINKS)].map((match) => match[1]));
  }
  const size = SIDE + 2 * RIM;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-RIM} ${-RIM} ${size} ${size}">`
    + `<style>${art.style}</style><defs>${[...parts.values()].join("")}</defs><use href="#${name}"/></svg>`;
  const address = `data:image/svg+xml,${encodeURIComponent(text)}`;
  addresses.set(name, address);
  return address;
}

/**
 * A tile on a cell, of the same parts as the art.
 *
 * @param {string} kind
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 */
export function tileUse(kind, rotation, x, y) {
  return s("use", { href: `#tile-${kind}-${rotation}`, x: x * SIDE, y: y * SIDE });
}

/**
 * A tile as a picture of its own.
 *
 * @param {string} kind
 * @param {number} rotation
 * @param {string} name What tile it is, as "Tile in hand"; nothing where that is said beside it.
 */
export function tilePicture(kind, rotation, name) {
  const said = name ? { role: "img", "aria-label": `${name}: ${tileInWords(kind, rotation)}` } : { "aria-hidden": "true" };
  return s("svg", { class: "tile-picture", viewBox: `0 0 ${SIDE} ${SIDE}`, ...said }, tileUse(kind, rotation, 0, 0));
}

/**
 * The area of a segment of a tile on a cell.
 *
 * @param {string} kind
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 * @param {string} segment
 */
export function areaUse(kind, rotation, x, y, segment) {
  return s("use", {
    href: `#area-${kind}-${segment}`,
    transform: `translate(${x * SIDE} ${y * SIDE}) rotate(${90 * rotation} ${CENTRE} ${CENTRE})`,
  });
}

/**
 * Where on the table a figure stands.
 *
 * @param {string} kind
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 * @param {string} segment
 * @param {string} figure
 * @returns {Point}
 */
export function standingPlace(kind, rotation, x, y, segment, figure) {
  let [left, top] = art.kinds[kind][segment];
  for (let i = 0; i < rotation; i += 1) [left, top] = [SIDE - top, left];
  const room = figure === "big" ? 20 : 15; // no figure leans over the border of its tile
  const within = (/** @type {number} */ value) => Math.min(Math.max(value, room), SIDE - room);
  return [x * SIDE + within(left), y * SIDE + within(top)];
}

/**
 * A figure of a seat at a place of the table.
 *
 * @param {number} seat
 * @param {string} figure
 * @param {string} segment
 * @param {Point} place
 */
export function figureUse(seat, figure, segment, place) {
  const on = figure === "abbot" ? "cloister" : segment.startsWith("f") ? "field" : "road";
  return s("use", {
    href: `#figure-${seat}-${figure}-${on}`,
    x: place[0],
    y: place[1],
    class: "figure",
  });
}

/**
 * A figure as a picture of its own.
 *
 * @param {number} seat
 * @param {string} figure
 * @param {string} [segment]
 */
export function figurePicture(seat, figure, segment = "r0") {
  return s("svg", { class: "figure-picture", viewBox: "-19 -23 38 40", "aria-hidden": "true" },
    figureUse(seat, figure, segment, [0, 0]));
}
