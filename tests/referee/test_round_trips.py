"""Tests of carcbot.referee.round_trips."""

from hypothesis import given
from hypothesis import strategies as st

from carcbot.referee.round_trips import RoundTrips

TRIPS = st.lists(st.integers(0, 10**9), min_size=1, max_size=30)


def ping(trips: RoundTrips, now_ns: int) -> bytes:
    """What a ping carries that leaves at this moment."""
    payload = trips.ping()
    trips.sent(payload, now_ns)
    return payload


def test_nothing_measured() -> None:
    """Before the first pong there is no lag, and what counts is when the first ping was sent."""
    trips = RoundTrips(0)
    ping(trips, 5)
    assert trips.lag_us == 0
    assert trips.heard_ns == 5
    ping(trips, 7)
    assert trips.heard_ns == 5


@given(TRIPS)
def test_shortest_of_the_last(trips_us: list[int]) -> None:
    """The lag is the shortest of the last eight round trips."""
    trips, now_ns = RoundTrips(0), 0
    for count, trip_us in enumerate(trips_us, 1):
        payload = ping(trips, now_ns)
        now_ns += trip_us * 1000 + 999
        trips.pong(payload, now_ns)
        assert trips.heard_ns == now_ns
        assert trips.lag_us == min(trips_us[max(count - 8, 0) : count])


def test_foreign_pongs() -> None:
    """A pong that answers no ping, or one that was answered already, means nothing."""
    trips = RoundTrips(0)
    trips.pong(b"1", 10)
    assert trips.heard_ns == 0
    payload = ping(trips, 1_000_000)
    trips.pong(payload + b"x", 1_500_000)
    heard = [(trips.lag_us, trips.heard_ns)]
    trips.pong(payload, 3_000_000)
    trips.pong(payload, 1_000_001)
    assert [*heard, (trips.lag_us, trips.heard_ns)] == [(0, 1_000_000), (2000, 3_000_000)]


def test_pongs_out_of_order() -> None:
    """Each pong is held against its own ping."""
    trips = RoundTrips(0)
    first, second = ping(trips, 0), ping(trips, 10_000)
    assert first != second
    trips.pong(second, 50_000)
    assert trips.lag_us == 40
    trips.pong(first, 60_000)
    assert trips.lag_us == 40


def test_old_pings_are_forgotten() -> None:
    """Of pings without a pong only the last four are remembered."""
    trips = RoundTrips(0)
    payloads = [ping(trips, count) for count in range(6)]
    for payload in payloads[:2]:
        trips.pong(payload, 10_000)
    assert trips.heard_ns == 0
    for late, payload in enumerate(payloads[2:]):
        trips.pong(payload, 20_000 + late)
        assert trips.heard_ns == 20_000 + late


def test_time_that_runs_backwards() -> None:
    """A stamp before the ping's counts as no lag."""
    trips = RoundTrips(0)
    trips.pong(ping(trips, 5000), 4000)
    assert trips.lag_us == 0
    assert trips.heard_ns == 4000


def test_a_ping_that_waits() -> None:
    """A ping's way begins when it leaves, however long before that it was made."""
    trips = RoundTrips(7)
    payload = trips.ping()
    assert trips.heard_ns == 7
    assert not trips.pong(payload, 1_000_000), "nobody can answer it yet"
    trips.sent(payload, 5_000_000)
    assert trips.pong(payload, 5_030_000)
    assert trips.lag_us == 30
