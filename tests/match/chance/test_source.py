"""Tests of carcbot.match.chance.source."""

from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from hypothesis import given
from hypothesis import strategies as st

from carcbot.match.chance.source import ChanceSource
from tests.referee.hosts import SEED, drawn, number

if TYPE_CHECKING:
    from carcbot.games.contract import State

SEEDS = st.binary(min_size=32, max_size=32)
WEIGHTS = st.lists(st.integers(1, 10**6), min_size=1, max_size=30)


def draw(source: ChanceSource, outcomes: Sequence[tuple[str, int]]) -> str:
    """What comes of it where these are the outcomes."""
    state = SimpleNamespace(outcomes=lambda: list(outcomes))
    return source.draw(cast("State", state)).text


@given(SEEDS, st.lists(WEIGHTS, min_size=1, max_size=10))
def test_draws(seed: bytes, draws: list[list[int]]) -> None:
    """The k-th draw is the outcome in whose stretch the k-th number lies."""
    source = ChanceSource(seed)
    for k, weights in enumerate(draws):
        outcomes = [(str(place), weight) for place, weight in enumerate(weights)]
        text = draw(source, outcomes)
        assert text == drawn(seed, k, outcomes)
        place = int(text)
        share = Fraction(number(seed, k), 2**64) * sum(weights)
        assert sum(weights[:place]) <= share < sum(weights[: place + 1])


@given(SEEDS, st.integers(1, 300))
def test_choose(seed: bytes, count: int) -> None:
    """To choose is to draw with equal weights, in the order of the alphabet."""
    texts = [str(place) for place in range(count)]
    chosen = drawn(seed, 0, [(text, 1) for text in sorted(texts)])
    assert ChanceSource(seed).choose(texts) == ChanceSource(seed).choose(texts[::-1]) == chosen
    alike = ChanceSource(seed)
    assert alike.choose(["only"]) == "only"
    assert draw(alike, [("a", 1), ("b", 1)]) == drawn(seed, 1, [("a", 1), ("b", 1)])


def test_fair() -> None:
    """Over many draws each outcome comes about as often as its weight says."""
    source = ChanceSource(SEED)
    outcomes = [("a", 1), ("b", 2), ("c", 5)]
    texts = [draw(source, outcomes) for _ in range(8000)]
    for text, weight in outcomes:
        assert abs(texts.count(text) - 1000 * weight) < 200
