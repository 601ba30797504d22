/** A connection to the referee by the match protocol, which comes back by itself when it is lost. */

import { token } from "./account.js";
import { refusalWords } from "./names.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PRODUCT = "carcbot-page/1";
/** After so long without a word the referee is asked for one, */
const SILENT_MS = 20_000;
/** and a connection on which nothing is heard for so long after that is dead. */
const ANSWER_MS = 15_000;
const LOOK_MS = 2500;

/**
 * @typedef {object} Handlers
 * @property {(welcome: { account: string, seats: { match: string, seat: number, seq: number }[] }) => void} welcome
 *     The referee knows who one is: on every new connection.
 * @property {(message: any) => void} message Anything that is no answer.
 * @property {(state: "here" | "away" | "elsewhere") => void} state
 */

class RefusedError extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(refusalWords(text));
    this.code = code;
  }
}

export class Link {
  /**
   * @param {Handlers} handlers
   * @param {{ plays?: boolean }} [wish]
   */
  constructor(handlers, wish = {}) {
    this.handlers = handlers;
    this.wish = wish;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** The token by which the referee knows one. */
    this.proof = "";
    this.number = 0;
    this.wait = FIRST_WAIT_MS;
    this.closed = false;
    this.anew = false;
    this.connecting = false;
    this.timer = 0;
    /** When something was heard last; by the clock of the day, which goes on while a computer sleeps. */
    this.heardAt = 0;
    /** @type {number | null} Since when an answer is waited for. */
    this.awaitedAt = null;
    this.watching = setInterval(() => this.look(), LOOK_MS);
    this.ends = new AbortController();
    /** @type {Map<number, { resolve: (ack: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    const { signal } = this.ends;
    addEventListener("online", () => this.hurry(), { signal });
    addEventListener("offline", () => this.drop(), { signal });
    document.addEventListener("visibilitychange", () => this.hurry(), { signal });
    void this.connect();
  }

  /** Connects once; what is lost is tried again. */
  async connect() {
    this.connecting = true;
    let proof = "";
    try {
      proof = await token({ plays: this.wish.plays, anew: this.anew });
    } catch {
      this.connecting = false;
      if (!this.closed) this.later();
      return;
    }
    this.connecting = false;
    if (this.closed) return;
    this.anew = false;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
    this.socket = socket;
    this.awaitedAt = Date.now();
    socket.onmessage = (event) => {
      this.heardAt = Date.now();
      this.awaitedAt = null;
      this.hear(JSON.parse(event.data), proof);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /**
   * @param {any} message
   * @param {string} proof
   */
  hear(message, proof) {
    if (message.type === "hello") {
      const hello = { type: "hello", product: PRODUCT, token: proof, features: ["pictures"] };
      this.say(hello).then((ack) => {
        this.wait = FIRST_WAIT_MS;
        this.proof = proof;
        this.handlers.state("here");
        this.handlers.welcome(ack.welcome);
      }, () => {});
      return;
    }
    const answered = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (answered && (message.type === "ack" || message.type === "error")) {
      this.waiting.delete(message.id);
      if (message.type === "ack") answered.resolve(message);
      else answered.reject(new RefusedError(message.code, message.text));
      return;
    }
    this.handlers.message(message);
  }

  /**
   * Gives a command; the answer is its ack. Without an answer it is to be given again.
   *
   * @param {Record<string, unknown>} command
   * @returns {Promise<any>}
   */
  say(command) {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new RefusedError("away", "there is no connection"));
    }
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.awaitedAt ??= Date.now();
      socket.send(JSON.stringify({ ...command, id }));
    });
  }

  /** Notices that a connection died without a word, as after a sleep: a browser waits for minutes. */
  look() {
    if (!this.socket) return;
    const now = Date.now();
    if (this.awaitedAt !== null) {
      if (now - this.awaitedAt > ANSWER_MS) this.drop();
    } else if (now - this.heardAt > SILENT_MS) {
      this.askForWord();
    }
  }

  /** Says something that is always answered. */
  askForWord() {
    this.say({ type: "tables" }).catch(() => {});
  }

  /** The network is gone; a browser would notice it only minutes later. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.lost(socket, 1006);
  }

  /** Closes it for good. */
  close() {
    this.end();
    this.socket?.close(1000);
  }

  end() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watching);
    this.ends.abort();
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    for (const each of this.waiting.values()) {
      each.reject(new RefusedError("away", "the connection was lost"));
    }
    this.waiting.clear();
    if (this.closed) return;
    if (code === 4002 && this.wish.plays) {
      this.end();
      this.handlers.state("elsewhere");
      return;
    }
    this.anew = code === 4001 || code === 4002;
    this.handlers.state("away");
    this.later();
  }

  later() {
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    this.timer = setTimeout(() => void this.connect(), wait);
  }

  /** Does not wait any longer, if it waits; a connection that stands shows whether it still does. */
  hurry() {
    if (this.connecting || this.closed || document.hidden) return;
    if (this.socket) {
      if (Date.now() - this.heardAt > LOOK_MS) this.askForWord();
      return;
    }
    clearTimeout(this.timer);
    void this.connect();
  }
}
