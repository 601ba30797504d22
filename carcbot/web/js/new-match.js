/** The dialog in which a person puts a match together. */

import { ask } from "./account.js";
import { fill, get, h } from "./dom.js";

const KEY = "carcbot.match";
/** The bots that a newcomer is offered first, from the gentlest to the hardest. */
const FAVOURITES = [
  ["greedy", "greedy – gentle"],
  ["flat", "flat – fair"],
  ["mcts", "mcts – strong"],
  ["heyden-star25-f5", "star25 – hard"],
];
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
 * @property {string[]} expansions
 * @property {string} clock
 * @property {string} first
 * @property {boolean} hints
 * @property {number} think
 */

/** @returns {Choice} */
function lastChoice() {
  const usual = { rivals: ["mcts"], expansions: [], clock: "none", first: "me", hints: true, think: 1 };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return usual;
  }
}

/**
 * A box for each expansion.
 *
 * @param {string[]} chosen Those that are checked.
 * @returns {HTMLLabelElement[]}
 */
export function expansionBoxes(chosen) {
  return ["river", "inns_and_cathedrals", "abbot"].map((name, i) => {
    const box = h("input", { type: "checkbox", value: name, checked: chosen.includes(name) });
    return h("label", { class: "check" }, box, ["The River", "Inns & Cathedrals", "The Abbot"][i]);
  });
}

/**
 * The option that says which boxes are checked, if any are.
 *
 * @param {HTMLLabelElement[]} boxes
 * @returns {string[]}
 */
export function expansionsIn(boxes) {
  return asOption(checked(boxes));
}

/**
 * What stands for the boxes that are checked.
 *
 * @param {HTMLLabelElement[]} boxes
 * @returns {string[]}
 */
export function checked(boxes) {
  return boxes.map((label) => /** @type {HTMLInputElement} */ (label.firstChild))
    .filter((box) => box.checked).map((box) => box.value);
}

/** @param {string[]} expansions */
function asOption(expansions) {
  return expansions.length ? [`expansions=${expansions.join("+")}`] : [];
}

/**
 * Opens the dialog; its match opens in this tab.
 *
 * @param {import("./types.js").SiteText} site
 */
export function openMatchDialog(site) {
  const dialog = /** @type {HTMLDialogElement} */ (get("match-dialog"));
  const game = site.games.carcassonne;
  const choice = lastChoice();
  const rivals = h("div", { class: "rivals" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const more = h("button", { type: "button", class: "quiet", onclick: () => { choice.rivals.push("greedy"); draw(); } }, "+ another player");
  const start = h("button", { class: "primary", value: "start" }, "Start");

  function draw() {
    fill(rivals, ...choice.rivals.map((rival, i) => {
      const select = h("select", { "aria-label": `Player ${i + 2}`, onchange: () => { choice.rivals[i] = select.value; } },
        h("optgroup", { label: "Bots" }, ...FAVOURITES.map(([name, title]) => h("option", { value: name }, title))),
        h("optgroup", { label: "A person" }, h("option", { value: "open" }, "whoever sits down")),
        h("optgroup", { label: "All presets" }, ...site.agents
          .filter((agent) => !FAVOURITES.some(([name]) => name === agent.name))
          .map((agent) => h("option", { value: agent.name, title: agent.note }, agent.name))));
      select.value = rival;
      const away = h("button", { type: "button", class: "quiet", "aria-label": `Remove player ${i + 2}`, onclick: () => { choice.rivals.splice(i, 1); draw(); } }, "✕");
      return h("div", { class: "row" }, h("span", { class: `dot seat-${i + 1}` }), select, choice.rivals.length > 1 && away);
    }));
    more.hidden = choice.rivals.length >= game.seats[1] - 1;
  }

  const expansions = expansionBoxes(choice.expansions);
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
    choice.expansions = checked(expansions);
    Object.assign(choice, { clock: clock.value, first: first.value, think: Number(think.value), hints: hints.checked });
    localStorage.setItem(KEY, JSON.stringify(choice));
    start.disabled = true;
    fill(trouble);
    try {
      location.href = await begin(choice);
    } catch (error) {
      fill(trouble, error instanceof Error ? error.message : String(error));
    } finally {
      start.disabled = false;
    }
  } },
  h("div", { class: "dialog-head" }, h("h2", { id: "match-title" }, "New match"),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  h("fieldset", null, h("legend", null, "Against"), rivals, more),
  h("fieldset", null, h("legend", null, "With"), ...expansions),
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
 * @returns {Promise<string>} Where it is.
 */
async function begin(choice) {
  const seats = [...choice.rivals];
  const at = { me: 0, last: seats.length }[choice.first] ?? Math.floor(Math.random() * (seats.length + 1));
  seats.splice(at, 0, "me");
  const options = [`seats=${seats.length}`, ...asOption(choice.expansions)];
  const clock = CLOCKS.find(([name]) => name === choice.clock)?.[2] ?? null;
  const body = { seats, options: options.join(","), clock, think_s: choice.think, hints: choice.hints };
  const made = await (await ask("/api/play", { plays: true, body })).json();
  return `/table/${made.match}?seat=${at}`;
}
