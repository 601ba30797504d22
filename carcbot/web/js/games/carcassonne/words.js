/** Carcassonne in words: moves, areas, figures. */

/** @type {Record<string, string>} */
const ROLES = {
  c: "knight in the city",
  r: "highwayman on the road",
  f: "farmer in the field",
  m: "monk in the cloister",
  g: "gardener in the garden",
};

/** @type {Record<string, string>} */
const SIZES = { s: "", b: "big ", a: "abbot: " };

/**
 * A move in words: `2,-1/3+scN` is "at 2,−1, knight in the city".
 *
 * @param {string} move
 * @returns {string}
 */
export function sayMove(move) {
  const [head, target] = move.replace("^", "").split("+");
  const cell = head.split("/")[0].replaceAll("-", "−");
  if (move.endsWith("^")) return `at ${cell}, takes the abbot back`;
  if (!target) return `at ${cell}`;
  return `at ${cell}, ${SIZES[target[0]]}${ROLES[target[1]]}`;
}

/**
 * A figure that may be put, in words.
 *
 * @param {string} figure
 * @param {string} segment
 * @returns {string}
 */
export function sayFigure(figure, segment) {
  if (figure === "back") return "Take the abbot back";
  const size = figure === "small" ? "" : figure === "big" ? "big " : "abbot: ";
  const text = `${size}${ROLES[segment[0]]}`;
  return text[0].toUpperCase() + text.slice(1);
}

/** @type {Record<string, string>} */
const SHORT = { c: "Knight", r: "Highwayman", f: "Farmer", m: "Monk", g: "Gardener" };

/**
 * The same for a button on which there is little room.
 *
 * @param {string} figure
 * @param {string} segment
 * @returns {string}
 */
export function sayFigureShortly(figure, segment) {
  if (figure === "back") return "Abbot back";
  if (figure === "abbot") return "Abbot";
  return figure === "big" ? `Big ${SHORT[segment[0]].toLowerCase()}` : SHORT[segment[0]];
}

/**
 * @param {string} kind
 * @returns {string}
 */
export function sayKind(kind) {
  return kind[0].toUpperCase() + kind.slice(1);
}

/**
 * @param {number[]} owners
 * @param {string[]} names
 * @returns {string}
 */
export function sayOwners(owners, names) {
  if (!owners.length) return "nobody’s";
  return owners.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ");
}
