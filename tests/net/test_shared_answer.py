"""What many visitors ask for at once is made once."""

import asyncio
from pathlib import Path

import pytest

from carcbot.messages.client import Open
from carcbot.messages.lobby import Finished, History
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.shared_answer import SharedAnswer
from carcbot.net.web import stories
from tests.net.web.test_site import asked


@pytest.mark.asyncio
async def test_once_for_all() -> None:
    """All get what came of it, also an error, and who goes away does not end it for the others."""
    shared: SharedAnswer[int] = SharedAnswer()
    done, count = asyncio.Event(), 0

    async def work() -> int:
        nonlocal count
        count += 1
        await done.wait()
        if count == 2:
            raise ValueError("no")
        return count

    first, *others = [asyncio.create_task(shared.get("a", work)) for _ in range(5)]
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    done.set()
    assert await asyncio.gather(*others) == [1] * 4
    found = await asyncio.gather(*(shared.get("a", work) for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in found] == [ValueError] * 3
    assert await shared.get("a", work) == 3


@pytest.mark.asyncio
async def test_a_crowd_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty who look at the lobby, or at a match, ask the database once, and tell it once."""
    looked = told = 0
    history = LobbyKeeper.history

    async def counted(keeper: LobbyKeeper, wanted: History) -> tuple[Finished, ...]:
        nonlocal looked
        looked += 1
        await asyncio.sleep(0.2)
        return await history(keeper, wanted)

    def telling(*args: object, **named: object) -> object:
        nonlocal told
        told += 1
        return stories.story_of(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(LobbyKeeper, "history", counted)
    monkeypatch.setattr("carcbot.net.web.archive.story_of", telling)
    async with asked(tmp_path, guests=True) as (http, page, server):
        match = server.open_table(Open(1, "carcassonne", "seats=2"))

        async def get(path: str) -> bytes:
            async with http.get(page + path) as response:
                assert response.status == 200
                return await response.read()

        for path in ("/api/lobby", f"/api/matches/{match}"):
            assert len(set(await asyncio.gather(*(get(path) for _ in range(30))))) == 1
        assert (looked, told) == (1, 1)
