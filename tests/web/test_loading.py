"""How much a page asks for before it shows a board, and how often it waits for answers."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, Request, Route

from carcbot.messages.parts import ClockSpec
from tests.waiting import PATIENCE_S
from tests.web.conftest import WIDE, Opened
from tests.web.hosting import Host
from tests.web.test_replaying import played
from tests.web.waiting import until

_PARTS = ("pages/table.js", "pages/table.css", "/carcassonne/face.js", "/carcassonne/style.css")
_KEPT = re.compile(r"/(?:pages/|games/\w+/|web/icon)[\w.]+\?v=[0-9a-f]{20}$")
_MOST_REQUESTS = 12
_GO = "url => { setTimeout(() => { location.href = url; }, 0); }"


class _Rounds:
    """Holds all that a page asks for, and answers only when it has asked for all of a round."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[Route] = []
        self.asked: list[str] = []
        page.route("**/*", self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append(route)
        self.asked.append(route.request.url)

    def answer(self, paths: Sequence[str]) -> None:
        """Waits until it has asked for all of these, and answers what it has asked for."""
        waited_ms = 0
        while not all(any(path in each.request.url for each in self.held) for path in paths):
            assert waited_ms < PATIENCE_S * 1000, [each.request.url for each in self.held]
            self.page.wait_for_timeout(30)
            waited_ms += 30
        held, self.held = self.held, []
        for route in held:
            route.continue_()


@pytest.fixture
def stranger(chromium: Browser) -> Iterator[Page]:
    """A page of somebody who has nothing of ours yet."""
    context = chromium.new_context(viewport=WIDE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    yield page
    context.close()


def drawn(host: Host, opened: Opened) -> None:
    """Waits until the referee has made the art, which it does once."""
    opened(f"{host.page}/table/{host.table()}").wait_for_selector(".art", state="attached")


def test_a_replay_shows_a_board_after_three_rounds(
    host: Host, opened: Opened, stranger: Page
) -> None:
    """The page, all that it is made of, and all that it tells: nothing else is waited for."""
    drawn(host, opened)
    match = played(host, "seats=2", 2)
    rounds = _Rounds(stranger)
    stranger.evaluate(_GO, f"{host.page}/table/{match}")
    rounds.answer([f"/table/{match}"])
    rounds.answer(_PARTS)
    api = f"/api/matches/{match}"
    rounds.answer(["/api/site", api, f"{api}/pictures", "art.json"])
    stranger.wait_for_selector(".map .tiles image", state="attached")
    stranger.unroute_all()


def test_a_live_match_shows_a_board_after_three_rounds(
    host: Host, opened: Opened, stranger: Page
) -> None:
    """Nor does the board of a match that goes on wait for a connection, or for an account."""
    drawn(host, opened)
    match = host.table("seats=2", ClockSpec("per_move", move_us=600_000_000))
    host.play(match, 2, 0.0, 600.0)
    watching = opened(f"{host.page}/table/{match}")
    until(watching, "document.querySelectorAll('.map .tiles image').length >= 2")
    rounds = _Rounds(stranger)
    stranger.evaluate(_GO, f"{host.page}/table/{match}")
    rounds.answer([f"/table/{match}"])
    rounds.answer(_PARTS)
    rounds.answer(["/api/site", f"/api/matches/{match}", "art.json"])
    until(stranger, "document.querySelectorAll('.map .tiles image').length >= 2")
    stranger.unroute_all()


@pytest.mark.parametrize("path", ("/", "/table/{match}"))
def test_few_requests_and_what_is_kept_is_not_asked_for_again(
    host: Host, opened: Opened, stranger: Page, path: str
) -> None:
    """A page is a dozen requests at most, and half of them are asked for once in a year."""
    drawn(host, opened)
    url = host.page + path.format(match=played(host, "seats=2", 2))
    asked: list[Request] = []
    stranger.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - typed so
    stranger.goto(url)
    stranger.wait_for_load_state("networkidle")
    paths = [each.url.removeprefix(host.page) for each in asked if "data:" not in each.url]
    assert len(paths) <= _MOST_REQUESTS, paths
    kept = [each for each in paths if each != "/" and not each.startswith(("/api", "/table"))]
    assert [each for each in kept if not _KEPT.search(each)] == []
    for each in kept:
        answer = stranger.request.get(host.page + each)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        other = stranger.request.get(host.page + each.partition("?")[0] + "?v=" + 20 * "0")
        assert other.headers["cache-control"] == "no-cache"


def test_a_lobby_whose_referee_is_busy_comes_later(host: Host, stranger: Page) -> None:
    """What the referee refuses for a while is asked again, and until then the page says so."""
    left = [2]

    def busy(route: Route) -> None:
        left[0] -= 1
        if left[0] >= 0:
            route.fulfill(status=503, body="there are too many connections\n")
        else:
            route.continue_()

    stranger.route("**/api/site", busy)
    stranger.goto(host.page)
    until(stranger, "document.querySelector('#link-mark').textContent === 'reconnecting…'")
    stranger.wait_for_selector("body[data-ready]")
    assert left[0] < 0
