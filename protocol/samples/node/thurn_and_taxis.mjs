// What the bot in bot.mjs knows of Thurn and Taxis, all of it from ../../games/thurn_and_taxis.
//
// A request names the step that is due, so it is enough to know what lies in the display, and what
// the own seat has: what others do is seen only by what it changes there. The bot uses no official
// but the cartwright and, where it has to, the postmaster.

const PROVINCES = {
  Baden: "Car Fre Man", Wuerttemberg: "Stu Ulm", Hohenzollern: "Sig", Schweiz: "Bas Zue", Tyrol: "Inn",
  Boehmen: "Bud Pil", Salzburg: "Lin Sal", Baiern: "Aug Ing Kem Mue Nue Pas Reg Wue", Polen: "Lod",
};
const ROADS = `AugIng AugInn AugKem AugMue AugUlm BasFre BasZue BudLin BudPil CarFre CarMan CarStu
  FreSig FreZue IngMue IngNue IngReg IngStu IngUlm InnKem InnMue InnSal KemSig KemUlm KemZue LinPas
  LinSal LodPil ManStu ManWue MuePas MueReg MueSal NuePil NueReg NueStu NueWue PasReg PasSal PilReg
  SigStu SigUlm SigZue StuUlm StuWue`.split(/\s+/);
const HOUSES = 20;
const NEXT_LEVEL = { 0: 3, 3: 4, 4: 5, 5: 6, 6: 7 }; // of carriages; behind the seventh there is none
const SHORT = 2; // so many cards too short may a route be with the cartwright
const KEPT = 3; // cards in the hand when a route was closed

const isRoad = (one, other) => ROADS.includes([one, other].sort().join(""));
const without = (cards, card) => cards.toSpliced(cards.indexOf(card), 1);

/** The cities of texts as in `LinUlm2`, as often as they say. */
const citiesIn = (text) =>
  [...text.matchAll(/([A-Z][a-z]{2})(\d?)/g)].flatMap(([, city, count]) => Array(Number(count || 1)).fill(city));

/** Cards as they are written: in the order of the alphabet, with their number if it is not one. */
function cardsText(cards) {
  const counts = new Map();
  for (const city of cards.toSorted()) counts.set(city, (counts.get(city) ?? 0) + 1);
  return [...counts].map(([city, count]) => city + (count > 1 ? count : "")).join("") || "-";
}

/** Both ways to put a card to a route: moves, with the routes that come of them. */
function placesOf(route, city) {
  if (!route.length) return [[`start:${city}`, [city]]];
  if (route.includes(city)) return [];
  const places = [];
  if (isRoad(route.at(-1), city)) places.push([`right:${city}`, [...route, city]]);
  if (route.length > 1 && isRoad(route[0], city)) places.push([`left:${city}`, [city, ...route]]);
  return places;
}

/** How long a route can become with these cards. */
function longest(route, cards) {
  const lengths = [...new Set(cards)].flatMap((city) =>
    placesOf(route, city).map(([, longer]) => longest(longer, without(cards, city))));
  return Math.max(route.length, ...lengths);
}

/** Those first of which most is to be expected; of equals as they stood. */
const bestFirst = (texts, worthOf) => texts
  .map((text) => [text, worthOf(text)])
  .sort(([, one], [, other]) => other - one)
  .map(([text]) => text);

/** A game, as far as this seat needs it. */
export class ThurnAndTaxis {
  static title = "Thurn and Taxis by the official rules";

  /** Whether it knows these options: other rules have other steps. */
  static plays = (options) => !/reading=|officials=|useless=|carrier=/.test(options);

  display = Array(6).fill(null);
  hand = [];
  route = [];
  closed = []; // the route whose houses are due
  houses = new Set();
  level = 0; // of the carriage
  carries = false; // whether a second card is due, which has to fit
  drawsBlind = null; // the seat that is about to draw a card from the supply

  constructor(seat) {
    this.seat = seat;
  }

  /** A card comes to who draws it, or into the first empty place of the display. */
  draw(city) {
    if (this.drawsBlind === null) this.display[this.display.indexOf(null)] = city;
    else if (this.drawsBlind === this.seat) this.hand.push(city);
    this.drawsBlind = null;
  }

