"""Figures at an address of their own."""

import aiohttp
import pytest

from carcbot.errors import OptionsError, UnavailableError
from carcbot.net.metrics_page import FiguresPage, check_figures_address


@pytest.mark.parametrize(
    ("address", "parts"),
    (
        ("127.0.0.1:9101", ("127.0.0.1", 9101)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:9101", ("::1", 9101)),
    ),
)
def test_addresses(address: str, parts: tuple[str, int]) -> None:
    """An address has a host and a port."""
    assert check_figures_address(address) == parts


@pytest.mark.parametrize(
    "address",
    ("", "9101", ":9101", "host", "host:", "h:x", "h:99999", "http://host:1", "host:1/x", "u@h:1"),
)
def test_no_addresses(address: str) -> None:
    """What is none is refused, with an example."""
    with pytest.raises(OptionsError, match="no address for figures") as caught:
        check_figures_address(address)
    assert "127.0.0.1:9101" in caught.value.expected


@pytest.mark.asyncio
async def test_page() -> None:
    """It tells the figures of the moment at /metrics, and nothing else, as long as its context."""
    counted = 0

    def text() -> bytes:
        nonlocal counted
        counted += 1
        return b"asked %d\n" % counted

    async with aiohttp.ClientSession() as session:
        async with FiguresPage("127.0.0.1:0", text) as page:
            url = f"http://127.0.0.1:{page.port}"
            for number in (1, 2):
                async with session.get(f"{url}/metrics") as answer:
                    assert await answer.text() == f"asked {number}\n"
                    assert answer.headers["Content-Type"].startswith("text/plain; version=")
            async with session.get(f"{url}/healthz") as answer:
                assert answer.status == 404
            with pytest.raises(UnavailableError, match="cannot tell figures there"):
                await FiguresPage(f"127.0.0.1:{page.port}", text).__aenter__()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"{url}/metrics")
