/** What a bot would do in one's place: a list, and on the board where it can show some. */

import { ask } from "./account.js";
import { fill, h } from "./dom.js";

/** @typedef {import("./types.js").Hint} Hint */

const MOST_HINTS = 5;

export class HintList {
  /**
   * @param {import("./view.js").View} view
   * @param {(move: string) => void} propose Is told which of them was chosen.
   */
  constructor(view, propose) {
    this.view = view;
    this.propose = propose;
    this.host = h("ol", { class: "hints", "aria-label": "What a bot would do" });
    /** @type {Hint[]} */
    this.known = [];
    /** Which moment they are about: what comes when it has gone is not shown. */
    this.moment = 0;
  }

  /** Another moment has come. */
  clear() {
    this.moment += 1;
    this.known = [];
    fill(this.host);
    this.draw();
  }

  /** Draws them on the board, if it can show some. */
  draw() {
    this.view.board.hints?.(this.known, this.propose);
  }

  /**
   * Asks a bot.
   *
   * @param {string} match
   * @param {string[]} moves Those of this turn that were not made yet.
   */
  async ask(match, moves) {
    const { moment } = this;
    fill(this.host, h("li", { class: "faint" }, "A bot is thinking…"));
    try {
      const found = await (await ask("/api/hint", { plays: true, body: { match, moves } })).json();
      if (moment === this.moment) this.show(found);
    } catch (error) {
      if (moment === this.moment) this.sayTrouble(error);
    }
  }

  /** @param {Hint[]} found */
  show(found) {
    const { face, picture, names } = this.view;
    if (!found.length) {
      fill(this.host, h("li", { class: "faint" }, "There is nothing to choose here."));
      return;
    }
    const most = Math.max(...found.map((each) => each.share), 0.0001);
    this.known = found.slice(0, MOST_HINTS);
    fill(this.host, ...this.known.map((each, i) => {
      const bar = h("span", { class: "hint-bar" });
      bar.style.width = `${(100 * each.share) / most}%`;
      const said = picture && face.sayHint ? face.sayHint(each, picture, names) : [face.say(each.move, picture)];
      return h("li", null, h("button", { type: "button", onclick: () => this.propose(each.move) },
        h("span", { class: "hint-rank" }, String(i + 1), h("span", { class: "hint-track" }, bar)), h("span", { class: "hint-words" }, ...said),
        h("span", { class: "number" }, `${each.value > 0 ? "+" : ""}${each.value.toFixed(1)}`)));
    }));
    if (this.view.isNewest) this.draw();
  }

  /** What was in the way has gone. */
  forgetTrouble() {
    this.host.querySelector(".trouble")?.remove();
  }

  /** @param {unknown} error Why nothing came of what was asked. */
  sayTrouble(error) {
    fill(this.host, h("li", { class: "trouble" }, error instanceof Error ? error.message : String(error)));
  }
}
