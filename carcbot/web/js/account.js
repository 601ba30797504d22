/**
 * Who one is. Where guests may come each tab has accounts of its own: one to watch, and one to play
 * as soon as somebody wants to. A seat belongs to the browser, not to the tab: at its table every tab
 * has the account that sits there. Elsewhere, and to play where guests only watch, there is a token,
 * which the page asks for once.
 */

import { fill, get, h } from "./dom.js";
import { keeps, keptInBrowser, keptInTab } from "./kept.js";
import { refusalWords } from "./names.js";
import { forgetSeat, ownSeatIn, ownSeats } from "./own-seats.js";

const OWN = "carcbot.token";
const VIEWER = "carcbot.viewer";
const PLAYER = "carcbot.player";

/** @type {Promise<import("./types.js").SiteText> | null} */
let asked = null;
/** @type {import("./types.js").SiteText | null} */
let known = null;

/** Who was seen in the lobby in this tab comes again. */
export const HERE = "carcbot.here";
/**
 * The token that is asked for now: whoever wants it waits for the same.
 *
 * @type {Promise<string> | null}
 */
let asking = null;
/** The match whose page this is, and the token of one's seat there. */
let table = { match: "", token: "" };

/**
 * Says at which table this page is, before anything is asked: there one is who has this browser's seat.
 *
 * @param {string} match
 */
export function comeToTable(match) {
  table = { match, token: ownSeatIn(match)?.token ?? "" };
}

/** The token of the player that this page is, if it is one. */
function playerToken() {
  return table.token || keptInTab.getItem(PLAYER);
}

/** What the referee offers, and what this visitor may do there. */
export function site() {
  asked ??= siteFor(playerToken() ?? keptInBrowser.getItem(OWN)).then((text) => (known = text), (error) => {
    asked = null; // the referee was away: the next who asks may find it
    throw error;
  });
  return asked;
}

/**
 * What the referee offers to whoever has a token.
 *
 * @param {string | null} proof
 * @returns {Promise<import("./types.js").SiteText>}
 */
async function siteFor(proof) {
  /** @type {Record<string, string>} */
  const headers = proof ? { Authorization: `Bearer ${proof}` } : {};
  return (await well(await reach("/api/site", { headers }))).json();
}

/**
 * What the referee answers; where nothing comes of a question, that in our words.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
function reach(path, options) {
  return fetch(path, options).catch(() => {
    throw new Error("The referee cannot be reached.");
  });
}

/**
 * An answer, if it is one; else an error with the referee's words, and with the status as its cause.
 *
 * @param {Response} response
 */
async function well(response) {
  if (response.ok) return response;
  throw new Error(refusalWords((await response.text()).trim()) || response.statusText, { cause: response.status });
}

/**
 * A token: that of the player if this tab has one, else one for watching.
 *
 * @param {{ plays?: boolean, anew?: boolean }} [wish] plays: it has to be good for playing; anew:
 *     the last one is worth nothing any more.
 * @returns {Promise<string>}
 */
