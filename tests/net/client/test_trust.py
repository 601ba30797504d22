"""Whom clients trust: certificates of authorities that nobody knows, and what is said of them."""

import asyncio
import random
import ssl
from pathlib import Path

import pytest

from carcbot.errors import FileInputError, InputError
from carcbot.net.client.address import trust
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.client.link import Link
from carcbot.net.client.watcher import tables_at
from carcbot.net.server import RefereeServer
from tests.net.certificates import certificate
from tests.net.client.hosting import hosted, token_of


async def frames(url: str, ca_file: str = "") -> list[str | None]:
    """The first two frames that come from a referee."""
    link = Link(url, random.Random(1), ca_file)
    heard: list[str | None] = []
    async for frame in link.frames():
        heard.append(frame)
        if len(heard) == 2:
            await link.close()
    return heard


@pytest.mark.asyncio
async def test_unknown_authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that nobody vouches for ends it at once, with what to do; that helps."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    files = certificate(tmp_path)
    async with hosted(tmp_path / "referee", tls=files) as server:
        with pytest.raises(InputError, match="nobody whom this machine trusts") as caught:
            await frames(server.url)
        assert caught.value.where == server.url
        for way in ("'ca_file'", "--ca-file", "SSL_CERT_FILE"):
            assert way in caught.value.expected
        bot = Bot(BotConfig(server.url, "random"), token_of("ann"), seed=1)
        with pytest.raises(InputError, match="nobody whom this machine trusts"):
            await bot.run()
        assert len(await frames(server.url, str(files[0]))) == 2
        assert await tables_at(server.url, token_of("eve"), str(files[0])) == ()
        monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
        assert len(await frames(server.url)) == 2


@pytest.mark.asyncio
async def test_another_name(tmp_path: Path) -> None:
    """A certificate for another name is not good, whoever vouches for it."""
    files = certificate(tmp_path)
    async with hosted(tmp_path / "referee", tls=files) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        with pytest.raises(InputError, match=r"its certificate is not good.*localhost") as caught:
            await frames(url, str(files[0]))
        assert "for this name" in caught.value.expected


@pytest.mark.asyncio
async def test_no_encryption(tmp_path: Path) -> None:
    """Where nobody speaks TLS it is said at once."""
    async with hosted(tmp_path) as server:
        with pytest.raises(InputError, match="nobody speaks TLS there") as caught:
            await frames(server.url.replace("ws:", "wss:"))
        assert "ws://" in caught.value.expected


@pytest.mark.asyncio
async def test_certificate_that_changes(tmp_path: Path) -> None:
    """Who was connected before waits and tries again: a certificate may be mended."""
    files = certificate(tmp_path)
    (tmp_path / "known.pem").write_bytes(files[0].read_bytes())

    def mend(server: RefereeServer, known: list[bytes]) -> None:
        for file, content in zip(files, known, strict=True):
            file.write_bytes(content)
        server.renew_certificate()

    async with hosted(tmp_path / "referee", tls=files) as server:
        link = Link(server.url, random.Random(1), str(tmp_path / "known.pem"))
        known = [file.read_bytes() for file in files]
        connections = 0
        async for frame in link.frames():
            if frame is not None:
                continue
            connections += 1
            if connections == 2:
                await link.close()
                continue
            certificate(tmp_path)
            server.renew_certificate()
            with pytest.raises(InputError, match="nobody whom this machine trusts"):
                await frames(server.url, str(tmp_path / "known.pem"))
            asyncio.get_running_loop().call_later(1.0, mend, server, known)
            server._reception.close()
        assert connections == 2


def test_file_of_authorities(tmp_path: Path) -> None:
    """A file that holds no certificate, or is not there, is named; the machine's own stay."""
    (tmp_path / "nothing.pem").write_text("nothing")
    for name in ("nothing.pem", "nowhere.pem"):
        with pytest.raises(FileInputError) as caught:
            trust(str(tmp_path / name))
        assert name in caught.value.where
    usual = trust("")
    assert usual.verify_mode == ssl.CERT_REQUIRED
    assert usual.check_hostname
    more = trust(str(certificate(tmp_path)[0]))
    assert more.cert_store_stats()["x509"] == usual.cert_store_stats()["x509"] + 1
