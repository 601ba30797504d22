"""The last line of a record: who vouches for it, byte by byte.

It is an Ed25519 signature (RFC 8032) of the text

    carcbot record 1 CHAIN BYTES

where CHAIN is the last link of the record's chain and BYTES the SHA-256 of all bytes before the
line itself, both in hex. So whoever has the whole file checks that not one byte of it was changed,
and whoever has only one seat's view of it checks the chain.
"""

import hashlib
from typing import TYPE_CHECKING, Final

from carcbot.referee.journal import Signed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["is_signed_well", "key_text", "sign"]

_FORM: Final = "carcbot record 1 {} {}"


def key_text(key: "Ed25519PrivateKey") -> str:
    """The public key, as people and programs are told it."""
    return key.public_key().public_bytes_raw().hex()


def sign(raw: bytes, chain: bytes, key: "Ed25519PrivateKey") -> Signed:
    """Vouches for a record.

    Args:
        raw: All of it.
        chain: The last link of its chain.
        key: Whose word it is.
    """
    digest = hashlib.sha256(raw).hexdigest()
    signature = key.sign(_FORM.format(chain.hex(), digest).encode())
    return Signed(chain.hex(), digest, key_text(key), signature.hex())


def is_signed_well(line: Signed) -> bool:
    """Whether the owner of the key that the line names has signed what the line says."""
    # an extra of the package, which those who only read records do without
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line.key))
        text = _FORM.format(line.chain, line.bytes)
        key.verify(bytes.fromhex(line.signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
