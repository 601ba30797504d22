"""Tests of carcbot.arena.competition.host_rulings: what a host may order, and what comes of it."""

from time import process_time

import msgspec
import pytest

from carcbot.arena.competition.chronicle import matches_over
from carcbot.arena.competition.facts import Ended, Order, RulingMade
from carcbot.arena.competition.host_rulings import ruling_of, ruling_text
from carcbot.arena.competition.rules import Competition
from carcbot.arena.standings import standings
from carcbot.errors import InputError
from tests.arena.competition.simulated import START_US, Simulated, rules_of, told

MINUTE_US = 60_000_000


def ordered(host: Simulated, order: Order, **about: object) -> RulingMade:
    """The host orders something now."""
    number = len(host.now.rulings) + 1
    wish = RulingMade(host.now_us, number, order, **about)  # type: ignore[arg-type]
    fact = ruling_of(host.now, wish)
    host.add(fact)
    return fact


def minutes(host: Simulated, count: int) -> None:
    """Lets time go by."""
    for _ in range(count):
        host.now_us += MINUTE_US
        host.minute()


def playing(seed: int = 1, text: str = "", **kinds: object) -> Simulated:
    """A competition that is being played."""
    host = Simulated(rules_of(text), seed=seed, **kinds)  # type: ignore[arg-type]
    minutes(host, 62)
    assert host.now.phase(host.now_us) == "playing"
    return host


@pytest.mark.parametrize("restarts", (False, True))
def test_disqualified(restarts: bool) -> None:  # noqa: FBT001 - as pytest gives it
    """Who is disqualified plays nothing more, and the others play to the end."""
    host = playing(text='format = "swiss"', restarts=restarts)
    assert not ordered(host, "disqualify", account="bob", reason="cheats").refused
    assert host.now.part("bob") == "disqualified"
    host.run()
    assert host.now.phase(host.now_us) == "over"
    assert ruling_text(host.now.rulings[0]) == "bob is disqualified (cheats)"
    assert host.now.course is not None
    later = host.now.course.history.rounds[1:]
    bob = host.now.players.index("bob")
    assert later
    assert not any(bob in table for each in later for table in each.tables)


def test_disqualified_before_it_begins() -> None:
    """Who is disqualified during registration does not play, and cannot enter again."""
    host = Simulated(rules_of())
    minutes(host, 5)
    ordered(host, "disqualify", account="ann")
    host.run()
    assert "ann" not in host.now.players
    assert host.now.part("ann") == "disqualified"


def test_withdrawn() -> None:
    """The host withdraws somebody as it could do itself."""
    host, own = playing(), playing()
    ordered(host, "withdraw", account="cid")
    own.add(own.now.withdraw("cid", own.now_us))
    host.run()
    own.run()
    assert host.now.entrants == own.now.entrants
    assert host.now.course is not None
    assert own.now.course is not None
    assert standings(host.now.course) == standings(own.now.course)


@pytest.mark.parametrize("begun", (30, 55), ids=("registration", "check-in"))
def test_postponed(begun: int) -> None:
    """What is postponed begins so much later, also if check-in goes on already."""
    host = Simulated(rules_of())
    minutes(host, begun)
    ordered(host, "postpone", minutes=7.0)
    phases = {}
    for minute in range(begun, 75):
        minutes(host, 1)
        phases[minute + 1] = host.now.phase(host.now_us)
    first = min(minute for minute, phase in phases.items() if phase == "playing")
    assert first == 67
    check_in = [minute for minute, phase in phases.items() if phase == "check_in"]
    assert min(check_in) == (57 if begun == 30 else 56)
    assert host.now.times.starts_us == START_US + 7 * MINUTE_US


def test_replayed() -> None:
    """A game that is played again counts once, as it ended then; so it is after a restart."""
    host = playing(seed=3, faults=0.5)
    while not host.now.ended_matches:
        minutes(host, 1)
    match = min(host.now.ended_matches)
    assert not ordered(host, "replay", match=match).refused
    assert match not in host.now.ended_matches
    anew = Simulated(host.rules, story=list(host.story))
    assert told(anew.now) == told(host.now)
    host.run()
    course = host.now.course
    assert course is not None
    ended = [fact for fact in host.now._story if isinstance(fact, Ended)]
    games = [(fact.result.block, fact.result.game) for fact in ended if fact.result.counts]
    assert len(set(games)) == len(games)
    assert sum(row.games for row in standings(course)) == 2 * len(games)
    assert match not in {fact.match for fact in ended}
    assert matches_over(host.now) == [match, *(fact.match for fact in ended)]


