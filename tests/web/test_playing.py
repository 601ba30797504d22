"""A person plays: against a bot to the end, with keys alone, and among several seats."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from carcbot.games import USUAL_GAME
from carcbot.messages.parts import ClockSpec
from tests.waiting import PATIENCE_S
from tests.web.clock_reading import agree, seconds
from tests.web.conftest import LOW, Opened
from tests.web.hosting import Host
from tests.web.test_replaying import parts_by_tab
from tests.web.test_watching import BOARD
from tests.web.waiting import until

RUNS = re.compile(r"\bruns\b")


def begin(
    page: Page,
    host: Host,
    rivals: tuple[str, ...] = ("greedy",),
    game: str = USUAL_GAME,
    **chosen: str,
) -> None:
    """Starts a match by the dialog of the lobby, with what else is chosen there."""
    page.goto(f"{host.page}/#new")
    page.reload()
    page.wait_for_selector("#match-dialog[open]")
    page.select_option("#match-game", game)
    for number, rival in enumerate(rivals, 2):
        if number > 2:
            page.click("text=+ another player")
        page.get_by_label(f"Player {number}", exact=True).select_option(rival)
    for name, value in {"think": "0.2", **chosen}.items():
        page.select_option(f"#{name}", value)
    page.click("button[value=start]")


def turn(page: Page) -> bool:
    """Waits for one's turn; False if the match is over."""
    page.wait_for_selector(".place-button, body[data-over=true]", timeout=PATIENCE_S * 1000)
    return page.locator("body[data-over=true]").count() == 0


def move(page: Page) -> None:
    """Makes the first move that is offered, when it is one's turn."""
    assert turn(page)
    before = page.locator(".moves li").count()
    page.locator(".place-button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll('.moves li').length > {before}")


def place_with_ways(page: Page) -> tuple[Locator, int]:
    """A place where the tile fits in several ways, and in how many; others are played before."""
    assert turn(page)
    place = page.locator(".place-button[aria-label*=' ways']").first
    while not place.count():
        move(page)
        assert turn(page)
    label = place.get_attribute("aria-label") or ""
    return place, int(label.split()[-2])


def test_a_whole_game_against_a_bot(host: Host, opened: Opened) -> None:
    """A person plays a match to its end by clicking, with hints."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
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


def test_a_hint_that_comes_too_late(host: Host, opened: Opened) -> None:
    """A hint for a turn that has gone is not shown at the next one, where another can be had."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    held: list[Route] = []
    page.route("**/api/hint", lambda route: held.append(route))  # noqa: PLW0108 - it is inspected
    page.click(".hint")
    expect(page.locator(".hints")).to_have_text("A bot is thinking…")
    move(page)
    assert turn(page)
    expect(page.locator(".hints li")).to_have_count(0)
    with page.expect_response("**/api/hint"):
        held[0].fulfill(json=[{"move": "A@0,1/0/-", "value": 1.0, "share": 1.0}])
    page.wait_for_timeout(300)
    expect(page.locator(".hints li")).to_have_count(0)
    page.unroute("**/api/hint")
    page.click(".hint")
    page.keyboard.press("Home")
    page.locator(".hints button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 3")


def test_a_tile_is_turned_and_taken_back(host: Host, opened: Opened) -> None:
    """R and the button turn the tile as it can lie; Undo and Escape give it back to the hand."""
    page = opened(f"{host.page}/")
    begin(page, host)
    place, ways = place_with_ways(page)
    places = page.locator(".place-button").count()
    ghost = page.locator(".ghost use").first
    place.click()
    turned = [ghost.get_attribute("href")]
    for _ in range(ways - 1):
        page.keyboard.press("r")
        turned.append(ghost.get_attribute("href"))
    assert len(set(turned)) == ways
    page.get_by_role("button", name="Rotate").click()
    assert ghost.get_attribute("href") == turned[0]
    page.get_by_role("button", name="Rotate").click()
    assert ghost.get_attribute("href") == turned[1]
    for way in ("Undo", "Escape"):
        expect(page.locator(".choice")).not_to_have_count(0)
        if way == "Undo":
            page.get_by_role("button", name=way).click()
        else:
            page.keyboard.press(way)
        for gone in (".ghost:not(.glance) > *", ".choice", ".confirm"):
            expect(page.locator(gone)).to_have_count(0)
        expect(page.locator(".place-button")).to_have_count(places)
        expect(page.locator(".in-hand svg")).to_be_visible()
        place.click()
    page.get_by_role("button", name="Rotate").click()
    laid = page.locator(".map .tiles image").count()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll('.map .tiles image').length > {laid}")
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    kind, rotation = (turned[1] or "").removeprefix("#tile-").rsplit("-", 1)
    state: Any = table.state
    tile = state.tiles()[laid]
    assert (tile[2], tile[3]) == (kind, int(rotation))


