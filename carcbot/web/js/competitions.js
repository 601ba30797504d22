/** The competitions of the referee, as the lobby shows them. */

import { fill, h } from "./dom.js";
import { clockWords, nameOf } from "./names.js";
import { wordsOf } from "./options.js";

/**
 * @typedef {object} Row
 * @property {string} account
 * @property {number} place
 * @property {number} [won]
 * @property {number} [games]
 */

/**
 * @typedef {object} Competition
 * @property {string} name
 * @property {string} title
 * @property {string} format
 * @property {string} phase
 * @property {number} starts_us
 * @property {number} entrants
 * @property {number} [round]
 * @property {{ game: string, options?: string, clock?: import("./types.js").Clock }} terms
 * @property {number} [changes] How often the terms have changed.
 * @property {Row[]} leaders
 */

/** @type {Record<string, string>} */
const PHASES = {
  announced: "Announced",
  registration: "Registration",
  closed: "Registration is over",
  check_in: "Check-in",
  playing: "Live",
  over: "Over",
  called_off: "Called off",
  stopped: "Stopped",
};

/**
 * @param {HTMLElement} host
 * @param {Competition[]} competitions
 * @param {import("./types.js").SiteText} site
 */
export function drawCompetitions(host, competitions, site) {
  fill(host, ...competitions.map((each) => card(each, site)));
}

/**
 * @param {Competition} each
 * @param {import("./types.js").SiteText} site
 */
function card(each, site) {
  const live = each.phase === "playing";
  const begun = live || each.phase === "over" || each.phase === "stopped";
  const starts = new Date(each.starts_us / 1000);
  const leaders = each.leaders.map((row) =>
    h("li", null,
      h("span", { class: "place" }, `${row.place}.`),
      h("span", { class: "name" }, nameOf(row.account)),
      h("span", { class: "points" }, `${row.won ?? 0} of ${row.games ?? 0}`)));
  return h("a", { class: "ticket", href: `/competitions/${encodeURIComponent(each.name)}` },
    h("span", { class: "ticket-head" },
      h("span", { class: live ? "badge live" : "badge" }, PHASES[each.phase] ?? each.phase),
      h("span", { class: "what" }, `${each.format.replace("_", " ")} · ${wordsOf(site, each.terms.game, each.terms.options ?? "")}`)),
    h("b", null, each.title),
    h("span", { class: "faint" }, [clockWords(each.terms.clock ?? {}), changesInWords(each.changes ?? 0)].filter(Boolean).join(" · ")),
    begun && h("ol", { class: "players" }, ...leaders),
    h("span", { class: "ticket-foot" },
      h("span", null, `${each.entrants} ${begun ? "players" : "entered"}`),
      h("span", null, begun ? `round ${each.round ?? 0}` : `begins ${starts.toLocaleString()}`)));
}

/**
 * That the terms are not those of before, for who has read them already.
 *
 * @param {number} times
 */
function changesInWords(times) {
  if (!times) return "";
  return times === 1 ? "the terms have changed" : `the terms have changed ${times} times`;
}
