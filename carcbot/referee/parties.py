"""Who counts as one where there is only so much room: an account, or all guests of one address.

An account of a guest costs nothing, so a limit of each would be none. What the guests of an address
take they take together, and all guests together leave room for those whom the host knows.
"""

from typing import Final

from carcbot.referee.match_course import HOUSE

__all__ = ["GUEST", "GUESTS", "VIEWER", "Parties"]

GUEST: Final = "guest-"
"""What the names of all accounts begin with that anybody gets by one click, and that may play."""
VIEWER: Final = "viewer-"
"""The same of those that may only watch."""
GUESTS: Final = "guests"
"""The party of all guests."""


class Parties:
    """Knows where accounts come from, and with whom each of them counts.

    A party is a text that no other has: an account's name, or a phrase with a space in it. Where
    nobody has come from yet, as after a restart, a guest counts alone and among all guests.
    """

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def note(self, account: str, address: str) -> bool:
        """An account is at this address now; whether that is news."""
        is_news = self._addresses.get(account) != address
        self._addresses[account] = address
        return is_news

    def accounts(self) -> list[str]:
        """All of which it is known where they are or were."""
        return list(self._addresses)

    def forget(self, account: str) -> None:
        """It is no longer known where this one was."""
        self._addresses.pop(account, None)

    def address(self, account: str) -> str:
        """Where an account has come from last; empty if that is not known."""
        return self._addresses.get(account, "")

    def may_be(self, account: str, address: str, other: str) -> bool:
        """Whether somebody at this address may be the same person as another account's.

        Who has an account of the host's is taken to be one person with one account. Of those that
        anybody gets one may have as many as one likes, so all who share an address with the other,
        or of whom it is not known that they do not, may be it.
        """
        if account == other:
            return True
        is_free = account.startswith((GUEST, VIEWER)) and not other.startswith(HOUSE)
        return is_free and self.address(other) in {"", address}

    def own(self, account: str) -> str:
        """Who counts as this account does: itself alone, or all guests of its address."""
        address = self._addresses.get(account)
        if address is None or not account.startswith(GUEST):
            return account
        return f"guests at {address}"

    def of(self, account: str) -> tuple[str, ...]:
        """All parties of an account: its own, its address, and guests. A house bot has none."""
        if account.startswith(HOUSE):
            return ()
        address = self._addresses.get(account)
        at = () if address is None else (f"at {address}",)
        return (self.own(account), *at, *((GUESTS,) if account.startswith(GUEST) else ()))
