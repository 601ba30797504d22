/** The title of the page: what it shows, or what its reader has to be told first. */

let usual = document.title.replace(/ · carcbot$/, "");
/** @type {Map<string, string>} */
const calls = new Map();

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

function write() {
  const [first] = calls.values();
  const title = `${first ? `● ${first}` : usual} · carcbot`;
  if (document.title !== title) document.title = title;
}
