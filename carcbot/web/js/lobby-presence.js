/** A player in the lobby: others see the player there, and can offer matches. */

import { HERE } from "./account.js";
import { keptInTab } from "./kept.js";
import { Link } from "./link.js";
import { addressOf } from "./names.js";

export class LobbyPresence {
  constructor() {
    /** @type {Link | null} */
    this.link = null;
    /** @type {Promise<void>} */
    this.welcome = Promise.resolve();
    /** Who one is, once that is known. */
    this.account = "";
    /** Is called when it is known who one is. */
    this.onWelcome = () => {};
    /** @type {(message: any) => void} */
    this.onMessage = () => {};
    this.onElsewhere = () => {};
    // who came once is here again after a reload or a match: only who is here is paired
    if (keptInTab.getItem(HERE)) this.come();
  }

  /** Connects as a player, and stays connected: a match begins only among those who are here. */
  come() {
    if (this.link && !this.link.closed) return;
    this.welcome = new Promise((resolve) => {
      this.link = new Link({
        welcome: (welcome) => {
          this.account = welcome.account;
          keptInTab.setItem(HERE, "yes");
          this.onWelcome();
          resolve();
        },
        message: (message) => this.hear(message),
        state: (state) => {
          if (state !== "elsewhere") return;
          this.account = "";
          keptInTab.removeItem(HERE);
          this.onElsewhere();
        },
      }, { plays: true });
    });
  }

  /**
   * Says something in the lobby, after one has come in if need be.
   *
   * @param {Record<string, unknown>} command
   * @returns {Promise<any>} Its ack.
   */
  async say(command) {
    this.come();
    await this.welcome;
    return this.link?.say(command);
  }

  /** @param {any} message */
  hear(message) {
    this.onMessage(message);
    if (message.type === "offer_over" && message.outcome === "matched") location.href = addressOf(message.match);
  }
}
