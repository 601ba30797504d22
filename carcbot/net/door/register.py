"""Who may come."""

from typing import TYPE_CHECKING

from carcbot.net.door.guests import Guests
from carcbot.net.store.rows import SCOPES, Holder, Kind
from carcbot.net.store.tokens import Tokens
from carcbot.referee.match_course import HOUSE

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["Register"]


class Register:
    """Finds whose a token is: one that was given by hand, or one in the lobby's database.

    Args:
        tokens: Those that were given by hand, and those of house bots.
        store: The database, if there is one.
        guests: Those who came by one click.
    """

    def __init__(self, tokens: Tokens, store: "Store | None", guests: Guests) -> None:
        self._tokens = tokens
        self._store = store
        self._guests = guests

    async def holder(self, token: str, now_us: int) -> Holder | None:
        """Whose a token is; None if it is nobody's, or no more, or its account is disabled.

        Raises:
            UnavailableError: The database cannot be used.
        """
        guest = self._guests.holder(token)
        if guest is not None:
            return guest
        account = self._tokens.account_of(token)
        if account is not None:
            known = await self._store.account(account) if self._store else None
            if known is not None and known.disabled:
                return None
            kind: Kind = "house" if account.startswith(HOUSE) else "bot"
            name = account if known is None else known.name  # as the database spells it
            return Holder(name, kind, frozenset(SCOPES), "")
        return await self._store.holder(token, now_us) if self._store else None
