/** Challenges by name: a person makes them, answers those of others, and hears what became of them. */

import { announce, fill, get, h } from "./dom.js";
import { keptInTab } from "./kept.js";
import { addressOf, clockWords, nameOf } from "./names.js";
import { CLOCKS } from "./new-match.js";
import { GameChoice, wordsOf } from "./options.js";
import { call } from "./titles.js";

const KEY = "carcbot.challenges";
const WAITS_S = 120;
/** @type {Record<string, string>} */
const REASONS = {
  later: "not now",
  busy: "plays enough already",
  clock: "not with this clock",
  options: "not with these options",
  game: "not this game",
  policy: "not under these conditions",
  rated: "not for the ratings",
  unrated: "only for the ratings",
  rating: "another rating is wanted",
  opponent: "not against this opponent",
};
/** What a person may choose from; the others are for programs. */
const CHOICES = ["later", "clock", "options", "rated", "unrated", "opponent"];

/**
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {Offer & { to: string[], until?: number }} Challenge until: when it ends unanswered; of our own.
 *
 * @typedef {object} Speaker Who speaks for the visitor: the lobby's connection, or a table's.
 * @property {string} account
 * @property {(command: Record<string, unknown>) => Promise<any>} say
 */

export class Challenges {
  /**
   * @param {Speaker} presence
   * @param {import("./types.js").SiteText} site
   * @param {{ brief?: boolean }} [wish] brief: own challenges that wait are not shown.
   */
  constructor(presence, site, wish = {}) {
    this.presence = presence;
    this.brief = wish.brief ?? false;
    this.site = site;
    /** @type {Map<string, Challenge>} Those that were made to us. */
    this.received = new Map();
    /** @type {Map<string, Challenge>} Those that we have made. */
    this.sent = new Map(keptChallenges());
    /** @type {Map<string, string>} What was told of those that we have accepted, until the match begins. */
    this.accepted = new Map();
    /** @type {string[]} What became of others. */
    this.news = [];
    /** @type {string[]} Matches that have begun while another was played here. */
    this.begun = [];
    this.trouble = "";
    this.draw();
  }

  /**
   * Takes in what the referee says, if it is about a challenge by name.
   *
   * @param {any} message
   * @returns {boolean} Whether it is.
   */
  hear(message) {
    if (message.type === "offered") {
      this.received.set(message.offer.offer, message.offer);
      announce(`${nameOf(message.offer.by)} challenges you: ${this.termsOf(message.offer)}`);
    } else if (message.type === "offer_over" && this.sent.has(message.offer)) {
      this.tell(this.ending(/** @type {Challenge} */ (this.sent.get(message.offer)), message));
      this.sent.delete(message.offer);
    } else if (message.type === "offer_over" && this.received.has(message.offer)) {
      this.received.delete(message.offer);
    } else if (message.type === "offer_over" && this.accepted.has(message.offer)) {
      this.news = this.news.filter((text) => text !== this.accepted.get(message.offer));
      this.accepted.delete(message.offer);
      if (message.outcome === "matched") {
        this.draw();
        return false; // who plays there goes there
      }
      this.tell(`There is no match: ${message.by ? `${nameOf(message.by)} has declined` : "the challenge is over"}.`);
    } else {
      return false;
    }
    this.draw();
    this.bringIntoView();
    return true;
  }

  /** On a small screen the lobby's list may be far from where one looks; a table has its place for it. */
  bringIntoView() {
    if (!this.brief && !get("challenges").hidden) get("challenges").scrollIntoView({ block: "nearest" });
  }

  /** One has come again: the referee tells now of every challenge that waits, and others are over. */
  forgetReceived() {
    this.received.clear();
    this.draw();
  }

  /**
   * What became of a challenge of ours, in words.
   *
   * @param {Challenge} challenge
   * @param {any} over
   */
  ending(challenge, over) {
    const names = challenge.to.map(nameOf).join(" and ");
    if (over.outcome === "declined") {
      const why = [REASONS[over.reason] ?? over.reason, over.text && `“${over.text}”`].filter(Boolean).join(": ");
      return `${nameOf(over.by)} declines: ${why}.`;
    }
    return over.outcome === "expired" ? `${names} did not answer.` : "";
  }

  /**
   * A match has begun, and its player is not to be torn away from another.
   *
   * @param {string} match
   */
  callTo(match) {
    this.begun.push(match);
    announce("Your next match has begun.");
    this.draw();
  }

