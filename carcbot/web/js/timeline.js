/** The slider under the board: any moment of the match, played at any speed, or the live one. */

import { fill, h, s, write } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4, 10];
const STEP_MS = 1000;
const SIGNS = {
  first: "M3 3h2.500v12H3zM15 3v12L6.500 9z",
  back: "M13 3v12L4.500 9z",
  on: "M5 3v12l8.500-6z",
  last: "M12.500 3H15v12h-2.500zM3 3v12l8.500-6z",
  play: "M4 2v14l11.500-7z",
  pause: "M4 3h3.500v12H4zM10.500 3H14v12h-3.500z",
};

/** @param {keyof typeof SIGNS} name */
function sign(name) {
  return s("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
}

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
    this.playButton = h("button", { type: "button", class: "play", onclick: () => this.toggle() });
    this.speedButton = h("button", { type: "button", class: "speed", onclick: () => this.faster() }, "1×");
    this.liveButton = h("button", { type: "button", class: "to-live", hidden: true, onclick: () => this.go(this.last) }, "Live");
    this.text = h("span", { class: "moment" });
    const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign(name));
    fill(host,
      h("div", { class: "steps" },
        button("first", "First move", () => this.go(0)),
        button("back", "One move back (left arrow)", () => this.go(this.stop - 1)),
        this.playButton,
        button("on", "One move on (right arrow)", () => this.go(this.stop + 1)),
        button("last", "Last move", () => this.go(this.last))),
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
    fill(this.playButton, sign(this.timer ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.timer ? "Pause (space)" : "Play (space)");
    write(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `Speed: ${this.speed} moves a second`);
    write(this.text, `${this.stop} / ${this.last}`);
    this.liveButton.hidden = !this.live || this.follows;
  }
}
