/** Thurn and Taxis as the page knows games. */

import { h, s } from "../../dom.js";
import { capital, counted } from "../../names.js";
import { HOUSE, prepareArt } from "./art.js";
import { TaxisBoard } from "./board.js";
import { TaxisInput } from "./input.js";
import { panels } from "./panels.js";
import { ours } from "./picture.js";
import { sayTurn } from "./turn-words.js";
import { sayMove, sayWhy } from "./words.js";

/** @type {import("../../types.js").GameFace} */
export const face = {
  prepare: prepareArt,
  board: (host) => new TaxisBoard(host),
  input: (board, host) => new TaxisInput(/** @type {TaxisBoard} */ (board), host),
  panels,
  figure: () => s("svg", { class: "house-sign", viewBox: "0 0 46 48", "aria-hidden": "true" },
    s("path", { d: HOUSE, transform: "translate(23 44) scale(2.3)" })),
  supply(picture, seat) {
    const { hand, hidden, level } = ours(picture).seats[seat];
    return [h("span", { class: "supply taxis-supply" }, counted(hand.length + hidden, "card")),
      h("span", { class: "supply taxis-supply" }, level ? `carriage ${level}` : "no carriage")];
  },
  hand: () => [], // the table says it
  sayHint(hint, picture) {
    const why = sayWhy(hint.effects ?? {});
    const what = sayMove(hint.move, ours(picture));
    return [h("span", null, h("b", null, capital(what)), why && `: ${why}`)];
  },
  sayTurn,
  say: (ply, picture) => sayMove(ply, picture ? ours(picture) : null),
};
