"""A seed to which every seat adds a secret.

The referee commits to a secret; then each seat commits to a nonce of its own, 32 bytes that nobody
can guess; when all have, each reveals it. The seed is a hash of all of these, so whoever has added
one honest nonce knows that nobody has chosen the seed. Everything is the SHA-256 of a text, with
bytes in hex:

    commitment of the referee   of the 32 bytes of its secret
    commitment of a seat        of "carcbot nonce 1 MATCH ROUND SEAT NONCE"
    seed                        of "carcbot joint 1 MATCH ROUND SECRET NONCE NONCE ...", by seats

Rounds are counted from 0. A round in which a seat fails is over, and the next one has another
secret: HMAC-SHA256(secret of the match, "round:ROUND"), so that a referee that comes back after a
crash knows it too.
"""

import hashlib
import hmac
from collections.abc import Sequence

__all__ = ["joint_seed", "nonce_commitment", "round_secret"]


def round_secret(secret: bytes, round_: int) -> bytes:
    """The referee's secret of a round."""
    return hmac.digest(secret, b"round:%d" % round_, "sha256")


def nonce_commitment(match: str, round_: int, seat: int, nonce: str) -> str:
    """A seat's commitment to its nonce."""
    return _hash(f"carcbot nonce 1 {match} {round_} {seat} {nonce}").hex()


def joint_seed(match: str, round_: int, secret: str, nonces: Sequence[str]) -> bytes:
    """What all draws come from."""
    return _hash(f"carcbot joint 1 {match} {round_} {secret} {' '.join(nonces)}")


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
