"""Public keys on the command line."""

import asyncio
import re
from pathlib import Path

import aiohttp
import click
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

__all__ = ["PublicKey"]


_PATIENCE_S = 20.0


class PublicKey(click.ParamType["str"]):
    """64 hex digits; a file that holds them or the key as PEM, public or private; a referee's page.

    Where the address begins with https, the key is as sure as the certificate of that place.
    """

    name = "hex|file|url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key in hex."""
        text = value
        if value and not _is_hex(value):
            try:
                text = _text_of(_content(value))
            except (OSError, ValueError, TimeoutError, aiohttp.ClientError) as error:
                self.fail(f"{value!r} is no key and nothing with one: {error}", param, ctx)
        return text.lower()


def _content(value: str) -> bytes:
    """What the file holds, or the referee at the address says."""
    if value.startswith(("http://", "https://")):
        return asyncio.run(_published(f"{value.rstrip('/')}/key"))
    return Path(value).read_bytes()


async def _published(url: str) -> bytes:
    limit = aiohttp.ClientTimeout(total=_PATIENCE_S)
    async with aiohttp.ClientSession(timeout=limit) as http, http.get(url) as response:
        response.raise_for_status()
        return await response.content.read(1000)


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
