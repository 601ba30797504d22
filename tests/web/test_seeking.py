"""Persons find each other in the lobby: offers are made, taken and taken back on the page."""

import asyncio

import aiohttp
import pytest
from playwright.sync_api import Page, expect

from carcbot.messages.parts import ClockSpec
from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_playing import begin, turn
from tests.web.test_replaying import played
from tests.web.waiting import until


def seek(page: Page, seats: int = 2) -> None:
    """Seeks a match by the dialog."""
    page.click("#seek")
    page.get_by_label("Seats", exact=True).select_option(str(seats))
    page.locator("#seek-dialog").get_by_text("The Abbot").click()
    page.get_by_role("button", name="Seek", exact=True).click()


def test_two_persons_seek_the_same(host: Host, opened: Opened) -> None:
    """A seek is seen by others without a reload; who takes it plays with who made it."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    seek(first)
    row = second.locator("#offers li")
    expect(row).to_contain_text("2 seats · Carcassonne · The Abbot")
    expect(row).to_contain_text("unrated")
    row.get_by_role("button", name="Play").click()
    for page in (first, second):
        page.wait_for_url("**/table/*")
    assert first.url == second.url
    for page in (first, second):
        page.wait_for_selector(".tag >> text=you")
        assert page.locator(".seat").count() == 2
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert not table.header.rated
    assert len(set(table.players)) == 2


def test_a_seek_is_taken_back(host: Host, opened: Opened) -> None:
    """Who has made an offer takes it back, also after a reload; then nobody sees it any more."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    seek(first, 3)
    expect(second.locator("#offers li")).to_contain_text("3 seats")
    first.reload()
    row = first.locator("#offers li")
    expect(row).to_contain_text("You")
    row.get_by_role("button", name="Take back").click()
    for page in (first, second):
        page.wait_for_selector("text=Nobody is looking for a match")
    assert host.server is not None
    assert host.server.hall.lobby.offers() == ()


def test_a_challenge_is_accepted(host: Host, opened: Opened) -> None:
    """What a bot offers to anybody is accepted by a click, and the match begins."""

    async def challenge() -> None:
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{host.page}/play") as socket,
        ):
            await socket.receive_json()
            token = {"product": "x/1", "token": "token-of-ann"}
            await socket.send_json({"type": "hello", "id": 1, **token})
            terms = {"game": "carcassonne", "options": "seats=2"}
            await socket.send_json({"type": "challenge", "id": 2, "terms": terms})
            async for _ in socket:
                pass

    asyncio.run_coroutine_threadsafe(challenge(), host.loop)
    page = opened(f"{host.page}/")
    page.locator("#offers li:has-text('ann')").get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat-name", has_text="ann")).to_be_visible()
    page.wait_for_selector(".tag >> text=you")


def look(page: Page, name: str) -> None:
    """Keeps a picture of the page, and has axe look at it."""
    keep(page, name)
    check_reads_well(page)


def challenged(page: Page, name: str) -> None:
    """Challenges somebody who is in the lobby."""
    page.get_by_role("button", name=f"Challenge {name}").click()
    page.locator("#challenge-dialog").get_by_text("The River").click()
    page.locator("#challenge-dialog").get_by_role("button", name="Challenge", exact=True).click()


def come(page: Page) -> str:
    """Lets others challenge this visitor; returns its name."""
    page.get_by_role("button", name="Let others challenge me").click()
    expect(page.locator("#online-title")).to_be_focused()  # the button is gone
    row = page.locator("#online li:has(.tag)")
    expect(row).to_contain_text("you")
    return row.locator("b").inner_text()


def test_the_focus_stays_in_a_list_that_changes(host: Host, opened: Opened) -> None:
    """Who goes by keys from one to the other does not begin anew when somebody comes."""
    first, second, third = (opened(f"{host.page}/") for _ in range(3))
    button = first.get_by_role("button", name=f"Challenge {come(second)}")
    button.focus()
    expect(first.get_by_role("button", name=f"Challenge {come(third)}")).to_be_visible()
    expect(button).to_be_focused()


