/** How a person moves where a move is one of a few: it is chosen, by a button or on the board, and confirmed. */

import { announce, fill, h } from "./dom.js";

/**
 * @typedef {import("./types.js").Picture} Picture
 *
 * @typedef {object} Offering A board on which moves can be chosen.
 * @property {(moves: string[], choose: (move: string) => void) => void} offer
 * @property {(move: string | null) => void} preview
 */

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class Choices {
  /** @type {import("./types.js").KeyText[]} */
  keys = [
    [["←", "→", "↑", "↓"], "from move to move"],
    [["1 … 9"], "the move with this number"],
    [["Enter"], "make it"],
    [["Escape"], "take the choice back"],
  ];

  /**
   * @param {Offering} board
   * @param {HTMLElement} host
   * @param {(move: string, picture: Picture) => string} name What a button for a move says.
   * @param {(picture: Picture) => string} prompt What is asked.
   */
  constructor(board, host, name, prompt) {
    this.board = board;
    this.host = host;
    this.name = name;
    this.prompt = prompt;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {(move: string) => void} */
    this.done = () => {};
    /** @type {string | null} */
    this.chosen = null;
  }

  /** @returns {string[]} */
  get moves() {
    return /** @type {{ moves?: string[] } | null} */ (this.picture)?.moves ?? [];
  }

  /**
   * @param {Picture} picture
   * @param {(move: string) => void} done
   */
  ask(picture, done) {
    this.picture = picture;
    this.done = done;
    this.board.offer(this.moves, (move) => this.point(move));
    this.choose(null);
  }

  rest() {
    this.picture = null;
    this.chosen = null;
    this.board.offer([], () => {});
    this.board.preview(null);
    fill(this.host);
  }

  /** @param {string} move */
  propose(move) {
    if (this.moves.includes(move)) this.choose(move);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    const move = this.moves[Number(event.key) - 1];
    const step = event.shiftKey ? undefined : STEPS[event.key];
    const next = move ?? (step && this.moves.length ? this.beside(step) : null);
    if (next) this.chooseAloud(next);
    else if (event.key === "Escape" && this.chosen) this.choose(null);
    else if (event.key === "Enter" && this.chosen && isFree(event.target)) this.confirm();
    else return false;
    return true;
  }

  /**
   * The move beside the chosen one, around the ends.
   *
   * @param {number} step
   */
  beside(step) {
    const { moves, chosen } = this;
    if (!chosen) return moves[step > 0 ? 0 : moves.length - 1];
    return moves[(moves.indexOf(chosen) + step + moves.length) % moves.length];
  }

  /**
   * Something was pointed at on the board: the move itself, unless a game says more.
   *
   * @param {string} move
   */
  point(move) {
    this.choose(move);
  }

  /** @param {string} move Chosen by a key: the focus may be elsewhere, so it is said what that is. */
  chooseAloud(move) {
    this.choose(move);
    if (this.picture && !this.host.contains(document.activeElement)) announce(this.name(move, this.picture));
  }

  /** @param {string | null} move Nothing takes the choice back. */
  choose(move) {
    const { picture } = this;
    if (!picture) return;
    this.chosen = move;
    this.board.preview(move);
    const hadFocus = this.host.contains(document.activeElement);
    const at = this.offered.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    fill(this.host,
      h("p", { class: "prompt" }, h("b", null, "Your turn."), ` ${this.prompt(picture)}`),
      this.buttons(picture, move),
      h("div", { class: "confirm" },
        h("button", { type: "button", disabled: !move, onclick: () => this.choose(null), title: "Escape" }, "Undo"),
        h("button", { type: "button", class: "primary", disabled: !move, onclick: () => this.confirm(), title: "Enter" }, "Confirm")));
    if (!hadFocus) return;
    const { offered } = this;
    const here = offered[at];
    const stays = here?.ariaPressed === "true";
    (stays ? here : offered.find((each) => each.ariaPressed === "true") ?? here ?? offered[0])?.focus();
  }

  /** All buttons by which something is chosen. */
  get offered() {
    return /** @type {HTMLElement[]} */ ([...this.host.querySelectorAll("button[aria-pressed]")]);
  }

  /**
   * What can be chosen, as buttons; a game may arrange them in its own way.
   *
   * @param {Picture} picture
   * @param {string | null} chosen
   * @returns {Element}
   */
  buttons(picture, chosen) {
    return h("div", { class: "choices", role: "group", "aria-label": "Moves" }, ...this.moves.map((each, i) =>
      h("button", { type: "button", class: "choice", "aria-pressed": String(each === chosen), title: `Key ${i + 1}`,
        onclick: () => this.choose(each) }, this.name(each, picture))));
  }

  confirm() {
    const { chosen, done } = this;
    if (!chosen) return;
    this.rest();
    done(chosen);
  }
}

/**
 * Whether Enter confirms there: it does not press another button or follow a link, but it may stand on
 * what is chosen.
 *
 * @param {EventTarget | null} target
 */
export function isFree(target) {
  if (!(target instanceof Element) || target.matches(".choices [aria-pressed=true]")) return true;
  return !target.closest("a, button, summary, [role=button]");
}
