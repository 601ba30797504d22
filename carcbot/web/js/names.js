/** Names, numbers and lists as people read them. */

/**
 * The name of an account; a bot of the house goes by its agent.
 *
 * @param {string | null | undefined} account
 * @returns {string}
 */
export function nameOf(account) {
  if (!account) return "free seat";
  return account.replace(/^house-(.+)-\d+$/, "$1");
}

/**
 * The names of all at a table: bots of one agent are told apart by numbers.
 *
 * @param {(string | null)[]} accounts
 * @returns {string[]}
 */
export function namesOf(accounts) {
  const bots = accounts.map((account) => (isHouse(account) ? nameOf(account) : ""));
  return accounts.map((account, seat) => {
    const number = bots.slice(0, seat + 1).filter((each) => each === bots[seat]).length;
    const isAlone = bots.indexOf(bots[seat]) === bots.lastIndexOf(bots[seat]);
    return isHouse(account) && !isAlone ? `${bots[seat]} ${number}` : nameOf(account);
  });
}

/**
 * @param {string | null | undefined} account
 * @returns {boolean}
 */
export function isHouse(account) {
  return (account ?? "").startsWith("house-");
}

/**
 * A refusal without the names of the settings behind it, which are for hosts and for bots.
 *
 * @param {string} text
 * @returns {string}
 */
export function refusalWords(text) {
  return text.replace(/ \([^()]*\blimits\.[^()]*\)/g, "");
}

/**
 * Where the page of a match is.
 *
 * @param {string} match
 * @returns {string}
 */
export function addressOf(match) {
  return `/table/${encodeURIComponent(match)}`;
}

/** As long for a move as no clock has: what the page opens where none is wanted. */
const NEVER_US = 7 * 86_400e6;

/**
 * Whether a clock stands for none.
 *
 * @param {import("./types.js").Clock} clock
 */
export function isWithoutClock(clock) {
  return clock.kind === "per_move" && (clock.move_us ?? 0) >= NEVER_US;
}

/**
 * A clock in words.
 *
 * @param {import("./types.js").Clock} clock
 * @returns {string}
 */
export function clockWords(clock) {
  const main = shortTime((clock.main_us ?? 0) / 1e6);
  const move = shortTime((clock.move_us ?? 0) / 1e6);
  switch (clock.kind ?? "bank") {
    case "per_move":
      return isWithoutClock(clock) ? "no clock" : `${move} a move`;
    case "sudden_death":
      return main;
    default:
      return `${main} + ${move}`;
  }
}

/**
 * @param {number} seconds
 * @returns {string}
 */
function shortTime(seconds) {
  if (seconds >= 2 * 86_400) return `${+(seconds / 86_400).toFixed(1)} days`;
  if (seconds >= 3600) return `${+(seconds / 3600).toFixed(1)} h`;
  if (seconds >= 60) return `${+(seconds / 60).toFixed(1)} min`;
  return `${+seconds.toFixed(2)} s`;
}

/** @type {Record<string, string>} */
const REASONS = {
  normal: "played to the end",
  resign: "resigned",
  abort: "aborted",
  adjudicated: "ended by the host",
  time: "out of time",
  disconnect: "connection lost",
  stall: "did not move",
  crash: "program failed",
  illegal: "illegal moves",
  protocol: "broke the protocol",
  referee_fault: "referee fault",
};

/**
 * @param {string | undefined} reason
 * @returns {string}
 */
export function reasonWords(reason) {
  return REASONS[reason ?? ""] ?? reason ?? "";
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {number} number */
export function numberWord(number) {
  return NUMBERS[number] ?? String(number);
}

/**
 * A text with which a sentence or a button begins.
 *
 * @param {string} text
 */
export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * A number as it is printed: with a minus sign, and no hyphen.
 *
 * @param {number | string} number
 */
export function numberText(number) {
  return String(number).replace("-", "−");
}

/**
 * So many of something: "1 point", "3 points".
 *
 * @param {number} number
 * @param {string} what
 */
export function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/**
 * Several things as people list them.
 *
 * @param {string[]} things
 */
export function listed(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

/**
 * The cards that were drawn in a turn.
 *
 * @param {string[]} draws
 */
export function sayDraws(draws) {
  const [one, other] = draws;
  if (one !== other) return listed(draws);
  return one.startsWith("one ") ? one.replace("one", "two") : `${one} twice`;
}
