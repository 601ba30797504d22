/**
 * The games that the page can show: a new one is a folder beside this file and a line in it. A game
 * of another package has its files there, and they come from where the referee keeps them for it.
 */

/** @type {Record<string, () => Promise<import("../types.js").GameFace>>} */
const FACES = {
  carcassonne: () => import("./carcassonne/face.js").then((module) => module.face),
};

/**
 * @param {string} game
 * @param {unknown} [art] What it draws with, if the page has it with it; else it is fetched.
 * @returns {Promise<import("../types.js").GameFace>}
 */
export async function faceOf(game, art) {
  const face = await (FACES[game] ?? (() => faceFrom(game)))();
  await face.prepare(art);
  return face;
}

/** Where scripts of other packages' games are: at the referee's, or in a file that has all with it. */
const OTHERS = import.meta.url.startsWith("data:") ? "carcbot/games/" : "/games/";

/**
 * @param {string} game
 * @returns {Promise<import("../types.js").GameFace>}
 */
async function faceFrom(game) {
  const module = await import(`${OTHERS}${game}/page/face.js`);
  return module.face;
}
