"""Tests of carcbot.arena.statistics.sequential."""

import math
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.arena.statistics.block_values import Blocks, rotation, shares_of
from carcbot.arena.statistics.sequential import (
    FEWEST,
    Model,
    Plan,
    Progress,
    Verdict,
    counts_of,
    progress,
    score_ratio,
    verdict_after,
)
from carcbot.errors import InputError
from tests.arena.statistics.results import drawn, pairs


def test_bounds() -> None:
    """With 5 % for both errors, they are those that every testing site of chess engines shows."""
    plan = Plan(0, 10)
    assert (plan.low, plan.high) == pytest.approx((-2.94, 2.94), abs=0.005)
    assert Plan(0, 5, alpha=0.01, beta=0.1).high == pytest.approx(math.log(0.9 / 0.01))


@pytest.mark.parametrize(
    ("model", "elos", "counts", "ratio"),
    (
        ("normalized", (0, 2), (36027, 68692, 36433), 0.92),
        ("normalized", (-1.75, 0.25), (10650, 20431, 10871), 2.30),
        ("logistic", (0.5, 2.5), (21184, 40708, 21404), -1.57),
        ("logistic", (0, 2), (57030, 106593, 57433), -2.59),
        ("normalized", (0, 2), (365, 16618, 36229, 16974, 390), 2.25),
        ("normalized", (-1.75, 0.25), (127, 4883, 10712, 5150, 104), 3.01),
        ("logistic", (0.5, 2.5), (223, 9863, 21279, 10037, 246), -3.07),
        ("logistic", (0, 2), (871, 26175, 55983, 26678, 821), -4.98),
    ),
)
def test_published_ratios(
    model: Model, elos: tuple[float, float], counts: tuple[int, ...], ratio: float
) -> None:
    """What fastchess pins in app/tests/sprt_test.cpp, for single games and for pairs."""
    found = float(score_ratio(Plan(*elos, model), np.array(counts, dtype=np.float64), 2))
    assert found == pytest.approx(ratio, abs=0.005)


def test_published_match() -> None:
    """A short match that fastchess reported: pairs [0, 0, 2, 0, 37], LLR 2.96, H1 accepted."""
    counts = np.array([0.0, 0, 2, 0, 37])
    found = float(score_ratio(Plan(0, 20, "normalized"), counts, 2))
    assert found == pytest.approx(2.96, abs=0.005)


@given(st.integers(2, 6).flatmap(lambda n: st.tuples(st.just(n), places(n))))
def test_counts_keep_the_mean(played: tuple[int, list[list[int]]]) -> None:
    """However games end, each block counts once, and the mean of the counts is that of the scores.

    With two players all scores are on the grid; ties of three are not.
    """
    players, rows = played
    scores = shares_of(rows)[:, 0].reshape(-1, players).mean(axis=1)
    counts = counts_of(scores, players)[-1]
    assert counts.sum() == pytest.approx(len(scores))
    grid = np.linspace(0, 1, 2 * players + 1)
    assert counts @ grid == pytest.approx(scores.sum())
    if players == 2:
        assert (counts == np.rint(counts)).all()


def places(players: int) -> st.SearchStrategy[list[list[int]]]:
    """The places of all games of some blocks."""
    game = st.lists(st.integers(1, players), min_size=players, max_size=players)
    block = st.lists(game, min_size=players, max_size=players)
    return st.lists(block, min_size=1, max_size=5).map(lambda blocks: list(chain(*blocks)))


@pytest.mark.parametrize("model", ("logistic", "normalized", "margin"))
def test_verdicts(model: Model) -> None:
    """Clear results are seen soon, either way; results between the hypotheses are not decided."""
    better = np.random.default_rng(1).permutation(np.repeat([0, 1, 2, 3, 4], [2, 6, 40, 14, 18]))
    blocks = pairs_in_order(better)
    won = progress(Plan(0, 40 if model != "margin" else 2, model), blocks, 0)
    assert won.verdict is Verdict.ACCEPT_H1
    assert won.ratio >= won.plan.high
    assert FEWEST <= won.blocks <= 80
    lost = progress(Plan(0, 40 if model != "margin" else 2, model), blocks, 1)
    assert lost.verdict is Verdict.ACCEPT_H0
    assert lost.ratio <= lost.plan.low
    open_ = progress(Plan(40, 70) if model != "margin" else Plan(2, 3, model), blocks, 0)
    assert open_.verdict is Verdict.GO_ON
    assert open_.blocks == 80
    assert open_.plan.low < open_.ratio < open_.plan.high