def test_what_is_pressed_stays_until_it_is_let_go(host: Host, opened: Opened) -> None:
    """A list that changes while a button in it is pressed still does what it says."""
    first, second, third = (opened(f"{host.page}/") for _ in range(3))
    first.get_by_role("button", name=f"Challenge {come(second)}").hover()
    first.mouse.down()
    other = first.get_by_role("button", name=f"Challenge {come(third)}")
    expect(first.locator("#online-count")).to_have_text("2")
    expect(other).to_have_count(0)
    first.mouse.up()
    expect(first.locator("#challenge-dialog")).to_be_visible()
    expect(other).to_have_count(1)


def test_a_person_is_challenged_by_name(host: Host, opened: Opened) -> None:
    """Who is challenged sees by whom and to what; who declines says why, who accepts plays."""
    first = opened(f"{host.page}/")
    second = opened(f"{host.page}/", size=SIZES["phone"], scheme="dark")
    name, other = come(first), come(second)
    first.get_by_role("button", name=f"Challenge {other}").click()
    look(first, "challenge")
    first.keyboard.press("Escape")
    challenged(first, other)
    expect(first.locator("#challenge-list")).to_contain_text(f"You challenge {other}")
    row = second.locator("#challenge-list li")
    expect(row).to_contain_text(f"{name} challenges you")
    expect(row).to_contain_text("2 seats · Carcassonne · The River · 1 min + 5 s · unrated")
    assert second.title().startswith("●")
    look(second, "challenged")
    row.get_by_role("button", name="Decline").click()
    look(second, "decline")
    second.get_by_label("Why").select_option("clock")
    second.get_by_label("In your own words").fill("too fast for me")
    second.locator("#challenge-dialog").get_by_role("button", name="Decline").click()
    expect(second.locator("#challenges")).to_be_hidden()
    look(first, "declined")
    news = first.locator("#challenge-list li")
    expect(news).to_have_text(f"{other} declines: not with this clock: “too fast for me”.OK")
    news.get_by_role("button", name="OK").click()
    expect(first.locator("#challenges")).to_be_hidden()
    challenged(first, other)
    second.locator("#challenge-list").get_by_role("button", name="Accept").click()
    for page in (first, second):
        page.wait_for_url("**/table/*")
        expect(page.locator(".tag", has_text="you")).to_have_count(1)
    assert host.server is not None
    (table,) = host.server.hall.tables.values()
    assert table.state.options == "seats=2,expansions=river"
    first.goto(f"{host.page}/")
    expect(first.locator("#online")).to_contain_text("you")
    expect(first.locator("#challenges")).to_be_hidden()  # it was accepted, and waits no longer


def test_a_challenge_is_brought_into_view(host: Host, opened: Opened) -> None:
    """On a phone it is seen wherever one is; who has left is not waited for in silence."""
    first, second = (opened(f"{host.page}/", size=SIZES["phone"]) for _ in range(2))
    name = come(first)
    challenged(first, come(second))
    for page in (first, second):
        expect(page.locator("#challenges")).to_be_in_viewport()
    expect(second.locator("#challenges")).to_contain_text("challenges you")
    first.close()
    second.locator("#challenge-list").get_by_role("button", name="Accept").click()
    told = f"You have accepted: the match begins as soon as {name} is there."
    expect(second.locator("#challenge-list")).to_contain_text(told)


