/** The table with its tiles: drawn from pictures, each time only what has changed. */

import { fill, h, s } from "../../dom.js";
import { SIDE, areaUse, figureUse, segmentsOf, standingPlace, tileImage, tileUse } from "./art.js";
import { Camera } from "./camera.js";
import { drawHints } from "./hints.js";
import { ours, placeOf, sizeOf } from "./picture.js";
import { sayKind, sayOwners } from "./words.js";

/**
 * @typedef {import("./picture.js").CarcassonnePicture} CarcassonnePicture
 * @typedef {import("./picture.js").Tile} Tile
 */

/** How much bare table is seen about the tiles: the cells where a tile can be laid. */
const MARGIN = 1.15 * SIDE;

export class CarcassonneBoard {
  /** @type {import("../../types.js").KeyText[]} */
  keys = [
    [["Shift + ←", "→", "↑", "↓"], "move the board"],
    [["+", "−"], "closer, farther"],
    [["0"], "all of it"],
  ];

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} tip Where it is told what an area is worth.
   */
  constructor(host, tip) {
    this.tip = tip;
    /** @type {string[]} */
    this.names = [];
    /** @type {CarcassonnePicture | null} */
    this.picture = null;
    /** @type {{ tile: Tile, drawn: SVGElement, areas: SVGElement }[]} */
    this.laid = [];
    /** @type {Map<string, SVGElement>} */
    this.standing = new Map();
    /** @type {Map<string, SVGElement>} Where a tile can be laid, by cell. */
    this.places = new Map();
    /** @type {Map<string, number>} */
    this.areaAt = new Map();
    /** @type {number | null} */
    this.pointed = null;
    this.layers = {
      grid: s("g", { class: "grid", hidden: true }),
      tiles: s("g", { class: "tiles" }),
      places: s("g", { class: "places" }),
      choices: s("g", { class: "choices" }),
      areas: s("g", { class: "areas" }),
      glow: s("g", { class: "glow" }),
      last: s("g", { class: "last" }),
      figures: s("g", { class: "figures" }),
      ghost: s("g", { class: "ghost" }),
      hints: s("g", { class: "hint-marks" }),
    };
    this.svg = s("svg", { class: "map", role: "group", "aria-label": "Board" }, ...Object.values(this.layers));
    host.append(this.svg);
    this.camera = new Camera(this.svg, () => this.moved());
    this.svg.addEventListener("pointermove", (event) => this.hover(event));
    this.svg.addEventListener("pointerleave", () => this.point(null));
    this.svg.addEventListener("click", (event) => this.hover(event));
  }

  /**
   * @param {import("../../types.js").Picture} shown
   * @param {boolean} places
   */
  show(shown, places) {
    const started = performance.now();
    const picture = ours(shown);
    this.picture = picture;
    this.lay(picture.tiles);
    this.stand(picture);
    this.areaAt.clear();
    picture.areas.forEach((area, i) => {
      for (const [tile, segment] of area[1]) this.areaAt.set(`${tile} ${segment}`, i);
    });
    this.markLast(picture.last);
    this.drawPlaces(places ? picture : null);
    this.point(null);
    this.preview(null);
    this.hints([], () => {});
    this.camera.frame(this.extent(picture));
    performance.measure("redraw", { start: started, end: performance.now() });
  }

  fit() {
    this.camera.fit();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  key(event) {
    return this.camera.key(event);
  }

  /** @param {boolean} on */
  coordinates(on) {
    this.layers.grid.toggleAttribute("hidden", !on);
    this.drawGrid();
  }

  /**
   * Shows how far an area reaches.
   *
   * @param {number | null} index
   */
  point(index) {
    if (index === this.pointed) return;
    this.pointed = index;
    const area = index === null ? null : this.picture?.areas[index];
    this.tip.hidden = true;
    if (!area || !this.picture) {
      fill(this.layers.glow);
      return;
    }
    const tiles = this.picture.tiles;
    fill(this.layers.glow, ...area[1].map(([tile, segment]) => {
      const [x, y, kind, rotation] = tiles[tile];
      return areaUse(kind, rotation, x, y, segment);
    }));
    this.layers.glow.setAttribute("class", `glow ${area[2].length === 1 ? `fill-${area[2][0]}` : ""}`);
  }

  /**
   * Shows a move that could be made.
   *
   * @param {string | null} move
   */
  preview(move) {
    const found = move !== null && this.picture && placeOf(this.picture, move);
    if (!found) {
      fill(this.layers.ghost);
      return;
    }
    const [x, y, rotation] = found.place;
    this.ghost(x, y, rotation, found.then[3], found.then[4]);
  }

  /**
   * Draws moves that a bot would make where they would be made.
   *
   * @param {import("../../types.js").Hint[]} hints
   * @param {(move: string) => void} propose
   */
  hints(hints, propose) {
    drawHints(this, hints, propose);
    this.moved();
  }

  /**
   * The tile in hand as it could lie, and a figure on it.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} rotation
   * @param {string} [figure]
   * @param {string} [segment]
   */
  ghost(x, y, rotation, figure, segment) {
    const kind = this.picture?.hand;
    if (!kind) return;
    const seat = this.picture?.to_move ?? 0;
    const frame = s("rect", { class: "ghost-frame", x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE, rx: 4 });
    fill(this.layers.ghost, tileUse(kind, rotation, x, y), frame,
      figure && segment ? figureUse(seat, figure, segment, standingPlace(kind, rotation, x, y, segment, figure)) : null);
  }

  // ------------------------------------------------------------ what is drawn

  /** The camera moved: what is as large on every zoom is drawn anew. */
  moved() {
    const { zoomed } = this.camera;
    for (const mark of this.layers.hints.querySelectorAll(".hint-number")) {
      mark.setAttribute("transform", `scale(${Math.min(Math.max(1, 11 / (14 * zoomed)), 3)})`);
    }
    this.drawGrid();
  }

  /** @param {Tile[]} tiles */
  lay(tiles) {
    let same = 0;
    while (same < this.laid.length && same < tiles.length && isSame(this.laid[same].tile, tiles[same])) same += 1;
    for (const gone of this.laid.splice(same)) {
      gone.drawn.remove();
      gone.areas.remove();
    }
    for (let i = same; i < tiles.length; i += 1) {
      const [x, y, kind, rotation] = tiles[i];
      const drawn = tileImage(kind, rotation, x, y);
      const areas = s("g", null, ...segmentsOf(kind).map((segment) => {
        const area = areaUse(kind, rotation, x, y, segment);
        area.dataset.area = `${i} ${segment}`;
        return area;
      }));
      this.layers.tiles.append(drawn);
      this.layers.areas.append(areas);
      this.laid.push({ tile: tiles[i], drawn, areas });
    }
  }

  /** @param {CarcassonnePicture} picture */
  stand(picture) {
    const wanted = new Set();
    for (const [tile, segment, seat, figure] of picture.figures) {
      const [x, y, kind, rotation] = picture.tiles[tile];
      const key = [x, y, kind, rotation, segment, seat, figure].join(" ");
      wanted.add(key);
      if (this.standing.has(key)) continue;
      const drawn = figureUse(seat, figure, segment, standingPlace(kind, rotation, x, y, segment, figure));
      this.layers.figures.append(drawn);
      this.standing.set(key, drawn);
    }
    for (const [key, drawn] of this.standing) {
      if (wanted.has(key)) continue;
      drawn.remove();
      this.standing.delete(key);
    }
  }

  /** @param {[number, number] | null} cell */
  markLast(cell) {
    if (!cell) {
      fill(this.layers.last);
      return;
    }
    const frame = { x: cell[0] * SIDE, y: cell[1] * SIDE, width: SIDE, height: SIDE, rx: 3 };
    fill(this.layers.last, s("rect", { ...frame, class: "last-rim" }), s("rect", { ...frame, class: "last-line" }));
  }

  /** @param {CarcassonnePicture | null} picture */
  drawPlaces(picture) {
    const wanted = new Map((picture?.moves ?? []).map(([x, y]) => [`${x},${y}`, { x, y }]));
    for (const [cell, drawn] of this.places) {
      if (wanted.delete(cell)) continue;
      drawn.remove();
      this.places.delete(cell);
    }
    for (const [cell, { x, y }] of wanted) {
      const drawn = s("rect", { class: "place", x: x * SIDE + 7, y: y * SIDE + 7, width: SIDE - 14, height: SIDE - 14, rx: 9 });
      this.layers.places.append(drawn);
      this.places.set(cell, drawn);
    }
  }

  drawGrid() {
    if (this.layers.grid.hasAttribute("hidden")) return;
    const { x, y, zoomed } = this.camera;
    const [width, height] = this.camera.size();
    const size = 13 / zoomed;
    const marks = [];
    for (let column = Math.floor(x / SIDE); column * SIDE < x + width / zoomed; column += 1) {
      marks.push(s("text", { x: (column + 0.5) * SIDE, y: y + 1.4 * size, "font-size": size, "text-anchor": "middle" }, String(column)));
      marks.push(s("line", { x1: column * SIDE, x2: column * SIDE, y1: y, y2: y + height / zoomed }));
    }
    for (let row = Math.floor(y / SIDE); row * SIDE < y + height / zoomed; row += 1) {
      marks.push(s("text", { x: x + 0.6 * size, y: (row + 0.5) * SIDE + size / 3, "font-size": size }, String(row)));
      marks.push(s("line", { y1: row * SIDE, y2: row * SIDE, x1: x, x2: x + width / zoomed }));
    }
    fill(this.layers.grid, ...marks);
  }

  /**
   * What there is to be seen. It depends on the tiles alone: to move the camera costs more than all
   * else, so it stays where it is for most moves.
   *
   * @param {CarcassonnePicture} picture
   * @returns {[number, number, number, number]}
   */
  extent(picture) {
    const columns = picture.tiles.map(([x]) => x);
    const rows = picture.tiles.map(([, y]) => y);
    const [west, north] = [Math.min(...columns), Math.min(...rows)];
    const [east, south] = [Math.max(...columns), Math.max(...rows)];
    return [west * SIDE - MARGIN, north * SIDE - MARGIN,
      (east - west + 1) * SIDE + 2 * MARGIN, (south - north + 1) * SIDE + 2 * MARGIN];
  }

  // ------------------------------------------------------------ what is pointed at

  /** @param {PointerEvent | MouseEvent} event */
  hover(event) {
    const target = /** @type {SVGElement | null} */ (event.target);
    const name = target?.dataset?.area;
    const index = name === undefined ? undefined : this.areaAt.get(name);
    this.point(index ?? null);
    if (index !== undefined) this.tell(index, event.clientX, event.clientY);
  }

  /**
   * @param {number} index
   * @param {number} clientX
   * @param {number} clientY
   */
  tell(index, clientX, clientY) {
    const area = this.picture?.areas[index];
    if (!area) return;
    const [kind, , owners, points, complete] = area;
    const size = sizeOf(area);
    const worth = complete && kind !== "field" ? `complete: ${points} points` : `worth ${points} now`;
    const title = `${sayKind(kind)}${kind === "cloister" || kind === "garden" ? "" : ` of ${size} tile${size === 1 ? "" : "s"}`}`;
    const owner = complete && kind !== "field" && !owners.length ? "" : `${sayOwners(owners, this.names)} · `;
    fill(this.tip, h("b", null, title), h("br"), `${owner}${worth}`);
    this.placeTip(clientX, clientY);
  }

  /**
   * Tells something about a cell beside it, as `tell` does of an area.
   *
   * @param {number} x
   * @param {number} y
   * @param {string} title
   * @param {...string} lines
   */
  tellCell(x, y, title, ...lines) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { camera } = this;
    fill(this.tip, h("b", null, title), ...lines.flatMap((line) => [h("br"), line]));
    this.placeTip(left + ((x + 1) * SIDE - camera.x) * camera.zoomed - 8, top + ((y + 1) * SIDE - camera.y) * camera.zoomed - 8);
  }

  /**
   * Shows the tip beside a place of the window.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  placeTip(clientX, clientY) {
    this.tip.hidden = false;
    const box = /** @type {HTMLElement} */ (this.tip.offsetParent ?? document.body).getBoundingClientRect();
    const left = Math.min(clientX - box.left + 16, box.width - this.tip.offsetWidth - 8);
    const top = Math.min(clientY - box.top + 18, box.height - this.tip.offsetHeight - 8);
    this.tip.style.left = `${Math.max(8, left)}px`;
    this.tip.style.top = `${Math.max(8, top)}px`;
  }
}

/**
 * @param {Tile} a
 * @param {Tile} b
 */
function isSame(a, b) {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}
