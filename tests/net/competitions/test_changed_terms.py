"""A host changes the terms of a competition: all are told, confirm, and play by them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from carcbot.arena.competition.facts import RulingMade
from carcbot.messages.competitions import Confirm, Enter, Standings
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig, TakePart
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.process.pool import WorkerPool
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.rows import SCOPES, Ruling
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.net.competitions.test_commands import info_for, make
from tests.net.store.conftest import postgres, url  # noqa: F401 - fixtures
from tests.net.town import hosted
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("no_pages")

NAMES = ("ann", "bob")


def changed(folder: Path, **replaced: str) -> str:
    """The rules in a competition's folder, with other words in some places."""
    text = (folder / "competitions" / "cup" / "competition.toml").read_text()
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.asyncio
async def test_told_and_confirmed(tmp_path: Path) -> None:
    """All who are here hear of it, who has entered confirms, and a restart forgets nothing."""
    make(tmp_path, "cup", "[clock]\nmain_s = 60\n")
    text = changed(tmp_path, main_s="move_s = 2\nmain_s")
    async with hosted(tmp_path) as town:
        ann, bob, cid = [await town.come(name) for name in ("ann", "bob", "cid")]
        for guest in (ann, bob):
            await guest.say(Enter(1, "cup"))
        await town.store.order(Ruling(0, "cup", "change", reason="too short", rules=text), 1)
        for guest, confirms in ((ann, True), (bob, True), (cid, False)):
            told = (await guest.type("competition"))["competition"]
            assert (told["changes"], told.get("to_confirm", False)) == (1, confirms)
            assert told["terms"]["clock"]["move_us"] == 2_000_000
        for guest, changes, why in (
            (ann, 7, "the terms have changed 1 times, and not 7"),
            (cid, 1, "you have not entered"),
        ):
            answer = await guest.say(Confirm(1, "cup", changes))
            assert (answer["code"], answer["text"]) == ("not_allowed", why)
        assert (await ann.say(Confirm(1, "cup", 1)))["type"] == "ack"
    for _ in range(2):
        async with hosted(tmp_path) as town:
            ann, bob = await town.come("ann"), await town.come("bob")
            assert "to_confirm" not in await info_for(ann)
            assert (await info_for(bob))["to_confirm"]
            rows = (await ann.say(Standings(1, "cup")))["standings"]
            waits_for = [row["account"] for row in rows if row.get("to_confirm")]
            assert waits_for == ["bob"]
            assert (await info_for(ann))["changes"] == 1
    folder = tmp_path / "competitions" / "cup"
    assert CompetitionFolder(folder).proceedings.rulings == [
        RulingMade(
            CompetitionFolder(folder).proceedings.terms_us,
            1,
            "change",
            reason="too short",
            changes="clock.move_s = 2 (was 1)",
            ordered_us=1,
        )
    ]


@contextlib.asynccontextmanager
async def referee(folder: Path, database: str, file: Path) -> AsyncIterator[RefereeServer]:
    """A referee with this database that was given this file."""
    chosen = Settings(folder, port=0, competitions=(file,))
    async with Store.open(database) as store:
        for name in NAMES:
            if await store.account(name) is None:
                await store.add_account(name, "bot", 1)
                await store.add_token(name, set(SCOPES), "", 1, token_of(name))
        async with RefereeServer(chosen, Tokens(), store=store) as server:
            yield server


