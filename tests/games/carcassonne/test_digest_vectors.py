"""The digest as protocol/games/carcassonne/digest.md describes it, computed from a position's text.

Nothing here asks the core but to compare: what a reader of the protocol can write in an hour gives
the digests of vectors.json.
"""

import re
from functools import reduce
from operator import xor

import pytest

from carcbot import _native
from tests.games.carcassonne.make_protocol import VECTORS_PER_SET, vectors
from tests.games.carcassonne.random_play import OPTION_SETS
from tests.games.carcassonne.reference import PROTOCOL, Json, load
from tests.games.splitmix import mix64

TILES: list[Json] = load("tiles.json")["tiles"]
KINDS = [tile["id"] for tile in TILES] + [t["id"] + "g" for t in TILES if t["garden_count"]]
SPOTS = (
    *("cN", "cE", "cS", "cW", "rN", "rE", "rS", "rW"),
    *("fNL", "fNR", "fEL", "fER", "fSL", "fSR", "fWL", "fWR", "f*", "m", "g"),
)
EXPANSIONS = ("river", "inns_and_cathedrals", "abbot")
PHASES = ("draw", "place", "end")
NO_TILE = 255


def fact(*content: int) -> int:
    """A fact's part of the digest: its type and content as bytes, the type highest."""
    padded = [value & 0xFF for value in content] + [0] * (8 - len(content))
    return mix64(int.from_bytes(padded, "big"))


def options_facts(text: str) -> list[int]:
    """The facts of the options, as they stand in a position's text."""
    text, _, start = text.partition(",start=")
    values = dict(pair.split("=") for pair in text.split(","))
    expansions = values.get("expansions", "").split("+")
    start = start or ("RA0@0,0" if "river" in expansions else "D0@0,0")
    match = re.fullmatch(r"([A-Zg]+)(\d)@(-?\d+),(-?\d+)", start)
    assert match is not None

    def choice(key: str, *choices: str) -> int:
        return choices.index(values.get(key, choices[0]))

    settings = (
        int(values["seats"]),
        sum(1 << n for n, name in enumerate(EXPANSIONS) if name in expansions),
        choice("farm_scoring", "current", "second", "first", "off"),
        int(values.get("two_tile_city", "4")),
        choice("unplaceable", "discard", "return_to_bag", "bottom"),
        choice("river_start_tile", "removed", "kept"),
        choice("river_rule", "immediate", "strict"),
        1 - choice("river_look_ahead", "on", "off"),
        choice("inn_on_EC", "classic", "c2"),
        KINDS.index(match[1]),
        int(match[2]),
        int(match[3]),
        int(match[4]),
    )
    return [fact(7, which, value) for which, value in enumerate(settings)]


def board_facts(text: str) -> list[int]:
    """The facts of the tiles and the figures on them."""
    facts = []
    for tile in text.split(";"):
        match = re.fullmatch(r"([A-Zg]+)(\d)@(-?\d+),(-?\d+)(?:\+(\d)([sba])(.+))?", tile)
        assert match is not None
        x, y = int(match[3]), int(match[4])
        facts.append(fact(1, KINDS.index(match[1]), int(match[2]), x, y))
        if match[5]:
            figure = 1 + "sba".index(match[6])
            facts.append(fact(2, int(match[5]), figure, SPOTS.index(match[7]), x, y))
    return facts


def digest_of(position: str) -> int:
    """The digest of a position's text."""
    name, word, options, board, points, turn, bag, bottom = position.split(" ")
    assert (name, word) == ("carcassonne/1", "position")
    phase, *of_turn = turn.split(":")
    tiles = board.count(";") + 1
    seat = (tiles - 1) % (points.count(":") + 1)
    hand = KINDS.index(of_turn[1]) if phase == "place" else NO_TILE
    facts = options_facts(options) + board_facts(board)
    facts.append(fact(6, PHASES.index(phase), seat, hand))
    for owner, value in enumerate(map(int, points.split(":"))):
        if value:
            facts.append(fact(3, owner, value & 0xFF, value >> 8))
    if bag != "-":
        for kind, count in re.findall(r"([A-Zg]+)(\d+)", bag):
            facts.append(fact(4, KINDS.index(kind), int(count)))
    if bottom != "-":
        for place, kind in enumerate(bottom.split(".")):
            facts.append(fact(5, place, KINDS.index(kind)))
    return reduce(xor, facts)


@pytest.fixture(scope="module")
def committed() -> Json:
    """What vectors.json holds."""
    return load("vectors.json")


def test_vectors_are_those_of_the_core(committed: Json) -> None:
    """The committed vectors are what make_protocol writes."""
    assert committed == vectors()
    assert len(committed["positions"]) == VECTORS_PER_SET * len(OPTION_SETS) >= 1000


def test_vectors_follow_from_the_description(committed: Json) -> None:
    """digest.md is enough to compute each digest from the position's text."""
    for position, digest in committed["positions"]:
        assert f"{digest_of(position):016x}" == digest, position


def test_vectors_read_back(committed: Json) -> None:
    """The core reads each position, gives its digest, and writes it alike."""
    for position, digest in committed["positions"]:
        state = _native.carcassonne.parse_position(position)
        assert f"{state.digest:016x}" == digest
        assert state.text == position


def test_vectors_cover_every_option(committed: Json) -> None:
    """Each value of each option, each phase and a queue at the bottom appear in the vectors."""
    texts = [position for position, _ in committed["positions"]]
    options = {text.split(" ")[2] for text in texts}
    for part in (
        *("seats=2", "seats=3", "seats=4", "seats=5", "seats=6", "river", "inns_and_cathedrals"),
        *("abbot", "farm_scoring=second", "farm_scoring=first", "farm_scoring=off"),
        *("two_tile_city=2", "unplaceable=return_to_bag", "unplaceable=bottom", "inn_on_EC=c2"),
        *("river_start_tile=kept", "river_rule=strict", "river_look_ahead=off", "start="),
    ):
        assert any(part in text for text in options), part
    turns = {text.split(" ")[5].partition(":")[0] for text in texts}
    assert turns == set(PHASES)
    assert any(not text.endswith(" -") for text in texts)


def test_the_worked_example() -> None:
    """The example in digest.md is right, number by number."""
    text = (PROTOCOL / "digest.md").read_text(encoding="utf-8").partition("## Worked example")[2]
    rows = re.findall(r"^\| .* \| `([0-9a-f]{16})` \| `([0-9a-f]{16})` \|$", text, re.MULTILINE)
    position = re.search(r"carcassonne/1 position .*", text)
    digest = re.search(r"is the digest: `([0-9a-f]{16})`", text)
    assert position is not None
    assert digest is not None

    assert [f"{mix64(int(number, 16)):016x}" for number, _ in rows] == [mixed for _, mixed in rows]
    assert f"{reduce(xor, (int(mixed, 16) for _, mixed in rows)):016x}" == digest[1]
    assert f"{digest_of(position[0]):016x}" == digest[1]
    assert f"{_native.carcassonne.parse_position(position[0]).digest:016x}" == digest[1]
