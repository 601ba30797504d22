"""One's own turn by keys alone, how one is called to it, and what all keys are."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opened
from tests.web.hosting import Host, hosted
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_playing import begin, move, turn
from tests.web.waiting import MADE, until

ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
FOCUSED = "document.activeElement.dataset.cell"
SILENT = """
window.rung = 0;
window.AudioContext = class {
  currentTime = 0;
  resume() { return Promise.resolve(); }
};
const parameter = { setValueAtTime() {}, linearRampToValueAtTime() {} };
window.GainNode = class { gain = parameter; connect(to) { return to; } };
window.OscillatorNode = class {
  connect(to) { return to; }
  start() { window.rung += 1; }
  stop() {}
};
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One referee for all tests here."""
    with hosted(tmp_path_factory.mktemp("referee"), sparring=24) as running:
        yield running


def cells(page: Page) -> set[str]:
    """The cells where the tile fits."""
    return set(page.locator(".place-button").evaluate_all("all => all.map(p => p.dataset.cell)"))


def test_arrows_and_letters(host: Host, opened: Opened) -> None:
    """Arrows reach every place; Enter lays the tile and confirms; two letters and Enter do as well.

    So no move takes more than six keys: two letters, two turns of the tile, a figure, Enter.
    """
    page = opened(f"{host.page}/")
    begin(page, host)
    for _ in range(3):
        move(page)
    assert turn(page)
    page.keyboard.press("ArrowUp")
    first = page.evaluate(FOCUSED)
    reached, ahead = {first}, [first]
    while ahead:
        place = page.locator(f".place-button[data-cell='{ahead.pop()}']")
        for key in ARROWS:
            place.focus()
            page.keyboard.press(key)
            beside = page.evaluate(FOCUSED)
            if beside not in reached:
                reached.add(beside)
                ahead.append(beside)
    assert reached == cells(page)
    keep(page, "letters-wide")
    before = page.locator(".moves li").count()
    page.keyboard.press("Enter")
    expect(page.locator(".choice[aria-pressed=true]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".choice[aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('.moves li').length > {before}")
    assert turn(page)
    before = page.locator(".moves li").count()
    page.keyboard.press("ArrowDown")
    first, second = page.locator(".place-letters").first, page.locator(".place-button").first
    cell = second.get_attribute("data-cell")
    page.keyboard.type(first.text_content() or "")
    ghost = page.locator(".ghost-frame")
    x, y = (float(ghost.get_attribute(each) or "") / 100 for each in "xy")
    assert f"{x:.0f},{y:.0f}" == cell
    tile = page.locator(".ghost use").first
    lies = tile.get_attribute("href")
    page.keyboard.press("r")
    page.keyboard.press("Shift+R")
    assert tile.get_attribute("href") == lies
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('.moves li').length > {before}")


def test_arrows_scroll_what_has_the_focus(host: Host, opened: Opened) -> None:
    """At one's turn they choose places, but not from within a list at the side."""
    page = opened(f"{host.page}/")
    begin(page, host)
    assert turn(page)
    page.get_by_role("tab", name="Tiles").click()
    panel = page.get_by_role("tabpanel", name="Tiles")
    panel.focus()
    page.keyboard.press("ArrowDown")
    expect(panel).to_be_focused()
    panel.evaluate("panel => panel.blur()")
    page.keyboard.press("ArrowDown")
    until(page, f"{FOCUSED} !== undefined")


def test_enter_elsewhere_sends_no_move(host: Host, opened: Opened) -> None:
    """Enter on another place lays the tile there, and on a link follows it: nothing is sent."""
    page = opened(f"{host.page}/")
    begin(page, host)
    for _ in range(3):
        move(page)
    assert turn(page)
    while page.locator(".place-button").count() == 1:  # there is no other place for some tiles
        move(page)
        assert turn(page)
    made = page.locator(".moves li").count()
    page.locator(".place-button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".choice[aria-pressed=true]")).to_be_focused()
    ghost = page.locator(".ghost-frame")
    first = ghost.get_attribute("x"), ghost.get_attribute("y")
    page.locator(".place-button").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".choice[aria-pressed=true]")).to_be_focused()
    assert (ghost.get_attribute("x"), ghost.get_attribute("y")) != first
    page.evaluate("addEventListener('click', (event) => event.preventDefault())")
    page.locator("a.brand").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.locator(".moves li").count() == made
    expect(page.locator(".choice[aria-pressed=true]")).to_be_visible()


@pytest.mark.parametrize("game", ("kuhn", "hoard"))
def test_arrows_where_a_move_is_one_of_a_few(host: Host, opened: Opened, game: str) -> None:
    """Arrows go from move to move, around the ends, and Enter makes the one that is chosen."""
    page = opened(f"{host.page}/")
    page.goto(f"{host.page}/#new")
    page.reload()
    page.select_option("#match-game", game)
    page.get_by_label("Player 2", exact=True).select_option("random")
    page.click("button[value=start]")
    page.wait_for_selector(".choice")
    chosen = page.locator(".choice[aria-pressed=true]")
    page.keyboard.press("ArrowLeft")
    last = chosen.inner_text()
    assert last == page.locator(".choice").last.inner_text()
    page.keyboard.press("ArrowRight")
    assert chosen.inner_text() == page.locator(".choice").first.inner_text()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll({MADE!r}).length > 0")


@pytest.mark.parametrize(("size", "scheme"), (("wide", "light"), ("phone", "dark")))
def test_all_keys_are_told(host: Host, opened: Opened, size: str, scheme: str) -> None:
    """The question mark and a button show them, in words for who hears them; Escape goes back."""
    page = opened(f"{host.page}/", size=SIZES[size], scheme=scheme)
    begin(page, host)
    assert turn(page)
    dialog = page.locator("#keys-dialog")
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    arrows = "left arrow right arrow up arrow down arrow"
    expect(dialog.get_by_role("rowheader", name=arrows, exact=True)).to_have_count(1)
    for title in ("At your turn", "The board", "Moments of the match"):
        expect(dialog.get_by_role("table", name=title)).to_be_visible()
    keep(page, f"keys-{size}-{scheme}")
    check_reads_well(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    expect(dialog).to_be_visible()


def test_a_player_is_called(host: Host, opened: Opened) -> None:
    """By a sound and a title that blinks, if that was chosen, which a browser remembers."""
    page = opened(f"{host.page}/")
    page.add_init_script(SILENT)
    begin(page, host)
    move(page)
    assert turn(page)
    assert page.evaluate("rung") == 0
    page.get_by_role("button", name="How you are called").click()
    page.get_by_label("Play a sound").check()
    assert page.evaluate("rung") == 2
    page.get_by_label("Let the title").check()
    keep(page, "bell-wide")
    page.get_by_role("button", name="Close").click()
    move(page)
    until(page, "rung === 4")
    page.reload()
    assert turn(page)
    until(page, "rung === 2")
    assert page.title() == "● Your turn · carcbot"
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { get: () => true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    until(page, "!document.title.startsWith('●')")
    until(page, "document.title.startsWith('●')")
