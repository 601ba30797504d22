"""Tests of carcbot.lab.printed_star and of the study that tries it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot import _native
from carcbot.games import registry
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import State
from carcbot.lab import results_folder
from carcbot.lab.positions import load
from carcbot.lab.printed_star import Mistake, PrintedStar
from carcbot.lab.studies.printed_listings import in_order, looked
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide
from carcbot.search.families import FAMILIES
from carcbot.search.presets import PRESETS
from tests.hypothesis_profiles import examples
from tests.search.slow_expectimax import SlowExpectimax

WIDE = 10_000.0
NEARLY = 0.002
"""Points that whole numbers may lose at each of two chance nodes."""


def of_grove(state: State, seat: int) -> float:
    """The lead of a seat of two, in points."""
    worth = _native.grove.worth(state, "points")  # type: ignore[arg-type]
    return (worth[seat] - worth[1 - seat]) / 1000


def as_listed(moves: Sequence[str]) -> Sequence[str]:
    """The game's own order."""
    return moves


@st.composite
def regular_groves(draw: st.DrawFn) -> tuple[State, int]:
    """A random tree in which two seats take turns and chance moves in between; and how deep."""
    decisions = draw(st.integers(2, 3))
    state = registry.get("grove").new(
        {
            "decisions": decisions,
            "moves": draw(st.integers(1, 5)),
            "weights": "+".join(
                map(str, draw(st.lists(st.integers(1, 99), min_size=1, max_size=4)))
            ),
            "spread": draw(st.sampled_from((1, 3, 20))),
            "ragged": False,
            "turns": "fixed",
            "seed": draw(st.integers(0, 10**6)),
        },
        seats=2,
    )
    state.apply("o0")
    return state, draw(st.integers(1, decisions))


def exact(state: State, depth: int) -> float:
    """The value by the slow twin, which prunes nothing."""
    slow = SlowExpectimax(
        lambda each: _native.grove.worth(each, "points"),  # type: ignore[arg-type]
        state.to_move,
        round(-WIDE * 1000),
        round(WIDE * 1000),
    )
    return max(slow.move_values(state, depth).values()) / 1000


def found(state: State, depth: int, probe: int, mistakes: Mistake, bound: float = WIDE) -> float:
    """What the listings find, with bounds that hold every value."""
    search = PrintedStar(of_grove, as_listed, probe, (-bound, bound), mistakes)
    return search.search(state, depth).value


def bound_of(state: State) -> float:
    """The narrowest bound that no leaf of a grove leaves."""
    most = 0.0
    todo = [state]
    while todo:
        each = todo.pop()
        most = max(most, abs(of_grove(each, 0)))
        for ply in [*each.legal_moves(), *(text for text, _ in each.outcomes())]:
            after = each.copy()
            after.apply(ply)
            todo.append(after)
    return most


@examples(50)
@given(regular_groves(), st.integers(0, 6))
def test_mended_it_is_expectimax(drawn: tuple[State, int], probe: int) -> None:
    """Whatever is probed, in wide bounds and in the narrowest that hold every value."""
    state, depth = drawn
    value = exact(state, depth)
    for bound in (WIDE, bound_of(state) + 1):
        assert found(state, depth, probe, Mistake.NONE, bound) == pytest.approx(value, abs=NEARLY)


@examples(30)
@given(regular_groves())
def test_star1_is_right_as_printed(drawn: tuple[State, int]) -> None:
    """Of what is printed only max for min touches Star1, and that makes it no more than slow."""
    state, depth = drawn
    bound = bound_of(state) + 1
    value = exact(state, depth)
    assert found(state, depth, 0, Mistake.ALL, bound) == pytest.approx(value, abs=NEARLY)


@pytest.mark.parametrize(
    ("mistake", "is_wrong"),
    (
        (Mistake.WIDE_WINDOW, False),
        (Mistake.UNWEIGHTED, True),
        (Mistake.ONE_WINDOW, False),
        (Mistake.FAILED_PROBE, False),
        (Mistake.ONE_WINDOW | Mistake.FAILED_PROBE, True),
    ),
)
def test_which_mistakes_make_values_wrong(mistake: Mistake, *, is_wrong: bool) -> None:
    """Over many trees: the sums, and a probe that failed in a window that is not its outcome's.

    A probe that fails in its own outcome's window shows that the node's value is below alpha, so
    that its lower bound does no harm, though it is none.
    """
    wrong = 0
    for seed in range(300):
        state = registry.get("grove").new(
            {
                "decisions": 3,
                "moves": 3,
                "weights": "50+1+1+1",
                "spread": 20,
                "ragged": False,
                "turns": "fixed",
                "seed": seed,
            },
            seats=2,
        )
        state.apply("o0")
        value = found(state, 3, 2, mistake, bound_of(state) + 1)
        wrong += abs(value - exact(state, 3)) > 2 * NEARLY
    assert bool(wrong) == is_wrong


def test_values_of_the_core_on_real_positions() -> None:
    """Mended, at positions whose leaves the bounds hold, the very value of Expectimax."""
    for position in [each for each in load() if each.stage == "end"][::5]:
        state = CARCASSONNE.parse(position.text)

        def worth(each: State, seat: int) -> float:
            both = _native.carcassonne.worth(each, "heyden")  # type: ignore[arg-type]
            return (both[seat] - both[1 - seat]) / 1000

        value = decide(parse_agent("expectimax:depth=2,bound=10000,eval=heyden"), position.text, 1)
        search = PrintedStar(worth, in_order, 5, (-200.0, 200.0), Mistake.NONE)
        told = search.search(state, 2)
        assert told.value == pytest.approx(value.value, abs=NEARLY)
        assert {each.move: each.value for each in value.moves}[told.move] == value.value


def test_the_order_is_the_thesiss() -> None:
    """City, cloister, road, nobody, field; of a kind as they are listed."""
    moves = ["0,1/0+sfN", "0,1/0", "0,1/0+srE", "0,1/1", "0,1/0+sm", "0,1/0+scW", "0,1/1+scN"]
    assert in_order(moves) == [
        "0,1/0+scW", "0,1/1+scN", "0,1/0+sm", "0,1/0+srE", "0,1/0", "0,1/1", "0,1/0+sfN",
    ]  # fmt: skip


def test_it_is_no_agent() -> None:
    """No family, no preset and no parameter has anything that is printed."""
    texts = [*FAMILIES, *PRESETS, *(preset.base for preset in PRESETS.values())]
    texts += [each.name for family in FAMILIES.values() for each in family.settings([]).parameters]
    assert not any("printed" in text or "unweighted" in text for text in texts)


def test_the_committed_result_is_found_again() -> None:
    """Three openings, looked at again: the same moves, values and nodes of every search."""
    rows = {
        row["name"]: row for row in results_folder.load("printed-listings").figures["positions"]
    }
    positions = [each for each in load() if each.stage == "opening"][2::7]
    assert len(rows) == 50
    for position in positions:
        assert looked(position) == rows[position.name]["trials"]
