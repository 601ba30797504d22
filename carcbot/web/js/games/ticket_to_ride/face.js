/** Ticket to Ride as the page knows games. */

import { h } from "../../dom.js";
import { capital, counted } from "../../names.js";
import { car, prepareArt } from "./art.js";
import { RailBoard } from "./board.js";
import { RailInput } from "./input.js";
import { panels } from "./panels.js";
import { handSize, ours } from "./picture.js";
import { sayTurn } from "./turn-words.js";
import { nameHint, sayMove, sayWhy } from "./words.js";

/** @type {import("../../types.js").GameFace} */
export const face = {
  prepare: prepareArt,
  board: (host) => new RailBoard(host),
  input: (board, host) => new RailInput(/** @type {RailBoard} */ (board), host),
  panels,
  figure: car,
  supply(picture, seat) {
    const parts = ours(picture).seats[seat];
    const count = parts.ticket_count;
    return [counted(parts.trains, "train"), counted(handSize(parts), "card"), count === null ? "" : counted(count, "ticket")]
      .filter(Boolean).map((text) => h("span", { class: "supply rail-supply" }, text));
  },
  unseen(picture, seat) {
    const { tickets, ticket_count: count } = ours(picture).seats[seat];
    if (count === null) return "hidden tickets";
    return count > tickets.length ? counted(count - tickets.length, "hidden ticket") : "";
  },
  hand: () => [], // the table says it
  sayHint(hint) {
    const why = sayWhy(hint.effects ?? {});
    const what = nameHint(hint.move);
    return [h("span", null, h("b", null, capital(what)), why && `: ${why}`)];
  },
  sayTurn,
  say: sayMove,
};
