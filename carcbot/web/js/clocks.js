/** Clocks that tick between what the referee says. */

import { isWithoutClock } from "./names.js";

const TICK_MS = 100;

/**
 * @param {number} us
 * @returns {string}
 */
function clockText(us) {
  const seconds = Math.max(us, 0) / 1e6;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

export class Clocks {
  /** @param {(texts: { text: string, runs: boolean, short: boolean }[]) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {import("./types.js").Clock | null} Of the match; before it begins there is nothing to show. */
    this.spec = null;
    /** @type {import("./types.js").ClocksMessage | null} */
    this.said = null;
    this.at = 0;
    /** @type {number | null} Since when they stand still. */
    this.heldAt = null;
    /** @type {import("./types.js").ClocksMessage | null} What is shown instead while somebody looks back. */
    this.past = null;
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  /**
   * The referee says what all clocks show now. Who looks back sees that on the way back.
   *
   * @param {import("./types.js").ClocksMessage} message
   */
  set(message) {
    this.said = message;
    this.at = performance.now();
    this.heldAt = null;
    this.draw();
  }

  /** Shows what the referee said last, and what has gone by since. */
  setNow() {
    this.past = null;
    this.draw();
  }

  /**
   * Shows what the clocks showed at a moment that is over.
   *
   * @param {import("./story.js").Story} story
   * @param {number} seq
   */
  setPast(story, seq) {
    const main = this.spec?.kind === "per_move" ? 0 : (this.spec?.main_us ?? 0);
    const remaining_us = story.seats.map(() => main);
    for (const event of story.events.slice(0, seq)) {
      if (event.type === "move" && event.seat !== undefined) {
        remaining_us[event.seat] = event.remaining_us ?? 0;
      }
    }
    this.past = { seq, remaining_us };
    this.draw();
  }

  /** Has what runs stand still at what it shows: the match is over, or nothing is heard of it here. */
  hold() {
    this.heldAt ??= performance.now();
    this.draw();
  }

  /** Stops for good. */
  stop() {
    clearInterval(this.timer);
  }

  tick() {
    if (!this.past && this.heldAt === null && this.said?.seat !== undefined) this.draw();
  }

  draw() {
    const said = this.past ?? this.said;
    const { spec } = this;
    if (!said || !spec) return;
    const gone = ((this.heldAt ?? performance.now()) - this.at) * 1000;
    this.show(said.remaining_us.map((us, seat) => {
      const runs = seat === said.seat;
      const left = runs ? (said.time_us ?? 0) - gone : spec.kind === "per_move" ? (spec.move_us ?? 0) : us;
      if (isWithoutClock(spec)) return { text: "", runs, short: false };
      return { text: clockText(left), runs: runs && this.heldAt === null, short: runs && left < 10e6 };
    }));
  }
}
