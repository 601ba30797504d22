/** The map: land, cities, and tracks with the trains that stand on them. */

import { fill, pathOf, s } from "../../dom.js";
import { art, cityName, signPath } from "./art.js";
import { partsOf } from "./picture.js";
import { sayTrack } from "./words.js";

/**
 * @typedef {import("./art.js").Point} Point
 * @typedef {import("./art.js").Space} Space
 * @typedef {import("./picture.js").RailPicture} RailPicture
 * @typedef {import("../../types.js").Hint} Hint
 *
 * @typedef {object} Way One of the ways of a track, as it is drawn.
 * @property {SVGElement} root
 * @property {SVGElement} glow What marks it, below all tracks.
 * @property {SVGElement} spaces
 * @property {SVGElement} title
 * @property {number | null} owner Who has it, or CLOSED.
 * @property {string} drawn What is drawn of it: it is drawn anew only where that is different.
 */

/** Pixels around a track in which a finger means it. */
const FINGER = 24;
const WIDTH = 11;
const CAR_WIDTH = 13;
const CLOSED = -1;
/** Where names stand: right and down from the middle of a city, and which end of the name is there. */
const SIDES = /** @type {Record<string, [number, number, string]>} */ ({
  n: [0, -13, "middle"], ne: [9, -9, "start"], e: [14, 5, "start"], se: [9, 20, "start"],
  s: [0, 24, "middle"], sw: [-9, 20, "end"], w: [-14, 5, "end"], nw: [-9, -9, "end"],
});

/**
 * The line along the spaces of a way, from its one end to the other.
 *
 * @param {Space[]} spaces
 * @returns {Point[]}
 */
function lineOf(spaces) {
  const end = (/** @type {Space} */ [x, y, length, turned], /** @type {number} */ side) => {
    const angle = (turned * Math.PI) / 180;
    const at = [x + (Math.cos(angle) * length * side) / 2, y + (Math.sin(angle) * length * side) / 2];
    return /** @type {Point} */ (at.map((each) => Math.round(each * 10) / 10));
  };
  return [end(spaces[0], -1), ...spaces.slice(1, -1).map(([x, y]) => /** @type {Point} */ ([x, y])), end(spaces[spaces.length - 1], 1)];
}

