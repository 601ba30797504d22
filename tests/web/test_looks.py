"""How the pages look, to people and to programs that read them aloud."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from carcbot.messages.parts import ClockSpec
from tests.web.conftest import WIDE, Opened
from tests.web.hosting import Host
from tests.web.test_playing import begin, turn
from tests.web.test_replaying import played
from tests.web.waiting import until

HOUSE = Path(__file__).parents[2]
AXE = HOUSE / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
KEPT = HOUSE / "build" / "screenshots"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "wide": WIDE,
}


def keep(page: Page, name: str) -> None:
    """Keeps a picture of the page, and sees that nothing sticks out at its side or below it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(300)
    page.screenshot(path=KEPT / f"{name}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    main = "document.querySelector('main').getBoundingClientRect().bottom + scrollY"
    low = page.evaluate(f"document.documentElement.scrollHeight - Math.max({main}, innerHeight)")
    assert low < 3, name


def check_reads_well(page: Page, rules: Sequence[str] = ()) -> None:
    """Has axe look for what a program that reads aloud, or a person with weak eyes, stumbles on.

    Args:
        page: Where.
        rules: Those of axe's rules that it goes by; by all of them if none are named.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    asked = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: list[dict[str, Any]] = page.evaluate(
        "asked => axe.run(asked).then(result => result.violations)", asked
    )
    told = [
        f"{each['id']}: {node['target']} {node['html'][:120]}"
        for each in found
        for node in each["nodes"]
    ]
    assert told == []


def look(page: Page, name: str) -> None:
    """The page as it is, by day and by night: in the dark nothing changes but its colours.

    Those are the same at every width, and what is read well on the smallest and on the largest
    screen is so between them.
    """
    keep(page, f"{name}-light")
    if not name.endswith("tablet"):
        check_reads_well(page)
    page.emulate_media(color_scheme="dark")
    keep(page, f"{name}-dark")
    if name.endswith("wide"):
        check_reads_well(page, ["color-contrast", "link-in-text-block"])
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("size", SIZES)
def test_pages_at_every_width(host: Host, opened: Opened, size: str) -> None:
    """Lobby, live table, replay, play and dialog fit on every screen, and axe finds no fault."""
    over = played(host)
    live = host.table(
        "seats=4,expansions=river+inns_and_cathedrals+abbot",
        ClockSpec("bank", main_us=300_000_000, move_us=5_000_000),
    )
    host.table("seats=2,expansions=abbot")
    host.play(live, 4, 0.25, seed=3)
    page = opened(f"{host.page}/", size=SIZES[size])
    page.wait_for_selector(".ticket >> text=Live")
    look(page, f"lobby-{size}")
    page.goto(f"{host.page}/table/{live}")
    until(page, "document.querySelectorAll('.map .tiles image').length > 12")
    look(page, f"live-{size}")
    page.goto(f"{host.page}/table/{over}#move=80")
    page.wait_for_selector("body[data-seq]")
    page.get_by_role("tab", name="Graph").click()
    graph, panel = (page.locator(each).bounding_box() for each in (".points .graph", ".points"))
    assert graph is not None
    assert panel is not None
    assert graph["y"] + graph["height"] <= panel["y"] + panel["height"]
    look(page, f"replay-{size}")
    for tab in ("Areas", "Tiles", "Thoughts"):
        page.get_by_role("tab", name=tab).click()
        look(page, f"{tab.lower()}-{size}")
    page.keyboard.press("Escape")
    page.goto(f"{host.page}/replay")
    page.wait_for_selector("text=Choose a file")
    for hidden in ("#tools", "#side", "#timeline", "#seats"):
        assert page.locator(hidden).is_hidden()
    look(page, f"file-{size}")
    page.goto(f"{host.page}/#new")
    page.reload()
    page.wait_for_selector("#match-dialog[open]")
    look(page, f"dialog-{size}")
    page.get_by_role("button", name="Close").click()
    page.click("#seek")
    look(page, f"seek-{size}")
    begin(page, host)
    assert turn(page)
    page.locator(".place-button").first.click()
    look(page, f"play-{size}")
