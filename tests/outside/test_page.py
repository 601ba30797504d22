"""The page of a game of a package: it is watched, played by a person, and kept."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.messages.client import Open
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig
from tests.net.client.hosting import token_of
from tests.waiting import PATIENCE_S
from tests.web.conftest import Opened, chromium, host, opened
from tests.web.hosting import Host
from tests.web.waiting import until

__all__ = ["chromium", "host", "opened"]

LOOKS = Path(__file__).parent.parent.parent / "build" / "screenshots"
RUNNERS = "[...document.querySelectorAll('.runner')].map(each => each.dataset.field).join()"


@pytest.fixture(autouse=True)
def _installed(small_games: Path) -> None:
    """All of this is about the package."""
    del small_games


def bot(host: Host, name: str, match: str) -> None:
    """A bot that takes part in a match, beside the referee."""
    assert host.server is not None
    config = BotConfig(url=host.server.url, agent="mcts:sims=30", table=match, count=1)
    asyncio.run_coroutine_threadsafe(Bot(config, token_of(name), seed=1).run(), host.loop)


def opened_table(host: Host) -> str:
    """A table of Dash."""

    async def made() -> str:
        assert host.server is not None
        return host.server.open_table(Open(1, "dash", "seats=2"))

    return host.call(made())


def fields_of(host: Host, match: str) -> str:
    """Where the runners are at the referee."""
    assert host.server is not None
    state: Any = host.server.hall.tables[match].state
    return ",".join(map(str, state.fields))


def test_watched(host: Host, opened: Opened, tmp_path: Path) -> None:
    """A match is watched to its end, gone through, and is the same in a file of its own."""
    match = opened_table(host)
    page: Page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("text=A free seat")
    until(page, f"{RUNNERS} === '0,0'")
    for name in ("ann", "bob"):
        bot(host, name, match)
    page.wait_for_selector("body[data-over=true]", timeout=PATIENCE_S * 1000)
    end = fields_of(host, match)
    until(page, f"{RUNNERS} === '{end}'")
    expect(page.locator("#result b")).to_be_visible()
    expect(page.locator(".moves li").first).to_contain_text(re.compile("runs|walks"))
    LOOKS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=LOOKS / "outside.png")
    page.keyboard.press("Home")
    until(page, f"{RUNNERS} !== '{end}'")
    record, alone = host.folder / "records" / f"{match}.jsonl", tmp_path / "m.html"
    assert run(["replay", "html", str(record), "--output", str(alone)]) == ExitCode.OK
    page = opened(alone.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("End")
    until(page, f"{RUNNERS} === '{end}'")


def test_played_by_a_person(host: Host, opened: Opened) -> None:
    """A person plays a whole match on the page against a bot, with its own buttons."""
    page = opened(f"{host.page}/")
    match = page.evaluate(
        """async () => {
            const guest = await fetch("/api/guest", { method: "POST", body: '{"plays": true}' });
            const { token } = await guest.json();
            const body = { game: "dash", options: "seats=2", seats: ["me", "greedy"] };
            const made = await fetch("/api/play", {
                method: "POST", body: JSON.stringify(body),
                headers: { Authorization: `Bearer ${token}` },
            });
            if (!made.ok) throw new Error(await made.text());
            sessionStorage.setItem("carcbot.player", token);
            return (await made.json()).match;
        }"""
    )
    page.goto(f"{host.page}/table/{match}")
    page.get_by_role("button", name="Sit down").click()
    over = page.locator("body[data-over=true]")
    page.click(".hint")
    page.locator(".hints button").first.click()
    expect(page.locator(".asking button")).to_have_count(1)
    while True:
        page.wait_for_selector(".asking button, body[data-over=true]", timeout=PATIENCE_S * 1000)
        if over.count():
            break
        before = page.locator(".moves li").count()
        page.locator(".asking button").first.click()
        until(page, f"document.querySelectorAll('.moves li').length > {before}")
    until(page, f"{RUNNERS} === '{fields_of(host, match)}'")
