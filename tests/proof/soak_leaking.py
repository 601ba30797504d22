"""A referee that leaks on purpose: of each connection it keeps 100 kB, and a file, for ever."""

import os
import sys

from aiohttp import web

from carcbot.cli.main import run
from carcbot.net.door.reception import Reception

_kept: list[tuple[bytearray, int]] = []
_talk = Reception.talk


async def _leaking(reception: Reception, request: web.Request) -> web.WebSocketResponse:
    _kept.append((bytearray(100_000), os.open(os.devnull, os.O_RDONLY)))
    return await _talk(reception, request)


if __name__ == "__main__":
    Reception.talk = _leaking  # type: ignore[assignment,method-assign]  # the leak
    sys.exit(run(sys.argv[1:]))
