/** Carcassonne in words: moves, areas, figures, and what a move brings. */

import { capital } from "../../names.js";

/**
 * @typedef {import("./picture.js").Effect} Effect
 * @typedef {import("./picture.js").Then} Then
 * @typedef {import("./art.js").Point} Point
 */

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
 * A move in words: `2,-1/3+scN` is "2 east, 1 north: knight in the city", counted from the first tile.
 *
 * @param {string} move
 * @returns {string}
 */
export function sayMove(move) {
  const [head, target] = move.replace("^", "").split("+");
  const [x, y] = head.split("/")[0].split(",").map(Number);
  const ways = [[x, "east", "west"], [y, "south", "north"]];
  const far = ways.filter(([by]) => by).map(([by, there, back]) => `${Math.abs(Number(by))} ${Number(by) > 0 ? there : back}`);
  const where = far.join(", ") || "in the middle";
  if (move.endsWith("^")) return `${where}: takes the abbot back`;
  return target ? `${where}: ${SIZES[target[0]]}${ROLES[target[1]]}` : where;
}

/**
 * A figure that may be put, in words.
 *
 * @param {string} figure
 * @param {string} segment
 * @param {string} where On the tile, if it has several such areas.
 * @returns {string}
 */
export function sayFigure(figure, segment, where) {
  if (figure === "back") return "Take the abbot back";
  const size = figure === "small" ? "" : figure === "big" ? "big " : "abbot: ";
  const text = `${size}${ROLES[segment[0]]}${where && ` in the ${where}`}`;
  return capital(text);
}

/** @type {Record<string, string>} */
const SHORT = { c: "Knight", r: "Highwayman", f: "Farmer", m: "Monk", g: "Gardener" };

/**
 * The same for a button on which there is little room.
 *
 * @param {string} figure
 * @param {string} segment
 * @param {string} where
 * @returns {string}
 */
export function sayFigureShortly(figure, segment, where) {
  if (figure === "back") return "Abbot back";
  const name = figure === "abbot" ? "Abbot" : figure === "big" ? `Big ${SHORT[segment[0]].toLowerCase()}` : SHORT[segment[0]];
  return name + (where && `, ${where}`);
}

/**
 * @param {string} kind
 * @returns {string}
 */
export function sayKind(kind) {
  return capital(kind);
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

/** The winds from the east on, the way the sun goes. */
const WINDS = ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];
/** What is so near to the middle is in no direction. */
const MIDDLE = 9;

/**
 * Where a place is from another one, as a wind.
 *
 * @param {Point} place
 * @param {Point} from
 * @returns {string}
 */
function windOf(place, from) {
  const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
  if (Math.hypot(dx, dy) < MIDDLE) return "middle";
  return WINDS[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8];
}

/**
 * Where on a tile each of several areas of one kind lies, each in another word: by where figures
 * stand in them. Of one area nothing is said.
 *
 * @param {Point[]} places
 * @param {Point} centre
 * @returns {string[]}
 */
export function sayWhere(places, centre) {
  if (places.length < 2) return places.map(() => "");
  const mean = /** @type {Point} */ ([0, 1].map((axis) => places.reduce((sum, each) => sum + each[axis], 0) / places.length));
  for (const from of [centre, mean]) {
    const winds = places.map((each) => windOf(each, from));
    if (new Set(winds).size === winds.length) return winds;
  }
  return places.map((each, i) => `${windOf(each, mean)} ${i + 1}`);
}

/**
 * @param {number} points
 * @returns {string}
 */
function sayPoints(points) {
  return `${points} point${Math.abs(points) === 1 ? "" : "s"}`;
}

/**
 * What a move brings whoever makes it.
 *
 * @param {Then} then
 * @returns {string}
 */
export function sayGain([, now, outlook]) {
  const later = outlook - now;
  const signed = `${later > 0 ? "+" : "−"}${Math.abs(later)}`;
  return (now ? `${sayPoints(now)} now` : "No points now") + (later ? `, ${signed} if the game ended then` : "");
}

/** @type {Record<string, number>} What is told first. */
const WEIGHT = { city: 0, cloister: 1, road: 2, garden: 3, field: 4 };

/**
 * Why somebody may want to make a move, by what it changes.
 *
 * @param {Effect[]} effects
 * @param {number} seat Who would make it.
 * @param {string[]} names
 * @returns {string}
 */
export function sayWhy(effects, seat, names) {
  const swing = (/** @type {Effect} */ { likely }) => Math.max(...likely.map(([before, after]) => Math.abs(after - before)));
  const told = [...effects].sort((a, b) => Number(b.complete) - Number(a.complete) || swing(b) - swing(a) || WEIGHT[a.kind] - WEIGHT[b.kind]);
  const sentences = told.map((each) => sayEffect(each, seat, names)).filter(Boolean);
  return sentences.slice(0, 2).join("; ") || "changes nobody’s areas";
}

/**
 * @param {Effect} effect
 * @param {number} seat
 * @param {string[]} names
 * @returns {string}
 */
function sayEffect({ kind, tiles, owners: [before, after], points: [was, is], complete, likely }, seat, names) {
  const who = (/** @type {number[]} */ seats) => seats.map((each) => (each === seat ? "you" : names[each] ?? `seat ${each}`)).join(" and ");
  const whose = (/** @type {number[]} */ seats) => (seats.length === 1 && seats[0] === seat ? "your" : `${who(seats)}’s`);
  const size = kind === "cloister" || kind === "garden" || kind === "field" ? "" : ` of ${tiles} tile${tiles === 1 ? "" : "s"}`;
  if (complete) return `completes a ${kind}${size}: ${sayPoints(is)} for ${who(after)}`;
  const [had, has] = [before.includes(seat), after.includes(seat)];
  const [hoped, hopes] = likely[has ? seat : after[0]];
  const worth = `worth ${is}${Math.round(hopes) > is ? `, likely ${Math.round(hopes)}` : ""}`;
  if (!before.length) return `begins a ${kind} of ${has ? "yours" : `${who(after)}’s`}, ${worth}`;
  const others = before.filter((each) => each !== seat);
  if (has && !had) return `${after.length > 1 ? "joins" : "takes"} ${whose(others)} ${kind}, ${worth}`;
  if (had && !has) return `gives your ${kind} away to ${who(after)}`;
  if (has && others.length && after.length < before.length) return `takes ${who(others)} out of a ${kind}, ${worth}`;
  if (is > was) return `${whose(after)} ${kind}${size} grows to ${sayPoints(is)}${Math.round(hopes) > is ? `, likely ${Math.round(hopes)}` : ""}`;
  const harder = hopes < hoped;
  if (Math.abs(hopes - hoped) >= 1) return `makes ${whose(after)} ${kind} ${harder ? "harder" : "easier"} to complete: likely ${Math.round(hopes)} instead of ${Math.round(hoped)}`;
  return `changes ${whose(after)} ${kind}, worth ${is}`;
}
