/** What who looks at a page may do here. The rest is not shown, but how one gets to do it. */

import { enter, leave, ownAccount, site } from "./account.js";
import { fill, get, h } from "./dom.js";

/**
 * Marks in the page what its visitor may do: css/base.css hides what asks for more.
 */
export async function markRights() {
  const { may } = await site();
  const plays = may.includes("play");
  const meets = plays && may.includes("lobby");
  document.body.dataset.may = [plays && "play", meets && "meet"].filter(Boolean).join(" ");
}

/**
 * Why this visitor may only watch, and how it gets to play; null if it may play.
 *
 * @returns {Promise<HTMLElement | null>}
 */
export async function howToPlay() {
  const { account, guests, may } = await site();
  if (may.includes("play")) return null;
  const strangers = guests ? "Guests only watch here." : "This referee lets nobody in without a token.";
  const why = account ? `The token of ${account} is for watching only.` : strangers;
  return h("p", { class: "how-to-play" }, `${why} To play, ask whoever runs this referee for a token. `,
    h("button", { type: "button", onclick: () => void enter().then(() => location.reload(), () => {}) }, "I have a token"));
}

/** Shows in the bar who came with a token of its own, and lets it go. */
export async function showWho() {
  const account = await ownAccount();
  if (!account) return;
  fill(get("who"), h("b", null, account),
    h("button", { type: "button", class: "quiet", onclick: () => {
      leave();
      location.reload();
    } }, "Leave"));
}
