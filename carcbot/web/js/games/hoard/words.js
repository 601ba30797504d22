/** Hoard in words. */

/** @typedef {import("./board.js").HoardPicture} HoardPicture */

/**
 * The rank of the card that a move plays; null if nobody here knows it.
 *
 * @param {string} move `lay2`, or `lay2/3` where the card was hidden before.
 * @param {HoardPicture | null} before
 */
function rankOf(move, before) {
  const [place, shown] = move.replace(/=.*/, "").replace(/^\D+/, "").split("/");
  if (shown) return Number(shown);
  const seat = before?.to_move ?? null;
  return seat === null ? null : before?.hands[seat]?.[Number(place) - 1]?.[0] ?? null;
}

/**
 * A draw or a move in words, without who made it.
 *
 * @param {string} ply
 * @param {HoardPicture | null} before What was to be seen before it.
 * @returns {string}
 */
export function sayMove(ply, before) {
  if (ply === "?") return "draws a hidden card";
  if (/^\d$/.test(ply)) return `draws a ${ply}`;
  const kind = /** @type {string} */ (ply.match(/^[a-z]+/)?.[0]);
  const rank = rankOf(ply, before);
  const what = rank === null ? "a card" : `a ${rank}`;
  /** @type {Record<string, string>} */
  const words = {
    open: before?.open ? `takes the open ${before.open}` : "takes the open card",
    blind: "draws from the deck",
    lay: `lays ${what}`,
    drop: `discards ${what}`,
    cash: before?.laid ? `cashes its ${before.laid}s` : "cashes its cards",
    keep: "keeps its row",
  };
  return words[kind] ?? ply;
}

/**
 * A move on the button that chooses it.
 *
 * @param {string} move
 * @param {HoardPicture} picture
 * @returns {string}
 */
export function nameMove(move, picture) {
  const rank = rankOf(move, picture);
  if (move === "open") return `Take the open ${picture.open}`;
  if (move === "blind") return "Draw from the deck";
  if (move === "keep") return "Keep the row";
  if (move === "cash") {
    const laid = picture.laid ?? 1;
    const count = picture.rows[picture.to_move ?? 0][laid - 1];
    return `Cash ${count} × ${laid} for ${laid * count * (count - 1)}`;
  }
  return `${move.startsWith("lay") ? "Lay" : "Discard"} ${rank} (card ${move.slice(-1)})`;
}

/**
 * What is asked of who has the turn.
 *
 * @param {HoardPicture} picture
 * @returns {string}
 */
export function promptFor(picture) {
  if (picture.phase === "draw") return "Draw a card.";
  return picture.phase === "play" ? "Play a card of your hand." : "Cash the cards of this rank, or keep them.";
}
