/** The lobby: what is played, who is here, how strong they are, and a way to a table of one's own. */

import { ask, site } from "./account.js";
import { Challenges } from "./challenges.js";
import { drawCompetitions } from "./competitions.js";
import { fill, get, h, write } from "./dom.js";
import { LobbyPresence } from "./lobby-presence.js";
import { addressOf, clockWords, isHouse, nameOf, namesOf, numberText, reasonWords } from "./names.js";
import { openMatchDialog } from "./new-match.js";
import { wordsOf } from "./options.js";
import { forgetSeat, ownSeats } from "./own-seats.js";
import { howToPlay, markRights, showWho } from "./rights.js";
import { Offers } from "./offers.js";

const EVERY_MS = 1500;
const MOST_RATINGS = 12;

/**
 * @typedef {object} TableText
 * @property {string} match
 * @property {string} game
 * @property {string} options
 * @property {(string | null)[]} seats
 * @property {string} state
 * @property {number} turn How many are over.
 * @property {import("./types.js").Clock} clock
 * @property {number[]} scores
 * @property {boolean} [rated]
 * @property {number | null} to_move Which seat.
 */

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * Draws a part of the page if there is something new in it: a reader is not thrown out of a list, nor does what is pressed
 * go before it is let go.
 *
 * @param {string} id
 * @param {unknown} data
 * @param {(host: HTMLElement) => void} draw
 */
function refresh(id, data, draw) {
  const text = JSON.stringify(data);
  const host = get(id);
  if (drawn.get(id) === text || host.matches(":active")) return;
  drawn.set(id, text);
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  const link = focused?.getAttribute("href");
  draw(host);
  if (link) /** @type {HTMLElement | null} */ (host.querySelector(`[href="${link}"]`))?.focus();
}

/** @type {any} */
let shown = null;

/** @param {any} lobby */
function show(lobby) {
  showOwn(lobby.tables);
  refresh("tables", lobby.tables, (host) => drawTables(host, lobby.tables));
  refresh("competitions", lobby.competitions, (host) => drawCompetitions(host, lobby.competitions, offered));
  get("competitions-card").hidden = !lobby.competitions.length;
  shown = lobby;
  refresh("offers", [lobby.offers, presence.account], (host) => offers.draw(host, lobby.offers));
  refresh("online", [lobby.online, presence.account], (host) => drawOnline(host, lobby.online));
  refresh("ratings", lobby.ratings, (host) => drawRatings(host, lobby.ratings));
  const results = lobby.results.length ? lobby.results : lobby.recent.map(asResult);
  refresh("results", [results, lobby.outlooks], (host) => drawResults(host, results, lobby.outlooks));
  write(get("tables-count"), String(lobby.tables.length));
  write(get("offers-count"), String(lobby.offers.length));
  write(get("online-count"), String(lobby.online.length));
}

/** @type {Set<string>} Matches of own seats that were not among the tables the last time. */
let missed = new Set();

/**
 * Shows the matches that this visitor plays in, with a way back; those that are over are forgotten.
 *
 * @param {TableText[]} tables
 */
function showOwn(tables) {
  const seats = ownSeats();
  const known = new Set(tables.map((each) => each.match));
  const gone = seats.map((each) => each.match).filter((match) => !known.has(match));
  for (const match of gone) if (missed.has(match)) forgetSeat(match); // what has just begun may come later
  missed = new Set(gone);
  const { account } = offered;
  const mine = tables.filter((each) => seats.some(({ match }) => match === each.match) || (account && each.seats.includes(account)));
  const title = get("own-title");
  get("own").hidden = !mine.length;
  write(title, mine.length > 1 ? "Your games go on" : "Your game goes on");
  const grace = Math.min(...seats.flatMap((each) => (each.grace_s && known.has(each.match) ? [each.grace_s] : [])));
  write(get("own-grace"), grace < Infinity
    ? `Your seat waits for you: who is away for longer than ${awayWords(grace)} loses it. Bots wait for a minute, if others want them.` : "");
  const names = new Set([account, ...seats.map((each) => each.account)]);
  const isDue = (/** @type {TableText} */ each) => each.to_move !== null && names.has(each.seats[each.to_move] ?? "");
  refresh("own-tables", mine, (host) => fill(host, ...mine.map((each) => tableCard(each, isDue(each) ? "Your turn" : "Go on"))));
}

