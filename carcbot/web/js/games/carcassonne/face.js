/** Carcassonne as the page knows games. */

import { h } from "../../dom.js";
import { figurePicture, prepareArt, tilePicture } from "./art.js";
import { CarcassonneBoard } from "./board.js";
import { sayHint } from "./hints.js";
import { CarcassonneInput } from "./input.js";
import { panels } from "./panels.js";
import { ours, tilesLeft } from "./picture.js";
import { sayMove } from "./words.js";

/** @type {import("../../types.js").GameFace} */
export const face = {
  prepare: prepareArt,
  board: (host, tip) => new CarcassonneBoard(host, tip),
  input: (board, host, seat) => new CarcassonneInput(/** @type {CarcassonneBoard} */ (board), host, seat),
  panels,
  figure: (seat) => figurePicture(seat, "small"),
  supply(picture, seat) {
    const [small, big, abbot] = ours(picture).supplies[seat];
    const sorts = /** @type {const} */ ([["small", small], ["big", big], ["abbot", abbot]]);
    return sorts.filter(([figure, count]) => count || figure === "small").map(([figure, count]) =>
      h("span", { class: "supply", title: `${count} ${figure}` }, figurePicture(seat, figure), String(count)));
  },
  hand(picture) {
    const { hand, over } = ours(picture);
    if (!hand) return over ? [] : [h("span", { class: "faint" }, "draws a tile")];
    return [tilePicture(hand, 0, "Tile in hand"), h("span", { class: "faint" }, `${tilesLeft(ours(picture))} left`)];
  },
  sayHint,
  drawsFirst: true,
  say: (ply) => (ply.includes("/") ? sayMove(ply) : `draws ${ply}`),
};
