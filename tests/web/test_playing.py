"""A person plays: against a bot to the end, with keys alone, and among several seats."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.waiting import until


def begin(page: Page, host: Host, rivals: tuple[str, ...] = ("greedy",)) -> None:
    """Starts a match by the dialog of the lobby."""
    page.goto(f"{host.page}/#new")
    page.reload()
    page.wait_for_selector("#match-dialog[open]")
    for number, rival in enumerate(rivals, 2):
        if number > 2:
            page.click("text=+ another player")
        page.get_by_label(f"Player {number}", exact=True).select_option(rival)
    page.select_option("#think", "0.2")
    page.click("button[value=start]")


def turn(page: Page) -> bool:
    """Waits for one's turn; False if the match is over."""
    page.wait_for_selector(".place-button, body[data-over=true]", timeout=20_000)
    return page.locator("body[data-over=true]").count() == 0


def test_a_whole_game_against_a_bot(host: Host, opened: Opened) -> None:
    """A person plays a match to its end by clicking, with undo, rotation and hints."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    page.locator(".place-button").first.click()
    page.keyboard.press("Escape")
    page.locator(".place-button").last.click()
    page.keyboard.press("r")
    page.get_by_role("button", name="Undo").click()
    page.click(".hint")
    page.locator(".hints button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 1")
    while turn(page):
        page.locator(".place-button").first.click()
        choices = page.locator(".choice")
        choices.nth(1 if choices.count() > 1 else 0).click()
        before = page.locator(".moves li").count()
        page.get_by_role("button", name="Confirm").click()
        until(page, f"document.querySelectorAll('.moves li').length > {before}")
    assert page.locator("#result").is_visible()
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert page.locator(".map .tiles image").count() == host.laid(table.match)
    assert table.result is not None
    assert table.result.reason == "normal"


def test_keys_are_enough(host: Host, opened: Opened) -> None:
    """A move is made without a mouse: a place by Tab and Enter, a figure by its number, Enter."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    page.locator(".place-button").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.classList.contains('choice')")
    page.keyboard.press("2")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Confirm").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.moves li').length >= 1")
    assert "guest" in page.locator("#live").inner_text()


def test_a_reload_keeps_the_seat(host: Host, opened: Opened) -> None:
    """Who reloads the page in the middle of a game goes on with it."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    page.reload()
    assert turn(page)
    page.locator(".place-button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 2")


def test_two_persons_and_a_bot(host: Host, opened: Opened) -> None:
    """A seat that was left open is taken by another visitor, and all three play."""
    first = opened(f"{host.page}/")
    begin(first, host, ("open", "random"))
    first.wait_for_selector("text=Waiting for the others")
    second = opened(first.url.partition("?")[0])
    second.click("text=Sit down")
    for page in (first, second):
        assert turn(page)
        page.locator(".place-button").first.click()
        page.get_by_role("button", name="Confirm").click()
    until(first, "document.querySelectorAll('.moves li').length >= 3")
    assert first.locator(".seat").count() == 3


def test_others_sit_down(host: Host, opened: Opened) -> None:
    """Who waits at a table, or looks at it, sees others take its seats without a reload."""
    match = host.table("seats=4")
    pages = [opened(f"{host.page}/table/{match}") for _ in range(3)]
    for taken, page in enumerate(pages, 1):
        page.click("text=Sit down")
        for other in pages:
            free = other.locator(".seat-name >> text=free seat")
            expect(free).to_have_count(4 - taken)
    for page in pages:
        expect(page.locator(".seat .tag")).to_have_text("you")
        expect(page.locator("#state")).to_have_text("Waiting")
