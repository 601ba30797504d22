"""Persons find each other in the lobby: offers are made, taken and taken back on the page."""

import asyncio

import aiohttp
from playwright.sync_api import Page, expect

from tests.web.conftest import Opened
from tests.web.hosting import Host


def seek(page: Page, seats: int = 2) -> None:
    """Seeks a match by the dialog."""
    page.click("#seek")
    page.get_by_label("Seats", exact=True).select_option(str(seats))
    page.locator("#seek-dialog").get_by_text("The Abbot").click()
    page.get_by_role("button", name="Seek", exact=True).click()


def test_two_persons_seek_the_same(host: Host, opened: Opened) -> None:
    """A seek is seen by others without a reload; who takes it plays with who made it."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    seek(first)
    row = second.locator("#offers li")
    expect(row).to_contain_text("2 seats · Abbot")
    expect(row).to_contain_text("unrated")
    row.get_by_role("button", name="Play").click()
    for page in (first, second):
        page.wait_for_url("**/table/*")
    assert first.url == second.url
    for page in (first, second):
        page.wait_for_selector(".tag >> text=you")
        assert page.locator(".seat").count() == 2
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert not table.header.rated
    assert len(set(table.players)) == 2


def test_a_seek_is_taken_back(host: Host, opened: Opened) -> None:
    """Who has made an offer takes it back, also after a reload; then nobody sees it any more."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    seek(first, 3)
    expect(second.locator("#offers li")).to_contain_text("3 seats")
    first.reload()
    row = first.locator("#offers li")
    expect(row).to_contain_text("You")
    row.get_by_role("button", name="Take back").click()
    for page in (first, second):
        page.wait_for_selector("text=Nobody is looking for a match")
    assert host.server is not None
    assert host.server.hall.lobby.offers() == ()


def test_a_challenge_is_accepted(host: Host, opened: Opened) -> None:
    """What a bot offers to anybody is accepted by a click, and the match begins."""

    async def challenge() -> None:
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{host.page}/play") as socket,
        ):
            await socket.receive_json()
            token = {"product": "x/1", "token": "token-of-ann"}
            await socket.send_json({"type": "hello", "id": 1, **token})
            terms = {"game": "carcassonne", "options": "seats=2"}
            await socket.send_json({"type": "challenge", "id": 2, "terms": terms})
            async for _ in socket:
                pass

    asyncio.run_coroutine_threadsafe(challenge(), host.loop)
    page = opened(f"{host.page}/")
    page.locator("#offers li:has-text('ann')").get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat-name", has_text="ann")).to_be_visible()
    page.wait_for_selector(".tag >> text=you")
