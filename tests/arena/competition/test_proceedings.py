"""Tests of carcbot.arena.competition.proceedings: who may do what, and who plays in the end."""

import pytest

from carcbot.arena.competition.facts import (
    Began,
    CheckedIn,
    CheckInBegan,
    Entered,
    Finished,
    Withdrew,
)
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.errors import InputError
from tests.arena.competition.simulated import START_US, rules_of

BEFORE_US = START_US - 3_600_000_000
NAMES = ("ann", "bob", "cid", "dan")


def gathered(text: str = "", tables: str = "", names: tuple[str, ...] = NAMES) -> Proceedings:
    """A competition that these have entered."""
    now = Proceedings(rules_of(text, tables))
    for name in names:
        now.take_in(now.enter(name, BEFORE_US))
    return now


def test_entering() -> None:
    """Whoever is allowed enters once, while there is time and room."""
    tables = (
        '[registration]\nopens = 2027-01-15T06:30:00Z\nmost = 2\nallow = ["ann", "bob", "cid"]\n'
    )
    now = Proceedings(rules_of("", tables))
    with pytest.raises(InputError, match="has not begun"):
        now.enter("ann", START_US - 2 * 3_600_000_000)
    now.take_in(now.enter("ann", BEFORE_US))
    with pytest.raises(InputError, match="entered already"):
        now.enter("ann", BEFORE_US)
    with pytest.raises(InputError, match="for others"):
        now.enter("dan", BEFORE_US)
    now.take_in(now.enter("bob", BEFORE_US))
    with pytest.raises(InputError, match="all 2 places"):
        now.enter("cid", BEFORE_US)
    now.take_in(now.withdraw("bob", BEFORE_US))
    now.take_in(now.enter("cid", BEFORE_US))
    with pytest.raises(InputError, match="registration is over"):
        now.enter("bob", START_US - 60_000_000)
    assert now.players == ("ann", "cid")


def test_late_check_in() -> None:
    """Who checks in too late, or has not entered, does not play; nobody else is kept by that."""
    now = gathered()
    with pytest.raises(InputError, match="check-in has not begun"):
        now.check_in("ann", BEFORE_US)
    now.take_in(CheckInBegan(START_US - 600_000_000))
    for name in ("ann", "bob", "cid"):
        now.take_in(now.check_in(name, START_US - 1))
    with pytest.raises(InputError, match="not entered"):
        now.check_in("eve", START_US - 1)
    now.take_in(now.withdraw("cid", START_US - 1))
    assert now.admitted() == ("ann", "bob")
    now.take_in(Began(START_US, now.admitted()))
    with pytest.raises(InputError, match="check-in is over"):
        now.check_in("dan", START_US)
    assert [now.part(name) for name in NAMES] == ["playing", "playing", "withdrawn", "left_out"]


def test_order_of_players() -> None:
    """The seeds come first, the others as they have entered; who comes again stands behind."""
    now = gathered('seeds = ["dan", "zoe", "cid"]')
    assert now.players == ("dan", "cid", "ann", "bob")
    now.take_in(Withdrew(BEFORE_US, "ann"))
    now.take_in(Entered(BEFORE_US, "ann"))
    assert now.players == ("dan", "cid", "bob", "ann")


def test_left_out_where_it_does_not_come_out_even() -> None:
    """A knockout of tables of three goes with 3, 5, 7: the last one has to watch."""
    now = gathered('format = "knockout"\nseats = 3')
    now.take_in(CheckInBegan(START_US - 600_000_000))
    for name in NAMES:
        now.take_in(CheckedIn(START_US - 1, name))
    assert now.admitted() == ("ann", "bob", "cid")


def test_withdrawing() -> None:
    """Only who takes part withdraws, and only while there is something to withdraw from."""
    now = gathered()
    with pytest.raises(InputError, match="do not take part"):
        now.withdraw("eve", BEFORE_US)
    now.take_in(Began(START_US, NAMES))
    now.take_in(now.withdraw("ann", START_US))
    assert now.is_gone("ann")
    with pytest.raises(InputError, match="do not take part"):
        now.withdraw("ann", START_US)
    now.take_in(Finished(START_US))
    with pytest.raises(InputError, match="it is over"):
        now.withdraw("bob", START_US)


def test_phases() -> None:
    """Before check-in the time says how far it is; then what has happened does."""
    tables = "[registration]\nopens = 2027-01-15T07:00:00Z\ncloses = 2027-01-15T07:30:00Z\n"
    now = Proceedings(rules_of("", tables))
    minutes = (-61, -60, -31, -30, 5)
    phases = [now.phase(START_US + minute * 60_000_000) for minute in minutes]
    assert phases == ["announced", "registration", "registration", "closed", "closed"]
    now.take_in(CheckInBegan(START_US))
    assert now.phase(BEFORE_US) == "check_in"
