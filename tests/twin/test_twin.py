"""The twin against every fact of the reference: worked examples, counts, games."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.twin import Twin, TwinOptions
from tests.twin.scoring import totals
from tests.twin.tiles import REFERENCE, catalogue

Json = dict[str, Any]

_TILES: Json = json.loads((REFERENCE / "tiles.json").read_text(encoding="utf-8"))
_EXAMPLES: list[Json] = json.loads((REFERENCE / "examples.json").read_text(encoding="utf-8"))[
    "examples"
]
_GAMES: list[Json] = [
    json.loads(line)
    for line in (REFERENCE / "games.jsonl").read_text(encoding="utf-8").splitlines()
]
_LETTER = {"city": "c", "road": "r", "field": "f", "cloister": "m", "garden": "g"}
_VARIANTS = [
    pytest.param(example, variant, id=f"{example['id']}-{number}")
    for example in _EXAMPLES
    for number, variant in enumerate(example["variants"])
]
_QUERIES = [
    pytest.param(example, query, id=f"{example['id']}-{number}")
    for example in _EXAMPLES
    for number, query in enumerate(example["queries"])
]
_STRICT_QUERIES = [
    pytest.param(example, query, id=f"{example['id']}-{number}")
    for example in _EXAMPLES
    for number, query in enumerate(example["queries"])
    if "under_strict_river_rule" in query
]
_FIRST_COUNTS: dict[str, Json] = _TILES["placements_from_start_D"]["counts"]


def options_of(config: Json) -> TwinOptions:
    """The options a config of the reference stands for; its games keep all D tiles."""
    start = config["start"]
    return TwinOptions(
        seats=config["players"],
        expansions=frozenset(config["sets"]) - {"base"},
        farm_scoring=config["farm_scoring"],
        two_tile_city=config["two_tile_city"],
        river_start_tile="kept",
        river_rule=config.get("river_rule", "immediate"),
        inn_on_EC=config["inn_on_EC"],
        start=(start["tile"], start["x"], start["y"], start["rot"]),
    )


def decision_text(kind: str, on: str, at: str | None) -> str:
    """The part of a move's text that places a figure."""
    port = {"interior": "*", None: ""}.get(at, at)
    return f"+{kind[0]}{_LETTER[on]}{port}"


def example_text(move: Json) -> str:
    """The move of an example as text."""
    text = f"{move['x']},{move['y']}/{move['rot']}"
    if move["return_abbot"]:
        return text + "^"
    if move["meeple"]:
        return text + decision_text(**move["meeple"])
    return text


def is_legal(twin: Twin, text: str) -> bool:
    """Whether the twin accepts the move; `twin` itself is left as it is."""
    try:
        twin.copy().play(text)
    except ValueError:
        return False
    return True


def play_example(example: Json, options: TwinOptions) -> list[Twin]:
    """The positions after each move of an example, the start position first."""
    twin = Twin(options)
    positions = [twin]
    for move in example["moves"]:
        twin = twin.copy()
        if "discard" in move:
            assert not twin.draw(move["discard"])
            positions[-1] = twin
            continue
        assert twin.seat == move["player"]
        assert twin.draw(move["tile"] + "g" * move["garden"])
        twin.play(example_text(move))
        positions.append(twin)
    return positions


def in_example(example: Json) -> str:
    """The name of a test case that is an example."""
    return str(example["id"])


@pytest.mark.parametrize("example", _EXAMPLES, ids=in_example)
def test_example_scores(example: Json) -> None:
    """Each worked board gives the expected scores and supplies."""
    positions = play_example(example, options_of(example["config"]))
    scored = [move["scores_after"] for move in example["moves"] if "tile" in move]
    expect = example["expect"]

    assert [twin.scores() for twin in positions[1:]] == scored
    assert positions[-1].scores() == expect["scores_in_play"]
    assert positions[-1].virtual_scores() == expect["final_scores"]
    assert [small for small, _, _ in positions[-1].supplies()] == (
        expect["supply_small_after_moves"]
    )


