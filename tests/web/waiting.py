"""Waiting for something in a page whose policy forbids to evaluate text, as ours does."""

import time

from playwright.sync_api import Page

__all__ = ["until"]

_PATIENCE_S = 60.0


def until(page: Page, expression: str) -> None:
    """Waits until an expression is true in the page."""
    end = time.monotonic() + _PATIENCE_S
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(f"never true: {expression}")
        page.wait_for_timeout(30)
