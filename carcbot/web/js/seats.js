/** The players: who has what, whose turn it is, and what the clocks show. */

import { fill, h, write } from "./dom.js";
import { isHouse, namesOf, numberText, reasonWords } from "./names.js";

/**
 * @typedef {object} SeatParts
 * @property {HTMLElement} root
 * @property {HTMLElement} name
 * @property {HTMLElement} score
 * @property {HTMLElement} outlook
 * @property {HTMLElement} clock
 * @property {HTMLElement} supply
 * @property {HTMLElement} note
 */

export class Seats {
  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").GameFace} face
   */
  constructor(host, face) {
    this.host = host;
    this.face = face;
    /** @type {SeatParts[]} */
    this.parts = [];
    /** @type {number | null} */
    this.mine = null;
    /** @type {Map<number, string>} Who is away, or out of a match that goes on. */
    this.notes = new Map();
  }

  /**
   * Who sits where.
   *
   * @param {(string | null)[]} accounts
   * @param {number | null} mine
   */
  seat(accounts, mine) {
    this.mine = mine;
    const names = namesOf(accounts);
    this.parts = accounts.map((account, seat) => this.make(account, names[seat], seat));
    fill(this.host, ...this.parts.map((part) => part.root));
    this.host.dataset.count = String(accounts.length);
  }

  /**
   * @param {string | null} account
   * @param {string} called
   * @param {number} seat
   * @returns {SeatParts}
   */
  make(account, called, seat) {
    const name = h("span", { class: "seat-name", title: account ?? "" }, called);
    const score = h("span", { class: "seat-score" }, "0");
    const outlook = h("span", { class: "seat-outlook" });
    const clock = h("span", { class: "seat-clock", role: "timer", "aria-live": "off" });
    const supply = h("span", { class: "seat-supply" });
    const note = h("span", { class: "seat-note" });
    const tag = seat === this.mine ? h("span", { class: "tag you" }, "you") : isHouse(account) ? h("span", { class: "tag" }, "bot") : null;
    const root = h("article", { class: `seat tint-${seat}` },
      h("span", { class: "seat-sign" }, this.face.figure(seat)),
      h("span", { class: "seat-line" }, name, tag, note),
      h("span", { class: "seat-points" }, score, outlook),
      clock, supply);
    return { root, name, score, outlook, clock, supply, note };
  }

  /**
   * @param {import("./types.js").Picture} picture
   * @param {import("./types.js").MatchEvent | null} result The end, if this is the end.
   */
  show(picture, result) {
    this.parts.forEach((part, seat) => {
      const score = picture.scores[seat];
      const more = picture.outlook[seat] - score;
      const place = result?.standings?.[seat]?.place;
      write(part.score, numberText(score));
      const unseen = this.face.unseen?.(picture, seat);
      write(part.outlook, picture.over || result ? "" : `→ ${numberText(picture.outlook[seat])}${unseen ? " + ?" : ""}`);
      const then = `if the game ended now${unseen ? `, without ${unseen}` : ""}`;
      part.outlook.title = `${numberText(more)} more ${then}`;
      part.root.classList.toggle("turn", seat === picture.to_move && !result);
      part.root.classList.toggle("winner", place === 1);
      part.root.setAttribute("aria-label",
        `${part.name.textContent}${seat === this.mine ? ", you" : ""}: ${score} points, ${picture.outlook[seat]} ${then}${seat === picture.to_move && !result ? ", to move" : ""}`);
      const supply = h("span", null, ...this.face.supply(picture, seat));
      if (supply.innerHTML !== part.supply.innerHTML) fill(part.supply, ...supply.childNodes);
      const out = result?.standings?.[seat]?.out;
      write(part.note, result ? place ? `${place}.${out ? ` (${reasonWords(out)})` : ""}` : "" : this.notes.get(seat) ?? "");
    });
  }

  /** @param {{ text: string, runs: boolean, short: boolean }[]} clocks */
  tick(clocks) {
    clocks.forEach((clock, seat) => {
      const part = this.parts[seat];
      if (!part) return;
      write(part.clock, clock.text);
      part.clock.classList.toggle("runs", clock.runs);
      part.clock.classList.toggle("short", clock.short);
    });
  }

  /**
   * What is said of a seat while the match goes on.
   *
   * @param {number} seat
   * @param {string} text
   */
  note(seat, text) {
    this.notes.set(seat, text);
    const part = this.parts[seat];
    if (part) write(part.note, text);
  }
}
