"""How a match ends: its points as a table, and what comes next; strengths, and the rules."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from carcbot.messages.events import Result
from tests.web.conftest import Opened
from tests.web.hosting import Host, hosted
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_playing import begin, move, turn
from tests.web.test_replaying import played
from tests.web.waiting import until

CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
WORDS = ["Beginner", "Easy", "Medium", "Strong", "Expert"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One referee for all tests here."""
    with hosted(tmp_path_factory.mktemp("referee"), sparring=12) as running:
        yield running


def state_of(host: Host, match: str) -> Any:  # noqa: ANN401 - any game's state
    """The last position of a match."""
    assert host.server is not None
    return host.server.hall.tables[match].state


def result_of(host: Host, match: str) -> Result:
    """How a match ended."""
    assert host.server is not None
    result = host.server.hall.tables[match].result
    assert result is not None
    return result


def test_points_by_feature(host: Host, opened: Opened) -> None:
    """The sums are the points; what brought them is lit on the board, one after the other."""
    match = played(host)
    page = opened(f"{host.page}/table/{match}", size=SIZES["phone"])
    page.get_by_role("tab", name="Score").click()
    totals = page.locator(".sheet tfoot td").all_inner_texts()
    state = state_of(host, match)
    assert [int(each) for each in totals] == state.scores()
    cities = page.locator(".sheet tbody tr", has_text="Cities").locator("td").all_inner_texts()
    paid = [0] * state.seats
    for _, kind, _, owners, points in state.breakdown():
        for seat in owners if kind == "city" else ():
            paid[seat] += points
    assert [int(each) for each in cities] == paid
    page.get_by_role("button", name="Show all on the board").click()
    expect(page.locator(".sheet .lit")).to_have_count(1)
    expect(page.locator("#stage .sheet-told")).to_contain_text("for ")
    assert page.locator(".glow use").count() > 0
    keep(page, "sheet-phone")
    check_reads_well(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".glow use")).to_have_count(0)
    page.keyboard.press("Home")
    page.set_viewport_size({"width": 320, "height": 568})
    assert not page.locator(".seat-supply").evaluate_all(CUT)  # figures of three kinds


def test_who_resigns_reads_the_points_and_plays_again(host: Host, opened: Opened) -> None:
    """A match that was broken off says what it would have brought; another begins the next."""
    page = opened(f"{host.page}/", scheme="dark")
    begin(page, host)
    assert turn(page)
    page.locator(".bag summary").click()
    assert page.locator(".bag .tile-list li").count() > 20
    keep(page, "bag-wide-dark")
    check_reads_well(page)
    page.locator(".bag summary").click()
    for _ in range(3):
        move(page)
    assert turn(page)
    assert page.locator(".bag[open]").count() == 0
    match = page.url.rpartition("/")[2]
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    state = state_of(host, match)
    outlook = state.virtual_scores()
    assert outlook != state.scores()
    words = f"{outlook[0]} : {outlook[1]}, had it been scored then "
    who = page.locator(".seat:has(.tag.you) .seat-name").inner_text()
    expect(page.locator("#result span")).to_have_text(f"{words}({who}: resigned)")
    expect(page.locator(".seat-note", has_text="resign")).to_have_count(1)
    assert not page.locator(".seat-name").evaluate_all(CUT)
    expect(page.locator(".sheet tfoot td")).to_have_text([str(each) for each in outlook])
    keep(page, "over-wide-dark")
    check_reads_well(page)
    page.keyboard.press("Home")
    expect(page.locator(".seat-note", has_text="resign")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".seat-note", has_text="resign")).to_have_count(1)
    lobby = opened(f"{host.page}/")
    row = lobby.locator(f".results a[href='/table/{match}']")
    first = [each.place for each in result_of(host, match).standings].index(1)
    points = [[state.scores()[seat], outlook[seat]] for seat in (first, 1 - first)]
    for number, (now, _) in enumerate(points):
        expect(row.locator(".placing > *").nth(number)).to_have_text(re.compile(rf" {now}$"))
    expect(row).to_contain_text(
        f"resigned · {points[0][1]} : {points[1][1]}, had it been scored then"
    )
    expect(page.get_by_role("link", name="Another bot")).to_have_attribute("href", "/#new")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and match not in url)
    assert turn(page)
    assert page.locator(".seat").nth(1).locator(".tag").inner_text() == "you"


