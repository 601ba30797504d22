"""Backups of a referee that runs, and what comes of them, with both databases."""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from carcbot.net.store.rows import Match
from carcbot.net.store.store import Store
from tests.deploy.hosting import DEPLOY, Referee, has_ended
from tests.deploy.own_agents import HOLD, PATIENT
from tests.net.store.postgres import Postgres
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_until

# Stands before a program that reads the database, and comes back only when a match has ended.
SLOW = """#!/bin/sh
set -e
{program} "$@"
while [ -z "$(ls -A {records})" ]; do sleep 0.05; done
"""


@pytest.fixture(params=("sqlite", "postgresql"))
def databases(request: pytest.FixtureRequest) -> tuple[str, str]:
    """The URLs of two new databases; empty where each is a file in the referee's folder."""
    if request.param == "sqlite":
        return "", ""
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.url(server.new_database()), server.url(server.new_database())


@pytest.fixture
def programs(request: pytest.FixtureRequest, databases: tuple[str, str], tmp_path: Path) -> Path:
    """A folder with the programs that read and write the database."""
    folder = tmp_path / "bin"
    folder.mkdir()
    if databases[0]:
        server = request.getfixturevalue("postgres")
        for name in ("pg_dump", "pg_restore"):
            (folder / name).symlink_to(server.programs / name)
    return folder


