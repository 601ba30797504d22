/** The slider under the board: any moment of the match, played at any speed, or the live one. */

import { fill, h, s, write } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4, 10];
const STEP_MS = 1000;
const SIGNS = {
  first: "M3 3h2.500v12H3zM15 3v12L6.500 9z",
  back: "M13 3v12L4.500 9z",
  on: "M5 3v12l8.500-6z",
  backStep: "M11.500 4 6.500 9l5 5",
  onStep: "M6.500 4l5 5-5 5",
  last: "M12.500 3H15v12h-2.500zM3 3v12l8.500-6z",
  play: "M4 2v14l11.500-7z",
  pause: "M4 3h3.500v12H4zM10.500 3H14v12h-3.500z",
};

/** @param {keyof typeof SIGNS} name */
function sign(name) {
  return s("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
}

/** @type {import("./types.js").KeyText[]} */
export const KEYS = [
  [["←", "→"], "a turn back, a turn on"],
  [["Home", "End"], "the beginning, the end"],
  [["Space"], "play, pause"],
];
/** @type {import("./types.js").KeyText} */
export const STEP_KEYS = [["Shift + ←", "Shift + →"], "a decision back, a decision on"];

export class Timeline {
  /**
   * @param {HTMLElement} host
   * @param {() => void} changed Another moment is to be shown.
   */
  constructor(host, changed) {
    this.changed = changed;
    this.stop = 0;
    this.last = 0;
    /** @type {number[]} The stops at which a turn begins, and the last one. */
    this.marks = [0];
    /** @type {(stop: number) => string} How a stop is called, of how many. */
    this.name = String;
    this.live = false;
    this.follows = true;
    this.speed = 1;
    this.timer = 0;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Moment of the match", class: "slider",
      oninput: () => this.go(this.marks[Number(this.slider.value)]) });
    this.playButton = h("button", { type: "button", class: "play", onclick: () => this.toggle() });
    this.speedButton = h("button", { type: "button", class: "speed", onclick: () => this.faster() }, "1×");
    this.liveButton = h("button", { type: "button", class: "to-live", hidden: true, onclick: () => this.go(this.last) }, "Live");
    this.text = h("span", { class: "moment" });
    const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign(name));
    this.singles = h("div", { class: "steps singles", hidden: true },
      button("backStep", "One decision back (shift and left arrow)", () => this.go(this.stop - 1)),
      button("onStep", "One decision on (shift and right arrow)", () => this.go(this.stop + 1)));
    fill(host,
      h("div", { class: "steps" },
        button("first", "First move", () => this.go(0)),
        button("back", "One turn back (left arrow)", () => this.turn(-1)),
        this.playButton,
        button("on", "One turn on (right arrow)", () => this.turn(1)),
        button("last", "Last move", () => this.go(this.last))),
      this.singles,
      this.slider, this.text, this.speedButton, this.liveButton);
    this.draw();
  }

  /**
   * Takes in how many stops there are now.
   *
   * @param {import("./story.js").Story} story
   * @param {boolean} live
   */
  extend(story, live) {
    this.last = story.moves;
    this.marks = story.marks;
    this.name = (stop) => momentOf(story, stop);
    this.singles.hidden = !story.hasSteps;
    this.live = live;
    if (this.follows) this.stop = this.last;
    this.stop = Math.min(this.stop, this.last);
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

  /**
   * Goes to where a turn begins, the next one or the one before.
   *
   * @param {1 | -1} by
   */
  turn(by) {
    const { marks, stop } = this;
    this.go((by > 0 ? marks.find((mark) => mark > stop) : marks.findLast((mark) => mark < stop)) ?? stop);
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
        if (event.shiftKey) this.go(this.stop - 1);
        else this.turn(-1);
        return true;
      case "ArrowRight":
        if (event.shiftKey) this.go(this.stop + 1);
        else this.turn(1);
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
    const text = this.name(this.stop);
    this.slider.max = String(this.marks.length - 1);
    this.slider.value = String(this.marks.findLastIndex((mark) => mark <= this.stop));
    this.slider.setAttribute("aria-valuetext", `${this.singles.hidden ? "move" : "turn"} ${text.replace("/", "of")}`);
    fill(this.playButton, sign(this.timer ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", this.timer ? "Pause (space)" : "Play (space)");
    write(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `Speed: ${this.speed} moves a second`);
    write(this.text, text);
    this.liveButton.hidden = !this.live || this.follows;
  }
}

/**
 * Where a stop is: how many turns are over, of how many, and how many decisions of the next are made.
 *
 * @param {import("./story.js").Story} story
 * @param {number} stop
 */
function momentOf(story, stop) {
  const steps = story.stepsAt(stop);
  return `${story.turnAt[stop]}${steps ? ` + ${steps}` : ""} / ${story.turnsBegun}`;
}
