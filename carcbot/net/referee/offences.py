"""Who was sent away, how often, and how long such accounts have to stay away."""

import hashlib
from typing import Final

from carcbot.referee.token_bucket import TokenBucket

__all__ = ["Offences"]

_FORGIVEN_PER_S: Final = 0.1
_FORGIVEN_AT_ONCE: Final = 5


class Offences:
    """Remembers for each account how often it may still be sent away before it has to stay away.

    It remembers the tokens as well with which accounts came that had to stay away, hashed: whoever
    comes again and again with one of them is told so before anybody has looked whose it is.
    """

    def __init__(self) -> None:
        self._left: dict[str, TokenBucket] = {}
        self._staying_away: dict[bytes, str] = {}

    def note(self, account: str, now_ns: int) -> None:
        """An account was sent away."""
        self._left.setdefault(
            account, TokenBucket(_FORGIVEN_PER_S, _FORGIVEN_AT_ONCE, now_ns)
        ).take(now_ns)

    def stays_away_s(self, account: str, token: str, now_ns: int) -> float:
        """How long the account that comes with this token still has to stay away, in seconds."""
        left = self._left.get(account)
        wait_s = left.wait_s(now_ns) if left else 0.0
        if wait_s:
            self._staying_away[_digest(token)] = account
        else:
            self._staying_away.pop(_digest(token), None)
        return wait_s

    def known_to_stay_away_s(self, token: str, now_ns: int) -> float:
        """The same if it came with it before; else 0, which tells nothing."""
        account = self._staying_away.get(_digest(token))
        return self.stays_away_s(account, token, now_ns) if account else 0.0


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
