"""The processes that a test has started, and those that they have started."""

import os
from pathlib import Path

__all__ = ["called", "descendants", "listens_on"]

_LISTENS = "0A"


def descendants() -> list[int]:
    """All processes below this one."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # the name in brackets may hold anything
            rest = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        parents[int(folder.name)] = int(rest[1])
    found = [os.getpid()]
    for above in found:
        found.extend(pid for pid, parent in parents.items() if parent == above)
    return found[1:]


def called(pid: int) -> str:
    """What it is called, arguments included; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    except OSError:
        return ""


def listens_on(pid: int) -> set[str]:
    """The addresses on which it waits for connections, as /proc/net writes them."""
    mine = set()
    for link in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            mine.add(str(link.readlink()))
        except OSError:
            continue
    return {
        local.rpartition(":")[0]
        for table in ("tcp", "tcp6")
        for _, local, _, state, *_, inode in (
            line.split()[:10] for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        )
        if state == _LISTENS and f"socket:[{inode}]" in mine
    }
