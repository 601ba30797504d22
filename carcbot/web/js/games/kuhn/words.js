/** Kuhn poker in words. */

/** @typedef {import("./board.js").KuhnPicture} KuhnPicture */

/** @type {Record<string, string>} */
export const CARDS = { J: "jack", Q: "queen", K: "king" };

/**
 * A draw or a move in words, without who made it.
 *
 * @param {string} ply
 * @param {KuhnPicture | null} before What was to be seen before it.
 * @returns {string}
 */
export function sayMove(ply, before) {
  if (ply === "?") return "is dealt a hidden card";
  if (CARDS[ply]) return `is dealt the ${CARDS[ply]}`;
  const [move, shown] = ply.split("/");
  const isAnswer = before !== null && before.stakes[0] !== before.stakes[1];
  const words = move === "bet" ? (isAnswer ? "calls" : "bets a chip") : isAnswer ? "folds" : "checks";
  return shown ? `${words}; shown: ${[...shown].map((each) => CARDS[each]).join(" and ")}` : words;
}

/**
 * A move on the button that chooses it.
 *
 * @param {string} move
 * @param {KuhnPicture} picture
 * @returns {string}
 */
export function nameMove(move, picture) {
  const isAnswer = picture.stakes[0] !== picture.stakes[1];
  if (move === "bet") return isAnswer ? "Call: one more chip" : "Bet one more chip";
  return isAnswer ? "Fold" : "Check";
}
