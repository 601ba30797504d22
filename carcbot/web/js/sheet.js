/** The end of a match as a table: what brought how many points to whom, and where that lies on the board. */

import { announce, fill, get, h, write } from "./dom.js";
import { numberText } from "./names.js";

const LIT_MS = 1100;

/**
 * @typedef {import("./types.js").SheetLine} SheetLine
 */

export class Sheet {
  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").Board} board
   * @param {() => void} toEnd Shows the end of the match, whose board the lines are about.
   */
  constructor(host, board, toEnd) {
    this.host = host;
    this.board = board;
    this.toEnd = toEnd;
    /** @type {SheetLine[]} */
    this.lines = [];
    /** @type {string[]} */
    this.names = [];
    this.timer = 0;
    /** @type {HTMLElement[]} The row of each sort of line. */
    this.rows = [];
    this.told = h("p", { class: "sheet-told" });
    this.all = h("button", { type: "button" });
  }

  /**
   * @param {SheetLine[]} lines
   * @param {string[]} names
   * @param {boolean} isPlayedOut Whether the game was over; else the points are those it would have had.
   */
  show(lines, names, isPlayedOut) {
    this.stop();
    this.lines = lines;
    this.names = names;
    const sorts = [...new Set(lines.map(([what]) => what))];
    const sum = (/** @type {SheetLine[]} */ some) => names.map((_, seat) => some.reduce((all, [, points]) => all + points[seat], 0));
    const cells = (/** @type {number[]} */ points) => points.map((each) => h("td", { class: "number" }, numberText(each)));
    this.rows = sorts.map((sort) => {
      const some = lines.filter(([what]) => what === sort);
      return h("tr", null,
        h("th", { scope: "row" }, some.some(([, , part]) => part !== null)
          ? h("button", { type: "button", class: "quiet", "aria-label": `${sort}: show on the board`, onclick: () => this.run(some) }, sort) : sort),
        ...cells(sum(some)));
    });
    this.all.onclick = () => (this.timer ? this.stop() : this.run(lines));
    this.all.hidden = !lines.some(([, , part]) => part !== null);
    fill(this.host,
      h("h2", null, isPlayedOut ? "Where the points come from" : "If it had been scored at that moment"),
      h("table", { class: "sheet" },
        h("caption", { class: "unseen" }, "Points by what brought them, and by player"),
        h("thead", null, h("tr", null, h("td", null),
          ...names.map((name, seat) => h("th", { scope: "col" }, h("span", { class: `dot seat-${seat}` }), " ", name)))),
        h("tbody", null, ...this.rows),
        h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "Total"), ...cells(sum(lines))))),
      this.all);
    this.stop();
  }

  /**
   * Shows the parts of the board that brought these points, one after the other.
   *
   * @param {SheetLine[]} lines
   * @param {boolean} [aloud] Whether somebody has asked for it: then it is read aloud, too.
   */
  run(lines, aloud = true) {
    this.stop();
    const sorts = [...new Set(this.lines.map(([what]) => what))];
    const queue = lines.filter(([, , part]) => part !== null).sort((a, b) => sorts.indexOf(a[0]) - sorts.indexOf(b[0]));
    this.toEnd();
    if (aloud) get("stage").scrollIntoView({ block: "nearest" });
    get("stage").append(this.told);
    const step = () => {
      const line = queue.shift();
      if (!line) {
        this.stop();
        return;
      }
      const [what, points, part] = line;
      this.rows.forEach((row, i) => row.classList.toggle("lit", sorts[i] === what));
      this.board.point(part);
      const gains = points.flatMap((each, seat) => (each ? [`${numberText(each)} for ${this.names[seat]}`] : []));
      write(this.told, `${what}: ${gains.join(", ")}`);
      if (aloud) announce(this.told.textContent ?? "");
    };
    this.timer = setInterval(step, LIT_MS);
    write(this.all, "Stop");
    step();
  }

  stop() {
    if (this.timer) this.board.point(null);
    clearInterval(this.timer);
    this.timer = 0;
    for (const row of this.rows) row.classList.remove("lit");
    write(this.all, "Show all on the board, one after the other");
    this.told.remove();
  }
}
