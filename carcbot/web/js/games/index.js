/** The games that the page can show: each is a folder beside this file, with a face.js and a style.css. */

import { h } from "../dom.js";

/**
 * @param {string} game
 * @param {unknown} [art] What it draws with, if the page has it and all styles with it; else both are fetched.
 * @returns {Promise<import("../types.js").GameFace>}
 */
export async function faceOf(game, art) {
  if (!/^[a-z][a-z_]*$/.test(game)) throw new Error("this page cannot show such a game");
  const styled = art === undefined ? addStyle(game) : null;
  const { face } = await import("./" + game + "/face.js").catch((error) => {
    throw new Error(`this page cannot show ${game}: ${error.message}`);
  });
  await Promise.all([styled, face.prepare?.(art)]);
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
async function addStyle(game) {
  const href = `/web/js/games/${game}/style.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => ["load", "error"].forEach((end) => link.addEventListener(end, resolve)));
  document.head.append(link);
  await loaded;
}
