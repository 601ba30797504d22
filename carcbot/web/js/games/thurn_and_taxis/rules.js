/** How Thurn and Taxis is played here, for a person at the table. */

import { h } from "../../dom.js";
import { art, cityCard, coach } from "./art.js";

/** @returns {Node[]} */
export function rules() {
  const road = ["Sig", "Stu", "Nue", "Reg"];
  return [
    h("p", null, "You build post routes between towns of southern Germany and around it. A closed route brings houses into its cities, a better carriage and tiles; the most points win."),
    h("h2", null, "On the table"),
    h("p", null, `There are ${Object.keys(art.cities).length} cities in ${art.provinces.length} provinces, and three cards of each city. Six cards lie open; the others are face down. Everybody has 20 houses, and a route of cards that all see. The hand is one’s own secret, but all have seen the cards that you took from the display.`),
    h("h2", null, "Your turn"),
    h("ul", null,
      h("li", null, h("b", null, "Draw "), "a card: one that lies open, or the top of the supply."),
      h("li", null, h("b", null, "Lay "), "a card to the left or right end of your route. A road must lead from its city to the city at that end, and no city can be in a route twice. If no card fits, or you like none, the whole route is discarded and a card of your hand begins another."),
      h("li", null, h("b", null, "Close "), "the route, if you want and it has three cards or more.")),
    h("figure", null, h("div", { class: "cards" }, ...road.map((city) => cityCard(city))),
      h("figcaption", null, "From Sigmaringen to Regensburg: a route of four. Passau, München, Ingolstadt or Pilsen would fit on the right, Freiburg, Zürich, Ulm or Kempten on the left.")),
    h("h2", null, "One official in each turn"),
    h("ul", null,
      h("li", null, h("b", null, "Administrator: "), "before you draw, the six open cards are discarded and six others opened."),
      h("li", null, h("b", null, "Postmaster: "), "you draw a second card. If your hand is empty when your turn begins, as in your first one, he must help you."),
      h("li", null, h("b", null, "Carrier: "), "you lay a second card."),
      h("li", null, h("b", null, "Cartwright: "), "the next carriage is yours though the route is up to two cards too short.")),
    h("h2", null, "A closed route"),
    h("ul", null,
      h("li", null, h("b", null, "Houses: "), "either one city in each province of the route gets a house of yours, or all its cities in one province. A city has at most one house of each player."),
      h("li", null, h("b", null, "Tiles: "), "who has houses in all cities that a stack names takes its top tile, once in the game; and a route of five cards or more brings one, too; where the stack of its length is empty, of the next shorter one."),
      h("li", null, h("b", null, "Carriage: "), "a route of three brings the first one, one of four the next, and so on up to seven; one carriage for each closed route, and none is left out."),
      h("li", null, h("b", null, "Hand: "), "you keep three cards at most.")),
    h("table", null,
      h("caption", { class: "unseen" }, "Carriages and their points"),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, coach("Carriage")), ...Object.keys(art.carriages).map((level) => h("th", { scope: "col" }, level)))),
      h("tbody", null, h("tr", null, h("th", { scope: "row" }, "Points"), ...Object.values(art.carriages).map((points) => h("td", null, String(points)))))),
    h("table", null,
      h("caption", { class: "unseen" }, "Stacks of tiles"),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Tiles"), h("th", { scope: "col" }, "for"), h("th", { scope: "col" }, "Points"))),
      h("tbody", null, ...art.stacks.map(([title, tiles, needs]) =>
        h("tr", null, h("th", { scope: "row" }, title), h("td", null, needs), h("td", null, tiles.join(", ")))))),
    h("h2", null, "The end"),
    h("p", null, "Who gets the carriage of seven or places the last house takes a tile worth one point, and the round is played to its end. Your best carriage and your tiles count; each house that is left costs a point."),
    h("p", null, "Of equal points the holder of that last tile is first, then the others clockwise from there."),
  ];
}