  /**
   * Tells what became of something, until it was read.
   *
   * @param {string} text
   */
  tell(text) {
    if (!text) return;
    this.news.push(text);
    announce(text);
  }

  // ------------------------------------------------------------ what is shown

  draw() {
    keptInTab.setItem(KEY, JSON.stringify([...this.sent]));
    call("challenge", this.received.size ? "A challenge" : "");
    call("match", this.begun.length ? "Your match begins" : "");
    const rows = [
      ...this.begun.map(begunRow),
      ...[...this.received.values()].map((each) => this.receivedRow(each)),
      ...[...(this.brief ? [] : this.sent.values())].map((each) => this.sentRow(each)),
      ...this.news.map((text) => this.newsRow(text)),
    ];
    get("challenges").hidden = !rows.length && !this.trouble;
    fill(get("challenge-list"), ...rows);
    fill(get("challenge-trouble"), this.trouble);
  }

  /** @param {Challenge} challenge */
  receivedRow(challenge) {
    const { offer } = challenge;
    return h("li", null,
      h("span", null, h("b", null, nameOf(challenge.by)), " challenges ", othersOf(challenge, this.presence.account)),
      h("span", { class: "faint" }, this.termsOf(challenge)),
      h("span", { class: "answers" },
        h("button", { type: "button", class: "primary", onclick: () => void this.accept(challenge) }, "Accept"),
        h("button", { type: "button", onclick: () => this.askWhy(offer) }, "Decline")));
  }

  /** @param {Challenge} challenge */
  sentRow(challenge) {
    return h("li", null,
      h("span", null, "You challenge ", h("b", null, challenge.to.map(nameOf).join(", "))),
      h("span", { class: "faint" }, this.termsOf(challenge)),
      h("span", { class: "answers" },
        h("button", { type: "button", class: "quiet", onclick: () => void this.settle(challenge.offer, { type: "cancel" }) }, "Take back")));
  }

  /** @param {string} text */
  newsRow(text) {
    return h("li", null, h("span", null, text),
      h("span", { class: "answers" },
        h("button", { type: "button", class: "quiet", onclick: () => {
          this.news.splice(this.news.indexOf(text), 1);
          this.draw();
        } }, "OK")));
  }

  /** @param {Offer} offer */
  termsOf(offer) {
    const { terms } = offer;
    return [`${offer.seats} seats`, wordsOf(this.site, terms.game, terms.options ?? ""), clockWords(terms.clock ?? {}),
      terms.rated === false ? "unrated" : "rated"].join(" · ");
  }

  // ------------------------------------------------------------ what is done

  /**
   * @param {Record<string, unknown>} command
   * @returns {Promise<any>} Its ack; null if it was refused, which is told.
   */
  async say(command) {
    this.trouble = "";
    try {
      return await this.presence.say(command);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      return null;
    } finally {
      this.draw();
    }
  }

  /** @param {Challenge} challenge */
  async accept(challenge) {
    const isHeard = await this.settle(challenge.offer, { type: "accept" });
    if (isHeard) {
      const waits = challenge.seats > 2 ? "when the others have, too" : `as soon as ${nameOf(challenge.by)} is there`;
      const text = `You have accepted: the match begins ${waits}.`;
      this.accepted.set(challenge.offer, text);
      this.tell(text);
    }
    this.draw();
  }

  /**
   * Says what is to become of a challenge; it stays until the referee has heard that, or has it no more.
   *
   * @param {string} offer
   * @param {Record<string, unknown>} command
   * @returns {Promise<boolean>} Whether that was heard.
   */
  async settle(offer, command) {
    let code = "";
    this.trouble = "";
    try {
      await this.presence.say({ ...command, offer });
    } catch (error) {
      ({ code, message: this.trouble } = /** @type {any} */ (error));
    }
    if (["", "unknown_offer"].includes(code)) {
      this.received.delete(offer);
      this.sent.delete(offer);
    }
    this.draw();
    return code === "";
  }

