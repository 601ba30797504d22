"""Connections that the host wants cut, at a referee that runs."""

import asyncio
from pathlib import Path

import aiohttp
import pytest
from structlog.testing import capture_logs

from carcbot.errors import UnavailableError
from carcbot.messages import client, lobby
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.net.door import cut_orders
from carcbot.net.store.rows import Cut, Holder
from carcbot.net.store.store import Store
from tests.net.town import Guest, hosted, seek

OPEN = client.Open(1, "pot", "seats=2", ClockSpec("per_move", 0, 60_000_000))


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is looked at more often than every second."""
    monkeypatch.setattr(cut_orders, "_LOOKS_EVERY_S", 0.02)


async def looked() -> None:
    """Waits until it was looked twice from beginning to end."""
    whole, before = asyncio.Semaphore(0), Store.last_cuts

    async def last_cuts(store: Store) -> list[Cut]:
        found = await before(store)
        whole.release()
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "last_cuts", last_cuts)
        for _ in range(3):
            await whole.acquire()


async def closed(guest: Guest) -> int | None:
    """The code with which a connection is closed, within seconds."""
    while (await guest.socket.receive(5)).type is aiohttp.WSMsgType.TEXT:
        pass
    return guest.socket.close_code


async def still_here(guest: Guest) -> bool:
    """Whether a connection is answered."""
    answer = await guest.say(client.Tables(1))
    return bool(answer["type"] == "ack")


@pytest.mark.asyncio
async def test_revoked(tmp_path: Path) -> None:
    """Only the connection of the token is cut, for good; another token takes the seat again."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        opened = client.Open(1, "pot", "seats=2", OPEN.clock, Policy(grace_us=20_000_000))
        match = (await ann.say(opened))["match"]
        for guest in (ann, bob):
            await guest.say(client.Sit(1, match))
        (token,) = await town.store.tokens("ann")
        _, town.tokens["ann"] = await town.store.add_token("ann", token.scopes, "new", 2)
        await town.store.revoke(token.id, 3)
        assert await closed(ann) == 4008
        gone = await bob.type("presence")
        assert (gone["seat"], gone["here"], gone["grace_us"]) == (0, False, 20_000_000)
        again = await town.come("ann")
        await again.say(client.Resume(1, match))
        assert (await bob.type("presence"))["here"] is True
        assert await still_here(bob)


@pytest.mark.asyncio
async def test_disabled(tmp_path: Path) -> None:
    """A disabled account is cut and stays away; its seat is lost after the grace period."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        opened = client.Open(1, "pot", "seats=2", OPEN.clock, Policy(grace_us=200_000))
        match = (await ann.say(opened))["match"]
        for guest in (ann, bob):
            await guest.say(client.Sit(1, match))
        await town.store.disable("ann", 3)
        assert await closed(ann) == 4008
        assert (await bob.type("result"))["reason"] == "disconnect"
        with pytest.raises(AssertionError, match="bad_token"):
            await town.come("ann")


@pytest.mark.asyncio
async def test_kicked(tmp_path: Path) -> None:
    """Who is kicked is cut and may come back, with a connection that stays."""
    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann = await town.come("ann")
            await town.store.kick("ann", 3)
            assert await closed(ann) == 4009
            again = await town.come("ann")
            await looked()
            assert await still_here(again)
    assert {
        "event": "cut by the host",
        "log_level": "info",
        "account": "ann",
        "for_good": False,
        "seats": {},
    } in logs
    assert next(line["code"] for line in logs if line["event"] == "gone") == 4009


@pytest.mark.asyncio
async def test_cut_while_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits behind an earlier wish of somebody who is sent away meanwhile is not done."""
    save = Store.save_offer
    asked, slow = asyncio.Event(), asyncio.Event()

    async def save_offer(store: Store, name: str, by: str, text: str, created_us: int) -> None:
        if by == "bob":
            asked.set()
            await slow.wait()
        await save(store, name, by, text, created_us)

    monkeypatch.setattr(Store, "save_offer", save_offer)
    async with hosted(tmp_path) as town:
        bob, cid = await town.come("bob"), await town.come("cid")
        for terms in ({"game": "kuhn"}, {"game": "pot", "options": "seats=2"}):
            await bob.socket.send_json({"type": "seek", "id": 7, "terms": terms})
        await asked.wait()
        await town.store.kick("bob", 3)
        assert await closed(bob) == 4009
        slow.set()
        while not await town.store.offers():  # noqa: ASYNC110 - nobody tells when it is written
            await asyncio.sleep(0.01)
        await cid.say(seek(Terms("carcassonne", "seats=2")))
        view = (await cid.say(lobby.Lobby(1)))["lobby"]
        offers = [(offer["by"], offer["terms"]["game"]) for offer in view["offers"]]
        assert offers == [("bob", "kuhn"), ("cid", "carcassonne")]


@pytest.mark.asyncio
async def test_old_wishes(tmp_path: Path) -> None:
    """What was wished for before the referee was started concerns nobody who comes later."""
    async with hosted(tmp_path) as town:
        await town.store.kick("ann", 3)
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        await looked()
        assert await still_here(ann)


@pytest.mark.asyncio
async def test_revoked_at_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who says hello while the token is being revoked does not slip in."""
    holder = Store.holder
    asks = 0

    async def slow(store: Store, clear: str, now_us: int) -> Holder | None:
        nonlocal asks
        asks += 1
        found = await holder(store, clear, now_us)
        if asks == 1:
            assert found is not None
            await store.revoke(found.token_id, 5)
            await looked()
        return found

    monkeypatch.setattr(Store, "holder", slow)
    async with hosted(tmp_path) as town:
        with pytest.raises(AssertionError, match="bad_token"):
            await town.come("ann")
    assert asks == 2


@pytest.mark.asyncio
async def test_database_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the database cannot be used it is told once; afterwards the wish is fulfilled."""
    last = Store.last_cuts
    failures = 0

    async def shaky(store: Store) -> list[Cut]:
        nonlocal failures
        found = await last(store)
        if found and failures < 2:
            failures += 1
            raise UnavailableError("it went away")
        return found

    monkeypatch.setattr(Store, "last_cuts", shaky)

    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann = await town.come("ann")
            await town.store.kick("ann", 3)
            assert await closed(ann) == 4009
    told = [line["event"] for line in logs if line["log_level"] == "warning"]
    assert told == ["connections cannot be cut by the host"]
