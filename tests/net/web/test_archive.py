"""What the referee tells of a match that goes on, and to whom."""

import contextlib
import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from carcbot.messages.parts import ClockSpec
from tests.waiting import PATIENCE_S
from tests.web.hosting import Host, hosted

_LONG = ClockSpec("sudden_death", main_us=600_000_000)
_SECOND_TURN = 4
"""Events up to the second turn: the start, a draw, a move, a draw."""


def thoughts(host: Host, match: str, account: str = "") -> list[dict[str, Any]]:
    """What somebody is told of what was thought in a match."""
    headers = {"Authorization": f"Bearer token-of-{account}"} if account else {}
    line = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE_S)
    with contextlib.closing(line):
        line.request("GET", f"/api/matches/{match}", headers=headers)
        told: list[dict[str, Any]] = json.load(line.getresponse())["thoughts"]
    return told


def second_turn(host: Host, *, analysis: bool = True) -> str:
    """A match in which ann has moved, and bob is thinking."""
    match = host.table("seats=2", _LONG, analysis=analysis)
    host.play(match, 2, 0.0, 60.0)
    assert host.server is not None
    while host.server.hall.tables[match].seq < _SECOND_TURN:
        host.thread.join(0.05)
    return match


def test_a_mistake_of_ours_is_no_missing_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes wrong while a match is told is not told as if there were none."""

    def fail(*_: object) -> bytes:
        raise KeyError("seat 7")

    monkeypatch.setattr("carcbot.net.web.archive._packed", fail)
    with hosted(tmp_path / "referee") as host:
        line = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE_S)
        with contextlib.closing(line):
            statuses = []
            for match in (second_turn(host), "no-such-match"):
                line.request("GET", f"/api/matches/{match}")
                answer = line.getresponse()
                answer.read()
                statuses.append(answer.status)
    assert statuses == [500, 500]


def test_who_watches_is_told_what_was_thought(tmp_path: Path) -> None:
    """Whoever comes late is told what was said with each move, also by a referee started anew."""
    with hosted(tmp_path / "referee") as host:
        match = second_turn(host)
        (told,) = thoughts(host, match)
        assert (told["seq"], told["seat"]) == (2, 0)
        assert told["analysis"]["nodes"] == 20
        assert thoughts(host, match, "cat") == [told]
        host.restart()
        assert thoughts(host, match) == [told]


@pytest.mark.parametrize("account", ("ann", "bob"))
def test_who_plays_is_not(tmp_path: Path, account: str) -> None:
    """Players hear of no thoughts while their match goes on, whoever asked before them."""
    with hosted(tmp_path / "referee") as host:
        match = second_turn(host)
        assert thoughts(host, match)
        assert thoughts(host, match, account) == []
        assert thoughts(host, match)


def test_where_nobody_may_know(tmp_path: Path) -> None:
    """If the policy keeps thoughts to those who had them nobody is told any."""
    with hosted(tmp_path / "referee") as host:
        match = second_turn(host, analysis=False)
        assert thoughts(host, match) == []


def test_all_is_told_in_the_end(tmp_path: Path) -> None:
    """When the match is over its players too are told everything."""
    with hosted(tmp_path / "referee") as host:
        match = host.table("seats=2")
        host.play(match, 2, 0.0)
        assert host.server is not None
        while host.server.hall.tables[match].result is None:
            host.thread.join(0.05)
        moves = host.laid(match) - 1
        assert len(thoughts(host, match, "ann")) == len(thoughts(host, match)) == moves
