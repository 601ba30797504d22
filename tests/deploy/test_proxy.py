"""nginx, with the configuration as it is handed out, before a referee."""

import asyncio
import http.client
import json
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.deploy.hosting import (
    DEPLOY,
    Referee,
    find,
    get,
    replaced,
    running,
)
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_until

MAIN = """
pid nginx.pid;
worker_processes 1;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include {name};
}}
"""


@dataclass(frozen=True)
class Proxy:
    """nginx that runs before a referee that runs.

    Attributes:
        referee: Who is behind it.
        plain: Its port without TLS.
        secret: Its port with TLS.
        certificate: What it shows.
    """

    referee: Referee
    plain: int
    secret: int
    certificate: Path

    @property
    def url(self) -> str:
        """Where strangers find the referee."""
        return f"wss://localhost:{self.secret}/play"

    def get(self, path: str) -> int:
        """The status of a page, as a stranger sees it."""
        trust = ssl.create_default_context(cafile=self.certificate)
        line = http.client.HTTPSConnection(
            "localhost", self.secret, timeout=PATIENCE_S, context=trust
        )
        try:
            line.request("GET", path)
            return line.getresponse().status
        finally:
            line.close()


@pytest.fixture
def proxy(referee: Referee, tmp_path: Path) -> Iterator[Proxy]:
    """A referee behind nginx."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            find("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate,
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ],
        capture_output=True,
        check=True,
    )  # fmt: skip
    plain, secret = free_port(), free_port()
    live = "/etc/letsencrypt/live/play.example.org"
    ours = replaced(
        (DEPLOY / "nginx" / "carcbot.conf").read_text(),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{secret} ssl;"),
        (f"{live}/fullchain.pem", str(certificate)),
        (f"{live}/privkey.pem", str(key)),
        ("server 127.0.0.1:8765;", f"server 127.0.0.1:{referee.port};"),
        ("play.example.org", "localhost"),
    )
    (tmp_path / "carcbot.conf").write_text(ours)
    (tmp_path / "nginx.conf").write_text(MAIN.format(name="carcbot.conf"))
    log = tmp_path / "nginx.log"
    nginx = (find("nginx"), "-p", tmp_path, "-e", "stderr", "-c", tmp_path / "nginx.conf")
    with referee.serving(), running((*nginx, "-g", "daemon off;"), log) as process:

        def listens() -> bool:
            assert process.poll() is None, log.read_text()
            return get(plain, "/")[0] == 301

        wait_until(listens, "nginx")
        yield Proxy(referee, plain, secret, certificate)


def test_match_through_the_proxy(proxy: Proxy) -> None:
    """Two bots play a whole match over TLS, through nginx; the record of it is true."""
    proxy.referee.play(url=proxy.url, env={"SSL_CERT_FILE": str(proxy.certificate)})
    (record,) = proxy.referee.records
    assert proxy.referee.result_of(record) == "normal"


def test_what_strangers_see(proxy: Proxy) -> None:
    """Strangers see whether the referee lives, and its pages and key, but not its figures."""
    paths = ("/healthz", "/readyz", "/metrics", "/metrics/", "//metrics", "/%6detrics", "/")
    assert [proxy.get(path) for path in paths] == [200, 200, 404, 404, 404, 404, 200]
    assert proxy.get("/key") == 200
    assert get(proxy.referee.port, "/metrics")[0] == 200
    assert proxy.get("/play") == 400  # the referee's answer to what is no websocket


def test_bodies(proxy: Proxy) -> None:
    """What is packed goes no further than nginx, and what is large neither, but for records."""
    trust = ssl.create_default_context(cafile=proxy.certificate)

    def posted(path: str, body: bytes, headers: dict[str, str]) -> int:
        line = http.client.HTTPSConnection(
            "localhost", proxy.secret, timeout=PATIENCE_S, context=trust
        )
        try:
            line.request("POST", path, body, headers)
            return line.getresponse().status
        finally:
            line.close()

    for path in ("/nothing", "/api/guest", "/api/record", "/healthz", "/play"):
        assert posted(path, b"x" * 1000, {"Content-Encoding": "gzip"}) == 415
    assert posted("/api/guest", b"x" * 9000, {}) == 413
    assert posted("/api/guest", b'{"plays":false}' + b" " * 8000, {}) != 413
    assert posted("/api/record", b"x" * 2000, {}) in (401, 422)


@pytest.mark.asyncio
async def test_limits_and_origins(proxy: Proxy) -> None:
    """One address gets 32 connections; pages of this site may connect, those of others not."""
    await _knock(proxy)


async def _knock(proxy: Proxy) -> None:
    trust = ssl.create_default_context(cafile=proxy.certificate)
    connector = aiohttp.TCPConnector(ssl=trust)
    async with aiohttp.ClientSession(connector=connector) as session, AsyncExitStack() as stack:

        async def connect(origin: str | None = None) -> aiohttp.ClientWebSocketResponse:
            return await stack.enter_async_context(session.ws_connect(proxy.url, origin=origin))

        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await connect("https://elsewhere.example")
        assert refused.value.status == 403
        own = await connect(f"https://localhost:{proxy.secret}")
        hello = json.loads((await own.receive_str()).strip())
        assert hello["type"] == "hello"
        await own.close()
        await asyncio.sleep(2)  # until there may be new connections again
        tries = await asyncio.gather(*(connect() for _ in range(64)), return_exceptions=True)
        held = [each for each in tries if isinstance(each, aiohttp.ClientWebSocketResponse)]
        too_many = [each for each in tries if isinstance(each, aiohttp.WSServerHandshakeError)]
        assert 16 < len(held) <= 32
        assert len(too_many) == 64 - len(held)
        assert {each.status for each in too_many} == {503}
