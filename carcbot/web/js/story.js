/** A match as this page knows it: events, points, thoughts, and what each position looks like. */

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
    this.thoughts = text.thoughts;
    this.hints = text.hints;
    this.fetchPictures = fetchPictures;
    /** @type {Map<number, Picture>} */
    this.pictures = new Map();
    /** @type {Promise<void> | null} */
    this.fetching = null;
    /** @type {number[]} Where the story can be stopped: before each move, and at the end. */
    this.stops = [];
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
   * Takes in what was thought while this page did not hear it: all that was said with moves.
   *
   * @param {import("./types.js").Thought[]} thoughts
   */
  recall(thoughts) {
    const known = new Set(thoughts.map((each) => each.seq));
    this.thoughts = [...thoughts, ...this.thoughts.filter((each) => !known.has(each.seq))];
  }

  /**
   * @param {number} seq
   * @param {Picture} picture
   */
  addPicture(seq, picture) {
    if (!this.pictures.has(seq)) this.pictures.set(seq, picture);
    this.points[seq] = [picture.scores, picture.outlook];
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
   * What was drawn for the move that follows a stop.
   *
   * @param {number} stop
   * @returns {string | null}
   */
  drawnAt(stop) {
    const event = this.events[this.stops[stop] - 1];
    return event?.type === "draw" ? (event.draw ?? null) : null;
  }

  /** Finds the stops: an event is one if a move or nothing follows it. */
  countStops() {
    const stops = [];
    this.events.forEach((event, i) => {
      if (event.type === "move") stops.push(i);
    });
    stops.push(this.seq);
    this.stops = stops;
  }
}
