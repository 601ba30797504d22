"""A chain of hashes: each link stands for one line and for all lines before it.

A line has a public part, and private parts that only some seats may know. The chain takes in the
public part and, for each private part, a *seal*: a hash of the part and of a secret salt. Who has
the public part, the seals and one private part with its salt can follow the chain and see that
this part belongs to it, and learns nothing of the others.

    link = SHA-256(link before | number of seals | seals in their order | public part)
    seal = SHA-256("carcbot seal 1" | salt | private part)

The link before the first line is 32 bytes of 0; the number of seals is one byte; a salt is 32.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

__all__ = ["Chain", "salt_of", "seal"]

_SEAL: Final = b"carcbot seal 1"


def salt_of(secret: bytes, seq: int, place: int) -> bytes:
    """The salt of a private part: nobody can guess it who does not know the secret.

    Args:
        secret: What the draws of the match come from.
        seq: The event's number.
        place: Whose part it is: a seat, or the number of seats for what only the referee knows.
    """
    return hmac.digest(secret, b"salt:%d:%d" % (seq, place), "sha256")


def seal(salt: bytes, part: bytes) -> bytes:
    """What stands for a private part."""
    return sha256(_SEAL + salt + part).digest()


class Chain:
    """The lines so far.

    Attributes:
        link: What stands for them.
    """

    def __init__(self) -> None:
        self.link = bytes(32)

    def add(self, public: bytes, seals: Sequence[bytes] = ()) -> None:
        """Takes in a line."""
        if seals:
            public = b"".join(seals) + public
        self.link = sha256(b"%b%c%b" % (self.link, len(seals), public)).digest()
