/** A match as this page knows it: events, points, thoughts, and what each position looks like. */

import { namesOf } from "./names.js";

/**
 * @typedef {import("./types.js").MatchEvent} MatchEvent
 * @typedef {import("./types.js").Picture} Picture
 */

export class Story {
  /**
   * @param {import("./types.js").StoryText} text
   * @param {() => Promise<Picture[]>} fetchPictures Fetches all pictures up to now.
   */
  constructor(text, fetchPictures) {
    this.match = text.match;
    this.game = text.game;
    this.options = text.options;
    this.seats = text.seats;
    this.events = text.events;
    this.points = text.points;
    /** @type {(number | undefined)[]} How many turns were over after each event, where that is known. */
    this.turns = text.turns;
    this.thoughts = text.thoughts;
    this.hints = text.hints;
    this.hides = text.hides;
    this.marked = new Set(text.marked);
    this.sheet = text.sheet ?? [];
    this.recalls = 0;
    this.fetchPictures = fetchPictures;
    /** @type {Map<number, Picture>} */
    this.pictures = new Map();
    /** @type {Promise<void> | null} */
    this.fetching = null;
    /** @type {number[]} Where the story can be stopped: before each move, and at the end. */
    this.stops = [];
    /** @type {number[]} How many turns are over at each stop. */
    this.turnAt = [];
    /** @type {number[]} The stops at which a turn begins, and the last one. */
    this.marks = [];
    if (text.picture) this.pictures.set(this.seq, text.picture);
    this.countStops();
  }

  /** What the players are called. */
  get names() {
    return namesOf(this.seats);
  }

  /**
   * Takes in the same match as it is told now, when nothing is hidden any more.
   *
   * @param {import("./types.js").StoryText} text
   */
  retell(text) {
    this.events = text.events;
    this.points = text.points;
    this.turns = text.turns;
    this.thoughts = text.thoughts;
    this.hides = text.hides;
    this.marked = new Set(text.marked);
    this.sheet = text.sheet ?? [];
    this.pictures.clear();
    this.recalls += 1;
    this.countStops();
  }

  /** The number of the last event. */
  get seq() {
    return this.events.length;
  }

  get over() {
    return this.events.at(-1)?.type === "result";
  }

  get result() {
    const last = this.events.at(-1);
    return last?.type === "result" ? last : null;
  }

  /** @returns {MatchEvent | null} */
  get start() {
    return this.events[0] ?? null;
  }

  /**
   * Takes in an event.
   *
   * @param {MatchEvent} event
   * @returns {"new" | "known" | "gap"}
   */
  add(event) {
    if (event.seq <= this.seq) return "known";
    if (event.seq !== this.seq + 1) return "gap";
    this.events.push(event);
    if (event.type === "start" && event.seats) this.seats = event.seats;
    const before = this.points[event.seq - 1] ?? [[], []];
    this.points[event.seq] = [event.scores ?? before[0], before[1]];
    if (event.type === "result" && event.standings?.length) {
      const points = event.standings.map((each) => each.points);
      this.points[event.seq] = [points, points];
    }
    this.countStops();
    return "new";
  }

  /**
   * Takes in what came to pass while this page did not hear it: points, turns, and what was thought.
   *
   * @param {import("./types.js").StoryText} text
   */
  recall({ points, turns, thoughts }) {
    const known = new Set(thoughts.map((each) => each.seq));
    this.thoughts = [...thoughts, ...this.thoughts.filter((each) => !known.has(each.seq))];
    this.points.splice(0, points.length, ...points);
    this.turns.splice(0, turns.length, ...turns);
    this.countTurns();
    ++this.recalls;
  }

  /**
   * @param {number} seq
   * @param {Picture} picture
   */
  addPicture(seq, picture) {
    if (!this.pictures.has(seq)) this.pictures.set(seq, picture);
    this.points[seq] = [picture.scores, picture.outlook];
    if (this.turns[seq] === picture.turn || picture.turn === undefined) return;
    this.turns[seq] = picture.turn;
    this.countTurns();
  }

  /**
   * What the position after an event looks like; null if that has to be fetched.
   *
   * @param {number} seq
   * @returns {Picture | null}
   */
  picture(seq) {
    return this.pictures.get(seq) ?? null;
  }

  /** Whether pictures of moments before the newest one are missing. */
  get hasHoles() {
    return this.stops.slice(0, -1).some((seq) => !this.pictures.has(seq));
  }

