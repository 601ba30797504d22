"""A link to a referee: addresses, and connections that cannot be made or are lost."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from carcbot.errors import InputError, OptionsError, ReplacedError
from carcbot.messages import codec
from carcbot.messages.parts import Welcome
from carcbot.messages.server import Ack, Error, ServerHello
from carcbot.net.client.address import check_address
from carcbot.net.client.link import Link
from carcbot.net.client.watcher import tables_at
from carcbot.net.settings import USUAL_LIMITS
from tests.waiting import PATIENCE_S, until


@pytest.mark.parametrize(
    "url", ("ws://127.0.0.1:8765/play", "wss://example.org/play", "ws://[::1]:80/play", "ws://h")
)
def test_addresses(url: str) -> None:
    """An address has a scheme of websockets, and a host."""
    check_address(url)


@pytest.mark.parametrize(
    ("url", "told"),
    (
        ("http://foo", "the address of a web page"),
        ("https://foo/play", "the address of a web page"),
        ("foo", "no address of a referee"),
        ("", "no address of a referee"),
        ("ws://", "no address of a referee"),
        ("ws:///play", "no address of a referee"),
        ("ws://:80/play", "no address of a referee"),
        ("ws://h:99999/play", "no address of a referee"),
        ("ws://[::1/play", "no address of a referee"),
        ("ws://a b/play", "no address of a referee"),
    ),
)
def test_no_addresses(url: str, told: str) -> None:
    """What is no address is refused, with the form that it should have."""
    with pytest.raises(OptionsError, match=told) as caught:
        check_address(url)
    assert "ws://HOST:PORT/play" in caught.value.expected


async def say_hello(request: web.Request) -> web.WebSocketResponse:
    """Says hello to a websocket, and closes it."""
    response = web.WebSocketResponse()
    await response.prepare(request)
    await response.send_str("hello")
    await response.close()
    return response


async def serving(
    answer: Callable[[web.Request], Awaitable[web.WebSocketResponse]] = say_hello,
) -> AsyncIterator[str]:
    """The address of a server that answers each websocket like this."""
    app = web.Application()
    app.router.add_get("/play", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"ws://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.asyncio
async def test_wrong_path() -> None:
    """Where something else answers, the error says so, and which path it should be."""
    async for url in serving():
        with pytest.raises(InputError, match="there is no referee: HTTP 404") as caught:
            async for _ in Link(f"{url}/", random.Random(1)).frames():
                pass
        assert "the path /play" in caught.value.expected


@pytest.mark.asyncio
async def test_lost_and_made_again() -> None:
    """A connection that is lost is told of once, and so is the one that comes after it."""

    async def main() -> list[str | None]:
        heard: list[str | None] = []
        async for url in serving():
            link = Link(f"{url}/play", random.Random(1))
            async for frame in link.frames():
                heard.append(frame)
                if len(heard) == 4:
                    await link.close()
        return heard

    with capture_logs() as logs:
        assert await main() == [None, "hello", None, "hello"]
    lost, again = logs
    assert lost["log_level"] == "warning"
    assert " lost; again in 0." in lost["event"]
    assert again["event"] == "connected again"


@pytest.mark.asyncio
async def test_closed_while_it_connects() -> None:
    """A link that is closed while it is connecting ends, and has no connection."""

    async def main() -> list[str | None]:
        links: list[Link] = []

        async def answer(request: web.Request) -> web.WebSocketResponse:
            await links[0].close()
            response = web.WebSocketResponse()
            await response.prepare(request)
            await response.receive()
            return response

        heard: list[str | None] = []
        async for url in serving(answer):
            links.append(Link(f"{url}/play", random.Random(1)))
            heard = [frame async for frame in links[0].frames()]
        assert not links[0].is_up
        return heard

    assert await asyncio.wait_for(main(), PATIENCE_S) == []


@pytest.mark.asyncio
async def test_replaced() -> None:
    """Why the referee closes it is known, also where it is gone before that could be answered."""

    async def answer(request: web.Request) -> web.WebSocketResponse:
        response = web.WebSocketResponse()
        await response.prepare(request)
        await response.send_str("hello")
        await response.send_str("you are being replaced")
        assert request.transport is not None
        request.transport.write(b"\x88\x02\x0f\xa2")  # closed with 4002
        request.transport.close()
        return response

    async for url in serving(answer):
        link = Link(f"{url}/play", random.Random(1))
        heard = []
        async for frame in link.frames():
            heard.append(frame)
            await asyncio.sleep(0.1)  # busy, while the connection goes
        assert heard == [None, "hello", "you are being replaced"]
        assert link.close_code == 4002
        with pytest.raises(ReplacedError, match="ann connected again from elsewhere"):
            link.check_farewell("ann")


@pytest.mark.asyncio
async def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody listens, each try is a line in plain words; `close` ends the waiting at once."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"ws://127.0.0.1:{taken.getsockname()[1]}/play"

        with capture_logs() as logs:
            link = Link(url, random.Random(1))

            async def listen() -> None:
                async for _ in link.frames():
                    pass

            listening = asyncio.create_task(listen())
            await until(lambda: len(logs) > 1)
            # who did not end the waiting would wait for long now
            monkeypatch.setattr(link, "_next_wait", lambda _: 10 * PATIENCE_S)
            await until(lambda: f"again in {10 * PATIENCE_S:.1f}" in logs[-1]["event"])
            await link.close()
            await asyncio.wait_for(listening, PATIENCE_S)
    *first, _ = logs
    for line in first:
        assert line["event"].startswith(f"no connection to {url}: connection refused; again in 0.")
        assert line["log_level"] == "warning"


@pytest.mark.asyncio
async def test_nobody_there_yet() -> None:
    """Where nobody answers it is said once that it goes on trying, and what ends it."""
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]

    async def close_after_tries(link: Link) -> None:
        await until(lambda: len(logs) > 1)
        await link.close()

    with capture_logs() as logs:
        link = Link(f"ws://127.0.0.1:{port}/play", random.Random(1))
        closing = asyncio.create_task(close_after_tries(link))
        async for _ in link.frames():
            pass
        await closing
    told = ["Ctrl-C ends it" in each["event"] for each in logs]
    assert len(told) > 1
    assert told == [True] + [False] * (len(told) - 1)


@pytest.mark.asyncio
async def test_rests_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits as long as it was asked to before the next connection, and not before later ones."""
    pauses: list[float] = []

    async def wait_for(closed: Coroutine[None, None, object], pause_s: float) -> None:
        closed.close()
        pauses.append(pause_s)

    async for url in serving():
        link = Link(f"{url}/play", random.Random(1))
        link.rest_s = 60.0
        monkeypatch.setattr(asyncio, "wait_for", wait_for)
        frames = link.frames()
        for _ in range(6):
            await anext(frames)
        monkeypatch.undo()
        await link.close()
        await frames.aclose()  # type: ignore[attr-defined]  # it is a generator
    assert [pause_s >= 60.0 for pause_s in pauses] == [True, False]


