"""A seat outlives its tab: the lobby leads back to it, and a link takes it to another device."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from carcbot.messages.parts import ClockSpec
from tests.web.conftest import Opened
from tests.web.hosting import Host, hosted
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_playing import begin, move, turn
from tests.web.waiting import until

OWN = "#own-tables .ticket"
FOR_LONG = ClockSpec("per_move", move_us=600_000_000)
KEEP = "all => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value))"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One referee for all tests here: each visitor has a browser of its own."""
    with hosted(tmp_path_factory.mktemp("referee"), sparring=12) as running:
        yield running


def restarted(page: Page, opened: Opened, url: str) -> Page:
    """The same browser after it was started again: tabs and what they kept are gone."""
    state = page.context.storage_state()
    page.close()
    again = opened("about:blank")
    context: BrowserContext = again.context
    for origin in state["origins"]:
        kept = {each["name"]: each["value"] for each in origin["localStorage"]}
        again.goto(url)
        again.evaluate(
            "kept => Object.entries(kept).map(([k, v]) => localStorage.setItem(k, v))", kept
        )
    assert context.pages == [again]
    again.goto(url)
    again.reload()
    return again


def test_a_browser_is_started_again(host: Host, opened: Opened) -> None:
    """The lobby leads back to the game, with the same seat; at its end the seat is forgotten."""
    page = opened(f"{host.page}/")
    begin(page, host)
    move(page)
    name = page.locator(".seat:has(.tag:text-is('you')) .seat-name").inner_text()
    other = restarted(page, opened, f"{host.page}/")
    expect(other.locator("#own-title")).to_have_text("Your game goes on")
    expect(other.locator(OWN)).to_contain_text("Your turn")
    expect(other.locator("#own-grace")).to_contain_text("longer than 10 minutes")
    keep(other, "own-wide")
    other.locator(OWN).click()
    move(other)
    assert other.locator(".seat:has(.tag:text-is('you')) .seat-name").inner_text() == name
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="Resign").click()
    other.wait_for_selector("body[data-over=true]")
    assert other.evaluate("localStorage.getItem('carcbot.seats')") is None
    other.goto(f"{host.page}/")
    other.wait_for_selector("body[data-ready]")
    expect(other.locator("#own")).to_be_hidden()


def test_several_games_each_in_its_tab(host: Host, opened: Opened) -> None:
    """Who begins another game goes on with both, side by side, as two players."""
    page = opened(f"{host.page}/", size=SIZES["phone"], scheme="dark")
    begin(page, host)
    move(page)
    first = page.url
    begin(page, host)
    move(page)
    lobby = page.context.new_page()
    lobby.goto(f"{host.page}/")
    expect(lobby.locator(OWN)).to_have_count(2)
    keep(lobby, "own-phone-dark")
    check_reads_well(lobby)
    lobby.goto(first)
    move(lobby)
    move(page)
    for each in (lobby, page):
        expect(each.locator("#link-mark")).to_be_empty()
    host.call(_take_away(host, first.rpartition("/")[2]))
    lobby.goto(f"{host.page}/")
    expect(lobby.locator(OWN)).to_have_count(1)
    until(lobby, "JSON.parse(localStorage.getItem('carcbot.seats')).length === 1")


async def _take_away(host: Host, match: str) -> None:
    assert host.server is not None
    host.server._floor.rooms.take_away(match, "the test wants it so")


def test_two_tabs_at_one_seat(host: Host, opened: Opened) -> None:
    """The tab that was opened last plays; the other says so, and takes the seat back if asked."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    assert turn(other)
    expect(page.locator("#link-mark")).to_contain_text("You play in another tab")
    expect(page.locator(".place-button")).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text("You play in another tab.")
    page.get_by_role("button", name="Play here").click()
    move(page)
    expect(other.locator("#link-mark")).to_contain_text("You play in another tab")


def test_a_link_takes_the_seat_to_another_device(host: Host, opened: Opened) -> None:
    """The link works once, for who says so there; its code is in no request, and does not stay."""
    page = opened(f"{host.page}/")
    begin(page, host)
    move(page)
    page.get_by_role("button", name="Play on another device").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Open this on the other device").input_value()
    assert re.search(r"/table/[\w-]+#take=[\w-]{20,}$", link)
    keep(page, "seat-link-wide")
    check_reads_well(page)
    phone = opened("about:blank", size=SIZES["phone"])
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(link)
    expect(phone.locator("#seat-dialog")).to_contain_text("gives you a seat")
    assert "take" not in phone.url
    keep(phone, "seat-take-phone")
    check_reads_well(phone)
    phone.get_by_role("button", name="Play here").click()
    move(phone)
    code = link.rpartition("=")[2]
    assert not [url for url in asked if code in url.partition("#")[0]]
    expect(page.locator("#link-mark")).to_contain_text("on another device")
    stranger = opened("about:blank", refused="422")
    stranger.goto(page.url)
    stranger.goto(link)  # in a tab that shows the table already
    expect(stranger.locator("#seat-dialog")).to_contain_text("gives you a seat")
    assert "take" not in stranger.url
    stranger.get_by_role("button", name="Play here").click()
    expect(stranger.locator("#seat-dialog .trouble")).to_contain_text("used already")
    stranger.get_by_role("button", name="Only watch").click()
    expect(stranger.locator("#input")).to_be_hidden()


FORBIDS = """
  for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => { throw new DOMException("denied", "SecurityError"); };
    Object.defineProperty(window, name, { get });
  }
"""


def test_a_browser_that_keeps_nothing(host: Host, opened: Opened) -> None:
    """With site data blocked one can watch, and is told why one cannot play."""
    page = opened("about:blank")
    page.add_init_script(FORBIDS)
    begin(page, host)
    expect(page.locator("#match-dialog .trouble")).to_contain_text("keeps nothing for this site")
    match = host.table("seats=2", FOR_LONG)
    host.play(match, 2, 0.0, 600.0)
    page.goto(f"{host.page}/table/{match}")
    until(page, "document.querySelectorAll('.map .tiles image').length >= 2")
    page.get_by_role("button", name="Use dark colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
