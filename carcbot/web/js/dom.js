/** Elements of the page, made and found. */

const SVG = "http://www.w3.org/2000/svg";
const MOST_SAID = 5;

/**
 * An HTML element with attributes, listeners (`onclick`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  dress(element, attributes);
  append(element, children);
  return element;
}

/**
 * The same in SVG.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  dress(element, attributes);
  append(element, children);
  return element;
}

/**
 * What a path in SVG is that goes along these points.
 *
 * @param {[number, number][]} points
 */
export function pathOf(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/**
 * The element with this id, which the page has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function get(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

/**
 * Replaces the children of an element. The focus stays with what stays, or with what is there again under the same label;
 * where that is gone it goes to the part of the page around it, if that can have it.
 *
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const focused = document.activeElement;
  const hadFocus = focused instanceof HTMLElement && focused !== element && element.contains(focused);
  element.replaceChildren();
  append(element, children);
  if (!hadFocus) return;
  const name = focused.getAttribute("aria-label"); // what has the same text may be about something else
  const same = element.contains(focused) ? focused : name && element.querySelector(`[aria-label="${CSS.escape(name)}"]`);
  for (const next of [same, element.closest("[tabindex]")]) {
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    if (next && next === document.activeElement) return; // what is disabled has no focus
  }
}

/**
 * Sets the text of an element if it is another one, so that nothing is laid out in vain.
 *
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Has programs that read aloud say something.
 *
 * @param {string} text
 */
export function announce(text) {
  const live = get("live");
  live.append(h("p", null, text));
  while (live.childElementCount > MOST_SAID) live.firstElementChild?.remove();
}

/**
 * @param {Element} element
 * @param {Record<string, unknown> | null | undefined} attributes
 */
function dress(element, attributes) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Node | string | null | undefined | false)[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}