/** @param {number} seconds */
function awayWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (!minutes) return `${Math.floor(seconds)} seconds`;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/**
 * @param {HTMLElement} host
 * @param {TableText[]} tables
 */
function drawTables(host, tables) {
  if (!tables.length) {
    fill(host, h("p", { class: "nothing" }, "No match is being played. ", h("span", { class: "to-play" }, "Start one!")));
    return;
  }
  const playing = tables.filter((table) => table.state === "playing").reverse();
  const open = tables.filter((table) => table.state !== "playing").reverse();
  fill(host, ...[...playing, ...open].map((each) => tableCard(each)));
}

/**
 * @param {TableText} table
 * @param {string} [wayBack] What leads back to one's own seat.
 */
function tableCard(table, wayBack) {
  const live = table.state === "playing";
  const names = namesOf(table.seats);
  const seats = table.seats.map((account, seat) =>
    h("li", { class: account ? "" : "free" },
      h("span", { class: `dot seat-${seat}` }),
      h("span", { class: "name" }, names[seat]),
      isHouse(account) && h("span", { class: "tag" }, "bot"),
      h("span", { class: "points" }, live ? numberText(table.scores[seat]) : "")));
  return h("a", { class: "ticket", href: addressOf(table.match) },
    h("span", { class: "ticket-head" },
      h("span", { class: live ? "badge live" : "badge" }, live ? "Live" : "Open"),
      h("span", { class: "what" }, wordsOf(offered, table.game, table.options))),
    h("ol", { class: "players" }, ...seats),
    h("span", { class: "ticket-foot" },
      h("span", null, clockWords(table.clock) + (table.rated ? " · rated" : "")),
      h("span", null, live ? `turn ${table.turn}` : "waits for players"),
      wayBack && h("span", { class: "again" }, wayBack)));
}

/**
 * @param {HTMLElement} host
 * @param {any[]} online
 */
function drawOnline(host, online) {
  if (!online.length) {
    fill(host, h("li", { class: "nothing" }, "Only those who watch."));
    return;
  }
  const names = online.map((each) => each.account).filter((account) => account !== presence.account);
  fill(host, ...online.map((each) =>
    h("li", null,
      h("span", { class: each.plays ? "dot busy" : "dot idle" }),
      h("b", null, nameOf(each.account)),
      h("span", { class: "faint" }, each.plays ? `plays ${each.plays}` : productWords(each.product)),
      each.account === presence.account
        ? h("span", { class: "tag" }, "you")
        : h("button", { type: "button", class: "to-meet", "aria-label": `Challenge ${nameOf(each.account)}`,
          onclick: () => challenges.openDialog(each.account, names.filter((name) => name !== each.account)) }, "Challenge"))));
}

/**
 * With what somebody is here.
 *
 * @param {string} product
 */
function productWords(product) {
  const name = product.replace(/\/.*/, "");
  return name === "carcbot-page" ? "in a browser" : name;
}

/** Who is not seen by others can let them see that one would play. */
function drawHere() {
  const come = get("come");
  const hadFocus = document.activeElement === come;
  come.hidden = presence.account !== "";
  if (hadFocus && come.hidden) get("online-title").focus();
  if (shown) show(shown);
}

/**
 * @param {HTMLElement} host
 * @param {any[]} ratings
 */
function drawRatings(host, ratings) {
  if (!ratings.length) {
    fill(host, h("p", { class: "nothing" }, "No rated match has been played yet."));
    return;
  }
  const best = [...ratings].sort((a, b) => b.rating - a.rating).slice(0, MOST_RATINGS);
  const low = Math.min(...best.map((each) => each.rating - each.plus_minus));
  const high = Math.max(...best.map((each) => each.rating + each.plus_minus));
  const span = Math.max(high - low, 1);
  fill(host, h("table", { class: "ratings" },
    h("caption", { class: "unseen" }, "Ratings; the true value lies within the range 19 times out of 20"),
    h("thead", null, h("tr", null,
      ...["Player", "Rating", "Range", "Games"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", null, ...best.map((each) => {
      const bar = h("span", { class: "range-bar" });
      bar.style.left = `${(100 * (each.rating - each.plus_minus - low)) / span}%`;
      bar.style.width = `${Math.max(2, (200 * each.plus_minus) / span)}%`;
      return h("tr", null,
        h("th", { scope: "row" }, h("span", { class: "rated" }, nameOf(each.account)), " ", h("span", { class: "pool" }, poolWords(each.pool))),
        h("td", { class: "number" }, String(each.rating)),
        h("td", { class: "range" }, h("span", { class: "unseen" }, `plus or minus ${each.plus_minus}`),
          h("span", { class: "range-track", title: `± ${each.plus_minus}` }, bar)),
        h("td", { class: "number faint" }, String(each.games)));
    }))));
}