  /** Somebody has moved. */
  move(seat, text) {
    const [kind, what = ""] = text.replace("!", "").split(":"); // `!`: a carrier failed
    if (kind === "take") this.display[this.display.indexOf(what)] = null;
    if (kind === "blind") this.drawsBlind = seat;
    if (kind === "administrator") this.display.fill(null);
    if (seat !== this.seat) return;
    if (kind === "take") this.hand.push(what);
    this.carries = text === "carrier";
    if (["start", "left", "right", "scrap"].includes(kind)) this.place(kind, what);
    if (kind === "close") this.close();
    if (kind === "houses") citiesIn(what).forEach((city) => this.houses.add(city));
    if (kind === "cartwright") this.level = NEXT_LEVEL[this.level];
    if (kind === "keep") this.hand = citiesIn(what);
  }

  place(kind, city) {
    this.hand = without(this.hand, city);
    if (kind === "left") this.route.unshift(city);
    else this.route = [...(kind === "right" ? this.route : []), city];
  }

  /** What cannot be chosen happens at once: the only houses, and the carriage. */
  close() {
    this.closed = this.route;
    this.route = [];
    const choices = this.houseChoices();
    if (choices.length === 1) choices[0].forEach((city) => this.houses.add(city));
    if (this.closed.length >= NEXT_LEVEL[this.level]) this.level = NEXT_LEVEL[this.level];
  }

  /** Each set of cities in which the closed route may bring houses. */
  houseChoices() {
    const left = HOUSES - this.houses.size;
    const provinces = Object.values(PROVINCES)
      .map((cities) => cities.split(" ").filter((city) => this.closed.includes(city)))
      .filter((cities) => cities.length)
      .map((cities) => cities.filter((city) => !this.houses.has(city))); // of some there may be none
    const oneOfEach = provinces.filter((cities) => cities.length)
      .reduce((sets, cities) => sets.flatMap((set) => cities.map((city) => [...set, city])), [[]]);
    const built = [...oneOfEach, ...provinces].flatMap((cities) => subsets(cities, Math.min(left, cities.length)));
    return [...new Map(built.map((cities) => [cardsText(cities), cities])).values()];
  }

  /** Legal moves in this step, the best first. */
  moves(step) {
    switch (step) {
      case "draw": {
        const cities = [...new Set(this.display.filter(Boolean))].sort();
        return [...bestFirst(cities, (city) => this.worthOf(city)).map((city) => `take:${city}`), "blind"];
      }
      case "place": {
        const fitting = [...new Set(this.hand)].sort().flatMap((city) => placesOf(this.route, city)
          .map(([move, longer]) => [move, longest(longer, without(this.hand, city))]));
        const lengths = new Map(fitting);
        const anew = [...new Set(this.hand)].sort();
        const scraps = bestFirst(anew, (city) => longest([city], without(this.hand, city)));
        return [...bestFirst([...lengths.keys()], (move) => lengths.get(move)),
          ...(this.route.length && !this.carries ? scraps.map((city) => `scrap:${city}`) : [])];
      }
      case "finish":
        return this.shouldClose() ? ["close", "end"] : ["end"];
      case "houses":
        return bestFirst(this.houseChoices().map((cities) => `houses:${cardsText(cities)}`), (move) => move.length);
      case "cartwright":
        return ["cartwright"];
      case "keep": {
        const hands = new Set(subsets(this.hand, KEPT).map(cardsText));
        return bestFirst([...hands], (cards) => longest([], citiesIn(cards))).map((cards) => `keep:${cards}`);
      }
      default:
        return [];
    }
  }

  /** What a card of the display is worth: a longer route first of all, then a city without a house. */
  worthOf(city) {
    const fits = placesOf(this.route, city).length > 0;
    return 4 * longest(this.route, [...this.hand, city]) + 2 * fits + !this.houses.has(city);
  }

  /** A route is closed when it brings a carriage, or if it cannot become longer. */
  shouldClose() {
    const { length } = this.route;
    if (length < 3) return false;
    const wanted = NEXT_LEVEL[this.level] ?? length;
    return length >= wanted || (length + SHORT >= wanted && longest(this.route, this.hand) === length);
  }
}

/** All parts of a list that have so many members. */
function subsets(list, size) {
  if (size === 0) return [[]];
  return list.flatMap((first, at) => subsets(list.slice(at + 1), size - 1).map((rest) => [first, ...rest]));
}