@pytest.mark.parametrize(("example", "variant"), _VARIANTS)
def test_example_variants(example: Json, variant: Json) -> None:
    """Each worked board gives the expected scores under its variants."""
    config = {key: variant.get(key, value) for key, value in example["config"].items()}
    last = play_example(example, options_of(config))[-1]
    expect = example["expect"] | variant

    assert last.scores() == expect["scores_in_play"]
    assert last.virtual_scores() == expect["final_scores"]


@pytest.mark.parametrize(("example", "query"), _QUERIES)
def test_example_queries(example: Json, query: Json) -> None:
    """Each legality question about the worked boards gets the right answer."""
    positions = play_example(example, options_of(example["config"]))

    if query["type"] == "tile_placement":
        answer = may_lay(positions[query["after_move"]], query)
    else:
        moves = [move for move in example["moves"] if "tile" in move]
        move = moves[query["during_move"] - 1]
        twin = positions[query["during_move"] - 1].copy()
        twin.draw(move["tile"] + "g" * move["garden"])
        text = f"{move['x']},{move['y']}/{move['rot']}"
        if query["type"] == "return_abbot":
            text += "^"
        else:
            text += decision_text(**query["meeple"])
        answer = is_legal(twin, text)

    assert answer == query["legal"]


@pytest.mark.parametrize(("example", "query"), _STRICT_QUERIES)
def test_strict_river_queries(example: Json, query: Json) -> None:
    """The questions with another answer under the strict river rule get it."""
    options = replace(options_of(example["config"]), river_rule="strict")
    positions = play_example(example, options)

    answer = may_lay(positions[query["after_move"]], query)

    assert answer == query["under_strict_river_rule"]["legal"]


def may_lay(twin: Twin, query: Json) -> bool:
    """The twin's answer to a question about a tile placement."""
    kinds = catalogue(twin.options.inn_on_EC)
    rot = kinds[query["tile"]].turned[query["rot"]].rot
    return (query["x"], query["y"], rot) in twin.placements(query["tile"])


@pytest.mark.parametrize("kind", _FIRST_COUNTS)
def test_first_placements(kind: str) -> None:
    """Each kind has the known number of places beside the start tile D."""
    placements = Twin(TwinOptions()).placements(kind)
    turned = catalogue("classic")[kind].turned
    raw = [
        (x, y, rot)
        for x, y, canonical in placements
        for rot in range(4)
        if turned[rot].rot == canonical
    ]

    assert len(placements) == _FIRST_COUNTS[kind]["distinct"]
    assert len(raw) == _FIRST_COUNTS[kind]["raw"]


@pytest.mark.parametrize("tile", _TILES["tiles"], ids=in_example)
def test_distinct_orientations(tile: Json) -> None:
    """Each kind has the known number of rotations that look different."""
    layouts = catalogue("classic")[tile["id"]].layouts

    assert len(layouts) == tile["distinct_orientations"]


@pytest.mark.parametrize("number", range(len(_GAMES)))
def test_recorded_game(number: int) -> None:
    """Each recorded game replays: legal moves, discards, scores, and its end."""
    game = _GAMES[number]
    twin = Twin(options_of(game["config"]))
    for turn in game["moves"]:
        if "discard" in turn:
            assert not twin.draw(turn["discard"])
            continue
        assert twin.seat == turn["p"]
        assert twin.draw(turn["t"] + "g" * turn.get("g", 0))
        text = f"{turn['x']},{turn['y']}/{turn['r']}"
        if "ra" in turn:
            text += "^"
            assert abbot_cell(twin) == tuple(turn["ra"])
        elif "m" in turn:
            text += decision_text(*turn["m"])
        assert twin.canonical(text) in twin.moves()
        twin.play(text)
        assert points_in_play(twin) == turn["s"]

    assert twin.phase == "end"
    assert twin.scores() == game["final_scores"]


def points_in_play(twin: Twin) -> list[int]:
    """The points of each seat without final scoring."""
    in_play = [entry for entry in twin.breakdown() if entry.turn is not None]
    return totals(in_play, twin.options.seats)


def abbot_cell(twin: Twin) -> tuple[int, int]:
    """Where the abbot of the seat to move stands."""
    return next(
        (x, y) for x, y, seat, size, _ in twin.figures() if (seat, size) == (twin.seat, "abbot")
    )
