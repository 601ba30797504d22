"""Competitions in the lobby and on their own pages, as a visitor sees them."""

import time
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from carcbot.arena.competition.facts import Began, Ended, Finished, RoundBegan, RulingMade
from carcbot.net.competitions.competition_folder import CompetitionFolder
from tests.web.conftest import WIDE, Opened
from tests.web.hosting import hosted

RULES = """
name = "cup"
title = "The Cup <of> Tests"
[schedule]
starts = [2020-01-15T08:00:00Z]
"""


def play_it(folder: Path) -> None:
    """A competition that is over, whose terms have changed: ann has won it, for bob never came."""
    file = folder / "cup.toml"
    file.write_text(RULES)
    kept = CompetitionFolder.make(folder / "referee" / "competitions" / "cup", file)
    kept.open()
    now = kept.proceedings
    changed = RULES + "[clock]\nmain_s = 120\nmove_s = 3\n"
    assert not kept.obey(RulingMade(1, 1, "change", reason="too long"), changed).refused
    for name in ("ann", "bob"):
        kept.add(now.enter(name, 1))
    kept.add(Began(2, ("ann", "bob")))
    kept.add(RoundBegan(3, 0))
    while now.waiting:
        kept.add(Ended(4, now.absence(now.waiting[0], ("bob",))))
    kept.add(Finished(5))
    kept.close()


def test_lobby_and_page(tmp_path: Path, opened: Opened) -> None:
    """The lobby has a ticket with the best players; behind it is the page with everything."""
    play_it(tmp_path)
    with hosted(tmp_path / "referee") as host:
        page = opened(f"{host.page}/")
        ticket = page.locator("#competitions .ticket")
        ticket.wait_for()
        text = ticket.text_content() or ""
        for part in ("Over", "The Cup <of> Tests", "1.", "ann", "2 of 2", "bob", "0 of 2"):
            assert part in text
        assert "2 min + 3 s · the terms have changed" in text
        report = tmp_path / "referee" / "competitions" / "cup" / "report.html"
        end_s = time.monotonic() + 60
        while not report.exists() and time.monotonic() < end_s:
            page.wait_for_timeout(100)
        ticket.click()
        page.wait_for_selector("h1:has-text('The Cup <of> Tests')")
        assert page.url.endswith("/competitions/cup/")
        links = [str(each.get_attribute("href")) for each in page.locator("a").all()]
        assert {"standings.csv", "/", "/replay"} <= set(links)
        assert {page.request.get(urljoin(page.url, each)).status for each in links} == {200}
        assert page.locator("text=No longer in it: bob (withdrawn)").count() == 1
        style = "getComputedStyle(document.querySelector('table')).borderCollapse"
        assert page.evaluate(style) == "collapse"


def test_moments_where_the_reader_is(tmp_path: Path, opened: Opened) -> None:
    """The page tells them by the reader's clock, and has UTC behind them."""
    play_it(tmp_path)
    with hosted(tmp_path / "referee") as host:
        report = tmp_path / "referee" / "competitions" / "cup" / "report.html"
        page = opened(f"{host.page}/", zone="Asia/Tokyo")
        end_s = time.monotonic() + 60
        while not report.exists() and time.monotonic() < end_s:
            page.wait_for_timeout(100)
        page.goto(f"{host.page}/competitions/cup/")
        moment = page.locator(".phase time")
        expect(moment).to_contain_text("Jan 15, 2020, 5:00:00")
        expect(moment).to_contain_text("GMT+9")
        expect(moment).to_have_attribute("title", "2020-01-15 08:00:00 UTC")


def test_looks_as_other_pages_do(tmp_path: Path, opened: Opened) -> None:
    """The page has the colours and the bar of the lobby, light and dark, and fits its width."""
    play_it(tmp_path)
    with hosted(tmp_path / "referee") as host:
        report = tmp_path / "referee" / "competitions" / "cup" / "report.html"
        end_s = time.monotonic() + 60
        page = opened(f"{host.page}/", size={"width": 1200, "height": 800})
        while not report.exists() and time.monotonic() < end_s:
            page.wait_for_timeout(100)
        page.wait_for_selector("#competitions .ticket")
        looks = []
        for path in ("/", "/competitions/cup/"):
            page.goto(f"{host.page}{path}")
            page.click("#theme")
            looks.append([colours(page)])
            page.click("#theme")
            looks[-1].append(colours(page))
            for width in (1200, 320):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") == width
        assert looks[0] == looks[1]
        assert looks[0][0] != looks[0][1]
        page.locator(".brand").click()
        page.wait_for_selector("#competitions .ticket")


def colours(page: Page) -> object:
    """Letters and ground of a page, and of its bar."""
    look = "[getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    return page.evaluate(
        f"['body', 'html', '.bar'].map(s => document.querySelector(s)).map(e => {look})"
    )


def test_names_the_true_phase(tmp_path: Path, opened: Opened) -> None:
    """A page that was made in another phase tells the present one."""
    play_it(tmp_path)
    folder = tmp_path / "referee" / "competitions" / "cup"
    old = '<link rel="icon" href="data:,"><p class="phase">Registration is open.</p><p>more</p>'
    (folder / "report.html").write_text(old)
    with hosted(tmp_path / "referee") as host:
        page = opened(f"{host.page}/competitions/cup/")
        told = page.locator(".phase").text_content() or ""
        assert told.startswith("It is over.")


def test_tells_what_is_new(tmp_path: Path, opened: Opened) -> None:
    """A page that is open shows what was written since; who was at a link stays there."""
    play_it(tmp_path)
    report = tmp_path / "referee" / "competitions" / "cup" / "report.html"
    with hosted(tmp_path / "referee") as host:
        page = opened(f"{host.page}/")
        page.locator("#competitions .ticket").wait_for()
        end_s = time.monotonic() + 60
        while not report.exists() and time.monotonic() < end_s:
            page.wait_for_timeout(100)
        page.clock.install()
        page.goto(f"{host.page}/competitions/cup/")
        link = page.locator("main a[href='games.csv']")
        link.focus()
        text = report.read_text()
        report.write_text(text.replace("</main>", '<p id="news">Ann has left.</p></main>'))
        page.clock.fast_forward(11_000)
        page.wait_for_selector("#news")
        assert page.evaluate("document.activeElement.getAttribute('href')") == "games.csv"


def test_no_competitions(tmp_path: Path, opened: Opened) -> None:
    """Where there is none the lobby does not speak of any."""
    with hosted(tmp_path / "referee") as host:
        page = opened(f"{host.page}/", size=WIDE)
        page.wait_for_selector("text=No match is being played")
        assert not page.locator("#competitions-card").is_visible()
