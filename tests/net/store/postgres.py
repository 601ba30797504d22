"""A PostgreSQL server for the tests: made in a temporary folder, and gone with it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from tests.ports import free_port
from tests.waiting import PATIENCE_S

__all__ = ["Postgres", "serve_postgres"]

USER = "carcbot"
PASSWORD = "correct-horse"  # noqa: S105 - it guards nothing

_READY = Path(__file__).parents[2] / "ready_postgres.sh"

# The server stops when its standard input ends: also when whoever started it was killed.
_SERVE = '"$@" & server=$!; read -r _; kill -INT $server; wait $server'


@dataclass(frozen=True)
class Postgres:
    """A server that runs.

    Attributes:
        programs: The folder of PostgreSQL's programs.
        folder: Where its socket lies. Everybody who can reach it may come without a password.
        port: On the loopback address, with the password.
    """

    programs: Path
    folder: Path
    port: int
    _numbers: Iterator[int]

    def new_database(self) -> str:
        """The name of a new, empty database."""
        name = f"lobby{next(self._numbers)}"
        subprocess.run([self.programs / "createdb", *self._address, name], check=True)
        return name

    def url(self, database: str) -> str:
        """The URL of a database, through the socket."""
        return f"postgresql://{USER}@:{self.port}/{database}?host={self.folder}"

    def tcp_url(self, database: str, password: str = PASSWORD) -> str:
        """The URL of a database, through the port."""
        address = URL.create("postgresql", USER, password, "127.0.0.1", self.port, database)
        return address.render_as_string(hide_password=False)

    def dump(self, database: str) -> str:
        """All that is in a database, as text."""
        return subprocess.run(
            [self.programs / "pg_dump", *self._address, database],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    def disconnect(self, database: str) -> None:
        """Closes all connections to a database."""
        command = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :'name'"
        subprocess.run(
            [self.programs / "psql", *self._address, "-q", "-v", f"name={database}", "postgres"],
            input=command,
            stdout=subprocess.DEVNULL,
            text=True,
            check=True,
        )

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It answers nobody for a while, and closes no connection."""
        data = self.folder / "data"
        found = []
        for each in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (each / "cwd").readlink() == data:
                    found.append(int(each.name))
        assert found
        try:
            for process in found:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in found:
                os.kill(process, signal.SIGCONT)

    def is_ready(self) -> bool:
        """Whether it answers."""
        done = subprocess.run(
            [self.programs / "pg_isready", "--quiet", *self._address], check=False
        )
        return done.returncode == 0

    @property
    def _address(self) -> tuple[str, ...]:
        return ("--host", str(self.folder), "--port", str(self.port), "--username", USER)


@contextmanager
def serve_postgres() -> Iterator[Postgres]:
    """Runs a server. What it keeps need not outlive the machine, so it never waits for the disk."""
    ready = subprocess.run([_READY], stdout=subprocess.PIPE, text=True, check=False)
    assert ready.returncode == 0, "there is no PostgreSQL, see above"
    programs = Path(ready.stdout.strip())
    folder = Path(tempfile.mkdtemp(prefix="carcbot-"))  # a socket's path must be short
    try:
        user = _unprivileged()
        if user:
            os.chown(folder, user["user"], user["group"])
        _make_cluster(programs, folder, user)
        server = Postgres(programs, folder, free_port(), count())
        with _serving(server, user) as process:
            end_s = time.monotonic() + PATIENCE_S
            while not server.is_ready():
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < end_s, (folder / "log").read_text()
                time.sleep(0.05)
            yield server
    finally:
        shutil.rmtree(folder)


def _unprivileged() -> dict[str, Any]:
    """As whom the server runs, for subprocess: PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam("nobody")
    with suppress(KeyError):
        entry = pwd.getpwnam("postgres")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _make_cluster(programs: Path, folder: Path, user: dict[str, Any]) -> None:
    password = folder / "password"
    password.write_text(PASSWORD)
    subprocess.run(
        [
            programs / "initdb", "--pgdata", folder / "data", "--no-sync",
            "--username", USER, "--auth-local", "trust", "--auth-host", "scram-sha-256",
            "--pwfile", password, "--encoding", "UTF8", "--no-locale",
        ],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        check=True,
        **user,
    )  # fmt: skip


@contextmanager
def _serving(server: Postgres, user: dict[str, Any]) -> Iterator[subprocess.Popen[bytes]]:
    settings = {
        "port": server.port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": server.folder,
        "shared_buffers": "16MB",
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
    }
    with (
        (server.folder / "log").open("wb") as log,
        subprocess.Popen(
            [
                "sh", "-c", _SERVE, "sh",
                server.programs / "postgres", "-D", server.folder / "data",
                *(f"--{name}={value}" for name, value in settings.items()),
            ],
            cwd=server.folder,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **user,
        ) as process,
    ):  # fmt: skip
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE_S)
