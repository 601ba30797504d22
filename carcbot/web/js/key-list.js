/** All keys of a page, in a dialog: behind a button of the bar, and behind the question mark. */

import { fill, get, h } from "./dom.js";

/**
 * @typedef {import("./types.js").KeyText} KeyText
 * @typedef {[string, KeyText[]]} KeyGroup What the keys are for, and each of them.
 */

/** Signs of keys, as they are read aloud. @type {Record<string, string>} */
const ALOUD = { "←": "left arrow", "→": "right arrow", "↑": "up arrow", "↓": "down arrow", "+": "plus", "−": "minus", "?": "question mark", "…": "to" };

/**
 * Shows the keys.
 *
 * @param {KeyGroup[]} groups
 */
export function showKeys(groups) {
  const dialog = /** @type {HTMLDialogElement} */ (get("keys-dialog"));
  if (dialog.open) return;
  fill(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "keys-title" }, "Keys"),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  ...groups.filter(([, keys]) => keys.length).map(([title, keys]) =>
    h("table", { class: "keys" },
      h("caption", null, title),
      h("tbody", null, ...keys.map(([names, does]) =>
        h("tr", null, h("th", { scope: "row" }, ...names.flatMap(keyPicture)), h("td", null, does)))))));
  dialog.showModal();
}

/** @param {string} name */
function keyPicture(name) {
  const words = name.split(" ").map((part) => ALOUD[part] ?? part).join(" ");
  if (words === name) return [h("kbd", null, name), " "];
  return [h("kbd", null, h("span", { "aria-hidden": "true" }, name), h("span", { class: "unseen" }, words)), " "];
}
