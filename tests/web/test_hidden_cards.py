"""Games with hidden cards on the page: played against a bot, watched, replayed, with hints."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from tests.replay.records import signed, text_of_match
from tests.waiting import PATIENCE_S
from tests.web import test_playing
from tests.web.conftest import WIDE, Opened
from tests.web.hosting import Host
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_replaying import points_of, result_of
from tests.web.waiting import MADE, until

GAMES = ("hoard", "kuhn")
PLACE = {"hoard": ".hoard-place .held", "kuhn": ".kuhn-place"}
"""Where on the table the hand of each seat lies."""
HIDDEN = ".a-card.back"


def begin(page: Page, host: Host, game: str, bot: str = "flat", **chosen: str) -> str:
    """Starts a match against a bot by the dialog of the lobby; returns its name."""
    test_playing.begin(page, host, (bot,), game, **chosen)
    page.wait_for_url("**/table/*")
    return page.url.rpartition("/")[2].partition("?")[0]


def turn(page: Page) -> bool:
    """Waits for one's turn; False if the match is over."""
    page.wait_for_selector(".choice, body[data-over=true]", timeout=PATIENCE_S * 1000)
    return page.locator("body[data-over=true]").count() == 0


def move(page: Page, number: int = 0) -> None:
    """Chooses a move and confirms it."""
    before = page.locator(MADE).count()
    page.locator(".choice").nth(number).click()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll({MADE!r}).length > {before}")


def hidden(page: Page, game: str) -> list[int]:
    """How many cards of each seat's hand lie face down."""
    places = page.locator(PLACE[game])
    return [places.nth(i).locator(HIDDEN).count() for i in range(places.count())]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot(host: Host, opened: Opened, game: str) -> None:
    """A person plays to the end with hints, and sees its own cards; who watches sees none.

    When the match is over both see all of them, at every moment of it.
    """
    page = opened(f"{host.page}/")
    match = begin(page, host, game)
    assert turn(page)
    watcher = opened(f"{host.page}/table/{match}", size=SIZES["phone"], scheme="dark")
    watcher.wait_for_selector(HIDDEN)
    each = 2 if game == "hoard" else 1
    assert hidden(page, game) == [0, each]
    assert hidden(watcher, game) == [each, each]
    page.click(".hint")
    page.locator(".hints button").first.click()
    expect(page.locator(".choice[aria-pressed=true]")).to_have_count(1)
    keep(page, f"{game}-play")
    check_reads_well(page)
    keep(watcher, f"{game}-watch-phone-dark")
    check_reads_well(watcher)
    before = page.locator(MADE).count()
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Confirm").click()
    until(page, f"document.querySelectorAll({MADE!r}).length > {before}")
    while turn(page):
        assert hidden(page, game)[0] == 0  # the other may have none that was drawn blind
        move(page)
    for each_page in (page, watcher):
        expect(each_page.locator("#result")).to_be_visible()
        expect(each_page.locator(f"{PLACE[game]} {HIDDEN}")).to_have_count(0)
        assert result_of(each_page) == points_of(host, match)
        each_page.keyboard.press("Home")
        expect(each_page.locator(f"{PLACE[game]} {HIDDEN}")).to_have_count(0)
        expect(each_page.locator(PLACE[game]).nth(1).locator(".a-card")).to_have_count(each)
    keep(page, f"{game}-over")
    assert not any(page.locator(".move-draw").all_inner_texts())  # that may be another's card
    lines = "lines => lines.map(each => each.getAttribute('d'))"
    drawn = page.locator("svg .line").evaluate_all(lines)
    page.goto(f"{host.page}/table/{match}")
    expect(page.locator("#result")).to_be_visible()
    assert page.locator("svg .line").evaluate_all(lines) == drawn  # with all that was hidden


