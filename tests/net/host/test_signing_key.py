"""What the referee signs, and when: journals that become records, and the key."""

import os
import random
from pathlib import Path

import pytest

from carcbot.errors import FileInputError
from carcbot.net.host.journals import Journals
from carcbot.net.host.signing_key import load_key
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.referee.signature import key_text
from carcbot.replay.packed import unpack
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, verify
from tests.net.test_server import hosted
from tests.proof.hostile_cases import open_files
from tests.referee.hosts import MATCH, Script, header


def played() -> Script:
    """A whole match."""
    script = Script(header())
    script.finish(random.Random(1))
    return script


def test_finish(tmp_path: Path) -> None:
    """What is finished is among the records, signed with the key, and nowhere else."""
    key = load_key(tmp_path)
    journals = Journals(tmp_path, fsync=True, key=key)
    script = played()
    for text in script.texts:
        journals.append(MATCH, [text])
    place = journals.finish(MATCH, script.table.link)
    assert verify(MatchRecord.load(place), key_text(key)) == GENUINE
    assert list((tmp_path / "open").iterdir()) == []
    before = open_files(os.getpid())
    journals.close()
    assert open_files(os.getpid()) == before - 1  # the lock was all that was open


def test_finish_packed(tmp_path: Path) -> None:
    """A record that is kept packed is the same when it comes out, and the journal is gone.

    That is so as well if the process ended between the packing and the end of the journal.
    """
    key = load_key(tmp_path)
    journals = Journals(tmp_path, fsync=True, key=key, packs=True)
    script = played()
    journals.append(MATCH, script.texts)
    journal = tmp_path / "open" / f"{MATCH}.jsonl"
    text = journal.read_bytes()
    place = journals.finish(MATCH, script.table.link)
    assert place == tmp_path / "records" / f"{MATCH}.jsonl.zst"
    assert verify(MatchRecord.load(place), key_text(key)) == GENUINE
    assert list((tmp_path / "open").iterdir()) == []
    journal.write_bytes(unpack(place.read_bytes(), ""))
    assert journal.read_bytes().startswith(text)
    (tmp_path / "open" / place.name).write_bytes(place.read_bytes()[:100])
    assert journals.unfinished() == [MATCH]
    assert journals.lines(MATCH) is not None
    assert journals.put_away(MATCH) == place
    assert verify(MatchRecord.load(place), key_text(key)) == GENUINE
    assert list((tmp_path / "open").iterdir()) == []
    journals.close()


@pytest.mark.asyncio
async def test_packed_and_open(tmp_path: Path) -> None:
    """A record that lies packed among the open journals, as in a backup, is put in its place."""
    key = load_key(tmp_path)
    journals = Journals(tmp_path, fsync=False, key=key, packs=True)
    script = played()
    journals.append(MATCH, script.texts)
    place = journals.finish(MATCH, script.table.link)
    text = unpack(place.read_bytes(), "")
    journals.close()
    place.rename(tmp_path / "open" / place.name)
    async with hosted(tmp_path):
        assert (tmp_path / "records" / f"{MATCH}.jsonl").read_bytes() == text
        assert list((tmp_path / "open").iterdir()) == []


@pytest.mark.asyncio
@pytest.mark.parametrize("rest", (b"", b'{"line":"signature","chain":"0'))
async def test_crash_before_the_signature(tmp_path: Path, rest: bytes) -> None:
    """A match that is over and lacks its signature, or has half of it, is signed at the start."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / f"{MATCH}.jsonl").write_bytes(b"".join(played().texts) + rest)
    async with hosted(tmp_path) as server:
        record = MatchRecord.load(tmp_path / "records" / f"{MATCH}.jsonl")
        assert verify(record, server.key) == GENUINE


@pytest.mark.asyncio
async def test_crash_behind_the_signature(tmp_path: Path) -> None:
    """A record that is signed already is only put into its place."""
    key = load_key(tmp_path)
    journals = Journals(tmp_path, fsync=False, key=key)
    script = played()
    journals.append(MATCH, script.texts)
    place = journals.finish(MATCH, script.table.link)
    journals.close()
    text = place.read_bytes()
    place.rename(tmp_path / "open" / place.name)
    async with hosted(tmp_path):
        assert place.read_bytes() == text


def test_keys(tmp_path: Path) -> None:
    """A key is made once, for its owner only; what is no Ed25519 key is refused."""
    key = load_key(tmp_path)
    assert key_text(load_key(tmp_path)) == key_text(key)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert RefereeServer(Settings(tmp_path), Tokens()).key == key_text(key)
    for text in ("", "nonsense", "-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n"):
        (tmp_path / "key").write_text(text)
        with pytest.raises(FileInputError, match="Ed25519"):
            load_key(tmp_path)
