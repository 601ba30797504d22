"""Tests of carcbot.referee.hall."""

import hashlib
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcbot.games.rules_digest import rules_digest
from carcbot.match.moments import Moments
from carcbot.messages import client
from carcbot.messages.client import Command
from carcbot.messages.events import Drawn, Moved, Out, Result, Started
from carcbot.messages.lobby import Seek, Terms
from carcbot.messages.parts import Analysis, ClockSpec, ErrorCode, Limits, Policy, SeatRef
from carcbot.messages.server import Sync
from carcbot.referee import clocks, journal, journal_reader
from carcbot.referee.abilities import Abilities
from carcbot.referee.commands import Answer, Asked, carry_out
from carcbot.referee.hall import Hall
from carcbot.referee.journal import Header, Line, Recorded
from carcbot.referee.step import Refusal, Step
from carcbot.referee.table import Table
from tests.referee.hosts import EPOCH_US, SEED, identity, parsed, raw, rebuilt

LIMITS = Limits(65536, 20, 100, 10**6, 10, 1000, 5000, 10, matches=2)
SECOND = 10**9


class House:
    """A hall, and commands for it."""

    def __init__(self, **options: ClockSpec | Policy) -> None:
        self.hall = Hall(LIMITS, Moments(EPOCH_US), "test/1", **options)  # type: ignore[arg-type]
        self.now_ns = SECOND
        self.lines: dict[str, list[Line]] = {}
        self._names = itertools.count(1)

    def name_and_seed(self) -> tuple[str, str]:
        """The next match is m1, m2 and so on."""
        return f"m{next(self._names)}", SEED.hex()

    def say(self, account: str, command: Command) -> Answer:
        """Somebody says something."""
        asked = Asked(account, self.now_ns, self.now_ns, 0, self.name_and_seed)
        answer = carry_out(self.hall, command, asked)
        assert answer.ack.id == command.id
        if answer.table is not None:
            self.keep(answer.table, answer.step)
        return answer

    def keep(self, table: Table, step: Step) -> None:
        """Writes the journal."""
        self.lines.setdefault(table.match, []).extend(map(parsed, step.lines))

    def refuses(self, account: str, command: Command) -> ErrorCode:
        """With which code it does, having changed nothing."""
        before = self.identity()
        with pytest.raises(Refusal) as caught:
            self.say(account, command)
        assert self.identity() == before
        assert caught.value.text
        return caught.value.code

    def identity(self) -> object:
        """All that tells whether anything has changed."""
        return {match: identity(table) for match, table in self.hall.tables.items()}

    def match(self, game: str = "pot", options: str = "", accounts: str = "ab") -> Table:
        """A match that has begun, between accounts of one letter."""
        match = self.say(accounts[0], client.Open(1, game, options)).ack.match
        assert match is not None
        for account in accounts:
            self.say(account, client.Sit(2, match))
        return self.hall.directory.find(match)


def test_what_guests_may_not_ask_for() -> None:
    """A click gets nobody bots of the house, or games that the referee plays with itself."""
    house = House()
    for policy in (Policy(on_expiry="house"), Policy(on_expiry="default_move", stalls=21)):
        ask = client.Open(1, "pot", "", None, policy)
        assert house.refuses("guest-0a1b2c", ask) == "bad_options"
        assert house.refuses("guest-0a1b2c", Seek(1, Terms("pot", policy=policy))) == "bad_options"
        house.say("ann", ask)
    house.say("guest-0a1b2c", client.Open(1, "pot", "", None, Policy("default_move", stalls=20)))
    usual = House(usual_policy=Policy(on_expiry="house"))
    usual.say("guest-0a1b2c", client.Open(1, "pot"))


