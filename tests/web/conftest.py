"""Chromium for the tests of the pages, and a look at everything that must not happen there."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.waiting import PATIENCE_S
from tests.web.hosting import Host, hosted

__all__ = ["LOW", "WIDE", "Opened", "arguments", "executable"]

WIDE: ViewportSize = {"width": 1600, "height": 950}
LOW: dict[str, ViewportSize] = {
    "sideways": {"width": 844, "height": 390},
    "magnified": {"width": 960, "height": 540},
    "landscape": {"width": 1024, "height": 768},
}
"""Windows that are lower than wide: of a phone, of a screen at 200 %, and of a tablet."""
Opened = Callable[..., Page]
_PATIENCE_MS = PATIENCE_S * 1000
_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""What Chromium is called; the one without windows, which costs least, comes first."""
_OF_THE_NETWORK = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection",
)
"""What Chromium itself writes when a connection is lost."""


def executable() -> str:
    """The machine's Chromium, as `tests/ready_chromium.sh` chooses it."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    assert path, "the tests of the pages need Chromium: `make test` installs it"
    return path


def arguments() -> list[str]:
    """How it is started: a GPU would only be imitated, and root cannot have its sandbox."""
    return ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium, without a window. It is gone before other tests run an event loop."""
    expect.set_options(timeout=_PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        yield browser
        browser.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A referee with pages, and guests."""
    with hosted(tmp_path / "referee") as running:
        yield running


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    """Opens pages, each as another visitor; in the end none of them may have had an error."""
    pages: list[Page] = []
    troubles: list[str] = []

    def open_page(
        url: str,
        *,
        size: ViewportSize = WIDE,
        scheme: str = "light",
        refused: str = "no trouble",
        zone: str = "UTC",
    ) -> Page:
        dark = scheme == "dark"
        context = chromium.new_context(
            viewport=size, color_scheme="dark" if dark else "light", timezone_id=zone
        )
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(_PATIENCE_MS)
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: (
                troubles.append(f"{said.type}: {said.text}")
                if said.type in {"error", "warning"}
                and not any(each in said.text for each in (*_OF_THE_NETWORK, refused))
                else None
            ),
        )
        page.goto(url)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert troubles == []