def run(script: str, programs: Path, *arguments: str | Path) -> str:
    """Runs one of our scripts; returns what it prints."""
    done = subprocess.run(
        [DEPLOY / script, *(each for each in arguments if each)],
        env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


async def matches_of(referee: Referee) -> list[Match]:
    """What its database knows of matches."""
    url = referee.database or f"sqlite:///{referee.folder / 'lobby.db'}"
    async with Store.open(url) as store:
        return await store.matches(100)


@pytest.mark.asyncio
async def test_backup_of_an_open_match(
    referee: Referee, databases: tuple[str, str], programs: Path, tmp_path: Path
) -> None:
    """The machine is lost in a match; a new one plays it on from a backup that is older."""
    referee.database, database = databases
    with referee.serving() as process:
        referee.play()
        hold = tmp_path / "hold"  # however slow the machine is, the match is not over meanwhile
        hold.touch()
        with referee.match(PATIENT, env={HOLD: str(hold)}) as bots:
            wait_until(lambda: referee.moves > 20, "a match that goes on")
            backup = Path(run("backup.sh", programs, referee.folder, tmp_path, referee.database))
            hold.unlink()
            then = referee.moves
            wait_until(lambda: referee.moves > then + 6, "moves after the backup")
            process.kill()
            process.wait()
            lost = referee.moves
            other = Referee(tmp_path, referee.port, database, "other")
            told = run("restore.sh", programs, backup, other.folder, database)
            assert f"restored, in the folder {other.folder}: 1 open matches, 1 records" in told
            assert "next: start a referee" in told
            assert 20 < other.moves < lost
            with other.serving():
                for bot in bots:
                    has_ended(bot, referee.bot_log)
                wait_until(lambda: len(other.records) == 2, "the record")
    assert [other.result_of(record) for record in other.records] == ["normal", "normal"]
    assert [match.reason for match in await matches_of(other)] == ["normal", "normal"]
    assert not list(other.folder.glob("open/*"))


@pytest.mark.asyncio
async def test_backup_while_a_match_ends(
    referee: Referee, databases: tuple[str, str], programs: Path, tmp_path: Path
) -> None:
    """A match ends when its database is copied and its journal is not: the result is not lost."""
    referee.database, database = databases
    slow = tmp_path / "slow"
    shutil.copytree(programs, slow, symlinks=True)
    name = "pg_dump" if database else "python3"
    real = shutil.which(name, path=f"{programs}:{os.environ['PATH']}")
    (slow / name).unlink(missing_ok=True)
    (slow / name).write_text(SLOW.format(program=real, records=referee.folder / "records"))
    (slow / name).chmod(0o755)
    with referee.serving(), referee.match(PATIENT) as bots:
        wait_until(lambda: referee.moves > 5, "a match that goes on")
        backup = Path(run("backup.sh", slow, referee.folder, tmp_path, referee.database))
        for bot in bots:
            has_ended(bot, referee.bot_log)
    assert len(referee.records) == 1
    assert [file.name for file in backup.glob("open/*")] == [referee.records[0].name]
    assert not list(backup.glob("records/*"))
    other = Referee(tmp_path, free_port(), database, "other")
    run("restore.sh", programs, backup, other.folder, database)
    assert not any(match.reason for match in await matches_of(other))
    with other.serving():
        wait_until(lambda: other.records, "the record")
    assert other.result_of(other.records[0]) == "normal"
    assert other.records[0].read_bytes() == referee.records[0].read_bytes()
    assert [match.reason for match in await matches_of(other)] == ["normal"]


@pytest.mark.asyncio
async def test_tokens_hold_after_a_restore(
    referee: Referee, databases: tuple[str, str], programs: Path, tmp_path: Path
) -> None:
    """Whoever had an account has it after a restore, with the same token; nobody else reads it."""
    referee.database, database = databases
    referee.token("ann")
    with referee.serving():
        pass
    backup = Path(run("backup.sh", programs, referee.folder, tmp_path, referee.database))
    other = Referee(tmp_path, free_port(), database, "other")
    run("restore.sh", programs, backup, other.folder, database)
    assert (other.folder / "key").read_bytes() == (referee.folder / "key").read_bytes()
    assert all(path.stat().st_mode & 0o077 == 0 for path in (backup, other.folder))
    token = (tmp_path / "ann.token").read_text().strip()

    async with Store.open(database or f"sqlite:///{other.folder / 'lobby.db'}") as store:
        holder = await store.holder(token, 0)
    assert holder is not None
    assert holder.account == "ann"


@pytest.mark.parametrize(
    ("script", "arguments", "sentence"),
    (
        ("backup.sh", (), "usage: backup.sh FOLDER TO [DATABASE]"),
        ("backup.sh", (".", "{to}", "mysql://x"), "error: DATABASE is sqlite:///FILE or"),
        ("backup.sh", ("{to}/nowhere", "{to}"), "error: there is no folder"),
        ("backup.sh", ("{backup}", "{to}"), "is no referee's folder, which has 'key', 'open' and"),
        ("restore.sh", (), "usage: restore.sh BACKUP FOLDER [DATABASE]"),
        ("restore.sh", ("{to}", "{to}/new"), "is no backup"),
        ("restore.sh", ("{backup}", "{backup}"), "is not empty"),
        ("restore.sh", ("{backup}", "{to}/new"), "error: this backup needs DATABASE"),
    ),
)
def test_scripts_say_what_is_wrong(
    script: str, arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    """What cannot be done is told in a line, and nothing is half done."""
    backup = tmp_path / "backup"
    (backup / "open").mkdir(parents=True)
    (backup / "lobby.dump").touch()
    filled = [each.format(to=tmp_path / "to", backup=backup) for each in arguments]
    done = subprocess.run(
        [DEPLOY / script, *filled], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize("content", (None, b"this is no database"))
def test_no_backup_of_nothing(tmp_path: Path, content: bytes | None) -> None:
    """Where the database cannot be copied there is no backup, nor a part of one; it says why."""
    folder = tmp_path / "referee"
    for name in ("open", "records"):
        (folder / name).mkdir(parents=True)
    (folder / "key").touch()
    if content is not None:
        (folder / "lobby.db").write_bytes(content)
    done = subprocess.run(
        [DEPLOY / "backup.sh", folder, tmp_path / "to"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == (2 if content is None else 1)
    assert done.stdout == ""
    assert ("there is no database" if content is None else "not a database") in done.stderr
    assert content is None or done.stderr.endswith(
        "no backup was made; what went wrong stands above\n"
    )
    assert not (tmp_path / "to").exists() or not list((tmp_path / "to").iterdir())


def test_all_folders_are_in_it(tmp_path: Path) -> None:
    """All of a competition, its secret too, and what was set aside, are kept and come back."""
    referee = tmp_path / "referee"
    cup = referee / "competitions" / "cup"
    for folder in (cup, referee / "open", referee / "records", referee / "aside"):
        folder.mkdir(parents=True)
    (referee / "key").write_text("a key")
    sqlite3.connect(referee / "lobby.db").close()
    for name in ("competition.toml", "story.jsonl", "secret"):
        (cup / name).write_text(name)
    (referee / "aside" / "m.jsonl").write_text("a journal")
    backup = Path(run("backup.sh", tmp_path, referee, tmp_path / "to"))
    run("restore.sh", tmp_path, backup, tmp_path / "back")
    assert (tmp_path / "back" / "aside" / "m.jsonl").read_text() == "a journal"
    back = tmp_path / "back" / "competitions" / "cup"
    assert {path.name: path.read_text() for path in back.iterdir()} == {
        path.name: path.read_text() for path in cup.iterdir()
    }