def test_a_figure_is_chosen_on_the_tile(host: Host, opened: Opened) -> None:
    """A click on a spot of the tile that lies there puts a figure on it, another takes it away."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    page.locator(".place-button").first.click()
    chosen, spot = page.locator(".choice[aria-pressed=true]"), page.locator(".ghost .spot").first
    expect(chosen).to_contain_text("None")
    spot.click()
    expect(page.locator(".ghost .spot.chosen")).to_have_count(1)
    expect(chosen).to_have_count(1)
    expect(chosen).not_to_contain_text("None")
    page.locator(".ghost .spot.chosen").click()
    expect(page.locator(".ghost .spot.chosen")).to_have_count(0)
    expect(chosen).to_contain_text("None")
    spot.click()
    role = re.search(r": (\w+ (?:in|on) the \w+)", chosen.get_attribute("aria-label") or "")
    assert role
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".moves .move-text").first).to_contain_text(role[1].lower())


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
    assert turn(page)
    expect(page.locator("#input")).to_be_focused()  # from there Tab goes on to what is asked next


def test_ones_turn_is_told_with_the_tile(host: Host, opened: Opened) -> None:
    """Who hears the page hears that it is their turn, and what is on the tile as it lies."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    tile = page.locator(".in-hand svg")
    on_it = (tile.get_attribute("aria-label") or "").removeprefix("Tile in hand: ")
    assert re.search("north|east|south|west", on_it)
    expect(page.locator("#live")).to_contain_text(
        f"Your turn. Choose a place for this tile: {on_it}."
    )
    page.locator(".place-button").last.click()
    turned = int((tile.locator("use").get_attribute("href") or "").rpartition("-")[2])
    winds = ("north", "east", "south", "west")
    lies = re.sub("|".join(winds), lambda w: winds[(winds.index(w[0]) + turned) % 4], on_it)
    expect(tile).to_have_attribute("aria-label", f"Tile in hand: {lies}")


