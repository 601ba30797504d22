/** How Kuhn poker is played, for a person at the table. */

import { h } from "../../dom.js";

/** @returns {Node[]} */
export function rules() {
  return [
    h("p", null, "Poker with three cards: a jack, a queen and a king. The king beats the queen, the queen beats the jack. It is over in a minute, and yet you can bluff."),
    h("h2", null, "How a game goes"),
    h("ul", null,
      h("li", null, "Both players put one chip into the pot, and each is dealt one card that the other does not see. The third card stays out."),
      h("li", null, "The first player checks, or bets one more chip."),
      h("li", null, "After a check the other checks as well, and the cards are shown; or bets, and the first player has to answer."),
      h("li", null, "Who answers a bet folds, or calls with one more chip, and the cards are shown.")),
    h("h2", null, "Who wins"),
    h("p", null, "Who folds loses the pot, whatever the cards are. If the cards are shown the higher one wins it."),
    h("table", null,
      h("caption", { class: "unseen" }, "What a game is worth"),
      h("tbody", null,
        h("tr", null, h("th", { scope: "row" }, "Both have checked"), h("td", null, "the higher card wins 1 chip")),
        h("tr", null, h("th", { scope: "row" }, "A bet was folded"), h("td", null, "who has bet wins 1 chip")),
        h("tr", null, h("th", { scope: "row" }, "A bet was called"), h("td", null, "the higher card wins 2 chips")))),
    h("p", null, "If both play as well as can be, who begins loses one chip in eighteen games on average."),
  ];
}
