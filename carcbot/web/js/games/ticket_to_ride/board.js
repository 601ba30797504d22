/** The table of Ticket to Ride: the map, the open row, and what each seat has. */

import { fill, h } from "../../dom.js";
import { counted } from "../../names.js";
import { art, backCard, betweenName, trainCard } from "./art.js";
import { RailMap } from "./map.js";
import { handOf, ours, partsOf, ticketsOf } from "./picture.js";
import { sayMissing } from "./words.js";

/**
 * @typedef {import("./picture.js").RailPicture} RailPicture
 * @typedef {import("./picture.js").SeatParts} SeatParts
 * @typedef {import("./picture.js").TicketParts} TicketParts
 */

const ZOOMS = [1, 1.6, 2.4];
/** Where names on the whole map would be too small to be read. */
const SMALL = "(max-width: 640px)";

export class RailBoard {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {string[]} */
    this.names = [];
    /** @type {RailPicture | null} */
    this.picture = null;
    /** @type {string[]} */
    this.moves = [];
    /** @type {string | null} */
    this.chosen = null;
    /** @type {string[]} The offered tickets that are chosen, whether that is enough or not. */
    this.kept = [];
    /** What is pointed out of the own accord: a kind of card, a ticket or a path, by a name of its own. */
    this.pointed = "";
    /** @type {(part: string) => void} */
    this.choose = () => {};
    this.map = new RailMap((track) => this.choose(track));
    this.scale = 0;
    this.larger = h("button", { type: "button", onclick: () => this.enlarge(1), "aria-label": "A larger map" }, "+");
    this.smaller = h("button", { type: "button", onclick: () => this.enlarge(-1), "aria-label": "A smaller map", disabled: true }, "−");
    this.window = h("div", { class: "rail-window", tabindex: 0, role: "group", "aria-label": "Map" }, this.map.root);
    this.market = h("section", { class: "rail-market", "aria-label": "Cards" });
    this.places = h("div", { class: "rail-places" });
    this.table = h("div", { class: "map-table", tabindex: 0, role: "group", "aria-label": "Table" },
      h("div", { class: "rail" }, h("div", { class: "rail-view" }, this.window, h("div", { class: "rail-zoom" }, this.larger, this.smaller)),
        this.market, this.places));
    host.append(this.table);
    if (matchMedia(SMALL).matches) this.enlarge(1);
  }

  /** @param {import("../../types.js").Picture} picture */
  show(picture) {
    this.picture = ours(picture);
    this.chosen = null;
    this.kept = [];
    this.pointed = "";
    this.draw();
  }

  /**
   * Moves that can be chosen on the table, until other ones are offered.
   *
   * @param {string[]} moves
   * @param {(part: string) => void} choose Is told what was pointed at: a track, a ticket, or a move that is no claim.
   */
  offer(moves, choose) {
    this.moves = moves;
    this.choose = choose;
    this.pointed = "";
    this.draw();
  }

  /** @param {string | null} move */
  preview(move) {
    if (move === this.chosen) return;
    this.chosen = move;
    this.showKept(move ? ticketsOf(move) : []);
    if (move?.startsWith("claim")) this.reveal();
  }

  /**
   * Shows which of the offered tickets are chosen.
   *
   * @param {string[]} tickets
   */
  showKept(tickets) {
    this.kept = tickets;
    this.mark();
  }

  /**
   * @param {import("../../types.js").Hint[]} hints
   */
  hints(hints) {
    this.map.hints(hints);
  }

  key() {
    return false;
  }

  /**
   * Shows what brought points: the tracks of a seat, its longest path or one of its tickets.
   *
   * @param {number | null} part
   */
  point(part) {
    const { picture } = this;
    if (!picture || part === null) {
      this.map.point([], []);
      return;
    }
    const { tracks, path, tickets } = picture.seats[Math.floor(part / art.parts)];
    const number = part % art.parts;
    const ticket = tickets[number - 2];
    if (ticket) this.pointTicket(ticket);
    else this.map.point(number ? path : tracks, []);
  }

  /**
   * Shows on the map how a ticket is or could be completed.
   *
   * @param {TicketParts | undefined} ticket Nothing shows none.
   */
  pointTicket(ticket) {
    this.map.point(ticket?.tracks ?? [], ticket ? [ticket.ticket] : []);
  }

  /** @param {number} step */
  enlarge(step) {
    this.scale = Math.min(Math.max(this.scale + step, 0), ZOOMS.length - 1);
    this.smaller.disabled = this.scale === 0;
    this.larger.disabled = this.scale === ZOOMS.length - 1;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.window;
    const [x, y] = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight];
    this.map.root.style.width = `${100 * ZOOMS[this.scale]}%`;
    this.window.classList.toggle("enlarged", this.scale > 0);
    this.window.scrollTo(x * this.window.scrollWidth - clientWidth / 2, y * this.window.scrollHeight - clientHeight / 2);
  }

  draw() {
    const { picture } = this;
    if (!picture) return;
    this.map.show(picture, this.names);
    this.drawMarket(picture);
    this.drawPlaces(picture);
    this.mark();
  }

  /** Marks what can be chosen, what is chosen, and what is pointed out. */
  mark() {
    const { picture, chosen, moves, pointed } = this;
    if (!picture) return;
    const claims = moves.filter((move) => move.startsWith("claim"));
    const kind = partsOf(pointed);
    const card = kind[0] === "card" ? kind[1] : "";
    const paid = card ? new Set(picture.builds[card] ?? []) : null;
    this.map.light(new Set(claims.map((move) => partsOf(move)[1]).filter((track) => !paid || paid.has(track))));
    this.map.preview(chosen, this.kept, picture);
    this.map.point([], []);
    if (paid && !claims.length) this.map.point([...paid], []); // in one's turn only those stay lit
    const seat = picture.seats[Number(kind[1])];
    if (kind[0] === "path" && seat) this.map.point(seat.path, []);
    if (kind[0] === "ticket") this.pointTicket([...picture.offered, ...picture.seats.flatMap(({ tickets }) => tickets)].find(({ ticket }) => ticket === kind[1]));
    for (const each of this.table.querySelectorAll("[data-part]")) {
      const { part = "" } = /** @type {HTMLElement} */ (each).dataset;
      each.classList.toggle("chosen", chosen === part || this.kept.includes(part));
    }
    for (const each of this.table.querySelectorAll("[data-shows]")) {
      each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.shows === pointed));
    }
  }

  /**
   * Points something out, or ends that.
   *
   * @param {string} what
   */
  pointOut(what) {
    this.pointed = this.pointed === what ? "" : what;
    this.mark();
    if (this.pointed) this.reveal();
  }

  /** Brings what is marked on the map into sight, where the map or the table is larger than its window. */
  reveal() {
    for (const part of [this.window, this.table]) {
      const box = this.map.markedBox();
      const seen = part.getBoundingClientRect();
      if (!box) return;
      if (box.left < seen.left || box.right > seen.right) part.scrollLeft += (box.left + box.right - seen.left - seen.right) / 2;
      if (box.top < seen.top || box.bottom > seen.bottom) part.scrollTop += (box.top + box.bottom - seen.top - seen.bottom) / 2;
    }
    // on a phone the page itself is scrolled
    if (getComputedStyle(this.table).overflowY === "visible") this.window.scrollIntoView({ block: "nearest" });
  }

  /** @param {RailPicture} picture */
  drawMarket(picture) {
    const discards = Object.values(picture.discards).reduce((all, each) => all + each, 0);
    const last = picture.turns_left && !picture.over
      ? h("p", { class: "rail-last" }, h("b", null, "The last round. "), `${counted(picture.turns_left, "turn")} left.`) : null;
    fill(this.market, last,
      h("div", { class: "row-cards", role: "group", "aria-label": "Open row" }, ...picture.row.map((card, i) =>
        (card === null ? h("span", { class: "train-card gap" }, "–") : this.spot(trainCard(card), `take:${card}`, `row-${i}`)))),
      h("div", { class: "rail-piles", role: "group", "aria-label": "Piles" },
        this.spot(backCard("Deck", counted(picture.deck, "card")), "blind", "blind"),
        this.spot(backCard("Tickets", `${picture.ticket_deck} left`, "tickets-back"), "tickets", "tickets")),
      h("p", { class: "faint" }, `${discards} discarded`));
  }

  /** @param {RailPicture} picture */
  drawPlaces(picture) {
    const order = picture.seats.map((_, seat) => seat);
    // one's own stands first
    if (picture.viewer !== null) order.unshift(...order.splice(picture.viewer, 1));
    const hadFocus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.spot;
    fill(this.places, ...order.map((seat) => this.place(picture, seat)));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-spot="${hadFocus}"]`))?.focus();
  }

  /**
   * What a seat has.
   *
   * @param {RailPicture} picture
   * @param {number} seat
   */
  place(picture, seat) {
    const parts = picture.seats[seat];
    const name = this.names[seat] ?? `seat ${seat}`;
    const isOwn = seat === picture.viewer;
    const long = parts.path.reduce((all, track) => all + art.tracks[track].length, 0);
    return h("section", { class: `rail-place tint-of-${seat}${seat === picture.to_move ? " turn" : ""}${isOwn ? " own" : ""}`, "aria-label": name },
      h("div", { class: "rail-head" }, h("h2", null, h("span", { class: `dot seat-${seat}` }), ` ${name}`),
        h("span", { class: `trains${parts.trains < 10 ? " few" : ""}` }, counted(parts.trains, "train")),
        long ? this.shows(`path:${seat}`, `longest path ${long}`) : h("span", { class: "faint" }, "no track yet")),
      h("div", { class: "hand-cards", role: "group", "aria-label": "hand" }, ...this.handCards(picture, seat)),
      this.tickets(picture, seat));
  }

  /**
   * A hand by kinds of cards; of one's own with what it can pay.
   *
   * @param {RailPicture} picture
   * @param {number} seat
   * @returns {Node[]}
   */
  handCards(picture, seat) {
    const parts = picture.seats[seat];
    const isOwn = seat === picture.viewer;
    const hand = handOf(parts);
    const cards = Object.keys(art.colours).filter((card) => hand[card]).map((card) => {
      const much = hand[card];
      const pile = trainCard(card, much);
      const known = parts.known[card] ?? 0;
      if (known && isOwn) pile.title = `All know of ${known} of them`;
      if (!isOwn || picture.over) return pile;
      const pays = picture.builds[card] ?? [];
      const words = pays.length ? `pays ${counted(pays.length, "track")}` : "pays no track";
      return h("button", { type: "button", class: "pile", "data-shows": `card:${card}`, "data-spot": `card-${card}`, "aria-pressed": "false",
        title: pays.map(betweenName).join(", ") || "Not enough for any track",
        onclick: () => this.pointOut(`card:${card}`) }, pile, h("span", { class: "pile-note" }, words));
    });
    if (parts.hidden) cards.push(backCard(String(parts.hidden), "hidden", "hidden-cards"));
    return cards.length ? cards : [h("span", { class: "faint" }, "no cards")];
  }

  /**
   * @param {RailPicture} picture
   * @param {number} seat
   */
  tickets(picture, seat) {
    const parts = picture.seats[seat];
    const offered = seat === picture.to_move ? picture.offered : [];
    const number = parts.ticket_count;
    const hidden = number === null ? null : number - parts.tickets.length;
    const words = number === null ? "tickets are being chosen" : hidden ? counted(hidden, "hidden ticket") : "";
    return h("div", { class: "rail-tickets", role: "group", "aria-label": "tickets" },
      ...offered.map((each) => this.ticket(each, picture, true)), ...parts.tickets.map((each) => this.ticket(each, picture, false)),
      words ? h("span", { class: "faint" }, words) : null);
  }

  /**
   * A ticket, with what is still missing: pressed it shows its way, or is kept where it is offered.
   *
   * @param {TicketParts} parts
   * @param {RailPicture} picture
   * @param {boolean} isOffered
   */
  ticket(parts, picture, isOffered) {
    const { ticket, missing } = parts;
    const state = missing === 0 ? "done" : missing === null || picture.over ? "failed" : "";
    const inside = [h("span", { class: "ticket-name" }, betweenName(ticket)), h("b", { class: "ticket-value" }, String(art.tickets[ticket])),
      h("span", { class: "ticket-note" }, sayMissing(missing, picture.over))];
    const kept = isOffered && this.moves.some((move) => ticketsOf(move).includes(ticket));
    return h("button", { type: "button", class: `rail-ticket ${state}${isOffered ? " offered" : ""}`, "data-spot": `ticket-${ticket}`,
      ...(kept ? { "data-part": ticket, onclick: () => this.choose(ticket) }
        : { "data-shows": `ticket:${ticket}`, "aria-pressed": "false", onclick: () => this.pointOut(`ticket:${ticket}`) }) }, ...inside);
  }

  /**
   * A button that shows something on the map.
   *
   * @param {string} what
   * @param {string} text
   */
  shows(what, text) {
    return h("button", { type: "button", class: "quiet", "data-shows": what, "data-spot": what, "aria-pressed": "false", onclick: () => this.pointOut(what) }, text);
  }

  /**
   * A card as a button, if the move that it stands for is offered now.
   *
   * @param {HTMLElement} card
   * @param {string} move
   * @param {string} spot Its own name, where several say the same.
   */
  spot(card, move, spot) {
    if (!this.moves.includes(move)) return card;
    return h("button", { type: "button", class: "rail-spot", "data-part": move, "data-spot": spot, onclick: () => this.choose(move) }, card);
  }
}
