"""All records of a competition as one file: a tar that is made while it is sent.

At any moment one record is in the memory, however many there are.
"""

import asyncio
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from aiohttp import web

from carcbot.net.door.http_connection import goes_on
from carcbot.net.web.static_files import HEADERS
from carcbot.replay.packed import SUFFIX, packed_record

__all__ = ["send_records"]

_END: Final = bytes(2 * tarfile.BLOCKSIZE)


async def send_records(
    request: web.Request, name: str, folder: Path, matches: Iterable[str]
) -> web.StreamResponse:
    """Sends the records of these matches, packed, in a folder of this name.

    Args:
        request: What was asked.
        name: Of the competition.
        folder: Where records lie.
        matches: Those that are over. One whose record is not there is left out.
    """
    response = web.StreamResponse(
        headers={
            **HEADERS,
            "Cache-Control": "no-store",
            "Content-Type": "application/x-tar",
            "Content-Disposition": f'attachment; filename="{name}.tar"',
        }
    )
    await response.prepare(request)
    for match in matches if request.method != "HEAD" else ():
        member = await asyncio.to_thread(_member, name, folder, match)
        await response.write(member)  # waits where the reader is slow
        goes_on(request)
    await response.write_eof(_END if request.method != "HEAD" else b"")
    return response


def _member(name: str, folder: Path, match: str) -> bytes:
    """A record as it stands in the tar; nothing if there is none."""
    packed = packed_record(folder, match)
    if packed is None:
        return b""
    record, when = packed
    info = tarfile.TarInfo(f"{name}/{match}.jsonl{SUFFIX}")
    info.size, info.mtime = len(record), int(when)
    return info.tobuf() + record + bytes(-len(record) % tarfile.BLOCKSIZE)
