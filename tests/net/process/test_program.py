"""Tests of carcbot.net.process.program."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carcbot.errors import AgentError
from carcbot.net.process.program import Program, check_program, completed

ECHO = "import sys\nfor line in sys.stdin: print('heard', line, end='', flush=True)"
LOUD = "import sys; sys.stderr.write('x' * 50_000 + 'end'); sys.exit(3)"
LEFT = """
import asyncio, sys
from carcbot.net.process.program import Program

async def work():
    code = "import os, sys, time; print(os.getpid(), flush=True); sys.stdin.close(); time.sleep(60)"
    async with Program((sys.executable, "-c", code)) as program:
        sys.stdout.write((await program.hear()).decode())
        sys.stdout.flush()
        await asyncio.sleep(60)

asyncio.run(work())
"""


@pytest.mark.asyncio
async def test_talking() -> None:
    """Lines go there and back, until it says nothing more; that it ended well is known."""
    async with Program((sys.executable, "-c", ECHO)) as program:
        program.say(b"one\n")
        assert await program.hear() == b"heard one\n"
        program.say(b"two\n")
        assert await program.hear() == b"heard two\n"
    assert await program.code() == 0
    program.say(b"three\n")  # nobody listens, and nothing happens


@pytest.mark.asyncio
async def test_errors_are_kept() -> None:
    """Of what it says on its standard error the last is kept, and how it ended is known."""
    async with Program((sys.executable, "-c", LOUD), keeps_errors=True) as program:
        assert await program.hear() == b""
        assert await program.code() == 3
    assert program.errors.endswith("xend")
    assert len(program.errors) == 16_384


@pytest.mark.asyncio
async def test_the_system_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that could not be started leaves nothing open."""

    async def refuse(*_: object, **__: object) -> asyncio.subprocess.Process:
        raise BlockingIOError(errno.EAGAIN, "no process is left")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(BlockingIOError):
        async with Program((sys.executable,)):
            pass
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.asyncio
async def test_who_leaves_is_cancelled() -> None:
    """A program that is given some time to end is ended also where nobody waits for that."""
    code = "import os, sys, time; print(os.getpid(), flush=True); time.sleep(60)"
    program = await Program((sys.executable, "-c", code)).__aenter__()
    pid = int(await program.hear())
    leaving = asyncio.create_task(program.__aexit__())
    await asyncio.sleep(0.05)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_no_such_program() -> None:
    """A program that is not there is named, with the machine on which it is not."""
    with pytest.raises(AgentError, match=r"the program \./nowhere: .* no such program on "):
        check_program(("./nowhere", "--flag"))
    check_program((sys.executable,))


def test_token() -> None:
    """A hello gets the token, whatever else is said stays as it is."""
    assert completed(b'{"type":"hello","id":1}\n', "T") == (
        '{"type":"hello","id":1,"token":"T"}',
        True,
    )
    for line in (b'{"type":"chat","text":"\\"hello\\""}', b'"hello"', b'{"hello"', b""):
        assert completed(line + b"\n", "T") == (line.decode(), False)


def test_it_is_gone_when_we_are(tmp_path: Path) -> None:
    """Who is killed leaves no program behind, also none that listens to nothing."""
    running = subprocess.Popen(
        [sys.executable, "-c", LEFT], stdout=subprocess.PIPE, cwd=tmp_path, text=True
    )
    assert running.stdout is not None
    pid = int(running.stdout.readline())
    os.kill(pid, 0)
    running.kill()
    running.communicate()
    until = time.monotonic() + 10
    while time.monotonic() < until:
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("it is still there")
