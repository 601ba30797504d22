"""Tests of carcbot.bot.time_plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.bot.time_plan import Clock, LagMeter, budget_for, reserved
from carcbot.errors import OptionsError

TIMES = st.floats(0, 1e5, allow_nan=False)


def limits(clock: Clock, turns: int, plies: int, margin: float) -> tuple[float, float]:
    """Both limits of a budget."""
    budget = budget_for(clock, turns, plies, margin)
    assert budget.soft_s is not None
    assert budget.hard_s is not None
    return budget.soft_s, budget.hard_s


def test_worked_example() -> None:
    """Six minutes for 36 decisions: a little more than a share in the opening, less at the end."""
    soft, hard = limits(Clock(remaining_s=360), 36, 71, 0.002)
    assert soft == pytest.approx((360 - 0.5) / 36 * 1.3 - 0.002)
    assert hard == pytest.approx(3 * soft)
    soft, hard = limits(Clock(remaining_s=20), 4, 8, 0.002)
    assert soft == pytest.approx((20 - 0.5) / 4 * 0.6 - 0.002)
    assert hard == pytest.approx(0.25 * 19.5)


@given(st.floats(2.5, 600), st.integers(2, 40), st.floats(0.001, 0.002))
def test_even(remaining: float, turns: int, margin: float) -> None:
    """With the plan of the thesis what is left is divided by the own decisions that are left."""
    for plies in (2 * turns, 2 * turns - 1):
        even = budget_for(Clock(remaining_s=remaining), turns, plies, margin, "even").soft_s
        share = (remaining - 0.5) / turns
        assert even == pytest.approx(min(max(share - margin, 0.005), 0.25 * (remaining - 0.5)))


def test_time_for_a_move() -> None:
    """With time for each move alone, all of it but the margin is the limit, 0.85 of it the plan."""
    assert limits(Clock(per_move_s=1.0), 36, 71, 0.01) == pytest.approx((0.85, 0.99))
    # the margin is at most a quarter
    assert limits(Clock(per_move_s=0.02), 36, 71, 0.05) == pytest.approx((0.015, 0.015))


def test_free_time_is_used() -> None:
    """Late in the game, too, where a turn gets less than its share of what can be saved."""
    soft, _ = limits(Clock(remaining_s=1, free_s=2), 5, 10, 0.002)
    assert soft == pytest.approx(0.85 * 2 - 0.002)


def test_cap_on_a_move() -> None:
    """A cap on each move holds beside a clock for all of them."""
    _, hard = limits(Clock(remaining_s=600, per_move_s=2.0), 36, 71, 0.002)
    assert hard == pytest.approx(1.998)


def test_increment() -> None:
    """Time that comes back after each move may be spent on it."""
    without, _ = limits(Clock(remaining_s=10), 30, 60, 0.002)
    soft, hard = limits(Clock(remaining_s=10, increment_s=1), 30, 60, 0.002)
    assert soft == pytest.approx(without + 1.3)
    assert hard <= 10 - 0.002


@given(TIMES, TIMES, st.integers(0, 60), st.integers(0, 120), st.floats(0, 1))
def test_never_more_than_there_is(
    remaining: float, increment: float, turns: int, plies: int, margin: float
) -> None:
    """Whatever the clock, the plan lies within the limit, and the limit within the clock."""
    soft, hard = limits(Clock(remaining_s=remaining, increment_s=increment), turns, plies, margin)
    assert 0 < soft <= hard
    assert hard <= max(remaining, 0.001)


@given(st.floats(0.01, 600), st.integers(1, 40), st.floats(0.0005, 0.01))
def test_a_game_within_its_clock(remaining: float, turns: int, overhead: float) -> None:
    """A game in which each decision takes all that it may, and something on its way, is in time."""
    left = remaining
    for turn in range(turns, 0, -1):
        _, hard = limits(Clock(remaining_s=left), turn, 2 * turn, overhead)
        if left < 0.02:
            break  # too little for anything but an answer at once
        left -= hard + min(overhead, left / turn / 4)
        assert left > 0


def test_something_is_held_back() -> None:
    """In a game of 0.2 s, of which each fourth decision takes all that it may, 10 ms are left."""
    left = 0.2
    for turn in range(36, 0, -1):
        soft, hard = limits(Clock(remaining_s=left, increment_s=0.002), turn, 2 * turn, 0.002)
        left -= hard if turn % 4 == 0 else soft
        assert left > 0.010
        left += 0.002


def test_lag() -> None:
    """Over a network much is expected until something is measured; then that is the margin."""
    meter = LagMeter(over_network=True)
    assert meter.margin_s == pytest.approx(0.050)
    assert LagMeter(over_network=False).margin_s == pytest.approx(0.002)
    few = LagMeter(over_network=True)
    for lag in (0.3, 0.001):
        few.add(lag)
        assert few.margin_s == pytest.approx(0.3)
    for _ in range(99):
        meter.add(0.004)
    meter.add(0.300)
    assert meter.margin_s == pytest.approx(0.004)
    for _ in range(300):
        meter.add(0.0001)
    assert meter.margin_s == pytest.approx(0.002)


def test_late_machine() -> None:
    """The worst lateness of late is kept off the clock, and a search always gets some of it."""
    meter = LagMeter(over_network=True)
    assert meter.late_s == 0
    for late_s in (0.01, 0.36, -0.2, 0.0):
        meter.was_late(late_s)
    assert meter.late_s == pytest.approx(0.36)
    assert reserved(60.0, meter.late_s) == pytest.approx(59.64)
    assert reserved(0.1, meter.late_s) == pytest.approx(0.0125)
    for _ in range(100):
        meter.was_late(0.0)
    assert meter.late_s == 0
    meter.was_late(3600.0)  # the machine has slept
    assert meter.late_s == pytest.approx(2.0)


def test_refused() -> None:
    """A clock without time, or with a negative one, is no clock."""
    with pytest.raises(OptionsError):
        Clock()
    with pytest.raises(OptionsError):
        Clock(remaining_s=-1)
    with pytest.raises(OptionsError):
        Clock(per_move_s=float("nan"))
