"""What bots say of competitions and are told, over real websockets."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from carcbot.arena.competition.facts import Began
from carcbot.messages.competitions import CheckIn, Competitions, Enter, Standings, Withdraw
from carcbot.net.competitions.competition_folder import CompetitionFolder
from tests.net.town import Guest, Town, hosted

pytestmark = pytest.mark.usefixtures("no_pages")


def make(folder: Path, name: str, settings: str = "", hours: int = 1) -> CompetitionFolder:
    """A competition in a referee's folder that begins in an hour, or began an hour ago."""
    file = folder / "host.toml"
    starts = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
    file.write_text(f'name = "{name}"\n[schedule]\nstarts = [{starts}]\n{settings}')
    return CompetitionFolder.make(folder / "competitions" / name, file)


async def info_for(guest: Guest, name: str = "cup") -> dict[str, Any]:
    """What somebody is told of a competition."""
    answer = await guest.say(Competitions(1))
    (info,) = [each for each in answer["competitions"] if each["name"] == name]
    found: dict[str, Any] = info
    return found


@pytest.mark.asyncio
async def test_guests(tmp_path: Path) -> None:
    """Accounts that anybody gets by one click enter only where the host says so."""
    make(tmp_path, "cup")
    make(tmp_path, "fun", "[registration]\nguests = true\n")
    async with hosted(tmp_path) as town:
        name = "guest-0a1b2c"
        await town.store.add_account(name, "person", 1)
        _, town.tokens[name] = await town.store.add_token(name, {"play", "lobby"}, "", 1)
        guest = await town.come(name)
        answer = await guest.say(Enter(1, "cup"))
        assert (answer["code"], "ask the host" in answer["text"]) == ("not_allowed", True)
        assert (await guest.say(Enter(1, "fun")))["type"] == "ack"


@pytest.mark.asyncio
async def test_entering_and_withdrawing(tmp_path: Path) -> None:
    """Who enters is told so and stands in the list, also when the referee is started again."""
    make(tmp_path, "cup", "[registration]\nmost = 2\n")
    async with hosted(tmp_path) as town:
        ann, bob, cid = [await town.come(name) for name in ("ann", "bob", "cid")]
        assert (await info_for(ann)).get("you", "none") == "none"
        assert [each.rpartition("/")[2] for each in town.server.competitions] == ["cup"]
        for guest in (ann, bob):
            assert (await guest.say(Enter(1, "cup")))["type"] == "ack"
        for guest, command, code, text in (
            (ann, Enter(1, "cup"), "not_allowed", "you have entered already"),
            (cid, Enter(1, "cup"), "not_allowed", "all 2 places are taken"),
            (cid, Enter(1, "cap"), "unknown_competition", "there is no competition 'cap'"),
            (cid, Standings(1, "cap"), "unknown_competition", "there is no competition 'cap'"),
            (ann, CheckIn(1, "cup"), "not_allowed", "check-in has not begun"),
            (cid, Withdraw(1, "cup"), "not_allowed", "you do not take part"),
        ):
            answer = await guest.say(command)
            assert (answer["type"], answer["code"], answer["text"]) == ("error", code, text)
        assert (await bob.say(Withdraw(1, "cup")))["type"] == "ack"
        assert (await cid.say(Enter(1, "cup")))["type"] == "ack"
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        info = await info_for(ann)
        assert (info["you"], info["phase"], info["entrants"]) == ("entered", "registration", 2)
        assert info["terms"]["options"] == "seats=2"
        assert (await info_for(bob))["you"] == "withdrawn"
        answer = await ann.say(Standings(1, "cup"))
        rows = [(row["account"], row["part"]) for row in answer["standings"]]
        assert rows == [("ann", "entered"), ("cid", "entered")]


@pytest.mark.asyncio
async def test_other_rules(tmp_path: Path) -> None:
    """Who knows other rules cannot enter, nor check in; who comes again with them gets no seat."""
    make(tmp_path, "cup", "[registration]\nmost = 2\n")
    async with hosted(tmp_path) as town:
        ann = await town.come("ann", {"carcassonne": 99})
        for command in (Enter(1, "cup"), CheckIn(1, "cup")):
            answer = await ann.say(command)
            assert (answer["type"], answer["code"]) == ("error", "unsupported_feature")
            assert "you know version 99 of the rules of carcassonne" in answer["text"]
        bob = await town.come("bob")
        assert (await bob.say(Enter(1, "cup")))["type"] == "ack"
        (competition,) = town.server._competitions._hosted.values()
        assert town.server._competitions._ready(competition) == {"bob"}
        ann = await town.come("ann", {"carcassonne": 1})
        assert town.server._competitions._ready(competition) == {"ann", "bob"}


@pytest.mark.asyncio
async def test_checking_in_twice(tmp_path: Path) -> None:
    """It is as well as once, and written down once: who comes back may say it again."""
    folder = make(tmp_path, "cup", "[check_in]\nminutes = 120\n")
    folder.open()
    folder.add(folder.proceedings.enter("ann", 1))
    folder.close()
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        while (await info_for(ann))["phase"] != "check_in":  # noqa: ASYNC110 - it says no more
            await asyncio.sleep(0.1)
        for _ in range(2):
            assert (await ann.say(CheckIn(1, "cup")))["type"] == "ack"
        assert (await info_for(ann))["you"] == "checked_in"
    story = (tmp_path / "competitions" / "cup" / "story.jsonl").read_bytes()
    assert story.count(b'"checked_in"') == 1