def test_open() -> None:
    """A table that was opened has its name, its header is written first, and it waits."""
    house = House()
    clock, policy = ClockSpec("fischer", 5000, 10), Policy("house", stalls=7)
    answer = house.say("a", client.Open(7, "pot", "seats=3", clock, policy))
    assert (answer.ack.id, answer.ack.match, answer.ack.seat) == (7, "m1", None)
    (head,) = map(parsed, answer.step.lines)
    lag = (LIMITS.lag_quota_us, LIMITS.lag_per_move_us, LIMITS.lag_refill_us)
    assert (lag[0], lag[1], lag[2]) == (5000, 1000, 10)
    assert head == Header(
        journal.FORMAT, "m1", "pot", 1, head.options if isinstance(head, Header) else "",
        clock, policy, lag, EPOCH_US + 1_000_000, "test/1",
        rules_digest=rules_digest("pot", "seats=3"), seats=3,
        commitment=hashlib.sha256(SEED).hexdigest(), turns=True, seed=SEED.hex(),
    )  # fmt: skip
    assert answer.step.says == []
    tables = house.say("b", client.Tables(1)).ack.tables
    assert tables is not None
    (info,) = tables
    assert (info.match, info.game, info.seats) == ("m1", "pot", (None, None, None))
    assert (info.state, info.seq, info.clock) == ("open", 0, clock)
    assert "seats=3" in info.options


def test_rated_table() -> None:
    """A table is rated if it was opened so: it and its match say it, and the ratings change."""
    for rated in (False, True):
        house = House()
        house.say("a", client.Open(1, "pot", rated=rated))
        (info,) = house.say("b", client.Tables(1)).ack.tables or ()
        assert info.rated is rated
        for account in "ab":
            house.say(account, client.Sit(2, "m1"))
        table = house.hall.directory.find("m1")
        start = table.log.since(0, None)[0]
        assert isinstance(start, Started)
        assert start.rated is rated
        house.say("b", client.Resign(3, "m1"))
        games = {each.account: each.games for each in house.hall.rate(table)}
        assert games == ({"a": 1, "b": 1} if rated else {})


def test_other_rules() -> None:
    """Who has said that it knows other rules of a game gets no seat there, and one elsewhere."""
    house = House()
    for name in ("pot", "kuhn"):
        house.say("a", client.Open(1, name))
    known = {"pot": 2, "kuhn": 1}
    for command in (client.Sit(2, "m1"), Seek(3, Terms("pot"))):
        with pytest.raises(Refusal) as caught:
            carry_out(
                house.hall,
                command,
                Asked("a", 0, 0, 0, house.name_and_seed, Abilities(rules=known)),
            )
        assert caught.value.code == "unsupported_feature"
        assert "version 2" in str(caught.value)
    asked = Asked("a", 0, 0, 0, house.name_and_seed, Abilities(rules=known))
    assert carry_out(house.hall, client.Sit(2, "m2"), asked).ack.seat == 0


def test_joint_needs_the_feature() -> None:
    """Only a client that can add its part sits down where the seed is joint."""
    house = House()
    house.say("a", client.Open(1, "pot", chance="joint"))
    assert house.refuses("a", client.Sit(2, "m1")) == "unsupported_feature"
    asked = Asked("a", 0, 0, 0, house.name_and_seed, Abilities(("digest", "joint")))
    assert carry_out(house.hall, client.Sit(2, "m1"), asked).ack.seat == 0


def test_open_with_the_usual() -> None:
    """Without a clock or a policy the usual ones hold."""
    house = House()
    house.say("a", client.Open(1, "pot"))
    assert house.hall.directory.find("m1").header.clock == clocks.USUAL
    assert house.hall.directory.find("m1").header.policy == Policy()
    clock, policy = ClockSpec("per_move", 0, 5), Policy("default_move")
    house = House(usual_clock=clock, usual_policy=policy)
    house.say("a", client.Open(1, "pot"))
    assert house.hall.directory.find("m1").header.clock == clock
    assert house.hall.directory.find("m1").header.policy == policy


