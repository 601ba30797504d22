/** The offers of the lobby: a person makes them, takes those of others, and takes own ones back. */

import { fill, get, h } from "./dom.js";
import { clockWords, nameOf } from "./names.js";
import { CLOCKS } from "./new-match.js";
import { GameChoice, wordsOf } from "./options.js";

/**
 * @typedef {object} Offer
 * @property {string} offer
 * @property {"seek" | "challenge"} kind
 * @property {string} by
 * @property {number} seats
 * @property {string[]} [accepted]
 * @property {{ game: string, options?: string, clock?: import("./types.js").Clock, rated?: boolean }} terms
 */

export class Offers {
  /**
   * @param {import("./lobby-presence.js").LobbyPresence} presence
   * @param {import("./types.js").SiteText} site
   */
  constructor(presence, site) {
    this.presence = presence;
    this.site = site;
    this.onChange = () => {};
    get("seek").addEventListener("click", () => this.openDialog());
  }

  /**
   * Takes in what the referee says of an offer of ours, or of one that we have accepted.
   *
   * @param {any} message
   */
  hear(message) {
    if (message.type === "offer_over" && (message.outcome !== "cancelled" || !message.by)) {
      this.tell(`The offer is over: ${message.text || message.outcome}.`);
    }
  }

  /**
   * Says something in the lobby, after one has come in if need be.
   *
   * @param {Record<string, unknown>} command
   */
  async say(command) {
    this.tell("");
    try {
      await this.presence.say(command);
      this.onChange();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} text */
  tell(text) {
    fill(get("seek-trouble"), text);
  }

  /**
   * Shows what is offered, each with what one can do about it.
   *
   * @param {HTMLElement} host
   * @param {Offer[]} offers
   */
  draw(host, offers) {
    if (!offers.length) {
      fill(host, h("p", { class: "nothing" }, "Nobody is looking for a match."));
      return;
    }
    fill(host, h("ul", { class: "rows" }, ...offers.map((offer) =>
      h("li", null,
        h("b", null, offer.by === this.presence.account ? "You" : nameOf(offer.by)),
        h("span", null, `${offer.seats} seats · ${wordsOf(this.site, offer.terms.game, offer.terms.options ?? "")}`),
        h("span", { class: "faint" },
          [clockWords(offer.terms.clock ?? {}), offer.terms.rated === false ? "unrated" : "rated"].join(" · ")),
        this.button(offer)))));
  }

  /** @param {Offer} offer */
  button(offer) {
    if (offer.by === this.presence.account) {
      return h("button", { type: "button", class: "quiet to-meet", onclick: () => void this.say({ type: "cancel", offer: offer.offer }) }, "Take back");
    }
    if (offer.accepted?.includes(this.presence.account)) return h("span", { class: "tag" }, "accepted");
    // who seeks is paired with who seeks the same
    const answer = offer.kind === "seek" ? { type: "seek", terms: offer.terms } : { type: "accept", offer: offer.offer };
    return h("button", { type: "button", class: "to-meet", onclick: () => void this.say(answer) }, "Play");
  }

  /** Asks what is sought. */
  openDialog() {
    const dialog = /** @type {HTMLDialogElement} */ (get("seek-dialog"));
    const count = h("select", { id: "seek-seats" });
    const countSeats = () => {
      const { seats } = choice.text;
      const counts = Array.from({ length: seats[1] - seats[0] + 1 }, (_, i) => seats[0] + i);
      fill(count, ...counts.map((each) => h("option", { value: each }, String(each))));
    };
    const choice = new GameChoice(this.site, "seek-game", {}, countSeats);
    countSeats();
    const offered = CLOCKS.filter(([, , clock]) => clock !== null);
    const clock = h("select", { id: "seek-clock" }, ...offered.map(([name, title]) => h("option", { value: name }, String(title))));
    const rated = h("input", { type: "checkbox" });
    fill(dialog, h("form", { method: "dialog", onsubmit: () => {
      const options = choice.options(Number(count.value));
      const spec = offered.find(([name]) => name === clock.value)?.[2];
      void this.say({ type: "seek", terms: { game: choice.game, options, clock: spec, rated: rated.checked } });
    } },
    h("div", { class: "dialog-head" }, h("h2", { id: "seek-title" }, "Seek a match"),
      h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    h("p", { class: "faint" }, "It begins as soon as enough others seek the same, while this page is open."),
    choice.root,
    h("div", { class: "pair" },
      h("div", null, h("label", { for: "seek-seats" }, "Seats"), count),
      h("div", null, h("label", { for: "seek-clock" }, "Clock"), clock)),
    h("label", { class: "check" }, rated, "Rated"),
    h("div", { class: "row end" }, h("button", { class: "primary" }, "Seek"))));
    dialog.showModal();
  }
}
