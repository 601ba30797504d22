/** How Ticket to Ride is played here, for a person at the table. */

import { h } from "../../dom.js";
import { art, trainCard } from "./art.js";

/** @returns {Node[]} */
export function rules() {
  const lengths = art.points.map((points, length) => /** @type {[number, number]} */ ([length, points])).slice(1);
  return [
    h("p", null, "You collect train cards, pay with them for tracks between cities, and join the two cities of each of your tickets; the most points win."),
    h("h2", null, "On the table"),
    h("p", null, `There are ${Object.keys(art.cities).length} cities. Everybody has ${art.trains} trains. Of 110 train cards there are twelve of each of eight colours, and fourteen locomotives, which stand for any colour. Five cards lie open in a row; the others are the deck. Your hand and your tickets are your own secret, but all have seen the cards that you took from the row.`),
    h("p", null, "At the beginning everybody has four cards and draws three tickets, of which two or three are kept."),
    h("h2", null, "Your turn is one of three"),
    h("ul", null,
      h("li", null, h("b", null, "Draw two cards, "), "one after the other, from the row or the deck. A locomotive of the row can only be the first card, and then it is the only one. As soon as three of the five open cards are locomotives, all five are exchanged."),
      h("li", null, h("b", null, "Claim a track: "), "pay as many cards of its colour as it is long; for a gray track any one colour. Locomotives can replace any of them. You have its points at once. It need not touch your other tracks."),
      h("li", null, h("b", null, "Draw three tickets "), "and keep one at least. The others go under the pile.")),
    h("figure", null, h("div", { class: "hand-cards" }, trainCard("R", 2), trainCard("L", 1)),
      h("figcaption", null, "They pay for a red or a gray track of three.")),
    h("table", null,
      h("caption", { class: "unseen" }, "Points of a track by its length"),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Length"), ...lengths.map(([length]) => h("th", { scope: "col" }, String(length))))),
      h("tbody", null, h("tr", null, h("th", { scope: "row" }, "Points"), ...lengths.map(([, points]) => h("td", null, String(points)))))),
    h("h2", null, "Two tracks side by side"),
    h("p", null, "Nobody may have both. If two or three play, the other one is closed for all as soon as one is claimed."),
    h("h2", null, "The end"),
    h("p", null, "Who ends a turn with two trains or fewer begins the last round: everybody has one more turn, that player too. Then tickets are shown. Each brings its points if your own tracks join its cities, and costs them if they do not. The longest path of tracks brings ten points; it may come to a city several times, but goes over each track once. Who has as long a one has them too."),
    h("p", null, "Of equal points who has completed more tickets is first, then who has the longest path."),
  ];
}