@pytest.mark.parametrize(
    ("command", "code"),
    (
        (client.Open(1, "chess"), "unknown_game"),
        (client.Open(1, "pot", "seats=9"), "bad_options"),
        (client.Open(1, "pot", "\u00e9\0,,=="), "bad_options"),
        (client.Open(1, "pot", clock=ClockSpec("bank", 5, 0)), "bad_options"),
        (client.Open(1, "pot", clock=ClockSpec("per_move", 0, 2**53 - 1)), "bad_options"),
        (client.Sit(1, "m9"), "unknown_match"),
        (client.Leave(1, "m9"), "unknown_match"),
        (client.Watch(1, "m9"), "unknown_match"),
        (client.Resign(1, "m9"), "unknown_match"),
        (client.Sit(1, "m1", 0), "seat_taken"),
        (client.Sit(1, "m1", 5), "bad_options"),
        (client.Leave(1, "m1"), "not_seated"),
        (client.Watch(1, "m1", 1), "stale"),
        (client.Resign(1, "m1"), "not_seated"),
        (client.Abort(1, "m1"), "not_seated"),
        (client.Resume(1, "m1"), "not_seated"),
        (client.Move(1, "m1", 0, "x"), "not_seated"),
        (client.Analyse(1, "m1", 0, Analysis()), "not_seated"),
        (client.Desync(1, "m1", 0, "0" * 16), "not_seated"),
        (client.ClientHello(1, "x", "y"), "not_allowed"),
    ),
)
def test_refused(command: Command, code: str) -> None:
    """What cannot be done is refused with its code, and nothing has changed."""
    house = House()
    house.say("a", client.Open(1, "pot", "seats=3"))
    house.say("a", client.Sit(1, "m1", 0))
    assert house.refuses("b", command) == code


def test_sit_and_leave() -> None:
    """Seats can be taken and left until the last is taken: then the match begins."""
    house = House()
    house.say("a", client.Open(1, "pot", "seats=3"))
    assert house.say("a", client.Sit(2, "m1", 1)).ack.seat == 1
    assert house.refuses("a", client.Sit(2, "m1")) == "not_allowed"
    assert house.say("b", client.Sit(2, "m1")).ack.seat == 0
    house.say("a", client.Leave(3, "m1"))
    assert house.hall.directory.find("m1").info.seats == ("b", None, None)
    assert house.hall.seats_of("b") == (SeatRef("m1", 0, 0),)
    assert house.say("c", client.Sit(2, "m1")).ack.seat == 1
    answer = house.say("a", client.Sit(2, "m1"))
    assert answer.ack.seat == 2
    line = parsed(answer.step.lines[1])
    assert isinstance(line, Recorded)
    assert isinstance(line.event, Started)
    table = house.hall.directory.find("m1")
    assert house.hall.playing() == [table]
    assert house.hall.seats_of("c") == (SeatRef("m1", 1, table.seq),)
    assert house.refuses("a", client.Leave(3, "m1")) == "not_allowed"
    assert house.refuses("d", client.Sit(3, "m1")) == "not_allowed"
    assert table.info.state == "playing"


def abandoned(house: House, now_ns: int) -> list[str]:
    """The matches of the tables that are taken away."""
    return [table.match for table in house.hall.abandoned(now_ns) if table]


def test_abandoned() -> None:
    """A table at which nobody has a seat for two minutes is no more; others stay."""
    house = House()
    for _ in range(3):
        house.say("a", client.Open(1, "pot", ""))
    match = house.match()
    house.say("a", client.Sit(2, "m1"))
    assert abandoned(house, house.now_ns) == []
    house.say("a", client.Leave(3, "m1"))
    house.say("b", client.Sit(2, "m2"))
    assert abandoned(house, house.now_ns + 120 * SECOND) == ["m3"]
    assert house.refuses("c", client.Sit(2, "m3")) == "unknown_match"
    house.say("a", client.Sit(2, "m1"))
    assert abandoned(house, house.now_ns + 300 * SECOND) == []
    house.say("a", client.Leave(3, "m1"))
    assert abandoned(house, house.now_ns + 400 * SECOND) == []
    assert abandoned(house, house.now_ns + 519 * SECOND) == []
    assert abandoned(house, house.now_ns + 520 * SECOND) == ["m1"]
    assert set(house.hall.tables) == {"m2", match.match}
    assert abandoned(house, house.now_ns + 9999 * SECOND) == []


def test_limit_of_waiting_tables() -> None:
    """Who has opened many tables that wait opens no more until a match begins or one is gone."""
    house = House()
    for _ in range(32):
        house.say("a", client.Open(1, "pot"))
    assert house.refuses("a", client.Open(1, "pot")) == "too_many_matches"
    house.say("b", client.Open(1, "pot"))
    house.say("c", client.Sit(2, "m1"))
    assert house.refuses("a", client.Open(1, "pot")) == "too_many_matches"
    house.say("d", client.Sit(2, "m1"))
    house.say("a", client.Open(1, "pot"))
    assert house.refuses("a", client.Open(1, "pot")) == "too_many_matches"
    abandoned(house, house.now_ns)
    abandoned(house, house.now_ns + 120 * SECOND)
    house.say("a", client.Open(1, "pot"))


