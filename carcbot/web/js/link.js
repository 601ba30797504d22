/** A connection to the referee by the match protocol, which comes back by itself when it is lost. */

import { token } from "./account.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PRODUCT = "carcbot-page/1";

/**
 * @typedef {object} Handlers
 * @property {(welcome: { account: string, seats: { match: string, seat: number, seq: number }[] }) => void} welcome
 *     The referee knows who one is: on every new connection.
 * @property {(message: any) => void} message Anything that is no answer.
 * @property {(state: "here" | "away" | "elsewhere") => void} state
 */

export class RefusedError extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
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
    /** @type {Map<number, { resolve: (ack: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => this.hurry());
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
    socket.onmessage = (event) => this.hear(JSON.parse(event.data), proof);
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
      socket.send(JSON.stringify({ ...command, id }));
    });
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
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close(1000);
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
      this.closed = true;
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

  /** Does not wait any longer, if it waits. */
  hurry() {
    if (this.socket || this.connecting || this.closed || document.hidden) return;
    clearTimeout(this.timer);
    void this.connect();
  }
}
