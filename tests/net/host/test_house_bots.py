"""House bots come again when they die, and nothing is kept of those that are gone."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from carcbot.net.host.bot_launcher import BotLauncher
from carcbot.net.host.house_bots import HouseBots
from carcbot.net.process.process_limits import USUAL
from carcbot.net.store.tokens import Tokens
from tests.net.door.test_log import told
from tests.waiting import until


def bot_that_dies(folder: Path, times: int) -> tuple[str, Path]:
    """A program that fails so many times, and then waits for a file and ends well.

    Returns it, and the file where it writes its token each time that it begins.
    """
    program, seen = folder / "bot", folder / "seen"
    program.write_text(
        f'#!/bin/sh\necho "$CARCBOT_TOKEN" >> {seen}\n'
        f"[ $(wc -l < {seen}) -gt {times} ] || exit 3\n"
        f"while [ ! -e {folder}/over ]; do sleep 0.02; done\n"
    )
    program.chmod(0o755)
    seen.touch()
    return str(program), seen


def launcher_of(tokens: Tokens) -> BotLauncher:
    """What starts bots that find nobody."""
    launcher = BotLauncher(tokens, USUAL)
    launcher.url = "ws://127.0.0.1:1/play"
    return launcher


@pytest.mark.asyncio
async def test_house_bots_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that dies is started again, with a token of its own; at the end nothing is left of it."""
    program, seen = bot_that_dies(tmp_path, 2)
    monkeypatch.setattr("carcbot.net.host.bot_launcher.sys", SimpleNamespace(executable=program))
    monkeypatch.setattr("carcbot.net.host.house_bots._AGAIN_S", (0.01, 0.02, 0.03, 0.04))

    with capture_logs() as logs:
        tokens = Tokens()
        house_bots = HouseBots("greedy", launcher_of(tokens), 8)
        for _ in range(3):
            house_bots.call("house-m1-0", "m1", 0)
        await until(lambda: len(seen.read_text().split()) == 3)
        *dead, alive = seen.read_text().split()
        assert len({*dead, alive}) == 3
        assert [tokens.account_of(token) for token in dead] == [None, None]
        assert tokens.account_of(alive) == "house-m1-0"
        (tmp_path / "over").touch()
        await until(lambda: not tokens.accounts and not house_bots._tasks)
        house_bots.call("house-m1-0", "m1", 0)
        await until(lambda: len(seen.read_text().split()) == 4)
        await house_bots.close()
        assert not tokens.accounts
    assert [
        (line["match"], line["seat"], line["why"]) for line in told(logs, "a house bot has died")
    ] == [("m1", 0, "exit code 3")] * 2


@pytest.mark.asyncio
async def test_a_house_bot_that_cannot_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes again after each pause, and then no more until the match calls it anew."""
    program, seen = bot_that_dies(tmp_path, 1000)
    monkeypatch.setattr("carcbot.net.host.bot_launcher.sys", SimpleNamespace(executable=program))
    monkeypatch.setattr("carcbot.net.host.house_bots._AGAIN_S", (0.01, 0.02))
    house_bots = HouseBots("greedy", launcher_of(Tokens()), 8)
    for tries in (3, 6):
        house_bots.call("house-m1-0", "m1", 0)
        await until(lambda: not house_bots._tasks)
        assert len(seen.read_text().split()) == tries


@pytest.mark.asyncio
async def test_no_more_than_there_are_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many seats want one, only so many processes are there; the others come later."""
    program, seen = bot_that_dies(tmp_path, 0)
    monkeypatch.setattr("carcbot.net.host.bot_launcher.sys", SimpleNamespace(executable=program))
    tokens = Tokens()
    house_bots = HouseBots("greedy", launcher_of(tokens), 2)
    for match in range(5):
        house_bots.call(f"house-m{match}-0", f"m{match}", 0)
    await until(lambda: len(seen.read_text().split()) == 2)
    assert house_bots._places.locked()
    assert sorted(tokens.accounts) == ["house-m0-0", "house-m1-0"]
    (tmp_path / "over").touch()
    await until(lambda: len(seen.read_text().split()) == 5)
    await until(lambda: not house_bots._tasks)
