"""Tests of carcbot.referee.agreement: a seed that nobody alone has chosen."""

import hashlib
import random
from collections.abc import Sequence

import msgspec
import pytest

from carcbot.errors import FileInputError
from carcbot.match.chance.check import BrokenPromiseError, check_chance
from carcbot.match.chance.joint import joint_seed, round_secret
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.moments import Moments
from carcbot.messages.events import Drawn, Result, Started
from carcbot.messages.joint import Commit, Joint, Reveal, Withheld
from carcbot.messages.parts import JointSeed, Policy
from carcbot.referee import journal, journal_reader
from carcbot.referee.journal import Agreed, Recorded, Seated, Vacated
from carcbot.referee.step import EVERYBODY, Refusal, Step
from carcbot.referee.table import Table
from tests.referee.hosts import EPOCH_US, MATCH, SEED, Script, header, identity, parsed, raw

NONCE_US = 10_000_000
SIT_NS = 5_000_000_007


def nonce_of(round_: int, seat: int) -> str:
    """What a seat adds."""
    return hashlib.sha256(b"%d %d" % (round_, seat)).hexdigest()


def hash_of(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def commit_of(round_: int, seat: int) -> Commit:
    """What a seat commits to."""
    text = f"carcbot nonce 1 {MATCH} {round_} {seat} {nonce_of(round_, seat)}"
    return Commit(1, MATCH, round_, hash_of(text))


def seated(options: str = "seats=3", game: str = "pot") -> Script:
    """A table at which all have sat down."""
    return Script(header(game, options, chance="joint"))


def go_on(script: Script, lacks: Sequence[int] = (), stage: str = "") -> None:
    """All seats but these say what is wanted of them, as far as they have not yet."""
    table = script.table
    for seat in range(len(table.accounts)):
        if not (seat in lacks and stage == "commit"):
            script.take(table.commit(seat, commit_of(round_of(script), seat), script.now_ns))
    if stage == "commit":
        return
    for seat in range(len(table.accounts)):
        if seat not in lacks:
            reveal = Reveal(1, MATCH, round_of(script), nonce_of(round_of(script), seat))
            script.take(table.reveal(seat, reveal, script.now_ns))


def round_of(script: Script) -> int:
    """Which round goes on."""
    return max(line.round for line in script.lines if isinstance(line, Agreed))


def asked(steps: Sequence[Step]) -> list[Joint]:
    """What the seats were asked."""
    return [say.message for step in steps for say in step.says if isinstance(say.message, Joint)]


def start_of(script: Script) -> Started:
    """How the match began."""
    start = script.events[0]
    assert isinstance(start, Started)
    return start


def test_the_seed_is_everybody_s() -> None:
    """All that the referee and the seats have said makes the seed, and the end opens all of it."""
    script = seated()
    first = asked(script.steps)
    assert [(each.seat, each.time_us, each.commitments) for each in first] == [
        (seat, NONCE_US, ()) for seat in range(3)
    ]
    assert not script.table.has_begun
    go_on(script)
    start = start_of(script)
    nonces = tuple(nonce_of(0, seat) for seat in range(3))
    commitments = tuple(commit_of(0, seat).commitment for seat in range(3))
    assert start.joint == JointSeed(0, commitments, nonces)
    assert [each.commitments for each in asked(script.steps)[3:]] == [commitments] * 3
    assert {each.commitment for each in asked(script.steps)} == {start.commitment}
    script.finish(random.Random(1))
    secret = script.result.seed
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == start.commitment
    assert secret != script.table.header.seed
    check_chance(script.events)
    seed = hash_of(f"carcbot joint 1 {MATCH} 0 {secret} {' '.join(nonces)}")
    other = Script(header("pot", "seats=3", seed=bytes.fromhex(seed)))
    other.finish(random.Random(1))
    assert [getattr(event, "draw", "") for event in other.events] == [
        getattr(event, "draw", "") for event in script.events
    ]


@pytest.mark.parametrize("stage", ("commit", "reveal"))
def test_withheld(stage: str) -> None:
    """Who says nothing in time is named and loses the seat; the others go on with a new secret."""
    script = seated()
    go_on(script, (1,), stage)
    table = script.table
    over_ns = script.now_ns + NONCE_US * 1000
    assert table.wake_at_ns == over_ns
    assert script.take(table.wake(over_ns - 1)) == Step()
    step = script.take(table.wake(over_ns))
    (say,) = step.says
    assert say.to == EVERYBODY
    assert say.message == Withheld(MATCH, 0, (1,), ("p1",), "said nothing in time")
    assert table.accounts == ["p0", None, "p2"]
    assert script.table.wake_at_ns is None
    assert (table.info.state, table.info.seats) == ("open", ("p0", None, "p2"))
    with pytest.raises(Refusal, match="withheld"):
        table.sit("p1", 1, script.now_ns)
    with pytest.raises(Refusal, match="no round 0"):
        table.commit(0, commit_of(0, 0), script.now_ns)
    script.take(table.sit("new", 1, script.now_ns))
    go_on(script)
    start = start_of(script)
    assert start.joint is not None
    assert (start.joint.round, start.seats) == (1, ("p0", "new", "p2"))
    assert start.commitment != asked(script.steps)[0].commitment
    script.finish(random.Random(1))
    check_chance(script.events)


def test_another_nonce() -> None:
    """Who reveals another nonce than the one committed to loses the seat at once."""
    script = seated("seats=2")
    go_on(script, (0,), "reveal")
    assert not script.table.has_begun
    step = script.take(script.table.reveal(0, Reveal(1, MATCH, 0, "0" * 64), script.now_ns))
    assert step.says[0].message == Withheld(MATCH, 0, (0,), ("p0",), "revealed another nonce")
    assert script.table.accounts == [None, "p1"]


def test_another_nonce_behind_the_true_one() -> None:
    """Who has revealed its nonce cannot take that back, and so end a match that it is losing."""
    script = seated("seats=2")
    go_on(script, (1,), "reveal")
    other = Reveal(1, MATCH, 0, "0" * 64)
    for _ in ("before the match", "in the match", "after the match"):
        written, before = len(script.texts), identity(script.table)
        with pytest.raises(Refusal, match="revealed your nonce already"):
            script.table.reveal(0, other, script.now_ns)
        assert identity(script.table) == before
        if not script.table.has_begun:
            go_on(script)
        elif script.table.result is None:
            script.finish(random.Random(1))
        assert len(script.texts) > written or script.table.result
    assert script.result.reason == "normal"


def test_the_same_nonce_in_the_match() -> None:
    """Who reveals the same again while the match goes on changes nothing of what is drawn."""
    drawn = []
    for again in (False, True):
        script, rng = seated("seats=2"), random.Random(2)
        go_on(script)
        while script.table.result is None:
            if again:
                reveal = Reveal(1, MATCH, 0, nonce_of(0, 1))
                assert script.take(script.table.reveal(1, reveal, script.now_ns)) == Step()
            script.move(rng.choice(script.table.state.legal_moves()))
        check_chance(script.events)
        read = journal_reader.read(b"".join(script.texts), "m1.jsonl")
        assert Table.as_written(read, Moments(EPOCH_US), script.now_ns).result == script.result
        drawn.append([each.draw for each in script.events if isinstance(each, Drawn)])
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 2


def test_who_leaves() -> None:
    """Who leaves while a round goes on withholds as well; before, it is nobody's fault."""
    script = seated("seats=2")
    step = script.take(script.table.leave("p1"))
    assert step.says[0].message == Withheld(MATCH, 0, (1,), ("p1",), "left")
    script.take(script.table.leave("p0"))
    script.take(script.table.sit("p0", 1, script.now_ns))
    assert script.table.accounts == [None, "p0"]


def test_what_cannot_be_said() -> None:
    """To reveal before all have committed, or to commit twice, is refused and changes nothing."""
    script = seated("seats=2")
    table = script.table
    with pytest.raises(Refusal, match="not all"):
        table.reveal(0, Reveal(1, MATCH, 0, nonce_of(0, 0)), 0)
    script.take(table.commit(0, commit_of(0, 0), script.now_ns))
    assert table.commit(0, commit_of(0, 0), script.now_ns) == Step()
    with pytest.raises(Refusal, match="another nonce"):
        table.commit(0, commit_of(0, 1), script.now_ns)
    with pytest.raises(Refusal, match="no round 1"):
        table.commit(1, commit_of(1, 1), script.now_ns)
    go_on(script)
    assert table.has_begun


def test_who_comes_back_is_asked_again() -> None:
    """A client that was away is asked for what it has not said, with the time that is left."""
    script = seated("seats=2")
    later_ns = script.now_ns + 4 * 10**9
    step = script.table.came(0, 0, later_ns)
    (question,) = asked([step])
    assert (question.seat, question.time_us, question.commitments) == (0, NONCE_US - 4_000_000, ())
    script.take(script.table.commit(0, commit_of(0, 0), script.now_ns))
    assert asked([script.table.came(0, 0, later_ns)]) == []
    script.take(script.table.commit(1, commit_of(0, 1), script.now_ns))
    (question,) = asked([script.table.came(0, 0, later_ns)])
    assert len(question.commitments) == 2


def whole() -> Script:
    """A match before which somebody failed in each stage."""
    script = seated("seats=2,ones=5")
    for stage in ("commit", "reveal"):
        go_on(script, (1,), stage)
        script.now_ns = script.table.wake_at_ns or 0
        script.take(script.table.wake(script.now_ns))
        script.take(script.table.sit(f"after {stage}", 1, script.now_ns))
    go_on(script)
    script.finish(random.Random(1))
    return script


def test_every_prefix() -> None:
    """After a crash at any line the same secret is there, and the match begins as it would have."""
    original = whole()
    names = {1: "p1", 2: "after commit", 3: "after reveal"}
    first = next(at for at, line in enumerate(original.lines) if isinstance(line, Recorded))
    for count in range(1, first + 3):
        read = journal_reader.read(raw(original.lines[:count]), "m1")
        table, step = Table.restore(read, Moments(EPOCH_US), original.now_ns)
        script = Script(read.header, table, original.now_ns)
        script.lines = list(original.lines[:count])
        script.take(step)
        while not table.has_begun:
            for seat in range(2):
                if table.accounts[seat] is None:
                    failed = sum(isinstance(line, journal.Vacated) for line in script.lines)
                    name = "p0" if seat == 0 else names[failed + 1]
                    script.take(table.sit(name, seat, script.now_ns))
            assert table.wake_at_ns == script.now_ns + NONCE_US * 1000
            stages = {0: "commit", 1: "reveal"}
            round_ = round_of(script)
            go_on_from(script, stages.get(round_, ""))
            if round_ in stages:
                script.now_ns = table.wake_at_ns or 0
                script.take(table.wake(script.now_ns))
        assert start_of(script) == start_of(original)
        assert script.table.header.chance == "joint"


def go_on_from(script: Script, stage: str) -> None:
    """Seat 1 fails in this stage; what was said before a crash is said again, and refused never."""
    table, round_ = script.table, round_of(script)
    script.take(table.commit(0, commit_of(round_, 0), script.now_ns))
    if stage == "commit":
        return
    script.take(table.commit(1, commit_of(round_, 1), script.now_ns))
    for seat in (0,) if stage == "reveal" else (0, 1):
        reveal = Reveal(1, MATCH, round_, nonce_of(round_, seat))
        script.take(table.reveal(seat, reveal, script.now_ns))


def test_changed_journal() -> None:
    """A journal that says that something else was committed to or revealed is refused."""
    original = whole()
    for place, line in enumerate(original.lines):
        for field in ("commitment", "nonce", "round", "seat"):
            if isinstance(line, Recorded | journal.Header | journal.Seated) or not hasattr(
                line, field
            ):
                continue
            if isinstance(line, journal.Committed) and line.round < 2 and field == "commitment":
                continue  # it was never opened
            other = {"round": 7, "seat": 5}.get(field, "0" * 64)
            changed = msgspec.structs.replace(line, **{field: other})
            lines = [*original.lines[:place], changed, *original.lines[place + 1 :]]
            with pytest.raises(FileInputError):
                Table.restore(journal_reader.read(raw(lines), "m1"), Moments(EPOCH_US), 0)


def test_a_round_begins_once() -> None:
    """In a journal no round of the seed begins while another one goes on."""
    script = seated("seats=2")
    script.take(script.table.commit(0, commit_of(0, 0), script.now_ns))
    secret = round_secret(SEED, 1)
    lines = [*script.lines, Agreed(1, commitment_of(secret))]
    with pytest.raises(FileInputError, match="agreed cannot be here"):
        Table.restore(journal_reader.read(raw(lines), "m1"), Moments(EPOCH_US), 0)
    lines.insert(-1, Vacated(0, (1,), "left"))
    lines.insert(-1, Seated(1, "other"))
    Table.restore(journal_reader.read(raw(lines), "m1"), Moments(EPOCH_US), 0)


def test_a_referee_that_leaves_somebody_out() -> None:
    """A seed to which a seat has added nothing is found, though all that follows from it fits."""
    script = seated()
    go_on(script)
    script.finish(random.Random(1))
    start, secret = start_of(script), script.result.seed
    assert start.joint is not None
    joint = JointSeed(0, start.joint.commitments[:2], start.joint.nonces[:2])
    seed = joint_seed(MATCH, 0, secret, joint.nonces)
    other = Script(header("pot", "seats=3", seed=seed))
    other.finish(random.Random(1))
    first, *events, last = other.events
    assert isinstance(first, Started)
    assert isinstance(last, Result)
    check_chance(other.events)
    told = msgspec.structs.replace(
        first, chance="joint", joint=joint, commitment=commitment_of(bytes.fromhex(secret))
    )
    with pytest.raises(BrokenPromiseError, match="the number of nonces"):
        check_chance([told, *events, msgspec.structs.replace(last, seed=secret)])


def test_cheating_referee() -> None:
    """A referee that opens another secret, or begins with other nonces, is found out."""
    script = seated()
    go_on(script)
    script.finish(random.Random(1))
    events = script.events
    start, result = start_of(script), events[-1]
    assert start.joint is not None
    assert isinstance(result, Result)
    joint = start.joint
    swapped = (*joint.nonces[1::-1], joint.nonces[2])
    several: tuple[tuple[Started, Result], ...] = (
        (start, msgspec.structs.replace(result, seed="0" * 64)),
        (msgspec.structs.replace(start, joint=None), result),
        (msgspec.structs.replace(start, chance="seed"), result),
        (with_joint(start, msgspec.structs.replace(joint, nonces=swapped)), result),
        (with_joint(start, msgspec.structs.replace(joint, round=1)), result),
        (with_joint(start, msgspec.structs.replace(joint, nonces=joint.nonces[:2])), result),
    )
    for first, last in several:
        with pytest.raises(BrokenPromiseError):
            check_chance([first, *events[1:-1], last])


def with_joint(start: Started, joint: JointSeed) -> Started:
    """The start with other parts of the seats."""
    return msgspec.structs.replace(start, joint=joint)


def test_policy() -> None:
    """The time for a nonce is a policy of the table."""
    policy = Policy(nonce_us=1000)
    script = Script(header("pot", chance="joint", policy=policy))
    assert script.table.wake_at_ns == SIT_NS + 10**6
    assert parsed(script.texts[0]) == script.table.header
