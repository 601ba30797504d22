"""Whole competitions, simulated: who does not come, who fails, and a referee that is killed."""

import itertools
from collections import Counter

import pytest

from carcbot.arena.blocks import Fault, FaultKind, GameResult
from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import (
    Began,
    Called,
    CalledOff,
    CheckInBegan,
    Ended,
    Entered,
    Finished,
    RoundBegan,
)
from carcbot.arena.competition.next_step import NextStep
from carcbot.arena.competition.proceedings import Proceedings
from carcbot.arena.standings import standings
from tests.arena.competition.simulated import START_US, Simulated, rules_of, told

MINUTE_US = 60_000_000
FORMATS = (
    "blocks = 2",
    'format = "gauntlet"\nblocks = 2',
    'format = "swiss"\nrounds = 3',
    'format = "knockout"',
    'format = "ladder"\nrounds = 3',
    'format = "swiss"\nrounds = 3\nseats = 3',
    "at_once = 3\nblocks = 2",
    'format = "knockout"\nseats = 3',
)


NUMBERS = itertools.count()


def new_name() -> str:
    """A name that no match has."""
    return f"n{next(NUMBERS)}"


def story(simulated: Simulated) -> list[facts.Fact]:
    """All that happened."""
    return [facts.decode(line) for line in simulated.story]


@pytest.mark.parametrize("text", FORMATS)
@pytest.mark.parametrize("seed", range(4))
def test_ends_whatever_happens(text: str, seed: int) -> None:
    """Absences, withdrawals, faults of players and of the referee: it ends, and all is in it."""
    tables = "[no_show]\ngrace_s = 240\n[disqualification]\nillegal = 2\ncrash = 1"
    simulated = Simulated(
        rules_of(f"replays = 90\n{text}", tables),
        seed=seed,
        absence=0.15,
        faults=0.15,
        referee_faults=0.15,
        withdrawals=0.0015,
    )
    now = simulated.run()
    assert now.phase(simulated.now_us) == "over"
    assert now.course is not None
    assert not now.waiting
    assert not now.playing
    happened = story(simulated)
    ended = [fact.result for fact in happened if isinstance(fact, Ended)]
    valid = Counter((each.block, each.game) for each in ended if each.counts)
    assert set(valid.values()) == {1}, "a game has one result"
    counted = [game for block in now.course.counted for game in block.games]
    assert all(game.counts for game in counted)
    told_faults = sum(row.faults.total() for row in standings(now.course))
    assert told_faults == sum(len(game.faults) for game in counted)
    assert [fact.round for fact in happened if isinstance(fact, RoundBegan)] == list(
        range(now.round + 1)
    )


@pytest.mark.parametrize("text", FORMATS)
def test_restart_at_any_fact(text: str) -> None:
    """A referee that is killed after each fact has the same competition as one that never was."""
    # who waits for whom is forgotten by a crash: nobody is to be given up here
    rules = rules_of(f"replays = 90\n{text}", "[no_show]\ngrace_s = 1e6\n")
    one, other = (
        Simulated(
            rules,
            seed=5,
            absence=0.1,
            faults=0.2,
            referee_faults=0.1,
            withdrawals=0.0015,
            restarts=restarts,
        )
        for restarts in (False, True)
    )
    for _ in range(400):
        for each in (one, other):
            each.now_us += MINUTE_US
            each.minute()
        assert one.story == other.story
        assert told(one.now) == told(other.now)
        if one.now.phase(one.now_us) == "over":
            break
    assert one.now.phase(one.now_us) == "over"


@pytest.mark.parametrize("at_once", (1, 2))
def test_nobody_plays_more_at_once(at_once: int) -> None:
    """Nobody has more games at the same time than the rules say, and all are used."""
    simulated = Simulated(rules_of(f"at_once = {at_once}\nblocks = 2"))
    most = 0
    while simulated.now.phase(simulated.now_us) != "over":
        simulated.now_us += MINUTE_US
        simulated.minute()
        playing = Counter(
            name for game in simulated.now.playing.values() for name in simulated.now.names(game)
        )
        most = max([most, *playing.values()])
    assert most == at_once


def test_nobody_plays_more_than_it_takes() -> None:
    """Who takes fewer games at once than the rules allow is neither called to more nor absent."""
    simulated = Simulated(
        rules_of("at_once = 2\nblocks = 2", "[no_show]\ngrace_s = 60\n"), capacity=1
    )
    while simulated.now.phase(simulated.now_us) != "over":
        simulated.now_us += MINUTE_US
        simulated.minute()
        for game in simulated.now.playing.values():
            assert all(simulated.now.games_of(name) == 1 for name in simulated.now.names(game))
    assert simulated.now.course is not None
    assert not any(row.faults for row in standings(simulated.now.course))


