"""A turn of several decisions on the page: thought of, taken back, and sent as a whole."""

import json
import re

from playwright.sync_api import Page, WebSocket, expect

from carcbot.games.contract import view_of
from tests.web.conftest import Opened
from tests.web.hosting import Host
from tests.web.test_hidden_cards import turn
from tests.web.test_looks import check_reads_well, keep
from tests.web.test_thurn_and_taxis import (
    asked,
    begin_short,
    confirm,
    drafted,
    moves_of,
    point,
    wished,
)
from tests.web.waiting import until

_ROUTE = ".taxis-place.turn .route-cards"


def heard_by_the_referee(page: Page) -> list[str]:
    """The moves that the page sends from now on, as it sends them."""
    sent: list[str] = []

    def note(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] == "move":
            sent.append(said["move"])

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", note)

    page.on("websocket", listen)
    return sent


def at_the_route(page: Page, host: Host, match: str) -> list[str]:
    """Plays up to a card that is to be laid, with another decision behind it; the moves there."""
    while True:
        assert asked(page, host, match)
        move, legal = wished(host, match, drafted(page))
        is_second_turn = len(moves_of(host, match)) > 3
        if is_second_turn and any(each.startswith(("start", "left", "scrap")) for each in legal):
            # who scraps a city and begins with the same again changes nothing that is to be seen
            route = page.locator(_ROUTE).inner_text()
            cards = [each for each in legal if ":" in each and city_of(page, each) != route]
            if cards:
                return cards
        point(page, move, legal)
        confirm(page)


def city_of(page: Page, move: str) -> str:
    """What the city is called whose card is laid."""
    title = page.locator(f".city[data-city={move.partition(':')[2]}] title").inner_html()
    return title.partition(",")[0]


def lay(page: Page, move: str) -> None:
    """Chooses the move by its button, and confirms it."""
    page.locator(".choice", has_text=city_of(page, move)).first.click()
    confirm(page)


def test_a_turn_is_taken_back(host: Host, opened: Opened) -> None:
    """What was chosen is shown and not sent; one move or all are taken back; then all is sent."""
    page = opened(f"{host.page}/")
    sent = heard_by_the_referee(page)
    match = begin_short(page, host, 8)
    legal = at_the_route(page, host, match)
    assert host.server is not None
    table = host.server.hall.tables[match]
    before, seq, known = list(sent), table.seq, view_of(table.state, 0).text
    names = page.locator(".choice").all_inner_texts()
    route = page.locator(_ROUTE).inner_text()

    lay(page, legal[0])
    expect(page.locator("#live")).to_contain_text("Not sent yet: ")
    expect(page.locator(".choice").last).to_have_text("End the turn")
    # the choices may be drawn before it
    expect(page.locator(_ROUTE)).not_to_have_text(route, use_inner_text=True)
    keep(page, "draft-wide")
    check_reads_well(page)
    page.click(".hint")  # a bot thinks of what is drafted: often all that is left is to end it
    expect(page.locator(".hints")).to_contain_text(
        re.compile("End|Close|nothing to choose", re.IGNORECASE)
    )
    page.keyboard.press("u")
    expect(page.locator(".drafted li")).to_have_count(0)
    expect(page.locator(".hints li")).to_have_count(0)
    assert page.locator(".choice").all_inner_texts() == names
    assert page.locator(_ROUTE).inner_text() == route

    lay(page, legal[-1])
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".drafted li")).to_have_count(0)
    lay(page, legal[-1])
    assert (sent, table.seq, view_of(table.state, 0).text) == (before, seq, known)

    page.locator(".choice", has_text="End the turn").click()
    page.get_by_role("button", name="Confirm").click()
    until(page, f"Number(document.body.dataset.seq) >= {seq + 2}")
    (last,) = sent[len(before) : -1]
    assert moves_of(host, match) == sent
    assert last.partition(":")[2] == legal[-1].partition(":")[2]
    assert sent[-1] == "end"
    expect(page.locator(".drafted li")).to_have_count(0)


def test_a_draft_outlives_its_connection(host: Host, opened: Opened) -> None:
    """Who was away for a moment goes on with it; it ends with the page, and with the match."""
    page = opened(f"{host.page}/")
    sent = heard_by_the_referee(page)
    match = begin_short(page, host, 8)
    legal = at_the_route(page, host, match)
    lay(page, legal[0])
    before = list(sent)
    page.context.set_offline(offline=True)
    expect(page.locator("#link-mark")).to_have_text("reconnecting…")
    page.context.set_offline(offline=False)
    expect(page.locator("#link-mark")).to_have_text("")
    expect(page.locator(".drafted li")).to_have_count(1)
    page.reload()
    assert turn(page)
    expect(page.locator(".drafted li")).to_have_count(0)
    assert sent == before
    lay(page, legal[-1])
    assert len(drafted(page)) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".drafted li")).to_have_count(0)
    expect(page.locator(".taxis-place .new")).to_have_count(0)
    assert sent == before