def test_tab_goes_from_the_board_to_the_figures(host: Host, opened: Opened) -> None:
    """At one's turn the places come before the tools, and after them what is to be chosen."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    assert parts_by_tab(page) == [
        ".skip", ".bar", ".left", "#stage", "#input", "#timeline", "#side",
    ]  # fmt: skip
    page.locator("#board").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('place-button')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('choice')")


def test_bots_of_one_agent_are_told_apart(host: Host, opened: Opened) -> None:
    """Two opponents by one name have numbers, wherever the table tells of them."""
    page = opened(f"{host.page}/")
    begin(page, host, ("greedy", "greedy"))
    assert turn(page)
    assert {"greedy 1", "greedy 2"} <= set(page.locator(".seat-name").all_inner_texts())
    expect(page.locator("h1")).to_contain_text(re.compile(r"greedy 1\b.*\bgreedy 2"))


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


def test_a_low_window_has_a_board_too(host: Host, opened: Opened) -> None:
    """On a phone held sideways, or at 200 %, there is a board, and a move is made on it."""
    page = opened(f"{host.page}/")
    begin(page, host)
    for size in LOW.values():
        page.set_viewport_size(size)
        assert turn(page)
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["height"] >= 200
        if size is LOW["sideways"]:
            page.evaluate("scrollTo(0, 0)")
            page.locator(".place-button").first.click()
            for at in ("#stage", ".confirm .primary"):
                expect(page.locator(at)).to_be_in_viewport(ratio=0.99)
            page.get_by_role("button", name="Undo").click()
        move(page)


def test_too_much_at_once(host: Host, opened: Opened) -> None:
    """Who asks for more than the referee gives reads why, and goes on when there is more again."""
    page = opened(f"{host.page}/", refused="429")
    begin(page, host)
    assert turn(page)
    page.locator(".place-button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 2")
    page.reload()
    assert turn(page)
    for path in ("**/api/hint", "**/pictures"):
        page.route(path, lambda route: route.fulfill(status=429, body="too many: try in 3 s\n"))
    page.click(".hint")
    expect(page.locator(".hints .trouble")).to_have_text("too many: try in 3 s")
    page.keyboard.press("Home")
    expect(page.locator("#link-mark")).to_have_text("too many: try in 3 s")
    page.unroute("**/pictures")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#link-mark")).to_be_empty()


def two_persons(host: Host, opened: Opened) -> tuple[Page, Page]:
    """Pages of two who play at one table with a bot; the second took a seat that was left open."""
    first = opened(f"{host.page}/")
    begin(first, host, ("open", "random"))
    first.wait_for_selector("text=Waiting for the others")
    second = opened(first.url.partition("?")[0])
    second.click("text=Sit down")
    return first, second


def test_two_persons_and_a_bot(host: Host, opened: Opened) -> None:
    """A seat that was left open is taken by another visitor, and all three play."""
    first, second = two_persons(host, opened)
    for page in (first, second):
        assert turn(page)
        page.locator(".place-button").first.click()
        page.get_by_role("button", name="Confirm").click()
    until(first, "document.querySelectorAll('.moves li').length >= 3")
    assert first.locator(".seat").count() == 3


def test_who_leaves_does_not_take_the_turn_of_another(host: Host, opened: Opened) -> None:
    """Whose turn it is makes a move also when somebody else has resigned meanwhile."""
    first, second = two_persons(host, opened)
    assert turn(first)
    second.on("dialog", lambda dialog: dialog.accept())
    second.get_by_role("button", name="Resign").click()
    expect(first.locator(".seat-note").nth(1)).to_have_text("out: resigned")
    expect(first.locator("body")).to_have_attribute("data-seq", "3")
    expect(second.locator(".prompt")).to_have_text("You are out of this match.")
    expect(second.get_by_role("button", name="Resign")).to_have_count(0)
    second.goto("about:blank")
    move(first)
    move(first)
    first.reload()
    assert turn(first)
    expect(first.locator(".seat-note").nth(1)).to_have_text("out: resigned")


def test_four_seats_two_persons_and_two_bots(host: Host, opened: Opened) -> None:
    """Persons and bots of several kinds play round after round, and all see the same table."""
    first = opened(f"{host.page}/")
    begin(first, host, ("open", "greedy", "random"))
    first.wait_for_selector("text=Waiting for the others")
    second = opened(first.url.partition("?")[0])
    second.click("text=Sit down")
    for _ in range(4):
        for page in (first, second):
            move(page)
    for page in (first, second):
        until(page, "document.querySelectorAll('.moves li').length >= 16")
    assert turn(first)
    until(second, "document.querySelectorAll('.moves li').length === 16")
    assert first.evaluate(BOARD) == second.evaluate(BOARD)
    for part in (".moves .move-text", ".seat-score"):
        assert first.locator(part).all_inner_texts() == second.locator(part).all_inner_texts()
    for page in (first, second):
        expect(page.locator(".seat .tag")).to_have_text(["you", "bot", "bot"])


def test_a_person_plays_by_a_clock(host: Host, opened: Opened) -> None:
    """One's own clock runs while one thinks, as the referee's does, and stands afterwards."""
    page = opened(f"{host.page}/")
    begin(page, host, ("open",), clock="fast", first="last")
    page.wait_for_selector("text=Waiting for the others")
    assert host.server is not None
    (match,) = host.server.hall.tables
    host.halt = 2
    host.play(match, 1, 0.0)
    own = page.locator(".seat:has(.tag:text-is('you')) .seat-clock")
    for number in range(2):
        assert turn(page)
        expect(own).to_have_class(RUNS)
        agree(page, host, match)
        page.locator(".place-button").first.click()
        page.get_by_role("button", name="Confirm").click()
        until(page, f"document.querySelectorAll('.moves li').length > {2 * number + 1}")
        expect(own).not_to_have_class(RUNS)
        assert seconds(own.inner_text()) == host.clocks(match).remaining_us[1] // 1_000_000
        host.halt += 2


def test_who_does_not_move_in_time_is_out(host: Host, opened: Opened) -> None:
    """The clock of a person counts down to its end, and that is what the result says."""
    match = host.table("seats=2", ClockSpec("per_move", move_us=15_000_000))
    host.play(match, 1, 0.0)
    page = opened(f"{host.page}/table/{match}")
    page.click("text=Sit down")
    assert turn(page)
    page.wait_for_selector(".seat-clock.runs.short")
    page.wait_for_selector("body[data-over=true]")
    expect(page.locator("#result b")).to_have_text("ann wins")
    end = page.locator("#live p:has-text('over')")
    expect(end).to_have_text(
        re.compile(r"^The match is over: ann wins \(\S+: out of time\)\. ann \d+ .*")
    )
    expect(page.locator(".seat:has(.tag:text-is('you')) .seat-note")).to_have_text(
        "2. (out of time)"
    )
    expect(page.locator(".place-button")).to_have_count(0)


_NOTES_NO_CONNECTION = """() => {
  const mark = document.querySelector("#link-mark");
  const look = () => {
    if (mark.textContent === "there is no connection") document.body.dataset.told = "yes";
  };
  new MutationObserver(look).observe(mark, { childList: true, characterData: true, subtree: true });
}"""


def test_a_person_loses_the_connection_and_goes_on(host: Host, opened: Opened) -> None:
    """Who was offline, or was cut off, is asked again for the move that did not arrive."""
    page = opened(f"{host.page}/")
    begin(page, host)
    move(page)
    assert turn(page)
    page.locator(".place-button").first.click()
    page.context.set_offline(offline=True)
    page.wait_for_selector("text=reconnecting")
    page.click(".hint")
    expect(page.locator(".hints .trouble")).to_have_text("The referee cannot be reached.")
    page.context.set_offline(offline=False)
    expect(page.locator(".hints .trouble")).to_have_count(0)
    page.context.set_offline(offline=True)
    page.wait_for_selector("text=reconnecting")
    page.once("dialog", lambda dialog: dialog.accept())
    page.evaluate(_NOTES_NO_CONNECTION)  # the next try to come again says something else there
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("body[data-told]")
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_timeout(1000)
    assert page.locator(".moves li").count() == 2
    page.context.set_offline(offline=False)
    until(page, "document.querySelector('#link-mark').textContent === ''")
    move(page)
    assert turn(page)
    page.locator(".place-button").first.click()
    page.locator(".choice").last.click()
    chosen = page.locator(".choice[aria-pressed=true]").inner_text()
    assert host.cut(lambda account: account.startswith("guest-"))
    page.wait_for_selector("text=reconnecting")
    until(page, "document.querySelector('#link-mark').textContent === ''")
    page.wait_for_timeout(500)
    expect(page.locator(".choice[aria-pressed=true]")).to_have_text(chosen)
    before = page.locator(".moves li").count()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll('.moves li').length > {before}")
    move(page)
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert table.result is None
    assert page.locator(".map .tiles image").count() >= 1 + 7


def test_others_sit_down(host: Host, opened: Opened) -> None:
    """Who waits at a table, or looks at it, sees others take its seats without a reload."""
    match = host.table("seats=4", ClockSpec("per_move", move_us=600_000_000))
    pages = [opened(f"{host.page}/table/{match}") for _ in range(3)]
    # no clock runs yet: there is none to be seen, also when the referee has told of them
    for page in pages:
        page.wait_for_timeout(300)
        expect(page.locator(".seat-clock")).to_have_text([""] * 4)
    for taken, page in enumerate(pages, 1):
        page.click("text=Sit down")
        for other in pages:
            free = other.locator(".seat-name >> text=free seat")
            expect(free).to_have_count(4 - taken)
    for page in pages:
        expect(page.locator(".seat .tag")).to_have_text("you")
        expect(page.locator("#state")).to_have_text("Waiting")
