/** The slider under the board: any moment of the match, played at any speed, or the live one. */

import { fill, h, write } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4, 10];
const STEP_MS = 1000;

export class Timeline {
  /**
   * @param {HTMLElement} host
   * @param {() => void} changed Another moment is to be shown.
   */
  constructor(host, changed) {
    this.changed = changed;
    this.stop = 0;
    this.last = 0;
    this.live = false;
    this.follows = true;
    this.speed = 1;
    this.timer = 0;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Moment of the match", class: "slider",
      oninput: () => this.go(Number(this.slider.value)) });
    this.playButton = h("button", { type: "button", class: "play", onclick: () => this.toggle() }, "▶");
    this.speedButton = h("button", { type: "button", class: "speed", onclick: () => this.faster() }, "1×");
    this.liveButton = h("button", { type: "button", class: "to-live", hidden: true, onclick: () => this.go(this.last) }, "Live");
    this.text = h("span", { class: "moment" });
    const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    fill(host,
      h("div", { class: "steps" },
        button("⏮", "First move", () => this.go(0)),
        button("◀", "One move back (left arrow)", () => this.go(this.stop - 1)),
        this.playButton,
        button("▶︎❘", "One move on (right arrow)", () => this.go(this.stop + 1)),
        button("⏭", "Last move", () => this.go(this.last))),
      this.slider, this.text, this.speedButton, this.liveButton);
    this.draw();
  }

  /**
   * How many stops there are now.
   *
   * @param {number} last
   * @param {boolean} live
   */
  extend(last, live) {
    this.last = last;
    this.live = live;
    if (this.follows) this.stop = last;
    this.stop = Math.min(this.stop, last);
    this.draw();
  }

  /**
   * Goes to a stop.
   *
   * @param {number} stop
   */
  go(stop) {
    this.stop = Math.max(0, Math.min(stop, this.last));
    this.follows = this.stop === this.last;
    if (this.follows) this.pause();
    this.draw();
    this.changed();
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.stop === this.last) this.go(0);
    this.timer = setInterval(() => this.go(this.stop + 1), STEP_MS / this.speed);
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.draw();
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.timer) {
      this.pause();
      this.toggle();
    }
    this.draw();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key meant something.
   */
  key(event) {
    switch (event.key) {
      case "ArrowLeft":
        this.go(this.stop - 1);
        return true;
      case "ArrowRight":
        this.go(this.stop + 1);
        return true;
      case "Home":
        this.go(0);
        return true;
      case "End":
        this.go(this.last);
        return true;
      case " ":
        this.toggle();
        return true;
      default:
        return false;
    }
  }

  draw() {
    this.slider.max = String(this.last);
    this.slider.value = String(this.stop);
    this.slider.setAttribute("aria-valuetext", `move ${this.stop} of ${this.last}`);
    write(this.playButton, this.timer ? "❚❚" : "▶");
    this.playButton.setAttribute("aria-label", this.timer ? "Pause (space)" : "Play (space)");
    write(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `Speed: ${this.speed} moves a second`);
    write(this.text, `${this.stop} / ${this.last}`);
    this.liveButton.hidden = !this.live || this.follows;
  }
}
