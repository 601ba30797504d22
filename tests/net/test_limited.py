"""Tests of carcbot.net.limited."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from carcbot.net.limited import Limited, ProcessLimits

GREEDY = {
    "memory": ("x = bytearray(300 * 2**20); print('had it')", ProcessLimits(memory_mb=200)),
    "cpu": ("while True: pass", ProcessLimits(cpu_s=1)),
    "files": (
        "f = [open('/dev/null') for _ in range(50)]; print('had it')",
        ProcessLimits(files=20),
    ),
}


@pytest.mark.parametrize("what", GREEDY)
def test_limits(what: str) -> None:
    """A program that takes too much of something fails; with enough of it the same one does not."""
    code, limits = GREEDY[what]

    async def work() -> tuple[int, bytes]:
        program = Limited((sys.executable, "-c", code), limits)
        process = await program.start(talks=True)
        assert process.stdout is not None
        try:
            said = await asyncio.wait_for(process.stdout.read(), 20)
            return await process.wait(), said
        finally:
            await program.stop()

    status, said = asyncio.run(work())
    assert status != 0
    assert said == b""
    if what != "cpu":
        limits = ProcessLimits()
        assert asyncio.run(work()) == (0, b"had it\n")


def test_nothing_is_left(tmp_path: Path) -> None:
    """What the program has started ends with it, also what does not listen to a polite signal."""
    file = tmp_path / "pid"
    code = (
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = os.fork()\n"
        f"if child: open({str(file)!r} + '.part', 'w').write(str(child)); "
        f"os.rename({str(file)!r} + '.part', {str(file)!r}); sys.exit()\n"
        "time.sleep(60)\n"
    )

    async def work() -> int:
        program = Limited((sys.executable, "-c", code), ProcessLimits())
        process = await program.start()
        await process.wait()
        child = int(file.read_text())
        os.kill(child, 0)
        await program.stop()
        return child

    child = asyncio.run(work())
    for _ in range(100):
        state = Path(f"/proc/{child}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        asyncio.run(asyncio.sleep(0.02))
    os.kill(child, signal.SIGKILL)
    pytest.fail("it is still there")


def test_arguments_are_not_read_by_the_shell() -> None:
    """Arguments reach the program as they are."""
    odd = ("$HOME", "a b", '"', "; exit 3", "*")

    async def work() -> bytes:
        code = "import sys; print(sys.argv[1:])"
        program = Limited((sys.executable, "-c", code, *odd), ProcessLimits())
        process = await program.start(talks=True)
        assert process.stdout is not None
        try:
            return await process.stdout.read()
        finally:
            await program.stop()

    assert asyncio.run(work()).decode().strip() == str(list(odd))


def test_nothing_is_left_by_the_dead(tmp_path: Path) -> None:
    """If who has started a program is killed, the program is told to end, and then has to."""
    file = tmp_path / "pid"
    stubborn = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: print('asked', flush=True))\n"
        f"open({str(file)!r} + '.part', 'w').write(str(os.getpid()))\n"
        f"os.rename({str(file)!r} + '.part', {str(file)!r})\n"
        "while True: time.sleep(60)\n"
    )
    starter = (
        "import asyncio, sys\n"
        "from carcbot.net.limited import Limited, ProcessLimits\n"
        "async def main():\n"
        f"    program = Limited((sys.executable, '-c', {stubborn!r}), ProcessLimits())\n"
        "    await program.start()\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", starter]) as parent:
        waited_for(file.exists)
        child = int(file.read_text())
        parent.kill()
    waited_for(lambda: not is_alive(child))


def is_alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def waited_for(came_true: Callable[[], bool]) -> None:
    """Waits until something is so."""
    until = time.monotonic() + 30
    while not came_true():
        assert time.monotonic() < until
        time.sleep(0.02)
