"""Guests: accounts that a person gets by one click, where the host allows it."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import structlog

from carcbot.errors import UnavailableError
from carcbot.net.store.rows import GUEST_LABEL, SCOPES, Holder, Scope
from carcbot.net.store.tokens import new_token
from carcbot.referee.parties import GUEST, VIEWER

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["Guests"]

_MOST_KEPT: Final = 20_000
_GONE_US: Final = 86_400_000_000
"""Who has not come for a day, and has no seat, is gone."""
_LOOKS_EVERY_S: Final = 3600.0
_AT_ONCE: Final = 100
"""So many accounts are taken away in one transaction, so that nobody waits long for it."""
_REST_S: Final = 0.2
_VIEWER: Final[frozenset[Scope]] = frozenset({"watch"})
_PLAYER: Final[frozenset[Scope]] = frozenset(SCOPES) - {"host"}

_log = structlog.get_logger()


class Guests:
    """Makes accounts for persons.

    Who only watches has an account for as long as the referee runs. Who plays is kept in the
    lobby's database, if there is one: the match goes on when the referee is started again. An
    account whose guest has not come for a day, and sits nowhere, is taken away.

    Args:
        store: The database, if there is one.
        come: Whether anybody may come.
        play: Whether who comes may also play.

    Attributes:
        scopes: What anybody may do.
    """

    def __init__(self, store: "Store | None", *, come: bool, play: bool) -> None:
        self._store = store
        self.scopes = (_PLAYER if play else _VIEWER) if come else frozenset()
        self._holders: OrderedDict[str, Holder] = OrderedDict()

    def viewer(self) -> tuple[str, str]:
        """The name of a new account that may watch, and its token."""
        return self._remember(f"{VIEWER}{secrets.token_hex(4)}", _VIEWER)

    async def player(self, now_us: int) -> tuple[str, str]:
        """The name of a new account that may play, and its token.

        Raises:
            UnavailableError: The database cannot be used.
        """
        name = f"{GUEST}{secrets.token_hex(4)}"
        while await self._is_taken(name):
            name = f"{GUEST}{secrets.token_hex(4)}"
        if self._store is None:
            return self._remember(name, _PLAYER)
        await self._store.add_account(name, "person", now_us)
        _, token = await self._store.add_token(name, _PLAYER, GUEST_LABEL, now_us)
        return name, token

    async def another_token(self, account: str, now_us: int) -> str:
        """One more token for a guest who plays, for another device.

        Raises:
            UnavailableError: The database cannot be used.
        """
        if self._store is None:
            return self._remember(account, _PLAYER)[1]
        _, token = await self._store.add_token(account, _PLAYER, GUEST_LABEL, now_us)
        return token

    def holder(self, token: str) -> Holder | None:
        """Whose a token is, if it is a guest's that is in no database."""
        return self._holders.get(token)

    async def watch(self, stays: Callable[[str], bool], now_us: Callable[[], int]) -> None:
        """Takes away the accounts of guests who are gone, for ever.

        Args:
            stays: Whether an account is here or has a seat somewhere.
            now_us: The time since 1970.
        """
        while self._store is not None:
            try:
                await self.forget_gone(stays, now_us())
            except UnavailableError as error:
                _log.warning("accounts of guests cannot be taken away", error=str(error))
            await asyncio.sleep(_LOOKS_EVERY_S)

    async def forget_gone(self, stays: Callable[[str], bool], now_us: int) -> int:
        """Does it once; returns of how many guests.

        Raises:
            UnavailableError: The database cannot be used.
        """
        count, last = 0, ""
        while self._store is not None:
            names = await self._store.gone_guests(now_us - _GONE_US, last, _AT_ONCE)
            if not names:
                break
            last = names[-1]
            gone = [name for name in names if not stays(name)]
            await self._store.forget_guests(gone)
            count += len(gone)
            await asyncio.sleep(_REST_S)
        return count

    async def _is_taken(self, name: str) -> bool:
        """Whether there is an account of this name already."""
        if self._store is None:
            return any(each.account == name for each in self._holders.values())
        return await self._store.account(name) is not None

    def _remember(self, name: str, scopes: frozenset[Scope]) -> tuple[str, str]:
        token = new_token()
        self._holders[token] = Holder(name, "person", scopes, "")
        if len(self._holders) > _MOST_KEPT:
            self._holders.popitem(last=False)
        return name, token
