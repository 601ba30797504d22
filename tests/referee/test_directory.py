"""Tests of carcbot.referee.directory; who sits where and what is deserted test_hall says."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from carcbot.referee.directory import Directory
from carcbot.referee.parties import Parties

if TYPE_CHECKING:
    from carcbot.referee.table import Table


def table(match: str) -> SimpleNamespace:
    """One that goes on, at which nobody sits."""
    return SimpleNamespace(match=match, result=None, accounts=(), has_begun=True)


def test_those_that_ended_first_are_forgotten() -> None:
    """However long a match took, it may be asked about until a hundred others have ended."""
    directory = Directory(Parties(), 1)
    tables = [table(f"m{number}") for number in range(150)]
    for each in tables:
        directory.add(cast("Table", each))
    for each in reversed(tables):  # the first that was opened ends last
        each.result = "over"
        directory.add(cast("Table", table(f"beside {each.match}")))
    kept = [match for match in directory.tables if match.startswith("m")]
    assert kept == [f"m{number}" for number in range(100)]
