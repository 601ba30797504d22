"""Which tables there are, who sits where, and which of them nobody needs any more."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from carcbot.referee.match_course import HOUSE
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
        self._over: dict[str, None] = {}
        self._empty_since: dict[str, int] = {}
        self._openers: dict[str, str] = {}
        self._sat: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._held: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def add(self, table: Table, opener: str = "") -> None:
        """Takes in a table, in the place of one of the same name if there is one.

        If there are too many that are over, those that ended first are forgotten.
        """
        self.tables[table.match] = table
        for known in (self._going, self._over):
            known.pop(table.match, None)
        if opener:
            self._openers[table.match] = opener
        if table.result:
            self._over[table.match] = None
        else:
            self._going[table.match] = table
            self.note_seats(table)
        self.not_over()
        for match in list(self._over)[:-_MOST_OVER]:
            self.remove(match)

    def remove(self, match: str) -> None:
        """A table is no more, if it was there."""
        for known in (self.tables, self._going, self._over, self._empty_since, self._openers):
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
            self._over |= {match: None for match, each in self._going.items() if each.result}
            self._going = {each.match: each for each in going}
        return going

    def note_seats(self, table: Table) -> None:
        """Remembers who sits at a table now; to be called when somebody has sat down there."""
        for account in filter(None, table.accounts):
            self._sat[account][table.match] = None
        for party in self._parties_at(table):
            self._held[party][table.match] = None

    def note_address(self, account: str, address: str) -> None:
        """Remembers where an account is now, and so with whom it counts.

        Args:
            account: Who.
            address: Where; for a client with many addresses what is the same in all of them.
        """
        if self._parties.note(account, address):
            for table in self._held_by_one(account):
                self.note_seats(table)

    def seats_of(self, account: str) -> list[Table]:
        """The tables that wait or play at which somebody sits."""
        if account.startswith(HOUSE):  # it has never sat down: the seat was somebody else's
            self._sat[account] = dict.fromkeys(self._going)
        return self._still(self._sat, account, lambda table: account in table.accounts)

    def held_by(self, party: str) -> list[Table]:
        """The tables at which somebody of a party sits, and those that wait which it has opened."""
        return self._still(self._held, party, lambda table: party in self._parties_at(table))

    def _still(
        self, noted: dict[str, dict[str, None]], whose: str, is_so: Callable[[Table], bool]
    ) -> list[Table]:
        """Of the tables noted of somebody those of which it is still so; the rest is forgotten."""
        going = self._going
        tables = [going[match] for match in noted.pop(whose, {}) if match in going]
        found = [each for each in tables if not each.result and is_so(each)]
        if found:
            noted[whose] = {each.match: None for each in found}
        return found

    def openers(self) -> set[str]:
        """Who has opened a table that waits."""
        return set(self._openers.values())

    def take_abandoned(self, now_ns: int) -> Iterator[Table | None]:
        """Takes tables that wait and at which nobody has been for a while: they are no more.

        How long that is depends on whether somebody has a seat and may come back, and on whether
        bots wait there, which others could have. A bot that was asked for is nobody.

        Yields each of them; None after what came to nothing. All has been looked at when it ends,
        and what was noted of tables that are gone is forgotten.
        """
        for table in self.not_over():
            yield table if self._is_abandoned(table, now_ns) else None
        for known in (self._empty_since, self._openers):
            for match in list(known):
                if match not in self._going or self._going[match].has_begun:
                    known.pop(match, None)
                yield None
        for account in list(self._sat):
            self.seats_of(account)
            yield None
        for party in list(self._held):
            self.held_by(party)
            yield None

    def _is_abandoned(self, table: Table, now_ns: int) -> bool:
        """Whether a table is no more, because nobody has been there for too long."""
        is_left = not table.has_begun and all(here.startswith(HOUSE) for here in table.present)
        if not is_left or table.match not in self._going:
            self._empty_since.pop(table.match, None)
            return False
        since_ns = self._empty_since.setdefault(table.match, now_ns)
        if now_ns - since_ns < self._waits_ns(table):
            return False
        self.remove(table.match)
        return True

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
