"""Tests of carcbot.cli.public_key: a key as hex, in a file, or where a referee publishes it."""

import asyncio
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from carcbot.cli import public_key
from carcbot.errors import OptionsError
from tests.net.client.hosting import hosted
from tests.replay.records import KEY, PUBLIC


def key_of(value: str) -> str:
    """What the argument stands for."""
    return public_key.key_of(value, "")


def test_hex_and_files(tmp_path: Path) -> None:
    """Hex in any letters, and files with hex or PEM."""
    assert key_of(PUBLIC) == key_of(PUBLIC.upper()) == PUBLIC
    assert key_of("") == ""
    file = tmp_path / "key"
    file.write_text(f"{PUBLIC}\n")
    assert key_of(str(file)) == PUBLIC
    file.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert key_of(str(file)) == PUBLIC


@pytest.mark.asyncio
async def test_published(tmp_path: Path) -> None:
    """A referee tells its key at its page, to everybody."""
    async with hosted(tmp_path) as server:
        assert await asyncio.to_thread(key_of, server.page) == server.key
        assert await asyncio.to_thread(key_of, server.page.removesuffix("/")) == server.key


@pytest.mark.parametrize(
    "value", ("nothing", "deadbeef", "0" * 63, "http://127.0.0.1:9/", "http://")
)
def test_none(value: str) -> None:
    """What is no key, and what does not answer, is a mistake of who named it."""
    told = "is no key and nothing with one: .*expected 64 hex digits, a file, or an address"
    with pytest.raises(OptionsError, match=told):
        key_of(value)