  /** Fetches the pictures that are missing, once at a time. */
  fetchMissing() {
    this.fetching ??= this.fetchPictures()
      .then((pictures) => pictures.forEach((picture, seq) => this.addPicture(seq, picture)))
      .finally(() => {
        this.fetching = null;
      });
    return this.fetching;
  }

  /** How many moves there are up to a stop. */
  get moves() {
    return this.stops.length - 1;
  }

  /**
   * The move that led to a stop, with the number of its event.
   *
   * @param {number} stop
   * @returns {MatchEvent | null}
   */
  moveBefore(stop) {
    if (stop <= 0) return null;
    const event = this.events[this.stops[stop - 1]];
    return event?.type === "move" ? event : null;
  }

  /**
   * What was to be seen before the move that led to a stop, if that is known.
   *
   * @param {number} stop
   * @returns {Picture | null}
   */
  pictureBefore(stop) {
    return this.picture(this.stops[stop - 1] ?? 0);
  }

  /** Whether a turn of this match has several decisions. */
  get hasSteps() {
    return this.marks.length <= this.moves;
  }

  /** How many turns have begun. */
  get turnsBegun() {
    return (this.turnAt[this.moves] ?? 0) + (this.stepsAt(this.moves) ? 1 : 0);
  }

  /** The turns that are over, each by the stop at which it began and the one at which it was over. */
  get wholeTurns() {
    const { marks } = this;
    const isLastWhole = this.over || !this.stepsAt(this.moves);
    return marks.slice(1, isLastWhole ? undefined : -1).map((last, i) => /** @type {[number, number]} */ ([marks[i], last]));
  }

  /**
   * The decisions between two stops.
   *
   * @param {number} first
   * @param {number} last
   * @returns {import("./types.js").TurnStep[]}
   */
  stepsBetween(first, last) {
    const steps = [];
    for (let stop = first + 1; stop <= last; stop += 1) {
      const event = this.moveBefore(stop);
      if (event) {
        const seen = this.seenOf(stop);
        steps.push({ move: seen[0], before: this.pictureBefore(stop), drawn: this.drawnAfter(stop), seen });
      }
    }
    return steps;
  }

  /**
   * How many decisions of a turn that is not over were made at a stop.
   *
   * @param {number} stop
   */
  stepsAt(stop) {
    return stop - this.turnAt.indexOf(this.turnAt[stop]);
  }

  /**
   * What was drawn for the move that follows a stop.
   *
   * @param {number} stop
   * @returns {string | null}
   */
  drawnAt(stop) {
    const event = this.events[this.stops[stop] - 1];
    return event?.type === "draw" ? (event.draw ?? null) : null;
  }

  /**
   * What was drawn first after the move that led to a stop.
   *
   * @param {number} stop
   * @returns {string | null}
   */
  drawnAfter(stop) {
    const event = this.events[this.stops[stop - 1] + 1];
    return event?.type === "draw" ? (event.draw ?? null) : null;
  }

  /**
   * The move before a stop and every draw after it, as they were seen.
   *
   * @param {number} stop
   * @returns {string[]}
   */
  seenOf(stop) {
    const plies = this.events.slice(this.stops[stop - 1], this.stops[stop] ?? this.seq);
    return plies.flatMap((event) => {
      const ply = event.move ?? event.draw;
      return ply === undefined ? [] : ply + (this.marked.has(event.seq) ? "!" : "");
    });
  }

  /** Finds the stops: an event is one if a move or nothing follows it. */
  countStops() {
    const stops = [];
    this.events.forEach((event, i) => {
      if (event.type === "move") stops.push(i);
    });
    stops.push(this.seq);
    this.stops = stops;
    this.countTurns();
  }

  /** Finds how many turns are over at each stop; where nobody has said it, a move is a turn. */
  countTurns() {
    /** @type {number[]} */
    const turnAt = [];
    this.stops.forEach((seq, i) => {
      const told = this.events[seq]?.turn;
      turnAt.push(told ? told - 1 : this.turns[seq] ?? (i ? turnAt[i - 1] + 1 : 0));
    });
    this.turnAt = turnAt;
    this.marks = turnAt.flatMap((turn, i) => (i === 0 || i === turnAt.length - 1 || turn !== turnAt[i - 1] ? [i] : []));
  }
}
