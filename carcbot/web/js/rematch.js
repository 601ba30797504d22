/** What a player can do when a match is over: the same once more, or another. */

import { h } from "./dom.js";
import { isHouse } from "./names.js";
import { lastRequest, openMatch } from "./new-match.js";

/**
 * @param {import("./story.js").Story} story
 * @param {import("./challenges.js").Challenges | null} challenges By which persons are asked.
 * @param {number | null} mine One's own seat, if one had one.
 * @returns {(Node | null)[]}
 */
export function offerMatches(story, challenges, mine) {
  const others = story.seats.flatMap((account, seat) => (account && seat !== mine ? [account] : []));
  const again = lastRequest(story.match);
  const isWithBots = again !== null && !again.seats.includes("open");
  const isWithPersons = mine !== null && others.length > 0 && !others.some(isHouse);
  /** @type {(() => Promise<unknown>) | null} */
  let ask = null;
  if (again && isWithBots) {
    // who began comes last now
    ask = async () => { location.href = await openMatch({ ...again, seats: [...again.seats.slice(1), again.seats[0]] }); };
  } else if (isWithPersons && challenges && story.start) {
    const { clock, rated } = story.start;
    ask = async () => {
      const terms = { game: story.game, options: story.options, clock, rated: Boolean(rated) };
      if (!await challenges.challenge(others, terms)) throw new Error(challenges.trouble);
    };
  }
  const another = (/** @type {string} */ kind) =>
    h("a", { href: "/#new", class: `${kind} to-play` }, isWithBots ? "Another bot" : "New match");
  if (!ask) return [another("again")];
  const start = ask;
  const rematch = h("button", { type: "button", class: "primary to-play" }, "Rematch");
  rematch.onclick = async () => {
    rematch.disabled = true;
    try {
      await start();
      if (!isWithBots) rematch.textContent = "You have asked";
    } catch (error) {
      rematch.disabled = false;
      rematch.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return [rematch, another("other")];
}
