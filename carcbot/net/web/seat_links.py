"""Links by which a guest goes on with a seat on another device."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from carcbot.errors import InputError

__all__ = ["LASTS_S", "SeatLinks"]

LASTS_S: Final = 600.0
"""Who asks for a link wants to use it now."""
_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class _Link:
    account: str
    match: str
    until_s: float


class SeatLinks:
    """Codes that are worth a seat: each works once, for a while, and only the newest of a seat.

    They are kept in memory alone: when the referee is started again there are none.
    """

    def __init__(self) -> None:
        self._links: OrderedDict[str, _Link] = OrderedDict()

    def make(self, account: str, match: str, now_s: float) -> str:
        """A new code for the seat that an account has in a match; an older one is worth nothing.

        Args:
            account: Whose seat it is.
            match: Where.
            now_s: By any clock, the same each time.
        """
        for code, link in list(self._links.items()):
            if link.until_s <= now_s or (link.account, link.match) == (account, match):
                del self._links[code]
        code = secrets.token_urlsafe(18)
        self._links[code] = _Link(account, match, now_s + LASTS_S)
        if len(self._links) > _MOST:
            self._links.popitem(last=False)
        return code

    def take(self, code: str, match: str, now_s: float) -> str:
        """Whose seat it is; from now on the code is worth nothing.

        Raises:
            InputError: It is no code for this match, or none any more.
        """
        link = self._links.get(code)
        if link is None or link.match != match or link.until_s <= now_s:
            raise InputError(
                "this link is too old, or was used already",
                expected="a new one, asked for where the match is played",
            )
        del self._links[code]
        return link.account
