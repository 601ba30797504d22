/** The table of Thurn and Taxis: the map, the display, the tiles, and what lies before each seat. */

import { fill, h } from "../../dom.js";
import { counted } from "../../names.js";
import { art, cardsOf, cityCard, coach, hiddenCards } from "./art.js";
import { TaxisMap } from "./map.js";
import { ours, partsOf, sortedHand } from "./picture.js";

/**
 * @typedef {import("./picture.js").TaxisPicture} TaxisPicture
 * @typedef {import("./picture.js").SeatParts} SeatParts
 */

export class TaxisBoard {
  /** @param {HTMLElement} host */
  constructor(host) {
    /** @type {string[]} */
    this.names = [];
    /** @type {TaxisPicture | null} */
    this.picture = null;
    /** @type {string[]} */
    this.moves = [];
    /** @type {string | null} */
    this.chosen = null;
    /** @type {(part: string) => void} */
    this.choose = () => {};
    this.map = new TaxisMap((city) => this.choose(city));
    this.market = h("section", { class: "market", "aria-label": "Display" });
    this.tiles = h("section", { class: "stacks", "aria-label": "Tiles left" });
    this.places = h("div", { class: "taxis-places" });
    this.table = h("div", { class: "map-table", tabindex: 0, role: "group", "aria-label": "Table" },
      h("div", { class: "taxis" }, this.map.root, this.market, this.places, this.tiles));
    host.append(this.table);
  }

  /** @param {import("../../types.js").Picture} picture */
  show(picture) {
    this.picture = ours(picture);
    this.chosen = null;
    this.draw();
  }

  /**
   * Moves that can be chosen on the table, until other ones are offered.
   *
   * @param {string[]} moves
   * @param {(part: string) => void} choose Is told what was pointed at: a city, or a move of one word.
   */
  offer(moves, choose) {
    this.moves = moves;
    this.choose = choose;
    this.draw();
    if (moves.length) requestAnimationFrame(() => this.reveal());
  }

  /** Brings what is to be chosen into sight, where the table is larger than its window or the page. */
  reveal() {
    const step = this.picture?.step;
    const part = step === "draw" ? this.market : step === "houses" ? this.map.root : this.places.firstElementChild;
    part?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string | null} move */
  preview(move) {
    if (move === this.chosen) return;
    this.chosen = move;
    if (!this.picture) return;
    this.drawPlaces(this.picture);
    this.mark();
  }

  key() {
    return false;
  }

  point() {}

  draw() {
    const { picture } = this;
    if (!picture) return;
    this.map.show(picture, this.names);
    this.drawMarket(picture);
    this.drawPlaces(picture);
    fill(this.tiles, h("h2", null, "Tiles left"), h("ul", null, ...art.stacks.map(([title, tiles, needs], i) =>
      h("li", { class: picture.stacks[i] ? "" : "gone", title: `For ${needs}` },
        h("span", { class: "stack-title" }, title),
        h("span", { class: "stack-tiles" }, ...(picture.stacks[i] ? tiles.slice(-picture.stacks[i]) : []).map((points) => h("span", { class: "bonus-tile" }, String(points))),
          picture.stacks[i] ? null : "–")))));
    this.mark();
  }

  /** Marks on the map what can be chosen there, and what is chosen. */
  mark() {
    const { picture, chosen } = this;
    if (!picture) return;
    const isOfCards = picture.step === "keep";
    this.map.light(isOfCards ? [] : new Set(this.moves.flatMap((move) => cardsOf(partsOf(move)[1]))));
    this.map.preview(chosen, picture);
    for (const each of this.market.querySelectorAll("[data-part]")) {
      const { part = "" } = /** @type {HTMLElement} */ (each).dataset;
      each.classList.toggle("chosen", chosen !== null && (chosen === part || chosen === `take:${part}`));
    }
  }

  /** @param {TaxisPicture} picture */
  drawMarket(picture) {
    const discards = Object.values(picture.discards).reduce((all, each) => all + each, 0);
    const deck = h("span", { class: `city-card ${picture.supply ? "back" : "gap"}` }, h("span", { class: "city-card-name" }, "Supply"), h("span", { class: "city-card-land" }, counted(picture.supply, "card")));
    fill(this.market,
      h("div", { class: "display", role: "group", "aria-label": "Display" }, ...picture.display.map((city) =>
        city === null ? h("span", { class: "city-card gap" }, h("span", { class: "city-card-name" }, "–"))
          : this.spot(cityCard(city), city, `take:${city}`))),
      h("div", { class: "piles" }, this.spot(deck, "blind", "blind"),
        h("span", { class: "faint" }, `${discards} discarded`)),
      ...(picture.cut ? [h("p", null, `The game was cut after ${picture.turn} turns, as its options say.`)] : []));
  }

