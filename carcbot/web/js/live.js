/** A match that goes on: watched, or played in. What was lost on the way is asked for again. */

import { ask, comesAsPlayer, keptToken, leaveOtherSeats, leavesSeatByWatching } from "./account.js";
import { announce, fill, get, h } from "./dom.js";
import { DRAFT_KEYS, Draft } from "./draft.js";
import { HintList } from "./hint-list.js";
import { Link } from "./link.js";
import { addressOf, reasonWords } from "./names.js";
import { forgetSeat, keepSeat, ownSeatIn } from "./own-seats.js";
import { howToPlay } from "./rights.js";
import { callToTurn, offerCalls } from "./turn-calls.js";

const PICTURE_MS = 1500;
const SITTING_MS = 1500;
/** Where a policy says nothing else. */
const USUAL_GRACE_US = 60e6;
/** What the referee says of a match that is not to be played or watched any more. */
const GONE = new Set(["unknown_match", "match_over"]);
const EVENTS = new Set(["start", "draw", "move", "out", "result"]);

/** @typedef {{ seq: number, step?: string }} Request */

export class Live {
  /** @param {import("./view.js").View} view */
  constructor(view) {
    this.view = view;
    this.story = view.story;
    /** @type {number | "any" | null} The seat that is waiting for this page. */
    this.reserved = this.story.start ? null : ownSeatIn(this.story.match)?.seat ?? null;
    /** @type {import("./types.js").MoveInput | null} */
    this.input = null;
    /** @type {Request | null} */
    this.request = null;
    /** What was asked last: the event that it follows, and what of the turn was drafted. */
    this.about = "";
    this.draft = new Draft(this.story.match, view.face.say, (picture) => this.foresee(picture));
    this.onOver = () => {};
    /** Is called when one has a seat here. */
    this.onSeat = () => {};
    /** @type {import("./challenges.js").Challenges | null} Where challenges are shown. */
    this.challenges = null;
    /** Who one is, once that is known. */
    this.account = "";
    this.plays = false;
    /** Whether another page has the seat now. */
    this.isElsewhere = false;
    /** @type {number | null} The last event that was known when this page began to watch, until more is shown. */
    this.knew = null;
    this.timer = 0;
    this.hints = new HintList(view, (move) => this.propose(move));
    view.onShown = (picture, seq) => this.askIfDue(picture, seq);
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Connects; from then on everything comes by itself. */
  async begin() {
    const { match, seats, events } = this.story;
    for (const event of events) this.noteOut(event);
    this.view.grew(true);
    this.offerSeat();
    const plays = this.reserved !== null || await comesAsPlayer(match, seats);
    if (!plays && await leavesSeatByWatching(match)) {
      const watch = h("button", { type: "button", class: "quiet", onclick: () => this.connect(false) }, "Watch here");
      fill(get("link-mark"), "You play in another tab, by the token that you would watch with here. ", watch);
    } else {
      this.connect(plays);
    }
    await this.lookWhoSits();
  }

  /** Looks who sits at a table that waits, again and again until its match begins. */
  async lookWhoSits() {
    if (this.story.start) return;
    try {
      const { seats } = await this.fetchStory();
      if (!this.story.start && String(seats) !== String(this.story.seats)) {
        this.story.seats = seats;
        this.view.sit(this.view.mine);
        void this.offerSeat();
      }
    } catch (error) {
      if (error instanceof Error && error.cause === 404) return; // the table was taken away
      // the referee is away, as the link says too: the next look may find it
    }
    setTimeout(() => void this.lookWhoSits(), document.hidden ? 4 * SITTING_MS : SITTING_MS);
  }

  /** @returns {Promise<import("./types.js").StoryText>} The match as the referee tells it now. */
  async fetchStory() {
    return (await ask(`/api/matches/${encodeURIComponent(this.story.match)}`, { mine: true })).json();
  }

  /** @param {boolean} plays */
  connect(plays) {
    this.plays = plays;
    this.link = new Link({
      welcome: (welcome) => void this.welcome(welcome),
      message: (message) => this.hear(message),
      state: (state) => this.mark(state),
    }, { plays });
  }

  /**
   * Says something of what has no place at this table.
   *
   * @param {Record<string, unknown>} command
   * @returns {Promise<any>} Its ack.
   */
  async say(command) {
    return this.link?.say(command);
  }

  /** @param {{ account: string, seats: { match: string, seat: number }[] }} welcome */
  async welcome(welcome) {
    const link = this.link;
    this.account = welcome.account;
    this.challenges?.forgetReceived();
    if (!link || this.story.over) return;
    const match = this.story.match;
    const seated = welcome.seats.find((each) => each.match === match);
    try {
      if (seated) {
        this.play(seated.seat);
        await link.say({ type: "resume", match, last_seq: this.story.seq });
      } else if (this.reserved === null || !await this.sit(this.reserved)) {
        forgetSeat(match);
        this.knew = this.story.seq;
        await link.say({ type: "watch", match, last_seq: this.story.seq });
      }
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      if (GONE.has(code)) location.reload();
      else if (code !== "away") {
        fill(get("link-mark"), message);
        if (!this.input) forgetSeat(match); // the seat that was to wait for this page
      }
    }
  }

  /**
   * @param {number | "any"} seat
   * @returns {Promise<boolean>} Whether one sits; why not is told, and the seat is offered if it is free.
   */
  async sit(seat) {
    const wish = seat === "any" ? {} : { seat };
    try {
      const ack = await this.link?.say({ type: "sit", match: this.story.match, ...wish });
      this.play(ack.seat);
      return true;
    } catch (error) {
      const { code, message } = /** @type {any} */ (error);
      if (code === "away" || GONE.has(code)) throw error;
      this.reserved = null;
      fill(get("link-mark"), message);
      void this.offerSeat();
      return false;
    }
  }

  /**
   * One has a seat here.
   *
   * @param {number} seat
   */
  play(seat) {
    this.keepSeat();
    this.reserved = null;
    if (this.input) return;
    this.story.thoughts = []; // they are for those who watch
    this.view.sit(seat);
    this.input = this.view.face.input(this.view.board, h("div", { class: "asking" }), seat);
    this.view.moveKeys = this.input.keys ?? [];
    this.drawInput();
    offerCalls();
    this.onSeat();
  }

  /** This browser keeps the seat until the match is over, with how long it may be away from it. */
  keepSeat() {
    const { match, start } = this.story;
    const grace_s = (start?.policy?.grace_us ?? USUAL_GRACE_US) / 1e6;
    keepSeat({ match, token: keptToken(this.link?.proof ?? ""), account: this.account, grace_s });
  }

  // ------------------------------------------------------------ what is heard

  /** @param {any} message */
  hear(message) {
    if (message.match !== this.story.match) this.hearOther(message);
    else if (EVENTS.has(message.type)) this.event(message);
    else if (message.type === "picture") this.picture(message.seq, message.picture);
    else if (message.type === "clocks") this.view.clocks.set(message);
    else if (message.type === "request") this.asked(message);
    else if (message.type === "analysis") this.story.thoughts.push(message);
    else if (message.type === "error") fill(get("link-mark"), message.text); // the table is taken away, say
    else if (message.type === "presence" && !this.isOut(message.seat)) this.view.seats.note(message.seat, message.here ? "" : "away");
  }

  /**
   * What is about no match, or about another: a challenge, or a match that came of one.
   *
   * @param {any} message
   */
  hearOther(message) {
    this.challenges?.hear(message);
    if (message.type === "offer_over" && message.outcome === "matched") {
      if (this.input && !this.story.over) this.challenges?.callTo(message.match);
      else location.href = addressOf(message.match);
    }
  }

  /** @param {number | null} seat */
  isOut(seat) {
    return this.story.events.some((event) => event.type === "out" && event.seat === seat);
  }

  /** @param {import("./types.js").MatchEvent} event */
  noteOut(event) {
    if (event.type === "out" && event.seat !== undefined) this.view.seats.note(event.seat, `out: ${reasonWords(event.why)}`);
  }

  /** @param {any} event */
  event(event) {
    const added = this.story.add(event);
    if (added === "gap") this.fillGap();
    if (added !== "new") return;
    if (event.type === "out" && event.seat !== undefined && event.seat !== this.view.mine) announce(`${this.view.names[event.seat]} is out: ${reasonWords(event.why)}.`);
    if (event.type === "start") {
      this.view.sit(this.view.mine);
      if (this.input) this.keepSeat();
      this.offerSeat();
      this.drawInput();
    }
    if ((event.type === "move" || event.type === "out") && event.seat === this.view.mine) {
      this.draft.heard(event);
      this.expect(null);
      this.drawInput(); // also for who looks back, to whom the position that follows is not shown
    }
    this.noteOut(event);
    if (event.type === "result") {
      forgetSeat(this.story.match);
      this.view.seats.notes.clear();
      this.draft.drop();
      this.expect(null);
      this.input?.rest();
      this.drawInput();
      this.view.clocks.hold();
      this.onOver();
      this.mark("here");
      if (this.story.hides) void this.reveal();
      else void this.fetchSheet();
    }
    this.awaitPicture();
  }

  /** What was hidden is told to everybody when the match is over. */
  async reveal() {
    try {
      const text = await this.fetchStory();
      await this.story.fetching; // what is on its way was asked for before the end
      this.story.retell(text);
      await this.story.fetchMissing();
      this.view.retold();
      this.view.showSheet(true);
    } catch {
      setTimeout(() => void this.reveal(), PICTURE_MS); // the referee is away, or wants to be asked less often
    }
  }

  /** Where the points came from is told at the end, and shown at once to who has seen the game. */
  async fetchSheet() {
    try {
      this.story.sheet = (await this.fetchStory()).sheet ?? [];
      this.view.showSheet(true);
    } catch {
      setTimeout(() => void this.fetchSheet(), PICTURE_MS); // the referee is away, or wants to be asked less often
    }
  }

  /** Asks for the events that are missing; if that is lost, the next connection asks anew. */
  fillGap() {
    this.link?.say({ type: "watch", match: this.story.match, last_seq: this.story.seq }).catch(() => {});
  }

  /** Waits for the picture of the last event, and fetches it if it does not come. */
  awaitPicture() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.fetchLate(), PICTURE_MS);
  }

  /** Shows what has come; after the end there is nothing more for who cannot be challenged. */
  grew() {
    const { story } = this;
    if (!this.draft.isOpen) this.view.draft = null;
    this.view.grew(true);
    if (story.over && !this.plays && story.picture(story.seq)) this.link?.close();
  }

  /**
   * @param {number} seq
   * @param {import("./types.js").Picture} picture
   */
  picture(seq, picture) {
    this.story.addPicture(seq, picture);
    this.grew();
    if (this.knew !== null && seq > this.knew) void this.recall();
    this.knew = null;
  }

  /** Asks for what nobody tells again of the moves that were made while this page was not there. */
  async recall() {
    try {
      this.story.recall(await this.fetchStory());
      this.view.drawPanels();
    } catch {
      // the referee is away again, as the link says too: what comes back asks anew
    }
  }

  /** The picture of the last event did not come: this page reads too slowly, or the match is over. */
  async fetchLate() {
    if (this.story.picture(this.story.seq)) return;
    try {
      await this.story.fetchMissing();
      this.grew();
    } catch {
      this.awaitPicture(); // the referee is away, or wants to be asked less often
    }
  }

  /** @param {"here" | "away" | "elsewhere"} state */
  mark(state) {
    const mark = get("link-mark");
    this.isElsewhere = state === "elsewhere";
    if (state === "away" && !this.story.over) {
      fill(mark, "reconnecting…"); // clocks run on, as they do at the referee
    } else if (state === "elsewhere" && !this.story.over) {
      this.draft.drop();
      this.expect(null);
      this.input?.rest();
      this.drawInput();
      this.view.clocks.hold();
      this.view.grew(false);
      fill(mark, "You play in another tab, or on another device. ", h("button", { type: "button", class: "quiet", onclick: () => location.reload() }, "Play here"));
    } else {
      fill(mark);
      this.hints.forgetTrouble();
    }
  }

  // ------------------------------------------------------------ what is played

  /** @param {Request} request */
  asked(request) {
    const [next] = this.draft.sending;
    if (next) {
      void this.send(next, request);
      return;
    }
    if (request.seq !== this.request?.seq) this.draft.drop(); // it was about another position
    this.view.moveKeys = [...this.input?.keys ?? [], ...(request.step ? DRAFT_KEYS : [])];
    this.expect(request);
    this.view.timeline.go(this.view.timeline.last);
    const { seq } = this.story;
    const picture = this.story.picture(seq);
    if (picture && picture === this.view.picture) this.askIfDue(picture, seq);
  }

  /**
   * Takes note of what one is asked for now; hints are about what was asked before.
   *
   * @param {Request | null} request
   */
  expect(request) {
    if (request?.seq !== this.request?.seq) this.hints.clear();
    this.request = request;
    callToTurn(request !== null);
  }

  /**
   * Shows the position as it would be after moves that were not sent yet.
   *
   * @param {import("./types.js").Picture | null} picture
   */
  foresee(picture) {
    this.hints.clear();
    this.view.foresee(picture);
  }

  /**
   * Asks for a move if the position that it is about is shown; others may have left meanwhile.
   *
   * @param {import("./types.js").Picture} picture
   * @param {number} seq
   */
  askIfDue(picture, seq) {
    if (!this.input) return;
    const { request } = this;
    if (request && request.seq <= seq) {
      const about = [request.seq, ...this.draft.moves].join(" ");
      const chosen = about === this.about ? this.input.chosen : null; // a link that comes back asks the same again
      this.input.ask(picture, (move) => void this.move(move, request));
      const prompt = this.input.host.querySelector(".prompt")?.textContent;
      if (prompt && about !== this.about) announce(prompt);
      this.about = about;
      if (chosen) this.input.propose(chosen);
      this.hints.draw();
    } else {
      this.input.rest();
    }
    this.drawInput();
  }

  /**
   * @param {string} move
   * @param {Request} request
   */
  async move(move, request) {
    this.view.board.preview(move);
    // a step has a name where a turn has several decisions
    if (request.step && !(await this.isWhole(move))) return;
    this.draft.close(move);
    this.expect(null);
    this.drawInput();
    await this.send(this.draft.sending[0], request);
  }

  /**
   * Whether a turn has to be sent now, with this move; else it is drafted, as far as that can be done.
   *
   * @param {string} move
   */
  async isWhole(move) {
    this.hints.clear();
    try {
      return await this.draft.add(move, this.view.picture) === "whole";
    } catch (error) {
      this.hints.sayTrouble(error);
      this.askAgain();
      return false;
    }
  }

  /** Asks once more for what is due, as nothing came of what was chosen. */
  askAgain() {
    const { picture } = this.view;
    if (picture && this.view.isNewest) this.askIfDue(picture, this.story.seq);
  }

  /**
   * @param {string} move
   * @param {Request} request
   */
  async send(move, request) {
    try {
      await this.link?.say({ type: "move", match: this.story.match, seq: request.seq, move });
    } catch (error) {
      const { code } = /** @type {any} */ (error);
      if (code !== "away") this.draft.drop(); // after a lost connection the same is asked again
      if (["illegal_move", "too_fast"].includes(code)) this.asked(request);
    }
  }

  /** The bar under the board: the input's own, with what else a player can do. */
  drawInput() {
    const bar = get("input");
    const host = this.input?.host;
    bar.hidden = !this.input || this.story.over;
    get("main").classList.toggle("plays", !bar.hidden);
    get("main").classList.toggle("asked", false);
    if (!host || bar.hidden) return;
    const waits = !this.request;
    get("main").classList.toggle("asked", !waits);
    bar.classList.toggle("waits", waits);
    fill(bar, host, waits ? h("p", { class: "prompt faint" }, this.waitsFor()) : this.draft.host,
      h("div", { class: "aids" },
        !waits && this.story.hints && h("button", { type: "button", class: "quiet hint", onclick: () => void this.hints.ask(this.story.match, this.draft.moves) }, "Hint"),
        this.story.start && !this.isOut(this.view.mine) && h("button", { type: "button", class: "quiet", onclick: () => void this.resign() }, "Resign")),
      this.hints.host);
  }

  /** What is waited for when one has nothing to do. */
  waitsFor() {
    if (this.isElsewhere) return "You play in another tab.";
    if (!this.story.start) return "Waiting for the others to sit down…";
    if (this.isOut(this.view.mine)) return "You are out of this match.";
    const sent = this.draft.sending.length;
    return sent ? `Your ${sent > 1 ? "turn" : "move"} is being sent…` : "The others are thinking…";
  }

  /**
   * Shows a move on the board up to its confirmation, also to who has looked back.
   *
   * @param {string} move
   */
  propose(move) {
    this.view.timeline.go(this.view.timeline.last);
    this.input?.propose(move);
  }

  async resign() {
    if (!confirm("Give this match up?")) return;
    try {
      await this.link?.say({ type: "resign", match: this.story.match });
    } catch (error) {
      if (!this.story.over) fill(get("link-mark"), error instanceof Error ? error.message : String(error));
    }
  }

  /** At a table that waits, anybody who may play can sit down. */
  async offerSeat() {
    const drop = get("drop");
    const free = this.story.seats.includes(null);
    drop.hidden = Boolean(this.story.start) || !free || this.reserved !== null || this.input !== null;
    if (drop.hidden) return;
    const how = await howToPlay();
    fill(drop, h("h2", null, "A free seat"), h("p", null, "This match begins when all seats are taken."),
      how ?? h("button", { type: "button", class: "primary", onclick: () => {
        leaveOtherSeats();
        this.reserved = "any"; // others may have sat down since this page was opened
        drop.hidden = true;
        this.link?.close();
        this.connect(true);
      } }, "Sit down"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    const isForPanel = event.key.startsWith("Arrow") && target?.closest("[role=tabpanel], .left, .hints");
    if (isForPanel || target?.closest("input, select, dialog, [role=tablist]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.request && this.view.isNewest && (this.draft.key(event) || this.input?.key(event))) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}
