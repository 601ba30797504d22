/** A turn of Ticket to Ride in one sentence. */

import { counted, listed, numberWord, sayDraws } from "../../names.js";
import { art, betweenName } from "./art.js";
import { ours, partsOf, ticketsOf } from "./picture.js";
import { cardWord, sayCards, sayMove, ticketName } from "./words.js";

/**
 * @typedef {import("../../types.js").TurnStep} TurnStep
 * @typedef {import("../../types.js").Picture} Picture
 */

/** Tickets that are drawn in a turn, if there are so many. */
const MOST_DRAWN = 3;

/**
 * What was drawn, claimed or kept in a turn, without who did it.
 *
 * @param {TurnStep[]} steps
 * @param {Picture | null} after What was to be seen when the turn was over.
 * @returns {string}
 */
export function sayTurn(steps, after) {
  const draws = steps.flatMap(sayDraw);
  const clauses = [...(draws.length ? [`draws ${sayDraws(draws)}`] : []), ...steps.flatMap(sayStep)];
  let said = clauses.join(" and ");
  if (steps.some(({ move, drawn, seen }) => (seen ?? [move, drawn ?? ""]).join("").includes("!"))) said += "; three locomotives lay open, and the row is reset";
  const [first] = steps;
  if (after && ours(after).turns_left && first?.before && ours(first.before).turns_left === null) said += "; the last round begins";
  return said;
}

/**
 * @param {TurnStep} step
 * @returns {string[]}
 */
function sayDraw({ move, drawn }) {
  const [kind, card] = partsOf(move);
  if (kind === "take") return [cardWord(card)];
  if (kind !== "blind") return [];
  const came = (drawn ?? "?").replace("!", "");
  return [`${came === "?" ? "one" : cardWord(came)} from the deck`];
}

/**
 * @param {TurnStep} step
 * @returns {string[]}
 */
function sayStep({ move, before }) {
  const [kind, what, cards] = partsOf(move);
  if (kind === "claim") return [`claims ${betweenName(what)} with ${sayCards(cards)}: ${counted(art.tracks[what].points, "point")}`];
  if (kind === "tickets") {
    const number = Math.min(MOST_DRAWN, before ? ours(before).ticket_deck : MOST_DRAWN);
    return [`draws ${number === 1 ? "a ticket" : `${numberWord(number)} tickets`}`];
  }
  if (/^keep\d/.test(kind)) return [`keeps ${numberWord(Number(kind.slice(4)))} of them`];
  if (kind === "keep") return [what ? `keeps ${listed(ticketsOf(move).map(ticketName))}` : "keeps first tickets"];
  return kind === "stop" || kind === "pass" ? [sayMove(move)] : [];
}
