"""Waiting for something in a page whose policy forbids to evaluate text, as ours does."""

import time

from playwright.sync_api import Page

from tests.waiting import PATIENCE_S

__all__ = ["MADE", "until"]

MADE = ".moves li, .drafted li"
"""The moves that a page shows as made, or as thought of and not sent yet."""


def until(page: Page, expression: str) -> None:
    """Waits until an expression is true in the page."""
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimeoutError(f"never true: {expression}")
        page.wait_for_timeout(30)
