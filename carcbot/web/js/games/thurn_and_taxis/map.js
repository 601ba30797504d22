/** The map: provinces, roads, cities with their houses, and every seat's route as it grows. */

import { fill, pathOf, s } from "../../dom.js";
import { HOUSE, art, cardsOf, cityName, landClass } from "./art.js";
import { mover, partsOf } from "./picture.js";

/** @typedef {import("./picture.js").TaxisPicture} TaxisPicture */

/** Pixels around a city in which a finger means it. */
const FINGER = 24;
const APART = 7;
const HOUSE_WIDTH = 19;

export class TaxisMap {
  /** @param {(city: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** @type {Set<string>} */
    this.lit = new Set();
    this.layers = {
      land: s("g", { class: "lands" }), roads: s("g", { class: "roads" }), routes: s("g", { class: "routes" }),
      preview: s("g", { class: "route-preview" }), cities: s("g", { class: "cities" }),
    };
    const [width, height] = art.size;
    this.root = s("svg", { class: "taxis-map", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Map",
      onclick: (/** @type {MouseEvent} */ event) => this.click(event) }, ...Object.values(this.layers));
    fill(this.layers.land,
      ...Object.entries(art.cities).map(([city, { land }]) => s("path", { class: landClass(city), d: `${pathOf(land)}Z` })),
      s("path", { class: "borders", d: art.borders.map(pathOf).join("") }));
    fill(this.layers.roads, ...art.roads.map(([a, b]) => s("path", { d: pathOf([art.cities[a].at, art.cities[b].at]) })));
    /** @type {Map<string, { lit: SVGElement, houses: SVGElement }>} */
    this.cities = new Map();
    fill(this.layers.cities, ...Object.keys(art.cities).map((city) => this.city(city)));
  }

  /** @param {string} city */
  city(city) {
    const [x, y] = art.cities[city].at;
    const lit = s("g", { class: "city", "data-city": city });
    const houses = s("g", { class: "houses" });
    this.cities.set(city, { lit, houses });
    lit.append(
      s("title", null, `${cityName(city)}, ${art.cities[city].province}`),
      s("circle", { class: "city-glow", r: 25 }), s("circle", { class: "city-place", r: 12 }),
      s("rect", { class: "city-plate", x: -34, y: -19, width: 68, height: 38, rx: 12 }),
      s("text", { class: "city-letters", y: 9 }, city),
      s("text", { class: "city-name", y: -20 }, cityName(city)), houses);
    return s("g", { transform: `translate(${x} ${y})` }, lit);
  }

  /**
   * @param {TaxisPicture} picture
   * @param {string[]} names
   */
  show(picture, names) {
    for (const [city, { houses }] of this.cities) {
      const seats = picture.seats.flatMap((each, seat) => (each.houses.includes(city) ? [seat] : []));
      fill(houses, ...seats.map((seat, i) => house(seat, i, seats.length)));
    }
    const lines = picture.seats.flatMap(({ route }, seat) => (route.length ? [this.route(route, seat, picture.seats.length, seat === picture.to_move)] : []));
    fill(this.layers.routes, ...lines);
    fill(this.layers.preview);
    this.root.setAttribute("aria-label", sayMap(picture, names));
  }

  /**
   * A route in its seat's colour, beside those of the others.
   *
   * @param {string[]} route
   * @param {number} seat
   * @param {number} seats
   * @param {boolean} isMovers
   */
  route(route, seat, seats, isMovers) {
    const aside = (seat - (seats - 1) / 2) * APART;
    const points = route.map((city) => art.cities[city].at);
    const line = points.slice(1).map((to, i) => {
      const from = points[i];
      const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
      // to one side of the road, whichever way it is gone
      const way = from[0] < to[0] || (from[0] === to[0] && from[1] < to[1]) ? 1 : -1;
      const [dx, dy] = [(-(to[1] - from[1]) / far) * aside * way, ((to[0] - from[0]) / far) * aside * way];
      return pathOf([[from[0] + dx, from[1] + dy], [to[0] + dx, to[1] + dy]]);
    });
    const ends = [points[0], points[points.length - 1]];
    return s("g", { class: `route stroke-${seat}${isMovers ? " moving" : ""}` },
      s("path", { d: line.join("") }), ...ends.map(([x, y]) => s("circle", { cx: x, cy: y, r: 16 + 3 * seat })));
  }

  /**
   * Marks the cities that can be chosen.
   *
   * @param {Iterable<string>} cities
   */
  light(cities) {
    this.lit = new Set(cities);
    for (const [city, { lit }] of this.cities) lit.classList.toggle("lit", this.lit.has(city));
  }

  /**
   * Shows what a move would bring.
   *
   * @param {string | null} move
   * @param {TaxisPicture} picture
   */
  preview(move, picture) {
    const [kind, what] = partsOf(move ?? "");
    const meant = new Set(kind === "keep" ? [] : cardsOf(what));
    for (const [city, { lit }] of this.cities) lit.classList.toggle("chosen", meant.has(city));
    const route = mover(picture)?.route ?? [];
    const seat = picture.to_move ?? 0;
    const marks = [];
    if ((kind === "left" || kind === "right") && route.length) {
      const end = kind === "left" ? route[0] : route[route.length - 1];
      marks.push(s("path", { class: `new-road stroke-${seat}`, d: pathOf([art.cities[end].at, art.cities[what].at]) }));
    }
    if (kind === "houses") {
      for (const city of meant) {
        const [x, y] = art.cities[city].at;
        marks.push(s("g", { class: "new-house", transform: `translate(${x} ${y})` }, house(seat, 0, 1)));
      }
    }
    fill(this.layers.preview, ...marks);
  }

  /**
   * The lit city that a click means: the nearest, if it is as near as a finger is thick.
   *
   * @param {MouseEvent} event
   */
  click(event) {
    let best = null;
    let least = Infinity;
    for (const city of this.lit) {
      const box = this.cities.get(city)?.lit.querySelector(".city-glow")?.getBoundingClientRect();
      if (!box) continue;
      const far = Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2);
      if (far <= Math.max(FINGER, box.width / 2) && far < least) [best, least] = [city, far];
    }
    if (best) this.choose(best);
  }
}

/**
 * @param {number} seat
 * @param {number} number Which of how many below a city it is.
 * @param {number} count
 */
function house(seat, number, count) {
  const x = (number - (count - 1) / 2) * HOUSE_WIDTH;
  return s("g", { class: `house house-${seat}`, transform: `translate(${x} 34)` }, s("path", { d: HOUSE }));
}

/**
 * What the map shows, for those who do not see it.
 *
 * @param {TaxisPicture} picture
 * @param {string[]} names
 */
function sayMap(picture, names) {
  const seats = picture.seats.map(({ houses }, seat) =>
    `${names[seat] ?? `seat ${seat}`} has houses in ${houses.length ? houses.map(cityName).join(", ") : "no city"}`);
  return `Map. ${seats.join(". ")}.`;
}
