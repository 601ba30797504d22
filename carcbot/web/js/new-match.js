/** The dialog in which a person puts a match together. */

import { ask, keptToken, leaveOtherSeats, token } from "./account.js";
import { fill, get, h } from "./dom.js";
import { keptInBrowser } from "./kept.js";
import { addressOf } from "./names.js";
import { GameChoice } from "./options.js";
import { keepSeat } from "./own-seats.js";

const KEY = "carcbot.match";
const LAST = "carcbot.last";
/** The bots that a newcomer is offered first, from the gentlest to the hardest; not all play every game. */
const STRENGTHS = [
  ["random", "Beginner"],
  ["greedy", "Easy"],
  ["flat", "Medium"],
  ["mcts", "Strong"],
];
/** The same where a game has bots that were made for this. */
const MADE_STRENGTHS = [
  ["beginner", "Beginner"],
  ["easy", "Easy"],
  ["medium", "Medium"],
  ["strong", "Strong"],
];
const HARDEST = "Expert";
/** Whom a newcomer meets if nobody else is chosen: the first that is offered. */
const MET_FIRST = ["medium", "mcts"];
/** @type {[string, string, import("./types.js").Clock | null][]} */
export const CLOCKS = [
  ["none", "No clock", null],
  ["fast", "1 min + 5 s", { kind: "bank", main_us: 60e6, move_us: 5e6 }],
  ["calm", "5 min + 20 s", { kind: "bank", main_us: 300e6, move_us: 20e6 }],
  ["move", "30 s a move", { kind: "per_move", move_us: 30e6 }],
];

/**
 * @typedef {object} Choice
 * @property {string[]} rivals
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} clock
 * @property {string} first
 * @property {boolean} hints
 * @property {number} think
 */

/** @returns {Choice} */
function lastChoice() {
  const usual = { rivals: [""], game: "", options: {}, clock: "none", first: "me", hints: true, think: 1 };
  try {
    return { ...usual, ...JSON.parse(keptInBrowser.getItem(KEY) ?? "{}") };
  } catch {
    return usual;
  }
}

/**
 * Opens the dialog; its match opens in this tab.
 *
 * @param {import("./types.js").SiteText} site
 */
