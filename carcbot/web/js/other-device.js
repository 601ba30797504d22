/** A seat on another device: its player asks for a link, which gives the seat once to who opens it. */

import { ask } from "./account.js";
import { fill, get, h } from "./dom.js";
import { addressOf } from "./names.js";
import { keepSeat } from "./own-seats.js";

const SIGN = /^#take=([\w-]+)$/;

/** @returns {HTMLDialogElement} */
function dialogOf() {
  return /** @type {HTMLDialogElement} */ (get("seat-dialog"));
}

/**
 * @param {string} title
 * @param {...(Node | null)} content
 */
function show(title, ...content) {
  const dialog = dialogOf();
  fill(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "seat-title" }, title),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")), ...content);
  if (!dialog.open) dialog.showModal();
}

/**
 * Tells what the link gives, and makes it when that is wanted.
 *
 * @param {string} match
 */
export function offerLink(match) {
  const place = h("div", { class: "seat-link" });
  const make = h("button", { type: "button", class: "primary", onclick: async () => {
    make.disabled = true;
    try {
      const { code, lasts_s: lasts } = await (await ask("/api/seat-link", { plays: true, body: { match } })).json();
      make.hidden = true;
      fill(place, linkField(`${location.origin}${addressOf(match)}#take=${code}`),
        h("p", { class: "faint", role: "status" }, `Here is your link. It works for ${Math.round(lasts / 60)} minutes.`));
    } catch (error) {
      fill(place, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error)));
      make.disabled = false;
    }
  } }, "Make a link");
  show("Play on another device",
    h("p", null, "A link takes your seat to another device. Whoever opens it first plays in your place, so send it to nobody but yourself."),
    h("p", { class: "faint" }, "It works once. This device keeps the seat too: the one that you opened last has the board."),
    place, h("div", { class: "row end" }, make));
}

/** @param {string} url */
function linkField(url) {
  const field = h("input", { type: "text", id: "seat-link", readonly: true, value: url, onfocus: () => field.select() });
  const copy = h("button", { type: "button", onclick: async () => {
    field.select();
    const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
    copy.textContent = isCopied ? "Copied" : "Copy it from the field";
  } }, "Copy");
  return h("div", { class: "field" }, h("label", { for: "seat-link" }, "Open this on the other device"),
    h("div", { class: "row" }, field, copy));
}

/**
 * Takes the seat that the address of this page is a link for, if its visitor wants that. The code is
 * gone from the address at once, so that nobody passes it on with it.
 *
 * @param {string} match
 */
export function takeSeat(match) {
  const code = location.hash.match(SIGN)?.[1];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  const trouble = h("p", { class: "trouble", role: "alert" });
  const take = h("button", { type: "button", class: "primary", onclick: async () => {
    take.disabled = true;
    try {
      const { account, token } = await (await ask("/api/seat", { body: { match, code } })).json();
      keepSeat({ match, token, account });
      location.reload();
    } catch (error) {
      fill(trouble, error instanceof Error ? error.message : String(error));
      take.disabled = false;
    }
  } }, "Play here");
  show("Your seat", h("p", null, "This link gives you a seat at this table: go on with your game here?"),
    trouble, h("div", { class: "row end" },
      h("button", { type: "button", class: "quiet", onclick: () => dialogOf().close() }, "Only watch"), take));
}
