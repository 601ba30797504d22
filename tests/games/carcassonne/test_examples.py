"""Every worked example of the protocol, laid and asked on the core."""

from dataclasses import dataclass
from typing import Any

import pytest

from carcbot import _native
from carcbot.errors import IllegalMoveError
from tests.games.carcassonne.reference import Json, State, figure_text, load, new_game
from tests.twin.tiles import catalogue

EXAMPLES: list[Json] = load("examples.json")["examples"]


@dataclass
class Played:
    """An example that was played: `positions[n]` is the one after n moves."""

    positions: list[State]
    in_hand: list[State]  # before each move, its tile drawn


def move_text(move: Json) -> str:
    """An example's move as text."""
    text = f"{move['x']},{move['y']}/{move['rot']}"
    if move["return_abbot"]:
        return text + "^"
    return text + (figure_text(**move["meeple"]) if move["meeple"] else "")


def play(example: Json, **changes: Any) -> Played:  # noqa: ANN401 - values of options
    """Plays an example, with other options where `changes` says so."""
    state = new_game(example["config"] | changes)
    played = Played([state.copy()], [])
    for move in example["moves"]:
        if "discard" in move:
            state.apply(move["discard"])
            assert state.hand is None
            played.positions[-1] = state.copy()
            continue
        assert state.to_move == -1
        state.apply(move["tile"] + "g" * move["garden"])
        assert state.to_move == move["player"]
        played.in_hand.append(state.copy())
        state.apply(move_text(move))
        played.positions.append(state.copy())
    return played


def cases(part: str) -> list[Any]:
    """One test case for each entry of this part of each example."""
    return [
        pytest.param(example, entry, id=f"{example['id']}-{number}")
        for example in EXAMPLES
        for number, entry in enumerate(example[part])
    ]


def may_lay(state: State, query: Json) -> bool:
    """Whether the tile may be laid as the query asks, in any rotation that looks the same."""
    turned = catalogue("classic")[query["tile"]].turned[query["rot"]].rot
    return (query["x"], query["y"], turned) in {tuple(p) for p in state.placements(query["tile"])}


def sums(state: State) -> list[int]:
    """The points of each seat by the breakdown, as if the game ended now."""
    points = [0] * state.seats
    for _, _, _, owners, each in state.breakdown(as_if_over=True):
        for seat in owners:
            points[seat] += each
    return points


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_scores(example: Json) -> None:
    """A worked board gives the scores and supplies that were worked out."""
    positions = play(example).positions
    expect = example["expect"]
    after = [move["scores_after"] for move in example["moves"] if "tile" in move]

    assert [state.scores() for state in positions[1:]] == after
    assert positions[-1].scores() == expect["scores_in_play"]
    assert positions[-1].virtual_scores() == expect["final_scores"]
    assert sums(positions[-1]) == expect["final_scores"]
    small = [supply[0] for supply in positions[-1].supplies()]
    assert small == expect["supply_small_after_moves"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_positions_read_back(example: Json) -> None:
    """Each position of a worked board reads back from its text, with its points."""
    for state in play(example).positions:
        again = _native.carcassonne.parse_position(state.text)
        assert again.text == state.text
        assert again.digest == state.digest == again.recomputed_digest()
        assert again.virtual_scores() == state.virtual_scores()


@pytest.mark.parametrize(("example", "variant"), cases("variants"))
def test_variants(example: Json, variant: Json) -> None:
    """A worked board gives other scores under other options, as worked out."""
    changes = {key: value for key, value in variant.items() if key in example["config"]}
    last = play(example, **changes).positions[-1]
    expect = example["expect"] | variant

    assert last.scores() == expect["scores_in_play"]
    assert last.virtual_scores() == expect["final_scores"]


@pytest.mark.parametrize(("example", "query"), cases("queries"))
def test_queries(example: Json, query: Json) -> None:
    """A question about what is legal on a worked board gets the right answer."""
    played = play(example)
    if query["type"] == "tile_placement":
        assert may_lay(played.positions[query["after_move"]], query) == query["legal"]
        strict = query.get("under_strict_river_rule")
        if strict:
            other = play(example, river_rule="strict").positions[query["after_move"]]
            assert may_lay(other, query) == strict["legal"]
        return
    move = [move for move in example["moves"] if "tile" in move][query["during_move"] - 1]
    text = f"{move['x']},{move['y']}/{move['rot']}"
    text += "^" if query["type"] == "return_abbot" else figure_text(**query["meeple"])
    state = played.in_hand[query["during_move"] - 1]
    if query["legal"]:
        assert state.canonical_move(text) in state.legal_moves()
    else:
        with pytest.raises(IllegalMoveError):
            state.canonical_move(text)
