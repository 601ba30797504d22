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
from carcbot.arena.standings import standings
from carcbot.errors import InputError
from tests.arena.competition.simulated import START_US, Simulated, rules_of, told

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


def test_ladder_takes_newcomers() -> None:
    """Where registration closes later, newcomers play from the next round on, once."""
    tables = "[registration]\ncloses = 2027-01-15T08:05:00Z\n"
    host = Simulated(rules_of('format = "ladder"\nrounds = 6', tables), names=NAMES)
    while host.now.phase(host.now_us) != "playing":
        host.now_us += 60_000_000
        host.minute()
    joined = host.now.round
    host.add(host.now.enter("eve", host.now_us))
    host.names = (*NAMES, "eve")
    assert host.now.part("eve") == "playing"
    with pytest.raises(InputError, match="entered already"):
        host.now.enter("eve", host.now_us)
    host.add(host.now.withdraw("ann", host.now_us))
    with pytest.raises(InputError, match="played in it already"):
        host.now.enter("ann", host.now_us)
    with pytest.raises(InputError, match="registration is over"):
        host.now.enter("fay", START_US + 300_000_000)
    assert told(Simulated(host.rules, story=list(host.story)).now) == told(host.now)
    course = host.run().course
    assert course is not None
    eve = host.now.players.index("eve")
    sat = [any(eve in table for table in each.tables) for each in course.history.rounds]
    assert not any(sat[: joined + 1])
    assert sum(sat[joined + 1 :]) >= 3
    assert len(standings(course)) == 5


def test_others_take_no_newcomers() -> None:
    """Nobody enters what is no ladder after check-in, nor a ladder in its last round."""
    with pytest.raises(InputError, match="closes when check-in has begun"):
        rules_of("", "[registration]\ncloses = 2027-01-15T08:05:00Z\n")
    tables = "[registration]\ncloses = 2027-01-15T18:05:00Z\n"
    host = Simulated(rules_of('format = "ladder"\nrounds = 1', tables), names=NAMES)
    while host.now.round < 0:
        host.now_us += 60_000_000
        host.minute()
    with pytest.raises(InputError, match="registration is over"):
        host.now.enter("eve", host.now_us)


def test_nobody_enters_for_ever() -> None:
    """Each time is a line that is kept, so there are ten; names mean accounts in any case."""
    now = Proceedings(rules_of("", '[registration]\nallow = ["ANN", "bob"]\n'))
    for _ in range(10):
        now.take_in(now.enter("ann", BEFORE_US))
        now.take_in(now.withdraw("ann", BEFORE_US))
    with pytest.raises(InputError, match="you have entered 10 times"):
        now.enter("ann", BEFORE_US)
    now.take_in(now.enter("bob", BEFORE_US))