def test_limit_of_matches() -> None:
    """Who plays as many matches as allowed may neither open nor sit down, until one is over."""
    house = House()
    for _ in range(LIMITS.matches):
        house.match(accounts="ab")
    house.say("c", client.Open(1, "pot"))
    for account in "ab":
        assert house.refuses(account, client.Open(1, "pot")) == "too_many_matches"
        assert house.refuses(account, client.Sit(1, "m3")) == "too_many_matches"
    house.say("a", client.Resign(1, "m1"))
    assert [each.match for each in house.hall.playing()] == ["m2"]
    assert house.say("b", client.Sit(1, "m3")).ack.seat == 0
    house.say("a", client.Open(1, "pot"))


def test_draining() -> None:
    """Before it stops, the referee begins no match, but those that go on do."""
    house = House()
    table = house.match()
    house.say("c", client.Open(1, "pot"))
    house.hall.drains = True
    assert house.refuses("c", client.Open(1, "pot")) == "draining"
    assert house.refuses("c", client.Sit(1, "m2")) == "draining"
    text = table.state.legal_moves()[0]
    mover = "ab"[table.state.to_move]
    assert house.say(mover, client.Move(1, "m1", table.seq, text)).ack.seq is not None
    house.say("a", client.Resign(1, "m1"))
    assert house.hall.playing() == []


def test_watch() -> None:
    """Anybody may watch, also from an event on."""
    house = House()
    table = house.match()
    answer = house.say("z", client.Watch(1, "m1", table.seq))
    assert answer.table is not None
    assert answer.table is table
    assert answer.step == Step()
    assert house.refuses("z", client.Watch(1, "m1", table.seq + 1)) == "stale"
    house.match("kuhn", accounts="cd")
    assert house.say("z", client.Watch(1, "m2")).step == Step()


def test_resume_and_desync() -> None:
    """Who comes back is told what it missed; who has lost its way, everything."""
    house = House()
    table = house.match("kuhn")
    for seat, account in enumerate("ab"):
        answer = house.say(account, client.Resume(4, "m1", 1))
        assert (answer.ack.match, answer.ack.seat) == ("m1", seat)
        told = [say.message for say in answer.step.says if say.to == seat]
        assert told[: table.seq - 1] == table.log.since(1, seat)
        assert len(told) == table.seq - 1 + (table.state.to_move == seat)
        assert house.refuses(account, client.Resume(4, "m1", table.seq + 1)) == "stale"
        answer = house.say(account, client.Desync(5, "m1", 1, "0" * 16))
        (said,) = answer.step.says
        assert said.to == seat
        assert isinstance(said.message, Sync)
        assert said.message == table.sync(seat)
        assert answer.step.lines == []
    house.say("a", client.Resign(8, "m1"))
    for account in "ab":
        assert house.refuses(account, client.Desync(9, "m1", 1, "0" * 16)) == "match_over"


def test_who_thinks() -> None:
    """What a seat says that it thinks is shown while it is asked, and not while another one is."""
    house = House()
    table = house.match("pot")
    for _ in range(4):
        thinks = client.Analyse(6, "m1", table.seq, Analysis(1.0))
        shown = [len(house.say(account, thinks).step.says) for account in "ab"]
        assert shown == [seat == table.state.to_move for seat in (0, 1)]
        move = client.Move(7, "m1", table.seq, table.state.legal_moves()[0])
        house.say("ab"[table.state.to_move], move)


def test_what_is_over_is_forgotten_at_last() -> None:
    """Of matches that are over the newest are kept; those that go on all are."""
    house = House()
    going = house.match(accounts="ab")
    for _ in range(103):
        table = house.match(accounts="cd")
        house.say("c", client.Resign(1, table.match))
    names = list(house.hall.tables)
    assert len(names) == 102  # the last one was over only after that
    assert names[0] == going.match
    assert names[-1] == "m104"
    assert house.refuses("c", client.Resume(1, "m2")) == "unknown_match"
    tables = house.say("a", client.Tables(1)).ack.tables
    assert tables is not None
    assert [each.match for each in tables] == ["m1"]


