/** The match as it is told: a sentence for each turn; the end of any of them can be gone to. */

import { fill, h } from "./dom.js";
import { keepInView } from "./moves.js";

export class TurnList {
  /**
   * @param {HTMLElement} host
   * @param {(first: number, last: number) => string} say What was done in the turn from one stop to another.
   * @param {(stop: number) => void} jump
   */
  constructor(host, say, jump) {
    this.say = say;
    this.jump = jump;
    this.list = h("ol", { class: "turns-told" });
    /** What was drawn last: it is drawn anew only where something is different. */
    this.drawn = "";
    fill(host, this.list);
  }

  /**
   * @param {import("./story.js").Story} story
   * @param {number} stop
   */
  show(story, stop) {
    const turns = story.wholeTurns;
    const sentences = turns.map(([first, last]) => this.say(first, last));
    const drawn = sentences.join("\n");
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      fill(this.list, ...turns.map(([first, last], i) => {
        const seat = story.moveBefore(last)?.seat ?? 0;
        return h("li", { "data-stop": last }, h("button", { type: "button", onclick: () => this.jump(last) },
          h("span", { class: "move-number" }, String(story.turnAt[first] + 1)),
          h("span", { class: `dot seat-${seat}` }),
          h("span", null, h("b", null, story.names[seat]), ` ${sentences[i]}.`)));
      }));
    }
    for (const row of this.list.children) {
      const isHere = Number(/** @type {HTMLElement} */ (row).dataset.stop) === stop;
      row.firstElementChild?.toggleAttribute("aria-current", isHere);
      if (!isHere) continue;
      row.firstElementChild?.setAttribute("aria-current", "step");
      keepInView(/** @type {HTMLElement} */ (row));
    }
  }
}
