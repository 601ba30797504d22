/** A turn of Thurn and Taxis in one sentence. */

import { listed, numberWord, sayDraws } from "../../names.js";
import { cityName, cardsOf } from "./art.js";
import { mover, ours, partsOf } from "./picture.js";
import { PLACES, sayMove } from "./words.js";

/**
 * @typedef {import("../../types.js").TurnStep} TurnStep
 * @typedef {import("../../types.js").Picture} Picture
 * @typedef {import("./picture.js").TaxisPicture} TaxisPicture
 */

/** Points of the tile for who ends the game. */
const END_TILE = 1;

/**
 * What was drawn, laid, closed and won in a turn, without who did it.
 *
 * @param {TurnStep[]} steps
 * @param {Picture | null} after What was to be seen when the turn was over.
 * @returns {string}
 */
export function sayTurn(steps, after) {
  const used = new Set(steps.map(({ move }) => partsOf(move)[0]));
  const draws = steps.flatMap(sayDraw);
  /** @type {string[]} */
  const clauses = [];
  let laid = 0;
  steps.forEach((step, i) => {
    const before = step.before ? ours(step.before) : null;
    const [kind] = partsOf(step.move);
    if (kind === "administrator") clauses.push(sayMove(step.move, before));
    else if (kind === "take" || kind === "blind") {
      if (draws.length) clauses.push(`draws ${sayDraws(draws.splice(0))}${used.has("postmaster") ? " with the postmaster" : ""}`);
    } else if (PLACES.includes(kind)) {
      laid += 1;
      clauses.push(sayMove(step.move, before) + (laid > 1 ? " with the carrier" : ""));
      if (step.move.endsWith("!")) laid = 0; // what follows begins anew
    } else if (step.move === "carrier!") clauses.push(`has no second card for the carrier${sayLoss(before, steps[i + 1]?.before ?? after)}`);
    else if (kind === "close") clauses.push(sayClose(steps.slice(i), after ? ours(after) : null, used.has("cartwright")));
    else if (kind === "keep" || kind === "discard") clauses.push(sayMove(step.move, before));
  });
  // behind a list a comma would go on with it
  return clauses.reduce((all, clause, i) => (i ? `${all}${clauses[i - 1].includes(":") ? "; " : ", "}${clause}` : clause), "") || "does nothing";
}

/**
 * @param {TurnStep} step
 * @returns {string[]}
 */
function sayDraw({ move, drawn }) {
  const [kind, city] = partsOf(move);
  if (kind === "take") return [cityName(city)];
  if (kind !== "blind") return [];
  return [drawn && drawn !== "?" ? `${cityName(drawn)} from the supply` : "one from the supply"];
}

/**
 * That the route is given up, where the carrier has to lay a card and has none.
 *
 * @param {TaxisPicture | null} before
 * @param {Picture | null} then
 */
function sayLoss(before, then) {
  const seat = mover(before);
  if (!seat || !then || before?.to_move === null || before?.to_move === undefined) return "";
  return ours(then).seats[before.to_move]?.route.length ? "" : ` and gives up a route of ${numberWord(seat.route.length)}`;
}

/**
 * How a route is closed, and what it brings.
 *
 * @param {TurnStep[]} steps From the closing on.
 * @param {TaxisPicture | null} after
 * @param {boolean} isHelped Whether the cartwright was asked.
 */
function sayClose(steps, after, isHelped) {
  const before = steps[0].before ? ours(steps[0].before) : null;
  const seat = mover(before);
  const then = before?.to_move === null || before === null ? null : after?.seats[before.to_move] ?? null;
  const chosen = steps.flatMap(({ move }) => (partsOf(move)[0] === "houses" ? cardsOf(partsOf(move)[1]) : []));
  const houses = seat && then ? then.houses.filter((city) => !seat.houses.includes(city)) : chosen;
  const gains = [houses.length ? `${houses.length > 1 ? "houses" : "a house"} in ${listed(houses.map(cityName))}` : "no house"];
  if (seat && then && then.level > seat.level) gains.push(`the carriage of ${numberWord(then.level)}${isHelped ? " with the cartwright" : ""}`);
  const hasEnd = before && after && before.end === null && after.end === before.to_move;
  const won = seat && then ? then.tiles - seat.tiles - (hasEnd ? END_TILE : 0) : 0;
  if (won > 0) gains.push(`tiles worth ${won}`);
  if (hasEnd) gains.push("the tile of the end");
  return `${seat ? `closes ${numberWord(seat.route.length)}` : "closes the route"}: ${gains.join(", ")}`;
}