def test_no_show() -> None:
    """Who does not come loses after the grace period, and is out after so many games."""
    rules = rules_of("blocks = 3", "[no_show]\ngrace_s = 300\nwithdrawn_after = 2")
    simulated = Simulated(rules, names=("ann", "bob", "cid"))
    next_step = None
    present = {"ann", "bob"}
    while simulated.now.phase(simulated.now_us) != "playing":
        simulated.now_us += MINUTE_US
        simulated.minute()
    now = Proceedings(rules)
    for line in simulated.story:
        now.take_in(facts.decode(line))
        if now.phase(START_US) == "playing":
            break
    next_step = NextStep(now)
    at_us = START_US
    lost: list[tuple[int, Ended]] = []
    while now.phase(at_us) == "playing":
        at_us += 10_000_000
        for match, game in list(now.playing.items()):
            names = now.names(game)
            assert "cid" not in names
            places = tuple(1 if name == "ann" else 2 for name in names)
            result = GameResult(
                game.block.number, game.number, names, (1, 0), places, "", attempt=game.attempt
            )
            now.take_in(Ended(at_us, result, match))
        while due := next_step.due(at_us, present, new_name):
            for fact in due:
                now.take_in(fact)
                if isinstance(fact, Ended):
                    lost.append((at_us, fact))
    assert now.part("cid") == "withdrawn"
    first, second, *rest = [at_us for at_us, _ in lost]
    assert 300_000_000 <= first - START_US <= 330_000_000
    assert 300_000_000 <= second - first <= 330_000_000
    assert rest == [second, second], "all that is left, at once"
    # of the round that went on all games are lost, at once when it is out; then it is not drawn
    assert [each.result.fault and each.result.fault.kind for _, each in lost] == ["absent"] * 4
    assert now.course is not None
    rows = {row.name: row for row in standings(now.course)}
    assert (rows["ann"].wins, rows["ann"].games) == (8, 8)
    assert (rows["bob"].wins, rows["bob"].losses) == (2, 6)
    assert (rows["cid"].losses, rows["cid"].faults["absent"], rows["cid"].is_out) == (4, 4, True)


def test_grace_begins_when_the_game_could() -> None:
    """As long as a player has another game nobody is lost who is not there."""
    rules = rules_of("", "[no_show]\ngrace_s = 60")
    now = Proceedings(rules)
    for name in ("ann", "bob", "cid"):
        now.take_in(Entered(1, name))
    now.take_in(Began(START_US, ("ann", "bob", "cid")))
    now.take_in(RoundBegan(START_US, 0))
    next_step = NextStep(now)
    (called,) = next_step.due(START_US, {"ann", "bob"}, lambda: "m1")
    assert isinstance(called, Called)
    now.take_in(called)
    for second in range(0, 3600, 20):
        at_us = START_US + second * 1_000_000
        assert not next_step.due(at_us, {"ann", "bob"}, lambda: "m2")
    (game,) = now.playing.values()
    result = GameResult(game.block.number, game.number, ("ann", "bob"), (1, 0), (1, 2), "")
    now.take_in(Ended(START_US, result, "m1"))
    at_us = START_US + 3_600_000_000
    (back,) = next_step.due(at_us, {"ann", "bob"}, lambda: "m2")
    assert isinstance(back, Called), "the other game of the two who are there"
    now.take_in(back)
    result = GameResult(back.block, back.game, ("bob", "ann"), (1, 0), (1, 2), "")
    now.take_in(Ended(at_us, result, "m2"))
    assert not next_step.due(at_us, {"ann", "bob"}, lambda: "m3")
    assert not next_step.due(at_us + 59_000_000, {"ann", "bob"}, lambda: "m3")
    (lost,) = next_step.due(at_us + 60_000_000, {"ann", "bob"}, lambda: "m3")
    assert isinstance(lost, Ended)
    assert lost.result.fault is not None
    assert lost.result.names[lost.result.fault.seat] == "cid"


