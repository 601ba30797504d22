// A bot for Carcassonne and Thurn and Taxis in JavaScript, for Node 22 or newer. It needs no package.
//
//     CARCBOT_URL=ws://127.0.0.1:8765/play CARCBOT_TOKEN=... \
//         node bot.mjs [--sit | --seek TERMS | --enter NAME]
//
// It plays wherever its account has a seat; with --sit it also sits down at every open table, with
// --seek it seeks matches in the lobby, one after the other, and with --enter it takes part in the
// competition of that name.

import { ThurnAndTaxis } from "./thurn_and_taxis.mjs";

const URL = process.env.CARCBOT_URL ?? "ws://127.0.0.1:8765/play";
const TOKEN = process.env.CARCBOT_TOKEN;
const SITS = process.argv.includes("--sit");
const SEEKS = process.argv.includes("--seek"); // and these are the terms of matches to seek:
const TERMS = SEEKS && JSON.parse(process.argv[process.argv.indexOf("--seek") + 1]);
const ENTERS = process.argv.includes("--enter"); // a competition, and this is its name:
const CUP = ENTERS && process.argv[process.argv.indexOf("--enter") + 1];

// The edges of each tile, clockwise from the north: city, field, road, water of the River.
const EDGES = Object.fromEntries(
  `A:ffrf B:ffff C:cccc D:crfr E:cfff F:fcfc G:fcfc H:cfcf I:cffc J:crrf K:cfrr L:crrr
   M:ccff N:ccff O:crrc P:crrc Q:ccfc R:ccfc S:ccrc T:ccrc U:rfrf V:ffrr W:frrr X:rrrr
   EA:ffrr EB:frfr EC:frrr ED:frfr EE:rrrr EF:crfc EG:fffc EH:cccc EI:crcr EJ:cfrf EK:cccc
   EL:crrc EM:cfrr EN:cfrc EO:ccfc EP:cfcc EQ:rcrc RA:ffwf RB:cwrw RC:cwcw RD:wfwf RE:ccww
   RF:wfwf RG:wffw RH:fwrw RI:rwwr RJ:fwwf RK:wrwr RL:wfff`
    .split(/\s+/).map((word) => word.split(":")));
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // north, east, south, west; y grows to the south
const STAY_AWAY = [4000, 4001, 4002, 4005, 4007, 4008]; // close codes after which it makes no sense to come back
const NEVER = ["bad_options", "unknown_game", "unsupported_feature", "not_allowed"]; // will it be sought

// ---------------------------------------------------------------- the games

/** The edges of a tile, with a garden or not, after so many quarter turns clockwise. */
function turned(tile, rotation) {
  const edges = EDGES[tile.replace("g", "")];
  return edges.slice(4 - rotation) + edges.slice(0, 4 - rotation);
}

/** What the bot knows of a game of Carcassonne: just enough to know some legal moves. */
class Carcassonne {
  static title = "Carcassonne from the usual start";

  /** Whether it knows these options: all tiles, but the usual start alone. */
  static plays = (options) => !options.includes("start=");

  bend = 0; // of the river: which way it turned last

  constructor(_, options) {
    this.board = new Map([["0,0", options.includes("expansions=river") ? EDGES.RA : EDGES.D]]);
  }

  /** A tile is drawn. */
  draw(tile) {
    this.tile = tile;
  }

  /** Somebody has moved. */
  move(_, text) {
    const [, x, y, rotation] = text.match(/^(-?\d+),(-?\d+)\/(\d)/).map(Number);
    const turns = this.flow(x, y, rotation);
    if (turns % 2) this.bend = turns;
    this.board.set(`${x},${y}`, turned(this.tile, rotation));
  }

