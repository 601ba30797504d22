/** The list of moves, with what each brought; any of them can be gone to. */

import { fill, h } from "./dom.js";

export class Moves {
  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").GameFace} face
   * @param {(stop: number) => void} jump
   */
  constructor(host, face, jump) {
    this.list = h("ol", { class: "moves" });
    this.face = face;
    this.jump = jump;
    this.drawn = 0;
    /** @type {HTMLElement | null} */
    this.current = null;
    fill(host, this.list);
  }

  /** Forgets all rows: what they tell is told anew. */
  clear() {
    fill(this.list);
    this.drawn = 0;
    this.current = null;
  }

  /**
   * @param {import("./story.js").Story} story
   * @param {number} stop
   */
  show(story, stop) {
    for (; this.drawn < story.moves; this.drawn += 1) this.list.append(this.row(story, this.drawn + 1));
    this.current?.removeAttribute("aria-current");
    const row = this.list.children[stop - 1];
    this.current = /** @type {HTMLElement | null} */ (row?.firstElementChild ?? null);
    this.current?.setAttribute("aria-current", "step");
    if (row && !this.list.parentElement?.hidden) keepInView(/** @type {HTMLElement} */ (row));
  }

  /**
   * @param {import("./story.js").Story} story
   * @param {number} stop
   */
  row(story, stop) {
    const event = story.moveBefore(stop);
    const seat = event?.seat ?? 0;
    const seq = event?.seq ?? 0;
    const gain = (story.points[seq]?.[0][seat] ?? 0) - (story.points[seq - 1]?.[0][seat] ?? 0);
    const isFinal = story.over && stop === story.moves; // its points are those of the final scoring
    const drawn = this.face.drawsFirst ? story.drawnAt(stop - 1) : null;
    const text = event?.move ? this.face.say(event.move, story.pictureBefore(stop)) : "";
    const isFirst = !story.stepsAt(stop - 1);
    return h("li", null, h("button", { type: "button", onclick: () => this.jump(stop) },
      h("span", { class: "move-number" }, isFirst ? String(story.turnAt[stop - 1] + 1) : ""),
      h("span", { class: `dot seat-${seat}`, title: story.names[seat], "aria-hidden": "true" }),
      h("span", { class: "unseen" }, story.names[seat]),
      h("span", { class: "move-draw" }, drawn ?? ""),
      h("span", { class: "move-text" }, text + (event?.by === "referee" ? " (by the referee)" : "")),
      gain > 0 && !isFinal ? h("span", { class: "move-gain" }, `+${gain}`) : null));
  }
}

/**
 * Scrolls the list, and only the list.
 *
 * @param {HTMLElement} row
 */
export function keepInView(row) {
  const panel = row.closest(".panel");
  if (!panel) return;
  const box = panel.getBoundingClientRect();
  const mine = row.getBoundingClientRect();
  if (mine.top < box.top) panel.scrollTop -= box.top - mine.top + 8;
  else if (mine.bottom > box.bottom) panel.scrollTop += mine.bottom - box.bottom + 8;
}
