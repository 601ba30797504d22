/** An episode of a learner's environment: what the learner did, what each step paid, and what comes. */

import { fill, get, h } from "./dom.js";

const LOOK_MS = 300;

/**
 * @typedef {object} Step What a learner did.
 * @property {number} seq The event that its move became.
 * @property {number | null} action
 * @property {string} text
 * @property {number} reward
 */

export class Episode {
  /**
   * @param {import("./view.js").View} view
   * @param {Step[]} steps
   */
  constructor(view, steps) {
    this.view = view;
    this.steps = steps;
    this.list = h("ol", { class: "moves paid" });
    view.side.add("steps", "Steps").append(
      h("p", { class: "faint" }, "What the learner did, what it was paid for it, and in brackets the sum."), this.list);
    view.panels.push({ id: "steps", panel: this });
  }

  /** Shows every step, and which of them led to the moment of the page. */
  show() {
    const { story, timeline } = this.view;
    const seq = story.moveBefore(timeline.stop)?.seq;
    let sum = 0;
    fill(this.list, ...this.steps.map((step, i) => {
      sum += step.reward;
      const isShown = step.seq === seq ? { "aria-current": "step" } : {};
      return h("li", null, h("button", { type: "button", onclick: () => this.goTo(step), ...isShown },
        h("span", { class: "move-number" }, String(i + 1)),
        h("span", { class: "move-text" }, step.text || "not legal",
          h("span", { class: "faint" }, step.action === null ? "" : ` · action ${step.action}`)),
        h("span", null, `${told(step.reward)} (${told(sum)})`)));
    }));
  }

  /** @param {Step} step */
  goTo(step) {
    const { story, timeline } = this.view;
    const before = story.stops.indexOf(step.seq - 1);
    timeline.go(before < 0 ? timeline.last : Math.min(before + 1, timeline.last));
  }

  /** Asks for what comes until the episode is over; then all is told that was hidden. */
  async follow() {
    const { view } = this;
    const { story } = view;
    try {
      while (!story.over) {
        await new Promise((resolve) => { setTimeout(resolve, LOOK_MS); });
        const { events, pictures, steps } = await (await fetch(`news?after=${story.seq}`)).json();
        this.steps = steps;
        for (const [i, event] of events.entries()) {
          story.add(event);
          story.addPicture(event.seq, pictures[i]);
        }
        view.grew(!story.over);
      }
      const { story: text, pictures } = await (await fetch("story")).json();
      story.fetchPictures = async () => pictures;
      story.retell(text);
      await story.fetchMissing();
      view.retold();
      view.showSheet(true);
    } catch {
      fill(get("link-mark"), "The program that plays this episode has ended.");
      view.grew(false);
    }
  }
}

/** @param {number} reward */
function told(reward) {
  return `${reward > 0 ? "+" : ""}${+reward.toFixed(3)}`;
}
