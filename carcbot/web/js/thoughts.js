/** What the players think: their lines at the moment shown, and how far ahead they see themselves. */

import { fill, h } from "./dom.js";
import { Graph } from "./graph.js";
import { nameOf, numberText } from "./names.js";

export class Thoughts {
  /**
   * @param {HTMLElement} host
   * @param {import("./types.js").GameFace["say"]} say
   * @param {(stop: number) => void} jump
   */
  constructor(host, say, jump) {
    this.say = say;
    this.lines = h("div", { class: "thoughts" });
    this.substitutes = h("div", { class: "substitutes" });
    const chart = h("div", { class: "chart" });
    fill(host, this.substitutes, h("h2", null, "How far ahead each sees itself"), chart, h("h2", null, "What was thought here"), this.lines);
    this.graph = new Graph(chart, "Evaluation by move: how many points each player sees itself ahead", jump);
  }

  /**
   * @param {import("./story.js").Story} story
   * @param {number} stop
   */
  show(story, stop) {
    this.graph.show(`${story.seq} ${story.thoughts.length}`, () => evaluations(story), stop);
    fill(this.substitutes, ...substitutes(story).map((text) => h("p", null, text)));
    const seq = story.stops[stop];
    const said = story.thoughts.filter((each) => each.seq === seq).slice(-1);
    const before = story.thoughts.filter((each) => each.seq === story.stops[stop - 1]).slice(-1);
    const shown = [...said, ...before];
    if (!shown.length) {
      fill(this.lines, h("p", { class: "nothing" }, "Nobody told what they thought here."));
      return;
    }
    fill(this.lines, ...shown.map(({ seat, analysis }) => h("div", { class: "thought" },
      h("p", null, h("span", { class: `dot seat-${seat}` }), " ", h("b", null, story.names[seat]),
        analysis.by === "substitute" ? ": not its own move, its agent had failed" : "",
        analysis.score === undefined ? "" : `: ${analysis.score > 0 ? "+" : ""}${numberText(analysis.score.toFixed(1))} points`,
        h("span", { class: "faint" }, [
          analysis.depth === undefined ? "" : ` · depth ${analysis.depth}`,
          analysis.nodes === undefined ? "" : ` · ${analysis.nodes.toLocaleString("en")} nodes`].join(""))),
      h("ol", { class: "plies" }, ...(analysis.line ?? []).map((ply) =>
        h("li", null, this.say(ply)))))));
  }
}

/**
 * How far ahead each seat saw itself at each stop.
 *
 * @param {import("./story.js").Story} story
 */
function evaluations(story) {
  /** @type {Map<number, number>} */
  const stopOf = new Map(story.stops.map((seq, i) => [seq, i]));
  const series = story.seats.map(() => /** @type {(number | null)[]} */ (story.stops.map(() => null)));
  for (const { seq, seat, analysis } of story.thoughts) {
    const at = stopOf.get(seq);
    if (at !== undefined && analysis.score !== undefined) series[seat][at] = analysis.score;
  }
  return series;
}

/**
 * A sentence for each player some of whose moves were not its own.
 *
 * @param {import("./story.js").Story} story
 */
function substitutes(story) {
  return story.seats.flatMap((name, seat) => {
    const moves = story.events.filter((each) => each.type === "move" && each.seat === seat && each.by !== "referee").length;
    const seqs = new Set(story.thoughts.filter((each) => each.seat === seat && each.analysis.by === "substitute").map((each) => each.seq));
    return seqs.size ? [`${nameOf(name)}: ${seqs.size} of ${moves} moves were not its own, for its agent had failed.`] : [];
  });
}
