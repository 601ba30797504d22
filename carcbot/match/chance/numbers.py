"""Draws from a secret seed that is committed to before the first one.

The k-th number (k from 0) is the first 8 bytes, most significant first, of HMAC-SHA256 with the
seed as key and the ASCII text ``draw:k`` as message. Of outcomes with weights w1, w2, ... in the
order in which the game lists them, that one is drawn in whose stretch number * sum(w) / 2^64 lies,
rounded down. The commitment is the SHA-256 of the seed's 32 bytes. Anybody can check all of it
once the seed is opened.
"""

import hashlib
import hmac
from collections.abc import Iterable

from carcbot.errors import InternalError

__all__ = ["commitment_of", "number_of", "pick"]


def commitment_of(seed: bytes) -> str:
    """What is published of the seed before the match."""
    return hashlib.sha256(seed).hexdigest()


def number_of(seed: bytes, name: bytes) -> int:
    """The number of 64 bits that a seed has under this name."""
    return int.from_bytes(hmac.digest(seed, name, "sha256")[:8])


def pick(number: int, outcomes: Iterable[tuple[str, int]], total: int) -> str:
    """The outcome in whose stretch a number lies; `total` is the sum of all weights."""
    ticket = (number * total) >> 64
    for text, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return text
    raise InternalError("the weights do not add up to their total")
