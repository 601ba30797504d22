/** Light or dark: as the system has it, until somebody chooses. */

import { keptInBrowser } from "./kept.js";

const KEY = "carcbot.theme";
const button = document.getElementById("theme");

/** @returns {boolean} */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function tell() {
  if (!button) return;
  button.textContent = isDark() ? "☀" : "☾";
  button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  button.title = button.getAttribute("aria-label") ?? "";
}

const chosen = keptInBrowser.getItem(KEY);
if (chosen) document.documentElement.dataset.theme = chosen;
button?.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  keptInBrowser.setItem(KEY, theme);
  tell();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
tell();
