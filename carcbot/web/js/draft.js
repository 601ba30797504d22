/** A turn that was not sent yet: its moves can be taken back until somebody else, or chance, would be next. */

import { ask } from "./account.js";
import { announce, fill, h } from "./dom.js";

/**
 * @typedef {import("./types.js").Picture} Picture
 * @typedef {import("./types.js").MatchEvent} MatchEvent
 *
 * @typedef {object} DraftedMove
 * @property {string} move
 * @property {string} words
 * @property {Picture} picture What is to be seen after it.
 */

/** @type {import("./types.js").KeyText[]} */
export const DRAFT_KEYS = [
  [["U"], "take back the last move of a turn that was not sent yet"],
  [["Shift + U"], "take back all of it"],
];

export class Draft {
  /**
   * @param {string} match
   * @param {import("./types.js").GameFace["say"]} say
   * @param {(picture: Picture | null) => void} shown Is told what is to be seen now instead of the newest position.
   */
  constructor(match, say, shown) {
    this.match = match;
    this.say = say;
    this.shown = shown;
    /** @type {DraftedMove[]} */
    this.made = [];
    /** @type {string[]} Those that are on their way to the referee, one after the other. */
    this.sending = [];
    /** Which draft it is: what was asked about one before is not about this one. */
    this.number = 0;
    this.host = h("div", { class: "drafted" });
  }

  /** The moves that were not made yet, in their order. */
  get moves() {
    return this.made.map((each) => each.move);
  }

  /** Whether what it shows is still to be made. */
  get isOpen() {
    return this.made.length + this.sending.length > 0;
  }

  /**
   * Takes in the next move of the turn.
   *
   * @param {string} move
   * @param {Picture | null} before What was to be seen before it.
   * @returns {Promise<"drafted" | "whole" | "gone">} Whole if nothing more can be thought of before it is sent;
   *     gone if this turn was over before that was known.
   */
  async add(move, before) {
    const { number } = this;
    const response = await ask("/api/draft", { plays: true, body: { match: this.match, moves: [...this.moves, move] } });
    /** @type {Picture | null} */
    const picture = await response.json();
    if (number !== this.number) return "gone";
    if (!picture) return "whole";
    const words = this.say(move, before);
    this.made.push({ move, words, picture });
    announce(`Not sent yet: ${words}`);
    this.show();
    return "drafted";
  }

  /**
   * The turn is to be sent, with this move as its last one.
   *
   * @param {string} last
   */
  close(last) {
    this.sending = [...this.moves, last];
    this.made = [];
    fill(this.host);
  }

  /**
   * A move was made at the table.
   *
   * @param {MatchEvent} event One's own.
   */
  heard({ move, by }) {
    const isNext = by !== "referee" && move !== undefined && this.sending[0] !== undefined && move.startsWith(this.sending[0]);
    if (isNext) this.sending.shift();
    else this.drop();
  }

  /** Nothing of it holds any more: the turn went another way. */
  drop() {
    this.number += 1;
    this.made = [];
    this.sending = [];
    this.show();
  }

  /** @param {boolean} all Whether all of the turn is meant, and not only its last move. */
  takeBack(all) {
    if (!this.made.length) return;
    this.number += 1;
    this.made = all ? [] : this.made.slice(0, -1);
    announce(all ? "All of the turn is taken back" : "The last move is taken back");
    this.show();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key meant something.
   */
  key(event) {
    if (event.key.toLowerCase() !== "u" || !this.made.length) return false;
    this.takeBack(event.shiftKey);
    return true;
  }

  show() {
    const back = (/** @type {string} */ text, /** @type {string} */ key, /** @type {boolean} */ all) =>
      h("button", { type: "button", title: key, onclick: () => this.takeBack(all) }, text);
    fill(this.host, ...(this.made.length ? [
      h("span", { class: "faint", "aria-hidden": "true" }, "Not sent yet:"),
      h("ol", { "aria-label": "Not sent yet" }, ...this.made.map(({ move, words }) => h("li", { "data-move": move }, words))),
      back("Take back", "U", false), this.made.length > 1 ? back("Take all back", "Shift + U", true) : null,
    ] : []));
    this.shown(this.made.at(-1)?.picture ?? null);
  }
}
