/** The table of Kuhn poker: a card and the chips of each seat. */

import { card, noCard } from "../../cards.js";
import { fill, h, s } from "../../dom.js";
import { CARDS } from "./words.js";

/**
 * @typedef {object} KuhnParts
 * @property {(string | null)[]} cards By seat: J, Q or K, if it is known.
 * @property {number} dealt How many were dealt.
 * @property {number[]} stakes Chips in the pot, by seat.
 * @property {string[]} moves
 *
 * @typedef {import("../../types.js").Picture & KuhnParts} KuhnPicture
 */

/** Crowns within 36 by 30, by card: a cap with a feather, a tiara, and a crown. */
/** @type {Record<string, string>} */
const SIGNS = {
  J: "M4 26h28v-5q-2-11-14-11T4 21zM22 11q2-9 12-10-1 9-9 13z",
  Q: "M3 27h30l1-6q-5-1-6-6l-5 6-5-13-5 13-5-6q-1 5-6 6z",
  K: "M4 28h28V24H4zM4 22h28L35 6l-9 7-8-11-8 11L1 6z",
};

/**
 * The picture of any game as one of ours.
 *
 * @param {import("../../types.js").Picture} picture
 * @returns {KuhnPicture}
 */
export function ours(picture) {
  return /** @type {KuhnPicture} */ (picture);
}

export class KuhnBoard {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {string[]} */
    this.names = [];
    /** @type {KuhnPicture | null} */
    this.picture = null;
    this.table = h("div", { class: "card-table kuhn", tabindex: 0, role: "group", "aria-label": "Table" });
    host.append(this.table);
  }

  /** @param {import("../../types.js").Picture} picture */
  show(picture) {
    this.picture = ours(picture);
    const { cards, dealt, stakes } = this.picture;
    fill(this.table, h("p", { class: "pot" }, `In the pot: ${stakes[0] + stakes[1]} chips`),
      h("div", { class: "kuhn-places" }, ...cards.map((each, seat) => {
        const name = this.names[seat] ?? `seat ${seat}`;
        const drawn = seat >= dealt ? noCard("no card yet") : each ? faceUp(each) : card(null, "a hidden card");
        const chips = Array.from({ length: stakes[seat] }, (_, i) => s("g", { transform: `translate(${i * 14} 0)` },
          s("circle", { class: "chip-rim", cx: 14, cy: 14, r: 12 }), s("circle", { class: "chip-edge", cx: 14, cy: 14, r: 9.5 }),
          s("circle", { class: "chip-face", cx: 14, cy: 14, r: 6.5 })));
        return h("section", { class: `kuhn-place tint-${seat}${seat === picture.to_move ? " turn" : ""}`, "aria-label": name },
          h("h2", null, h("span", { class: `dot seat-${seat}` }), ` ${name}`), drawn,
          s("svg", { class: "stake", viewBox: "0 0 42 28", role: "img", "aria-label": `${stakes[seat]} in the pot` }, ...chips));
      })));
  }

  offer() {}

  preview() {}

  key() {
    return false;
  }

  point() {}
}

/** @param {string} name */
function faceUp(name) {
  return card([
    s("text", { class: "kuhn-letter", x: 8, y: 21 }, name),
    s("text", { class: "kuhn-letter", x: 52, y: 78, "text-anchor": "end" }, name),
    s("path", { class: "kuhn-sign", transform: "translate(12 28)", d: SIGNS[name] }),
  ], `the ${CARDS[name]}`);
}