export async function token(wish = {}) {
  const { guests, guests_play: guestsPlay } = await site();
  if (wish.anew && table.token) {
    forgetSeat(table.match); // nobody has this token any more
    table.token = "";
    return token({ plays: wish.plays });
  }
  const player = playerToken();
  if (player && !wish.anew) return player;
  if (!keeps && (!guests || wish.plays)) {
    throw new Error("This browser keeps nothing for this site, so it would forget who you are: allow it to, and reload.");
  }
  if (!guests || (wish.plays && !guestsPlay)) {
    keptInTab.removeItem(PLAYER);
    return ownToken(Boolean(wish.anew) && !player);
  }
  if (!wish.plays) {
    const viewer = keptInTab.getItem(VIEWER);
    if (viewer && !wish.anew) return viewer;
  }
  const key = wish.plays ? PLAYER : VIEWER;
  const response = await reach("/api/guest", {
    method: "POST",
    body: JSON.stringify({ plays: wish.plays ?? false }),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  if (wish.anew) keptInTab.removeItem(PLAYER);
  const made = (await response.json()).token;
  keptInTab.setItem(key, made);
  return made;
}

/** Whether this tab, or this browser, has a token to play by. */
function hasPlayersToken() {
  return playerToken() !== null || keptInBrowser.getItem(OWN) !== null;
}

/**
 * Whether this page comes to a match as one who plays. By the browser's own token it does so only where
 * that account sits, or was seen in the lobby in this tab: an account has one connection, and who only
 * watches would take it from another tab's game.
 *
 * @param {string} match
 * @param {(string | null)[]} seats
 */
export async function comesAsPlayer(match, seats) {
  const { account } = await site();
  return Boolean(playerToken() || ownSeatIn(match) || keptInTab.getItem(HERE) || (account && seats.includes(account)));
}

/**
 * Whether to watch a match would take this browser's own account from a game in another tab: where
 * guests may not come, there is no other account to watch by.
 *
 * @param {string} match
 */
export async function leavesSeatByWatching(match) {
  const { guests } = await site();
  return !guests && ownSeats().some((each) => each.match !== match && !each.token);
}

/**
 * A new match is about to begin. A guest who sits elsewhere comes to it as another one: an account has
 * one connection, and so each match can have a tab.
 */
export function leaveOtherSeats() {
  const mine = playerToken();
  if (!mine || !ownSeats().some((each) => each.token === mine)) return;
  keptInTab.removeItem(PLAYER);
  table.token = "";
}

/**
 * The token as it is kept with a seat.
 *
 * @param {string} proof
 */
export function keptToken(proof) {
  return proof === keptInBrowser.getItem(OWN) ? "" : proof;
}

/** Whose token this browser keeps, if pages use it; else nothing. */
export async function ownAccount() {
  const { guests_play: guestsPlay, account } = await site();
  return !guestsPlay && keptInBrowser.getItem(OWN) ? account : "";
}

/** Forgets that token, and that one was here: otherwise the lobby would ask for it again. */
export function leave() {
  keptInBrowser.removeItem(OWN);
  keptInTab.removeItem(HERE);
}

/**
 * Asks for a token of one's own, and keeps it.
 *
 * @returns {Promise<string>} Rejected if none is given.
 */
export async function enter() {
  const typed = await askForToken({ must: false });
  keptInBrowser.setItem(OWN, typed);
  return typed;
}

/**
 * Asks the referee for something.
 *
 * @param {string} path
 * @param {{ body?: BodyInit | object, plays?: boolean, mine?: boolean }} [wish] plays: as somebody who
 *     may play; mine: as the player of this tab, if it has one, who may know more than others.
 * @returns {Promise<Response>}
 */
export async function ask(path, wish = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  // who has no token, and does not know yet what the referee wants, asks without one first
  const isStranger = !known && !wish.plays && !hasPlayersToken() && !keptInTab.getItem(VIEWER);
  if (!isStranger && (wish.plays || !(await site()).guests || (wish.mine && hasPlayersToken()))) {
    headers.Authorization = `Bearer ${await token({ plays: wish.plays })}`;
  }
  /** @type {RequestInit} */
  const options = { headers };
  if (wish.body !== undefined) {
    options.method = "POST";
    options.body =
      wish.body instanceof Blob || typeof wish.body === "string"
        ? wish.body
        : JSON.stringify(wish.body);
  }
  let response = await reach(path, options);
  if (response.status === 401) {
    headers.Authorization = `Bearer ${await token({ plays: wish.plays, anew: true })}`;
    response = await reach(path, options);
  }
  return well(response);
}

/**
 * @param {boolean} anew
 * @returns {Promise<string>}
 */
async function ownToken(anew) {
  const known = keptInBrowser.getItem(OWN);
  if (known && !anew) return known;
  asking ??= askForToken({ must: true });
  keptInBrowser.setItem(OWN, await asking);
  // what the page offers was made for a stranger
  location.reload();
  return new Promise(() => {});
}

/**
 * Asks for a token until somebody has the one that is given.
 *
 * @param {{ must: boolean }} wish Whether there is no way on without one.
 * @returns {Promise<string>}
 */
function askForToken({ must }) {
  const dialog = /** @type {HTMLDialogElement} */ (get("token-dialog"));
  const field = h("input", {
    id: "token",
    name: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    placeholder: "carcbot_…",
  });
  const trouble = h("p", { class: "trouble", role: "alert" });
  let isTaken = false;
  return new Promise((resolve, reject) => {
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const typed = field.value.trim();
          const found = await siteFor(typed).catch(() => null);
          if (!found?.account) {
            fill(trouble, found ? "Nobody here has this token." : "The referee does not answer: try again.");
            return;
          }
          isTaken = true;
          resolve(typed);
          dialog.close();
        },
      },
      h("h2", { id: "token-title" }, "Your token"),
      h("p", null, "Whoever runs this referee gives out tokens. It is kept in this browser."),
      h("label", { for: "token" }, "Token"),
      field,
      trouble,
      h(
        "div",
        { class: "row end" },
        !must && h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
        h("button", { class: "primary" }, "Come in"),
      ),
    );
    fill(dialog, form);
    dialog.oncancel = (event) => {
      if (must) event.preventDefault();
    };
    dialog.onclose = () => {
      if (must && !isTaken) dialog.showModal(); // a browser lets a second Escape through
      else reject(new Error("no token was given"));
    };
    if (!dialog.open) dialog.showModal();
  });
}