@pytest.mark.asyncio
async def test_come_again() -> None:
    """Where a referee cannot find out who somebody is, it is asked again when it has said."""
    hellos: list[float] = []

    async def answer(request: web.Request) -> web.WebSocketResponse:
        response = web.WebSocketResponse()
        await response.prepare(request)
        await response.send_str(codec.encode(ServerHello("x/1", {}, USUAL_LIMITS)).decode())
        hellos.append(asyncio.get_running_loop().time())
        said = (await response.receive()).json()
        if len(hellos) == 1:
            text = "the lobby's database cannot be used just now: come again"
            refusal = Error("referee_fault", text, said["id"], fatal=True, retry_after=0.5)
            await response.send_str(codec.encode(refusal).decode())
            await response.close(code=1001)
        else:
            await response.send_str(codec.encode(Ack(1, Welcome(1, "ann", ()))).decode())
            said = (await response.receive()).json()
            await response.send_str(codec.encode(Ack(said["id"], tables=())).decode())
            await response.receive()
        return response

    with capture_logs() as logs:
        async for url in serving(answer):
            assert await tables_at(f"{url}/play", "token") == ()
    first, second = hellos
    assert second - first >= 0.5
    told = [each["event"] for each in logs]
    assert told[0] == "the lobby's database cannot be used just now: come again"
    assert "lost; again in 0." in told[1]


def test_the_last_word() -> None:
    """A refusal that says of no time to come again is an error."""
    link = Link("ws://h/play", random.Random(1))
    with pytest.raises(InputError, match="nobody has this token"):
        link.take_refusal(Error("bad_token", "nobody has this token", 1, fatal=True))
    with pytest.raises(InputError, match="you said too much"):
        link.take_refusal(Error("too_fast", "you said too much", 1, fatal=True, retry_after=2.0))