@pytest.mark.parametrize("lead", (15.0, 70.0))
@pytest.mark.parametrize("tail", (-1, 1))
def test_margins_far_from_both_hypotheses(lead: float, tail: int) -> None:
    """Who is far ahead is stronger, and who is far behind is not, whatever the margins' tail."""
    luck = tail * (np.random.default_rng(2).gamma(4, 4, (40, 100)) - 16)
    for margins in lead + luck:
        for sign, verdict in ((1, Verdict.ACCEPT_H1), (-1, Verdict.ACCEPT_H0)):
            both = np.stack([margins, -margins], axis=1)[:, None].repeat(2, axis=1) * sign
            blocks = Blocks(np.full((100, 2, 2), 0.5), rotation(2, 2), both)
            assert progress(Plan(0, 3, "margin"), blocks, 0).verdict is verdict


def pairs_in_order(steps: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Blocks:
    """Blocks of two games between two, of these half wins each, in this order."""
    singles = [pairs(row) for row in np.eye(5, dtype=int)[steps].tolist()]
    margins = [each.margins for each in singles if each.margins is not None]
    scores = np.concatenate([each.scores for each in singles])
    return Blocks(scores, rotation(2, 2), np.concatenate(margins))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=60), st.integers(0, 60))
def test_first_verdict_stays(steps: list[int], more: int) -> None:
    """Blocks after the verdict change nothing; those before it are judged as if they were all."""
    blocks = pairs_in_order(np.array(steps))
    found = progress(Plan(0, 60), blocks, 0)
    longer = progress(Plan(0, 60), pairs_in_order(np.array(steps + [4] * more)), 0)
    if found.verdict is not Verdict.GO_ON:
        assert longer == found
    until = progress(Plan(0, 60), pairs_in_order(np.array(steps[: found.blocks])), 0)
    assert until == found


def test_self_play_is_no_improvement() -> None:
    """Pairs that all tie, as a bot's against itself do, end with the null hypothesis."""
    found = progress(Plan(0, 10), pairs([0, 0, 400, 0, 0]), 0)
    assert found.verdict is Verdict.ACCEPT_H0
    assert found.blocks < 200


def test_no_early_verdict() -> None:
    """Before there are enough blocks to see how they vary, there is no verdict."""
    found = progress(Plan(0, 200), pairs([0, 0, 0, 0, FEWEST - 1]), 0)
    assert found.verdict is Verdict.GO_ON
    assert found.ratio > found.plan.high
    found = progress(Plan(0, 200), pairs([0, 0, 0, 0, FEWEST]), 0)
    assert (found.verdict, found.blocks) == (Verdict.ACCEPT_H1, FEWEST)


def test_nothing_played() -> None:
    """Before the first block, nothing speaks for either."""
    nothing = Blocks(np.zeros((0, 2, 2)), rotation(2, 2))
    found = progress(Plan(0, 10), nothing, 0)
    assert (found.ratio, found.blocks, found.verdict) == (0, 0, Verdict.GO_ON)


@pytest.mark.parametrize("players", (3, 4, 6))
@pytest.mark.parametrize("model", ("logistic", "normalized"))
def test_more_seats(players: int, model: Model) -> None:
    """Equals are told from a stronger player at tables of any size."""
    rng = np.random.default_rng(players)
    equal = np.full((players, players), 1 / players)
    strong = np.full((players, players), 0.6 / (players - 1))
    strong[:, 0] = 0.4
    plan = Plan(0, 60, model)
    assert progress(plan, drawn(rng, 400, equal), 0).verdict is Verdict.ACCEPT_H0
    assert progress(plan, drawn(rng, 400, strong), 0).verdict is Verdict.ACCEPT_H1


@pytest.mark.parametrize(
    ("h0", "h1", "alpha", "beta", "what"),
    (
        (10, 0, 0.05, 0.05, "hypotheses 10 and 0; expected two numbers, the lower first"),
        (0, 0, 0.05, 0.05, "hypotheses 0 and 0"),
        (math.nan, 5, 0.05, 0.05, "hypotheses nan and 5"),
        (0, math.inf, 0.05, 0.05, "hypotheses 0 and inf"),
        (0, 5, 0, 0.05, "alpha of 0; expected more than 0"),
        (0, 5, 0.05, 0.5, "beta of 0.5"),
    ),
)
def test_impossible_plans(h0: float, h1: float, alpha: float, beta: float, what: str) -> None:
    """A plan that is no test is refused with what is wrong about it."""
    with pytest.raises(InputError) as caught:
        Plan(h0, h1, alpha=alpha, beta=beta)
    assert what in str(caught.value)


def test_foreseen_verdict() -> None:
    """It is said when a ratio will be over that goes on evenly, but not if it has come no way."""
    plan = Plan(0, 10)
    now = Progress(plan, plan.high / 2, 100, Verdict.GO_ON)
    assert verdict_after(now) == 200
    assert verdict_after(replace(now, ratio=plan.low / 2)) == 200
    assert verdict_after(replace(now, ratio=0.9)) is None
    assert verdict_after(replace(now, ratio=0.0)) is None
    assert verdict_after(replace(now, blocks=FEWEST - 1)) is None
    assert verdict_after(replace(now, verdict=Verdict.ACCEPT_H1)) is None
