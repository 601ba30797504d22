"""A match that is over is looked at again: at the referee, from a link, and from a file."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.test_watching import BOARD
from tests.web.waiting import until

_TILES = "document.querySelectorAll('.map .tiles image').length"
OPTIONS = "seats=3,expansions=river+inns_and_cathedrals+abbot"


def played(host: Host, options: str = OPTIONS, seats: int = 3) -> str:
    """A match that is over."""
    match = host.table(options)
    host.play(match, seats, 0.0)
    record = host.folder / "records" / f"{match}.jsonl"
    for _ in range(600):
        if record.exists():
            return match
        host.thread.join(0.1)
    raise TimeoutError("the match does not end")


def shown(page: Page) -> int:
    """How many tiles the page shows, when it has drawn what was asked for."""
    page.wait_for_timeout(50)
    tiles: int = page.evaluate(_TILES)
    return tiles


def view(page: Page) -> tuple[float, ...]:
    """What part of the table the page shows: x, y, width, height."""
    shape: str = page.locator(".map").get_attribute("viewBox") or ""
    return tuple(float(each) for each in shape.split())


def drop(page: Page, host: Host, match: str) -> None:
    """Drops the record of a match on the page."""
    page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "record.jsonl"));
            dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }""",
        (host.folder / "records" / f"{match}.jsonl").read_text(),
    )


def result_of(page: Page) -> str:
    """The points that the page tells with the result."""
    return page.locator("#result span").inner_text()


def points_of(host: Host, match: str) -> str:
    """The points that a match ended with, as they are printed."""
    assert host.server is not None
    result = host.server.hall.tables[match].result
    assert result is not None
    text = " : ".join(str(each.points) for each in result.standings)
    return text.replace("-", "\N{MINUS SIGN}")


def parts_by_tab(page: Page) -> list[str]:
    """The parts of the page that Tab comes through, from the top to what is beside the board."""
    parts = [".skip", ".bar", ".left", "#stage", "#input", "#result", "#timeline", "#side"]
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        part = page.evaluate(
            "parts => parts.find(part => document.activeElement.closest(part)) ?? 'nowhere'", parts
        )
        if reached[-1:] != [part]:
            reached.append(part)
        if part == "#side":
            break
    return reached


def test_any_moment_can_be_gone_to(host: Host, opened: Opened) -> None:
    """Keys, slider, list and address go to a move; play goes on from there by itself."""
    match = played(host)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    last = page.evaluate(_TILES)
    page.keyboard.press("Home")
    assert shown(page) == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown(page) == 3
    page.keyboard.press("ArrowLeft")
    assert shown(page) == 2
    page.locator(".moves li button").nth(49).click()
    assert shown(page) == 51
    until(page, "location.hash === '#move=50'")
    page.get_by_label("Moment of the match").fill("30")
    assert shown(page) == 31
    page.keyboard.press("End")
    assert shown(page) == last


def test_play_has_a_speed(host: Host, opened: Opened) -> None:
    """Played by itself, a match goes on at as many moves a second as the button says."""
    match = played(host, "seats=2", 2)
    page = opened("about:blank")
    page.clock.install()
    page.goto(f"{host.page}/table/{match}#move=0")
    page.wait_for_selector("body[data-ready]")
    page.clock.pause_at(time.time() + 60)
    speed = page.get_by_role("button", name="Speed")
    expect(speed).to_have_accessible_name("Speed: 1 moves a second")
    page.get_by_label("Play (space)").click()
    page.clock.run_for(3000)
    assert shown(page) == 1 + 3
    speed.click()
    expect(speed).to_have_accessible_name("Speed: 2 moves a second")
    page.clock.run_for(3000)
    assert shown(page) == 1 + 3 + 6
    page.get_by_label("Pause (space)").click()
    page.clock.run_for(3000)
    assert shown(page) == 1 + 3 + 6
    speed.click()
    speed.click()
    expect(speed).to_have_accessible_name("Speed: 10 moves a second")
    page.keyboard.press("Home")
    page.get_by_label("Play (space)").click()
    page.clock.run_for(3000)
    assert shown(page) == 1 + 30


def test_a_link_leads_to_its_moment(host: Host, opened: Opened) -> None:
    """What the button copies is an address at which somebody else sees the same."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.wait_for_selector("body[data-over=true]")
    page.locator(".moves li button").nth(41).click()
    page.click("text=Link to this moment")
    page.wait_for_selector("text=Copied")
    linked = opened(page.evaluate("navigator.clipboard.readText()"))
    linked.wait_for_selector("body[data-seq]")
    assert shown(linked) == shown(page) == 43
    assert linked.evaluate(BOARD) == page.evaluate(BOARD)


def test_where_nothing_can_be_copied_the_address_has_it(host: Host, opened: Opened) -> None:
    """Without a clipboard, as at a page without TLS, nobody is told that something was copied."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator(".moves li button").nth(41).click()
    page.click("text=Link to this moment")
    page.wait_for_selector("text=Copy it from the address")
    expect(page).to_have_url(f"{host.page}/table/{match}#move=42")


