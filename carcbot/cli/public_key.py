"""A referee's public key, by which its records are checked: as hex, in a file, or at its page."""

import asyncio
import re
import ssl
from pathlib import Path

import aiohttp
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from carcbot.errors import OptionsError
from carcbot.net.client.address import trust, why_no_connection, why_not_trusted

__all__ = ["key_of"]

_PATIENCE_S = 20.0
_EXPECTED = "64 hex digits, a file, or an address"


def key_of(value: str, ca_file: str) -> str:
    """The key in hex; empty if none is named.

    Args:
        value: 64 hex digits; a file that holds them or the key as PEM, public or private; or the
            address of a referee's page. Where that begins with https, the key is as sure as the
            certificate of that place.
        ca_file: Certificates of authorities to be trusted too.

    Raises:
        OptionsError: There is no key.
    """
    if not value or _is_hex(value):
        return value.lower()
    try:
        return _text_of(_content(value, ca_file)).lower()
    except (OSError, ValueError, TimeoutError, aiohttp.ClientError) as error:
        why, expected = why_not_trusted(error) or (_why(error), _EXPECTED)
        raise OptionsError(
            f"{value!r} is no key and nothing with one: {why}", where="--key", expected=expected
        ) from error


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
