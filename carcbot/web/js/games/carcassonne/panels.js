/** What stands beside the board: the areas with what they are worth, and the tiles that are left. */

import { fill, h } from "../../dom.js";
import { tilePicture } from "./art.js";
import { ours, sizeOf, tilesLeft } from "./picture.js";
import { sayKind, sayOwners } from "./words.js";

/** @type {import("../../types.js").PanelMaker[]} */
export const panels = [
  {
    id: "areas",
    title: "Areas",
    make(host, board) {
      return { show: (picture, names) => showAreas(host, board, ours(picture), names) };
    },
  },
  {
    id: "tiles",
    title: "Tiles",
    make(host) {
      return { show: (picture) => showTiles(host, ours(picture)) };
    },
  },
];

/**
 * @param {HTMLElement} host
 * @param {import("../../types.js").Board} board
 * @param {import("./picture.js").CarcassonnePicture} picture
 * @param {string[]} names
 */
function showAreas(host, board, picture, names) {
  const rows = picture.areas
    .map((area, index) => ({ area, index }))
    .filter(({ area }) => area[2].length)
    .sort((a, b) => b.area[3] - a.area[3]);
  if (!rows.length) {
    fill(host, h("p", { class: "nothing" }, "No figure stands on the table."));
    return;
  }
  fill(host, h("ul", { class: "area-list" }, ...rows.map(({ area, index }) => {
    const [kind, , owners, points] = area;
    const point = () => board.point(index);
    const leave = () => board.point(null);
    return h("li", null, h("button", { type: "button", onmouseenter: point, onmouseleave: leave, onfocus: point, onblur: leave, onclick: point },
      h("span", { class: "owners" }, ...owners.map((seat) => h("span", { class: `dot seat-${seat}` }))),
      h("span", { class: "area-name" }, `${sayKind(kind)} `, h("span", { class: "faint" }, kind === "cloister" || kind === "garden" ? "" : `${sizeOf(area)} tiles`)),
      h("span", { class: "unseen" }, sayOwners(owners, names)),
      h("span", { class: "area-points" }, String(points), h("span", { class: "unseen" }, " points now"))));
  })));
}

/**
 * @param {HTMLElement} host
 * @param {import("./picture.js").CarcassonnePicture} picture
 */
function showTiles(host, picture) {
  fill(host, h("p", { class: "tiles-left" }, h("b", null, String(tilesLeft(picture))), " tiles are left"), tileList(picture));
}

/**
 * The tiles in the bag, the most frequent first.
 *
 * @param {import("./picture.js").CarcassonnePicture} picture
 */
export function tileList(picture) {
  const left = Object.entries(picture.bag).sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return h("ul", { class: "tile-list" }, ...left.map(([kind, count]) =>
    h("li", null, tilePicture(kind, 0, `Tile ${kind}`), h("span", null, `${count}×`))));
}
