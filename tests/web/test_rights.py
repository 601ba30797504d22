"""A page shows what its visitor may do, and no more; who may only watch is told how to play."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.store import Store
from tests.waiting import wait_until
from tests.web.conftest import Opened
from tests.web.hosting import Host, hosted
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_replaying import played

_NOT_FOR_ALL = ("New match", "Seek a match", "Let others challenge me", "Play", "Challenge ann")


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Host]:
    """A referee whose guests only watch."""
    with hosted(tmp_path / "referee", guests_play=False) as running:
        yield running


def watcher(host: Host) -> str:
    """The token of an account that may only watch."""

    async def add() -> str:
        async with Store.open(f"sqlite:///{host.folder / 'lobby.db'}") as store:
            return (await store.add_token("fay", {"watch"}, "", 0))[1]

    return host.call(add())


def come_in(page: Page, token: str) -> None:
    """Gives a token of one's own."""
    page.get_by_role("button", name="I have a token").click()
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Come in").click()


@pytest.mark.parametrize("size", SIZES)
def test_guests_who_watch(gallery: Host, opened: Opened, size: str) -> None:
    """Nothing is offered that would be refused; a sentence tells what to do, at tables too."""
    over = played(gallery, "seats=2", 2)
    match = gallery.table()
    player = opened(f"{gallery.page}/")
    come_in(player, "token-of-ann")
    player.get_by_role("button", name="Seek a match").click()
    player.get_by_role("button", name="Seek", exact=True).click()
    page = opened(f"{gallery.page}/#new", size=SIZES[size])
    expect(page.locator("#offers li")).to_contain_text("ann")
    expect(page.locator("#online li")).to_contain_text("ann")
    for name in _NOT_FOR_ALL:
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(page.locator("#match-dialog")).to_be_hidden()
    expect(page.locator("#rights")).to_contain_text("Guests only watch here. To play, ask whoever")
    keep(page, f"guests-watch-{size}")
    check_reads_well(page)
    page.goto(f"{gallery.page}/table/{match}")
    expect(page.locator("#drop")).to_contain_text("Guests only watch here.")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    keep(page, f"guests-watch-table-{size}")
    check_reads_well(page)
    page.goto(f"{gallery.page}/table/{over}")
    expect(page.locator("#result")).to_contain_text("Replay")
    expect(page.locator("#result a")).to_be_hidden()


def test_a_token_opens_the_rest(gallery: Host, opened: Opened) -> None:
    """With a token one may play, is named, and leaves again; one that nobody has is refused."""
    page = opened(f"{gallery.page}/")
    come_in(page, "token-of-nobody")
    expect(page.locator("#token-dialog")).to_contain_text("Nobody here has this token.")
    page.get_by_role("button", name="Cancel").click()
    come_in(page, "token-of-bob")
    expect(page.locator("#who")).to_contain_text("bob")
    expect(page.locator("#rights")).to_be_empty()
    for name in ("New match", "Seek a match", "Let others challenge me"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.goto(f"{gallery.page}/table/{gallery.table()}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".tag", has_text="you")).to_be_visible()
    page.goto(f"{gallery.page}/")
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#rights")).to_contain_text("Guests only watch here.")


def sat_down(page: Page, host: Host, name: str) -> None:
    """Comes in with a person's token, and takes a seat."""
    come_in(page, f"token-of-{name}")
    expect(page.locator("#who")).to_contain_text(name)
    page.goto(f"{host.page}/table/{host.table()}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".tag", has_text="you")).to_be_visible()


def test_who_watches_stays_in_its_game(gallery: Host, opened: Opened) -> None:
    """Another table in another tab is watched as a guest: the player's connection stays."""
    page = opened(f"{gallery.page}/")
    sat_down(page, gallery, "bob")
    assert gallery.server is not None
    guests = gallery.server._floor.guests
    mine = guests["bob"]
    other = page.context.new_page()
    other.goto(f"{gallery.page}/table/{gallery.table()}")
    wait_until(lambda: any(name.startswith("viewer-") for name in guests))
    assert guests["bob"] is mine
    expect(page.locator("#link-mark")).to_be_empty()


def test_where_only_tokens_watch_one_is_asked_first(tmp_path: Path, opened: Opened) -> None:
    """There the same account would come: its game in another tab goes on until one wants that."""
    with hosted(tmp_path / "closed", guests=False) as closed:
        page = opened(f"{closed.page}/")
        page.get_by_label("Token", exact=True).fill("token-of-bob")
        page.get_by_role("button", name="Come in").click()
        page.wait_for_selector("text=No match is being played")
        page.goto(f"{closed.page}/table/{closed.table()}")
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".tag", has_text="you")).to_be_visible()
        other = page.context.new_page()
        other.goto(f"{closed.page}/table/{closed.table()}")
        expect(other.locator("#link-mark")).to_contain_text("You play in another tab")
        expect(page.locator("#link-mark")).to_be_empty()
        other.get_by_role("button", name="Watch here").click()
        expect(page.locator("#link-mark")).to_contain_text("You play in another tab")
        expect(page.locator("#state")).not_to_have_text("Live")


def test_a_seat_that_is_refused_is_offered_again(tmp_path: Path, opened: Opened) -> None:
    """Who may not sit down yet is told why, watches, and can try again."""
    with hosted(tmp_path / "full", limits=replace(USUAL_LIMITS, waiting=0)) as full:
        page = opened(f"{full.page}/table/{full.table()}")
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator("#link-mark")).to_have_text(re.compile("may have no more: leave some"))
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_token_for_watching(gallery: Host, opened: Opened) -> None:
    """Whose token is for watching only is told so by name."""
    page = opened(f"{gallery.page}/")
    come_in(page, watcher(gallery))
    expect(page.locator("#rights")).to_contain_text("The token of fay is for watching only.")
    expect(page.get_by_role("button", name="New match")).to_have_count(0)
