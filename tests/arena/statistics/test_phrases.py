"""Tests of carcbot.arena.statistics.phrases."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats

from carcbot.arena.statistics.block_values import Blocks, rotation
from carcbot.arena.statistics.elo import elo
from carcbot.arena.statistics.intervals import Estimate
from carcbot.arena.statistics.phrases import (
    blocks_to_show,
    difference,
    elo_text,
    neighbours_texts,
    progress_text,
)
from carcbot.arena.statistics.sequential import Plan, progress
from carcbot.errors import InternalError
from tests.arena.statistics.results import drawn, pairs


def test_no_difference() -> None:
    """Results that decide nothing are told as such, with what would decide."""
    told = difference(pairs([5, 6, 16, 7, 6]), 0)
    assert told == (
        "no difference shown: 0.52 ± 0.09 over 40 blocks; about 286 blocks would show 5 %"
    )


def test_many_even_games() -> None:
    """Where a difference of that size is excluded that is told, and no number of blocks."""
    told = difference(pairs([50, 60, 160, 70, 60]), 0)
    assert told == "no difference shown: 0.52 ± 0.03 over 400 blocks; there is none of 5 %"


@pytest.mark.parametrize("player", (0, 1))
def test_a_difference_to_one_side(player: int) -> None:
    """Where the interval goes beyond that size on one side, none of that size is excluded."""
    told = difference(pairs([14, 14, 60, 10, 8]), player)
    assert told.startswith("no difference shown: ")
    assert told.endswith(" blocks would show 5 %")


def test_difference() -> None:
    """A difference is told from either side."""
    blocks = pairs([1, 2, 10, 9, 18])
    assert difference(blocks, 0) == "stronger: 0.76 ± 0.08 over 40 blocks"
    assert difference(blocks, 1) == "weaker: 0.24 ± 0.08 over 40 blocks"


def test_little() -> None:
    """Of one block, or none, there is little to say."""
    nothing = Blocks(np.zeros((0, 2, 2)), rotation(2, 2))
    assert difference(nothing, 0) == "nothing has been played"
    single = pairs([0, 0, 0, 1, 0])
    assert difference(single, 0) == "no difference shown: 0.75 over 1 block"
    with pytest.raises(InternalError, match="1 blocks; expected at least two"):
        blocks_to_show(single, 0, 0.05)


def test_fair_share_of_three() -> None:
    """At a table of three, a third of the wins is no difference."""
    blocks = drawn(np.random.default_rng(1), 60, np.full((3, 3), 1 / 3))
    assert difference(blocks, 2).startswith("no difference shown: 0.3")


def test_blocks_to_show() -> None:
    """With so many blocks, a difference of that size is shown in 4 of 5 tries."""
    rng = np.random.default_rng(8)
    fair, better = [[0.5, 0.5]] * 2, [[0.58, 0.42]] * 2
    needed = blocks_to_show(drawn(rng, 2000, fair), 0, 0.08)
    tries = 600
    shown = sum(difference(drawn(rng, needed, better), 0).startswith("str") for _ in range(tries))
    low, high = stats.binomtest(shown, tries).proportion_ci(0.99)
    assert low - 0.02 < 0.8 < high + 0.02


@pytest.mark.parametrize(
    ("estimate", "text"),
    (
        (Estimate(12.3, -18, 42), "+12 ± 30 Elo"),
        (Estimate(-5, -10, 0), "-5 ± 5 Elo"),
        (elo(pairs([0, 0, 0, 0, 10]), 0), "above +116 Elo"),
        (elo(pairs([10, 0, 0, 0, 0]), 0), "below -116 Elo"),
        (Estimate(0, -math.inf, math.inf), "unknown Elo"),
    ),
)
def test_elo(estimate: Estimate, text: str) -> None:
    """Elo is told with its interval; without bounds, only what is known is told."""
    assert elo_text(estimate) == text


def test_progress() -> None:
    """A sequential test is told in one line."""
    told = progress_text(progress(Plan(0, 10), pairs([0, 0, 1, 0, 0]), 0))
    assert told == "LLR -0.03 (-2.94, 2.94) after 1 block: go on"


ABOVE, LEVEL, BELOW = Estimate(50, 10, 90), Estimate(10, -30, 50), Estimate(-50, -90, -10)


@pytest.mark.parametrize(
    ("gaps", "texts"),
    (
        ((ABOVE,) * 3, ["each player is shown to be stronger than the next one (95 %)"]),
        ((LEVEL, ABOVE, LEVEL), ["no difference shown between neighbours (95 %): a, b; c, d"]),
        ((ABOVE, LEVEL, LEVEL), ["no difference shown between neighbours (95 %): b, c, d"]),
        ((ABOVE, ABOVE, BELOW), ["shown to be stronger than who stands above (95 %): d over c"]),
        (
            (LEVEL, ABOVE, BELOW),
            [
                "no difference shown between neighbours (95 %): a, b",
                "shown to be stronger than who stands above (95 %): d over c",
            ],
        ),
    ),
)
def test_neighbours(gaps: Sequence[Estimate], texts: list[str]) -> None:
    """Named are those that nobody can tell apart, and those that stand the wrong way round."""
    assert neighbours_texts("abcd", gaps) == texts


def test_an_interval_beyond_all() -> None:
    """Who won both blocks is shown to be no stronger, and the ends say so; ± would deny it."""
    told = difference(pairs([0, 0, 0, 0, 2]), 0)
    assert told.startswith("no difference shown: 1.00 (0.01 to 1.00) over 2 blocks")
