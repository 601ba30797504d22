"""The page of an episode, as a program asks for it; tests/web looks at it."""

import json
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from aiohttp import web

from carcbot.errors import UnavailableError
from carcbot.games import registry
from carcbot.net.web.episode_page import episode_page
from carcbot.net.web.episode_story import EpisodeStory


def test_it_is_served_as_long_as_it_is_open() -> None:
    """The page itself, news after an event, and the whole story; nothing else, nothing later."""
    story = EpisodeStory(registry.get("kuhn"), "", ["a", "b"], 0)
    with episode_page("kuhn", story) as address:
        with urlopen(address) as answer:  # noqa: S310 - our own
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert b"connect-src 'self'" in answer.read()
        with urlopen(f"{address}news?after=0") as answer:  # noqa: S310
            (event,) = json.load(answer)["events"]
            assert event["type"] == "start"
        with urlopen(f"{address}story") as answer:  # noqa: S310
            assert json.load(answer)["story"]["seats"] == ["a", "b"]
        for wrong in ("news", "news?after=x", "nothing"):
            with pytest.raises(HTTPError, match="HTTP Error 40"):
                urlopen(f"{address}{wrong}")  # noqa: S310
    with pytest.raises(OSError, match="refused"):
        urlopen(address)  # noqa: S310


def test_no_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine has no port for the page that is said, and nobody waits for it."""

    async def start(_: web.TCPSite) -> None:
        raise OSError("no more ports")

    monkeypatch.setattr(web.TCPSite, "start", start)
    story = EpisodeStory(registry.get("kuhn"), "", ["a", "b"], 0)
    with pytest.raises(UnavailableError, match="no more ports"), episode_page("kuhn", story):
        pass
