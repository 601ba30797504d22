"""Tests of carcbot.net.door.guests: guests who are gone are forgotten."""

import asyncio
import secrets
from pathlib import Path

import pytest

from carcbot.messages import client
from carcbot.net.door.guests import Guests
from carcbot.net.store.store import Store
from tests.net.town import hosted

DAY_US = 86_400_000_000


@pytest.mark.asyncio
async def test_gone_guests_are_forgotten(tmp_path: Path) -> None:
    """Who has not come for a day and is known nowhere goes, however many; others keep all."""
    async with Store.open(f"sqlite:///{tmp_path / 'lobby.db'}", fsync=False) as store:
        guests = Guests(store, come=True, play=True)
        made = [await guests.player(1) for _ in range(230)]
        late, _ = await guests.player(DAY_US)
        seated = {name for name, _ in made[::20]}
        assert await guests.forget_gone(seated.__contains__, DAY_US + 2) == 230 - len(seated)
        left = {each.name for each in await store.accounts()}
        assert left == seated | {late}
        for name, token in made:
            assert (await store.holder(token, 3) is not None) is (name in seated)
        assert await guests.forget_gone(seated.__contains__, DAY_US + 2) == 0


@pytest.mark.asyncio
@pytest.mark.parametrize("keeps", (True, False), ids=("database", "memory"))
async def test_no_two_have_a_name(
    keeps: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that chance gives twice is one guest's all the same."""
    given = iter(("a1", "a1", "a1", "b2"))
    token_hex = secrets.token_hex

    def drawn(size: int) -> str:
        return next(given) if size == 4 else token_hex(size)  # others draw too, but longer ones

    monkeypatch.setattr(secrets, "token_hex", drawn)
    async with Store.open(f"sqlite:///{tmp_path / 'lobby.db'}", fsync=False) as store:
        guests = Guests(store if keeps else None, come=True, play=True)
        assert [(await guests.player(1))[0] for _ in range(2)] == ["guest-a1", "guest-b2"]


@pytest.mark.asyncio
async def test_who_is_known(tmp_path: Path) -> None:
    """Who is here, or has a seat though away, is known; others are not."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        match = (await ann.say(client.Open(1, "pot", "seats=2")))["match"]
        await ann.say(client.Sit(1, match))
        for guest in (ann, bob):
            await guest.socket.close()
        for _ in range(500):
            if not town.server._floor.guests:
                break
            await asyncio.sleep(0.01)
        assert not town.server._floor.guests
        assert town.server._knows("ann")
        assert not town.server._knows("bob")
