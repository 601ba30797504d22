"""A host's machine in small: a real referee, real bots, and the programs beside them."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.waiting import PATIENCE_S, wait_until

__all__ = [
    "CARCBOT",
    "DEPLOY",
    "Process",
    "Referee",
    "find",
    "get",
    "has_ended",
    "options_of",
    "replaced",
    "running",
]

CARCBOT = (sys.executable, "-m", "carcbot")
DEPLOY = Path(__file__).parents[2] / "deploy"

Process = subprocess.Popen[bytes]


def find(program: str) -> str:
    """Where a program is that `tests/ready_hosting.sh` has seen to."""
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        subprocess.run([Path(__file__).parents[1] / "ready_hosting.sh"], check=True)
        found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert found is not None, f"there is no {program}"
    return found


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """A file of ours for this machine: each of the changes must have something to change."""
    for old, new in changes:
        assert old in text, f"there is no {old!r} any more"
        text = text.replace(old, new)
    return text


def get(port: int, path: str) -> tuple[int, str]:
    """The status and the text of a page on this machine; 0 if nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, ""
    finally:
        connection.close()


@contextmanager
def running(
    command: Sequence[str | Path], log: Path, env: dict[str, str] | None = None
) -> Iterator[Process]:
    """Runs a program, and ends it and all its processes."""
    with (
        log.open("ab") as out,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=os.environ | (env or {}),
            start_new_session=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def has_ended(process: Process, log: Path, code: int = 0) -> None:
    """Waits until a program has ended, and well."""
    assert process.wait(PATIENCE_S) == code, log.read_text()


def options_of(*command: str) -> set[str]:
    """The options that a command of carcbot has, by its help."""
    page = subprocess.run(
        [*CARCBOT, *command, "--help"], capture_output=True, text=True, check=True
    )
    return set(re.findall(r"(?<![\w-])--[a-z-]+", page.stdout))


@dataclass
class Referee:
    """A referee: its folder, its port and its database.

    Attributes:
        place: The folder for everything.
        port: Where it listens, each time it is started.
        database: The URL; without it there is a file in its folder.
        name: Of its own folder.
    """

    place: Path
    port: int
    database: str = ""
    name: str = "referee"

    @property
    def folder(self) -> Path:
        """Where its journals are."""
        return self.place / self.name

    @property
    def log(self) -> Path:
        """What it says."""
        return self.place / f"{self.name}.log"

    @property
    def records(self) -> list[Path]:
        """Matches that are over."""
        return sorted(self.folder.glob("records/*.jsonl"))

    @property
    def moves(self) -> int:
        """How many lines the longest open journal has."""
        return max(
            (path.read_bytes().count(b"\n") for path in self.folder.glob("open/*.jsonl")), default=0
        )

    def env(self) -> dict[str, str]:
        """What its programs read of their environment."""
        return {"CARCBOT_DATABASE": self.database} if self.database else {}

    @contextmanager
    def serving(self, *options: str) -> Iterator[Process]:
        """Runs it."""
        command = (
            *CARCBOT, "serve", "--port", str(self.port), "--folder", str(self.folder), *options
        )  # fmt: skip
        with running(command, self.log, self.env()) as process:
            self.wait_for(process)
            yield process

    def wait_for(self, process: Process) -> None:
        """Waits until it is ready."""

        def is_ready() -> bool:
            assert process.poll() is None, self.log.read_text()
            return get(self.port, "/readyz")[0] == 200

        wait_until(is_ready, "a referee that is ready")

    def token(self, name: str) -> Path:
        """Makes an account; returns the file with its token."""
        done = subprocess.run(
            [*CARCBOT, "accounts", "add", name, "--folder", self.folder],
            env=os.environ | self.env(),
            capture_output=True,
            text=True,
            check=True,
        )
        file = self.place / f"{name}.token"
        file.touch(0o600)
        file.write_text(done.stdout.partition(": ")[2])
        return file

    @contextmanager
    def match(
        self, agent: str, *, url: str = "", env: dict[str, str] | None = None
    ) -> Iterator[tuple[Process, Process]]:
        """Runs two bots that play one match; makes accounts for them."""
        address = url or f"ws://127.0.0.1:{self.port}/play"
        tokens = [self.place / f"{name}.token" for name in ("ann", "bob")]
        for token in tokens:
            if not token.exists():
                self.token(token.stem)
        base = (*CARCBOT, "bot", "run", "--url", address, "--agent", agent, "--count", "1")
        with (
            running(
                (*base, "--token-file", tokens[0], "--open", "seats=2"), self.bot_log, env
            ) as first,
            running((*base, "--token-file", tokens[1]), self.bot_log, env) as second,
        ):
            yield first, second

    @property
    def bot_log(self) -> Path:
        """What its bots say."""
        return self.place / "bots.log"

    def play(
        self, agent: str = "greedy", *, url: str = "", env: dict[str, str] | None = None
    ) -> None:
        """Has two bots play a match."""
        with self.match(agent, url=url, env=env) as bots:
            for each in bots:
                has_ended(each, self.bot_log)

    @staticmethod
    def result_of(file: Path) -> str:
        """Why a match ended, by its record, which must be true."""
        record = MatchRecord.load(file)
        verify(record)
        assert record.result is not None
        return record.result.reason
