"""The pages' files and questions, over real HTTP."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from carcbot.messages.client import Open
from carcbot.net.server import RefereeServer
from carcbot.net.web.static_files import answer, mark_of
from carcbot.replay.own_view import own_view
from carcbot.replay.packed import pack
from tests.net.client.hosting import hosted, token_of
from tests.replay.records import NESTED, record_of, signed, text_of_match


@contextlib.asynccontextmanager
async def asked(
    folder: Path, **settings: object
) -> AsyncIterator[tuple[aiohttp.ClientSession, str, RefereeServer]]:
    """What one talks by with a referee over HTTP, where its pages are, and the referee."""
    async with hosted(folder, **settings) as server, aiohttp.ClientSession() as http:
        yield http, server.page.removesuffix("/"), server


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ("/", "/replay", "/table/any", "/web/js/dom.js", "/api/site"))
async def test_every_answer_has_the_policy(tmp_path: Path, path: str) -> None:
    """No answer allows scripts from elsewhere or within a page; what is known is not sent again."""
    async with asked(tmp_path) as (http, page, _):
        async with http.get(page + path) as response:
            assert response.status == 200
            policy = response.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            mark = response.headers["ETag"]
        async with http.get(page + path, headers={"If-None-Match": mark}) as again:
            assert again.status == 304


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "path", ("/web/../pyproject.toml", "/web/js", "/web/nothing.js", "/records/..%2flock.jsonl")
)
async def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    """Only files of the pages and records are served, whatever is asked for."""
    async with (
        asked(tmp_path, guests=True) as (http, page, _),
        http.get(page + path) as response,
    ):
        assert response.status == 404


@pytest.mark.asyncio
async def test_without_guests_a_token_is_needed(tmp_path: Path) -> None:
    """Where guests may not come nobody gets an account, and nothing is told without a token."""
    async with asked(tmp_path) as (http, page, _):
        async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
            assert response.status == 403
        for path in ("/api/lobby", "/api/matches/any", "/records/any.jsonl", "/records/any.tar"):
            async with http.get(page + path) as response:
                assert response.status == 401
                assert response.headers["WWW-Authenticate"] == "Bearer"
        headers = {"Authorization": f"Bearer {token_of('ann')}"}
        async with http.get(f"{page}/api/lobby", headers=headers) as response:
            assert (await response.json())["tables"] == []


@pytest.mark.asyncio
async def test_packed_records(tmp_path: Path) -> None:
    """A packed record is told and given away as any other, and so is one seat's view of it.

    A bomb is refused in one sentence.
    """
    text = signed(text_of_match("carcassonne", "seats=2"))
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "m1.jsonl.zst").write_bytes(pack(text))
    async with asked(tmp_path, guests=True) as (http, page, _):
        async with http.post(f"{page}/api/guest", json={}) as response:
            token = (await response.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with http.get(f"{page}/records/m1.jsonl", headers=headers) as response:
            assert await response.read() == text
        async with http.get(f"{page}/api/matches/m1", headers=headers) as response:
            story = await response.json()
            assert story["over"]
        for body in (text, pack(text), own_view(record_of(text), 1)):
            async with http.post(f"{page}/api/record", data=body, headers=headers) as response:
                assert (await response.json())["story"] == story
        for damaged in (text[:-9], pack(text[:-9])):
            async with http.post(f"{page}/api/record", data=damaged, headers=headers) as response:
                told_of = await response.json()
                assert told_of["story"] == story
                line = text.count(b"\n")
                assert told_of["trouble"] == f"the file, line {line}: the last line is cut off"
        for bomb in (pack(bytes(5_000_000)), pack(pack(bytes(5_000_000)))):
            async with http.post(f"{page}/api/record", data=bomb, headers=headers) as response:
                assert response.status == 422
                assert "too much comes out" in await response.text()
        nobody = own_view(record_of(text), 1).replace(b'"seat":1}', b'"seat":1099511627776}', 1)
        async with http.post(f"{page}/api/record", data=nobody, headers=headers) as response:
            assert response.status == 422
            assert "there is no such seat" in await response.text()
        for kind, deep in NESTED.items():
            async with http.post(f"{page}/api/record", data=deep, headers=headers) as response:
                told = await response.text()
                # after ten at once everybody has to wait
                assert response.status in (422, 429), kind
                assert told.strip()


@pytest.mark.asyncio
async def test_a_viewer_may_not_play(tmp_path: Path) -> None:
    """The account of who only watches is not for playing, nor is it shown in the lobby."""
    async with asked(tmp_path, guests=True) as (http, page, server):
        async with http.post(f"{page}/api/guest", json={}) as response:
            token = (await response.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        ask = {"seats": ["me", "greedy"], "options": "seats=2"}
        async with http.post(f"{page}/api/play", json=ask, headers=headers) as response:
            assert response.status == 403
        async with http.ws_connect(server.url) as socket:
            await socket.receive_json()
            hello = {"type": "hello", "id": 1, "product": "x/1", "token": token}
            await socket.send_json({**hello, "features": ["pictures"]})
            assert "welcome" in await socket.receive_json()
            assert server.hall.lobby.online() == ()
            match = server.open_table(Open(1, "carcassonne", "seats=2"))
            await socket.send_json({"type": "sit", "id": 2, "match": match})
            assert (await socket.receive_json())["code"] == "not_allowed"
            await socket.send_json({"type": "watch", "id": 3, "match": match})
            heard = [(await socket.receive_json())["type"] for _ in range(3)]
            assert heard == ["ack", "picture", "clocks"]


@pytest.mark.asyncio
async def test_guests_who_only_watch(tmp_path: Path) -> None:
    """Where guests only watch, the page knows it, and nobody gets an account to play."""
    async with asked(tmp_path, guests=True, guests_play=False) as (http, page, _):
        async with http.get(f"{page}/api/site") as response:
            site = await response.json()
        assert (site["guests"], site["guests_play"]) == (True, False)
        assert (site["account"], site["may"]) == ("", ["watch"])
        headers = {"Authorization": f"Bearer {token_of('ann')}"}
        async with http.get(f"{page}/api/site", headers=headers) as response:
            site = await response.json()
        assert (site["account"], site["may"]) == ("ann", ["host", "lobby", "play", "watch"])
        async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
            assert response.status == 403
            assert "guests only watch here" in await response.text()
        async with http.post(f"{page}/api/guest", json={}) as response:
            assert (await response.json())["account"].startswith("viewer-")
        async with http.get(f"{page}/api/lobby") as response:
            assert response.status == 200


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("ask", "words"),
    (
        ({"seats": ["me", "os:system"], "options": "seats=2"}, "there is no bot"),
        ({"seats": ["me"], "options": "seats=2"}, "1 seats are named"),
        ({"seats": ["me", "mcts"], "options": "seats=9"}, "seats"),
        ({"seats": ["me", *["mcts"] * 4], "options": "seats=5"}, "too many"),
    ),
)
async def test_matches_that_cannot_be(tmp_path: Path, ask: dict[str, object], words: str) -> None:
    """Programs that are no presets, impossible options and too many bots are refused in words."""
    async with asked(tmp_path, guests=True, sparring=3) as (http, page, _):
        async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
            token = (await response.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with http.post(f"{page}/api/play", json=ask, headers=headers) as response:
            assert response.status == 422
            assert words in await response.text()


@pytest.mark.asyncio
async def test_guests_come_at_a_pace(tmp_path: Path) -> None:
    """One address gets only so many accounts at once."""
    async with asked(tmp_path, guests=True) as (http, page, _):

        async def ask() -> int:
            async with http.post(f"{page}/api/guest", json={}) as response:
                return response.status

        found = await asyncio.gather(*(ask() for _ in range(60)))
        assert found.count(429) > 0
        assert found.count(200) >= 40


@pytest.mark.parametrize(
    ("method", "headers", "mark", "answered"),
    (
        ("GET", {"Accept-Encoding": "br, gzip"}, "", (200, "gzip", "no-cache")),
        ("GET", {"Accept-Encoding": "gzip;q=0, br"}, "", (200, None, "no-cache")),
        ("GET", {}, "v", (200, None, "public, max-age=31536000, immutable")),
        ("GET", {"Authorization": "Bearer x"}, "v", (200, None, "no-cache")),
        ("GET", {}, "If-None-Match", (304, None, "no-cache")),
        ("POST", {}, "If-None-Match", (200, None, "no-cache")),
        ("POST", {}, "v", (200, None, "no-cache")),
    ),
)
def test_what_may_be_kept(
    method: str, headers: dict[str, str], mark: str, answered: tuple[int, str | None, str]
) -> None:
    """What anybody gets may be kept by who knows its mark; what depends on who asks never is."""
    body = b"x" * 5000
    known = mark_of(body)
    path = f"/x?v={known}" if mark == "v" else "/x"
    if mark == "If-None-Match":
        headers = {**headers, mark: f'"{known}"'}
    given = answer(make_mocked_request(method, path, headers=headers), body, "text/plain")
    told = given.headers
    assert (given.status, told.get("Content-Encoding"), told["Cache-Control"]) == answered
