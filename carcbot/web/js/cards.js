/** Cards as pictures: a front that a game draws, or a back that all of them have. */

import { s } from "./dom.js";

/**
 * @param {Node[] | null} front Drawn in a field of 60 by 84; nothing is a card face down.
 * @param {string} label What it is, for those who do not see it.
 * @param {string} [kind] A class of its own.
 * @returns {SVGSVGElement}
 */
export function card(front, label, kind = "") {
  return s("svg", { class: `a-card ${front ? "" : "back"} ${kind}`, viewBox: "0 0 60 84", role: "img", "aria-label": label },
    s("rect", { class: "card-paper", x: 1, y: 1, width: 58, height: 82, rx: 7 }),
    ...(front ?? [
      s("rect", { class: "card-field", x: 6, y: 6, width: 48, height: 72, rx: 4 }),
      s("path", { class: "card-lattice", d: "M6 30 30 6M6 54 54 6M6 78 54 30M30 78 54 54M54 30 30 6M54 54 6 6M54 78 6 30M30 78 6 54" }),
    ]));
}

/**
 * A place where a card can lie, and none does.
 *
 * @param {string} label
 */
export function noCard(label) {
  return s("svg", { class: "a-card", viewBox: "0 0 60 84", role: "img", "aria-label": label },
    s("rect", { class: "card-gap", x: 2, y: 2, width: 56, height: 80, rx: 7 }));
}
