/** What stands beside the table: where the cards of each kind are. */

import { fill, h } from "../../dom.js";
import { art, cardSign } from "./art.js";
import { ours } from "./picture.js";

/** @type {import("../../types.js").PanelMaker[]} */
export const panels = [
  {
    id: "kinds",
    title: "Cards",
    make(host) {
      return { show: (picture) => showCards(host, ours(picture)) };
    },
  },
];

/**
 * How many cards of a kind were not seen yet, as far as this is known here.
 *
 * @param {import("./picture.js").RailPicture} picture
 * @param {string} card
 */
function unseen(picture, card) {
  const seen = picture.row.filter((each) => each === card).length + (picture.discards[card] ?? 0)
    + picture.seats.reduce((all, { known, own }) => all + (known[card] ?? 0) + (own[card] ?? 0), 0);
  return art.copies[card] - seen;
}

/**
 * @param {HTMLElement} host
 * @param {import("./picture.js").RailPicture} picture
 */
function showCards(host, picture) {
  const hidden = picture.seats.reduce((all, seat) => all + seat.hidden, 0);
  fill(host,
    h("p", { class: "faint" }, `How many cards of each kind are in the deck${hidden ? `, or among the ${hidden} hidden cards of hands` : ""}.`),
    h("ul", { class: "cards-left" }, ...Object.entries(art.colours).map(([card, name]) =>
      h("li", null, h("span", { class: `choice-colour kind-${card}` }, cardSign(card)), h("span", null, name),
        h("span", { class: "faint" }, picture.discards[card] ? `${picture.discards[card]} discarded` : ""),
        h("b", null, String(unseen(picture, card)))))));
}
