/** What stands beside the board: one panel at a time, chosen by tabs. */

import { fill, h } from "./dom.js";

export class Side {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
    this.body = h("div", { class: "panels" });
    /** @type {{ id: string, tab: HTMLButtonElement, panel: HTMLElement }[]} */
    this.all = [];
    this.isChosen = false;
    this.tabs.addEventListener("keydown", (event) => this.key(event));
    fill(host, this.tabs, this.body);
  }

  /**
   * Adds a panel; what is shown stays, and the first of all is shown until another is chosen.
   *
   * @param {string} id
   * @param {string} title
   * @returns {HTMLElement} Where its content goes.
   */
  add(id, title) {
    const tab = h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`,
      onclick: () => this.choose(id) }, title);
    const panel = h("div", { class: `panel ${id}`, role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 });
    this.all.push({ id, tab, panel });
    this.tabs.append(tab);
    this.body.append(panel);
    this.open((this.all.find((each) => each.tab.getAttribute("aria-selected") === "true") ?? this.all[0]).id);
    return panel;
  }

  /**
   * Opens a panel because somebody asks for it.
   *
   * @param {string} id
   */
  choose(id) {
    this.isChosen = true;
    this.open(id);
  }

  /**
   * Opens a panel by itself, if nobody has chosen what to look at.
   *
   * @param {string} id
   */
  offer(id) {
    if (!this.isChosen) this.open(id);
  }

  /** @param {string} id */
  open(id) {
    for (const each of this.all) {
      const chosen = each.id === id;
      each.tab.setAttribute("aria-selected", String(chosen));
      each.tab.tabIndex = chosen ? 0 : -1;
      each.panel.hidden = !chosen;
    }
  }

  /** @param {string} id */
  isOpen(id) {
    return this.all.some((each) => each.id === id && !each.panel.hidden);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.all.findIndex((each) => each.tab.getAttribute("aria-selected") === "true");
    const next = this.all[(at + by + this.all.length) % this.all.length];
    this.choose(next.id);
    next.tab.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
