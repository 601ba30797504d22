/** What stands beside the table: where the cards of each city are. */

import { fill, h } from "../../dom.js";
import { art, cityName, landClass } from "./art.js";
import { ours } from "./picture.js";

/** @type {import("../../types.js").PanelMaker[]} */
export const panels = [
  {
    id: "cities",
    title: "Cards",
    make(host) {
      return { show: (picture) => showCards(host, ours(picture)) };
    },
  },
];

/**
 * How many cards of a city were not seen yet, as far as this is known here.
 *
 * @param {import("./picture.js").TaxisPicture} picture
 * @param {string} city
 */
function unseen(picture, city) {
  const seen = picture.display.filter((each) => each === city).length + (picture.discards[city] ?? 0)
    + picture.seats.reduce((all, { route, hand }) => all + route.filter((each) => each === city).length + hand.filter(([each]) => each === city).length, 0);
  return art.copies - seen;
}

/**
 * @param {HTMLElement} host
 * @param {import("./picture.js").TaxisPicture} picture
 */
function showCards(host, picture) {
  const cities = Object.keys(art.cities);
  const hidden = picture.seats.reduce((all, seat) => all + seat.hidden, 0);
  fill(host,
    h("p", { class: "faint" }, `Three cards of each city: how many are in the supply${hidden ? `, or among the ${hidden} hidden cards of hands` : ""}.`),
    ...art.provinces.map((province) => h("ul", { class: "cards-left" }, ...cities.filter((city) => art.cities[city].province === province).map((city) =>
      h("li", { class: landClass(city) }, h("span", null, cityName(city)),
        h("span", { class: "faint" }, picture.discards[city] ? `${picture.discards[city]} discarded` : ""),
        h("b", null, String(unseen(picture, city))))))));
}
