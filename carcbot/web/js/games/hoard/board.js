/** The table of Hoard: deck, open card and discard pile in the middle, and before each seat its hand and its row. */

import { card, noCard } from "../../cards.js";
import { fill, h } from "../../dom.js";
import { gemCard } from "./gems.js";

/**
 * @typedef {object} HoardParts
 * @property {string} phase deal, open, draw, blind, play, cash or over.
 * @property {number | null} laid The rank that may be cashed.
 * @property {number} turns How many there are in all.
 * @property {number | null} open The card that lies open.
 * @property {number} deck How many cards are face down.
 * @property {number[]} discards How many of each rank.
 * @property {[number | null, boolean][][]} hands By seat: a rank, if it is known, and whether all know it.
 * @property {number[][]} rows By seat: how many of each rank.
 * @property {string[]} moves
 *
 * @typedef {import("../../types.js").Picture & HoardParts} HoardPicture
 */

/**
 * The picture of any game as one of ours.
 *
 * @param {import("../../types.js").Picture} picture
 * @returns {HoardPicture}
 */
export function ours(picture) {
  return /** @type {HoardPicture} */ (picture);
}

export class HoardBoard {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {string[]} */
    this.names = [];
    /** @type {HoardPicture | null} */
    this.picture = null;
    /** @type {string[]} */
    this.moves = [];
    /** @type {(move: string) => void} */
    this.choose = () => {};
    this.middle = h("div", { class: "hoard-middle", role: "group", "aria-label": "In the middle" });
    this.places = h("div", { class: "hoard-places" });
    host.append(h("div", { class: "card-table hoard", tabindex: 0, role: "group", "aria-label": "Table" }, this.middle, this.places));
  }

  /** @param {import("../../types.js").Picture} picture */
  show(picture) {
    this.picture = ours(picture);
    this.draw();
  }

  /**
   * Moves that can be chosen on the table, until other ones are offered.
   *
   * @param {string[]} moves
   * @param {(move: string) => void} choose
   */
  offer(moves, choose) {
    this.moves = moves;
    this.choose = choose;
    this.draw();
  }

  /** @param {string | null} move */
  preview(move) {
    for (const each of this.places.parentElement?.querySelectorAll("[data-moves]") ?? []) {
      const { moves } = /** @type {HTMLElement} */ (each).dataset;
      each.classList.toggle("chosen", move !== null && (moves ?? "").split(" ").includes(move));
    }
  }

  key() {
    return false;
  }

  point() {}

  draw() {
    const { picture } = this;
    if (!picture) return;
    const { open, deck, discards } = picture;
    const pile = discards.flatMap((count, i) => (count ? [h("span", { class: "pile" }, gemCard(i + 1), `×${count}`)] : []));
    fill(this.middle,
      h("figure", null, this.spot(deck ? card(null, `deck of ${deck} cards`) : noCard("no deck"), ["blind"], "draw blind"),
        h("figcaption", null, `deck: ${deck}`)),
      h("figure", null, this.spot(open ? gemCard(open, `open: a ${open}`) : noCard("no open card"), ["open"], "take the open card"),
        h("figcaption", null, "open")),
      h("figure", { class: "discards" }, h("div", { class: "cards" }, ...(pile.length ? pile : [noCard("no discards")])),
        h("figcaption", null, "discards")));
    fill(this.places, ...picture.hands.map((hand, seat) => this.place(picture, hand, seat)));
  }

  /**
   * What lies before a seat.
   *
   * @param {HoardPicture} picture
   * @param {[number | null, boolean][]} hand
   * @param {number} seat
   */
  place(picture, hand, seat) {
    const name = this.names[seat] ?? `seat ${seat}`;
    const isMovers = seat === picture.to_move;
    const held = hand.map(([rank, isOpen], i) => {
      const label = rank === null ? "a hidden card" : isOpen && !picture.over ? `a ${rank}, which all know` : `a ${rank}`;
      const drawn = rank === null ? card(null, label) : gemCard(rank, label, isOpen && !picture.over ? "known" : "");
      return isMovers ? this.spot(drawn, [`lay${i + 1}`, `drop${i + 1}`], `card ${i + 1}`) : drawn;
    });
    const row = (picture.rows[seat] ?? []).flatMap((count, i) => Array.from({ length: count }, () => gemCard(i + 1)));
    return h("section", { class: `hoard-place tint-${seat}${isMovers ? " turn" : ""}`, "aria-label": name },
      h("h2", null, h("span", { class: `dot seat-${seat}` }), ` ${name}`),
      h("div", { class: "cards held", role: "group", "aria-label": "hand" }, ...(held.length ? held : [noCard("no cards in hand")])),
      h("div", { class: "cards row", role: "group", "aria-label": "row" }, ...(row.length ? row : [noCard("nothing laid")])));
  }

  /**
   * A picture as a button for moves, if any of them is offered now; each click takes the next.
   *
   * @param {Element} drawn
   * @param {string[]} moves
   * @param {string} label
   */
  spot(drawn, moves, label) {
    const offered = moves.filter((each) => this.moves.includes(each));
    if (!offered.length) return drawn;
    drawn.setAttribute("aria-label", `${label}: ${drawn.getAttribute("aria-label")}`);
    const spot = h("button", { type: "button", class: "card-spot", "data-moves": offered.join(" "),
      onclick: () => {
        next = (next + 1) % offered.length;
        this.choose(offered[next]);
      } }, drawn);
    let next = -1;
    return spot;
  }
}
