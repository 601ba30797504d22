"""What tests of competitions share."""

import pytest

from carcbot.net.competitions.publisher import Publisher


@pytest.fixture
def no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the pages of these competitions: making them is a second of a core each."""
    monkeypatch.setattr(Publisher, "publish", lambda *_, **__: None)