@pytest.mark.asyncio
async def test_restarted_in_between(tmp_path: Path, url: str) -> None:  # noqa: F811 - a fixture
    """An order that was given while the referee was away counts; bots confirm and play by it."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 60, 'game = "carcassonne"'))
    folder = tmp_path / "referee"
    story = folder / "competitions" / "cup" / "story.jsonl"
    async with referee(folder, url, file) as server, playing(server.url, NAMES):
        (each,) = server._competitions._hosted.values()
        await until(lambda: len(each.now.players) == len(NAMES), "all enter")
    async with Store.open(url) as store:
        text = changed(folder, carcassonne="pot")
        assert await store.order(Ruling(0, "cup", "change", rules=text), 1) == 1
    async with referee(folder, url, file) as server:
        (each,) = server._competitions._hosted.values()
        await until(lambda: set(each.now.unconfirmed) == set(NAMES), "the order is carried out")
    async with referee(folder, url, file) as server, playing(server.url, NAMES):
        (each,) = server._competitions._hosted.values()
        await until(lambda: not each.now.unconfirmed, "all confirm")
        await begun(server, len(NAMES), len(NAMES))
        await until(lambda: b'"finished"' in story.read_bytes())
    now = CompetitionFolder(folder / "competitions" / "cup").proceedings
    assert now.course is not None
    (block,) = now.course.counted
    assert all(game.record.startswith("pot/") for game in block.games)


@pytest.mark.asyncio
async def test_cannot_play_by_them(tmp_path: Path) -> None:
    """A bot whose agent cannot play the changed game withdraws, and says so."""
    file = tmp_path / "cup.toml"
    file.write_text(rules_text(FAR_S, 60, 'game = "carcassonne"'))
    tokens = Tokens()
    tokens.add("ann", token_of("ann"))
    chosen = Settings(tmp_path / "referee", port=0, competitions=(file,))
    with capture_logs() as logs:
        async with RefereeServer(chosen, tokens) as server, WorkerPool(1) as pool:
            config = BotConfig(server.url, agent="heyden-star25-f5", competition=TakePart(("cup",)))
            bot = asyncio.create_task(Bot(config, token_of("ann"), seed=1, pool=pool).run())
            (each,) = server._competitions._hosted.values()
            await until(lambda: each.now.part("ann") == "entered")
            text = changed(tmp_path / "referee", carcassonne="kuhn")
            assert not each.folder.obey(RulingMade(1, 1, "change"), text).refused
            await until(lambda: each.now.part("ann") == "withdrawn")
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
    warnings = [line["event"] for line in logs if line["log_level"] == "warning"]
    assert "heyden-star25-f5 does not play kuhn: withdrawn from cup" in warnings


def test_cut_off_between_file_and_fact(tmp_path: Path) -> None:
    """Killed after the file was changed and before the fact was written: the order comes again."""
    folder = make(tmp_path, "cup", "[clock]\nmain_s = 60\n")
    folder.open()
    folder.add(folder.proceedings.enter("ann", 1))
    text = changed(tmp_path, **{"main_s = 60": "main_s = 30"})
    wish = RulingMade(2, 1, "change")
    before = folder.size
    folder.obey(wish, text)
    with (folder.path / "story.jsonl").open("r+b") as story:
        story.truncate(before)
    folder.close()
    again = CompetitionFolder(folder.path)
    assert again.proceedings.changes == 0
    again.open()
    assert not again.obey(wish, text).refused
    again.close()
    assert again.proceedings.unconfirmed == ("ann",)
    assert [each.clock.main_s for each in again.earlier_rules()] == [60]
    assert CompetitionFolder(folder.path).proceedings.competition.clock.main_s == 30


def test_nonsense(tmp_path: Path) -> None:
    """Rules that nobody could play by change nothing; that they were refused is written down."""
    folder = make(tmp_path, "cup")
    folder.open()
    rules = (folder.path / "competition.toml").read_text()
    for number, (text, why) in enumerate(
        (
            ("no = toml = at all", "changed terms"),
            (rules + "[clock]\nmain_s = 0\nmove_s = 0\n", ""),
            (rules.replace("cup", "cap"), "the file describes 'cap'"),
        ),
        1,
    ):
        refused = folder.obey(RulingMade(2, number, "change"), text).refused
        assert refused
        assert why in refused
    folder.close()
    assert (folder.path / "competition.toml").read_text() == rules
    assert not list(folder.path.glob("before-*"))
    assert len(CompetitionFolder(folder.path).proceedings.rulings) == 3