def test_a_challenge_is_taken_back(host: Host, opened: Opened) -> None:
    """Who has challenged takes it back, also after a reload; then the other is not asked."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    come(first)
    challenged(first, come(second))
    second.wait_for_selector("text=challenges you")
    first.reload()
    first.locator("#challenge-list").get_by_role("button", name="Take back").click()
    for page in (first, second):
        expect(page.locator("#challenges")).to_be_hidden()


def test_a_challenge_that_ended_while_one_was_away_is_gone(host: Host, opened: Opened) -> None:
    """Who comes back sees what waits now, and nothing else; what was not heard stays."""
    first, second = (opened(f"{host.page}/") for _ in range(2))
    come(first)
    name = come(second)
    challenged(first, name)
    second.wait_for_selector("text=challenges you")
    second.context.set_offline(offline=True)
    second.locator("#challenge-list").get_by_role("button", name="Accept").click()
    expect(second.locator("#challenge-trouble")).to_contain_text("no connection")
    second.wait_for_selector("text=challenges you")
    first.locator("#challenge-list").get_by_role("button", name="Take back").click()
    expect(first.locator("#challenges")).to_be_hidden()
    second.context.set_offline(offline=False)
    expect(second.locator("#challenge-list li")).to_have_count(0)


def test_a_bot_says_why_it_declines(host: Host, opened: Opened) -> None:
    """The reason that a bot gives by its policy is told in words."""

    async def decline() -> None:
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{host.page}/play") as socket,
        ):
            await socket.receive_json()
            token = {"product": "x/1", "token": "token-of-ann"}
            await socket.send_json({"type": "hello", "id": 1, **token})
            async for frame in socket:
                said = frame.json()
                if said["type"] == "offered":
                    answer = {"type": "decline", "id": 2, "offer": said["offer"]["offer"]}
                    await socket.send_json(answer | {"reason": "unrated"})

    asyncio.run_coroutine_threadsafe(decline(), host.loop)
    page = opened(f"{host.page}/")
    challenged(page, "ann")
    page.wait_for_selector("text=ann declines: only for the ratings.")


def test_a_challenge_reaches_who_watches(host: Host, opened: Opened) -> None:
    """Who looks on at a table is told of a challenge there, in its title too, and can accept."""
    match = host.table("seats=2", ClockSpec("sudden_death", main_us=600_000_000))
    host.play(match, 2, 1.0)
    first, second = (opened(f"{host.page}/") for _ in range(2))
    come(first)
    other = come(second)
    second.goto(f"{host.page}/table/{match}")
    second.wait_for_selector("text=Live")
    challenged(first, other)
    calls = second.locator("#challenges")
    expect(calls).to_contain_text(
        "challenges you2 seats · Carcassonne · The River · 1 min + 5 s · unrated"
    )
    expect(second.locator("#live")).to_contain_text("challenges you")
    assert second.title().startswith("● A challenge")
    look(second, "challenged-table-wide")
    calls.get_by_role("button", name="Accept").click()
    first.wait_for_url("**/table/*")
    second.wait_for_url(first.url)


@pytest.mark.parametrize("size", SIZES)
def test_a_challenge_reaches_who_plays(host: Host, opened: Opened, size: str) -> None:
    """Who plays is told of challenges and keeps the board: one declines, or goes there later."""
    page = opened(f"{host.page}/", size=SIZES[size])
    begin(page, host)
    assert turn(page)
    rival = opened(f"{host.page}/")
    come(rival)
    playing = rival.locator("#online li", has_text="plays 1").locator("b").first
    name = playing.inner_text()
    challenged(rival, name)
    calls = page.locator("#challenges")
    expect(calls).to_contain_text("challenges you")
    look(page, f"challenged-play-{size}")
    calls.get_by_role("button", name="Decline").click()
    page.locator("#challenge-dialog").get_by_role("button", name="Decline").click()
    expect(calls).to_be_hidden()
    expect(rival.locator("#challenge-list")).to_contain_text(f"{name} declines: not now")
    challenged(rival, name)
    calls.get_by_role("button", name="Accept").click()
    expect(calls).to_contain_text("Your next match has begun.")
    rival.wait_for_url("**/table/*")
    assert page.url != rival.url
    page.locator(".place-button").first.click()
    page.get_by_role("button", name="Confirm").click()
    until(page, "document.querySelectorAll('.moves li').length >= 1")
    calls.get_by_role("link", name="Go there").click()
    page.wait_for_url(rival.url)


def test_a_challenge_reaches_who_looks_back(host: Host, opened: Opened) -> None:
    """Who was here in the lobby is so still while looking at a match that is over."""
    over = played(host, "seats=2", 2)
    first, second = (opened(f"{host.page}/") for _ in range(2))
    come(first)
    other = come(second)
    second.goto(f"{host.page}/table/{over}")
    second.wait_for_selector("body[data-over=true]")
    challenged(first, other)
    second.locator("#challenges").get_by_role("button", name="Accept").click()
    second.wait_for_url("**/table/*")
    first.wait_for_url("**/table/*")
    expect(second).to_have_url(first.url)
