"""Ticket to Ride on the page: its words, and a person who plays a whole game of it."""

import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from carcbot.games.contract import View, view_of
from carcbot.games.ticket_to_ride.map import TRACKS
from carcbot.games.ticket_to_ride.page import PAGE
from carcbot.games.ticket_to_ride.table import table_of, tickets_of
from tests.games.ticket_to_ride.told_turns import TOLD_TURNS
from tests.waiting import PATIENCE_S
from tests.web.conftest import LOW, Opened
from tests.web.hosting import Host, hosted
from tests.web.test_hidden_cards import begin, turn
from tests.web.test_looks import SIZES, check_reads_well, keep
from tests.web.test_replaying import points_of, result_of
from tests.web.test_thurn_and_taxis import (
    NO_PAGE,
    check_fingers,
    check_room,
    confirm,
    moves_of,
    said,
)
from tests.web.waiting import MADE, until

ours = partial(said, ours="js/games/ticket_to_ride")
_SCROLLED_WITHIN = (
    "[...document.querySelectorAll('.stage, .board, .map-table')]"
    ".filter((each) => each.scrollHeight > each.clientHeight + 1).length"
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One referee for all tests here."""
    with hosted(tmp_path_factory.mktemp("referee"), sparring=12) as running:
        yield running


def told(folder: Path, expression: str) -> Any:  # noqa: ANN401 - whatever JSON has
    """What an expression with our face is, when it has its art."""
    art = json.dumps(PAGE.art())
    return ours(folder, "face.js", f"(ours.face.prepare({art}), {expression})")


def test_moves_in_words(tmp_path: Path) -> None:
    """Each kind of ply is a sentence without its subject, and names cities as people do."""
    sentences = {
        "take:R": "takes red",
        "take:L!": "takes a locomotive",
        "blind": "draws from the deck",
        "?": "draws something hidden",
        "K!": "black comes",
        "LosMia": "draws Los Angeles-Miami (20)",
        "claim:DenKanO:O3L": "claims Denver-Kansas City with three orange cards and a locomotive",
        "tickets": "draws tickets",
        "keep:DenElp+LosMia": "keeps Denver-El Paso (4) and Los Angeles-Miami (20)",
        "keep": "keeps first tickets",
        "keep2": "keeps two of the tickets",
        "kept3": "has kept three tickets",
        "seat1": "is drawn to begin",
        "stop": "takes no second card",
        "pass": "can do nothing, and passes",
    }
    words = told(tmp_path, f"{json.dumps([*sentences])}.map((ply) => ours.face.say(ply, null))")
    assert dict(zip(sentences, words, strict=True)) == sentences


def test_turns_in_words(tmp_path: Path) -> None:
    """A turn is one sentence, by what was done in it and what that brought."""
    turns = json.dumps([(each.steps, each.after) for each in TOLD_TURNS])
    words = told(tmp_path, f"{turns}.map((turn) => ours.face.sayTurn(...turn))")
    assert words == [each.sentence for each in TOLD_TURNS]


def test_what_is_asked(tmp_path: Path) -> None:
    """The question says how many tickets, which in any case, and only what can be done."""
    asked = (
        ("start", ["keep:DenElp+LosMia", "keep:DenElp+ChiNor"], "Exactly two."),
        ("start", ["keep:DenElp+LosMia", "keep:DenElp+LosMia+ChiNor"],
         "Two at least, and Denver-El Paso (4) and Los Angeles-Miami (20) in any case."),
        ("keep", ["keep:DenElp", "keep:LosMia"], "Exactly one."),
        ("keep", ["keep", "keep:LosMia"], "All may go back."),
        ("turn", ["tickets"], "Draw tickets."),
        ("turn", ["blind", "claim:DalHou:R"], "Draw cards or claim a track."),
        ("turn", ["take:R", "claim:DalHou:R", "tickets"],
         "Draw cards, claim a track, or draw tickets."),
        ("turn", ["pass"], "There is nothing that you can do."),
    )  # fmt: skip
    pictures = json.dumps([{"step": step, "moves": moves} for step, moves, _ in asked])
    words = told(tmp_path, f"{pictures}.map((each) => ours.face.input({{}}, null).prompt(each))")
    assert [each.removeprefix("Which tickets do you keep? ") for each in words] == [
        question for *_, question in asked
    ]


def test_hints_say_why(tmp_path: Path) -> None:
    """What a move brings is told behind it."""
    reasons: dict[str, tuple[dict[str, object], str]] = {
        "claim:DalHou:R": (
            {"points": 1, "completes": ["DulHou"], "path": 7},
            ": 1 point; completes Duluth-Houston (8); a path of 7",
        ),
        "claim:LosPho:R2L": (
            {"points": 4, "nearer": ["LosMia"]},
            ": 4 points; brings Los Angeles-Miami (20) nearer",
        ),
        "take:R": ({"pays": ["DalHou", "KanOma", "AtlNas"]}, ": pays 3 more tracks"),
        "take:B": ({"pays": ["MonNyc"]}, ": pays Montreal-New York"),
        "blind": ({}, ""),
    }
    hints = json.dumps([{"move": move, "effects": what} for move, (what, _) in reasons.items()])
    whys = told(
        tmp_path,
        f"globalThis.document = {NO_PAGE}, {hints}.map((hint) =>"
        " ours.face.sayHint(hint, null, [])[0].flat().join(''))",
    )
    assert whys == [what + why for what, (_, why) in zip(NAMED, reasons.values(), strict=True)]


NAMED = (
    "Dallas-Houston for 1 red",
    "Los Angeles-Phoenix for 2 red + 1 locomotive",
    "Takes red",
    "Takes blue",
    "Draws from the deck",
)


def view_at(host: Host, match: str) -> View:
    """What seat 0 knows now."""
    assert host.server is not None
    return view_of(host.server.hall.tables[match].state, 0)


def wished(view: View) -> str:
    """A move that brings the game to its end: long tracks, and cards of which one has most."""
    legal = view.legal_moves()
    claims = [move for move in legal if move.startswith("claim")]
    seat = table_of(view).seats[0]
    hand = seat.known + seat.own
    lengths = {move: TRACKS[move.split(":")[1]].length for move in claims}
    long = [move for move in claims if lengths[move] >= min(5, seat.trains)]
    if long or (claims and hand.total() > 16):
        return max(long or claims, key=lambda move: (lengths[move], -move.count("L"), move))
    takes = [move for move in legal if move.startswith("take:") and move != "take:L"]
    best = max(takes, key=lambda move: hand[move[-1]], default="blind")
    if "blind" in legal and not hand[best[-1]]:
        return "blind"
    return best if best in legal else legal[0]


def point(page: Page, move: str) -> None:
    """Chooses a move by clicks on the table; of a track then the payment by its button."""
    kind, _, what = move.partition(":")
    if kind == "claim":
        track, _, _ = what.partition(":")
        way = page.locator(f".track.lit[data-track={track}]").first
        way.locator(".space").nth(TRACKS[track].length // 2).click()
        payment = page.locator(f'.payment[data-move="{move}"]')
        if payment.get_attribute("aria-pressed") != "true":
            payment.click()
    elif kind == "keep":
        for ticket in tickets_of(what):
            page.locator(f".rail-ticket[data-part={ticket}]").click()
    else:
        page.locator(f'.rail-market [data-part="{move}"]').first.click()


def test_a_whole_game_by_mouse(host: Host, opened: Opened) -> None:
    """A person draws, claims and pays on the table itself, to the end, and sees all points.

    So does who comes to watch when the last round begins.
    """
    page = opened(f"{host.page}/")
    match = begin(page, host, "ticket_to_ride", "random", first="me")
    assert turn(page)
    page.click(".hint")
    page.locator(".hints button").first.click()
    expect(page.locator(".rail-ticket.chosen")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".rail-ticket.chosen")).to_have_count(0)
    made: list[str] = []
    kept = set[str]()
    watcher: Page | None = None
    while turn(page):
        view = view_at(host, match)
        move = "tickets" if "take" in kept and "tickets" not in kept else wished(view)
        if move not in view.legal_moves():
            move = wished(view)
        point(page, move)
        made.append(move)
        kind = move.partition(":")[0]
        if kind not in kept:
            kept.add(kind)
            keep(page, f"rails-{kind}-wide")
            if kind == "claim":
                check_reads_well(page)
                check_what_points_leave_out(page)
        if table_of(view).turns_left and not watcher:
            expect(page.locator(".rail-last")).to_contain_text("The last round.")
            keep(page, "rails-last-round-wide")
            table = f"{host.page}/table/{match}"
            watcher = opened(table, size=SIZES["phone"], scheme="dark")
        confirm(page)
    assert moves_of(host, match) == made
    assert {"take", "claim", "keep", "tickets"} <= kept
    assert watcher
    for each in (page, watcher):
        expect(each.locator("#result")).to_be_visible()
        expect(each.locator(".hidden-cards")).to_have_count(0)
        assert result_of(each) == points_of(host, match)
    check_the_end(page, host, match)
    keep(watcher, "rails-over-phone-dark")
    lines = watcher.locator(".timeline > :visible").evaluate_all(
        "parts => parts.map(each => each.getBoundingClientRect()).map(b => b.y + b.height / 2)"
    )
    assert len(lines) == 5
    assert max(lines) - min(lines) < 60  # the slider with what it tells, and the buttons
    watcher.get_by_role("tab", name="Story").click()
    turns = view_at(host, match).turn
    expect(watcher.locator(".turns-told li")).to_have_count(turns)
    expect(watcher.locator(".turns-told")).to_contain_text("; the last round begins.")
    expect(watcher.locator(".turns-told")).to_contain_text(re.compile(r"claims \S.* with \S"))
    keep(watcher, "rails-story-phone-dark")
    check_reads_well(watcher)


def check_what_points_leave_out(page: Page) -> None:
    """Sees that points, if the game ended now, say where they know no tickets."""
    expect(page.locator(".seat:has(.you) .seat-outlook")).not_to_contain_text("?")
    other = page.locator(".seat:not(:has(.you)) .seat-outlook")
    expect(other).to_contain_text(" + ?")
    expect(other).to_have_attribute("title", re.compile(r", without \d hidden ticket"))


def check_the_end(page: Page, host: Host, match: str) -> None:
    """The sheet has all points, and the map shows what brought them, and the longest paths."""
    view = view_at(host, match)
    points = [str(each).replace("-", "\N{MINUS SIGN}") for each in view.scores()]
    expect(page.locator(".sheet tfoot td")).to_have_text(points)
    seats = table_of(view).seats
    assert page.locator(".rail-ticket").count() == sum(len(each.tickets) for each in seats)
    page.keyboard.press("Home")
    expect(page.locator(".car")).to_have_count(0)
    page.get_by_role("button", name="Show all on the board").click()
    expect(page.locator(".track.shown .car")).not_to_have_count(0)
    expect(page.locator("#stage .sheet-told")).to_contain_text("for ")
    page.keyboard.press("Home")
    expect(page.locator(".track.shown")).to_have_count(0)
    page.keyboard.press("End")
    for seat in range(len(seats)):
        button = page.locator(".rail-head button").nth(seat)
        button.click()
        length = int(button.inner_text().rpartition(" ")[2])
        expect(page.locator(f".track.shown .car.tint-of-{seat}")).to_have_count(length)
        expect(page.locator(".track.shown .car")).to_have_count(length)
    keep(page, "rails-over-wide")
    check_reads_well(page)


def test_keys_alone(host: Host, opened: Opened) -> None:
    """Arrows, numbers and Enter are enough, and what happens is read aloud."""
    page = opened(f"{host.page}/")
    match = begin(page, host, "ticket_to_ride", "random", first="me")
    made: list[str] = []
    while len(made) < 12 or not any(move.startswith("claim") for move in made):
        assert turn(page)
        view = view_at(host, match)
        legal = view.legal_moves()
        claims = sorted(move for move in legal if move.startswith("claim"))
        if view.step == "start":
            page.keyboard.press("1")
            page.keyboard.press("3")
        elif claims and len(made) > 6:
            page.keyboard.press("ArrowLeft")
            before = page.locator(".payment[aria-pressed=true]").get_attribute("data-move")
            page.keyboard.press("ArrowDown")
            after = page.locator(".payment[aria-pressed=true]").get_attribute("data-move")
            assert (after != before) == (page.locator(".payment").count() > 1)
        else:
            page.keyboard.press("1")
            page.keyboard.press("ArrowRight")
        chosen = page.locator("[aria-pressed=true][data-move]").last.get_attribute("data-move")
        before_count = page.locator(MADE).count()
        page.keyboard.press("Enter")
        until(page, f"document.querySelectorAll({MADE!r}).length > {before_count}")
        made.append(chosen or "" if view.step != "start" else moves_of(host, match)[0])
    until(page, "document.getElementById('live').textContent.includes(' draws ')")
    assert moves_of(host, match)[: len(made)] == made


def test_mouse_and_enter(host: Host, opened: Opened) -> None:
    """Enter makes the move and payment that were clicked; many payments leave the map its room."""
    page = opened(f"{host.page}/", size={"width": 1366, "height": 768})
    match = begin(page, host, "ticket_to_ride", "random", first="me")
    made: list[str] = []
    while not made or not made[-1].startswith("claim"):
        assert turn(page)
        legal = view_at(host, match).legal_moves()
        if not made:
            page.locator(".choice").nth(1).click()
            page.locator(".choice").nth(2).click()
            wish = ""
        else:
            claims = [each for each in legal if each.startswith("claim")]
            several = next((a for a, b in pairwise(claims) if a.split(":")[1] in b), "")
            wish = several or ("blind" if "blind" in legal else legal[-1])
            of_track = f"[data-move^='{wish.rpartition(':')[0]}:']" if several else ""
            page.locator(f".choice{of_track or f'[data-move={wish!r}]'}").click()
            if several:
                page.locator(".payment").nth(1).click()
                wish = page.locator(".payment").nth(1).get_attribute("data-move") or ""
                _check_many_payments(page)
        before = page.locator(MADE).count()
        page.keyboard.press("Enter")
        until(page, f"document.querySelectorAll({MADE!r}).length > {before}")
        made.append(wish or moves_of(host, match)[0])
    assert moves_of(host, match)[: len(made)] == made


def _check_many_payments(page: Page) -> None:
    """Sees that the map and the buttons are there with fifty ways to pay."""
    page.evaluate(
        "const one = document.querySelector('.payment:last-of-type'); for (let i = 0; i < 48; ++i)"
        " one.after(Object.assign(one.cloneNode(true), { className: 'payment more' }))"
    )
    height = page.evaluate("innerHeight")
    stage, button = (page.locator(each).bounding_box() for each in ("#stage", ".confirm .primary"))
    assert stage is not None
    assert button is not None
    assert stage["height"] >= 200
    assert button["y"] + button["height"] <= height
    page.evaluate("document.querySelectorAll('.payment.more').forEach((each) => each.remove())")


def test_fingers_find_what_they_want(chromium: Browser, host: Host) -> None:
    """On a small phone everything that can be chosen is as large as a finger; tracks are tapped."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    match = begin(page, host, "ticket_to_ride", "random", first="me")
    claimed = 0
    while claimed < 2:
        assert turn(page)
        view = view_at(host, match)
        check_fingers(page, "#input button:visible, .rail-spot:visible, .pile:visible")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("scrollTo(0, 0)")  # the page is all that is scrolled, and Confirm stays
        assert page.evaluate(_SCROLLED_WITHIN) == 0
        expect(page.locator(".confirm .primary")).to_be_in_viewport(ratio=0.99)
        legal = view.legal_moves()
        claims = [move for move in legal if move.startswith("claim")]
        if claims:
            track = claims[0].split(":")[1]
            space = page.locator(f".track.lit[data-track={track}] .space").first
            space.scroll_into_view_if_needed()
            space.tap()
            expect(page.locator(".track.chosen")).not_to_have_count(0)
            claimed += 1
            keep(page, f"rails-claim-{claimed}-phone")
        elif view.step == "start":
            for number, part in enumerate(page.locator(".rail-ticket[data-part]").all(), 1):
                part.tap()
                expect(page.locator(".rail-ticket.chosen")).to_have_count(number)
                expect(page.locator("#input .choice[aria-pressed=true]")).to_have_count(number)
            keep(page, "rails-start-phone")
        else:
            page.locator(".rail-market [data-part]").first.tap()
        confirm(page)
    context.close()


def test_the_table_can_be_looked_at(host: Host, opened: Opened) -> None:
    """Hands, tickets and the longest path are shown on the map, which can be larger."""
    page = opened(f"{host.page}/")
    match = begin(page, host, "ticket_to_ride", "random", first="me")
    assert turn(page)
    check_room(page, ".row-cards .card-name", "locomotive")
    page.set_viewport_size({"width": 1280, "height": 800})
    prompt = page.locator(".prompt").bounding_box()
    assert prompt is not None
    assert prompt["width"] >= 130
    point(page, view_at(host, match).legal_moves()[-1])
    confirm(page)
    assert turn(page)
    for name, size in {**SIZES, "sideways": LOW["sideways"]}.items():
        page.set_viewport_size(size)
        stage = page.locator("#stage").bounding_box()
        assert stage is not None
        assert stage["height"] >= 200
        ticket = page.locator(".rail-ticket").first
        ticket.click()
        expect(ticket).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".rail-city.shown")).to_have_count(2)
        expect(page.locator(".track.shown").first).to_be_in_viewport()
        keep(page, f"rails-ticket-{name}")
        ticket.click()
        expect(page.locator(".rail-city.shown")).to_have_count(0)
    lit = page.locator(".track.lit").count()
    pile = page.locator(".pile").first
    pile.click()
    expect(pile).to_have_attribute("aria-pressed", "true")
    assert page.locator(".track.lit").count() <= lit
    page.get_by_role("tab", name="Cards").click()
    expect(page.locator(".cards-left li")).to_have_count(9)
    page.get_by_role("button", name="A larger map").click()
    expect(page.locator(".rail-window.enlarged")).to_have_count(1)
    keep(page, "rails-enlarged-wide")
    check_reads_well(page)
