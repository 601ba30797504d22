/** Kuhn poker as the page knows games. */

import { h, s } from "../../dom.js";
import { Choices } from "../../choices.js";
import { KuhnBoard, ours } from "./board.js";
import { nameMove, sayMove } from "./words.js";

/** @type {import("../../types.js").GameFace} */
export const face = {
  board: (host) => new KuhnBoard(host),
  input: (board, host) => new Choices(/** @type {KuhnBoard} */ (board), host,
    (move, picture) => nameMove(move, ours(picture)),
    (picture) => (isBetOn(ours(picture)) ? "A bet is on: fold, or call it." : "Check, or bet a chip.")),
  panels: [],
  figure: () => s("svg", { class: "chip", viewBox: "0 0 46 48", "aria-hidden": "true" },
    s("circle", { class: "chip-rim", cx: 23, cy: 24, r: 20 }),
    s("circle", { class: "chip-edge", cx: 23, cy: 24, r: 16 }),
    s("circle", { class: "chip-face", cx: 23, cy: 24, r: 11 })),
  supply(picture, seat) {
    const chips = ours(picture).stakes[seat];
    return [h("span", { class: "supply" }, `${chips} ${chips === 1 ? "chip" : "chips"} in the pot`)];
  },
  hand(picture) {
    if (ours(picture).dealt < 2) return [h("span", { class: "faint" }, "cards are dealt")];
    return [h("span", { class: "faint" }, isBetOn(ours(picture)) ? "folds or calls" : "checks or bets")];
  },
  say: (ply, picture) => sayMove(ply, picture ? ours(picture) : null),
};

/** @param {import("./board.js").KuhnPicture} picture */
function isBetOn(picture) {
  return picture.stakes[0] !== picture.stakes[1];
}
