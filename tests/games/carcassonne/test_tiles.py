"""The core's tiles are those of protocol/games/carcassonne/tiles.json, fact by fact."""

import pytest

from carcbot import _native
from carcbot.games.carcassonne.tiles import tile_in_words, tile_kinds
from tests.games.carcassonne.reference import Json, load

TILES: Json = load("tiles.json")
KINDS = {kind["name"]: kind for kind in _native.carcassonne.kinds()}
FIRST_PLACES: dict[str, Json] = TILES["placements_from_start_D"]["counts"]
EDGES = ("N", "E", "S", "W")
HALF_EDGES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")


def in_order(names: list[str], order: tuple[str, ...]) -> list[str]:
    """Edges or half-edges in the order of the core."""
    return sorted(names, key=order.index)


def described(tile: Json, *, garden: bool) -> Json:
    """A tile of tiles.json as the core describes a kind."""
    city_numbers = {city["id"]: number for number, city in enumerate(tile["cities"])}
    in_c2 = tile.get("inn_edges_variant_c2", [])
    return {
        "name": tile["id"] + "g" * garden,
        "set": tile["set"],
        "count": tile["garden_count"] if garden else tile["count"],
        "garden": garden,
        "edges": [tile["edges"][edge] for edge in EDGES],
        "cities": [
            (in_order(city["edges"], EDGES), city["pennants"], city["cathedral"])
            for city in tile["cities"]
        ],
        "roads": [
            (
                in_order(road["edges"], EDGES),
                road["inn"],
                not road["inn"] and any(edge in in_c2 for edge in road["edges"]),
                road["ends_on_tile"],
            )
            for road in tile["roads"]
        ],
        "fields": [
            (
                in_order(field["half_edges"], HALF_EDGES),
                sorted(city_numbers[city] for city in field["cities"]),
            )
            for field in tile["fields"]
        ],
        "cloister": tile["cloister"],
        "river": in_order(tile["river"]["edges"], EDGES) if tile["river"] else [],
    }


@pytest.mark.parametrize("tile", TILES["tiles"], ids=[tile["id"] for tile in TILES["tiles"]])
def test_every_fact_of_a_tile(tile: Json) -> None:
    """Edges, segments, counts, gardens and inns of a kind are those of tiles.json."""
    assert KINDS[tile["id"]] == described(tile, garden=False)
    if tile["garden_count"]:
        assert KINDS[tile["id"] + "g"] == described(tile, garden=True)
    else:
        assert tile["id"] + "g" not in KINDS


def test_kinds_are_in_the_order_of_the_file() -> None:
    """The kinds are numbered in the order of tiles.json, those with a garden behind."""
    tiles = TILES["tiles"]
    plain = [tile["id"] for tile in tiles]
    gardens = [tile["id"] + "g" for tile in tiles if tile["garden_count"]]
    assert list(KINDS) == plain + gardens


@pytest.mark.parametrize("kind", FIRST_PLACES)
def test_first_places(kind: str) -> None:
    """A kind has the known number of places beside the start tile, looks and rotations apart."""
    state = _native.carcassonne.new_game("expansions=inns_and_cathedrals")
    edges = KINDS[kind]["edges"]
    around = {(0, -1): (2, "city"), (1, 0): (3, "road"), (0, 1): (0, "field"), (-1, 0): (1, "road")}
    raw = sum(
        edges[(side - rotation) % 4] == wanted
        for side, wanted in around.values()
        for rotation in range(4)
    )

    places = state.placements(kind)

    assert len(places) == FIRST_PLACES[kind]["distinct"]
    assert raw == FIRST_PLACES[kind]["raw"]
    assert {(x, y) for x, y, _ in places} <= set(around)


@pytest.mark.parametrize("tile", TILES["tiles"], ids=[tile["id"] for tile in TILES["tiles"]])
def test_orientations_that_look_different(tile: Json) -> None:
    """A kind is offered in as many rotations as look different, the smallest of each look."""
    rotations = set()
    for start in TILES["tiles"]:
        # whatever its edges, a tile fits beside one of all the tiles that may lie at the start
        river = start["id"] == "RA"
        if start["set"] == "river" and not river:
            continue
        options = "expansions=inns_and_cathedrals" + ("+river" if river else "")
        options += ",river_look_ahead=off" if river else ""
        for rotation in range(4):
            state = _native.carcassonne.new_game(f"{options},start={start['id']}{rotation}@0,0")
            rotations |= {place[2] for place in state.placements(tile["id"])}

    assert len(rotations) == tile["distinct_orientations"]
    assert 0 in rotations


def test_the_box_holds_what_it_should() -> None:
    """The number of tiles to be drawn is that of the rules, for each box."""
    drawn = {
        "": 71,
        "expansions=inns_and_cathedrals": 89,
        "expansions=river": 82,
        "expansions=river+inns_and_cathedrals": 100,
        "expansions=river+inns_and_cathedrals,river_start_tile=kept": 101,
        "expansions=river+inns_and_cathedrals+abbot": 100,
    }
    for options, count in drawn.items():
        assert sum(_native.carcassonne.new_game(options).bag().values()) == count


@pytest.mark.parametrize(
    ("name", "words"),
    (
        ("A", "road south, cloister"),
        ("C", "city all around with a pennant"),
        ("D", "city north, road east to west"),
        ("Hg", "city north, city south, garden"),
        ("S", "city north, east and west with a pennant, road south"),
        ("EC", "road east with an inn, road south, road west"),
        ("EK", "city all around with a cathedral"),
        ("RB", "city north, road south, river east to west"),
    ),
)
def test_tile_in_words(name: str, words: str) -> None:
    """What the picture of the tile shows."""
    assert tile_in_words(tile_kinds()[name]) == words


def test_words_tell_tiles_apart() -> None:
    """Tiles that look different are told differently."""
    looks = {
        name: (each.edges, each.cities, each.roads, each.river, each.cloister, each.garden)
        for name, each in tile_kinds().items()
    }
    words = {name: tile_in_words(each) for name, each in tile_kinds().items()}
    pairs = [(a, b) for a in looks for b in looks if a < b and words[a] == words[b]]
    assert [pair for pair in pairs if looks[pair[0]] != looks[pair[1]]] == []