  /** Legal moves: a tile may lie wherever its edges match, and a meeple may stand on any cloister. */
  moves() {
    const moves = [];
    const later = []; // a river must not turn the same way twice, or only after a straight piece
    for (const cell of this.board.keys()) {
      const [x, y] = cell.split(",").map(Number);
      for (const [dx, dy] of SIDES) {
        for (let rotation = 0; rotation < 4; rotation++) {
          const move = `${x + dx},${y + dy}/${rotation}`;
          if (moves.includes(move) || !this.fits(x + dx, y + dy, rotation)) continue;
          const again = this.bend && this.flow(x + dx, y + dy, rotation) === this.bend;
          (again ? later : moves).push(move);
        }
      }
    }
    moves.push(...later);
    // A meeple is always left for a cloister: we have seven, and there are six cloisters.
    if ("AB".includes(this.tile) && moves.length) moves.unshift(moves[0] + "+sm");
    return moves;
  }

  fits(x, y, rotation) {
    if (this.board.has(`${x},${y}`)) return false;
    const edges = turned(this.tile, rotation);
    if (edges.includes("w") && !this.flow(x, y, rotation)) return false;
    return SIDES.every(([dx, dy], side) => {
      const other = this.board.get(`${x + dx},${y + dy}`);
      return !other || other[(side + 2) % 4] === edges[side];
    });
  }

  /** Which way a river turns on the tile there: 1 or 3, or 2 straight on; 0 if none comes. */
  flow(x, y, rotation) {
    const wet = [0, 1, 2, 3].filter((side) => turned(this.tile, rotation)[side] === "w");
    const other = (side) => this.board.get(`${x + SIDES[side][0]},${y + SIDES[side][1]}`) ?? "....";
    const comes = wet.filter((side) => other(side)[(side + 2) % 4] === "w");
    const goes = wet.filter((side) => !comes.includes(side));
    if (!comes.length) return 0;
    return goes.length ? (goes[0] - comes[0] + 4) % 4 : 2;
  }
}

const GAMES = { carcassonne: Carcassonne, thurn_and_taxis: ThurnAndTaxis };
const TITLES = Object.values(GAMES).map((each) => each.title).join(", and ");

/** Whether this bot can play by these terms. */
const isPlayable = (game, options) => Object.hasOwn(GAMES, game) && GAMES[game].plays(options);

// ---------------------------------------------------------------- the protocol

/** What the bot knows of a match. */
class Match {
  seq = 0; // of the last event
  turn = 0; // of the last event that changed the position
  tried = 0; // how many moves were refused in this position
  step = ""; // of the turn that was asked for last
  isOut = false;
  game = null; // what it knows of the game, if it knows it

  /** Takes in the next event. */
  apply(event) {
    this.seq = event.seq;
    if (event.type === "out") { // changes no position, so a request stays as it is
      this.isOut ||= event.seat === this.seat;
      return;
    }
    this.turn = event.seq;
    this.tried = 0;
    if (event.type === "start") {
      const { game, options } = event;
      this.seat = event.seat;
      this.game = isPlayable(game, options) ? new GAMES[game](this.seat, options) : null;
    } else if (event.type === "draw") {
      this.game?.draw(event.draw);
    } else {
      this.game?.move(event.seat, event.move);
    }
  }
}

let socket;
let matches = new Map();
let asked = new Map(); // commands that are not answered yet, by their id
let count = 0; // of all commands: each has an id of its own
let failures = 0; // connections in a row that led to nothing
let account = "";
let looks = false; // for tables, or for others in the lobby
let knowsOffers = false; // those that the referee has of us from before
let offer = ""; // our seek

/** Ends, for to try again would change nothing. */
function giveUp(why) {
  console.error(`error: ${why}`);
  process.exit(2);
}

function say(command) {
  count += 1;
  asked.set(count, command);
  socket.send(JSON.stringify({ ...command, id: count }));
}

/** Asks for the events that are missing, once. */
function resume(name) {
  const isAsked = [...asked.values()].some((each) => each.type === "resume" && each.match === name);
  if (!isAsked) say({ type: "resume", match: name, last_seq: matches.get(name).seq });
}

function follow(event) {
  const match = matches.get(event.match);
  if (!match || event.seq <= match.seq) return; // not ours, or not new
  if (event.seq > match.seq + 1) {
    resume(event.match); // one is missing
  } else if (event.type === "result") {
    console.error(`${event.match}: ${event.reason}`, JSON.stringify(event.standings));
    matches.delete(event.match);
  } else {
    match.apply(event);
  }
}