def test_keys_are_enough(host: Host, opened: Opened) -> None:
    """A turn of several decisions is played by numbers and Enter alone, and read aloud."""
    page = opened(f"{host.page}/")
    begin(page, host, "hoard")
    assert turn(page)
    page.keyboard.press("2")
    expect(page.locator(".choice[aria-pressed=true]")).to_have_text("Draw from the deck")
    page.keyboard.press("Escape")
    expect(page.locator(".choice[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".choice").first).to_contain_text("Lay ")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.moves li').length >= 2")
    aloud = page.locator("#live")
    expect(aloud).to_contain_text("takes the open")
    expect(aloud).to_contain_text("lays a ")


def test_a_card_is_played_on_the_table(host: Host, opened: Opened) -> None:
    """A click on a card of one's hand lays it, another one discards it, and it is confirmed."""
    page = opened(f"{host.page}/")
    begin(page, host, "hoard")
    assert turn(page)
    page.get_by_role("button", name="draw blind").click()
    page.get_by_role("button", name="Confirm").click()
    card = page.get_by_role("button", name="card 3: ")
    card.click()
    expect(page.locator(".choice[aria-pressed=true]")).to_contain_text("Lay ")
    card.click()
    expect(page.locator(".choice[aria-pressed=true]")).to_contain_text("Discard ")
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 2")
    expect(page.locator(".moves .move-text").nth(1)).to_contain_text("discards a ")


@pytest.mark.parametrize("game", GAMES)
def test_an_own_match_is_reloaded(host: Host, opened: Opened, game: str) -> None:
    """Who reloads in a match sees what the seat has seen, in words too, and goes on."""
    page = opened(f"{host.page}/")
    begin(page, host, game)
    assert turn(page)
    page.locator(".choice").last.click()  # sent at once, for a draw or another seat is next
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length > 0")
    if not turn(page):
        return
    rows = page.locator(".moves li").all_inner_texts()
    page.reload()
    assert turn(page)
    assert page.locator(".moves li").all_inner_texts()[: len(rows)] == rows
    assert hidden(page, game)[0] == 0
    move(page)


def test_steps_are_turns(tmp_path: Path, opened: Opened) -> None:
    """Arrows, slider and counter go by turns; with shift, or in the list, by single decisions."""
    record, file = tmp_path / "m1.jsonl", tmp_path / "m1.html"
    record.write_bytes(signed(text_of_match("hoard", "seats=3")))
    assert run(["replay", "html", str(record), "--output", str(file)]) == ExitCode.OK
    page = opened(file.as_uri(), size=WIDE)
    page.wait_for_selector("body[data-ready]")
    counter, slider = page.locator(".moment"), page.locator(".slider")
    total = counter.inner_text().partition(" / ")[2]
    assert counter.inner_text() == f"0 / {total}"
    page.keyboard.press("ArrowRight")
    expect(counter).to_have_text(f"1 / {total}")
    assert slider.get_attribute("aria-valuetext") == f"turn 1 of {total}"
    assert slider.input_value() == "1"
    page.keyboard.press("Shift+ArrowRight")
    expect(counter).to_have_text(f"1 + 1 / {total}")
    page.get_by_role("button", name="One decision on").click()
    expect(counter).to_have_text(re.compile(r"(1 \+ 2|2) / \d+"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#live")).to_contain_text("Turn 1 of ")
    page.locator(".moves button").nth(1).click()
    expect(counter).to_contain_text("1 / ")
    page.keyboard.press("End")
    expect(page.locator("#result b")).to_be_visible()
    keep(page, "hoard-alone")
    check_reads_well(page)


def test_options_are_those_of_the_game(host: Host, opened: Opened) -> None:
    """The dialog asks for what the game names, with as many seats and the bots that play it."""
    page = opened(f"{host.page}/#new")
    page.wait_for_selector("#match-dialog[open]")
    expect(page.get_by_label("The River")).to_be_visible()
    page.select_option("#match-game", "hoard")
    expect(page.get_by_label("The River")).to_have_count(0)
    rival = page.get_by_label("Player 2", exact=True)
    names = rival.locator("option").evaluate_all("all => all.map(each => each.value)")
    assert {"flat", "random", "open"} <= set(names)
    assert not {"mcts", "greedy"} & set(names)
    keep(page, "dialog-hoard")
    check_reads_well(page)
    more = page.get_by_role("button", name="+ another player")
    more.click()
    more.click()
    expect(more).to_be_hidden()
    page.get_by_role("button", name="Remove player 4").click()
    page.get_by_role("button", name="Remove player 3").click()
    rival.select_option("random")
    for option, value in {"ranks": "4", "turns": "1"}.items():
        page.select_option(f"#match-game-{option}", value)
    page.click("button[value=start]")
    page.wait_for_url("**/table/*")
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert table.state.options == "seats=2,ranks=4,turns=1"
    page.goto(f"{host.page}/#new")
    page.reload()
    expect(page.locator("#match-game")).to_have_value("hoard")
    expect(page.locator("#match-game-ranks")).to_have_value("4")