@pytest.mark.parametrize("comes_back", (True, False))
def test_who_has_crashed_does_not_come(*, comes_back: bool) -> None:
    """Until it was here again that is a crash as well; after that somebody who did not come."""
    tables = "[no_show]\ngrace_s = 60\nwithdrawn_after = 0\n[disqualification]\ncrash = 2"
    now = Proceedings(rules_of("", tables))
    for name in ("ann", "bob"):
        now.take_in(Entered(1, name))
    now.take_in(Began(START_US, ("ann", "bob")))
    now.take_in(RoundBegan(START_US, 0))
    next_step = NextStep(now)
    (called,) = next_step.due(START_US, {"ann", "bob"}, lambda: "m1")
    assert isinstance(called, Called)
    now.take_in(called)
    names = now.names(now.playing["m1"])
    seat = names.index("bob")
    places = (2, 1) if seat == 0 else (1, 2)
    fault = Fault("crash", "crash", seat)
    result = GameResult(called.block, called.game, names, (0, 0), places, "", fault=fault)
    now.take_in(Ended(START_US, result, "m1"))
    assert now.crashed == {"bob"}
    if comes_back:  # but it is busy elsewhere, or ann is not there
        assert not next_step.due(START_US, {"bob"}, lambda: "m2")
    assert not next_step.due(START_US, {"ann"}, lambda: "m2")
    (lost,) = next_step.due(START_US + 60_000_000, {"ann"}, lambda: "m2")
    assert isinstance(lost, Ended)
    now.take_in(lost)
    assert lost.result.fault is not None
    assert lost.result.names[lost.result.fault.seat] == "bob"
    assert lost.result.fault.kind == ("absent" if comes_back else "crash")
    assert now.part("bob") == ("playing" if comes_back else "disqualified")


def test_who_has_crashed_is_withdrawn_at_last() -> None:
    """Games that it does not come to count towards withdrawal, whatever they are lost by."""
    tables = "[no_show]\ngrace_s = 0\nwithdrawn_after = 1"
    now = Proceedings(rules_of("", tables))
    for name in ("ann", "bob"):
        now.take_in(Entered(1, name))
    now.take_in(Began(START_US, ("ann", "bob")))
    now.take_in(RoundBegan(START_US, 0))
    result = now.absence(now.waiting[0], ("bob",), {"bob"})
    assert result.fault is not None
    assert result.fault.kind == "crash"
    now.take_in(Ended(START_US, result))
    assert now.part("bob") == "withdrawn"


def test_nobody_comes() -> None:
    """A game to which nobody comes is won by nobody."""
    now = Proceedings(rules_of("", "[no_show]\ngrace_s = 0\nwithdrawn_after = 0"))
    for name in ("ann", "bob"):
        now.take_in(Entered(1, name))
    now.take_in(Began(START_US, ("ann", "bob")))
    next_step = NextStep(now)
    while due := next_step.due(START_US, (), lambda: "m1"):
        for fact in due:
            now.take_in(fact)
    assert now.phase(START_US) == "over"
    assert now.course is not None
    for row in standings(now.course):
        assert (row.games, row.wins, row.draws, row.losses) == (2, 0, 0, 2)
        assert row.score_sum == 0
        assert row.faults["absent"] == 2


def test_disqualified_after_faults_of_a_kind() -> None:
    """Only faults of that kind count, and who is out loses what is left of the round."""
    simulated = Simulated(rules_of("blocks = 2", "[disqualification]\nillegal = 2"))
    while len(simulated.now.playing) < 3:
        simulated.now_us += MINUTE_US
        simulated.minute()
    now = simulated.now
    culprit = now.players[0]
    kinds: list[FaultKind] = ["time", "illegal", "crash", "illegal"]
    failed = 0
    while now.part(culprit) == "playing":
        for match, game in list(now.playing.items()):
            names = now.names(game)
            seat = names.index(culprit) if culprit in names else -1
            fault = Fault(kinds.pop(0), "x", seat) if seat >= 0 else None
            failed += fault is not None
            places = tuple(2 if at == (max(seat, 0)) else 1 for at in range(2))
            result = GameResult(
                game.block.number, game.number, names, (0, 0), places, "", fault=fault
            )
            now.take_in(Ended(simulated.now_us, result, match))
        while due := NextStep(now).due(simulated.now_us, simulated.names, new_name):
            for fact in due:
                now.take_in(fact)
    assert failed == 4
    assert now.part(culprit) == "disqualified"
    assert not any(culprit in now.names(game) for game in now.waiting)


