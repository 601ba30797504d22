"""What is remembered of accounts: how much they may still say, how often they were sent away."""

import hashlib
import math
from collections.abc import Container, Iterator
from typing import Final

from carcbot.referee.token_bucket import TokenBucket

__all__ = ["Buckets", "Conduct", "retry_after", "token_digest"]

_FORGIVEN_PER_S: Final = 0.1
_FORGIVEN_AT_ONCE: Final = 5

Buckets = tuple[TokenBucket, TokenBucket]
"""What an account may say, and how much of that may cost more than a move."""


class Conduct:
    """Remembers this of each account for as long as it matters, however often it comes and goes.

    It remembers the tokens as well with which accounts came that had to stay away, hashed: whoever
    comes again and again with one of them is told so before anybody has looked whose it is.
    """

    def __init__(self) -> None:
        self._buckets: dict[str, Buckets] = {}
        self._forgiven: dict[str, TokenBucket] = {}
        self._staying_away: dict[bytes, str] = {}

    def buckets(self, account: str, fresh: Buckets) -> Buckets:
        """Those that the account has used before, if that makes a difference, else these."""
        return self._buckets.setdefault(account, fresh)

    def note_offence(self, account: str, now_ns: int) -> None:
        """An account was sent away."""
        fresh = TokenBucket(_FORGIVEN_PER_S, _FORGIVEN_AT_ONCE, now_ns)
        self._forgiven.setdefault(account, fresh).take(now_ns)

    def stays_away_s(self, account: str, token: str, now_ns: int) -> float:
        """How long the account that comes with this token still has to stay away, in seconds."""
        forgiven = self._forgiven.get(account)
        wait_s = forgiven.wait_s(now_ns) if forgiven else 0.0
        if wait_s:
            self._staying_away[token_digest(token)] = account
        return wait_s

    def known_to_stay_away_s(self, token: str, now_ns: int) -> float:
        """The same if it came with it before; else 0, which tells nothing."""
        account = self._staying_away.get(token_digest(token))
        return self.stays_away_s(account, token, now_ns) if account else 0.0

    def forget(self, here: Container[str], now_ns: int) -> Iterator[None]:
        """Forgets all that makes no difference any more, of accounts that are not here.

        It is an account in each step, so that nobody has to wait for all of them.
        """
        for account, buckets in list(self._buckets.items()):
            if account not in here and all(bucket.is_full(now_ns) for bucket in buckets):
                self._buckets.pop(account, None)
            yield
        for account, forgiven in list(self._forgiven.items()):
            if forgiven.is_full(now_ns):
                self._forgiven.pop(account, None)
            yield
        for digest, account in list(self._staying_away.items()):
            if account not in self._forgiven:
                self._staying_away.pop(digest, None)
            yield


def retry_after(wait_s: float) -> float:
    """What to tell who has to wait: in milliseconds, and never too early."""
    return math.ceil(wait_s * 1000) / 1000


def token_digest(token: str) -> bytes:
    """What is remembered of a token in place of it."""
    return hashlib.sha256(token.encode()).digest()
