"""Connections by TLS: certificates, those that are renewed, and bad ones."""

import ssl
from pathlib import Path

import aiohttp
import pytest

from carcbot.errors import FileInputError
from carcbot.net.settings import Settings
from tests.net.certificates import certificate
from tests.net.visitor import hosted, still_works


@pytest.mark.asyncio
async def test_tls(tmp_path: Path) -> None:
    """The referee speaks TLS itself if it is given a certificate, and nothing older than 1.2."""
    files = certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=str(files[0]))
    async with hosted(Settings(tmp_path / "referee", port=0, tls=files)) as visitor:
        assert visitor.server.url.startswith("wss://")
        await still_works(await visitor.greeted(trusting))
        with pytest.raises(aiohttp.ClientConnectorCertificateError):
            await visitor.connect()


@pytest.mark.asyncio
async def test_renewed_certificate(tmp_path: Path) -> None:
    """A certificate that is read again counts for new connections; what is none changes nothing."""
    files = certificate(tmp_path)
    older = ssl.create_default_context(cafile=str(files[0]))
    async with hosted(Settings(tmp_path / "referee", port=0, tls=files)) as visitor:
        first = await visitor.greeted(older)
        for file in files:
            file.write_text("nothing")
        with pytest.raises(FileInputError, match=r"cert\.pem"):
            visitor.server.renew_certificate()
        await still_works(await visitor.greeted(older, "bob"))
        newer = ssl.create_default_context(cafile=str(certificate(tmp_path)[0]))
        visitor.server.renew_certificate()
        await still_works(first)
        await still_works(await visitor.greeted(newer, "ann"))
        with pytest.raises(aiohttp.ClientConnectorCertificateError):
            await visitor.connect(trusting=older)


@pytest.mark.asyncio
async def test_own_bots_need_no_certificate(tmp_path: Path) -> None:
    """Bots that a referee with TLS starts itself find it on the machine's own address."""
    files = certificate(tmp_path)
    async with hosted(Settings(tmp_path / "referee", port=0, tls=files)) as visitor:
        url = visitor.server._own_url
        assert url.startswith("ws://127.0.0.1:")
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            assert (await socket.receive_json())["type"] == "hello"


@pytest.mark.asyncio
async def test_bad_certificate(tmp_path: Path) -> None:
    """A file that is no certificate is named."""
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("nothing")
    settings = Settings(
        tmp_path / "referee", port=0, tls=(tmp_path / "cert.pem", tmp_path / "key.pem")
    )

    with pytest.raises(FileInputError, match=r"cert\.pem"):
        async with hosted(settings) as visitor:
            raise AssertionError(visitor)


@pytest.mark.asyncio
async def test_key_of_another_certificate(tmp_path: Path) -> None:
    """Two files that do not belong together are a mistake, and no trouble of the disk's."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    files = certificate(tmp_path / "one")[0], certificate(tmp_path / "other")[1]
    with pytest.raises(FileInputError, match="expected a certificate and its key"):
        async with hosted(Settings(tmp_path / "referee", port=0, tls=files)) as visitor:
            raise AssertionError(visitor)
