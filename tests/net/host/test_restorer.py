"""Which matches come back when the referee starts, and what becomes of journals that cannot."""

import errno
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from carcbot.errors import FileInputError, UnavailableError
from carcbot.games.rules_digest import rules_digest
from carcbot.match.moments import Moments
from carcbot.net.host.journals import Journals
from carcbot.referee.journal_reader import Lines
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from carcbot.replay.judgement import judge
from carcbot.replay.packed import pack
from tests.net.test_server import hosted
from tests.referee.hosts import LONG_POT, MATCH, Script, header

GOOD = "m2"
DIGEST = rules_digest("pot", Script(header("pot", LONG_POT)).table.state.options)


def journal_of(match: str = MATCH, rules: int = 1, digest: str = DIGEST) -> bytes:
    """The journal of a match that goes on."""
    head = msgspec.structs.replace(
        header("pot", LONG_POT), match=match, rules=rules, rules_digest=digest
    )
    script = Script(head)
    for _ in range(3):
        script.move()
    return b"".join(script.texts)


async def started_with(folder: Path, name: str, content: bytes) -> list[dict[str, Any]]:
    """What the log says of a referee that starts with this journal and a good one, which goes on.

    The journal is set aside, as it was found.
    """
    (folder / "open").mkdir()
    (folder / "open" / name).write_bytes(content)
    (folder / "open" / f"{GOOD}.jsonl").write_bytes(journal_of(GOOD))

    with capture_logs() as logs:
        async with hosted(folder) as server:
            assert [table.match for table in server.hall.playing()] == [GOOD]
            assert [path.name for path in (folder / "open").iterdir()] == [f"{GOOD}.jsonl"]
            assert (folder / "aside" / name).read_bytes() == content
    errors = [dict(line) for line in logs if line["log_level"] == "error"]
    assert [line["file"] for line in errors] == [str(folder / "aside" / name)]
    return errors


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("content", "says"),
    (
        (
            journal_of().replace(b'"spent_us":0', b'"spent_us":1', 1),
            rf"{MATCH}.jsonl, line [0-9]+: this line does not belong to the chain",
        ),
        (journal_of().replace(b'"line":"event"', b'"line":"poem"', 1), rf"{MATCH}.jsonl, line 4: "),
        (b"hello\n", rf"{MATCH}.jsonl, line 1: "),
        (journal_of("m3"), rf"{MATCH}.jsonl: this is the journal of match m3"),
        (
            journal_of(digest="0" * 64),
            f"the header: it began by other rules.*digest 0{{64}}; expected version 1.*{DIGEST}",
        ),
        (journal_of(rules=2), "it began by other rules, those of test/1: version 2"),
    ),
)
async def test_set_aside(tmp_path: Path, content: bytes, says: str) -> None:
    """A journal with which nobody can go on is set aside with words, and the others come back."""
    (error,) = await started_with(tmp_path, f"{MATCH}.jsonl", content)
    assert error["match"] == MATCH
    assert re.search(says, error["error"])
    assert "carcbot replay verify" in error["hint"]


@pytest.mark.asyncio
async def test_packed_and_broken(tmp_path: Path) -> None:
    """The same for one that a backup holds packed, and that cannot be unpacked."""
    (error,) = await started_with(tmp_path, f"{MATCH}.jsonl.zst", pack(journal_of())[:-9])
    assert "this packed file is cut off" in error["error"]


@pytest.mark.asyncio
async def test_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of ours that one journal brings to light does not keep others from going on."""
    usual = Table.restore

    def restore(lines: Lines, moments: Moments, now_ns: int) -> tuple[Table, Step]:
        if lines.header.match == MATCH:
            raise ZeroDivisionError("what a bug")
        return usual(lines, moments, now_ns)

    monkeypatch.setattr(Table, "restore", staticmethod(restore))
    (error,) = await started_with(tmp_path, f"{MATCH}.jsonl", journal_of())
    assert (error["error"], error["exc_info"]) == ("what a bug", True)


@pytest.mark.asyncio
async def test_put_back(tmp_path: Path) -> None:
    """What was set aside can be looked at, and goes on once it is put right and back."""
    whole = journal_of()
    await started_with(
        tmp_path, f"{MATCH}.jsonl", whole.replace(b'"line":"event"', b'"line":"poem"', 1)
    )
    assert judge(tmp_path / "aside" / f"{MATCH}.jsonl").word == "wrong"
    (tmp_path / "open" / f"{MATCH}.jsonl").write_bytes(whole)
    async with hosted(tmp_path) as server:
        assert {table.match for table in server.hall.playing()} == {MATCH, GOOD}


@pytest.mark.asyncio
async def test_over_by_other_rules(tmp_path: Path) -> None:
    """A match that is over already gets its signature by whatever rules it was played."""
    head = msgspec.structs.replace(header("pot", LONG_POT), rules=2, rules_digest="0" * 64)
    script = Script(head)
    script.resign(0)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / f"{MATCH}.jsonl").write_bytes(b"".join(script.texts))
    async with hosted(tmp_path):
        assert not list((tmp_path / "open").iterdir())
        assert (tmp_path / "records" / f"{MATCH}.jsonl").exists()


@pytest.mark.asyncio
async def test_never_begun(tmp_path: Path) -> None:
    """A journal without a whole line is of a table that was never acknowledged."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / f"{MATCH}.jsonl").write_bytes(journal_of()[:50])
    async with hosted(tmp_path) as server:
        assert not server.hall.tables
        assert not list((tmp_path / "open").iterdir())
        assert not (tmp_path / "aside").exists()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "code", "kind"),
    (
        ("lines", errno.EIO, UnavailableError),
        ("lines", errno.EMFILE, UnavailableError),
        ("lines", errno.EACCES, FileInputError),
        ("unfinished", errno.EMFILE, UnavailableError),
        ("append", errno.ENOSPC, UnavailableError),
    ),
)
async def test_the_fault_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int, kind: type[Exception]
) -> None:
    """What the disk or the system refuses stops the referee with words; a good journal stays."""
    (tmp_path / "open").mkdir()
    place = tmp_path / "open" / f"{MATCH}.jsonl"
    text = journal_of()
    place.write_bytes(text)

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(Journals, name, refuse)
        if name == "append":  # there is something to be added: the referee's end of the match
            patch.setattr(Table, "go_on", lambda table, now_ns: table.play.end("abort", "", now_ns))
        with pytest.raises(kind, match=f"cannot be read or written: {os.strerror(code)}"):
            await hosted(tmp_path).__aenter__()
    assert place.read_bytes() == text
    assert not (tmp_path / "aside").exists()
    async with hosted(tmp_path) as server:
        assert [table.match for table in server.hall.playing()] == [MATCH]