export class RailMap {
  /** @param {(track: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** @type {Set<string>} */
    this.lit = new Set();
    this.layers = {
      land: s("g", { class: "rail-land" }), glows: s("g", { class: "rail-glows" }), tracks: s("g", { class: "rail-tracks" }), cities: s("g", { class: "rail-cities" }),
      hints: s("g", { class: "rail-hints" }),
    };
    const [width, height] = art.size;
    this.root = s("svg", { class: "rail-map", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Map",
      onclick: (/** @type {MouseEvent} */ event) => this.click(event) }, ...Object.values(this.layers));
    fill(this.layers.land, ...art.lands.map((land, i) => s("path", { class: i ? "abroad" : "land", d: `${pathOf(land)}Z` })),
      ...art.lakes.map((lake) => s("path", { class: "lake", d: `${pathOf(lake)}Z` })));
    /** @type {Map<string, Way[]>} */
    this.ways = new Map(Object.entries(art.tracks).map(([name, { ways }]) => [name, ways.map((spaces) => this.way(name, spaces))]));
    fill(this.layers.glows, ...[...this.ways.values()].flat().map((way) => way.glow));
    fill(this.layers.tracks, ...[...this.ways.values()].flat().map((way) => way.root));
    /** @type {Map<string, SVGElement>} */
    this.cities = new Map(Object.keys(art.cities).map((city) => [city, this.city(city)]));
    fill(this.layers.cities, ...this.cities.values());
  }

  /**
   * @param {string} name
   * @param {Space[]} spaces
   * @returns {Way}
   */
  way(name, spaces) {
    const shown = s("g");
    const title = s("title");
    const root = s("g", { class: `track kind-${art.tracks[name].colour || "any"}`, "data-track": name }, title, shown);
    return { root, glow: s("path", { class: "track-glow", d: pathOf(lineOf(spaces)) }), spaces: shown, title, owner: null, drawn: "" };
  }

  /** @param {string} city */
  city(city) {
    const { at: [x, y], side } = art.cities[city];
    const [dx, dy, anchor] = SIDES[side];
    return s("g", { class: "rail-city", "data-city": city, transform: `translate(${x} ${y})` },
      s("circle", { class: "city-glow", r: 17 }), s("circle", { class: "city-spot", r: 8 }),
      s("text", { class: "city-name", x: dx, y: dy, "text-anchor": anchor }, cityName(city)));
  }

  /**
   * @param {RailPicture} picture
   * @param {string[]} names
   */
  show(picture, names) {
    for (const [name, ways] of this.ways) {
      const owners = picture.ways[name] ?? [];
      ways.forEach((way, i) => this.drawWay(way, name, i, owners[i] ?? null, names));
    }
    this.root.setAttribute("aria-label", sayMap(picture, names));
  }

  /**
   * @param {Way} way
   * @param {string} name
   * @param {number} number
   * @param {number | null} owner
   * @param {string[]} names
   */
  drawWay(way, name, number, owner, names) {
    const drawn = `${owner} ${owner === null ? "" : names[owner] ?? ""}`;
    if (drawn === way.drawn) return;
    way.drawn = drawn;
    way.owner = owner;
    const has = owner === null ? "free" : owner === CLOSED ? "closed" : `${names[owner] ?? `seat ${owner}`} has it`;
    fill(way.title, `${sayTrack(name)}: ${has}`);
    way.root.classList.toggle("closed", owner === CLOSED);
    const { ways: all, colour } = art.tracks[name];
    const spaces = all[number];
    if (owner !== null && owner !== CLOSED) {
      fill(way.spaces, ...spaces.map((space) => trainCar(space, owner)));
      return;
    }
    const [x, y] = spaces[Math.floor((spaces.length - 1) / 2)];
    fill(way.spaces, ...spaces.map(freeSpace), colour && owner === null
      ? s("path", { class: "space-sign", d: signPath(colour), transform: `translate(${x} ${y}) scale(0.72)` }) : null);
  }

  /**
   * Marks the tracks that can be chosen.
   *
   * @param {Iterable<string>} tracks
   */
  light(tracks) {
    this.lit = new Set(tracks);
    this.mark("lit", this.lit);
  }

  /**
   * Shows what a move would bring: the train of a seat on a track, or the cities of tickets.
   *
   * @param {string | null} move
   * @param {string[]} kept The tickets.
   * @param {RailPicture} picture
   */
  preview(move, kept, picture) {
    const [kind, what] = partsOf(move ?? "");
    this.mark("chosen", new Set(kind === "claim" ? [what] : []));
    this.markCities("chosen", kept);
    for (const each of this.layers.tracks.querySelectorAll(".new-train")) each.remove();
    if (kind !== "claim") return;
    const taken = picture.ways[what] ?? [];
    const number = art.tracks[what].ways.findIndex((_, i) => (taken[i] ?? null) === null);
    const seat = picture.to_move ?? 0;
    this.ways.get(what)?.[number]?.root.append(s("g", { class: "new-train" }, ...art.tracks[what].ways[number].map((space) => trainCar(space, seat))));
  }

  /**
   * Points out tracks and the cities of tickets; nothing of either ends it.
   *
   * @param {string[]} tracks
   * @param {string[]} tickets
   */
  point(tracks, tickets) {
    this.mark("shown", new Set(tracks));
    this.markCities("shown", tickets);
  }

  /**
   * @param {string} kind A class; what is shown may be somebody's, everything else is about what is free.
   * @param {Set<string>} tracks Those that have it.
   */
  mark(kind, tracks) {
    for (const [name, ways] of this.ways) {
      for (const { root, glow, owner } of ways) {
        const isMeant = tracks.has(name) && (owner === null || (kind === "shown" && owner !== CLOSED));
        for (const each of [root, glow]) each.classList.toggle(kind, isMeant);
      }
    }
  }

  /**
   * @param {string} kind
   * @param {string[]} tickets
   */
  markCities(kind, tickets) {
    const cities = new Set(tickets.flatMap((ticket) => [ticket.slice(0, 3), ticket.slice(3)]));
    for (const [city, root] of this.cities) root.classList.toggle(kind, cities.has(city));
  }

  /**
   * Where on the screen all lies that is chosen or pointed out; nothing if nothing is.
   *
   * @returns {{ left: number, right: number, top: number, bottom: number } | null}
   */
  markedBox() {
    const marked = this.root.querySelectorAll(".track:is(.chosen, .shown), .rail-city.shown");
    const boxes = [...marked].map((each) => each.getBoundingClientRect());
    if (!boxes.length) return null;
    const [least, most] = [Math.min, Math.max].map((of) => (/** @type {"x" | "y" | "right" | "bottom"} */ side) => of(...boxes.map((box) => box[side])));
    return { left: least("x"), right: most("right"), top: least("y"), bottom: most("bottom") };
  }

  /**
   * Numbers the tracks that a bot would claim.
   *
   * @param {Hint[]} hints
   */
  hints(hints) {
    fill(this.layers.hints, ...hints.flatMap(({ move }, i) => {
      const [kind, what] = partsOf(move);
      if (kind !== "claim") return [];
      const spaces = art.tracks[what].ways[0];
      const [x, y] = spaces[Math.floor(spaces.length / 2)];
      return [s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 11 }), s("text", { y: 5 }, String(i + 1)))];
    }).reverse());
  }

  /**
   * The lit track that a click means: the nearest, if it is as near as a finger is thick.
   *
   * @param {MouseEvent} event
   */
  click(event) {
    const toMap = this.root.getScreenCTM()?.inverse();
    if (!toMap) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(toMap);
    let best = null;
    let least = FINGER * toMap.a;
    for (const name of this.lit) {
      for (const spaces of art.tracks[name].ways) {
        for (const space of spaces) {
          const far = farFrom(space, x, y);
          if (far < least) [best, least] = [name, far];
        }
      }
    }
    if (best) this.choose(best);
  }
}