  /** @param {string} offer */
  askWhy(offer) {
    const dialog = /** @type {HTMLDialogElement} */ (get("challenge-dialog"));
    const reason = h("select", { id: "decline-reason" }, ...CHOICES.map((each) => h("option", { value: each }, REASONS[each])));
    const text = h("input", { id: "decline-text", type: "text", maxlength: 200, autocomplete: "off" });
    fill(dialog, h("form", { method: "dialog", onsubmit: () => {
      void this.settle(offer, { type: "decline", reason: reason.value, text: text.value.trim() });
    } },
    head("Decline", dialog),
    h("div", { class: "field" }, h("label", { for: "decline-reason" }, "Why"), reason),
    h("div", { class: "field" }, h("label", { for: "decline-text" }, "In your own words, if you like"), text),
    h("div", { class: "row end" }, h("button", { class: "primary" }, "Decline"))));
    dialog.showModal();
  }

  /**
   * Asks for what somebody is to be challenged.
   *
   * @param {string} first Who it is.
   * @param {string[]} others Who could play as well.
   */
  openDialog(first, others) {
    const dialog = /** @type {HTMLDialogElement} */ (get("challenge-dialog"));
    const also = others.slice(0, 12).map((account) => {
      const box = h("input", { type: "checkbox", value: account });
      return h("label", { class: "check" }, box, nameOf(account));
    });
    const offered = CLOCKS.filter(([, , clock]) => clock !== null);
    const clock = h("select", { id: "challenge-clock" }, ...offered.map(([name, title]) => h("option", { value: name }, String(title))));
    const choice = new GameChoice(this.site, "challenge-game");
    const rated = h("input", { type: "checkbox" });
    fill(dialog, h("form", { method: "dialog", onsubmit: () => {
      const others = also.map((label) => /** @type {HTMLInputElement} */ (label.firstChild)).filter((box) => box.checked);
      const wanted = [first, ...others.map((box) => box.value)];
      const to = wanted.slice(0, choice.text.seats[1] - 1);
      const left = wanted.slice(to.length).map(nameOf);
      if (left.length) this.tell(`${choice.text.title} has ${choice.text.seats[1]} seats: ${left.join(" and ")} ${left.length > 1 ? "were" : "was"} not asked.`);
      const options = choice.options(to.length + 1);
      const spec = offered.find(([name]) => name === clock.value)?.[2] ?? undefined;
      void this.challenge(to, { game: choice.game, options, clock: spec, rated: rated.checked });
    } },
    head(`Challenge ${nameOf(first)}`, dialog),
    choice.root,
    also.length ? h("fieldset", null, h("legend", null, "And"), ...also) : null,
    h("div", { class: "field" }, h("label", { for: "challenge-clock" }, "Clock"), clock),
    h("label", { class: "check" }, rated, "Rated"),
    h("p", { class: "faint" }, "It waits two minutes for an answer, while this page is open."),
    h("div", { class: "row end" }, h("button", { class: "primary" }, "Challenge"))));
    dialog.showModal();
  }

  /**
   * @param {string[]} to
   * @param {Challenge["terms"]} terms
   * @returns {Promise<boolean>} Whether the referee has taken it; why not is told.
   */
  async challenge(to, terms) {
    const ack = await this.say({ type: "challenge", terms, to, expires_s: WAITS_S });
    if (!ack) return false;
    this.sent.set(ack.offer, { offer: ack.offer, kind: "challenge", by: this.presence.account, seats: to.length + 1, terms, to, until: Date.now() + 1000 * WAITS_S });
    this.draw();
    this.bringIntoView();
    return true;
  }
}

/**
 * Our own that may wait still; what became of the others was not heard.
 *
 * @returns {[string, Challenge][]}
 */
function keptChallenges() {
  /** @type {[string, Challenge][]} */
  const kept = JSON.parse(keptInTab.getItem(KEY) ?? "[]");
  return kept.filter(([, each]) => (each.until ?? 0) > Date.now());
}

/** @param {string} match */
function begunRow(match) {
  return h("li", null, h("span", null, "Your next match has begun."),
    h("span", { class: "answers" }, h("a", { class: "again", href: addressOf(match) }, "Go there")));
}

/**
 * @param {Challenge} challenge
 * @param {string} me
 */
function othersOf(challenge, me) {
  return ["you", ...challenge.to.filter((each) => each !== me).map(nameOf)].join(" and ");
}

/**
 * @param {string} title
 * @param {HTMLDialogElement} dialog
 */
function head(title, dialog) {
  return h("div", { class: "dialog-head" }, h("h2", { id: "challenge-title" }, title),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕"));
}
