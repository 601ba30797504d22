"""Tests of carcbot.net.web.all_records: every record of a competition, as one file."""

import asyncio
import io
import os
import tarfile
from pathlib import Path

import aiohttp
import pytest

from carcbot.arena.competition.facts import Began, Called, Ended, RoundBegan
from carcbot.net.web import all_records
from carcbot.replay.packed import pack, unpack
from tests.net.competitions.test_commands import make
from tests.net.town import Town, hosted

OVER = ("m1", "m2")


def play(folder: Path, over: tuple[str, ...] = OVER) -> None:
    """A competition in which these matches are over, and one goes on."""
    kept = make(folder, "cup", f"[registration]\nmost = {2 * len(over)}\n", hours=-1)
    kept.open()
    now, us = kept.proceedings, kept.proceedings.competition.starts_us
    players = tuple(f"p{number}" for number in range(2 * len(over)))
    for name in players:
        kept.add(now.enter(name, us - 3_000_000_000))
    kept.add(Began(us, players))
    kept.add(RoundBegan(us, 0))
    for match in (*over, "goes-on"):
        game = now.waiting[0]
        kept.add(Called(us, game.block.number, game.number, 1, match))
        if match in over:
            kept.add(Ended(us, now.absence(game, now.names(game)[:1]), match))
    kept.close()


def shown(town: Town) -> dict[str, str]:
    """What proves that one may watch."""
    return {"Authorization": f"Bearer {town.tokens['ann']}"}


@pytest.mark.asyncio
async def test_all_of_them(tmp_path: Path) -> None:
    """Records of games that are over are in it, packed, however they lie there, and no others."""
    play(tmp_path)
    records = tmp_path / "records"
    records.mkdir()
    (records / "m1.jsonl").write_bytes(b"plain\n")
    (records / "m2.jsonl.zst").write_bytes(pack(b"packed\n"))
    (records / "goes-on.jsonl").write_bytes(b"what nobody may see yet\n")
    (records / "other.jsonl").write_bytes(b"of no competition\n")
    async with hosted(tmp_path) as town, aiohttp.ClientSession() as http:
        async with http.get(f"{town.server.page}records/cup.tar", headers=shown(town)) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Disposition"] == 'attachment; filename="cup.tar"'
            raw = await answer.read()
        async with http.head(f"{town.server.page}records/cup.tar", headers=shown(town)) as answer:
            assert (answer.status, await answer.read()) == (200, b"")
        async with http.get(f"{town.server.page}records/cap.tar", headers=shown(town)) as answer:
            assert (answer.status, await answer.text()) == (404, "there is no competition 'cap'\n")
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        members = {each.name: tar.extractfile(each) for each in tar.getmembers()}
        texts = {name: unpack(file.read(), name) for name, file in members.items() if file}
    assert texts == {"cup/m1.jsonl.zst": b"plain\n", "cup/m2.jsonl.zst": b"packed\n"}


@pytest.mark.asyncio
async def test_read_as_it_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the reader is slow, records wait on the disk: they are not all in the memory."""
    matches = tuple(f"m{number}" for number in range(48))
    asked: list[str] = []
    body = os.urandom(1024 * 1024)

    def read(_: Path, match: str) -> tuple[bytes, float]:
        asked.append(match)
        return body, 0.0

    monkeypatch.setattr(all_records, "packed_record", read)
    play(tmp_path, matches)
    async with (
        hosted(tmp_path) as town,
        aiohttp.ClientSession(read_bufsize=4096) as http,
        http.get(f"{town.server.page}records/cup.tar", headers=shown(town)) as answer,
    ):
        await answer.content.readexactly(1000)
        seen = -1
        while seen != len(asked):  # until nothing more is read, for nobody takes it
            seen = len(asked)
            await asyncio.sleep(0.5)
        assert seen < len(matches)
        size = 1000 + len(await answer.read())
    assert asked == list(matches)
    assert size == len(matches) * (len(body) + tarfile.BLOCKSIZE) + 2 * tarfile.BLOCKSIZE


@pytest.mark.asyncio
async def test_a_slow_reader_gets_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody keeps reading is not cut off, however long it takes in all."""
    monkeypatch.setattr("carcbot.net.door.doorway.KEPT_ALIVE_S", 0.0)
    matches = tuple(f"m{number}" for number in range(24))
    body = os.urandom(1024 * 1024)
    monkeypatch.setattr(all_records, "packed_record", lambda *_: (body, 0.0))
    play(tmp_path, matches)
    size = 0
    async with (
        hosted(tmp_path, handshake_s=2.5) as town,
        aiohttp.ClientSession(read_bufsize=4096) as http,
        http.get(f"{town.server.page}records/cup.tar", headers=shown(town)) as answer,
    ):
        while chunk := await answer.content.read(512 * 1024):
            size += len(chunk)
            await asyncio.sleep(len(chunk) / (4 * 1024 * 1024))
    assert size == len(matches) * (len(body) + tarfile.BLOCKSIZE) + 2 * tarfile.BLOCKSIZE
