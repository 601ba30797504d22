/** How a game is played: a page of its own for each, which the game writes itself. */

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
  fill(get("rules"), ...await rulesOf(game));
}

show().then(() => { document.body.dataset.ready = ""; }, (error) => {
  fill(get("rules"), h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
});
