"""Whole competitions over real websockets: who fails is told, and a killed referee goes on."""

import contextlib
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import structlog

from carcbot.arena.blocks import GameResult
from carcbot.arena.competition import facts
from carcbot.arena.competition.facts import Called, Ended
from carcbot.arena.standings import standings
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.net.competitions.playing import (
    FAR_S,
    Illegal,
    pass_time,
    playing,
    rules_text,
    write_tokens,
)
from tests.ports import free_port
from tests.waiting import until

NAMES = ("ann", "bob", "cid", "dan", "eve")


@contextlib.contextmanager
def served(folder: Path, port: int, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A referee in a process of its own."""
    command = (sys.executable, "-m", "carcbot", "serve", "--port", str(port))
    options = ("--folder", str(folder), "--grace", "5", *arguments)
    with (
        (folder.parent / "log").open("ab") as log,
        subprocess.Popen([*command, *options], stdout=log, stderr=log) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.asyncio
async def test_what_is_no_competition_is_left_aside(tmp_path: Path) -> None:
    """A copy, a damaged folder and what lies there by chance keep nobody from the others."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 60))
    hosted = tmp_path / "referee" / "competitions"
    CompetitionFolder.make(hosted / "cup", file)
    shutil.copytree(hosted / "cup", hosted / "cup.bak")
    torn = CompetitionFolder.make(hosted / "torn", file)
    (torn.path / "competition.toml").write_text(file.read_text().replace('"cup"', '"torn"'))
    (torn.path / "story.jsonl").write_bytes(b"\0\0\0\n")
    (hosted / "lost").mkdir()
    (hosted / ".DS_Store").write_bytes(b"\0")
    with structlog.testing.capture_logs() as said:
        async with RefereeServer(Settings(tmp_path / "referee", port=0), Tokens()) as server:
            assert [each.name for each in server._competitions.infos()] == ["cup"]
    aside = [Path(each["folder"]).name for each in said if "left aside" in each["event"]]
    assert aside == [".DS_Store", "cup.bak", "lost", "torn"]
    (story,) = {each.stat().st_size for each in hosted.glob("cup.bak/story.jsonl")} or {0}
    assert story == 0


def story_of(folder: Path) -> list[facts.Fact]:
    """All that has happened so far."""
    file = folder / "competitions" / "cup" / "story.jsonl"
    raw = file.read_bytes() if file.exists() else b""
    return [facts.decode(line) for line in raw[: raw.rfind(b"\n") + 1].splitlines()]


def results_of(folder: Path) -> list[GameResult]:
    """How the games have ended."""
    return [fact.result for fact in story_of(folder) if isinstance(fact, Ended)]


@pytest.fixture(autouse=True)
def _soon_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lost its connection tries again and again, and is not late for its matches."""
    monkeypatch.setattr("carcbot.net.client.link._LONGEST_WAIT_S", 1.0)


async def page_of(port: int, path: str) -> tuple[int, str]:
    """What the referee answers to somebody without a token."""
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{port}/{path}") as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.asyncio
async def test_whole_competition(tmp_path: Path) -> None:
    """One does not come, one moves illegally, one goes away, the referee is killed: it is played.

    Every game has one result, faults stand beside what was won, and the page tells all of it.
    """
    port, folder = free_port(), tmp_path / "referee"
    tokens = write_tokens(tmp_path, NAMES)
    file = tmp_path / "cup.toml"
    tables = (
        "[no_show]\ngrace_s = 15\nwithdrawn_after = 1\n[disqualification]\nillegal = 2\n"
        "disconnect = 3\n"
    )
    # it was to begin already: check-in is late, and as long as it would have been
    file.write_text(rules_text(-60, 25, "illegal_moves = 0\naway_s = 15", tables))
    entered = CompetitionFolder.make(folder / "competitions" / "cup", file)
    entered.open()
    for name in NAMES:
        entered.add(entered.proceedings.enter(name, 1))
    entered.close()
    begin = ("--tokens", str(tokens), "--competition", str(file))
    url = f"ws://127.0.0.1:{port}/play"
    async with playing(url, NAMES, {"dan": Illegal}) as tasks:
        with served(folder, port, *begin) as process:
            await until(lambda: sum(_is(each, "checked_in") for each in story_of(folder)) == 5)
            tasks["cid"].cancel()
            await until(lambda: sum(isinstance(e, Called) for e in story_of(folder)) >= 2)
            await until(lambda: len(results_of(folder)) >= 3)
            process.send_signal(signal.SIGKILL)
            process.wait()
        before = len(results_of(folder))
        with served(folder, port, "--tokens", str(tokens)):
            await until(lambda: len(results_of(folder)) > before)
            tasks["eve"].cancel()
            await until(lambda: _is(story_of(folder)[-1], "finished"))
            report = folder / "competitions" / "cup" / "report.html"
            await until(lambda: "It is over" in report.read_text())
            await _check_pages(port)
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.course is not None
    parts = {"ann": "playing", "bob": "playing", "cid": "withdrawn", "dan": "disqualified"}
    assert {name: now.part(name) for name in parts} == parts
    rows = {row.name: row for row in standings(now.course)}
    assert rows["cid"].faults["absent"] >= 2
    assert rows["dan"].faults["illegal"] >= 2
    assert rows["eve"].faults["disconnect"] + rows["eve"].faults["absent"] >= 2
    assert not rows["ann"].faults
    assert not rows["bob"].faults
    places = [(result.block, result.game) for result in results_of(folder) if result.counts]
    assert len(places) == len(set(places))
    called = [fact.match for fact in story_of(folder) if isinstance(fact, Called)]
    records = sorted((folder / "records").glob("*.jsonl"))
    assert {each.stem for each in records} == set(called)
    seeds = set()
    for path in records:
        record = MatchRecord.load(path)
        verify(record)
        seeds.add(record.lines.header.seed)
    assert len(seeds) == len(records), "each game has a deck of its own"


def _is(fact: facts.Fact, tag: str) -> bool:
    return fact.__struct_config__.tag == tag


async def _check_pages(port: int) -> None:
    status, page = await page_of(port, "competitions/cup")
    assert status == 200
    assert "<h1>The Cup</h1>" in page
    assert "(trust_bots = false)" in page
    assert "cid (withdrawn)" in page
    status, text = await page_of(port, "competitions/cup/results.json")
    figures: dict[str, Any] = json.loads(text)
    assert figures["is_over"]
    assert {row["player"] for row in figures["standings"]} == set(NAMES)
    status, text = await page_of(port, "competitions/cup/standings.csv")
    assert status == 200
    assert "absent" in text.splitlines()[0]
    for path in ("competitions/cap", "competitions/cup/secret", "competitions/cup/story.jsonl"):
        assert (await page_of(port, path))[0] == 404


@contextlib.asynccontextmanager
async def hosting_a_far_one(folder: Path) -> AsyncIterator[RefereeServer]:
    """A referee in a folder of its own there, with one competition that is far away."""
    file = folder / "cup.toml"
    file.write_text(rules_text(FAR_S, 0))
    chosen = Settings(folder / "referee", port=0, competitions=(file,))
    async with RefereeServer(chosen, Tokens()) as server:
        yield server


@pytest.mark.asyncio
async def test_a_game_whose_end_is_not_kept_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not begun again while its journal is there, though the hall knows it no more."""
    async with hosting_a_far_one(tmp_path) as server:
        competitions = server._competitions
        (hosted,) = competitions._hosted.values()
        begun: list[str] = []
        monkeypatch.setattr(competitions, "_may_begin", lambda *_: True)
        monkeypatch.setattr(competitions, "_begin", lambda *of: begun.append(of[1]))
        game: Any = None
        journal = tmp_path / "referee" / "open" / "m1.jsonl"
        journal.touch()
        await competitions._look_at_match(hosted, "m1", game)
        assert begun == []
        journal.unlink()
        await competitions._look_at_match(hosted, "m1", game)
        assert begun == ["m1"]


@pytest.mark.asyncio
async def test_a_referee_that_drains_begins_nothing(tmp_path: Path) -> None:
    """What is due when it is about to end waits for the next one, also that nobody has come."""
    async with hosting_a_far_one(tmp_path) as server:
        competitions = server._competitions
        (hosted,) = competitions._hosted.values()
        server.hall.drains = True
        pass_time(competitions, round((FAR_S + 60) * 1e6))
        await competitions._look(hosted)
        assert not any(_is(fact, "called_off") for fact in hosted.now.story)
        server.hall.drains = False
        await competitions._look(hosted)
        assert _is(hosted.now.story[-1], "called_off")
