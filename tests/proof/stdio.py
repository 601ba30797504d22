"""Proof of what it costs to play over standard input and output instead of a websocket.

A program that answers every request at once is asked again and again, over `carcbot bot run
--stdio`, and beside it the same program over a bare pipe: the same bytes there and back. Between
them stand a websocket, the process that carries the lines, and what it does with them. The bar: at
most 0.2 ms more at p50. Both p99 are printed.

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

from aiohttp import WSMsgType, web

BAR_MS = 0.2
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


async def over_websocket(requests: int) -> list[int]:
    """How long it takes over a websocket and `carcbot bot run --stdio`."""
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
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carcbot", "bot", "run", "--url", url,
        "--stdio", shlex.join((sys.executable, "-c", PROGRAM)),
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
    """Measures both in turns, prints them, and says whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--short", action="store_true", help="a few requests, no time is judged")
    arguments = parser.parse_args()
    if arguments.short:
        arguments.runs, arguments.requests = 1, 100
    pipes, sockets = [], []
    for _ in range(arguments.runs):
        pipes.append(percentiles(asyncio.run(over_pipe(arguments.requests))))
        sockets.append(percentiles(asyncio.run(over_websocket(arguments.requests))))
    more = statistics.median(ours[0] - bare[0] for ours, bare in zip(sockets, pipes, strict=True))
    print(f"medians of {arguments.runs} runs of {arguments.requests} requests")
    for name, found in (("bare pipe", pipes), ("carcbot bot run --stdio", sockets)):
        p50, p99 = (statistics.median(each[place] for each in found) for place in (0, 1))
        print(f"{name:<24} p50 {p50:.3f} ms, p99 {p99:.3f} ms")
    print(f"more at p50: {more:.3f} ms (bar: {BAR_MS})")
    return 0 if arguments.short or more <= BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main())
