/** How a person moves in Ticket to Ride: by the table or by buttons; for a track the payment is chosen besides. */

import { Choices } from "../../choices.js";
import { h } from "../../dom.js";
import { counted } from "../../names.js";
import { art, betweenName } from "./art.js";
import { cardsOf, handOf, ours, partsOf, ticketsOf } from "./picture.js";
import { nameMove, promptFor, sayMissing, shortCards } from "./words.js";

/**
 * @typedef {import("../../types.js").Picture} Picture
 * @typedef {import("./picture.js").RailPicture} RailPicture
 *
 * @typedef {object} Entry Something to choose: a move, or a track with all the ways to pay for it.
 * @property {string} group
 * @property {string[]} moves
 */

/** Steps whose moves are sets of tickets. */
const SETS = ["start", "keep"];

export class RailInput extends Choices {
  /** @type {import("../../types.js").KeyText[]} */
  keys = [
    [["←", "→"], "from card to card and from track to track"],
    [["↑", "↓"], "another payment for the track"],
    [["1 … 9"], "the card, track or ticket with this number"],
    [["Enter"], "make the move"],
    [["Escape"], "take the choice back"],
  ];

  /**
   * @param {import("./board.js").RailBoard} board
   * @param {HTMLElement} host
   */
  constructor(board, host) {
    super(board, host, nameMove, (picture) => promptFor(ours(picture)));
    this.rails = board;
    /** @type {Set<string>} The tickets that are to be kept. */
    this.kept = new Set();
    /** @type {Entry[]} */
    this.entries = [];
  }

  get isSet() {
    return this.picture !== null && SETS.includes(ours(this.picture).step);
  }

  /**
   * @param {Picture} picture
   * @param {(move: string) => void} done
   */
  ask(picture, done) {
    this.picture = picture;
    this.entries = this.isSet ? [] : entriesOf(ours(picture));
    super.ask(picture, done);
    if (this.moves.length === 1) this.choose(this.moves[0]);
  }

  /**
   * Something was pointed at on the table: a card or a pile, a track, or a ticket that is offered.
   *
   * @param {string} part
   */
  point(part) {
    if (this.isSet) this.toggle(part);
    else this.chooseEntry(this.entries.find(({ moves }) => moves.includes(part) || partsOf(moves[0])[1] === part));
  }

  /**
   * Chooses an entry; chosen again it is the next way to pay.
   *
   * @param {Entry | undefined} entry
   * @param {number} step
   */
  chooseEntry(entry, step = 1) {
    if (!entry) return;
    const { moves } = entry;
    const at = moves.indexOf(this.chosen ?? "");
    this.choose(moves[at < 0 ? 0 : (at + step + moves.length) % moves.length]);
  }

  /**
   * Takes a ticket into those that are kept, or out of them.
   *
   * @param {string} ticket
   */
  toggle(ticket) {
    if (!this.kept.delete(ticket)) this.kept.add(ticket);
    const { kept } = this;
    const number = [...this.host.querySelectorAll(".choice")].findIndex((each) => each === document.activeElement);
    super.choose(this.moves.find((move) => ticketsOf(move).length === kept.size && ticketsOf(move).every((each) => kept.has(each))) ?? null);
    this.rails.showKept([...kept]);
    if (number >= 0) /** @type {HTMLElement} */ (this.host.querySelectorAll(".choice")[number]).focus();
  }

