"""Public keys on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import click

from carcbot.cli.late_imports import at_once, import_now

if at_once():
    import asyncio
    import ssl

    import aiohttp
    from cryptography.hazmat.primitives import serialization as pem
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

    from carcbot.net.client.address import why_no_connection
    from carcbot.net.client.trust import trust, why_not_trusted

__all__ = ["PublicKey"]


_PATIENCE_S = 20.0
_EXPECTED = "64 hex digits, a file, or an address"


class PublicKey(click.ParamType["str"]):
    """64 hex digits; a file that holds them or the key as PEM, public or private; a referee's page.

    Where the address begins with https, the key is as sure as the certificate of that place; the
    command's --ca-file, if it has one, counts for that.
    """

    name = "hex|file|url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key in hex."""
        import_now(__name__)
        if not value or _is_hex(value):
            return value.lower()
        named = ctx.params.get("ca_file") if ctx else None
        ca_file = named if isinstance(named, str) else ""  # click has a word of its own for none
        try:
            return _text_of(_content(value, ca_file)).lower()
        except (OSError, ValueError, TimeoutError, aiohttp.ClientError) as error:
            why, expected = why_not_trusted(error) or (_why(error), _EXPECTED)
            told = f"{value!r} is no key and nothing with one: {why}; expected {expected}"
            self.fail(told, param, ctx)


def _content(value: str, ca_file: str) -> bytes:
    """What the file holds, or the referee at the address says."""
    if value.startswith(("http://", "https://")):
        return asyncio.run(_published(f"{value.rstrip('/')}/key", trust(ca_file)))
    return Path(value).read_bytes()


async def _published(url: str, trusted: ssl.SSLContext) -> bytes:
    limit = aiohttp.ClientTimeout(total=_PATIENCE_S)
    async with aiohttp.ClientSession(timeout=limit) as http, http.get(url, ssl=trusted) as response:
        response.raise_for_status()
        return await response.content.read(1000)


def _why(error: Exception) -> str:
    """Why there is no key, in a few words."""
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, aiohttp.ClientResponseError):
        return f"HTTP {error.status}"
    if isinstance(error, aiohttp.ClientConnectionError | TimeoutError):
        return why_no_connection(error)
    return getattr(error, "strerror", None) or str(error)


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
