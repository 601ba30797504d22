"""Tests of carcbot.referee.clocks."""

from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.errors import OptionsError
from carcbot.messages.parts import ClockSpec
from carcbot.referee.clocks import USUAL, LagAccount, after, at_start, check, time_for

Kind = Literal["per_move", "sudden_death", "fischer", "delay", "bank"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TIMES = st.integers(0, 10**12)
SECOND = 1_000_000

# kind, main and move of the clock; then for each move what it took and what is left, in seconds
WORKED: list[tuple[Kind, int, int, list[tuple[int, int]]]] = [
    ("per_move", 0, 10, [(3, 0), (10, 0), (0, 0), (11, -1)]),
    ("sudden_death", 60, 0, [(10, 50), (0, 50), (50, 0), (0, 0), (1, -1)]),
    ("fischer", 60, 5, [(10, 55), (2, 58), (58, 5), (6, -1)]),
    ("delay", 60, 5, [(10, 55), (2, 55), (5, 55), (55, 5), (5, 5), (6, -1)]),
    ("bank", 60, 5, [(10, 55), (2, 55), (60, 0), (5, 0), (6, -1)]),
]


@pytest.mark.parametrize(("kind", "main", "move", "moves"), WORKED)
def test_worked_example(kind: Kind, main: int, move: int, moves: list[tuple[int, int]]) -> None:
    """A clock runs as it does in an example that was worked out by hand."""
    spec = ClockSpec(kind, main * SECOND, move * SECOND)
    check(spec)
    left = at_start(spec)
    assert left == main * SECOND
    for spent, then in moves:
        left = after(spec, left, spent * SECOND)
        assert left == (then * SECOND if then >= 0 else -1)


@pytest.mark.parametrize("kind", KINDS)
@given(TIMES, TIMES, TIMES, TIMES)
def test_a_move_is_in_time_or_not(kind: Kind, start: int, move: int, main: int, spent: int) -> None:
    """After a move there is no less than nothing left if and only if it kept to its time."""
    spec = ClockSpec(kind, start, move)
    assert (after(spec, main, spent) >= 0) == (spent <= time_for(spec, main))


@pytest.mark.parametrize("kind", KINDS)
@given(TIMES, TIMES, st.integers(0, 10**6), st.integers(0, 10**6))
def test_slower_is_no_better(kind: Kind, move: int, main: int, quick: int, more: int) -> None:
    """A slower move never leaves more on the clock, and a microsecond costs at most one."""
    spec = ClockSpec(kind, 0, move)
    if quick + more <= time_for(spec, main):
        lost = after(spec, main, quick) - after(spec, main, quick + more)
        assert 0 <= lost <= more


@given(TIMES, TIMES, TIMES)
def test_what_a_move_costs(move: int, main: int, spent: int) -> None:
    """Fischer gives its increment always, delay what was spent of it, a bank pays the excess."""
    if spent <= main:
        assert after(ClockSpec("sudden_death", 0, move), main, spent) == main - spent
        assert after(ClockSpec("fischer", 0, move), main, spent) == main - spent + move
        back = min(spent, move)
        assert after(ClockSpec("delay", 0, move), main, spent) == main - spent + back
    if spent <= main + move:
        excess = spent - move if spent > move else 0
        assert after(ClockSpec("bank", 0, move), main, spent) == main - excess
    if spent <= move:
        assert after(ClockSpec("per_move", 0, move), main, spent) == 0


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 3 * 10**12), st.integers(0, 3 * 10**12))
def test_check(kind: Kind, main: int, move: int) -> None:
    """A clock is refused if its first move has no time, or it is longer than a month."""
    spec = ClockSpec(kind, main, move)
    needed = move if kind in {"per_move", "bank"} else main
    month = 30 * 24 * 3600 * SECOND
    if needed and max(main, move) <= month:
        check(spec)
        assert time_for(spec, at_start(spec)) > 0
    else:
        with pytest.raises(OptionsError, match=f"of the clock {kind}"):
            check(spec)


@pytest.mark.parametrize("kind", KINDS)
def test_no_time_at_all(kind: Kind) -> None:
    """A clock with nothing on it is refused."""
    with pytest.raises(OptionsError, match="no seconds for"):
        check(ClockSpec(kind))


def test_usual() -> None:
    """The usual clock is possible: a second for each move and a minute beside."""
    check(USUAL)
    assert time_for(USUAL, at_start(USUAL)) == 61 * SECOND


def test_lag_worked_example() -> None:
    """The account is emptied by lag, at most so much a move, and filled a little by each move."""
    lag = LagAccount(300, 200, 20)
    assert [lag.most(0), lag.most(150), lag.most(500), lag.most(-5)] == [0, 150, 200, 0]
    lag.pay(200)
    assert lag.left_us == 120
    assert lag.most(500) == 120
    lag.pay(120)
    assert lag.left_us == 20
    for left in (40, 60):
        lag.pay(0)
        assert lag.left_us == left
    for _ in range(20):
        lag.pay(0)
    assert lag.left_us == 300
    lag = LagAccount(300, 200, 20)
    lag.left_us = 7
    assert lag.most(500) == 7


@given(TIMES, TIMES, TIMES, st.lists(st.integers(0, 10**12), max_size=30))
def test_lag_is_bounded(quota: int, most: int, refill: int, lags: list[int]) -> None:
    """No move is credited more than allowed, and all of them no more than quota and refills."""
    lag = LagAccount(quota, most, refill)
    paid = 0
    for lag_us in lags:
        credit = lag.most(lag_us)
        assert 0 <= credit <= min(lag_us, most)
        lag.pay(credit)
        paid += credit
        assert 0 <= lag.left_us <= quota
    assert paid <= quota + refill * len(lags)