  /** @param {string | null} move */
  choose(move) {
    this.kept = new Set(move ? ticketsOf(move) : []);
    super.choose(move);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    const number = Number(event.key) - 1;
    const offered = this.picture ? ours(this.picture).offered : [];
    if (this.isSet && offered[number]) {
      this.toggle(offered[number].ticket);
      return true;
    }
    if (this.isSet || event.shiftKey) return super.key(event);
    const here = this.entries.findIndex(({ moves }) => moves.includes(this.chosen ?? ""));
    const all = this.entries.length;
    if (this.entries[number]) this.chooseEntry(this.entries[number]);
    else if (event.key === "ArrowRight") this.chooseEntry(this.entries[(here + 1) % all]);
    else if (event.key === "ArrowLeft") this.chooseEntry(this.entries[here < 0 ? all - 1 : (here - 1 + all) % all]);
    else if (event.key === "ArrowDown" && here >= 0) this.chooseEntry(this.entries[here]);
    else if (event.key === "ArrowUp" && here >= 0) this.chooseEntry(this.entries[here], -1);
    else return super.key(event);
    this.host.querySelector(".choice[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
    return true;
  }

  /**
   * @param {Picture} shown
   * @param {string | null} chosen
   * @returns {Element}
   */
  buttons(shown, chosen) {
    const picture = ours(shown);
    if (this.isSet) return this.ticketButtons(picture);
    const groups = [...new Set(this.entries.map(({ group }) => group))];
    const entry = this.entries.find(({ moves }) => moves.includes(chosen ?? ""));
    return h("div", { class: "rail-choices" }, ...groups.map((group) =>
      h("div", { class: `choices ${group.toLowerCase()}-choices`, role: "group", "aria-label": group }, h("span", { class: "choices-title" }, group),
        ...this.entries.map((each, i) => (each.group === group ? this.entryButton(each, i, chosen) : null)))),
    chosen && entry && partsOf(chosen)[0] === "claim" ? this.payments(entry, chosen, picture) : null);
  }

  /**
   * @param {Entry} entry
   * @param {number} number
   * @param {string | null} chosen
   */
  entryButton(entry, number, chosen) {
    const [move] = entry.moves;
    const [kind, what] = partsOf(move);
    const isClaim = kind === "claim";
    const colour = isClaim ? art.tracks[what].colour || "any" : kind === "take" ? what : "";
    return h("button", { type: "button", class: "choice", "aria-pressed": String(entry.moves.includes(chosen ?? "")),
      title: number < 9 ? `Key ${number + 1}` : null, "data-move": move, onclick: () => this.choose(entry.moves[0]) },
    colour ? h("span", { class: `choice-colour kind-${colour}` }) : null, nameMove(move), ...(isClaim ? [h("span", { class: "faint" }, ` ${art.tracks[what].length}`),
      h("span", { class: "unseen" }, ` ${art.tracks[what].length === 1 ? "train" : "trains"}, ${art.colours[colour] ?? "any colour"}`)] : []));
  }

  /**
   * The ways to pay for a track, and what the chosen one leaves.
   *
   * @param {Entry} entry
   * @param {string} chosen
   * @param {RailPicture} picture
   */
  payments(entry, chosen, picture) {
    const [, track, paid] = partsOf(chosen);
    const { length, points } = art.tracks[track];
    const seat = picture.seats[picture.to_move ?? 0];
    const left = handOf(seat);
    for (const [card, much] of cardsOf(paid)) left[card] -= much;
    const rest = Object.keys(art.colours).filter((card) => left[card] > 0).map((card) => card + left[card]).join("");
    return h("div", { class: "choices payments", role: "group", "aria-label": `Pay for ${betweenName(track)} with` },
      h("span", { class: "choices-title" }, "Pay with"), ...entry.moves.map((move) => {
        const cards = partsOf(move)[2];
        return h("button", { type: "button", class: "payment", "aria-pressed": String(move === chosen), "data-move": move, onclick: () => this.choose(move) },
          ...cardsOf(cards).map(([card]) => h("span", { class: `choice-colour kind-${card}` })), shortCards(cards));
      }),
      h("p", { class: "payment-note" }, `${betweenName(track)} brings ${counted(points, "point")}. You keep ${counted(seat.trains - length, "train")} and ${rest ? shortCards(rest).replaceAll(" + ", ", ") : "no cards"}.`));
  }

  /**
   * A button for each ticket that can be kept.
   *
   * @param {RailPicture} picture
   */
  ticketButtons(picture) {
    return h("div", { class: "rail-choices" }, h("div", { class: "choices", role: "group", "aria-label": "Tickets" },
      ...picture.offered.map(({ ticket, missing }, i) =>
        h("button", { type: "button", class: "choice", "aria-pressed": String(this.kept.has(ticket)), title: `Key ${i + 1}`, "data-move": ticket,
          onclick: () => this.toggle(ticket), onfocus: () => this.pointTicket(i), onmouseenter: () => this.pointTicket(i), onmouseleave: () => this.pointTicket(-1) },
        `${betweenName(ticket)} ${art.tickets[ticket]}`, h("span", { class: "faint" }, ` ${sayMissing(missing, false)}`)))));
  }

  /** @param {number} number Of the ticket that is shown on the map. */
  pointTicket(number) {
    if (this.picture) this.rails.pointTicket(ours(this.picture).offered[number]);
  }
}

/**
 * What can be chosen: cards and piles, then tracks, those first that own tickets want.
 *
 * @param {RailPicture} picture
 * @returns {Entry[]}
 */
function entriesOf(picture) {
  /** @type {Map<string, string[]>} */
  const claims = new Map();
  /** @type {Entry[]} */
  const draws = [];
  for (const move of picture.moves) {
    const [kind, what] = partsOf(move);
    if (kind === "claim") claims.set(what, [...claims.get(what) ?? [], move]);
    else draws.push({ group: kind === "pass" || kind === "stop" ? "Or" : "Draw", moves: [move] });
  }
  const wanted = new Set((picture.seats[picture.to_move ?? 0]?.tickets ?? []).flatMap(({ tracks }) => tracks));
  const worth = (/** @type {string} */ track) => (wanted.has(track) ? 100 : 0) + art.tracks[track].length;
  const tracks = [...claims].sort(([a], [b]) => worth(b) - worth(a) || a.localeCompare(b));
  return [...draws, ...tracks.map(([, moves]) => ({ group: "Claim", moves: cheapestFirst(moves, picture) }))];
}

/**
 * Ways to pay, that with the fewest locomotives first, then that of which one keeps most.
 *
 * @param {string[]} moves
 * @param {RailPicture} picture
 */
function cheapestFirst(moves, picture) {
  const seat = picture.seats[picture.to_move ?? 0];
  const hand = seat ? handOf(seat) : {};
  const cost = (/** @type {string} */ move) => cardsOf(partsOf(move)[2]).reduce((all, [card, much]) => all + (card === "L" ? 100 * much : much - (hand[card] ?? 0)), 0);
  return [...moves].sort((a, b) => cost(a) - cost(b));
}
