/** How a person moves in Thurn and Taxis: by the table or by buttons, with sets of cities put together one by one. */

import { Choices } from "../../choices.js";
import { h } from "../../dom.js";
import { art, cityName } from "./art.js";
import { mover, ours, partsOf, sortedHand } from "./picture.js";
import { citiesOf, moveFor } from "./wishes.js";
import { groupsOf, nameMove, promptFor } from "./words.js";

/**
 * @typedef {import("../../types.js").Picture} Picture
 * @typedef {import("./wishes.js").Wish} Wish
 */

/** Steps whose moves are sets of cities. */
const SETS = ["houses", "keep"];

export class TaxisInput extends Choices {
  /**
   * @param {import("./board.js").TaxisBoard} board
   * @param {HTMLElement} host
   */
  constructor(board, host) {
    super(board, host, (move, picture) => nameMove(move, ours(picture)), (picture) => promptFor(ours(picture)));
    /** @type {Wish[]} What was wished for the set that is put together. */
    this.wishes = [];
  }

  get isSet() {
    return this.picture !== null && SETS.includes(ours(this.picture).step);
  }

  /**
   * @param {Picture} picture
   * @param {(move: string) => void} done
   */
  ask(picture, done) {
    this.wishes = [];
    super.ask(picture, done);
    // it is asked where the others shall not see whether there is a choice
    if (this.moves.length === 1) this.choose(this.moves[0]);
  }

  /**
   * A city was pointed at, or something with a move of its own: each time the next thing that can be done with it.
   *
   * @param {string} part
   */
  point(part) {
    if (this.moves.includes(part)) {
      this.choose(part);
      return;
    }
    if (this.isSet) {
      this.toggle(part);
      return;
    }
    const moves = this.moves.filter((move) => partsOf(move)[1] === part);
    if (moves.length) this.choose(moves[(moves.indexOf(this.chosen ?? "") + 1) % moves.length]);
  }

  /**
   * Takes a city into the set, or out of it.
   *
   * @param {string} city
   * @param {boolean} [isIn] Whether it is in it now.
   */
  toggle(city, isIn = this.chosen !== null && citiesOf(this.chosen).includes(city)) {
    const now = this.chosen ? citiesOf(this.chosen).filter((each) => each === city).length : 0;
    const wish = isIn ? { city, least: 0, most: now - 1 } : { city, least: now + 1, most: art.copies };
    const fulfilled = this.moves.some((move) => {
      const count = citiesOf(move).filter((each) => each === city).length;
      return count >= wish.least && count <= wish.most;
    });
    if (!fulfilled) return;
    this.wishes = [...this.wishes.filter((each) => each.city !== city), wish];
    const focused = [...this.host.querySelectorAll(".choice")].findIndex((each) => each === document.activeElement);
    super.choose(moveFor(this.moves, this.wishes, this.chosen));
    if (focused >= 0) /** @type {HTMLElement} */ (this.host.querySelectorAll(".choice")[focused]).focus();
  }

  /** @param {string | null} move */
  choose(move) {
    this.wishes = [];
    super.choose(move);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    const button = this.isSet && !event.ctrlKey ? this.host.querySelectorAll(".choice")[Number(event.key) - 1] : null;
    if (!button) return super.key(event);
    /** @type {HTMLElement} */ (button).click();
    return true;
  }

  /**
   * @param {Picture} shown
   * @param {string | null} chosen
   * @returns {Element}
   */
  buttons(shown, chosen) {
    if (this.isSet) return this.setButtons(shown, chosen);
    const picture = ours(shown);
    let number = 0;
    return h("div", { class: "taxis-choices" }, ...groupsOf(this.moves, picture).map(([title, moves]) =>
      h("div", { class: "choices", role: "group", "aria-label": title || "Moves" },
        title ? h("span", { class: "choices-title" }, title) : null,
        ...moves.map((move) => {
          number += 1;
          return this.button(nameMove(move, picture), move === chosen, number, () => this.choose(move), title ? `${title}: ${nameMove(move, picture)}` : "");
        }))));
  }

  /**
   * Buttons for a set: one for each city that can be in it, and one for each usual set as a whole.
   *
   * @param {Picture} shown
   * @param {string | null} chosen
   * @returns {Element}
   */
  setButtons(shown, chosen) {
    const picture = ours(shown);
    const inside = chosen ? citiesOf(chosen) : [];
    const isHand = picture.step === "keep";
    const cities = isHand ? sortedHand(mover(picture) ?? picture.seats[0]).map(([city]) => city)
      : [...new Set(this.moves.flatMap(citiesOf))];
    const buttons = cities.map((city, i) => {
      const at = inside.indexOf(city);
      if (at >= 0) inside.splice(at, 1);
      return this.button(cityName(city), at >= 0, i + 1, () => this.toggle(city, at >= 0));
    });
    const wholes = isHand ? [] : this.wholeSets();
    return h("div", { class: "taxis-choices" },
      h("div", { class: "choices", role: "group", "aria-label": isHand ? "Cards" : "Cities" }, ...buttons),
      wholes.length ? h("div", { class: "choices", role: "group", "aria-label": "All at once" },
        ...wholes.map(([name, move], i) => this.button(name, move === chosen, cities.length + i + 1, () => this.choose(move)))) : null);
  }

  /**
   * The sets that people think of first: a city in each province, and all cities of one.
   *
   * @returns {[string, string][]}
   */
  wholeSets() {
    /** @type {Map<string, string>} */
    const found = new Map();
    const provinces = (/** @type {string} */ move) => [...new Set(citiesOf(move).map((city) => art.cities[city].province))];
    const most = Math.max(...this.moves.map((move) => provinces(move).length));
    const widest = this.moves.find((move) => provinces(move).length === most);
    if (widest && most > 1) found.set(widest, "One in each province");
    for (const move of this.moves) {
      const names = provinces(move);
      if (!names.length) found.set(move, "No house");
      else if (names.length === 1 && citiesOf(move).length > 1) found.set(move, `Only ${names[0]} (${citiesOf(move).length})`);
    }
    // of a province of which not all houses can be had there are several sets of one name
    const names = [...found.values()];
    return [...found].filter(([, name]) => names.indexOf(name) === names.lastIndexOf(name)).map(([move, name]) => [name, move]);
  }

  /**
   * @param {string} name
   * @param {boolean} isChosen
   * @param {number} number Of its key.
   * @param {() => void} act
   * @param {string} [label]
   */
  button(name, isChosen, number, act, label = "") {
    return h("button", { type: "button", class: "choice", "aria-pressed": String(isChosen), onclick: act,
      "aria-label": label || null, title: number < 10 ? `Key ${number}` : null }, name);
  }
}
