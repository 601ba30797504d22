/** The games that the page can show: a new one is a folder beside this file and a line in it. */

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
  const load = FACES[game];
  if (!load) throw new Error(`this page cannot show ${game}`);
  const face = await load();
  await face.prepare(art);
  return face;
}
