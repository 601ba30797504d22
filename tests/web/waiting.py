"""Waiting for something in a page whose policy forbids to evaluate text, as ours does."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.waiting import PATIENCE_S

__all__ = ["MADE", "until", "wait_for"]

MADE = ".moves li, .drafted li"
"""The moves that a page shows as made, or as thought of and not sent yet."""


def until(page: Page, expression: str) -> None:
    """Waits until an expression is true in the page."""
    wait_for(page, lambda: page.evaluate(expression), expression)


def wait_for(page: Page, condition: Callable[[], object], what: str) -> None:
    """Waits until something holds, while the page goes on and its routes are served."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"never true: {what}")
        page.wait_for_timeout(30)