def test_stopped_when_the_referee_fails_again_and_again() -> None:
    """A game is played again as often as the rules say; then the host has to look."""
    simulated = Simulated(rules_of("replays = 2"), referee_faults=1.0)
    now = simulated.run()
    assert now.phase(0) == "stopped"
    assert now.why == "a game could not be played in 3 tries: power cut"
    tries = Counter(
        (fact.block, fact.game) for fact in story(simulated) if isinstance(fact, Called)
    )
    assert max(tries.values()) == 3
    more = Proceedings(rules_of("replays = 3"))
    for fact in story(simulated):
        more.take_in(fact)
    assert more.phase(0) == "playing", "with more replays it goes on"
    assert more.waiting


@pytest.mark.parametrize(
    ("names", "text"), (((), ""), (("ann",), ""), (("ann", "bob"), "seats = 3"))
)
def test_called_off(names: tuple[str, ...], text: str) -> None:
    """Where too few have checked in nothing is played."""
    simulated = Simulated(rules_of(text), names=names)
    now = simulated.run()
    assert now.phase(simulated.now_us) == "called_off"
    (fact,) = [fact for fact in story(simulated) if isinstance(fact, CalledOff)]
    assert fact.why == f"fewer than {3 if text else 2} have checked in"
    assert fact.at_us >= START_US


def test_moments() -> None:
    """Everything has its time: registration, check-in, the rounds, and the pause between them."""
    tables = (
        "[registration]\nopens = 2027-01-15T07:20:00Z\n"
        "[schedule]\nstarts = [2027-01-15T08:00:00Z, 2027-01-15T12:00:00Z]\npause_s = 1800\n"
    )
    simulated = Simulated(rules_of('format = "swiss"\nrounds = 3', tables))
    simulated.run()
    happened = story(simulated)
    when = {kind: [f.at_us for f in happened if isinstance(f, kind)] for kind in (
        Entered, CheckInBegan, Began, RoundBegan, Ended, Finished)}  # fmt: skip
    assert min(when[Entered]) == START_US - 40 * MINUTE_US
    assert when[CheckInBegan] == [START_US - 10 * MINUTE_US]
    assert when[Began] == [START_US]
    first, second, third = when[RoundBegan]
    assert (first, second) == (START_US, START_US + 240 * MINUTE_US)
    ended = max(at_us for at_us in when[Ended] if at_us < third)
    assert third == ended + 30 * MINUTE_US


def test_check_in_that_begins_late_ends_late() -> None:
    """A referee that was not there when check-in was to begin gives everybody the whole time."""
    simulated = Simulated(rules_of())
    for _ in range(20):
        simulated.now_us += MINUTE_US
        simulated.minute()
    simulated.now_us = START_US + 30 * MINUTE_US  # it was away
    simulated.run()
    happened = story(simulated)
    (check_in,) = [fact.at_us for fact in happened if isinstance(fact, CheckInBegan)]
    (began,) = [fact.at_us for fact in happened if isinstance(fact, Began)]
    assert began == check_in + 10 * MINUTE_US


@pytest.mark.parametrize(("minutes", "gets"), ((10, 2), (1, 1)))
def test_a_referee_that_was_away_when_check_in_ends(minutes: int, gets: int) -> None:
    """Who could not check in while it was away gets the time that games have, or all of it."""
    simulated = Simulated(rules_of(tables=f"[check_in]\nminutes = {minutes}\n"))
    while simulated.now.phase(simulated.now_us) != "check_in":
        simulated.now_us += MINUTE_US
        simulated.minute()
    assert set(simulated.now.entrants.values()) == {"entered"}
    back_us = START_US + 5 * MINUTE_US
    step = NextStep(simulated.now)
    assert step.due(back_us, (), new_name) == ()
    simulated.add(simulated.now.check_in("ann", back_us))
    simulated.add(simulated.now.check_in("bob", back_us))
    until_us = back_us + gets * MINUTE_US
    assert step.due(until_us - 1, (), new_name) == ()
    (fact,) = step.due(until_us, (), new_name)
    assert isinstance(fact, Began)
    assert fact.players == ("ann", "bob")


def test_who_has_all_it_waits_for_begins_at_once() -> None:
    """A referee that was away does not wait where everybody has checked in before."""
    simulated = Simulated(rules_of())
    while set(simulated.now.entrants.values()) != {"checked_in"}:
        simulated.now_us += MINUTE_US
        simulated.minute()
    (fact,) = NextStep(simulated.now).due(START_US + 5 * MINUTE_US, (), new_name)
    assert isinstance(fact, Began)