/**
 * What is rated together: a game, and how many play it.
 *
 * @param {string} pool
 */
function poolWords(pool) {
  const [game, seats] = pool.split("/");
  return `${offered.games[game]?.title ?? game}, ${seats} seats`;
}

/** @param {any} recent */
function asResult(recent) {
  return {
    ...recent,
    seats: recent.seats.map((/** @type {string} */ account, /** @type {number} */ seat) => ({
      account,
      ...recent.standings[seat],
    })),
  };
}

/**
 * @param {HTMLElement} host
 * @param {any[]} results
 * @param {Record<string, number[]>} outlooks Of matches that were broken off: the points as if they had been scored then.
 */
function drawResults(host, results, outlooks) {
  if (!results.length) {
    fill(host, h("p", { class: "nothing" }, "Results appear here."));
    return;
  }
  fill(host, h("ul", { class: "rows results" }, ...results.map((each) => {
    const outlook = outlooks[each.match];
    const names = namesOf(each.seats.map((/** @type {any} */ seat) => seat.account));
    const order = each.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => ({ ...seat, name: names[i], then: outlook?.[i] }))
      .sort((/** @type {any} */ a, /** @type {any} */ b) => (a.place ?? 9) - (b.place ?? 9));
    const best = order[0]?.place ?? null;
    return h("li", null, h("a", { href: addressOf(each.match) },
      h("span", { class: "placing" }, ...order.map((/** @type {any} */ seat) =>
        h("span", { class: best !== null && seat.place === best ? "won" : "" },
          `${seat.name} ${numberText(seat.points ?? "–")}`))),
      h("span", { class: "faint" },
        [wordsOf(offered, each.game, each.options), each.reason === "normal" ? "" : reasonWords(each.reason),
          outlook && `${order.map((/** @type {any} */ seat) => numberText(seat.then)).join(" : ")}, had it been scored then`]
          .filter(Boolean).join(" · "))));
  })));
}

async function look() {
  try {
    const lobby = await (await ask("/api/lobby")).json();
    show(lobby);
    fill(get("link-mark"));
    document.body.dataset.ready = "";
  } catch {
    fill(get("link-mark"), "reconnecting…");
  }
  setTimeout(() => void look(), document.hidden ? 4 * EVERY_MS : EVERY_MS);
}

function lookNow() {
  void ask("/api/lobby").then((answer) => answer.json()).then(show, () => {});
}

/** @returns {Promise<import("./types.js").SiteText>} What the referee offers, as soon as it is there. */
async function offer() {
  for (;;) {
    try {
      return await site();
    } catch {
      fill(get("link-mark"), "reconnecting…");
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

const offered = await offer();
await markRights();
fill(get("rights"), await howToPlay());
void showWho();
const presence = new LobbyPresence();
const offers = new Offers(presence, offered);
const challenges = new Challenges(presence, offered);
presence.onWelcome = () => {
  challenges.forgetReceived();
  drawHere();
  lookNow();
};
presence.onElsewhere = () => {
  offers.tell("You are here in another tab: offers come there.");
  drawHere();
};
presence.onMessage = (message) => {
  if (!challenges.hear(message)) offers.hear(message);
};
offers.onChange = lookNow;
get("come").addEventListener("click", () => presence.come());
get("new-match").addEventListener("click", () => openMatchDialog(offered));
if (location.hash === "#new" && offered.may.includes("play")) openMatchDialog(offered);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) lookNow();
});
void look();
