/** How Carcassonne is played here, for a person at the table. */

import { h } from "../../dom.js";
import { figurePicture, tilePicture } from "./art.js";

/** @returns {Node[]} */
export function rules() {
  return [
    h("p", null, "A land grows tile by tile: cities, roads, cloisters, fields. Who puts figures into it at the right moment has the most points in the end."),
    h("h2", null, "Your turn"),
    h("p", null, "You draw a tile and do three things with it, as one move:"),
    h("ul", null,
      h("li", null, "You lay it beside tiles that lie already. All its edges must go on as they do there: city to city, road to road, field to field. If it fits somewhere, you have to lay it."),
      h("li", null, "You may put one figure on it: on a city, a road, a field or a cloister of this very tile."),
      h("li", null, "What the tile has completed is scored, and the figures there come back to you.")),
    h("figure", null, tilePicture("V", 0, "A tile with a road that bends"), tilePicture("E", 0, "A tile with a city on one side"), tilePicture("B", 0, "A tile with a cloister"),
      figurePicture(0, "small"), h("figcaption", null, "You have seven figures. One that stands somewhere is not free until its city, road or cloister is complete.")),
    h("h2", null, "Where a figure may stand"),
    h("p", null, "On a city, road or field that nobody occupies, however far away another figure stands in it. Later tiles may join two that are occupied: then the one with more figures gets all points, and with equally many each gets all of them."),
    h("h2", null, "Points"),
    h("table", null,
      h("caption", { class: "unseen" }, "Points of each feature, complete and at the end of the game"),
      h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, "when complete"), h("th", { scope: "col" }, "not complete at the end"))),
      h("tbody", null,
        row("City", "2 for each tile and each pennant", "1 for each"),
        row("Road", "1 for each tile", "1 for each tile"),
        row("Cloister", "9, with eight tiles around it", "1 for itself and for each tile around it"),
        row("Field", "never complete", "3 for each complete city that it touches"))),
    h("p", null, "A city is complete when its wall has no gap, a road when it has two ends or goes in a circle. A farmer in a field stays there to the end of the game."),
    h("h2", null, "The end"),
    h("p", null, "When the last tile lies, what is not complete is scored by the right column, and the fields are. The most points win; equal points share the place."),
    h("p", null, "A drawn tile that fits nowhere is put aside, and the same player draws again."),
    h("h2", null, "Expansions"),
    h("ul", null,
      h("li", null, h("b", null, "The River: "), "the game begins with river tiles, from the source to the lake. A river may not turn twice the same way in a row."),
      h("li", null, h("b", null, "Inns & Cathedrals: "), "an inn at a road makes each of its tiles worth 2, a cathedral in a city each tile and pennant 3; not complete at the end they bring nothing. Everybody has a big figure that counts as two."),
      h("li", null, h("b", null, "The Abbot: "), "everybody has an abbot for cloisters and gardens, which count alike. Instead of placing a figure you may take your abbot back and get what it is worth then.")),
  ];
}

/**
 * @param {string} what
 * @param {string} complete
 * @param {string} open
 */
function row(what, complete, open) {
  return h("tr", null, h("th", { scope: "row" }, what), h("td", null, complete), h("td", null, open));
}
