/**
 * Who one is. Where guests may come each tab has accounts of its own: one to watch, and one to play
 * as soon as somebody wants to. Elsewhere, and to play where guests only watch, there is a token,
 * which the page asks for once.
 */

import { fill, get, h } from "./dom.js";

const OWN = "carcbot.token";
const VIEWER = "carcbot.viewer";
const PLAYER = "carcbot.player";

/** @type {Promise<import("./types.js").SiteText> | null} */
let asked = null;

/** What the referee offers. */
export function site() {
  asked ??= fetch("/api/site").then((response) => response.json());
  return asked;
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
  if (!guests || (wish.plays && !guestsPlay)) return ownToken(wish.anew ?? false);
  const player = sessionStorage.getItem(PLAYER);
  if (player && !wish.anew) return player;
  if (!wish.plays) {
    const viewer = sessionStorage.getItem(VIEWER);
    if (viewer && !wish.anew) return viewer;
  }
  const key = wish.plays ? PLAYER : VIEWER;
  const response = await fetch("/api/guest", {
    method: "POST",
    body: JSON.stringify({ plays: wish.plays ?? false }),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  if (wish.anew) sessionStorage.removeItem(PLAYER);
  const made = (await response.json()).token;
  sessionStorage.setItem(key, made);
  return made;
}

/** Whether this tab has an account that plays. */
export function isPlayer() {
  return sessionStorage.getItem(PLAYER) !== null || localStorage.getItem(OWN) !== null;
}

/**
 * Asks the referee for something.
 *
 * @param {string} path
 * @param {{ body?: BodyInit | object, plays?: boolean }} [wish]
 * @returns {Promise<Response>}
 */
export async function ask(path, wish = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  const { guests } = await site();
  if (wish.plays || !guests) headers.Authorization = `Bearer ${await token({ plays: wish.plays })}`;
  /** @type {RequestInit} */
  const options = { headers };
  if (wish.body !== undefined) {
    options.method = "POST";
    options.body =
      wish.body instanceof Blob || typeof wish.body === "string"
        ? wish.body
        : JSON.stringify(wish.body);
  }
  let response = await fetch(path, options);
  if (response.status === 401) {
    headers.Authorization = `Bearer ${await token({ plays: wish.plays, anew: true })}`;
    response = await fetch(path, options);
  }
  if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
  return response;
}

/**
 * @param {boolean} anew
 * @returns {Promise<string>}
 */
async function ownToken(anew) {
  const known = localStorage.getItem(OWN);
  if (known && !anew) return known;
  const typed = await askForToken();
  localStorage.setItem(OWN, typed);
  return typed;
}

/** @returns {Promise<string>} */
function askForToken() {
  const dialog = /** @type {HTMLDialogElement} */ (get("token-dialog"));
  const field = h("input", {
    id: "token",
    name: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    placeholder: "carcbot_…",
  });
  return new Promise((resolve) => {
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: () => resolve(field.value.trim()),
      },
      h("h2", { id: "token-title" }, "Your token"),
      h("p", null, "This referee knows its guests by name. Whoever runs it gives out tokens."),
      h("label", { for: "token" }, "Token"),
      field,
      h("div", { class: "row end" }, h("button", { class: "primary" }, "Come in")),
    );
    fill(dialog, form);
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    if (!dialog.open) dialog.showModal();
  });
}
