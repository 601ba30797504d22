/** How Hoard is played, for a person at the table. */

import { h } from "../../dom.js";
import { gemCard } from "./gems.js";

/** @returns {Node[]} */
export function rules() {
  return [
    h("p", null, "Everybody collects gems: cards of one rank bring more, the more of them lie in your row when you cash them. What stays in your hand costs."),
    h("h2", null, "Before the first turn"),
    h("p", null, "Everybody is dealt a hand that the others do not see. Before each turn a card of the deck is opened, if none lies open."),
    h("h2", null, "Your turn"),
    h("ul", null,
      h("li", null, h("b", null, "Draw "), "the open card, which all have seen, or the top card of the deck, which only you see."),
      h("li", null, h("b", null, "Play "), "a card of your hand: lay it into your row, or discard it. Everybody sees it."),
      h("li", null, h("b", null, "Cash, or not: "), "if you have laid a card and your row has two or more of its rank now, you may cash all of that rank. They go onto the discard pile.")),
    h("h2", null, "Points"),
    h("p", null, "Cashed cards bring their rank, times how many they are, times one less than that."),
    h("figure", null, h("div", { class: "cards" }, gemCard(2), gemCard(2), gemCard(2)),
      h("figcaption", null, "Three 2s: 2 × 3 × 2 = 12 points. With two of them it would have been 2 × 2 × 1 = 4.")),
    h("h2", null, "The end"),
    h("p", null, "The game is over when all have had their turns, or when a card has to be opened and there is none left. Each card still in your hand costs its rank, and your row is worth nothing. The most points win."),
    h("p", null, "When the deck is empty the discard pile is shuffled and becomes the deck."),
  ];
}
