"""Guests: accounts that a person gets by one click, where the host allows it."""

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from carcbot.net.referee.tokens import new_token
from carcbot.net.store.rows import SCOPES, Holder, Scope
from carcbot.referee.parties import GUEST, VIEWER

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["Guests"]

_MOST_KEPT: Final = 20_000
_VIEWER: Final[frozenset[Scope]] = frozenset({"watch"})
_PLAYER: Final[frozenset[Scope]] = frozenset(SCOPES) - {"host"}


class Guests:
    """Makes accounts for persons.

    Who only watches has an account for as long as the referee runs. Who plays is kept in the
    lobby's database, if there is one: the match goes on when the referee is started again.

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
            InputError: The database cannot be used.
        """
        name = f"{GUEST}{secrets.token_hex(3)}"
        if self._store is None:
            return self._remember(name, _PLAYER)
        await self._store.add_account(name, "person", now_us)
        _, token = await self._store.add_token(name, _PLAYER, "a guest at the page", now_us)
        return name, token

    def holder(self, token: str) -> Holder | None:
        """Whose a token is, if it is a guest's that is in no database."""
        return self._holders.get(token)

    def _remember(self, name: str, scopes: frozenset[Scope]) -> tuple[str, str]:
        token = new_token()
        self._holders[token] = Holder(name, "person", scopes, "")
        if len(self._holders) > _MOST_KEPT:
            self._holders.popitem(last=False)
        return name, token