export function openMatchDialog(site) {
  const dialog = /** @type {HTMLDialogElement} */ (get("match-dialog"));
  const choice = lastChoice();
  const game = new GameChoice(site, "match-game", choice, () => draw());
  const rules = h("span");
  const rivals = h("div", { class: "rivals" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const more = h("button", { type: "button", class: "quiet", onclick: () => { choice.rivals.push(playing()[0][0]); draw(); } }, "+ another player");
  const start = h("button", { class: "primary", value: "start" }, "Start");

  /** Those of them that play the game, and last the strongest that was made for it. */
  function playing() {
    const plays = (/** @type {string[]} */ [name]) => game.text.agents.includes(name);
    const found = (MADE_STRENGTHS.every(plays) ? MADE_STRENGTHS : STRENGTHS).filter(plays);
    const { strongest } = game.text;
    return !strongest || found.some(([name]) => name === strongest) ? found : [...found, [strongest, HARDEST]];
  }

  function draw() {
    const { title, rules: hasRules } = game.text;
    fill(rules, hasRules ? h("a", { href: `/rules/${game.game}`, target: "_blank" }, `How ${title} is played`) : null);
    const favourites = playing();
    const usual = [...MET_FIRST, game.text.strongest, "flat"].find((name) => favourites.some(([each]) => each === name)) ?? favourites[0][0];
    choice.rivals = choice.rivals.slice(0, game.text.seats[1] - 1)
      .map((each) => (each === "open" || game.text.agents.includes(each) ? each : usual));
    fill(rivals, ...choice.rivals.map((rival, i) => {
      const select = h("select", { "aria-label": `Player ${i + 2}`, onchange: () => { choice.rivals[i] = select.value; } },
        h("optgroup", { label: "A bot" }, ...favourites.map(([name, title]) => h("option", { value: name }, title.toLowerCase() === name ? title : `${title} (${name})`))),
        h("optgroup", { label: "A person" }, h("option", { value: "open" }, "whoever sits down")),
        h("optgroup", { label: "Bots of research" }, ...site.agents
          .filter((agent) => game.text.agents.includes(agent.name) && !favourites.some(([name]) => name === agent.name))
          .map((agent) => h("option", { value: agent.name, title: agent.note }, agent.name))));
      select.value = rival;
      const away = h("button", { type: "button", class: "quiet", "aria-label": `Remove player ${i + 2}`, onclick: () => { choice.rivals.splice(i, 1); draw(); } }, "✕");
      return h("div", { class: "row" }, h("span", { class: `dot seat-${i + 1}` }), select, choice.rivals.length > 1 && away);
    }));
    more.hidden = choice.rivals.length >= game.text.seats[1] - 1;
  }

  const clock = h("select", { id: "clock" }, ...CLOCKS.map(([name, title]) => h("option", { value: name }, String(title))));
  clock.value = choice.clock;
  const first = h("select", { id: "first" },
    h("option", { value: "me" }, "I begin"), h("option", { value: "last" }, "I come last"), h("option", { value: "any" }, "By lot"));
  first.value = choice.first;
  const think = h("select", { id: "think" }, ...[[0.2, "a moment"], [1, "1 second"], [3, "3 seconds"], [10, "10 seconds"]].map(([value, title]) => h("option", { value }, String(title))));
  think.value = String(choice.think);
  const hints = h("input", { type: "checkbox", checked: choice.hints });

  const form = h("form", { method: "dialog", onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    Object.assign(choice, game.chosen, { clock: clock.value, first: first.value, think: Number(think.value), hints: hints.checked });
    keptInBrowser.setItem(KEY, JSON.stringify(choice));
    start.disabled = true;
    fill(trouble);
    try {
      location.href = await begin(choice, game);
    } catch (error) {
      fill(trouble, error instanceof Error ? error.message : String(error));
      start.disabled = false; // after success the next page comes
    }
  } },
  h("div", { class: "dialog-head" }, h("h2", { id: "match-title" }, "New match"),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  game.root,
  h("p", null, rules),
  h("fieldset", null, h("legend", null, "Against"), rivals, more),
  h("div", { class: "pair" },
    h("div", null, h("label", { for: "clock" }, "Clock"), clock),
    h("div", null, h("label", { for: "first" }, "Order"), first),
    h("div", null, h("label", { for: "think" }, "Bots think"), think)),
  h("label", { class: "check" }, hints, "Hints: a bot shows its ranked moves when I ask"),
  trouble,
  h("div", { class: "row end" }, start));
  fill(dialog, form);
  draw();
  dialog.showModal();
}

/**
 * Has the referee open the table.
 *
 * @param {Choice} choice
 * @param {GameChoice} game
 * @returns {Promise<string>} Where it is.
 */
async function begin(choice, game) {
  const seats = [...choice.rivals];
  const at = { me: 0, last: seats.length }[choice.first] ?? Math.floor(Math.random() * (seats.length + 1));
  seats.splice(at, 0, "me");
  const clock = CLOCKS.find(([name]) => name === choice.clock)?.[2] ?? null;
  return openMatch({ seats, game: game.game, options: game.options(seats.length), clock, think_s: choice.think, hints: choice.hints });
}

/**
 * @typedef {object} MatchRequest What the referee is asked for.
 * @property {string[]} seats An agent, "me" or "open".
 * @property {string} game
 * @property {string} options
 * @property {import("./types.js").Clock | null} clock
 * @property {number} think_s
 * @property {boolean} hints
 */

/**
 * Has the referee open a table, and keeps the seat there.
 *
 * @param {MatchRequest} body
 * @returns {Promise<string>} Where the table is.
 */
export async function openMatch(body) {
  leaveOtherSeats();
  const { match, account, seat } = await (await ask("/api/play", { plays: true, body })).json();
  keepSeat({ match, token: keptToken(await token({ plays: true })), account, seat });
  keptInBrowser.setItem(LAST, JSON.stringify({ match, body }));
  return addressOf(match);
}

/**
 * What this browser asked for when it had this match opened, if that is the last one it asked for.
 *
 * @param {string} match
 * @returns {MatchRequest | null}
 */
export function lastRequest(match) {
  try {
    const last = JSON.parse(keptInBrowser.getItem(LAST) ?? "{}");
    return last.match === match ? last.body : null;
  } catch {
    return null;
  }
}
