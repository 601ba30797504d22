"""Links by which a guest goes on with a seat on another device."""

from pathlib import Path

import aiohttp
import pytest

from carcbot.errors import InputError
from carcbot.net.web.seat_links import LASTS_S, SeatLinks
from tests.net.client.hosting import token_of
from tests.net.web.test_site import asked


def test_a_code_works_once() -> None:
    """It gives the seat that it was made for, to the first who has it."""
    links = SeatLinks()
    code = links.make("guest-1", "m1", 0.0)
    with pytest.raises(InputError, match="used already"):
        links.take(code, "m2", 1.0)
    assert links.take(code, "m1", 1.0) == "guest-1"
    with pytest.raises(InputError, match="used already"):
        links.take(code, "m1", 1.0)


def test_a_code_gets_old() -> None:
    """After a while it is worth nothing, and neither is one when the seat has a newer one."""
    links = SeatLinks()
    old = links.make("guest-1", "m1", 0.0)
    with pytest.raises(InputError):
        links.take(old, "m1", LASTS_S)
    older = links.make("guest-2", "m1", 0.0)
    newer = links.make("guest-2", "m1", 0.0)
    other = links.make("guest-2", "m2", 0.0)
    with pytest.raises(InputError):
        links.take(older, "m1", 1.0)
    assert links.take(newer, "m1", 1.0) == "guest-2"
    assert links.take(other, "m2", 1.0) == "guest-2"


@pytest.mark.asyncio
async def test_who_has_a_seat_gets_a_code(tmp_path: Path) -> None:
    """Only a guest gets one, for its own seat; it gives that account another token."""
    async with asked(tmp_path, guests=True) as (http, page, _):

        async def post(path: str, token: str, **body: object) -> aiohttp.ClientResponse:
            headers = {"Authorization": f"Bearer {token}"}
            return await http.post(page + path, json=body, headers=headers)

        guest, stranger = [
            await (await post("/api/guest", "", plays=True)).json() for _ in range(2)
        ]
        terms = {"game": "kuhn", "options": "seats=2", "seats": ["me", "open"]}
        match = (await (await post("/api/play", guest["token"], **terms)).json())["match"]
        refused = await post("/api/seat-link", guest["token"], match=match)
        assert (refused.status, "no seat" in await refused.text()) == (422, True)
        for seat, token in enumerate((guest["token"], token_of("ann"))):
            async with http.ws_connect(f"{page}/play") as socket:
                await socket.receive_json()
                hello = {"type": "hello", "id": 1, "product": "test/1", "token": token}
                await socket.send_json(hello)
                await socket.receive_json()
                await socket.send_json({"type": "sit", "id": 2, "match": match, "seat": seat})
                await socket.receive_json()
        for token, why in ((stranger["token"], "no seat"), (token_of("ann"), "token of its own")):
            refused = await post("/api/seat-link", token, match=match)
            assert refused.status == 422
            assert why in await refused.text()
        code = (await (await post("/api/seat-link", guest["token"], match=match)).json())["code"]
        taken = await post("/api/seat", "", match=match, code=code)
        assert taken.headers["Cache-Control"] == "no-store"
        given = await taken.json()
        assert given["account"] == guest["account"]
        assert given["token"] != guest["token"]
        again = await post("/api/seat-link", given["token"], match=match)
        assert again.status == 200
        assert (await post("/api/seat", "", match=match, code=code)).status == 422
