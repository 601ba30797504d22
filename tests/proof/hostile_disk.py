"""A referee whose disk has no room for a while: everybody is answered, and then all works again.

Its folder is on a file system of a few hundred kilobytes where one may be made (by root), else no
file of its process may grow: then everything that is written fails as well, with another error.
"""

import contextlib
import re
import resource
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.proof.hostile_guests import Guest, frame

__all__ = ["try_disk"]

_KB: Final = 768
_OPEN: Final = frame(b'{"type":"open","id":2,"game":"pot","options":"seats=2"}')


@contextlib.contextmanager
def _small_disk(place: Path) -> Iterator[bool]:
    """A folder on a small file system; whether there is one."""
    place.mkdir()
    size = ("-o", f"size={_KB}k")
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", *size, "tmpfs", str(place)], capture_output=True, check=False
    ).returncode  # fmt: skip
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)


def _fill(place: Path) -> None:
    """Leaves not a byte."""
    with (place / "filling").open("wb", 0) as file, contextlib.suppress(OSError):
        while file.write(bytes(1024)):
            pass


def _status(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as page:
            return int(page.status)
    except urllib.error.HTTPError as error:
        return error.code


def _opened(port: int) -> str:
    """Says hello and opens a table: `ack`, or with which code that is refused."""
    guest = Guest(port, "case")
    with guest.socket:
        guest.socket.sendall(_OPEN)
        said = guest.until(b'"id":2')
        line = next(part for part in said.split(b'{"type"') if b'"id":2' in part)
        code = re.search(rb'"code":"(\w+)"', line)
        return code[1].decode() if code else "ack"


def try_disk(folder: Path) -> list[str]:
    """Fills a referee's disk, and empties it; what was not as it should be."""
    place = folder / "small"
    with _small_disk(place) as mounted:
        process = subprocess.Popen(
            [
                sys.executable, "-m", "tests.proof.hostile_server", str(place), "5", "10", "case"
            ],
            stdout=subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().split()[0])
            wrong = [] if _opened(port) == "ack" else ["no table could be opened before"]
            limits = resource.RLIM_INFINITY, resource.RLIM_INFINITY
            if mounted:
                _fill(place)
            else:
                limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
            try:
                for _ in range(3):
                    how = _opened(port)
                    if how != "referee_fault":
                        wrong.append(f"with a full disk a table is answered with {how}")
                if _status(port, "/healthz") != 200:
                    wrong.append("it does not live with a full disk")
            except OSError as error:
                wrong.append(f"with a full disk a connection ends with {error!r}")
            finally:
                if mounted:
                    (place / "filling").unlink()
                else:
                    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)
            until = time.monotonic() + 30
            while (how := _opened(port)) != "ack" and time.monotonic() < until:
                time.sleep(0.5)
            if how != "ack":
                wrong.append(f"with room again a table is answered with {how}")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
    print(f"the full disk was {'a small file system' if mounted else 'a limit to files'}")
    return wrong