def test_the_board_is_moved_by_keys_wherever_the_focus_is(host: Host, opened: Opened) -> None:
    """Plus, minus, 0, C and shift with arrows do what is promised, and no move is left for it."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}#move=40")
    page.wait_for_selector("body[data-ready]")
    for place in (
        "body",
        "#board",
        ".tabs [aria-selected=true]",
        ".panel",
        ".play",
        ".moves button",
    ):
        page.locator(place).first.focus()
        page.keyboard.press("0")
        x, y, width, height = seen = view(page)
        page.keyboard.press("+")
        assert view(page)[2] < width
        page.keyboard.press("-")
        page.keyboard.press("-")
        assert view(page)[3] > height
        page.keyboard.press("0")
        assert view(page) == seen
        page.keyboard.press("Shift+ArrowLeft")
        assert view(page)[0] < x
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        assert view(page)[0] > x
        page.keyboard.press("Shift+ArrowUp")
        assert view(page)[1] < y
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("Shift+ArrowDown")
        assert view(page)[1] > y
        assert view(page)[2:] == (width, height)
        page.keyboard.press("c")
        expect(page.locator(".map .grid text").first).to_be_visible()
        page.keyboard.press("c")
        expect(page.locator(".map .grid")).to_be_hidden()
        assert shown(page) == 41


def test_the_board_is_moved_by_mouse_and_buttons(host: Host, opened: Opened) -> None:
    """The wheel zooms about the mouse, a drag moves the table, buttons do what they say."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}#move=40")
    page.wait_for_selector("body[data-ready]")
    x, y, width, height = seen = view(page)
    box = page.locator(".map").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.6 * box["height"])
    page.mouse.wheel(0, -200)
    until(page, f"document.querySelector('.map').viewBox.baseVal.width < {width - 1}")
    nearer = view(page)
    under_mouse = (nearer[0] + 0.4 * nearer[2], nearer[1] + 0.6 * nearer[3])
    assert under_mouse == pytest.approx((x + 0.4 * width, y + 0.6 * height), abs=1)
    page.mouse.wheel(0, 800)
    until(page, f"document.querySelector('.map').viewBox.baseVal.width > {width + 1}")
    page.get_by_role("button", name="Fit the board").click()
    assert view(page) == seen
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 230, steps=5)
    page.mouse.up()
    assert view(page)[0] < x
    assert view(page)[1] < y
    assert view(page)[2:] == (width, height)
    page.get_by_role("button", name="Fit the board").click()
    page.get_by_role("button", name="Zoom in").click()
    assert view(page)[2] < width
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Zoom out").click()
    assert view(page)[3] > height
    page.get_by_role("button", name="Coordinates").click()
    expect(page.locator(".map .grid text").first).to_be_visible()


def test_a_step_is_read_aloud(host: Host, opened: Opened) -> None:
    """Who goes to a moment hears which move led there, not those on the way; at last the end."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    said = page.locator("#live p")
    expect(said).to_have_count(0)
    page.keyboard.press("Home")
    expect(said).to_have_text(["Before the first move"])
    moves = host.laid(match) - 1
    row = page.locator(".moves li").first
    words = row.locator(".move-text").inner_text()
    expect(row.get_by_role("button")).to_have_accessible_name(re.compile(rf"^1 ann \w+ {words}"))
    page.keyboard.press("ArrowRight")
    expect(said).to_have_count(2)
    first = rf"Move 1 of {moves}: ann {re.escape(words)}, \d+ points"
    expect(said.last).to_have_text(re.compile(first))
    page.evaluate(
        """() => {
            for (let i = 0; i < 20; i += 1) {
                const right = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
                document.body.dispatchEvent(right);
            }
        }"""
    )
    words = page.locator(".moves li").nth(20).locator(".move-text").inner_text()
    expect(said.last).to_contain_text(f"Move 21 of {moves}: ann {words}, ")
    assert said.count() == 3
    page.keyboard.press("End")
    expect(said).to_have_count(5)
    expect(said.nth(3)).to_contain_text(f"Move {moves} of {moves}: ")
    end = [page.locator("#result b").inner_text(), *page.locator(".seat-score").all_inner_texts()]
    words = "The match is over: {}. ann {} points, bob {} points"
    expect(said.last).to_have_text(words.format(*end))


def test_tab_goes_through_the_page_in_its_order(host: Host, opened: Opened) -> None:
    """First the way to the board, then bar, players, board, result, timeline and the rest."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    assert parts_by_tab(page) == [
        ".skip", ".bar", ".left", "#stage", "#result", "#timeline", "#side",
    ]  # fmt: skip
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "board"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Zoom in"


