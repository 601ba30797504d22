"""What the clocks of a page show, beside what the referee's own show."""

from playwright.sync_api import Page

from tests.web.hosting import Host

__all__ = ["agree", "running_s", "seconds"]

_TOLERANCE_S = 1.5
_BETWEEN_MS = 2500


def seconds(text: str) -> float:
    """A clock's text as a time: ``1:05`` is 65, and ``9.8`` is 9.8."""
    minutes, _, rest = text.rpartition(":")
    return 60 * int(minutes or 0) + float(rest)


def running_s(page: Page) -> float:
    """What the clock shows that runs in a page."""
    return seconds(page.locator(".seat-clock.runs").inner_text())


def left_s(host: Host, match: str) -> float:
    """What that clock shows at the referee."""
    return host.clocks(match).time_us / 1e6


def agree(page: Page, host: Host, match: str) -> None:
    """Looks twice whether the page shows what the referee's clock does; it runs in between."""
    before_s = running_s(page)
    assert abs(before_s - left_s(host, match)) < _TOLERANCE_S
    page.wait_for_timeout(_BETWEEN_MS)
    later_s = running_s(page)
    assert later_s < before_s
    assert abs(later_s - left_s(host, match)) < _TOLERANCE_S
