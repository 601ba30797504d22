"""A match is watched live, by several, to its end; connections are lost and come back."""

import re
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from carcbot.messages.lobby import Rated
from carcbot.messages.parts import ClockSpec
from tests.waiting import PATIENCE_S, wait_until
from tests.web.clock_reading import agree, running_s
from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.waiting import until, wait_for

_LINES = "[...document.querySelectorAll('#chart .line')].map(each => each.getAttribute('d')).join()"
_TILES = "document.querySelectorAll('.map .tiles image').length"
BOARD = (
    "[...document.querySelectorAll('.map .tiles image, .map .figures use')].map(each =>"
    " [each.getAttribute('href'), each.getAttribute('x'), each.getAttribute('y')].join(' '))"
    ".sort().join(';')"
)
_PACE = ClockSpec("bank", main_us=120_000_000, move_us=5_000_000)
_LONG = ClockSpec("sudden_death", main_us=600_000_000)
_SECOND_TURN = 4
"""Events up to the second turn: the start, a draw, a move, a draw."""


def scores_of(page: Page) -> list[str]:
    """The points that the page shows."""
    return page.locator(".seat-score").all_inner_texts()


def end_of(page: Page) -> None:
    """Waits until the page shows the end of its match."""
    page.wait_for_selector("body[data-over=true]", timeout=PATIENCE_S * 1000)


def test_a_match_is_watched_to_its_end(host: Host, opened: Opened) -> None:
    """Two visitors see every tile come, the clocks run, and the same board and result."""
    match = host.table("seats=2", _PACE)
    first, second = (opened(f"{host.page}/table/{match}") for _ in range(2))
    fetched: list[str] = []
    first.on("request", lambda request: fetched.append(request.url))
    first.wait_for_selector("text=A free seat")
    host.halt = 12
    host.play(match, 2, 0.05)
    first.wait_for_selector(".seat-clock.runs")  # between two moves no clock runs
    until(first, f"{_TILES} > 10")
    expect(first.locator("#state")).to_have_text("Live")
    assert first.locator(".places .place").count() > 0
    host.halt = None
    for page in (first, second):
        end_of(page)
    assert first.evaluate(BOARD) == second.evaluate(BOARD)
    assert scores_of(first) == scores_of(second)
    assert first.evaluate(_TILES) == host.laid(match)
    assert host.server is not None
    table = host.server.hall.tables[match]
    assert scores_of(first) == [str(points) for points in table.state.scores()]
    expect(first.locator("#result")).to_be_visible()
    winner, points = first.locator("#result b").inner_text(), scores_of(first)
    end = f"The match is over: {winner}. ann {points[0]} points, bob {points[1]} points"
    expect(first.locator("#live p").last).to_have_text(end)
    expect(first.locator("#live p", has_text="over")).to_have_count(1)
    assert first.locator(".moves li").count() == host.laid(match) - 1
    first.click("text=Thoughts")
    assert first.locator(".thought").count() > 0
    assert not [url for url in fetched if url.endswith("/pictures")]  # they came by themselves


def test_the_clocks_agree_with_the_referee(host: Host, opened: Opened) -> None:
    """Somebody who comes in the middle of a long thought sees what the referee's clock shows."""
    match = host.table("seats=2", _LONG)
    host.halt = 1
    host.play(match, 2, 0.0)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector(".seat-clock.runs")
    page.wait_for_timeout(1500)
    agree(page, host, match)


def test_colours_of_a_reader(host: Host, opened: Opened) -> None:
    """Who has chosen all colours still sees who made which move, and whose turn it is."""
    match = host.table("seats=2", _LONG)
    host.halt = 3
    host.play(match, 2, 0.0)
    page = opened(f"{host.page}/table/{match}")
    page.emulate_media(forced_colors="active")
    until(page, "document.querySelectorAll('.moves li').length === 2")
    style = "(all, name) => all.map((each) => getComputedStyle(each)[name])"
    dots = page.locator(".moves .dot").evaluate_all(style, "backgroundColor")
    assert len(set(dots)) == 2
    assert page.locator(".seat").evaluate_all(style, "outlineStyle") == ["solid", "none"]


