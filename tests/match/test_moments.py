"""Tests of carcbot.match.moments."""

from hypothesis import given
from hypothesis import strategies as st

from carcbot.match.moments import Moments

YEARS_US = st.integers(min_value=0, max_value=2**53)
UPTIME_NS = st.integers(min_value=0, max_value=2**62)


@given(YEARS_US, UPTIME_NS, st.integers(min_value=0, max_value=2**50))
def test_moments_are_as_far_apart_on_both(now_us: int, now_ns: int, later_us: int) -> None:
    """Two looks at once say when any later moment is, to the microsecond."""
    moments = Moments.when(now_us, now_ns)
    assert moments.us(now_ns) == now_us
    assert moments.us(now_ns + 1000 * later_us) == now_us + later_us


@given(YEARS_US, YEARS_US, UPTIME_NS)
def test_time_does_not_go_back(now_us: int, last_us: int, now_ns: int) -> None:
    """After a calendar was set back, what comes is stamped as late as the last before it."""
    moments = Moments.when(now_us, now_ns).not_before(last_us, now_ns)
    assert moments.us(now_ns) == max(now_us, last_us)
