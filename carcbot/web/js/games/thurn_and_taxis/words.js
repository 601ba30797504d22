/** Thurn and Taxis in words: moves, what is asked, and what a hint brings. */

import { counted, listed, numberWord } from "../../names.js";
import { art, cardsOf, cityName } from "./art.js";
import { mover, partsOf } from "./picture.js";

/** @typedef {import("./picture.js").TaxisPicture} TaxisPicture */

/** Moves that lay a card. */
export const PLACES = ["start", "left", "right", "scrap"];

/**
 * Cards in words: "Linz and Ulm twice".
 *
 * @param {string[]} cards
 */
function sayCards(cards) {
  const cities = [...new Set(cards)];
  const times = ["", "", " twice", " three times"];
  return listed(cities.map((city) => cityName(city) + times[cards.filter((each) => each === city).length]));
}

/**
 * What is lost where a card was laid, and the carrier has to lay a second one that is not there.
 *
 * @param {string} kind How the card was laid.
 * @param {import("./picture.js").SeatParts | null} seat What it had before.
 */
function givenUp(kind, seat) {
  if (kind === "start" || kind === "scrap") return "it";
  return seat ? `the route of ${numberWord(seat.route.length + 1)}` : "the route";
}

/**
 * A draw or a move in words, without who made it.
 *
 * @param {string} ply
 * @param {TaxisPicture | null} before What was to be seen before it.
 * @returns {string}
 */
export function sayMove(ply, before) {
  const [kind, what] = partsOf(ply);
  const seat = mover(before);
  const city = cityName(what);
  const failed = ply.endsWith("!") ? `; no second card fits${PLACES.includes(kind) ? `, and ${givenUp(kind, seat)} is given up` : ""}` : "";
  const length = numberWord(seat?.route.length ?? 0);
  switch (kind) {
    case "?": return "draws a hidden card";
    case "take": return `takes ${city}`;
    case "blind": return "draws from the supply";
    case "start": return `begins a route in ${city}${failed}`;
    case "left": return (seat?.route.length ? `lays ${city} before ${cityName(seat.route[0])}` : `lays ${city} on the left`) + failed;
    case "right": return (seat?.route.length ? `lays ${city} behind ${cityName(seat.route[seat.route.length - 1])}` : `lays ${city} on the right`) + failed;
    case "scrap": return `gives up ${seat?.route.length ? `a route of ${length}` : "the route"} and begins one in ${city}${failed}`;
    case "administrator": return "has the administrator change the display";
    case "postmaster": return "has the postmaster give a second card";
    case "carrier": return `has the carrier take a second card${failed}`;
    case "cartwright": return before?.step === "official" ? "has the cartwright help" : "has the cartwright build a carriage";
    case "none": return before?.step === "place" ? "lays no second card" : before?.step === "cartwright" ? "takes no carriage" : "asks no official";
    case "close": return seat?.route.length ? `closes a route of ${length}` : "closes the route";
    case "end": return "ends the turn";
    case "houses": return what === "-" ? "places no house" : `places ${what.length > 3 ? "houses" : "a house"} in ${sayCards(cardsOf(what))}`;
    case "keep": return `keeps ${sayCards(cardsOf(what))}`;
    case "discard": return `discards ${sayCards(cardsOf(what))}`;
    default: return art.cities[kind] ? `${cityName(kind)} comes` : ply;
  }
}

/**
 * A move on the button that chooses it.
 *
 * @param {string} move
 * @param {TaxisPicture} picture
 * @returns {string}
 */
export function nameMove(move, picture) {
  const [kind, what] = partsOf(move);
  const seat = mover(picture);
  const length = seat?.route.length ?? 0;
  /** @type {Record<string, string>} */
  const names = {
    blind: "The top of the supply",
    administrator: "Administrator: six new cards",
    postmaster: picture.step === "place" ? "Postmaster: a second card first" : "Postmaster: two cards",
    carrier: picture.step === "finish" ? "Carrier: lay a second card" : "Carrier: lay two cards",
    cartwright: picture.step === "cartwright" ? `Cartwright: the carriage of ${Math.max(3, (seat?.level ?? 0) + 1)}` : "Cartwright: a carriage for a shorter route",
    none: picture.step === "place" ? "No second card" : picture.step === "cartwright" ? "No carriage" : "No official",
    close: `Close the route of ${numberWord(length)}`,
    end: length >= 3 ? "Do not close yet" : "End the turn",
  };
  return names[kind] ?? (what === "-" ? "No house" : listed(cardsOf(what).map(cityName)));
}

/**
 * Moves in groups, each with what its moves have in common.
 *
 * @param {string[]} moves
 * @param {TaxisPicture} picture
 * @returns {[string, string[]][]}
 */
export function groupsOf(moves, picture) {
  const route = mover(picture)?.route ?? [];
  /** @type {Record<string, string>} */
  const titles = {
    take: "Take",
    start: "Begin in",
    left: `Before ${cityName(route[0] ?? "")}`,
    right: `Behind ${cityName(route[route.length - 1] ?? "")}`,
    scrap: `Give the route of ${numberWord(route.length)} up, begin in`,
  };
  if (route.length === 1) titles.right = `Beside ${cityName(route[0])}`;
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const move of moves) {
    const title = titles[partsOf(move)[0]] ?? "";
    groups.set(title, [...groups.get(title) ?? [], move]);
  }
  return [...groups];
}

/**
 * What is asked of who has the turn.
 *
 * @param {TaxisPicture} picture
 * @returns {string}
 */
export function promptFor(picture) {
  const route = mover(picture)?.route ?? [];
  const fits = picture.moves.some((move) => /^(left|right|start)/.test(move));
  switch (picture.step) {
    case "official": return "Which official helps you in this turn?";
    case "draw": return picture.official === "postmaster" ? "Draw a card; the postmaster gives you two." : "Draw a card.";
    case "place":
      if (fits || !route.length) return "Lay a card into your route.";
      return picture.moves.includes("postmaster") ? "No card fits: have the postmaster give a second one, or give up your route."
        : "No card fits: your route is given up, and another begins.";
    case "finish": return route.length >= 3 ? "Close the route?" : picture.moves.length > 1 ? "Lay a second card, or end the turn." : "That is your turn.";
    case "houses": return "Where do houses go? One in each province, or all in one.";
    case "cartwright": return "Shall the cartwright build the carriage?";
    case "keep": return "Which three cards do you keep?";
    default: return "";
  }
}

/**
 * Why a bot would make a move, from its effects.
 *
 * @param {Record<string, any>} effects
 * @returns {string}
 */
export function sayWhy({ ends, length, lost, carriage, houses, tiles, points }) {
  const reasons = [];
  if (ends) reasons.push(ends.length ? `fits at ${listed(ends.map(cityName))}` : "for later");
  if (lost) reasons.push(`${numberWord(lost)} card${lost === 1 ? "" : "s"} of the route are lost`.replace("card of the route are", "card of the route is"));
  else if (length && !carriage && houses === undefined) reasons.push(`a route of ${numberWord(length)}`);
  if (carriage) reasons.push(`the carriage of ${carriage}: ${counted(points, "point")} more`);
  if (houses !== undefined) {
    reasons.push(counted(points, "point"));
    for (const [title, tile] of tiles) reasons.push(`the tile ${title}: ${tile}`);
  }
  return reasons.join("; ");
}