@pytest.mark.asyncio
async def test_scopes(tmp_path: Path) -> None:
    """Who may only watch may look; who may play may enter."""
    make(tmp_path, "cup")
    async with hosted(tmp_path, {"ann": {"watch", "lobby"}, "bob": {"play"}}) as town:
        viewer, guest = await town.come("ann"), await town.come("bob")
        assert (await info_for(viewer))["name"] == "cup"
        assert (await viewer.say(Standings(1, "cup")))["type"] == "ack"
        answer = await viewer.say(Enter(1, "cup"))
        assert (answer["code"], "play" in answer["text"]) == ("not_allowed", True)
        assert (await guest.say(Enter(1, "cup")))["type"] == "ack"
        assert (await guest.say(Competitions(1)))["type"] == "error"


@pytest.mark.asyncio
async def test_told_of_a_new_phase(tmp_path: Path) -> None:
    """Everybody who is here hears when a competition comes further, each in its own words."""
    closes = (datetime.now(UTC) + timedelta(seconds=3)).isoformat()
    make(tmp_path, "cup", f"[registration]\ncloses = {closes}\n")
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        await ann.say(Enter(1, "cup"))
        news = [(await guest.type("competition"))["competition"] for guest in (ann, bob)]
        assert [(each["phase"], each.get("you")) for each in news] == [
            ("closed", "entered"),
            ("closed", None),
        ]


@pytest.mark.asyncio
async def test_called_off(tmp_path: Path) -> None:
    """Where nobody has entered it is called off, and says why; the others go on."""
    soon = (datetime.now(UTC) + timedelta(seconds=5)).isoformat()
    file = tmp_path / "host.toml"
    file.write_text(f'name = "dud"\n[schedule]\nstarts = [{soon}]\n[check_in]\nminutes = 0\n')
    CompetitionFolder.make(tmp_path / "competitions" / "dud", file)
    make(tmp_path, "cup")
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        info = await info_for(ann, "dud")
        while info["phase"] != "called_off":
            await asyncio.sleep(0.1)
            info = await info_for(ann, "dud")
        assert info["why"] == "fewer than 2 have entered"
        assert (await info_for(ann))["phase"] == "registration"


@pytest.mark.asyncio
async def test_a_game_that_was_called_and_never_began(tmp_path: Path) -> None:
    """A referee that was killed between the call of a game and its match begins it later."""
    folder = make(tmp_path, "cup", hours=-1)
    now, us = folder.proceedings, folder.proceedings.competition.starts_us
    folder.open()
    for name in ("ann", "bob"):
        folder.add(now.enter(name, us - 3_000_000_000))
    folder.add(Began(us, ("ann", "bob")))
    folder.close()

    async def work(town: Town) -> None:
        ann = await town.come("ann")
        await asyncio.sleep(0.5)
        assert not town.server.hall.playing(), "the other one is not there yet"
        bob = await town.come("bob")
        for guest in (ann, bob):
            told = await guest.type("called"), await guest.type("start")
            matches.add(tuple(each["match"] for each in told))
            assert told[1]["seats"] == ["ann", "bob"]

    matches: set[tuple[str, ...]] = set()
    async with hosted(tmp_path) as town:
        await work(town)
    for journal in (tmp_path / "open").glob("*.jsonl"):
        journal.unlink()
    async with hosted(tmp_path) as town:
        await work(town)
    ((called, started),) = matches
    assert called == started


@pytest.mark.asyncio
async def test_told_in_the_log(tmp_path: Path) -> None:
    """The log tells each phase, and of each round which one it is."""
    soon = (datetime.now(UTC) + timedelta(seconds=5)).isoformat()
    file = tmp_path / "host.toml"
    file.write_text(
        f"name = 'cup'\nformat = 'ladder'\nrounds = 3\n[schedule]\nstarts = [{soon}]\n"
        "pause_s = 0.5\n[check_in]\nminutes = 0\n[no_show]\ngrace_s = 0\nwithdrawn_after = 0\n"
    )
    folder = CompetitionFolder.make(tmp_path / "competitions" / "cup", file)
    folder.open()
    for name in ("ann", "bob"):  # neither comes, so the games of a round are over at once
        folder.add(folder.proceedings.enter(name, 1))
    folder.close()
    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            cid = await town.come("cid")
            while (await info_for(cid))["phase"] != "over":  # noqa: ASYNC110 - it says no more
                await asyncio.sleep(0.1)
    told = [(e["phase"], e.get("round")) for e in logs if e["event"] == "a competition"]
    assert told[-3:] == [("playing", 1), ("playing", 2), ("over", None)]


@pytest.mark.asyncio
async def test_names_that_no_account_has_are_told(tmp_path: Path) -> None:
    """A slip in a host's file keeps somebody out: the log tells it while that can be mended."""
    make(tmp_path, "cup", '[registration]\nallow = ["ann", "bbo"]\n')
    make(tmp_path, "open", "[registration]\nmost = 9\n")
    make(tmp_path, "past", '[registration]\nallow = ["nobody", "no.one"]\n', hours=-1)
    with capture_logs() as logs:
        async with hosted(tmp_path) as town:
            ann = await town.come("ann")
            while not any(each["event"] == "no account has these names" for each in logs):
                await info_for(ann)
    told = [each for each in logs if each["event"] == "no account has these names"]
    assert [(each["competition"], each["setting"], each["names"]) for each in told] == [
        ("cup", "allow", ["bbo"])
    ]
