/** How a game is played: a page of its own for each, which the game writes itself; and, where a match
 * leads there, what its options change. */

import { site } from "./account.js";
import { fill, get, h } from "./dom.js";
import { rulesOf } from "./games/index.js";
import { entitle } from "./titles.js";

const game = decodeURIComponent(location.pathname.match(/^\/rules\/([^/]+)$/)?.[1] ?? "");

async function show() {
  const text = (await site()).games[game];
  if (!text?.rules) {
    fill(get("rules"), h("p", null, "There is no page of rules for this game."), h("p", null, h("a", { href: "/" }, "To the lobby")));
    return;
  }
  get("title").textContent = text.title;
  entitle(`How ${text.title} is played`);
  const options = new URLSearchParams(location.search).get("options") ?? "";
  fill(get("rules"), ...sayOptions(text, options), ...await rulesOf(game));
}

/**
 * What the options of a match change of the rules.
 *
 * @param {import("./types.js").GameText} text
 * @param {string} options
 */
function sayOptions(text, options) {
  const said = options.split(",").flatMap((part) => {
    const [name, value] = part.split("=");
    const option = text.options.find((each) => each.name === name);
    if (!option || name === "seats" || value === option.values[0]) return [];
    return [h("li", null, h("b", null, `${name}=${value}. `), option.help)];
  });
  if (!said.length) return [];
  return [h("h2", null, "In this match"), h("p", null, "These options change what is told below."), h("ul", null, ...said), h("h2", null, "How it is usually played")];
}

show().then(() => { document.body.dataset.ready = ""; }, (error) => {
  fill(get("rules"), h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
});
