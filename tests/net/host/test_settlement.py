"""Tests of carcbot.net.host.settlement, and of what carcbot.net.host.results makes of the end."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from carcbot.messages.client import Sit
from carcbot.messages.parts import Policy
from carcbot.replay.judgement import judge
from tests.net.host.parts import House, house
from tests.still_time import Time


async def settled(time: Time) -> None:
    """Whatever is seen to a little later was seen to."""
    await time.rounds()
    await time.passes(0.01)


def fetched(here: House) -> list[tuple[str, str, int]]:
    """Notes which house bots are called, instead of starting any."""
    calls: list[tuple[str, str, int]] = []
    here.floor.settlement._house_bots.call = (  # type: ignore[method-assign]
        lambda account, match, seat: calls.append((account, match, seat))
    )
    return calls


@pytest.mark.asyncio
async def test_a_match_that_is_over(tmp_path: Path) -> None:
    """Its journal becomes a record that can be trusted, and its room is no more, at once."""
    with house(tmp_path) as here:
        time = Time()
        match, clients = here.begun("ann", "bob")
        while here.floor.hall.directory.find(match).result is None:
            here.move(match, clients)
        assert match not in here.over, "what was said is sent first"
        await time.rounds()
        assert here.over[match] == tmp_path / "records" / f"{match}.jsonl"
        assert here.over[match].exists()
        assert judge(here.over[match]).word == "ok"
        assert not list(here.floor.rooms)
        assert clients[0].kinds()[-1] == "result"


@pytest.mark.asyncio
async def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    """It is told once, tried again, and there is one as soon as it can be."""
    records = tmp_path / "records"
    with house(tmp_path) as here, capture_logs() as logs:
        time = Time()
        matches = [here.begun(*names) for names in (("ann", "bob"), ("cid", "dan"))]
        records.rmdir()
        records.touch()
        for match, clients in matches:
            while here.floor.hall.directory.find(match).result is None:
                here.move(match, clients)
        await time.rounds()
        for _ in range(3):
            list(here.floor.sweep())
        assert not here.over
        assert {*here.floor.results.unkept} == {match for match, _ in matches}
        told = [each for each in logs if each["log_level"] == "error"]
        assert [each["match"] for each in told] == [match for match, _ in matches]
        assert all("a journal cannot be made a record" in each["event"] for each in told)
        records.unlink()
        records.mkdir()
        for _ in matches:
            list(here.floor.sweep())
        assert here.over == {match: records / f"{match}.jsonl" for match, _ in matches}
        assert all(judge(each).word == "ok" for each in here.over.values())
        assert not here.floor.results.unkept


@pytest.mark.asyncio
async def test_what_is_counted(tmp_path: Path) -> None:
    """Each event is counted once, whenever it is looked, and all of them when it is over."""
    with house(tmp_path) as here:
        time = Time()
        match, clients = here.begun("ann", "bob")
        here.move(match, clients)
        for _ in range(3):
            here.floor.settlement.count()
        assert b'carcbot_moves_total{by="player"} 1.0' in here.metrics.text()
        here.floor.fail("ann")
        await settled(time)
        here.floor.settlement.count()
        text = here.metrics.text()
        assert b'carcbot_moves_total{by="player"} 1.0' in text
        assert b'carcbot_matches_over_total{reason="protocol"} 1.0' in text


@pytest.mark.asyncio
async def test_a_house_bot_is_called(tmp_path: Path) -> None:
    """Who is replaced by a house bot has one called, as often as the table is settled."""
    with house(tmp_path) as here:
        time, calls = Time(), fetched(here)
        match, _ = here.begun("ann", "bob", policy=Policy(on_expiry="house"))
        await settled(time)
        assert not calls
        here.floor.fail("ann")
        await settled(time)
        assert set(calls) == {(f"house-{match}-0", match, 0)}


@pytest.mark.asyncio
async def test_alarms_are_set(tmp_path: Path) -> None:
    """A table that waits for nobody has no alarm; one whose clock runs has, once all is sent."""
    with house(tmp_path) as here:
        time = Time()
        ann, match = here.guest("ann"), here.open()
        here.say(ann, Sit(1, match))
        await settled(time)
        bob = here.guest("bob")
        alarms = [here.room(match).alarm]
        here.say(bob, Sit(1, match))
        alarms.append(here.room(match).alarm)
        await settled(time)
        room = here.room(match)
        assert alarms == [None, None]
        assert room.alarm is not None
        assert room.alarm_ns == room.table.wake_at_ns


@pytest.mark.asyncio
async def test_a_picture_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game of somebody's cannot draw is played all the same: its clock runs."""

    def refuses() -> None:
        raise ValueError

    with house(tmp_path) as here:
        match, _ = here.begun("ann", "bob")
        monkeypatch.setattr(here.room(match), "show_players", refuses)
        await settled(Time())
        assert here.room(match).alarm is not None


@pytest.mark.asyncio
async def test_a_match_begins_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at a match that is over does not make it begin again."""
    with house(tmp_path) as here:
        begun: list[object] = []
        monkeypatch.setattr(here.floor.settlement._results, "began", begun.append)
        match, _ = here.begun("ann", "bob")
        here.floor.fail("ann")
        await settled(Time())
        table = here.floor.hall.directory.find(match)
        assert begun == [table]
        for _ in range(2):
            here.floor.settlement.settle(here.floor.rooms.of(table))
        assert begun == [table]


@pytest.mark.asyncio
async def test_a_record_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal stays where it is, and the record is made when the referee is back."""

    def refuses(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    with house(tmp_path) as here:
        match, _ = here.begun("ann", "bob")
        monkeypatch.setattr(here.disk.journals, "finish", refuses)
        here.floor.fail("ann")
        await settled(Time())
        assert not here.over
        assert (tmp_path / "open" / f"{match}.jsonl").exists()
    with house(tmp_path) as again:
        await again.floor.restore()
        assert set(again.over) == {match}
