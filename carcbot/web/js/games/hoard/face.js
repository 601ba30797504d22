/** Hoard as the page knows games. */

import { h, s } from "../../dom.js";
import { Choices } from "../../choices.js";
import { HoardBoard, ours } from "./board.js";
import { gem } from "./gems.js";
import { nameMove, promptFor, sayMove } from "./words.js";

/** @type {import("../../types.js").GameFace} */
export const face = {
  board: (host) => new HoardBoard(host),
  input: (board, host) => new Choices(/** @type {HoardBoard} */ (board), host,
    (move, picture) => nameMove(move, ours(picture)), (picture) => promptFor(ours(picture))),
  panels: [],
  figure: () => s("svg", { class: "chest", viewBox: "0 0 46 48", "aria-hidden": "true" },
    s("path", { class: "chest-body", d: "M4 22h38v20a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z" }),
    s("path", { class: "chest-lid", d: "M4 20c0-10 8-15 19-15s19 5 19 15z" }),
    s("path", { class: "chest-lock", d: "M19 17h8v10h-8z" })),
  supply(picture, seat) {
    const cards = ours(picture).hands[seat]?.length ?? 0;
    return [h("span", { class: "supply" }, `${cards} ${cards === 1 ? "card" : "cards"} in hand`)];
  },
  hand(picture) {
    const { phase, laid } = ours(picture);
    /** @type {Record<string, string>} */
    const words = { deal: "cards are dealt", open: "a card is opened", draw: "draws a card", blind: "draws a card", play: "plays a card" };
    if (phase !== "cash") return words[phase] ? [h("span", { class: "faint" }, words[phase])] : [];
    return [gem(laid ?? 1), h("span", { class: "faint" }, "may cash")];
  },
  say: (ply, picture) => sayMove(ply, picture ? ours(picture) : null),
};
