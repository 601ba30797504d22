"""The pages' files and questions, over real HTTP."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from carcbot.messages.client import Open
from carcbot.net.referee import RefereeServer
from carcbot.replay.own_view import own_view
from carcbot.replay.packing import pack
from tests.net.client.hosting import hosted, token_of
from tests.replay.records import NESTED, record_of, signed, text_of_match

Talk = Callable[[aiohttp.ClientSession, str, RefereeServer], Awaitable[None]]


def asked(folder: Path, talk: Talk, **settings: object) -> None:
    """Talks with a referee over HTTP."""

    async def work(server: RefereeServer) -> None:
        async with aiohttp.ClientSession() as http:
            await talk(http, server.page.removesuffix("/"), server)

    hosted(folder, work, **settings)


@pytest.mark.parametrize("path", ("/", "/replay", "/table/any", "/web/js/dom.js", "/api/site"))
def test_every_answer_has_the_policy(tmp_path: Path, path: str) -> None:
    """No answer allows scripts from elsewhere or within a page; what is known is not sent again."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
        async with http.get(page + path) as response:
            assert response.status == 200
            policy = response.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            mark = response.headers["ETag"]
        async with http.get(page + path, headers={"If-None-Match": mark}) as again:
            assert again.status == 304

    asked(tmp_path, talk)


@pytest.mark.parametrize(
    "path", ("/web/../pyproject.toml", "/web/js", "/web/nothing.js", "/records/..%2flock.jsonl")
)
def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    """Only files of the pages and records are served, whatever is asked for."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
        async with http.get(page + path) as response:
            assert response.status == 404

    asked(tmp_path, talk, guests=True)


def test_without_guests_a_token_is_needed(tmp_path: Path) -> None:
    """Where guests may not come nobody gets an account, and nothing is told without a token."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
        async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
            assert response.status == 403
        for path in ("/api/lobby", "/api/matches/any", "/records/any.jsonl"):
            async with http.get(page + path) as response:
                assert response.status == 401
                assert response.headers["WWW-Authenticate"] == "Bearer"
        headers = {"Authorization": f"Bearer {token_of('ann')}"}
        async with http.get(f"{page}/api/lobby", headers=headers) as response:
            assert (await response.json())["tables"] == []

    asked(tmp_path, talk)


def test_packed_records(tmp_path: Path) -> None:
    """A packed record is told and given away as any other, and so is one seat's view of it.

    A bomb is refused in one sentence.
    """
    text = signed(text_of_match("carcassonne", "seats=2"))
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "m1.jsonl.zst").write_bytes(pack(text))

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
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
        bomb = pack(bytes(5_000_000))
        async with http.post(f"{page}/api/record", data=bomb, headers=headers) as response:
            assert response.status == 422
            assert "too much comes out" in await response.text()
        for kind, deep in NESTED.items():
            async with http.post(f"{page}/api/record", data=deep, headers=headers) as response:
                told = await response.text()
                # after ten at once everybody has to wait
                assert response.status in (422, 429), kind
                assert told.strip()

    asked(tmp_path, talk, guests=True)


def test_a_viewer_may_not_play(tmp_path: Path) -> None:
    """The account of who only watches is not for playing, nor is it shown in the lobby."""

    async def talk(http: aiohttp.ClientSession, page: str, server: RefereeServer) -> None:
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

    asked(tmp_path, talk, guests=True)


def test_guests_who_only_watch(tmp_path: Path) -> None:
    """Where guests only watch, the page knows it, and nobody gets an account to play."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
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

    asked(tmp_path, talk, guests=True, guests_play=False)


@pytest.mark.parametrize(
    ("ask", "words"),
    (
        ({"seats": ["me", "os:system"], "options": "seats=2"}, "there is no bot"),
        ({"seats": ["me"], "options": "seats=2"}, "1 seats are named"),
        ({"seats": ["me", "mcts"], "options": "seats=9"}, "seats"),
        ({"seats": ["me", *["mcts"] * 4], "options": "seats=5"}, "too many"),
    ),
)
def test_matches_that_cannot_be(tmp_path: Path, ask: dict[str, object], words: str) -> None:
    """Programs that are no presets, impossible options and too many bots are refused in words."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
        async with http.post(f"{page}/api/guest", json={"plays": True}) as response:
            token = (await response.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with http.post(f"{page}/api/play", json=ask, headers=headers) as response:
            assert response.status == 422
            assert words in await response.text()

    asked(tmp_path, talk, guests=True, sparring=3)


def test_guests_come_at_a_pace(tmp_path: Path) -> None:
    """One address gets only so many accounts at once."""

    async def talk(http: aiohttp.ClientSession, page: str, _: RefereeServer) -> None:
        async def ask() -> int:
            async with http.post(f"{page}/api/guest", json={}) as response:
                return response.status

        found = await asyncio.gather(*(ask() for _ in range(60)))
        assert found.count(429) > 0
        assert found.count(200) >= 40

    asked(tmp_path, talk, guests=True)
