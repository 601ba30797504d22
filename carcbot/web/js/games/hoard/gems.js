/** What is collected in Hoard: a gem for each rank, in a colour and a cut of its own. */

import { card } from "../../cards.js";
import { s } from "../../dom.js";

/** Outlines of gems within 40 by 40, by rank, each with the lines of its facets. */
const CUTS = [
  ["M20 3 37 20 20 37 3 20z", "M3 20h34M20 3l-7 17 7 17 7-17z"],
  ["M20 4a16 16 0 1 1 0 32 16 16 0 0 1 0-32z", "M20 4 9 20l11 16 11-16zM4 20h32"],
  ["M12 5h16l8 10-16 21L4 15z", "M4 15h32M12 5l3 10 5 21 5-21 3-10"],
  ["M20 2 36 12v16L20 38 4 28V12z", "M20 2v36M4 12l32 16M36 12 4 28"],
  ["M20 2l5 12 13 1-10 9 3 13-11-7-11 7 3-13L2 15l13-1z", "M20 2v28M2 15l18 7 18-7M9 37l11-15 11 15"],
];

/**
 * A gem alone.
 *
 * @param {number} rank
 */
export function gem(rank) {
  const [outline, facets] = CUTS[rank - 1];
  return s("svg", { class: `gem rank-${rank}`, viewBox: "0 0 40 40", role: "img", "aria-label": `a ${rank}` },
    s("path", { class: "gem-body", d: outline }), s("path", { class: "gem-facets", d: facets }));
}

/**
 * A card with its gem.
 *
 * @param {number} rank
 * @param {string} [label]
 * @param {string} [kind] A class of its own.
 */
export function gemCard(rank, label = `a ${rank}`, kind = "") {
  const [outline, facets] = CUTS[rank - 1];
  return card([
    s("text", { class: "card-rank", x: 8, y: 20 }, String(rank)),
    s("text", { class: "card-rank", x: 52, y: 78, "text-anchor": "end" }, String(rank)),
    s("g", { transform: "translate(10 23)" }, s("path", { class: "gem-body", d: outline }), s("path", { class: "gem-facets", d: facets })),
  ], label, `rank-${rank} ${kind}`);
}