/** What to say of the competition, in this order. Who has entered withdraws before it gives up. */
function nextSteps({ phase, you = "none", terms, may_enter: mayEnter, to_confirm: toConfirm }) {
  const { game, options = "" } = terms;
  if (!isPlayable(game, options)) {
    if (toConfirm) return ["withdraw"];
    giveUp(`this bot cannot play by the terms of ${CUP}: ${game} with ${options || "no options"}`);
  }
  if (you === "none" && phase === "registration") return ["enter"];
  if (mayEnter && (you === "none" || you === "left_out")) return ["enter"];
  const steps = toConfirm ? ["confirm"] : []; // the host has changed the terms
  return phase === "check_in" && you === "entered" ? [...steps, "check_in"] : steps;
}

/** Does what is due in the competition that is wanted, each step once. */
function goAlong(info) {
  if (info.name !== CUP) return;
  for (const type of nextSteps(info)) {
    const command = { type, competition: CUP, changes: type === "confirm" ? info.changes : undefined };
    const isAsked = [...asked.values()].some((each) => each.type === type && each.changes === command.changes);
    if (!isAsked) say(command);
  }
}

/** Ends if nothing can come of the competition any more. */
function checkCompetition(infos) {
  const info = infos.find((each) => each.name === CUP);
  if (!info) {
    const names = infos.map((each) => each.name).join(", ") || "none";
    giveUp(`there is no competition '${CUP}' here; those there are: ${names}`);
  }
  const { phase, you = "none", why = "" } = info;
  if (["over", "called_off"].includes(phase)) giveUp(`${CUP} is ${phase.replace("_", " ")}. ${why}`);
  if (phase === "announced" || ["entered", "checked_in", "playing"].includes(you)) return;
  if (["none", "left_out"].includes(you) && nextSteps(info).length) return;
  const reason = you === "none" ? "registration is over" : `we are ${you.replace("_", " ")}`;
  giveUp(`we cannot take part in ${CUP}: ${reason}`);
}

const hear = {
  hello(said) {
    if (said.requires?.length) {
      giveUp(`the referee requires ${said.requires}, which this bot does not know`);
    }
    if (ENTERS && !said.features?.includes("competitions")) giveUp("there are no competitions here");
    say({ type: "hello", product: "sample-node/1", token: TOKEN });
  },
  start: follow, draw: follow, move: follow, out: follow, result: follow,
  /** Makes the first move that was not refused; the same position gets the same answer. */
  request({ match: name, seq, step = "" }) {
    const match = matches.get(name);
    if (!match || match.isOut || seq < match.turn) return;
    match.step = step;
    const move = match.game?.moves(step)[match.tried];
    say(move ? { type: "move", match: name, seq, move } : { type: "resign", match: name });
  },
  ack(said) {
    const command = asked.get(said.id);
    asked.delete(said.id);
    if (said.welcome) {
      failures = 0;
      looks = true;
      account = said.welcome.account;
      const names = (said.welcome.seats ?? []).map((each) => each.match);
      matches = new Map(names.map((name) => [name, matches.get(name) ?? new Match()]));
      names.forEach(resume);
      if (SEEKS) {
        say({ type: "capacity", matches: 1 });
        say({ type: "lobby" });
      }
      if (ENTERS) say({ type: "competitions" });
    } else if (command?.type === "seek") {
      offer = said.offer;
    } else if (command?.type === "lobby") { // offers outlive connections: we begin anew
      knowsOffers = true;
      const ours = said.lobby.offers.filter((each) => each.by === account);
      ours.forEach((each) => say({ type: "cancel", offer: each.offer }));
    } else if (command?.type === "competitions") {
      checkCompetition(said.competitions);
      said.competitions.forEach(goAlong);
    } else if (command?.type === "withdraw") {
      giveUp(`withdrawn from ${CUP}: the terms have changed`);
    } else if (command?.type === "sit") {
      matches.set(said.match, new Match());
    }
    for (const { match, game, options, seats, state } of said.tables ?? []) {
      const isFree = state === "open" && seats.includes(null) && !matches.has(match);
      if (isFree && isPlayable(game, options)) say({ type: "sit", match });
    }
  },
  error(said) {
    console.error(`error: ${said.code}: ${said.text}`);
    const command = asked.get(said.id);
    asked.delete(said.id);
    const match = matches.get(command?.match);
    if (said.code === "too_fast" && command) {
      const here = socket; // by then there may be another, with which everything begins anew
      setTimeout(() => here === socket && say(command), 1000 * (said.retry_after ?? 1));
    } else if (said.code === "draining") {
      looks = false;
    } else if (command?.type === "seek" && NEVER.includes(said.code)) {
      giveUp(`this cannot be sought here: ${said.text}`);
    } else if (said.code === "illegal_move" && match && command.seq >= match.turn) {
      match.tried += 1;
      hear.request({ ...command, step: match.step });
    } else if (said.code === "stale" && match) {
      // after a resume it means that the referee has lost events: begin anew
      if (command.type === "resume") matches.set(command.match, new Match());
      resume(command.match);
    } else if (["unknown_match", "not_seated", "match_over"].includes(said.code)) {
      matches.delete(command?.match);
    }
  },
  /** Goes on where an offer is no more; a match that came of it begins by itself. */
  offer_over(said) {
    if (said.offer === offer) offer = "";
    if (said.outcome === "matched" && !matches.has(said.match)) matches.set(said.match, new Match());
  },
  competition(said) {
    goAlong(said.competition);
  },
  /** Expects the start of a match of the competition. */
  called(said) {
    matches.set(said.match, new Match());
  },
  notice(said) {
    if (said.code === "draining") looks = false;
  },
};