GAMES = (("pot", "seats=3", "abc"), ("kuhn", "", "bd"), ("carcassonne", "", "ad"))


def any_command(rng: random.Random, house: House) -> Command:
    """A command that makes sense, or one that makes almost sense."""
    match = rng.choice(["m1", "m2", "m3", "m3", "m4", "m5"])
    table = house.hall.tables.get(match)
    seq = table.seq if table else 0
    if rng.random() < 0.3:
        seq = max(0, seq + rng.choice([-50, -2, -1, 1, 2**40]))
    moves = (table.state.legal_moves() if table else []) or ["pass"]
    text = rng.choice(moves) if rng.random() < 0.8 else rng.choice(["0", "\0", "é", "x" * 100, "?"])
    thought = Analysis(score=1.0) if rng.random() < 0.2 else None
    number = rng.randint(1, 2**53 - 1)
    often: list[Command] = [client.Move(number, match, seq, text, thought)] * 20
    several: list[Command] = [
        *often,
        client.Resume(number, match, seq),
        client.Analyse(number, match, seq, Analysis()),
        client.Desync(number, match, seq, "0" * 16),
        client.Watch(number, match, seq),
        client.Sit(number, match, rng.choice([None, 0, 1, 5])),
        client.Leave(number, match),
        client.Open(number, rng.choice(["pot", "chess"]), rng.choice(["", "seats=3", "?"])),
        client.Tables(number),
        client.ClientHello(number, "p", "t"),
        client.Abort(number, match),
        client.Resign(number, match),
    ]
    return rng.choice(several)


@given(st.integers(0, 2**32))
def test_any_commands(seed: int) -> None:
    """Whatever anybody says, it is done or refused; a position only changes by an event.

    What is refused changes nothing. And all that happened is a game by the rules, and comes back
    from the journal as it is.
    """
    rng = random.Random(seed)
    house = House(usual_policy=Policy(rng.choice(["loss", "house"]), illegal_moves=20))
    for game, options, accounts in GAMES:
        house.match(game, options, accounts)
    for _ in range(60):
        account, command = rng.choice("abcde"), any_command(rng, house)
        house.now_ns += rng.randint(0, 10**8)
        before = house.identity()
        digests = {match: table.state.digest for match, table in house.hall.tables.items()}
        try:
            answer = house.say(account, command)
        except Refusal:
            assert house.identity() == before
            continue
        for match, digest in digests.items():
            if house.hall.tables[match].state.digest != digest:
                assert answer.table is house.hall.tables[match]
                told = map(parsed, answer.step.lines)
                events = [line.event for line in told if isinstance(line, Recorded)]
                assert any(isinstance(event, Moved | Drawn) for event in events)
                assert isinstance(command, client.Move | client.Resign | client.Sit)
    seated = {each for table in house.hall.tables.values() for each in table.accounts if each}
    for account in {*seated, *"abcde"}:
        seats = house.hall.seats_of(account)
        assert len(seats) == house.hall.shares.seats(account)
        assert set(seats) == seats_by_all_tables(house.hall, account)
    for match, table in house.hall.tables.items():
        lines = house.lines[match]
        events = [line.event for line in lines if isinstance(line, Recorded)]
        assert rebuilt_as(table, events) == table.state.text
        again, _ = Table.restore(journal_reader.read(raw(lines), match), Moments(EPOCH_US), 0)
        assert (again.state.text, again.seq, again.result) == (
            table.state.text,
            table.seq,
            table.result,
        )
        assert again.accounts == table.accounts
        assert [again.sync(seat) for seat in range(again.state.seats)] == [
            table.sync(seat) for seat in range(again.state.seats)
        ]


def seats_by_all_tables(hall: Hall, account: str) -> set[SeatRef]:
    """Where somebody sits, by a look at every table."""
    return {
        SeatRef(table.match, seat, table.seq)
        for table in hall.tables.values()
        for seat, each in enumerate(table.accounts)
        if each == account and table.result is None
    }


def rebuilt_as(table: Table, events: list[Started | Drawn | Moved | Out | Result]) -> str:
    """The position after the events, by the rules alone."""
    return rebuilt(table.header, events, match=table.match).text
