/** A page that the referee writes anew whenever something happens: shows that without a reload. */

import { showLocalTimes } from "./local_times.js";

const EVERY_MS = 10_000;

let shown = "";

async function renew() {
  if (document.hidden) return;
  const text = await written();
  if (!text || text === shown) return;
  const before = document.querySelector("main");
  const after = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (!before || !after) return;
  shown = text;
  const focused = before.contains(document.activeElement)
    ? document.activeElement?.getAttribute("href")
    : null;
  showLocalTimes(after);
  before.replaceWith(after);
  if (focused) {
    const link = [...after.querySelectorAll("a")].find((a) => a.getAttribute("href") === focused);
    link?.focus({ preventScroll: true });
  }
}

/** The page as it is now; nothing while the referee is away. */
async function written() {
  try {
    const response = await fetch(location.href);
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}

showLocalTimes(document);
setInterval(renew, EVERY_MS);
document.addEventListener("visibilitychange", renew);