/** Looks for a match: at the tables, or in the lobby if there is none yet. */
function look() {
  if (!looks) return;
  if (SITS) say({ type: "tables" });
  const isAsked = [...asked.values()].some((each) => each.type === "seek");
  if (knowsOffers && !matches.size && !offer && !isAsked) {
    say({ type: "seek", terms: TERMS, expires_s: 86400 });
  }
}

/** Ends if there can be no connection. WebSocket does not tell why; an ordinary request does. */
async function checkAddress() {
  try {
    const { status } = await fetch(URL.replace(/^ws/, "http")); // 400: a referee wants a websocket
    const isTemporary = [400, 426, 429].includes(status) || status < 400 || status >= 500;
    if (!isTemporary) giveUp(`there is no referee at ${URL}: HTTP ${status}`);
  } catch ({ cause }) {
    if (/CERT|SIGNATURE/.test(cause?.code)) {
      giveUp(`the certificate is not to be trusted: ${cause.code}. If it comes from an authority of the`
        + " host's own: NODE_EXTRA_CA_CERTS=(its certificate)");
    }
    if (/ERR_SSL/.test(cause?.code)) giveUp(`nobody speaks TLS at ${URL}: is it ws://?`);
  }
}

function connect() {
  asked = new Map();
  looks = knowsOffers = false;
  offer = "";
  socket = new WebSocket(URL); // answers pings by itself
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    if (Object.hasOwn(hear, said.type)) hear[said.type](said); // others are ignored
  };
  let isMade = false;
  socket.onopen = () => { isMade = true; };
  socket.onclose = async ({ code }) => {
    console.error("connection: closed with", code);
    if (!isMade) await checkAddress();
    if (STAY_AWAY.includes(code)) giveUp(`the referee sends us away for good: ${code}`);
    const longest = Math.min(15000, 250 * 2 ** failures);
    failures = Math.min(failures + 1, 10);
    setTimeout(connect, longest * (0.5 + Math.random() / 2));
  };
}

if (typeof WebSocket === "undefined") {
  giveUp(`this bot needs Node 22 or newer, which has a WebSocket of its own; this is ${process.version}`);
}
if (SEEKS && !isPlayable(TERMS.game, TERMS.options ?? "")) giveUp(`this bot plays ${TITLES} alone`);
if (ENTERS && !CUP) giveUp("--enter wants the name of a competition");
connect();
setInterval(look, 2000);
process.on("SIGINT", () => {
  socket.onclose = () => process.exit(130);
  socket.close(1000);
  setTimeout(() => process.exit(130), 1000).unref();
});
