/** The page of a match: everything that shows a moment of it, and nothing of where it comes from. */

import { Clocks } from "./clocks.js";
import { announce, fill, get, h, write } from "./dom.js";
import { Graph } from "./graph.js";
import { showKeys } from "./key-list.js";
import { Moves } from "./moves.js";
import { numberText, reasonWords } from "./names.js";
import { Seats } from "./seats.js";
import { Sheet } from "./sheet.js";
import { Side } from "./side.js";
import { Thoughts } from "./thoughts.js";
import { KEYS, STEP_KEYS, Timeline } from "./timeline.js";
import { entitle } from "./titles.js";
import { TurnList } from "./turn-list.js";

/**
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./types.js").Picture} Picture
 * @typedef {import("./types.js").MatchEvent} MatchEvent
 */

/** What is gone to is told to those who do not see it when they have been there for so long. */
const REST_MS = 250;
/** Pictures that were skipped are fetched so long after that was noticed, and not more often. */
const HOLES_MS = 3000;
/** Where there is room for a graph below the players. */
const isWide = matchMedia("(min-width: 1181px)");

export class View {
  /**
   * @param {import("./types.js").GameFace} face
   * @param {Story} story
   */
  constructor(face, story) {
    this.face = face;
    this.story = story;
    this.live = false;
    this.trouble = "";
    this.board = face.board(get("board"), get("tip"));
    this.seats = new Seats(get("seats"), face);
    this.clocks = new Clocks((texts) => this.seats.tick(texts));
    this.timeline = new Timeline(get("timeline"), () => this.went());
    const jump = (/** @type {number} */ stop) => this.timeline.go(stop);
    this.side = new Side(get("side"));
    this.moves = new Moves(this.side.add("moves", "Moves"), face, jump);
    this.turns = face.sayTurn ? new TurnList(this.side.add("turns", "Story"), (first, last) => this.deedsInWords(first, last), jump) : null;
    this.panels = face.panels.map(({ id, title, make }) => ({ id, panel: make(this.side.add(id, title), this.board) }));
    const points = this.side.add("points", "Graph");
    points.append(h("h2", null, "Points if the game ended then"));
    this.graph = new Graph(points, "Points of each player if the game ended at that move", jump);
    this.thoughts = new Thoughts(this.side.add("thinking", "Thoughts"), face.say, jump);
    this.side.tabs.addEventListener("click", () => this.drawPanels());
    this.hand = h("div", { class: "hand", "aria-label": "Due now", role: "group" });
    get("stage").append(this.hand);
    const chart = get("chart");
    chart.hidden = false;
    chart.append(h("h2", null, "If the game ended then"));
    this.chart = new Graph(chart, "Points of each player if the game ended at that move, small", jump, 240);
    /** How many moves there were when new ones were told the last time. */
    this.heard = 0;
    /** The stop that was told last. */
    this.told = -1;
    this.isEndTold = false;
    this.resting = 0;
    this.filling = 0;
    this.gone = new AbortController();
    /** @type {number | null} */
    this.mine = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Picture | null} What the newest moment is shown as, while a turn is thought of and not sent. */
    this.draft = null;
    /** @type {Sheet | null} Where the points came from, when that is known. */
    this.sheet = null;
    /** @type {() => (Node | null)[]} What a player can do when the match is over. */
    this.afterwards = () => [];
    /** @type {import("./types.js").KeyText[]} Those with which one moves, if one plays here. */
    this.moveKeys = [];
    /** @type {MatchEvent | null} The end that the bar of the result is about. */
    this.ended = null;
    /** @type {() => void} */
    this.onDrawn = () => {};
    /** @type {(picture: Picture, seq: number) => void} Is told when the board was drawn anew. */
    this.onShown = () => {};
    const { signal } = this.gone;
    for (const button of get("tools").querySelectorAll("button")) {
      button.addEventListener("click", () => this.tool(button), { signal });
    }
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    get("keys").addEventListener("click", () => this.showKeys(), { signal });
    get("tools").hidden = !this.board.zoom;
    this.board.coordinates?.(this.gridButton.getAttribute("aria-pressed") === "true");
    this.sit(null);
  }

  /** Leaves the page to another view: nothing that is done there reaches this one any more. */
  letGo() {
    this.gone.abort();
    this.timeline.pause();
    this.sheet?.stop();
    this.clocks.stop();
    clearTimeout(this.resting);
    clearTimeout(this.filling);
    this.hand.remove();
    for (const id of ["board", "seats", "timeline", "side", "chart"]) fill(get(id));
    get("tip").hidden = true;
  }

  /** @returns {HTMLButtonElement} */
  get gridButton() {
    return /** @type {HTMLButtonElement} */ (get("tools").querySelector("[data-tool=grid]"));
  }

  get names() {
    return this.story.names;
  }

  /**
   * Says who sits where, and which seat is one's own.
   *
   * @param {number | null} mine
   */
  sit(mine) {
    this.mine = mine;
    this.seats.seat(this.story.seats, mine);
    this.clocks.spec = this.story.start?.clock ?? null;
    this.board.names = this.names;
    const title = this.names.join(" – ");
    write(get("title"), title);
    entitle(title);
  }

  /**
   * Something has been added to the story.
   *
   * @param {boolean} live Whether it goes on.
   */
  grew(live) {
    this.live = live;
    this.timeline.extend(this.story, live && !this.story.over);
    const badge = get("state");
    const words = this.story.over ? "Over" : !this.story.start ? "Waiting" : live ? "Live" : "Replay";
    write(badge, words);
    badge.classList.toggle("live", words === "Live");
    this.draw();
  }

  /** What the story tells has changed as a whole: all of it is drawn anew. */
  retold() {
    this.picture = null;
    this.moves.clear();
    this.grew(this.live);
  }

  /**
   * Shows the newest moment as it would be.
   *
   * @param {Picture | null} picture Nothing shows it as it is.
   */
  foresee(picture) {
    if (picture === this.draft) return;
    this.draft = picture;
    this.timeline.go(this.timeline.last);
  }

  /** Whether the newest moment is shown. */
  get isNewest() {
    return this.timeline.stop === this.timeline.last;
  }

  /** Fetches what the moment of the timeline lacks and draws it, or says why it is not there. */
  async fetchMissing() {
    const mark = get("link-mark");
    try {
      await this.story.fetchMissing();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
      fill(mark, this.trouble);
      return;
    }
    if (mark.textContent === this.trouble) fill(mark); // else it is about something else
    this.draw();
  }

  /** Draws the moment of the timeline; what is not known is fetched first. */
  draw() {
    const { story, timeline } = this;
    const stop = timeline.stop;
    const seq = story.stops[stop] ?? 0;
    const picture = (this.isNewest && this.draft) || story.picture(seq);
    if (!picture) {
      if (!(this.live && this.isNewest)) void this.fetchMissing();
      this.drawPanels();
      return;
    }
    const result = this.isNewest ? story.result : null;
    if (picture !== this.picture) {
      this.picture = picture;
      this.board.show(picture, !result);
      this.drawHand(picture);
      this.onShown(picture, seq);
    }
    this.seats.show(picture, result);
    if (!this.isNewest || story.over || !this.live) this.clocks.setPast(story, seq);
    else this.clocks.setNow();
    this.drawResult(result);
    this.drawPanels();
    this.announce();
    document.body.dataset.seq = String(seq);
    document.body.dataset.over = String(Boolean(result));
    this.onDrawn();
  }

  drawPanels() {
    const { story, timeline } = this;
    for (const { id, panel } of this.panels) {
      if (this.side.isOpen(id) && this.picture) panel.show(this.picture, this.names);
    }
    const open = this.side.isOpen("points") ? this.graph : isWide.matches ? this.chart : null;
    const values = () => story.seats.map((_, seat) => story.stops.map((seq) => story.points[seq]?.[1][seat] ?? null));
    const mark = `${story.seq} ${story.pictures.has(story.seq)} ${story.recalls}`;
    open?.show(mark, values, timeline.stop);
    if (this.turns && this.side.isOpen("turns")) {
      this.turns.show(story, timeline.stop);
      if (this.live && story.hasHoles) this.fillHoles();
    }
    if (this.side.isOpen("thinking")) this.thoughts.show(story, timeline.stop);
    this.moves.show(story, timeline.stop); // last: it scrolls, for which all before has to be laid out
  }

  /** Soon fetches what was skipped while much happened at once: sentences are about that, too. */
  fillHoles() {
    this.filling ||= setTimeout(async () => {
      await this.story.fetchMissing().catch(() => {}); // the next thing that happens asks again
      this.filling = 0;
      this.drawPanels();
    }, HOLES_MS);
  }

  /** @param {Picture} picture */
  drawHand(picture) {
    const parts = picture.to_move === null || !this.story.start ? [] : this.face.hand(picture);
    const who = picture.to_move === null ? null : h("span", { class: `dot seat-${picture.to_move}` });
    fill(this.hand, ...(parts.length ? [who, ...parts] : []));
    this.hand.hidden = !parts.length;
  }

  /** @param {MatchEvent | null} result */
  drawResult(result) {
    const bar = get("result");
    bar.hidden = !result;
    if (!result || result === this.ended) return;
    this.ended = result;
    const points = this.finalPoints(result);
    fill(bar, h("b", null, this.winnersInWords(result)),
      h("span", null, points.map(numberText).join(" : ") + this.sinceWhenInWords(result) + whyInWords(result, this.names)),
      h("button", { type: "button", class: "quiet", onclick: () => this.timeline.toggle() }, "Replay"),
      ...this.afterwards());
    this.showSheet(false);
  }

  /**
   * The points of each seat: at the end of a game its own; of one that was broken off, those it would
   * have had if it had been scored then.
   *
   * @param {MatchEvent} result
   * @returns {number[]}
   */
  finalPoints(result) {
    const picture = this.isNewest ? this.picture : this.story.picture(this.story.seq);
    const points = (result.standings ?? []).map((each) => each.points);
    return picture && !picture.over && picture.outlook.length === points.length ? picture.outlook : points;
  }

  /**
   * Says of points that they are not those of a finished game.
   *
   * @param {MatchEvent} result
   */
  sinceWhenInWords(result) {
    const points = (result.standings ?? []).map((each) => each.points);
    return String(points) === String(this.finalPoints(result)) ? "" : ", had it been scored then";
  }

  /**
   * Shows where the points came from, if that is known.
   *
   * @param {boolean} isJustOver Whether one has just seen the end: then the areas are shown, too.
   */
  showSheet(isJustOver) {
    const { story, side } = this;
    if (!story.sheet.length) return;
    this.sheet ??= new Sheet(side.add("score", "Score"), this.board, () => this.timeline.go(this.timeline.last));
    this.sheet.show(story.sheet, this.names, this.picture?.over ?? true);
    if (!isJustOver || !this.isNewest) return;
    side.offer("score");
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.sheet.run(story.sheet, false);
  }

  /** Another moment was gone to: it is told too, once the timeline rests there. */
  went() {
    this.draw();
    if (!this.isNewest) this.sheet?.stop();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.tellMoment(), REST_MS);
  }

  /** Tells the moment that is shown, for those who do not see it. */
  tellMoment() {
    const { stop, last } = this.timeline;
    if (stop === this.told) return;
    this.told = stop;
    const move = this.turnInWords(stop);
    const { story } = this;
    const number = story.hasSteps ? `Turn ${(story.turnAt[stop - 1] ?? 0) + 1} of ${story.turnsBegun}` : `Move ${stop} of ${last}`;
    announce(move ? `${number}: ${move}` : "Before the first move");
    if (this.story.result && this.isNewest) announce(this.endInWords(this.story.result));
  }

  /** Tells the moves that were made since the last time, and once how the match ended. */
  announce() {
    const newest = this.story.moves;
    if (this.live) {
      for (let stop = Math.max(this.heard, newest - 2) + 1; stop <= newest; stop += 1) {
        // a sentence for the whole turn is told when it is over
        const words = !this.turns ? this.moveInWords(stop) : this.isTurnOverAt(stop) ? this.turnInWords(stop) : "";
        if (words) announce(words);
        this.told = stop;
      }
      if (this.story.result && !this.isEndTold) {
        this.isEndTold = true;
        announce(this.endInWords(this.story.result));
      }
    }
    this.heard = newest;
  }

  /**
   * The move that led to a stop: who made it, what it was, and the points with it.
   *
   * @param {number} stop
   */
  moveInWords(stop) {
    const event = this.story.moveBefore(stop);
    if (!event?.move) return "";
    const seat = event.seat ?? 0;
    return `${this.names[seat]} ${this.face.say(event.move, this.story.pictureBefore(stop))}, ${event.scores?.[seat]} points`;
  }

  /**
   * The same for a whole turn, if one ends at the stop.
   *
   * @param {number} stop
   */
  turnInWords(stop) {
    const { story } = this;
    if (!stop) return "";
    const begun = Math.max(...story.marks.filter((mark) => mark < stop));
    if (this.turns && this.isTurnOverAt(stop)) {
      const seat = story.moveBefore(stop)?.seat ?? 0;
      return `${this.names[seat]} ${this.deedsInWords(begun, stop)}`;
    }
    const first = story.stepsAt(stop) ? stop : begun + 1;
    const moves = [];
    for (let each = first; each <= stop; each += 1) moves.push(this.moveInWords(each));
    return moves.filter(Boolean).join("; ");
  }

  /**
   * What was done in a turn, as the game tells it.
   *
   * @param {number} first The stop at which it began.
   * @param {number} last
   */
  deedsInWords(first, last) {
    const { story } = this;
    return this.face.sayTurn?.(story.stepsBetween(first, last), story.picture(story.stops[last])) ?? "";
  }

  /** @param {number} stop */
  isTurnOverAt(stop) {
    return this.story.wholeTurns.some(([, last]) => last === stop);
  }

  /**
   * How the match ended: who won, why, and with how many points.
   *
   * @param {MatchEvent} result
   */
  endInWords(result) {
    const points = this.finalPoints(result).map((each, seat) => `${this.names[seat]} ${each} points`).join(", ");
    return `The match is over: ${this.winnersInWords(result)}${whyInWords(result, this.names)}${points && `. ${points}${this.sinceWhenInWords(result)}`}`;
  }

  /** @param {MatchEvent} result */
  winnersInWords(result) {
    const winners = (result.standings ?? []).flatMap((each, seat) => (each.place === 1 ? [this.names[seat]] : []));
    if (!winners.length) return "No result";
    return winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} share the first place`;
  }

  showKeys() {
    /** @type {import("./types.js").KeyText[]} */
    const grid = this.board.coordinates ? [[["C"], "show coordinates"]] : [];
    const steps = this.story.hasSteps && !this.board.zoom ? [STEP_KEYS] : [];
    showKeys([
      ["At your turn", this.moveKeys],
      ["The board", [...this.board.keys ?? [], ...grid]],
      ["Moments of the match", [...KEYS, ...steps]],
      ["The page", [[["Tab"], "from part to part; Shift + Tab goes back"], [["?"], "these keys"]]],
    ]);
  }

  /** @param {HTMLButtonElement} button */
  tool(button) {
    switch (button.dataset.tool) {
      case "in":
        this.board.zoom?.(1.3);
        break;
      case "out":
        this.board.zoom?.(1 / 1.3);
        break;
      case "fit":
        this.board.fit?.();
        break;
      default: {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(on));
        this.board.coordinates?.(on);
      }
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, select, textarea, dialog")) return;
    if (target?.closest("button, [role=button], a, summary") && (event.key === " " || event.key === "Enter")) return;
    if (event.key === "?") {
      this.showKeys();
    } else if (event.key.toLowerCase() === "c" && this.board.coordinates) {
      this.gridButton.click();
    } else if (!this.board.key(event) && !this.timeline.key(event)) {
      return;
    }
    event.preventDefault();
  }
}

/**
 * Why a match ended, in brackets, where it was not simply played to its end.
 *
 * @param {MatchEvent} result
 * @param {string[]} names
 */
function whyInWords(result, names) {
  if (result.reason === "normal") return "";
  const out = (result.standings ?? []).flatMap((each, seat) => (each.out === result.reason ? [names[seat]] : []));
  return ` (${out.length ? `${out.join(" and ")}: ` : ""}${reasonWords(result.reason)})`;
}