def test_who_looks_back_finds_the_clocks_as_they_are(host: Host, opened: Opened) -> None:
    """Back from an earlier move, one sees what the clocks show by now; they have run meanwhile."""
    match = host.table("seats=2", _LONG)
    host.halt = 2
    host.play(match, 2, 0.0)
    page = opened(f"{host.page}/table/{match}")
    until(page, "document.querySelectorAll('.moves li').length === 1")
    page.wait_for_selector(".seat-clock.runs")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".seat-clock")).to_have_text(["10:00", "10:00"])
    expect(page.locator(".seat-clock.runs")).to_have_count(0)
    page.wait_for_timeout(2500)
    expect(page.locator(".seat-clock")).to_have_text(["10:00", "10:00"])
    page.keyboard.press("ArrowRight")
    agree(page, host, match)


def test_who_comes_to_an_earlier_move_finds_the_clocks_too(host: Host, opened: Opened) -> None:
    """A link to an earlier moment of a match that goes on is a way to its newest one."""
    match = host.table("seats=2", _LONG)
    host.halt = 2
    host.play(match, 2, 0.0)
    assert host.server is not None
    while host.server.hall.tables[match].seq < _SECOND_TURN:
        host.thread.join(0.05)
    page = opened(f"{host.page}/table/{match}#move=0")
    until(page, "document.querySelectorAll('.moves li').length === 1")
    expect(page.locator(".seat-clock.runs")).to_have_count(0)
    page.wait_for_timeout(2500)
    page.get_by_role("button", name="Live", exact=True).click()
    agree(page, host, match)


def test_a_lost_connection_comes_back(host: Host, opened: Opened) -> None:
    """A viewer whose connection is cut, again and again, misses nothing."""
    match = host.table("seats=2", _PACE)
    host.play(match, 2, 0.1)
    page = opened(f"{host.page}/table/{match}")
    for tiles in (8, 16, 24):
        until(page, f"{_TILES} > {tiles}")
        # it may be only coming back, and shows what it knew before
        wait_for(page, lambda: host.cut(lambda account: account.startswith("viewer-")), "a viewer")
    until(page, f"{_TILES} > 32")
    until(page, "document.querySelector('#link-mark').textContent === ''")
    end_of(page)
    assert page.evaluate(_TILES) == host.laid(match)
    assert page.locator(".moves li").count() == host.laid(match) - 1


def later(page: Page, by_s: int) -> None:
    """The page's clock of the day is so much later all at once, as after a sleep."""
    page.evaluate("ms => { const now = Date.now; Date.now = () => now() + ms; }", by_s * 1000)


def test_a_connection_that_died_without_a_word_is_noticed(host: Host, opened: Opened) -> None:
    """Where the network swallows everything, and closes nothing, the page comes back by another."""
    match = host.table("seats=2", _PACE)
    host.halt = 8
    host.play(match, 2, 0.05)
    page = opened("about:blank")
    sockets: list[WebSocketRoute] = []
    dead: list[WebSocketRoute] = []
    swallowed: list[str | bytes] = []

    def pass_on(route: WebSocketRoute) -> None:
        sockets.append(route)
        server = route.connect_to_server()
        route.on_message(
            lambda said: swallowed.append(said) if route in dead else server.send(said)
        )
        server.on_message(lambda said: None if route in dead else route.send(said))

    page.route_web_socket(re.compile("/play$"), pass_on)
    page.goto(f"{host.page}/table/{match}")
    until(page, f"{_TILES} === 8")
    # the page may know the match before it listens to it
    wait_for(page, lambda: sockets, "a connection")
    dead.append(sockets[0])
    host.halt = 12
    wait_until(lambda: host.laid(match) == 12)
    assert page.evaluate(_TILES) == 8
    later(page, 60)
    # Whether it is there the page asks in vain; or has asked before, and will not hear the answer.
    wait_for(page, lambda: swallowed or len(sockets) == 2, "a question")
    later(page, 60)
    until(page, f"{_TILES} === 12")
    until(page, "document.querySelector('#link-mark').textContent === ''")
    assert len(sockets) >= 2


