/** What is chosen before a match: the game, and the options of it that people are asked for. */

import { fill, h } from "./dom.js";

/**
 * @typedef {import("./types.js").SiteText} SiteText
 * @typedef {import("./types.js").GameText} GameText
 * @typedef {import("./types.js").OptionText} OptionText
 * @typedef {{ game: string, options: Record<string, string> }} Chosen Options by name.
 */

export class GameChoice {
  /**
   * @param {SiteText} site
   * @param {string} id Of the field for the game; those for options have it before their names.
   * @param {Partial<Chosen>} [chosen] What is chosen at first.
   * @param {() => void} [changed] Another game was chosen.
   */
  constructor(site, id, chosen = {}, changed = () => {}) {
    this.site = site;
    this.id = id;
    const games = Object.entries(site.games);
    this.select = h("select", { id, onchange: () => { this.draw({}); changed(); } },
      ...games.map(([name, { title }]) => h("option", { value: name }, title)));
    if (chosen.game && chosen.game in site.games) this.select.value = chosen.game;
    this.fields = h("div", { class: "game-options" });
    /** @type {(() => [string, string])[]} What each field says: an option and its value. */
    this.said = [];
    this.root = h("div", { class: "game-choice" },
      games.length > 1 && h("div", null, h("label", { for: id }, "Game"), this.select), this.fields);
    this.draw(chosen.game === this.game ? chosen.options ?? {} : {});
  }

  get game() {
    return this.select.value;
  }

  /** @returns {GameText} */
  get text() {
    return this.site.games[this.game];
  }

  /** What is chosen now, to be kept. */
  get chosen() {
    return { game: this.game, options: Object.fromEntries(this.said.map((each) => each())) };
  }

  /**
   * The options as text, with so many seats; what is as usual is not said.
   *
   * @param {number} seats
   */
  options(seats) {
    const usual = new Map(this.text.options.map((each) => [each.name, each.values[0]]));
    const said = this.said.map((each) => each()).filter(([name, value]) => value !== usual.get(name));
    return [`seats=${seats}`, ...said.map(([name, value]) => `${name}=${value}`)].join(",");
  }

  /** @param {Record<string, string>} values What is chosen already. */
  draw(values) {
    this.said = [];
    fill(this.fields, ...this.text.options.filter((each) => each.title)
      .map((each) => this.field(each, values[each.name] ?? each.values[0])));
    this.fields.hidden = !this.said.length;
  }

  /**
   * @param {OptionText} option
   * @param {string} value
   */
  field(option, value) {
    const { name, title } = option;
    if (option.parts.length) {
      const chosen = value.split("+");
      const boxes = option.parts.map(([part, words]) => [h("input", { type: "checkbox", value: part, checked: chosen.includes(part) }), words]);
      this.said.push(() => [name, boxes.map(([box]) => /** @type {HTMLInputElement} */ (box))
        .filter((box) => box.checked).map((box) => box.value).join("+")]);
      return h("fieldset", null, h("legend", null, title),
        ...boxes.map(([box, words]) => h("label", { class: "check" }, box, words)));
    }
    const select = h("select", { id: `${this.id}-${name}`, title: option.help }, ...option.values.map((each) => h("option", { value: each }, each)));
    select.value = value;
    this.said.push(() => [name, select.value]);
    return h("div", null, h("label", { for: select.id }, title), select);
  }
}

/**
 * A game with its options in words.
 *
 * @param {SiteText} site
 * @param {string} game
 * @param {string} options
 * @returns {string}
 */
export function wordsOf(site, game, options) {
  const text = site.games[game];
  const said = options.split(",").filter((part) => part && !part.startsWith("seats=")).map((part) => {
    const [name, value] = part.split("=");
    const option = text?.options.find((each) => each.name === name);
    const parts = new Map(option?.parts ?? []);
    if (parts.size) return value.split("+").map((each) => parts.get(each) ?? each).join(", ");
    return `${(option?.title || name.replaceAll("_", " ")).toLowerCase()}: ${value.replaceAll("_", " ")}`;
  });
  return [text?.title ?? game, ...said].join(" · ");
}
