/**
 * What the browser keeps for this site, in all its tabs or in this one. Where it may keep nothing, as
 * with site data blocked or in a frame of another site, that lasts as long as the page is open.
 */

/** What takes the place of a browser's storage. */
class Memory {
  /** @type {Map<string, string>} */
  values = new Map();

  /** @param {string} key */
  getItem(key) {
    return this.values.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.values.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.values.delete(key);
  }
}

/**
 * @param {() => Storage | null} storage It is asked for here, for that may be forbidden already.
 * @returns {Storage | null}
 */
function allowed(storage) {
  try {
    return storage();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

const browser = allowed(() => localStorage);
const tab = allowed(() => sessionStorage);

/** Whether it keeps anything. */
export const keeps = Boolean(browser && tab);
export const keptInBrowser = browser ?? new Memory();
export const keptInTab = tab ?? new Memory();