/**
 * How far a point lies from the middle line of a space.
 *
 * @param {Space} space
 * @param {number} x
 * @param {number} y
 */
function farFrom([cx, cy, length, turned], x, y) {
  const angle = (turned * Math.PI) / 180;
  const [dx, dy] = [x - cx, y - cy];
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  const aside = dy * Math.cos(angle) - dx * Math.sin(angle);
  return Math.hypot(Math.max(0, Math.abs(along) - length / 2), aside);
}

/** @param {Space} space */
function freeSpace([x, y, length, turned]) {
  return s("g", { class: "space", transform: `translate(${x} ${y}) rotate(${turned})` },
    s("rect", { class: "space-edge", x: -length / 2, y: -WIDTH / 2, width: length, height: WIDTH, rx: 2.5 }),
    s("rect", { class: "space-bed", x: 3 - length / 2, y: 3 - WIDTH / 2, width: length - 6, height: WIDTH - 6, rx: 1 }));
}

/**
 * @param {Space} space
 * @param {number} seat
 */
function trainCar([x, y, length, turned], seat) {
  return s("g", { class: `car tint-of-${seat}`, transform: `translate(${x} ${y}) rotate(${turned})` },
    s("rect", { class: "car-hull", x: -length / 2, y: -CAR_WIDTH / 2, width: length, height: CAR_WIDTH, rx: 3.5 }),
    s("path", { class: "car-roof", d: `M${4 - length / 2} 0H${length / 2 - 4}` }));
}

/**
 * What the map shows, for those who do not see it.
 *
 * @param {RailPicture} picture
 * @param {string[]} names
 */
function sayMap(picture, names) {
  const seats = picture.seats.map(({ tracks }, seat) => {
    const said = tracks.map((name) => art.tracks[name].cities.map(cityName).join(" to "));
    return `${names[seat] ?? `seat ${seat}`} has ${said.length ? said.join(", ") : "no track"}`;
  });
  return `Map. ${seats.join(". ")}.`;
}
