/** A story on its page, from the moment that the address names. */

import { faceOf } from "./games/index.js";
import { View } from "./view.js";

/** @type {View | null} */
let shown = null;

/**
 * Shows a story from its moment in the address, if there is one, in place of what was shown before.
 *
 * @param {import("./story.js").Story} story
 * @param {unknown} [art] What the game draws with, if the page has it with it.
 * @returns {Promise<View>}
 */
export async function open(story, art) {
  addEventListener("hashchange", goToAddress);
  const face = await faceOf(story.game, art);
  shown?.letGo();
  const view = new View(face, story);
  shown = view;
  view.timeline.extend(story, false);
  const moment = location.hash.match(/^#move=(\d+)$/)?.[1];
  if (moment !== undefined) {
    view.timeline.stop = Math.min(Number(moment), story.moves);
    view.timeline.follows = view.timeline.stop === story.moves;
  }
  view.onDrawn = () => remember(view);
  return view;
}

/** Goes to the moment that somebody has written into the address. */
function goToAddress() {
  const moment = location.hash.match(/^#move=(\d+)$/)?.[1];
  if (moment !== undefined) shown?.timeline.go(Number(moment));
}

let remembering = 0;

/**
 * Keeps the moment in the address, so that it can be passed on.
 *
 * @param {View} view
 */
function remember(view) {
  const hash = view.isNewest ? "" : `#move=${view.timeline.stop}`;
  clearTimeout(remembering);
  if (location.hash === hash) return;
  remembering = setTimeout(() => history.replaceState(null, "", location.pathname + location.search + hash), 200);
}
