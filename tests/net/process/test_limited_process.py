"""Tests of carcbot.net.process.limited_process."""

import asyncio
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from carcbot.net.process.limited_process import LimitedProcess
from carcbot.net.process.process_limits import ProcessLimits
from tests.waiting import PATIENCE_S, wait_until

GREEDY = {
    "memory": ("x = bytearray(300 * 2**20); print('had it')", ProcessLimits(memory_mb=200)),
    "cpu": ("while True: pass", ProcessLimits(cpu_s=1)),
    "files": (
        "f = [open('/dev/null') for _ in range(50)]; print('had it')",
        ProcessLimits(files=20),
    ),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("what", GREEDY)
async def test_limits(what: str) -> None:
    """A program that takes too much of something fails; with enough of it the same one does not."""
    code, limits = GREEDY[what]

    async def work() -> tuple[int, bytes]:
        program = LimitedProcess((sys.executable, "-c", code), limits)
        process = await program.start(talks=True)
        assert process.stdout is not None
        try:
            said = await asyncio.wait_for(process.stdout.read(), PATIENCE_S)
            return await process.wait(), said
        finally:
            await program.stop()

    status, said = await work()
    assert status != 0
    assert said == b""
    if what != "cpu":
        limits = ProcessLimits()
        assert await work() == (0, b"had it\n")


async def output(command: Sequence[str], limits: ProcessLimits) -> bytes:
    """What a process within limits prints."""

    async def work() -> bytes:
        program = LimitedProcess(command, limits)
        process = await program.start(talks=True)
        assert process.stdout is not None
        try:
            return await process.stdout.read()
        finally:
            await program.stop()

    return await work()


async def heard(command: Sequence[str], limits: ProcessLimits) -> dict[str, list[int]]:
    """The limits of a process that runs within some, as it sees them itself."""
    found: dict[str, list[int]] = json.loads(await output(command, limits))
    return found


TELL = (
    "import json, resource\n"
    "names = ('AS', 'CPU', 'NOFILE', 'NPROC', 'CORE')\n"
    "print(json.dumps({n: resource.getrlimit(getattr(resource, 'RLIMIT_' + n)) for n in names}))\n"
)


@pytest.mark.asyncio
async def test_every_limit_arrives() -> None:
    """A program has the limits that are said, and those of its parent where none is said."""
    said = await heard((sys.executable, "-c", TELL), ProcessLimits(900, 80, 70, 600))
    wanted = {"AS": 900 * 2**20, "CPU": 80, "NOFILE": 70, "NPROC": 600, "CORE": 0}
    assert said == {name: [most, most] for name, most in wanted.items()}
    said = await heard((sys.executable, "-c", TELL), ProcessLimits(0, 0, 0, 0))
    for name, ours in said.items():
        if name != "CORE":
            assert tuple(ours) == resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))


@pytest.mark.asyncio
async def test_a_limit_within_a_limit() -> None:
    """Who is limited itself can start others, which have its limits where those are lower."""
    within = (
        "import asyncio, sys\n"
        "from carcbot.net.process.process_limits import ProcessLimits\n"
        "from tests.net.process.test_limited_process import TELL, heard\n"
        "import json\n"
        "limits = ProcessLimits(9000, 10, 999, 0)\n"
        "print(json.dumps(asyncio.run(heard((sys.executable, '-c', TELL), limits))))\n"
    )
    said = await heard((sys.executable, "-c", within), ProcessLimits(4000, 60, 90, 500))
    wanted = {"AS": 4000 * 2**20, "CPU": 10, "NOFILE": 90, "NPROC": 500, "CORE": 0}
    assert said == {name: [most, most] for name, most in wanted.items()}


@pytest.mark.asyncio
async def test_holding_oneself() -> None:
    """A process may hold itself to limits, and compute for as long again whenever it does so."""
    code = (
        "import time\n"
        "from carcbot.net.process.process_limits import ProcessLimits\n"
        "from carcbot.net.process.process_limits import apply_limits\n"
        "until = time.process_time() + 1.6\n"
        "while time.process_time() < until:\n"
        "    apply_limits(ProcessLimits(900, 1, 70, 600))\n" + TELL
    )
    said = await heard((sys.executable, "-c", code), ProcessLimits(0, 100, 0, 0))
    assert said["AS"] == [900 * 2**20] * 2
    assert (said["NOFILE"], said["NPROC"], said["CORE"]) == ([70, 70], [600, 600], [0, 0])
    soft, hard = said["CPU"]
    assert 3 <= soft < 20
    assert hard == 100


@pytest.mark.asyncio
async def test_nothing_is_left(tmp_path: Path) -> None:
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
        program = LimitedProcess((sys.executable, "-c", code), ProcessLimits())
        process = await program.start()
        await process.wait()
        child = int(file.read_text())
        os.kill(child, 0)
        await program.stop()
        return child

    child = await work()
    state = Path(f"/proc/{child}/stat")
    try:
        wait_until(
            lambda: not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z"
        )
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


@pytest.mark.asyncio
async def test_who_is_cancelled_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has begun to start by then is ended like any other."""
    begun: list[int] = []
    has_begun = asyncio.Event()
    create = asyncio.create_subprocess_exec

    async def slowly(*words: Any, **more: Any) -> asyncio.subprocess.Process:  # noqa: ANN401
        process = await create(*words, **more)
        begun.append(process.pid)
        has_begun.set()
        await asyncio.sleep(0.1)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", slowly)
    program = LimitedProcess(("sleep", "60"), ProcessLimits())
    starting = asyncio.create_task(program.start())
    await has_begun.wait()
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not is_alive(begun[0])


@pytest.mark.asyncio
async def test_who_is_cancelled_while_it_ends() -> None:
    """Then it is ended at once, also if it does not listen."""
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)\n"
    command = (sys.executable, "-c", f"{deaf}import time; time.sleep(60)")
    program = LimitedProcess(command, ProcessLimits())
    process = await program.start(talks=True)
    assert process.stdout is not None
    await process.stdout.readline()
    ending = asyncio.create_task(program.stop())
    await asyncio.sleep(0.05)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert process.returncode == -signal.SIGKILL


@pytest.mark.asyncio
async def test_arguments_are_not_read_by_the_shell() -> None:
    """Arguments reach the program as they are."""
    odd = ("$HOME", "a b", '"', "; exit 3", "*")

    code = "import sys; print(sys.argv[1:])"
    said = await output((sys.executable, "-c", code, *odd), ProcessLimits())
    assert said.decode().strip() == str(list(odd))


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
        "from carcbot.net.process.process_limits import ProcessLimits\n"
        "from carcbot.net.process.limited_process import LimitedProcess\n"
        "async def main():\n"
        f"    program = LimitedProcess((sys.executable, '-c', {stubborn!r}), ProcessLimits())\n"
        "    await program.start()\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", starter]) as parent:
        wait_until(file.exists)
        child = int(file.read_text())
        parent.kill()
    wait_until(lambda: not is_alive(child))


def is_alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
