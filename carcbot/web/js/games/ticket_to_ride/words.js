/** Ticket to Ride in words: moves, what is asked, and what a hint brings. */

import { capital, counted, listed, numberWord } from "../../names.js";
import { art, betweenName, cityName } from "./art.js";
import { cardsOf, partsOf, ticketsOf } from "./picture.js";

/** @typedef {import("./picture.js").RailPicture} RailPicture */

/** @param {string} card */
export function cardWord(card) {
  return card === "L" ? "a locomotive" : art.colours[card] ?? card;
}

/**
 * Cards in words: "three red cards and a locomotive".
 *
 * @param {string} text
 */
export function sayCards(text) {
  return listed(cardsOf(text).map(([card, much]) => {
    const what = card === "L" ? "locomotive" : `${art.colours[card]} card`;
    if (much > 1) return `${numberWord(much)} ${what}s`;
    return `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  }));
}

/**
 * The same in short: "3 red + 1 locomotive".
 *
 * @param {string} text
 */
export function shortCards(text) {
  return cardsOf(text).map(([card, much]) => (card === "L" ? counted(much, "locomotive") : `${much} ${art.colours[card]}`)).join(" + ");
}

/** @param {string} ticket */
export function ticketName(ticket) {
  return `${betweenName(ticket)} (${art.tickets[ticket]})`;
}

/**
 * A draw or a move in words, without who made it.
 *
 * @param {string} ply
 * @returns {string}
 */
export function sayMove(ply) {
  const [kind, what, cards] = partsOf(ply);
  if (kind.startsWith("kept")) return `has kept ${numberWord(Number(kind.slice(4)))} tickets`;
  if (/^keep\d/.test(kind)) return `keeps ${numberWord(Number(kind.slice(4)))} of the tickets`;
  if (kind.startsWith("seat")) return "is drawn to begin";
  switch (kind) {
    case "?": return "draws something hidden";
    case "take": return `takes ${cardWord(what)}`;
    case "blind": return "draws from the deck";
    case "claim": return `claims ${betweenName(what)} with ${sayCards(cards)}`;
    case "tickets": return "draws tickets";
    case "keep": return what ? `keeps ${listed(ticketsOf(ply).map(ticketName))}` : "keeps first tickets";
    case "stop": return "takes no second card";
    case "pass": return "can do nothing, and passes";
    default: return art.tickets[kind] ? `draws ${ticketName(kind)}` : `${cardWord(kind)} comes`;
  }
}

/**
 * A move on the button that chooses it.
 *
 * @param {string} move
 * @returns {string}
 */
export function nameMove(move) {
  const [kind, what] = partsOf(move);
  /** @type {Record<string, string>} */
  const names = { blind: "From the deck", tickets: "Tickets", stop: "No second card", pass: "Pass" };
  if (kind === "take") return what === "L" ? "Locomotive" : capital(art.colours[what]);
  return names[kind] ?? betweenName(what);
}

/**
 * A move as a hint names it: a claim in short, for there is more to say of it.
 *
 * @param {string} move
 * @returns {string}
 */
export function nameHint(move) {
  const [kind, what, cards] = partsOf(move);
  return kind === "claim" ? `${betweenName(what)} for ${shortCards(cards)}` : sayMove(move);
}

/**
 * What is asked of who has the turn.
 *
 * @param {RailPicture} picture
 * @returns {string}
 */
export function promptFor(picture) {
  switch (picture.step) {
    case "start": case "keep": return `Which tickets do you keep? ${sayKept(picture.moves.map(ticketsOf))}`;
    case "second": return "Draw the second card.";
    case "turn": return sayOpen(new Set(picture.moves.map((move) => partsOf(move)[0])));
    default: return "";
  }
}

/**
 * How many tickets are to be kept, and which in any case.
 *
 * @param {string[][]} sets
 */
function sayKept(sets) {
  const counts = sets.map((each) => each.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const always = sets[0].filter((ticket) => sets.every((each) => each.includes(ticket)));
  const many = least === most ? `Exactly ${numberWord(least)}` : least ? `${capital(numberWord(least))} at least` : "All may go back";
  return always.length && least < most ? `${many}, and ${listed(always.map(ticketName))} in any case.` : `${many}.`;
}

/**
 * What can be done in this turn.
 *
 * @param {Set<string>} kinds Of the moves.
 */
function sayOpen(kinds) {
  const ways = [
    kinds.has("take") || kinds.has("blind") ? "draw cards" : "",
    kinds.has("claim") ? "claim a track" : "",
    kinds.has("tickets") ? "draw tickets" : "",
  ].filter(Boolean);
  if (!ways.length) return "There is nothing that you can do.";
  const last = ways.length > 2 ? ", or " : " or ";
  return `${capital([ways.slice(0, -1).join(", "), ways[ways.length - 1]].filter(Boolean).join(last))}.`;
}

/**
 * Why a bot would make a move, from its effects.
 *
 * @param {Record<string, any>} effects
 * @returns {string}
 */
export function sayWhy({ points, completes, nearer, path, pays }) {
  const reasons = [];
  if (points) reasons.push(counted(points, "point"));
  if (completes) reasons.push(`completes ${listed(completes.map(ticketName))}`);
  if (nearer) reasons.push(`brings ${listed(nearer.map(ticketName))} nearer`);
  if (path) reasons.push(`a path of ${path}`);
  if (pays) reasons.push(pays.length > 2 ? `pays ${pays.length} more tracks` : `pays ${listed(pays.map(betweenName))}`);
  return reasons.join("; ");
}

/**
 * What a ticket still needs.
 *
 * @param {number | null} missing
 * @param {boolean} isOver
 */
export function sayMissing(missing, isOver) {
  if (missing === 0) return "completed";
  if (isOver) return "missed";
  return missing === null ? "cannot be completed" : `${counted(missing, "train")} missing`;
}

/**
 * A track with all that is printed on it.
 *
 * @param {string} name
 */
export function sayTrack(name) {
  const { cities, colour, length, points } = art.tracks[name];
  return `${cities.map(cityName).join(" to ")}, ${counted(length, "train")}, ${colour ? art.colours[colour] : "any colour"}, ${counted(points, "point")}`;
}
