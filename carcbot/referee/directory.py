"""Which tables there are, who sits where, and which of them nobody needs any more."""

from collections import defaultdict

from carcbot.referee.course import HOUSE
from carcbot.referee.parties import Parties
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table

__all__ = ["Directory"]

_MOST_OVER = 100
"""Of matches that are over; later their records tell what they were."""
_EMPTY_NS = 120_000_000_000
"""How long a table waits for the first who sits down, or for another when all have got up again."""
_BOTS_WAIT_NS = 60_000_000_000
"""How long bots that somebody has asked for wait until anybody is there."""
_STALE = 4096
"""So much that is noted of tables that are gone may be kept: to look for it costs something."""


class Directory:
    """All tables, those included whose match is over but may still be asked about.

    A flood of commands must not cost a look at all tables for each of them, so it is noted who has
    sat down where, and who has opened what.

    Args:
        parties: Who counts as one.
        deserted_ns: How long a table waits at which all who sit there are away.

    Attributes:
        tables: All of them by the name of their match.
    """

    def __init__(self, parties: Parties, deserted_ns: int) -> None:
        self.tables: dict[str, Table] = {}
        self._parties = parties
        self._deserted_ns = deserted_ns
        self._going: dict[str, Table] = {}
        self._empty_since: dict[str, int] = {}
        self._openers: dict[str, str] = {}
        self._sat: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._held: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def add(self, table: Table, opener: str = "") -> None:
        """Takes in a table, in the place of one of the same name if there is one.

        If there are too many that are over, the oldest of these are forgotten.
        """
        self.tables[table.match] = table
        self._going.pop(table.match, None)
        if opener:
            self._openers[table.match] = opener
        if not table.result:
            self._going[table.match] = table
            self.note_seats(table)
        if len(self.tables) - len(self.not_over()) > _MOST_OVER:
            over = [match for match, each in self.tables.items() if each.result]
            for match in over[:-_MOST_OVER]:
                del self.tables[match]

    def remove(self, match: str) -> None:
        """A table is no more, if it was there."""
        for known in (self.tables, self._going, self._empty_since, self._openers):
            known.pop(match, None)

    def find(self, match: str) -> Table:
        """The table of that name.

        Raises:
            Refusal: There is none.
        """
        table = self.tables.get(match)
        if table is None:
            raise Refusal("unknown_match", f"there is no match {match!r}")
        return table

    def not_over(self) -> list[Table]:
        """Tables that wait or play; those that are over are not looked at again."""
        going = [each for each in self._going.values() if not each.result]
        if len(going) < len(self._going):
            self._going = {each.match: each for each in going}
        return going

    def note_seats(self, table: Table) -> None:
        """Remembers who sits at a table now; to be called when somebody has sat down there."""
        for account in filter(None, table.accounts):
            self._sat[account][table.match] = None
        for party in self._parties_at(table):
            self._held[party][table.match] = None

    def note_address(self, account: str, address: str) -> None:
        """Remembers where an account is now, and so with whom it counts."""
        if self._parties.note(account, address):
            for table in self._held_by_one(account):
                self.note_seats(table)

    def seats_of(self, account: str) -> list[Table]:
        """The tables that wait or play at which somebody sits."""
        noted = self._sat.pop(account, {})
        if account.startswith(HOUSE):  # it has never sat down: the seat was somebody else's
            noted = dict.fromkeys(self._going)
        tables = [self._going[match] for match in noted if match in self._going]
        found = [each for each in tables if not each.result and account in each.accounts]
        if found:
            self._sat[account] = {each.match: None for each in found}
        return found

    def held_by(self, party: str) -> list[Table]:
        """The tables at which somebody of a party sits, and those that wait which it has opened."""
        noted = self._held.pop(party, {})
        tables = [self._going[match] for match in noted if match in self._going]
        found = [each for each in tables if not each.result and party in self._parties_at(each)]
        if found:
            self._held[party] = {each.match: None for each in found}
        return found

    def matters(self, account: str) -> bool:
        """Whether somebody has a seat, or has opened a table that waits."""
        return account in self._openers.values() or bool(self.seats_of(account))

    def take_abandoned(self, now_ns: int) -> list[Table]:
        """Tables that wait and at which nobody has been for a while; they are no more.

        How long that is depends on whether somebody has a seat and may come back, and on whether
        bots wait there, which others could have. A bot that was asked for is nobody.
        """
        waits_ns = {
            each.match: self._waits_ns(each)
            for each in self.not_over()
            if not each.has_begun and all(here.startswith(HOUSE) for here in each.present)
        }
        since = self._empty_since
        self._empty_since = {match: since.get(match, now_ns) for match in waits_ns}
        found = [
            self._going[match]
            for match, wait_ns in waits_ns.items()
            if now_ns - self._empty_since[match] >= wait_ns
        ]
        for table in found:
            self.remove(table.match)
        self._forget_stale()
        return found

    def _forget_stale(self) -> None:
        """Forgets who has opened what has begun, and what was noted of tables that are gone."""
        self._openers = {
            match: opener
            for match, opener in self._openers.items()
            if match in self._going and not self._going[match].has_begun
        }
        if len(self._sat) + len(self._held) > 8 * len(self._going) + _STALE:
            self._sat.clear()
            self._held.clear()
            for table in self._going.values():
                self.note_seats(table)

    def _waits_ns(self, table: Table) -> int:
        """How long a table waits at which no person and no bot of anybody's is."""
        if any(table.header.agents):
            return _BOTS_WAIT_NS
        return self._deserted_ns if any(table.accounts) else _EMPTY_NS

    def _parties_at(self, table: Table) -> set[str]:
        """The parties of those who sit at a table, and while it waits of who has opened it."""
        there = list(filter(None, table.accounts))
        if not table.has_begun and table.match in self._openers:
            there.append(self._openers[table.match])
        return {party for each in there for party in self._parties.of(each)}

    def _held_by_one(self, account: str) -> list[Table]:
        opened = [
            self._going[match]
            for match, opener in self._openers.items()
            if opener == account and match in self._going
        ]
        return [*self.seats_of(account), *opened]