  /** @param {TaxisPicture} picture */
  drawPlaces(picture) {
    const order = picture.seats.map((_, seat) => seat);
    // one's own stands first
    if (picture.viewer !== null) order.unshift(...order.splice(picture.viewer, 1));
    const hadFocus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.spot;
    fill(this.places, ...order.map((seat) => this.place(picture, seat)));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.places.querySelector(`[data-spot="${hadFocus}"]`))?.focus();
  }

  /**
   * What lies before a seat.
   *
   * @param {TaxisPicture} picture
   * @param {number} seat
   */
  place(picture, seat) {
    const parts = picture.seats[seat];
    const name = this.names[seat] ?? `seat ${seat}`;
    const isMovers = seat === picture.to_move;
    const end = picture.end === seat ? h("span", { class: "end-tile", title: "The tile of the end" }, "end 1") : null;
    return h("section", { class: `taxis-place tint-${seat}${isMovers ? " turn" : ""}`, "aria-label": name },
      h("div", { class: "taxis-head" }, h("h2", null, h("span", { class: `dot seat-${seat}` }), ` ${name}`), levels(parts),
        h("span", { class: "faint" }, `tiles ${parts.tiles}`), end,
        h("span", { class: "faint" }, `${parts.houses_left} houses left`)),
      h("div", { class: "cards route-cards", role: "group", "aria-label": "route" }, ...this.routeCards(parts, isMovers)),
      h("div", { class: "cards hand-cards", role: "group", "aria-label": "hand" }, ...this.handCards(picture, seat)));
  }

  /**
   * A route from left to right, as it would be after what is chosen.
   *
   * @param {SeatParts} parts
   * @param {boolean} isMovers
   * @returns {Node[]}
   */
  routeCards(parts, isMovers) {
    const [kind, what] = partsOf((isMovers && this.chosen) || "");
    const isNew = ["left", "right", "start", "scrap"].includes(kind);
    const cards = parts.route.map((city) => cityCard(city, kind === "scrap" ? "lost" : ""));
    if (isNew) cards[kind === "left" ? "unshift" : "push"](cityCard(what, "new"));
    return cards.length ? cards : [h("span", { class: "city-card gap" }, h("span", { class: "city-card-name" }, "no route"))];
  }

  /**
   * @param {TaxisPicture} picture
   * @param {number} seat
   * @returns {Node[]}
   */
  handCards(picture, seat) {
    const parts = picture.seats[seat];
    const isMovers = seat === picture.to_move;
    const isOwn = isMovers && this.moves.length > 0;
    const [kind, what] = partsOf((isMovers && this.chosen) || "");
    const kept = kind === "keep" ? cardsOf(what) : null;
    let laid = ["left", "right", "start", "scrap"].includes(kind) ? what : "";
    const cards = sortedHand(parts).map(([city, isKnown], i) => {
      const stays = kept?.indexOf(city) ?? -1;
      if (stays >= 0) kept?.splice(stays, 1);
      const kinds = [isKnown && picture.viewer === seat ? "known" : "", kept && stays < 0 ? "lost" : "", laid === city ? "laid" : ""];
      if (laid === city) laid = "";
      const card = cityCard(city, kinds.join(" "));
      if (isKnown && picture.viewer === seat) card.title = "All know that you have it";
      const moves = this.moves.filter((move) => !move.startsWith("take") && !move.startsWith("houses") && cardsOf(partsOf(move)[1]).includes(city));
      return isOwn && moves.length ? this.spot(card, city, moves[0], `${city}-${i}`) : card;
    });
    if (parts.hidden) cards.push(hiddenCards(parts.hidden));
    return cards.length ? cards : [h("span", { class: "faint" }, "no cards in hand")];
  }

  /**
   * A card as a button, if the move that it stands for is offered now.
   *
   * @param {HTMLElement} card
   * @param {string} part What it says when it is pressed.
   * @param {string} move
   * @param {string} [spot] Its own name, where several say the same.
   */
  spot(card, part, move, spot = part) {
    if (!this.moves.includes(move)) return card;
    return h("button", { type: "button", class: "taxis-spot", "data-part": part, "data-spot": spot, onclick: () => this.choose(part) }, card);
  }
}

/**
 * The carriages that a seat has, and those that it can still get, with their points.
 *
 * @param {SeatParts} parts
 */
function levels(parts) {
  const label = parts.level ? `carriage ${parts.level}, ${art.carriages[parts.level]} points` : "no carriage";
  return h("span", { class: "levels", role: "img", "aria-label": label, title: label },
    ...Object.keys(art.carriages).map((level) => h("span", { class: `level${Number(level) <= parts.level ? " has" : ""}` }, level)),
    coach());
}

