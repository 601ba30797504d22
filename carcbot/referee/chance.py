"""Where the draws of a match come from: a secret seed that is committed to before the first one.

The k-th number (k from 0) is the first 8 bytes, most significant first, of HMAC-SHA256 with the
seed as key and the ASCII text ``draw:k`` as message. Of outcomes with weights w1, w2, ... in the
order in which the game lists them, that one is drawn in whose stretch number * sum(w) / 2^64 lies,
rounded down. The commitment is the SHA-256 of the seed's 32 bytes. Anybody can check all of it
once the seed is opened.
"""

import hashlib
import hmac
from collections.abc import Sequence

__all__ = ["SEED_BYTES", "Chance", "commitment_of"]

SEED_BYTES = 32


def commitment_of(seed: bytes) -> str:
    """What is published of the seed before the match."""
    return hashlib.sha256(seed).hexdigest()


class Chance:
    """The draws of one match.

    Args:
        seed: 32 secret bytes.
        used: How many numbers were drawn already.
    """

    def __init__(self, seed: bytes, used: int = 0) -> None:
        self.seed = seed
        self.used = used

    def draw(self, outcomes: Sequence[tuple[str, int]]) -> str:
        """One of the outcomes, by their weights."""
        total = sum(weight for _, weight in outcomes)
        ticket = (self._next() * total) >> 64
        for text, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return text
        raise AssertionError

    def choose(self, texts: Sequence[str]) -> str:
        """One of the texts, all alike."""
        return texts[(self._next() * len(texts)) >> 64]

    def _next(self) -> int:
        message = b"draw:%d" % self.used
        self.used += 1
        return int.from_bytes(hmac.digest(self.seed, message, "sha256")[:8])
