/** The title of the page: what it shows, or what its reader has to be told first. */

const BLINK_MS = 1000;

let usual = document.title.replace(/ · carcbot$/, "");
/** @type {Map<string, string>} */
const calls = new Map();
let blinks = false;
/** Whether a title that blinks shows what it shows without a call. */
let isOff = false;
let timer = 0;

/**
 * Says what the page shows.
 *
 * @param {string} text
 */
export function entitle(text) {
  usual = text;
  write();
}

/**
 * Calls the reader, who may be looking at another tab.
 *
 * @param {string} about What there is at most one call about.
 * @param {string} text Nothing ends the call.
 */
export function call(about, text) {
  if (text) calls.set(about, text);
  else calls.delete(about);
  write();
}

/**
 * Whether a call comes and goes while its reader looks at another tab.
 *
 * @param {boolean} on
 */
export function setBlinking(on) {
  blinks = on;
  write();
}

function write() {
  const isBlinking = blinks && calls.size > 0 && document.hidden;
  if (isBlinking && !timer) {
    timer = setInterval(() => {
      isOff = !isOff;
      write();
    }, BLINK_MS);
  } else if (!isBlinking) {
    clearInterval(timer);
    timer = 0;
    isOff = false;
  }
  const [first] = calls.values();
  const title = `${first && !isOff ? `● ${first}` : usual} · carcbot`;
  if (document.title !== title) document.title = title;
}

document.addEventListener("visibilitychange", write);
