"""Tests of carcbot.referee.token_bucket."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.referee.token_bucket import TokenBucket

SECOND = 10**9


def test_worked_example() -> None:
    """Two a second, three at once: the fourth waits half a second, and as long as it is told."""
    bucket = TokenBucket(2, 3, 0)
    assert [bucket.take(0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0) == pytest.approx(0.5)
    assert bucket.take(SECOND // 4) == pytest.approx(0.25)
    assert bucket.take(SECOND // 2) == 0
    assert bucket.take(SECOND // 2) == pytest.approx(0.5)


def test_asking_takes_nothing() -> None:
    """What has to be waited for can be asked as often as one likes."""
    bucket = TokenBucket(0.1, 1, 0)
    assert bucket.wait_s(0) == 0
    assert bucket.take(0) == 0
    assert bucket.wait_s(SECOND) == bucket.wait_s(SECOND) == pytest.approx(9)
    assert bucket.wait_s(10 * SECOND) == pytest.approx(0)
    assert bucket.take(10 * SECOND) == 0


def test_when_it_is_full() -> None:
    """It is full when as many tokens have come back as were taken."""
    bucket = TokenBucket(2, 3, 0)
    assert bucket.is_full(0)
    assert [bucket.take(0) for _ in range(2)] == [0, 0]
    assert not bucket.is_full(SECOND - 1)
    assert bucket.is_full(SECOND)


def test_a_long_rest() -> None:
    """However long nothing was said, no more can be said at once than the burst."""
    bucket = TokenBucket(100, 5, 0)
    assert [bucket.take(3600 * SECOND) == 0 for _ in range(6)] == [True] * 5 + [False]


@given(
    st.floats(0.1, 1000),
    st.integers(1, 100),
    st.lists(st.integers(0, SECOND), min_size=1, max_size=200),
)
def test_never_more_than_allowed(rate: float, burst: int, pauses: list[int]) -> None:
    """In any stretch of time no more is let through than burst and rate allow; waiting helps."""
    bucket, now_ns = TokenBucket(rate, burst, 0), 0
    for passed, pause in enumerate(pauses, 1):
        now_ns += pause
        wait_s = bucket.take(now_ns)
        assert 0 <= wait_s <= 1 / rate * (1 + 1e-9)
        if wait_s:
            now_ns += math.ceil(wait_s * 1e9) + 1
            assert bucket.take(now_ns) == 0
        assert passed <= burst + now_ns * rate / 1e9 + 1e-6