def test_who_sat_down_is_asked_for_a_rematch(host: Host, opened: Opened) -> None:
    """A table that was opened for anybody is not opened anew: its player is challenged."""
    page = opened(f"{host.page}/")
    begin(page, host, ("open",))
    page.wait_for_selector("text=Waiting for the others")
    other = opened(page.url.partition("?")[0])
    other.get_by_role("button", name="Sit down").click()
    assert turn(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("link", name="New match")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("button", name="You have asked")).to_be_disabled()
    expect(other.locator("#challenge-list")).to_contain_text("challenges you")


@pytest.mark.parametrize(
    "game", ("carcassonne", "hoard", "kuhn", "thurn_and_taxis", "ticket_to_ride")
)
def test_rules_of_each_game(host: Host, opened: Opened, game: str) -> None:
    """Every game that pages show tells how it is played; the dialog of a match leads there."""
    page = opened(f"{host.page}/rules/{game}", size=SIZES["phone"], scheme="dark")
    page.wait_for_selector("body[data-ready]")
    assert page.locator("#rules h2").count() >= 2
    keep(page, f"rules-{game}-phone-dark")
    check_reads_well(page)
    page.set_viewport_size({"width": 320, "height": 640})  # of small phones, or of larger letters
    assert page.evaluate("document.documentElement.scrollWidth <= 320")
    page.goto(f"{host.page}/#new")
    page.select_option("#match-game", game)
    link = page.get_by_role("link", name="How ")
    expect(link).to_have_attribute("href", f"/rules/{game}")


def test_rules_of_a_match(host: Host, opened: Opened) -> None:
    """The rules that a table leads to begin with what its options change, and that alone."""
    match = host.table("seats=2,expansions=river")
    host.play(match, 2, 0.1)
    page = opened(f"{host.page}/table/{match}")
    link = page.get_by_role("link", name="The rules")
    page.goto(f"{host.page}{link.get_attribute('href')}")
    page.wait_for_selector("body[data-ready]")
    first = page.locator("#rules h2").first
    expect(first).to_have_text("In this match")
    expect(page.locator("#rules ul").first.locator("li")).to_have_text(
        [re.compile("^expansions=river")]
    )
    keep(page, "rules-of-a-match")
    page.goto(f"{host.page}/rules/carcassonne?options=seats%3D2")
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_text("In this match")).to_have_count(0)


def test_strengths_in_plain_words(host: Host, opened: Opened) -> None:
    """Five words stand before the bots of research, of which none is lost."""
    page = opened(f"{host.page}/#new")
    page.select_option("#match-game", "carcassonne")
    groups = page.locator(".rivals optgroup")
    plain = groups.nth(0).locator("option").all_text_contents()
    assert [each.partition(" ")[0] for each in plain] == WORDS
    assert groups.nth(2).locator("option").count() >= 38
    keep(page, "strengths-wide")
    until(page, "document.querySelector('.rivals select').value === 'medium'")


@pytest.mark.parametrize(("game", "met"), (("thurn_and_taxis", "postmaster"), ("hoard", "flat")))
def test_who_is_met_first(host: Host, opened: Opened, game: str, met: str) -> None:
    """Where the plain tree search does not play, the strongest that was made for the game does."""
    page = opened(f"{host.page}/#new")
    page.wait_for_selector("#match-dialog[open]")
    page.select_option("#match-game", game)
    expect(page.get_by_label("Player 2", exact=True)).to_have_value(met)
