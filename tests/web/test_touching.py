"""A person plays on a phone: what is to be touched is large enough, and nothing lies over it."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from carcbot.messages.parts import ClockSpec
from tests.waiting import PATIENCE_S
from tests.web.hosting import Host
from tests.web.waiting import until

FINGER = 44.0
_PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
_OPTIONS = "seats=2,expansions=inns_and_cathedrals+abbot"
_SLOW = ClockSpec("per_move", move_us=600_000_000)
_WIDTH = "document.querySelector('.map').viewBox.baseVal.width"
Box = dict[str, float]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A phone of the player of the first seat, who wants no motion."""
    context = chromium.new_context(**_PHONE, reduced_motion="reduce")
    context.add_init_script("sessionStorage.setItem('carcbot.player', 'token-of-ann')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    yield page
    context.close()


def sit(page: Page, host: Host, tiles: int) -> None:
    """Has the phone's player be asked for a move on a board with so many tiles."""
    match = host.table(_OPTIONS, _SLOW)
    host.play(match, 2, 0.0, leaves=tiles)
    page.goto(f"{host.page}/table/{match}")
    page.wait_for_selector(".place-button")
    assert page.locator(".map .tiles image").count() >= tiles


def box(of: Locator) -> Box:
    """Where it is in the window."""
    found = of.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def middle(of: Locator) -> tuple[float, float]:
    """Where one touches it."""
    at = box(of)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def overlap(one: Box, other: Box) -> bool:
    """Whether they have more in common than a border."""
    return all(
        one[at] + 0.5 < other[at] + other[size] and other[at] + 0.5 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


def check_targets(targets: Locator, stage: Box) -> list[Box]:
    """Sees that each is as large as a finger, and lies in the window."""
    boxes = [box(each) for each in targets.all()]
    for each in boxes:
        assert min(each["width"], each["height"]) >= FINGER, each
        assert stage["x"] <= each["x"]
        assert each["x"] + each["width"] <= stage["x"] + stage["width"]
    return boxes


def test_a_tap_beside_all_places_leads_back(host: Host, phone: Page) -> None:
    """Whoever came near and meant none of these places sees the whole board again."""
    sit(phone, host, 70)
    whole = phone.evaluate(_WIDTH)
    places = phone.locator(".place-button")
    for number in range(places.count()):
        if not tap(phone, middle(places.nth(number))):
            break
        undo(phone)
    assert phone.evaluate(_WIDTH) < whole
    stage = box(phone.locator("#board"))
    boxes = [box(each) for each in places.all()]
    free = next(
        (x, y)
        for x in range(int(stage["x"]) + 30, int(stage["x"] + stage["width"]) - 30, 10)
        for y in range(int(stage["y"]) + 60, int(stage["y"] + stage["height"]) - 60, 10)
        if not any(
            each["x"] - 30 < x < each["x"] + each["width"] + 30
            and each["y"] - 30 < y < each["y"] + each["height"] + 30
            for each in boxes
        )
    )
    phone.touchscreen.tap(*free)
    until(phone, f"{_WIDTH} === {whole}")


def test_the_lobby_is_for_fingers_too(host: Host, phone: Page) -> None:
    """What is pressed there, and in the dialog of a new match, is as large as a finger."""
    phone.goto(f"{host.page}/#new")
    phone.wait_for_selector("#match-dialog[open]")
    check_size(phone.locator("#match-dialog").locator("button:visible, select:visible"))
    phone.keyboard.press("Escape")
    expect(phone.locator("#match-dialog")).not_to_be_visible()
    check_size(phone.locator("button:visible"))


def check_size(targets: Locator) -> None:
    """Sees that there are some, and that each is as large as a finger."""
    boxes = [box(each) for each in targets.all()]
    assert len(boxes) > 2
    for each in boxes:
        assert min(each["width"], each["height"]) >= FINGER, each


def tap(page: Page, at: tuple[float, float]) -> bool:
    """Taps where it must do something; whether the tile lies on the board then."""
    width = page.evaluate(_WIDTH)
    page.touchscreen.tap(*at)
    until(page, f"document.querySelector('.turn-here') || {_WIDTH} !== {width}")
    return page.locator(".turn-here").count() == 1


def undo(page: Page) -> None:
    """Takes the tile back by the button."""
    page.locator("#input").get_by_role("button", name="Undo").tap()
    expect(page.locator(".turn-here")).to_have_count(0)


def take(page: Page, place: Locator) -> None:
    """Lays the tile on a place by the taps that it takes: one, or one more if it is small."""
    if not tap(page, middle(place)):
        assert box(place.locator("rect"))["width"] >= FINGER - 0.1
        assert tap(page, middle(place))
    cell = place.get_attribute("data-cell") or ""
    laid = [float(page.locator(".turn-here").get_attribute(at) or 0) / 100 for at in ("x", "y")]
    assert laid == [float(part) for part in cell.split(",")]


@pytest.mark.parametrize("tiles", (22, 70))
def test_a_tap_among_small_places_brings_them_near(host: Host, phone: Page, tiles: int) -> None:
    """Places that a finger could confuse are as large as it after a tap; the next one takes one.

    A tap that can mean one place only takes it at once.
    """
    sit(phone, host, tiles)
    whole = phone.evaluate(_WIDTH)
    places = phone.locator(".place-button")
    before = [box(each.locator("rect")) for each in places.all()]
    assert all(each["width"] < FINGER for each in before)
    taps = set()
    for number in range(places.count()):
        x, y = middle(places.nth(number))
        beside = [
            math.hypot(
                max(each["x"] - x, x - each["x"] - each["width"], 0),
                max(each["y"] - y, y - each["y"] - each["height"], 0),
            )
            for each in before
        ]
        under = [other for other, far in enumerate(beside) if far < FINGER / 2 - 4]
        is_taken = tap(phone, (x, y))
        taps.add(is_taken)
        if len(under) > 1:
            assert not is_taken
            for other in under:
                now = box(places.nth(other).locator("rect"))
                assert now["width"] >= FINGER - 0.1
                assert overlap(now, box(phone.locator("#board")))
        if not is_taken:
            assert tap(phone, middle(places.nth(number)))
        undo(phone)
        assert phone.evaluate(_WIDTH) == whole
    assert tiles < 70 or False in taps


@pytest.mark.parametrize("tiles", (22, 70))
def test_what_is_touched_is_large_enough(host: Host, phone: Page, tiles: int) -> None:
    """After a tap each figure is as large as a finger; nothing to be touched lies over another."""
    sit(phone, host, tiles)
    whole = phone.evaluate(_WIDTH)
    figures = 0
    for number in range(0, phone.locator(".place-button").count(), 6):
        take(phone, phone.locator(".place-button").nth(number))
        stage = box(phone.locator("#board"))
        spots = check_targets(phone.locator(".spot circle"), stage)
        figures += len(spots)
        for each in spots:
            assert stage["y"] <= each["y"] <= stage["y"] + stage["height"] - each["height"]
        buttons = phone.locator("#input button:visible, #tools button:visible")
        controls = check_targets(buttons, box(phone.locator("body")))
        for one, other in combinations(controls, 2):
            assert not overlap(one, other), (one, other)
        for one, other in combinations(spots, 2):  # circles
            apart = math.hypot(one["x"] - other["x"], one["y"] - other["y"])
            assert apart + 0.5 >= (one["width"] + other["width"]) / 2, (one, other)
        for one, other in product(spots, controls):
            assert not overlap(one, other), (one, other)
        undo(phone)
        assert phone.evaluate(_WIDTH) == whole
    assert figures > 0


def test_the_board_glides(chromium: Browser, host: Host) -> None:
    """Who has nothing against motion sees the board move to the tile, step by step, and back."""
    context = chromium.new_context(**_PHONE, reduced_motion="no-preference")
    context.add_init_script("sessionStorage.setItem('carcbot.player', 'token-of-ann')")
    page = context.new_page()
    sit(page, host, 22)
    whole = page.evaluate(_WIDTH)
    page.evaluate(
        """() => {
            const map = document.querySelector(".map");
            const seen = new Set();
            new MutationObserver(() => {
                seen.add(map.viewBox.baseVal.width);
                document.body.dataset.widths = seen.size;
            }).observe(map, { attributes: true });
        }"""
    )
    place = page.locator(".place-button").first
    if not tap(page, middle(place)):
        place.dispatch_event("click")
    until(page, f"{_WIDTH} < {whole / 2}")
    until(page, "Number(document.body.dataset.widths) > 2")
    page.locator("#input").get_by_role("button", name="Undo").tap()
    until(page, f"{_WIDTH} === {whole}")
    context.close()


def test_a_finger_beside_a_place_means_it(host: Host, phone: Page) -> None:
    """A tap just beside a place takes it; one far from every place takes none."""
    sit(phone, host, 22)
    places = phone.locator(".place-button")
    at = box(places.first)
    beside = at["x"] + at["width"] / 2, at["y"] - 4
    if not tap(phone, beside):
        at = box(places.first)
        assert tap(phone, (at["x"] + at["width"] / 2, at["y"] - 4))
    undo(phone)
    stage = box(phone.locator("#board"))
    phone.touchscreen.tap(stage["x"] + 3, stage["y"] + 3)
    expect(phone.locator(".turn-here")).to_have_count(0)


def test_two_fingers_zoom_and_one_moves(host: Host, phone: Page) -> None:
    """Fingers that part draw the board larger and take no place; one finger moves it."""
    sit(phone, host, 22)
    whole = phone.evaluate(_WIDTH)
    x, y = middle(phone.locator("#board"))
    _touch(phone, [[(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)]])
    width = phone.evaluate(_WIDTH)
    assert whole / 3.4 < width < whole / 2.6
    left = phone.evaluate("document.querySelector('.map').viewBox.baseVal.x")
    _touch(phone, [[(x, y)], [(x - 30, y)], [(x - 90, y)]])
    assert phone.evaluate("document.querySelector('.map').viewBox.baseVal.x") > left
    assert phone.evaluate(_WIDTH) == width
    expect(phone.locator(".turn-here")).to_have_count(0)


def test_the_tile_in_hand_is_dragged(host: Host, phone: Page) -> None:
    """The tile falls on the place over which it is let go, and goes back to the hand elsewhere."""
    sit(phone, host, 22)
    hand = middle(phone.locator(".in-hand"))
    place = phone.locator(".place-button").last
    x, y = middle(place)
    above = 48  # the finger does not hide what it holds
    _touch(phone, [[hand], [(hand[0], hand[1] - 30)], [(x, y + above)]])
    expect(phone.locator(".turn-here")).to_have_count(1)
    wanted = place.locator("rect").get_attribute("x")
    assert float(phone.locator(".turn-here").get_attribute("x") or 0) == float(wanted or 0) - 5
    undo(phone)
    hand = middle(phone.locator(".in-hand"))
    stage = box(phone.locator("#board"))
    _touch(phone, [[hand], [(hand[0], hand[1] - 30)], [(stage["x"] + 2, stage["y"] + 2)]])
    expect(phone.locator(".turn-here")).to_have_count(0)
    expect(phone.locator(".prompt")).to_contain_text("Choose a place")


@pytest.mark.parametrize("axis", ("x", "y"))
def test_a_tile_at_the_border_takes_the_board_along(host: Host, phone: Page, axis: str) -> None:
    """The tile in hand, held near the border, moves the board that way, as far as there is any."""
    sit(phone, host, 22)
    stage = box(phone.locator("#board"))
    x, y = middle(phone.locator("#board"))
    _touch(phone, [[(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)]])
    width = phone.evaluate(_WIDTH)
    seen = f"document.querySelector('.map').viewBox.baseVal.{axis}"
    above = 48  # the finger does not hide what it holds
    far, near = {
        "x": ((stage["x"] + stage["width"] - 4, y + above), (stage["x"] + 4, y + above)),
        "y": ((x, stage["y"] + stage["height"] - 4 + above), (x, stage["y"] + 4 + above)),
    }[axis]
    start = phone.evaluate(seen)
    with held(phone, [middle(phone.locator(".in-hand")), (x, y + above), far]):
        until(phone, f"{seen} > {start + 20}")
        phone.wait_for_function(
            f"() => {{ const was = window.was; window.was = {seen}; return was === window.was; }}",
            polling=300,
        )
    end = phone.evaluate(seen)
    # some tile lies as far up, or as far left, as the stage reaches; which ones those are is chance
    size = {"x": "width", "y": "height"}[axis]
    tiles = [box(each) for each in phone.locator(".map .tiles image").all()]
    assert max(each[axis] + each[size] for each in tiles) > stage[axis]
    with held(phone, [middle(phone.locator(".in-hand")), (x, y + above), near]):
        until(phone, f"{seen} < {end - 20}")
    expect(phone.locator(".turn-here")).to_have_count(0)
    assert phone.evaluate(_WIDTH) == width


@pytest.mark.parametrize("drag", ("board", "fingers", "hand beside", "hand on a place"))
def test_the_first_tap_after_a_drag_counts(host: Host, phone: Page, drag: str) -> None:
    """Whatever was dragged, and wherever it was let go: the very next tap is one."""
    sit(phone, host, 22)
    x, y = middle(phone.locator("#board"))
    hand = middle(phone.locator(".in-hand"))
    place = phone.locator(".place-button").last
    left, top = middle(place)
    paths: dict[str, list[list[tuple[float, float]]]] = {
        "board": [[(x, y)], [(x - 10, y)], [(x - 20, y - 5)]],
        "fingers": [[(x - 50, y), (x + 50, y)], [(x - 40, y), (x + 40, y)]],
        "hand beside": [[hand], [(hand[0], hand[1] - 30)], [(2, 2)]],
        "hand on a place": [[hand], [(hand[0], hand[1] - 30)], [(left, top + 48)]],
    }
    _touch(phone, paths[drag])
    if drag == "hand on a place":
        undo(phone)
    tap(phone, middle(place))


@contextmanager
def held(page: Page, path: list[tuple[float, float]]) -> Iterator[None]:
    """A finger that went along a path and stays; in the end it is gone, and has let nothing go."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": 0} for x, y in fingers]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for number, finger in enumerate(path):
        send("touchMove" if number else "touchStart", finger)
    yield
    send("touchCancel")
    session.detach()


def _touch(page: Page, path: list[list[tuple[float, float]]]) -> None:
    """Puts fingers on the page, moves them along a path, and lifts them."""
    session = page.context.new_cdp_session(page)
    for number, fingers in enumerate(path):
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