def test_areas_tell_what_they_are_worth(host: Host, opened: Opened) -> None:
    """Who points at an area sees how far it reaches, whose it is and what it is worth."""
    match = played(host)
    page = opened(f"{host.page}/table/{match}#move=60")
    page.wait_for_selector("body[data-seq]")
    page.locator(".areas use[data-area='0 f0']").dispatch_event(
        "pointermove", {"clientX": 600, "clientY": 400, "bubbles": True}
    )
    expect(page.locator("#tip")).to_be_visible()
    assert "Field of" in page.locator("#tip").inner_text()
    assert page.locator(".glow use").count() > 1
    page.click("text=Areas")
    page.locator(".area-list button").first.focus()
    assert page.locator(".glow use").count() >= 1
    page.get_by_role("tab", name="Tiles").click()
    assert page.locator(".tile-list li").count() > 5
    page.get_by_role("tab", name="Graph").click()
    assert page.locator("#panel-points .line").count() == 3


def test_a_record_is_saved_and_opened_from_a_file(
    host: Host, opened: Opened, tmp_path: Path
) -> None:
    """What is downloaded is the referee's record, and the page replays it from the file."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    with page.expect_download() as download:
        page.click("text=Download the record")
    file = tmp_path / "saved.jsonl"
    download.value.save_as(file)
    assert file.read_bytes() == (host.folder / "records" / f"{match}.jsonl").read_bytes()
    other = opened(f"{host.page}/replay")
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:10])[:-9])
    other.locator("#file").set_input_files(cut)
    expect(other.locator("#link-mark")).to_have_text("the file, line 10: the last line is cut off")
    assert other.locator(".moves li").count() > 0
    other.locator("#file").set_input_files(file)
    expect(other.locator("#link-mark")).to_be_empty()
    assert shown(other) == 1
    other.keyboard.press("End")
    assert shown(other) == host.laid(match)
    assert other.locator(".seat-score").all_inner_texts() == (
        page.locator(".seat-score").all_inner_texts()
    )


def test_a_second_file_takes_the_place_of_the_first(host: Host, opened: Opened) -> None:
    """Of the record that was open before nothing stays, and nothing does anything twice."""
    first, second = (played(host, "seats=2", 2) for _ in range(2))
    page = opened(f"{host.page}/replay")
    drop(page, host, first)
    page.wait_for_selector("body[data-seq]")
    page.keyboard.press("End")
    assert shown(page) == host.laid(first)
    assert result_of(page) == points_of(host, first)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    until(page, f"{_TILES} > 1")
    drop(page, host, second)
    until(page, f"{_TILES} === 1")
    until(page, "location.hash === '#move=0'")
    page.wait_for_timeout(2500)
    assert page.evaluate("location.hash") == "#move=0"
    page.keyboard.press("ArrowRight")
    assert shown(page) == 2
    page.keyboard.press("c")
    expect(page.locator(".map .grid text").first).to_be_visible()
    page.get_by_role("button", name="Coordinates").click()
    expect(page.locator(".map .grid")).to_be_hidden()
    page.keyboard.press("End")
    assert shown(page) == host.laid(second)
    assert result_of(page) == points_of(host, second)
    for part, count in {".map": 1, ".hand": 1, ".tabs": 1, ".more": 1, ".slider": 1}.items():
        assert page.locator(part).count() == count


def test_coordinates_stay_for_the_next_file(host: Host, opened: Opened) -> None:
    """Who has chosen to see coordinates sees them in the next record too."""
    match = played(host, "seats=2", 2)
    page = opened(f"{host.page}/replay")
    drop(page, host, match)
    page.wait_for_selector("body[data-seq]")
    page.keyboard.press("c")
    page.keyboard.press("End")
    assert shown(page) > 1
    drop(page, host, match)
    until(page, f"{_TILES} === 1")
    expect(page.locator(".map .grid text").first).to_be_visible()
    button = page.get_by_role("button", name="Coordinates")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(page.locator(".map .grid")).to_be_hidden()


def test_what_is_no_record_is_refused(host: Host, opened: Opened, tmp_path: Path) -> None:
    """A file of another kind is refused in words."""
    file = tmp_path / "other.jsonl"
    file.write_text('{"hello": 1}\n')
    page = opened(f"{host.page}/replay", refused="422")
    with page.expect_response("**/api/record") as response:
        page.locator("#file").set_input_files(file)
    assert response.value.status == 422
    page.wait_for_selector("text=this is no record of a match")


def test_a_move_changes_little(host: Host, opened: Opened) -> None:
    """With all expansions on the table, to show another move changes less than one element in ten.

    That it takes less than a frame is judged by `make proof NAME=redraw`, with all that is painted.
    """
    match = played(host)
    page = opened(f"{host.page}/table/{match}")
    page.wait_for_selector("body[data-over=true]")
    changed = page.evaluate(
        """async () => {
            const counts = [];
            const seen = new MutationObserver(() => {});
            seen.observe(document.querySelector(".map"),
                {subtree: true, childList: true, attributes: true, characterData: true});
            for (let i = 0; i < 24; i += 1) {
                const key = i % 2 ? "ArrowRight" : "ArrowLeft";
                await new Promise(requestAnimationFrame);
                seen.takeRecords();
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
                const changed = new Set(seen.takeRecords().map(each => each.target));
                counts.push(changed.size);
            }
            return counts;
        }"""
    )
    assert shown(page) > 72
    assert 0 < max(changed) < 8
