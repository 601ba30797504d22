/** How a player is called at the own turn besides the page itself: by a sound, by a title that blinks. */

import { fill, get, h } from "./dom.js";
import { keptInBrowser } from "./kept.js";
import { call, setBlinking } from "./titles.js";

const KEY = "carcbot.calls";
const NOTES = [660, 880];
const NOTE_S = 0.16;
const LOUDNESS = 0.12;

/** @typedef {{ sound: boolean, blinks: boolean }} Wishes */

/** @returns {Wishes} */
function wishes() {
  try {
    return { sound: false, blinks: false, ...JSON.parse(keptInBrowser.getItem(KEY) ?? "{}") };
  } catch {
    return { sound: false, blinks: false };
  }
}

/** @type {AudioContext | null} */
let audio = null;
let isDue = false;

/** Plays two short notes; where a browser wants a click before, nothing is heard until then. */
function ring() {
  audio ??= new AudioContext();
  void audio.resume();
  const { currentTime } = audio;
  NOTES.forEach((frequency, i) => {
    const from = currentTime + i * NOTE_S;
    const note = new OscillatorNode(/** @type {AudioContext} */ (audio), { frequency });
    const loudness = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0 });
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02);
    loudness.gain.linearRampToValueAtTime(0, from + NOTE_S);
    note.connect(loudness).connect(/** @type {AudioContext} */ (audio).destination);
    note.start(from);
    note.stop(from + NOTE_S);
  });
}

/**
 * It is the player's turn, or no longer.
 *
 * @param {boolean} due
 */
export function callToTurn(due) {
  call("turn", due ? "Your turn" : "");
  if (due && !isDue && wishes().sound) ring();
  isDue = due;
}

/** Offers the ways to be called, behind a button of the bar. */
export function offerCalls() {
  const button = get("bell");
  button.hidden = false;
  button.onclick = openDialog;
  setBlinking(wishes().blinks);
}

function openDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (get("bell-dialog"));
  const { sound, blinks } = wishes();
  const keep = () => {
    keptInBrowser.setItem(KEY, JSON.stringify({ sound: soundBox.checked, blinks: blinkBox.checked }));
    setBlinking(blinkBox.checked);
  };
  const soundBox = h("input", { type: "checkbox", checked: sound, onchange: () => {
    keep();
    if (soundBox.checked) ring();
  } });
  const blinkBox = h("input", { type: "checkbox", checked: blinks, onchange: keep });
  fill(dialog, h("div", { class: "dialog-head" }, h("h2", { id: "bell-title" }, "At your turn"),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
  h("label", { class: "check" }, soundBox, "Play a sound"),
  h("label", { class: "check" }, blinkBox, "Let the title of the tab blink while you look at another"),
  h("p", { class: "faint" }, "This browser remembers it."));
  dialog.showModal();
}
