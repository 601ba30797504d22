"""A match in a file of its own is looked at where there is no network."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.messages.parts import ClockSpec
from tests.replay.records import signed, text_of_match
from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.test_replaying import shown

_PACE = ClockSpec("bank", main_us=120_000_000, move_us=5_000_000)
LOOKS = Path(__file__).parent.parent.parent / "build" / "screenshots"


def page_file(folder: Path) -> Path:
    """The page of a match."""
    record, page = folder / "m1.jsonl", folder / "m1.html"
    record.write_bytes(signed(text_of_match("carcassonne", "seats=3,expansions=river+abbot")))
    assert run(["replay", "html", str(record), "--output", str(page)]) == ExitCode.OK
    return page


def test_the_whole_match(tmp_path: Path, opened: Opened) -> None:
    """Every moment is there, with keys, list and address; players, points and result as well."""
    file = page_file(tmp_path)
    page: Page = opened(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    assert shown(page) == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown(page) == 3
    page.keyboard.press("End")
    assert shown(page) > 60
    expect(page.locator("#seats")).to_contain_text("p2")
    expect(page.locator("#result b")).to_be_visible()
    expect(page.locator("#result .again")).to_be_hidden()
    LOOKS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=LOOKS / "alone.png")
    later = opened(f"{file.as_uri()}#move=30")
    later.wait_for_selector("body[data-ready]")
    assert shown(later) == 31


def test_in_a_frame_of_another_page(tmp_path: Path, opened: Opened) -> None:
    """It is shown where its frame may keep nothing, as code hosts and mail programs show files."""
    file = page_file(tmp_path)
    outside = tmp_path / "outside.html"
    outside.write_text(f'<iframe sandbox="allow-scripts" width="1200" src="{file.name}"></iframe>')
    page = opened(outside.as_uri())
    inside = page.frame_locator("iframe")
    inside.locator("body[data-ready]").wait_for()
    expect(inside.locator("#seats")).to_contain_text("p2")


def test_nobody_is_asked(tmp_path: Path, chromium: Browser) -> None:
    """The page asks for nothing but itself, and names no address outside."""
    file = page_file(tmp_path)
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("End")
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
    context.close()
    text = file.read_text().replace("http://www.w3.org/", "")
    assert "http://" not in text
    assert "https://" not in text
    assert 'src="/' not in text


def test_from_the_page_of_a_match(host: Host, opened: Opened, tmp_path: Path) -> None:
    """A match that is over can be had from its page as one file, which shows the same."""
    match = host.table("seats=2", _PACE)
    page = opened(f"{host.page}/table/{match}")
    link = page.locator("a", has_text="Download this page as one file")
    page.wait_for_selector("text=A free seat")
    assert link.count() == 0
    assert page.request.get(f"{host.page}/records/{match}.html").status == 404
    host.play(match, 2, 0.01)
    page.wait_for_selector("body[data-over=true]")
    expect(link).to_have_count(1)
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == f"{match}.html"
    file = tmp_path / "kept.html"
    download.value.save_as(file)
    alone = opened(file.as_uri())
    alone.wait_for_selector("body[data-ready]")
    alone.keyboard.press("End")
    assert shown(alone) == host.laid(match)