def test_many_are_replayed() -> None:
    """However many are: all is as if none of them had been called, and that is soon known."""
    host = playing(seed=3)
    minutes(host, 5)
    for _ in range(17):
        while not host.now.ended_matches:
            minutes(host, 1)
        match = min(host.now.ended_matches)
        assert not ordered(host, "replay", match=match).refused
    begin = process_time()
    anew = Simulated(host.rules, story=list(host.story))
    assert process_time() - begin < 10  # and not twice as long with each
    assert told(anew.now) == told(host.now)
    assert len(anew.now.rulings) == 17
    assert host.run().phase(host.now_us) == "over"


def test_replayed_after_it_was_stopped() -> None:
    """A competition that stopped because the referee failed goes on when that is played again."""
    host = Simulated(rules_of("replays = 0"), seed=2, referee_faults=0.9)
    host.run()
    assert host.now.phase(host.now_us) == "stopped"
    host.referee_faults = 0.0
    for match in sorted(host.now.ended_matches):
        ordered(host, "replay", match=match)
    assert host.run().phase(host.now_us) == "over"


def test_who_is_out_already() -> None:
    """The host is told what became of somebody who is out, and not that it does not take part."""
    host = playing()
    ann, bob = host.now.players[:2]
    assert not ordered(host, "withdraw", account=ann).refused
    assert not ordered(host, "disqualify", account=bob).refused
    for order in ("disqualify", "withdraw"):
        refused = ordered(host, order, account=ann).refused
        assert f"'{ann}' is withdrawn already" in refused
        refused = ordered(host, order, account=bob).refused
        assert f"'{bob}' is disqualified already" in refused


QUICK = "[clock]\nmain_s = 30\n"


def changed(host: Simulated, rules: Competition) -> RulingMade:
    """The host changes the terms now, as the competition's folder does it."""
    wish = RulingMade(host.now_us, len(host.now.rulings) + 1, "change")
    fact = ruling_of(host.now, wish, rules)
    host.add(fact)
    if not fact.refused:
        host.rules = rules
        host.now.change_rules(rules)
    return fact


@pytest.mark.parametrize("restarts", (False, True))
def test_changed_terms(restarts: bool) -> None:  # noqa: FBT001 - as pytest gives it
    """Who had entered and confirms plays by the changed terms; who does not is left out."""
    host = Simulated(rules_of(), restarts=restarts)
    minutes(host, 5)
    fact = changed(host, rules_of(tables=QUICK))
    assert fact.changes == "clock.main_s = 30 (was 60)"
    assert ruling_text(fact) == "the terms are changed: clock.main_s = 30 (was 60)"
    assert host.now.unconfirmed == host.now.players == host.names
    for name in ("ann", "bob", "dan"):
        host.add(host.now.confirm(name, 1, host.now_us))
    host.add(host.now.withdraw("eve", host.now_us))
    host.add(host.now.enter("eve", host.now_us))  # by the terms as they are now
    assert host.now.unconfirmed == ("cid", "fay")
    host.run()
    assert host.now.competition.clock.main_s == 30
    assert set(host.now.players) == {"ann", "bob", "dan", "eve"}
    assert [host.now.part(name) for name in ("cid", "fay")] == ["left_out"] * 2


def test_changed_twice() -> None:
    """Each change is confirmed for itself; an answer to an earlier one counts for nothing."""
    host = Simulated(rules_of())
    minutes(host, 5)
    changed(host, rules_of("blocks = 2"))
    host.add(host.now.confirm("ann", 1, host.now_us))
    with pytest.raises(InputError, match="nothing to confirm"):
        host.now.confirm("ann", 1, host.now_us)
    changed(host, rules_of("blocks = 3"))
    assert "ann" in host.now.unconfirmed
    with pytest.raises(InputError, match="changed 2 times, and not 1"):
        host.now.confirm("ann", 1, host.now_us)
    with pytest.raises(InputError, match="you have not entered"):
        host.now.confirm("nobody", 2, host.now_us)
    host.add(host.now.confirm("ann", 2, host.now_us))
    assert "ann" not in host.now.unconfirmed


