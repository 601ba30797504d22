"""Tests of carcbot.match.chance.numbers."""

import pytest

from carcbot.match.chance.numbers import commitment_of, number_of, pick
from tests.referee.hosts import SEED, number

VECTORS = (
    (SEED, 0, "bb2f856d3414160a"),
    (SEED, 10, "d78edb47fe135f0a"),
    (bytes(32), 7, "cdb27cd23dac7bde"),
)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


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
        assert pick(number_of(seed, b"draw:%d" % k), kept, 2**64) == "here"


def test_commitment() -> None:
    """The commitment is the SHA-256 of the seed, as `sha256sum` gives it."""
    assert commitment_of(SEED) == COMMITMENT