def test_clocks_run_on_without_a_connection(host: Host, opened: Opened) -> None:
    """They do at the referee: who comes back has not less than was shown."""
    match = host.table("seats=2", _LONG)
    host.play(match, 2, PATIENCE_S)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector(".seat-clock.runs")
    page.wait_for_timeout(2500)
    before_s = running_s(page)
    page.context.set_offline(offline=True)
    page.wait_for_selector("text=reconnecting")
    agree(page, host, match)
    assert running_s(page) < before_s < _LONG.main_us / 1e6


def test_a_clock_of_days_is_one(host: Host, opened: Opened) -> None:
    """Only the longest time that there is for a move stands for none."""
    match = host.table("seats=2", ClockSpec("per_move", move_us=86_400_000_000))
    host.table("seats=2", ClockSpec("per_move", move_us=4 * 86_400_000_000))
    host.table("seats=2", ClockSpec("per_move", move_us=7 * 86_400_000_000))
    page = opened(f"{host.page}/")
    for words in ("24 h a move", "4 days a move", "no clock"):
        expect(page.locator("#tables")).to_contain_text(words)
    host.play(match, 2, PATIENCE_S)
    page.goto(f"{host.page}/table/{match}")
    expect(page.locator(".seat-clock.runs")).to_have_text(re.compile("^23:59:"))


def be_away(page: Page, host: Host, match: str, *, until_laid: int) -> None:
    """Is without a network while so many tiles come to lie, and comes back."""
    page.context.set_offline(offline=True)
    page.wait_for_selector("text=reconnecting")
    host.halt = until_laid
    wait_until(lambda: host.laid(match) == until_laid)
    page.context.set_offline(offline=False)
    until(page, "document.querySelector('#link-mark').textContent === ''")


def evaluations(page: Page) -> int:
    """At how many moves the graph of the page knows what a player thought."""
    lines = page.locator("#panel-thinking .line").all()
    drawn = [line.get_attribute("d") or "" for line in lines]
    return sum(len(re.findall("[ML]", each)) for each in drawn if each != "M0 0")


def test_who_comes_late_sees_what_was_thought(host: Host, opened: Opened) -> None:
    """The graph of evaluations has no hole: not before one came, nor while one was away."""
    match = host.table("seats=2", _PACE)
    host.halt = 12
    host.play(match, 2, 0.05)
    wait_until(lambda: host.laid(match) == 12)
    page = opened(f"{host.page}/table/{match}")
    page.get_by_role("tab", name="Thoughts").click()
    host.halt = 18
    until(page, f"{_TILES} > 16")
    be_away(page, host, match, until_laid=28)
    host.halt = None
    end_of(page)
    assert evaluations(page) == page.locator(".moves li").count() == host.laid(match) - 1
    page.locator("#panel-thinking .graph").click(position={"x": 50, "y": 50})
    expect(page.locator(".thought").first).to_contain_text("points")


def test_who_plays_is_not_told_what_others_think(host: Host, opened: Opened) -> None:
    """A person who comes back to a match in the middle of it knows no more than one who stayed."""
    match = host.table("seats=2", _LONG)
    host.play(match, 1, 0.0)
    page = opened(f"{host.page}/table/{match}")
    page.click("text=Sit down")
    for _ in range(2):
        page.locator(".place-button").first.click()
        page.get_by_role("button", name="Confirm").click()
        page.wait_for_selector(".place-button")
    page.reload()
    page.wait_for_selector(".place-button")
    page.get_by_role("tab", name="Thoughts").click()
    page.keyboard.press("Home")
    page.wait_for_selector("text=Nobody told what they thought here.")
    assert evaluations(page) == 0


