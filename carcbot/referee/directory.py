"""Which tables there are, who sits where, and which of them nobody needs any more."""

from collections import defaultdict

from carcbot.referee.course import HOUSE
from carcbot.referee.step import Refusal
from carcbot.referee.table import Table

__all__ = ["Directory"]

_MOST_OVER = 100
"""Of matches that are over; later their records tell what they were."""
_EMPTY_NS = 120_000_000_000
"""How long a table waits for the first who sits down, or for another when all have got up again."""


class Directory:
    """All tables, those included whose match is over but may still be asked about.

    A flood of commands must not cost a look at all tables for each of them, so it is noted who has
    sat down where, and who has opened what.

    Attributes:
        tables: All of them by the name of their match.
    """

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self._going: dict[str, Table] = {}
        self._empty_since: dict[str, int] = {}
        self._openers: dict[str, str] = {}
        self._sat: defaultdict[str, dict[str, None]] = defaultdict(dict)

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

    def opened_by(self, account: str) -> int:
        """How many tables somebody has opened at which nobody sits."""
        tables = ((match, self._going.get(match)) for match in self._openers)
        self._openers = {
            match: self._openers[match] for match, table in tables if table and not table.has_begun
        }
        return sum(
            opener == account and not any(self._going[match].accounts)
            for match, opener in self._openers.items()
        )

    def take_abandoned(self, now_ns: int) -> list[Table]:
        """Tables at which nobody has had a seat for a while; they are no more."""
        empty = [each for each in self.not_over() if not each.has_begun and not any(each.accounts)]
        since = self._empty_since
        self._empty_since = {each.match: since.get(each.match, now_ns) for each in empty}
        found = [each for each in empty if now_ns - self._empty_since[each.match] >= _EMPTY_NS]
        for table in found:
            self.remove(table.match)
        return found
