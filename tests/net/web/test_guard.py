"""Paces: what a stranger may ask for how often, and that nobody else is kept waiting for that."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from carcbot.messages.client import Open
from tests.net.client.hosting import token_of
from tests.net.web.test_site import asked
from tests.replay.records import signed, text_of_match


async def statuses(
    http: aiohttp.ClientSession, method: str, url: str, *, address: str, times: int, body: object
) -> list[int]:
    """What is answered to so many requests at once, as a proxy brings them from an address."""

    async def one() -> int:
        headers = {"X-Forwarded-For": address}
        async with http.request(method, url, json=body, headers=headers) as response:
            if response.status == 429:
                assert 1 <= int(response.headers["Retry-After"]) <= 60
                assert "too many at once: try again in" in await response.text()
            return response.status

    return await asyncio.gather(*(one() for _ in range(times)))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("method", "path", "burst"),
    (
        ("POST", "/api/guest", 40),
        ("POST", "/api/record", 10),
        ("GET", "/api/matches/none/pictures", 40),
        ("GET", "/api/matches/none", 40),
    ),
)
async def test_paces(tmp_path: Path, method: str, path: str, burst: int) -> None:
    """An address that asks too much is refused in words, and no other address with it."""
    async with asked(tmp_path, guests=True, behind_proxy=True) as (http, page, _):
        body: object = {} if method == "POST" else None
        many = await statuses(
            http, method, page + path, address="203.0.113.5", times=burst + 20, body=body
        )
        assert 0 < many.count(429) <= 20
        (other,) = await statuses(
            http, method, page + path, address="203.0.113.6", times=1, body=body
        )
        assert other != 429


@pytest.mark.asyncio
async def test_nobody_is_believed_without_a_proxy(tmp_path: Path) -> None:
    """Where there is no proxy another address in the header gains nothing."""
    async with asked(tmp_path, guests=True) as (http, page, _):
        url = f"{page}/api/guest"
        await statuses(http, "POST", url, address="203.0.113.5", times=60, body={})
        (other,) = await statuses(http, "POST", url, address="203.0.113.6", times=1, body={})
        assert other == 429


@pytest.mark.asyncio
async def test_tables_with_bots(tmp_path: Path) -> None:
    """Those who ask for tables with bots are held to the pace as well, each at an address."""
    async with asked(tmp_path, behind_proxy=True) as (http, page, _):

        async def ask(address: str) -> int:
            headers = {"X-Forwarded-For": address, "Authorization": f"Bearer {token_of('ann')}"}
            body = {"seats": ["me", "nobody"], "options": "seats=2"}
            async with http.post(f"{page}/api/play", json=body, headers=headers) as response:
                return response.status

        many = await asyncio.gather(*(ask("203.0.113.5") for _ in range(60)))
        assert many.count(429) > 0
        assert await ask("203.0.113.6") == 422


@pytest.mark.asyncio
async def test_what_is_kept_costs_nothing(tmp_path: Path) -> None:
    """A crowd behind one address sees the story of a match, which is made once."""
    (tmp_path / "records").mkdir()
    text = signed(text_of_match("carcassonne", "seats=2"))
    (tmp_path / "records" / "m1.jsonl").write_bytes(text)
    async with asked(tmp_path, guests=True) as (http, page, server):
        live = server.open_table(Open(1, "carcassonne", "seats=2"))
        for path in ("m1", "m1/pictures", live, f"{live}/pictures"):
            for _ in range(60):
                async with http.get(f"{page}/api/matches/{path}") as response:
                    assert response.status == 200
