"""Proof of what it costs to play over standard input and output instead of a websocket.

A program that answers every request at once is asked again and again, over `carcbot bot run
--stdio`, and beside it the same program over a bare pipe: the same bytes there and back. Between
them stand a websocket, the process that carries the lines, and what it does with them. A bare relay
does that too, in the same run: a process that passes websocket frames to the program and back, and
does nothing else. The bars, at p50: at most BAR_OF_RELAY times the bare relay, and at most
BAR_OF_PIPE times the bare pipe. All p99 are printed.

`python -m tests.proof.stdio --short` judges only that every request is answered.
"""

import argparse
import asyncio
import json
import os
import shlex
import statistics
import sys
import time
from asyncio.subprocess import PIPE
from functools import partial
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

BAR_OF_RELAY = 1.25
BAR_OF_PIPE = 5.0
ANSWER = '{"type":"move","id":7,"match":"5f0c2a9be7d1","seq":1,"move":"0,-1/2+scS"}'
HELLO = {
    "type": "hello", "product": "proof/1", "games": {"carcassonne": 1},
    "limits": {
        "frame_bytes": 8192, "commands_per_s": 1e6, "burst": 10**6, "queue_bytes": 10**6,
        "heartbeat_s": 60.0, "lag_per_move_us": 0, "lag_quota_us": 0, "lag_refill_us": 0,
        "matches": 1,
    },
}  # fmt: skip
REQUEST = {
    "type": "request", "match": "5f0c2a9be7d1", "seq": 0, "seat": 0, "time_us": 1_000_000,
    "remaining_us": 60_000_000,
}  # fmt: skip
PROGRAM = f"""
import sys
say = sys.stdout.write
for line in sys.stdin:
    if '"request"' in line:
        say('{ANSWER}\\n')
    elif '"hello"' in line:
        say('{{"type":"hello","id":1,"product":"proof/1","token":"-"}}\\n')
    sys.stdout.flush()
"""

RELAY = """
import asyncio, sys
from asyncio.subprocess import PIPE
import aiohttp

async def main(url, *command):
    program = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    async with aiohttp.ClientSession() as client, client.ws_connect(url, compress=0) as socket:
        async def answer():
            while line := await program.stdout.readline():
                await socket.send_str(line.decode().strip())
        answering = asyncio.create_task(answer())
        async for message in socket:
            program.stdin.write(message.data.encode() + b"\\n")
        program.stdin.close()
        await answering

asyncio.run(main(*sys.argv[1:]))
"""


def percentiles(waits_ns: list[int]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    waits_ns.sort()
    return waits_ns[len(waits_ns) // 2] / 1e6, waits_ns[len(waits_ns) * 99 // 100] / 1e6


async def over_pipe(requests: int) -> list[int]:
    """How long the program takes over a bare pipe."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, stdin=PIPE, stdout=PIPE
    )
    assert program.stdin is not None
    assert program.stdout is not None
    waits = []
    line = json.dumps(REQUEST).encode() + b"\n"
    for _ in range(requests):
        began_ns = time.monotonic_ns()
        program.stdin.write(line)
        assert await program.stdout.readline() == f"{ANSWER}\n".encode()
        waits.append(time.monotonic_ns() - began_ns)
        await asyncio.sleep(0.001)
    program.stdin.close()
    await program.wait()
    return waits


async def over_websocket(requests: int, *, is_bare: bool) -> list[int]:
    """How long it takes over a websocket and `carcbot bot run --stdio`, or a bare relay."""
    waits: list[int] = []
    done = asyncio.Event()

    async def talk(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        await ws.send_json(HELLO)
        assert (await ws.receive_json())["type"] == "hello"
        text = json.dumps(REQUEST)
        for _ in range(requests):
            began_ns = time.monotonic_ns()
            await ws.send_str(text)
            message = await ws.receive()
            assert message.type is WSMsgType.TEXT
            waits.append(time.monotonic_ns() - began_ns)
            assert json.loads(message.data) == json.loads(ANSWER)
            await asyncio.sleep(0.001)
        done.set()
        await ws.close()
        return ws

    app = web.Application()
    app.router.add_get("/play", talk)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, shutdown_timeout=0.1).start()
    url = f"ws://127.0.0.1:{runner.addresses[0][1]}/play"
    program = (sys.executable, "-c", PROGRAM)
    words: tuple[str, ...]
    if is_bare:
        words = ("-c", RELAY, url, *program)
    else:
        words = ("-m", "carcbot", "bot", "run", "--url", url, "--stdio", shlex.join(program))
    bot = await asyncio.create_subprocess_exec(
        sys.executable, *words,
        env=os.environ | {"CARCBOT_TOKEN": "-"}, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await asyncio.wait_for(done.wait(), 60 + requests * 0.1)
    finally:
        if bot.returncode is None:
            bot.terminate()
        await bot.wait()
        await runner.cleanup()
    assert len(waits) == requests, "the bot came more than once"
    return waits


def main() -> int:
    """Measures all in turns, prints them, and says whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--short", action="store_true", help="a few requests, no time is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.requests = 1, 100
    ways: dict[str, Callable[[int], Coroutine[None, None, list[int]]]] = {
        "bare pipe": over_pipe,
        "bare relay": partial(over_websocket, is_bare=True),
        "carcbot bot run --stdio": partial(over_websocket, is_bare=False),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(arguments.runs):
        for name, measure in ways.items():
            found[name].append(percentiles(asyncio.run(measure(arguments.requests))))
    print(f"medians of {arguments.runs} runs of {arguments.requests} requests")
    for name, runs in found.items():
        p50, p99 = (statistics.median(each[place] for each in runs) for place in (0, 1))
        print(f"{name:<24} p50 {p50:.3f} ms, p99 {p99:.3f} ms")
    pipe, relay, ours = ([p50 for p50, _ in runs] for runs in found.values())
    is_slow = False
    for name, others, bar in (("relay", relay, BAR_OF_RELAY), ("pipe", pipe, BAR_OF_PIPE)):
        times = statistics.median(own / other for own, other in zip(ours, others, strict=True))
        more = statistics.median(own - other for own, other in zip(ours, others, strict=True))
        print(f"{times:.2f} times the bare {name} (bar: {bar}), {more:.3f} ms more at p50")
        is_slow |= times > bar
    return 1 if is_slow and not arguments.short else 0


if __name__ == "__main__":
    sys.exit(main())