def test_a_page_that_was_offline_catches_up(host: Host, opened: Opened) -> None:
    """Without a network there is a mark, no more; with it the page is where the match is."""
    match = host.table("seats=2", _PACE)
    host.halt = 8
    host.play(match, 2, 0.05)
    page = opened(f"{host.page}/table/{match}")
    until(page, f"{_TILES} > 5")
    be_away(page, host, match, until_laid=20)
    until(page, f"{_TILES} === 20")
    assert page.locator(".moves li").count() == 20 - 1
    who_comes_now = opened(f"{host.page}/table/{match}")
    until(who_comes_now, f"{_TILES} === 20")
    lines = who_comes_now.evaluate(_LINES)
    assert lines.count("L") == 2 * 19
    until(page, f"{_LINES} === '{lines}'")
    host.halt = None
    until(page, f"{_TILES} > 30")


def test_the_referee_goes_and_comes_back(host: Host, opened: Opened) -> None:
    """A referee that is started anew finds its viewers again, at the move where it was."""
    match = host.table("seats=2", _PACE)
    host.play(match, 2, 0.1)
    page = opened(f"{host.page}/table/{match}")
    until(page, f"{_TILES} > 8")
    host.restart()
    host.play(match, 2, 0.02)
    end_of(page)
    assert page.evaluate(_TILES) == host.laid(match)


def test_the_lobby_shows_what_goes_on(host: Host, opened: Opened) -> None:
    """Tables appear and go without a reload; their results stay."""
    page = opened(f"{host.page}/")
    page.wait_for_selector("text=No match is being played")
    match = host.table("seats=3,expansions=river+abbot")
    page.wait_for_selector(".ticket:has-text('The River, The Abbot') >> text=Open")
    host.play(match, 3, 0.01)
    page.wait_for_selector(".results >> text=cat")
    page.locator(".results a").first.click()
    end_of(page)
    assert match in page.url


def test_ratings_tell_how_sure_they_are(host: Host, opened: Opened) -> None:
    """Each rating has its range, in words and as a bar: who has played more has a narrower one."""

    async def rated() -> list[Rated]:
        assert host.server is not None
        ratings = host.server.hall.lobby.ratings
        for rival in ("bob", "cat", "somebody-with-a-name-of-some-length"):
            ratings.count("carcassonne/2", ("ann", rival), (1, 2))
        return [each.shown for each in ratings.best()]

    known = host.call(rated())
    page = opened(f"{host.page}/")
    bars = {}
    for each in known:
        row = page.locator(f".ratings tr:has(.rated:text-is('{each.account}'))")
        expect(row.locator("th")).to_contain_text("Carcassonne, 2 seats")
        expect(row.locator(".number").first).to_have_text(str(each.rating))
        expect(row.locator(".range")).to_have_text(f"plus or minus {each.plus_minus}")
        expect(row.locator(".range-track")).to_have_attribute("title", f"± {each.plus_minus}")
        bars[each.account] = row.locator(".range-bar").bounding_box()
    assert len(bars) == 4
    best, worst = bars["ann"], bars["bob"]
    assert best is not None
    assert worst is not None
    assert best["width"] < worst["width"]
    assert best["x"] > worst["x"]
    for width in (320, 390, 1000):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        inside = "e => e.scrollWidth <= e.clientWidth"
        assert page.locator("#ratings").evaluate(inside)


def test_who_has_no_token_is_asked_for_it(tmp_path: Path, opened: Opened) -> None:
    """Where guests may not come the page asks for a token, once, and then shows everything."""
    from tests.web.hosting import hosted  # noqa: PLC0415 - a referee of another kind

    with hosted(tmp_path / "closed", guests=False) as closed:
        page = opened(f"{closed.page}/")
        for _ in range(3):  # a browser lets no page hold a dialog against the second one
            page.keyboard.press("Escape")
            expect(page.get_by_label("Token", exact=True)).to_be_visible()
        page.get_by_label("Token", exact=True).fill("token-of-ann")
        page.click("text=Come in")
        page.wait_for_selector("text=No match is being played")
        page.reload()
        page.wait_for_selector("text=No match is being played")
