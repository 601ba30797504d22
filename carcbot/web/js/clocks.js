/** Clocks that tick between what the referee says, and never disagree with it. */

const TICK_MS = 100;
const NEVER_US = 86_000e6;

/**
 * @param {number} us
 * @returns {string}
 */
export function clockText(us) {
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

  /** Stops what runs: the connection is lost, or the match is over. */
  hold() {
    if (this.said) this.set({ ...this.said, seat: undefined });
  }

  /** Stops for good. */
  stop() {
    clearInterval(this.timer);
  }

  tick() {
    if (!this.past && this.said?.seat !== undefined) this.draw();
  }

  draw() {
    const said = this.past ?? this.said;
    const { spec } = this;
    if (!said || !spec) return;
    const gone = (performance.now() - this.at) * 1000;
    this.show(said.remaining_us.map((us, seat) => {
      const runs = seat === said.seat;
      const left = runs ? (said.time_us ?? 0) - gone : spec.kind === "per_move" ? (spec.move_us ?? 0) : us;
      if (left > NEVER_US) return { text: "", runs, short: false };
      return { text: clockText(left), runs, short: runs && left < 10e6 };
    }));
  }
}
