"""Tests of carcbot.match.chance.numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.match.chance.numbers import SEED_BYTES, Chance, commitment_of
from tests.referee.hosts import SEED, drawn, number

SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
VECTORS = (
    (SEED, 0, "bb2f856d3414160a"),
    (SEED, 10, "d78edb47fe135f0a"),
    (bytes(32), 7, "cdb27cd23dac7bde"),
)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
WEIGHTS = st.lists(st.integers(1, 10**6), min_size=1, max_size=30)


@pytest.mark.parametrize(("seed", "k", "first_8"), VECTORS)
def test_vectors(seed: bytes, k: int, first_8: str) -> None:
    """The numbers are those that `openssl dgst -sha256 -mac HMAC` gives."""
    top = int(first_8, 16)
    assert number(seed, k) == top
    # of 2^64 outcomes, the one that is the number itself; then ever wider stretches around it
    for bits in range(65):
        low, high = top >> bits << bits, ((top >> bits) + 1) << bits
        outcomes = [("below", low), ("here", high - low), ("above", 2**64 - high)]
        kept = [(text, weight) for text, weight in outcomes if weight]
        assert Chance(seed, k).draw(kept) == "here"


def test_commitment() -> None:
    """The commitment is the SHA-256 of the seed, as `sha256sum` gives it."""
    assert commitment_of(SEED) == COMMITMENT


@given(SEEDS, st.lists(WEIGHTS, min_size=1, max_size=10), st.integers(0, 1000))
def test_draws(seed: bytes, draws: list[list[int]], used: int) -> None:
    """Each draw is the outcome in whose stretch the next number lies, from wherever one begins."""
    chance = Chance(seed, used)
    for k, weights in enumerate(draws, used):
        assert chance.used == k
        outcomes = [(str(place), weight) for place, weight in enumerate(weights)]
        text = chance.draw(outcomes)
        assert text == drawn(seed, k, outcomes)
        place = int(text)
        share = Fraction(number(seed, k), 2**64) * sum(weights)
        assert sum(weights[:place]) <= share < sum(weights[: place + 1])


@given(SEEDS, st.integers(1, 300))
def test_choose(seed: bytes, count: int) -> None:
    """To choose is to draw with equal weights, in the order of the alphabet."""
    texts = [str(place) for place in range(count)]
    chosen = drawn(seed, 0, [(text, 1) for text in sorted(texts)])
    assert Chance(seed).choose(texts) == Chance(seed).choose(texts[::-1]) == chosen
    alike = Chance(seed)
    assert alike.choose(["only"]) == "only"
    assert alike.used == 1


def test_fair() -> None:
    """Over many draws each outcome comes about as often as its weight says."""
    chance = Chance(SEED)
    outcomes = [("a", 1), ("b", 2), ("c", 5)]
    texts = [chance.draw(outcomes) for _ in range(8000)]
    for text, weight in outcomes:
        assert abs(texts.count(text) - 1000 * weight) < 200
