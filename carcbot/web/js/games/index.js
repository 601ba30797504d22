/** The games that the page can show: each is a folder beside this file, with a face.js and a style.css. */

import { h } from "../dom.js";

/**
 * @typedef {{ face: string, style: string, art?: string }} Addresses
 */

/** @type {Record<string, Addresses>} Where what each game is shown with lies, if the page says it. */
const addresses = JSON.parse(document.getElementById("faces")?.textContent ?? "{}");
/** @type {Map<string, Promise<import("../types.js").GameFace>>} */
const asked = new Map();

/**
 * How a game is drawn and played; it is fetched once.
 *
 * @param {string} game
 * @param {unknown} [art] What it draws with, if the page has it and all styles and scripts with it.
 * @returns {Promise<import("../types.js").GameFace>}
 */
export function faceOf(game, art) {
  const known = asked.get(game);
  if (known) return known;
  if (!/^[a-z][a-z_]*$/.test(game)) throw new Error("this page cannot show such a game");
  const face = (art === undefined ? fetched(game) : held(game, art)).catch((error) => {
    asked.delete(game); // the referee was away: the next who asks may find it
    throw new Error(`this page cannot show ${game}: ${error.message}`);
  });
  asked.set(game, face);
  return face;
}

/**
 * How a game is played, told by the `rules` of its rules.js with what its pages draw.
 *
 * @param {string} game
 * @returns {Promise<Node[]>}
 */
export async function rulesOf(game) {
  await faceOf(game);
  const { rules } = await import("./" + game + "/rules.js");
  return rules();
}

/** @param {string} game */
async function fetched(game) {
  const where = addresses[game]
    ?? { face: `/web/js/games/${game}/face.js`, style: `/games/${game}/style.css`, art: `/games/${game}/art.json` };
  const [{ face }, art] = await Promise.all([import(where.face), where.art && artFrom(where.art), addStyle(where.style)]);
  face.prepare?.(art);
  return face;
}

/**
 * @param {string} game
 * @param {unknown} art
 */
async function held(game, art) {
  const { face } = await import("./" + game + "/face.js");
  face.prepare?.(art);
  return face;
}

/** @param {string} address */
async function artFrom(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/** @param {string} href */
async function addStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => ["load", "error"].forEach((end) => link.addEventListener(end, resolve)));
  document.head.append(link);
  await loaded;
}