def test_changed_at_the_last_minute() -> None:
    """The start waits for who has to confirm as a game waits for who is absent, and no longer."""
    late = rules_of("blocks = 2", "[no_show]\ngrace_s = 300\n")
    for confirms, begins_us in ((False, 4 * MINUTE_US), (True, 0)):
        host = Simulated(rules_of())
        minutes(host, 59)
        changed(host, late)
        if confirms:
            for name in host.names:
                host.add(host.now.confirm(name, 1, host.now_us))
        while host.now.phase(host.now_us) == "check_in":
            minutes(host, 1)
        assert host.now_us - START_US == begins_us
        if confirms:
            assert host.now.players == host.names


def test_nobody_confirms() -> None:
    """Then it is called off, and says why."""
    host = Simulated(rules_of())
    minutes(host, 5)
    changed(host, rules_of("blocks = 2"))
    host.run()
    assert host.now.phase(host.now_us) == "called_off"
    assert host.now.why == "fewer than 2 have checked in and confirmed the changed terms"


def test_what_does_not_change() -> None:
    """Name and moments stay, and all of it once it has begun; then nothing is to confirm."""
    host = Simulated(rules_of())
    minutes(host, 5)
    for rules, why in (
        (msgspec.structs.replace(rules_of(), name="cap"), "the file describes 'cap'"),
        (rules_of(tables="[check_in]\nminutes = 5\n"), "[check_in]: who may enter, and when"),
        (rules_of(tables="[registration]\nmost = 5\n"), "[registration]: who may enter"),
        (rules_of(tables="[schedule]\nstarts = [2027-01-16T08:00:00Z]\n"), "[schedule], starts"),
    ):
        assert why in changed(host, rules).refused
    assert host.now.unconfirmed == ()
    begun = playing()
    assert "has begun" in changed(begun, rules_of("blocks = 2")).refused
    begun.run()


def test_refused() -> None:
    """What cannot be done is refused with the reason, and changes nothing."""
    host = playing()
    before = told(host.now)
    for order, about, why in (
        ("disqualify", {"account": "eve2"}, "'eve2' does not take part"),
        ("withdraw", {"account": ""}, "'' does not take part"),
        ("postpone", {"minutes": 3.0}, "every round may begin already"),
        ("replay", {"match": "nowhere"}, "no game of this round was the match 'nowhere'"),
    ):
        assert why in ordered(host, order, **about).refused  # type: ignore[arg-type]
    assert told(host.now) == before
    assert host.now.knows_ruling(4, 0)
    assert not host.now.knows_ruling(5, 0)
    host.run()
    assert "is over" in ordered(host, "disqualify", account="ann").refused


def test_a_game_is_played_again_after_the_last_one() -> None:
    """Where the host has time for protests nothing is over when the last game is."""
    schedule = "[schedule]\nstarts = [2027-01-15T08:00:00Z]\nprotest_s = 3600\n"
    host = Simulated(rules_of("", schedule), seed=1)
    while not (host.now.is_between_rounds and host.now.round >= 0):
        minutes(host, 1)
    ended_us = host.now.changed_us
    assert host.now.phase(host.now_us) == "playing"
    assert host.now.ends_us == ended_us + 60 * MINUTE_US
    match = next(iter(host.now.ended_matches))
    assert not ordered(host, "replay", match=match, reason="a protest").refused
    assert [len(host.now.waiting), len(host.now.playing)] == [1, 0]
    host.run()
    assert host.now.phase(host.now_us) == "over"
    assert host.now.ends_us > ended_us + 60 * MINUTE_US
    refused = ordered(host, "replay", match=match).refused
    assert "the competition is over" in refused
    assert "protest_s" in refused


def test_names_in_any_case() -> None:
    """A host may write an account's name as nobody else does."""
    host = playing()
    assert not ordered(host, "disqualify", account="BOB").refused
    assert host.now.part("bob") == "disqualified"
