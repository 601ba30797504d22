"""The page of a game of a package: its files are served, and nothing else."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.net.client.hosting import hosted


@pytest.fixture(autouse=True)
def _installed(small_games: Path) -> None:
    """All of this is about the package."""
    del small_games


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ("face.js", "track.js"))
async def test_files(tmp_path: Path, path: str) -> None:
    """What lies in the folder of the page is served as the pages' own files are."""
    async with (
        hosted(tmp_path) as server,
        aiohttp.ClientSession() as http,
        http.get(f"{server.page}web/js/games/dash/{path}") as response,
    ):
        assert response.status == 200
        assert response.content_type == "text/javascript"
        assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "import" in await response.text()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "path",
    (
        "dash/../dash.py",
        "dash/%2e%2e/dash.py",
        "dash/..%2fdash.py",
        "dash//etc/passwd",
        "dash/%2fetc%2fpasswd",
        "dash/.",
        "dash/nothing.js",
        "dare/face.js",
        "pot/face.js",
        "carcassonne/nothing.js",
        "nobodys/face.js",
        "../face.js",
    ),
)
async def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    """Nothing beside that folder, and nothing of games that have none, whatever is asked for."""
    async with hosted(tmp_path) as server:
        address = server.page.removeprefix("http://").rstrip("/")
        host, _, port = address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        line = f"GET /web/js/games/{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        writer.write(line.encode())  # as it is: clients tidy addresses before they ask
        answer = await reader.read()
        writer.close()
        assert answer.split(b" ")[1] == b"404"
        assert b"class State" not in answer
