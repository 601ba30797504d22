"""Tests of carcbot.referee.waiting_table: a table before its match begins."""

import pytest

from carcbot.match.moments import Moments
from carcbot.messages.client import Move
from carcbot.messages.parts import Policy
from carcbot.referee.journal import Seated
from carcbot.referee.journal_reader import read
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table
from tests.referee.hosts import EPOCH_US, MATCH, header, parsed

GRACE_NS = 5_000_000_000


def test_before_the_beginning() -> None:
    """Until the last seat is taken nothing begins: no event, no time, no move."""
    table = Table(header("pot", "seats=3"), Moments(EPOCH_US))
    assert table.sit("b", 1, 0).lines
    assert table.sit("a", None, 0).says == []
    assert table.accounts == ["a", "b", None]
    assert (table.seq, table.wake_at_ns) == (0, None)
    for code, seat, account in (("seat_taken", 1, "c"), ("not_allowed", 2, "a")):
        with pytest.raises(Refusal) as caught:
            table.sit(account, seat, 0)
        assert caught.value.code == code
    with pytest.raises(Refusal):
        table.play.resign(0, 0)
    with pytest.raises(Refusal):
        table.play.move(0, Move(1, MATCH, 0, "1"), 0, 0, 0)
    assert table.leave("a").lines
    table.sit("c", 2, 0)
    begun = [table.has_begun]
    table.sit("d", 0, 0)
    assert [*begun, table.has_begun] == [False, True]
    assert table.accounts == ["d", "b", "c"]


def test_away_for_too_long() -> None:
    """Who is away for the grace period has no seat any more; who comes back in time keeps it."""
    table = Table(
        header("pot", "seats=3", policy=Policy(grace_us=GRACE_NS // 1000)), Moments(EPOCH_US)
    )
    for seat, account in enumerate("ab"):
        table.sit(account, seat, 0)
        table.left(seat, 7)
    assert table.wake_at_ns == 7 + GRACE_NS
    table.came(1, 0, 8)
    assert table.wake(6 + GRACE_NS).lines == []
    (line,) = map(parsed, table.wake(7 + GRACE_NS).lines)
    assert line == Seated(0)
    assert table.accounts == [None, "b", None]
    assert table.wake_at_ns is None


def test_away_while_a_seed_is_made() -> None:
    """Who is away keeps the seat until the round of the seed is over, and nothing rings before."""
    policy = Policy(grace_us=GRACE_NS // 1000, nonce_us=3 * GRACE_NS // 1000)
    table = Table(header("pot", "seats=2", policy=policy, chance="joint"), Moments(EPOCH_US))
    for seat, account in enumerate("ab"):
        table.sit(account, seat, 0)
    table.left(0, 0)
    assert table.wake(2 * GRACE_NS).lines == []
    assert table.wake_at_ns == 3 * GRACE_NS
    assert table.accounts == ["a", "b"]
    table.leave("b")
    assert table.wake_at_ns == GRACE_NS
    (line,) = map(parsed, table.wake(2 * GRACE_NS).lines)
    assert line == Seated(0)
    assert table.wake_at_ns is None


def test_sitting_down_again_and_again() -> None:
    """An account sits down sixteen times at a table, also over a restart; another one may still."""
    table = Table(header("pot", "seats=3"), Moments(EPOCH_US))
    lines = [table.opening]
    for _ in range(16):
        lines += table.sit("a", 0, 0).lines + table.leave("a").lines
    for again in (table, Table.restore(read(b"".join(lines), "m1.jsonl"), Moments(EPOCH_US), 0)[0]):
        with pytest.raises(Refusal) as caught:
            again.sit("a", 0, 0)
        assert caught.value.code == "not_allowed"
        assert again.sit("b", 0, 0).lines
