/** What a bot would do, drawn where it would do it: the tile, the figure, and the number in the list. */

import { fill, h, s } from "../../dom.js";
import { SIDE, figureUse, standingPlace, tilePicture, tileUse } from "./art.js";
import { ours, placeOf } from "./picture.js";
import { sayFigure, sayWhy } from "./words.js";

/** @typedef {import("../../types.js").Hint} Hint */

/**
 * Draws hints on a board. Where several would lay the tile on one cell, the best is drawn there.
 *
 * @param {import("./board.js").CarcassonneBoard} board
 * @param {Hint[]} hints
 * @param {(move: string) => void} propose
 */
export function drawHints(board, hints, propose) {
  const { picture } = board;
  const kind = picture?.hand;
  /** @type {Map<string, SVGElement>} */
  const marks = new Map();
  hints.forEach((hint, i) => {
    const found = picture && placeOf(picture, hint.move);
    if (!found || !kind) return;
    const [x, y, rotation] = found.place;
    const [, , , figure, segment] = found.then;
    const known = marks.get(`${x},${y}`)?.querySelector("text");
    if (known) {
      known.textContent += `,${i + 1}`;
      known.setAttribute("class", "several");
      return;
    }
    const stands = figure && segment && figureUse(picture.to_move ?? 0, figure, segment, standingPlace(kind, rotation, x, y, segment, figure));
    const title = `${i + 1}. ${figure ? sayFigure(figure, segment ?? "", "") : "No figure"}`;
    const tell = () => {
      board.point(null);
      board.tellCell(x, y, title, sayWhy(hint.effects ?? [], picture.to_move ?? 0, board.names));
    };
    const mark = s("g", { class: "hint-mark", onclick: () => propose(hint.move), onpointerenter: tell, onpointerleave: () => { board.tip.hidden = true; } },
      tileUse(kind, rotation, x, y),
      s("rect", { class: "hint-frame", x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE, rx: 4 }),
      stands || null,
      s("g", { transform: `translate(${x * SIDE + SIDE / 2} ${y * SIDE + 16})` },
        s("g", { class: "hint-number" }, s("circle", { r: 14 }), s("text", { y: 6 }, String(i + 1)))));
    marks.set(`${x},${y}`, mark);
  });
  fill(board.layers.hints, ...marks.values());
}

/**
 * A hint for a list: the tile as it would lie, the figure, and why.
 *
 * @param {Hint} hint
 * @param {import("../../types.js").Picture} shown
 * @param {string[]} names
 * @returns {(Node | string)[]}
 */
export function sayHint(hint, shown, names) {
  const picture = ours(shown);
  const found = placeOf(picture, hint.move);
  const seat = picture.to_move ?? 0;
  if (!found || !picture.hand) return [hint.move];
  const [, , , figure, segment] = found.then;
  const what = figure ? sayFigure(figure, segment ?? "", "") : "No figure";
  return [tilePicture(picture.hand, found.place[2], ""),
    h("span", null, h("b", null, what), ": ", sayWhy(hint.effects ?? [], seat, names))];
}
