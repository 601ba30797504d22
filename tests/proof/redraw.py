"""Proof of how long a browser works to show another move, with everything that it paints.

A match with all expansions is played to its end. Chromium then goes to and fro between two moves
with 72 tiles on the table and traces itself. Of each redraw is counted what the page's process
works for it: scripts, styles, layout, painting and rasters, on all its threads and as time of the
processor, so that rasters which run side by side count in full, and other programs matter little
(they take the caches away: a busy machine still shows more). The median is to be within a frame.

Beside it stands what the display's process takes to put the layers together, which is a graphics
card's work where there is one.

`python -m tests.proof.redraw --short` judges only that all of this can be seen.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import WIDE, arguments, executable
from tests.web.hosting import hosted
from tests.web.test_replaying import OPTIONS, played

BAR_MS = 16.0
PARTS = ("page", "compositor", "rasters", "display")
JUDGED = PARTS[:3]
_TILES = 72
_PAUSE_MS = 150
_WARM = 4
"""So many redraws go before: scripts are compiled, and both positions have been seen."""
_CATEGORIES = ["toplevel", "blink.user_timing", "__metadata"]
_WORK = ("ThreadControllerImpl::RunTask", "ThreadPool_RunTask")
_THREADS = {
    "CrRendererMain": "page",
    "Compositor": "compositor",
    "ThreadPoolForegroundWorker": "rasters",
    "VizCompositorThread": "display",
    "CrGpuMain": "display",
}
_REDRAW = """key => {
    performance.mark("redraw asked");
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
}"""


def traced(browser: Browser, page: Page, redraws: int) -> list[dict[str, Any]]:
    """What Chromium tells of itself while a page goes to and fro between two moves."""
    browser.start_tracing(page=page, categories=_CATEGORIES)
    for number in range(_WARM + redraws):
        page.evaluate(_REDRAW, "ArrowLeft" if number % 2 else "ArrowRight")
        page.wait_for_timeout(_PAUSE_MS)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def worked(events: list[dict[str, Any]]) -> list[dict[str, float]]:
    """What each redraw cost, in milliseconds of the processor, by the part of the browser."""
    names = {
        (each["pid"], each["tid"]): each["args"]["name"].partition("/")[0]
        for each in events
        if each["name"] == "thread_name"
    }
    marks = [each for each in events if each["name"] == "redraw asked"]
    asked_us = sorted(each["ts"] for each in marks)
    pages = {each["pid"] for each in marks}
    found: list[dict[str, float]] = [defaultdict(float) for _ in asked_us]
    for each in events:
        if each["name"] not in _WORK or "tdur" not in each:
            continue
        part = _THREADS.get(names.get((each["pid"], each["tid"]), ""))
        number = sum(moment <= each["ts"] for moment in asked_us) - 1
        is_its = part == "display" or each["pid"] in pages
        in_time = number >= 0 and each["ts"] < asked_us[number] + _PAUSE_MS * 1000
        if part and is_its and in_time:
            found[number][part] += each["tdur"] / 1000
    return found[_WARM:]


def measured(redraws: int) -> list[dict[str, float]]:
    """What each redraw of a large board cost."""
    with tempfile.TemporaryDirectory() as folder, hosted(Path(folder) / "referee") as host:
        match = played(host, OPTIONS)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
            page = browser.new_page(viewport=WIDE)
            page.set_default_timeout(120_000)
            page.goto(f"{host.page}/table/{match}#move={_TILES}")
            page.wait_for_selector("body[data-seq]")
            page.wait_for_timeout(1000)
            tiles = page.locator(".map .tiles > *").count()
            if tiles < _TILES:
                raise AssertionError(f"only {tiles} tiles are shown")
            return worked(traced(browser, page, redraws))


def told(name: str, costs: list[float]) -> str:
    """A line of the table: median and 95th percentile."""
    high = statistics.quantiles(costs, n=20)[-1]
    return f"{name:24} {statistics.median(costs):6.1f} {high:6.1f}"


def main(redraws: int, *, judges: bool) -> int:
    """Prints what was measured; returns the exit status."""
    costs = measured(redraws)
    print(f"ms of the processor, {redraws} redraws with {_TILES} tiles   median    p95")
    for part in PARTS:
        print(told(part, [each[part] for each in costs]))
    whole = [sum(each[part] for part in JUDGED) for each in costs]
    print(told(" + ".join(JUDGED), whole))
    is_seen = all(any(each[part] for each in costs) for part in PARTS)
    is_quick = statistics.median(whole) <= BAR_MS
    print("within a frame" if is_quick else f"more than a frame of {BAR_MS:g} ms")
    return 0 if is_seen and (is_quick or not judges) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--redraws", type=int, default=30)
    parser.add_argument("--short", action="store_true", help="judge no times")
    chosen = parser.parse_args()
    sys.exit(main(8 if chosen.short else chosen.redraws, judges=not chosen.short))
