"""Public keys on the command line."""

import re
from pathlib import Path

import click
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

__all__ = ["PublicKey"]


class PublicKey(click.ParamType["str"]):
    """64 hex digits, or a file that holds them or the key as PEM, public or private."""

    name = "hex|file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key in hex."""
        text = value
        if value and not _is_hex(value):
            try:
                text = _text_of(Path(value).read_bytes())
            except (OSError, ValueError) as error:
                self.fail(f"{value!r} is no key and no file with one: {error}", param, ctx)
        return text.lower()


def _is_hex(text: str) -> bool:
    return re.fullmatch("[0-9a-fA-F]{64}", text) is not None


def _text_of(raw: bytes) -> str:
    text = raw.decode("ascii").strip()
    if _is_hex(text):
        return text
    key = (
        pem.load_pem_private_key(raw, password=None)
        if "PRIVATE" in text
        else pem.load_pem_public_key(raw)
    )
    if isinstance(key, Ed25519PrivateKey):
        key = key.public_key()
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("it is another kind of key")  # noqa: TRY004 - of the file, not of a type
    return key.public_bytes_raw().hex()
