"""Tests of carcbot.net.host.rooms: a table that fails is given up, and no other feels it."""

from pathlib import Path

import pytest

from carcbot.messages.client import Sit
from carcbot.messages.server import Error
from carcbot.referee.step import Step
from carcbot.referee.table import Table
from tests.net.host.parts import House, house, kind_of
from tests.still_time import Time


def result_of(here: House, match: str) -> str:
    """Why a match is over."""
    result = here.floor.hall.directory.find(match).result
    assert result is not None
    return result.reason


@pytest.mark.asyncio
async def test_one_room_for_each_table(tmp_path: Path) -> None:
    """A table has the same room as long as it goes on; one that is over is not kept."""
    with house(tmp_path) as here:
        match, clients = here.begun("ann", "bob")
        rooms, table = here.floor.rooms, here.floor.hall.directory.find(match)
        room = rooms.of(table)
        assert rooms.of(table) is room is rooms.find(match)
        assert list(rooms) == [room]
        here.floor.fail("ann")
        assert rooms.close(room)
        assert not rooms.close(room), "it was closed already"
        assert rooms.find(match) is None
        assert rooms.of(table) is not room
        assert rooms.find(match) is None, "a look at what is over does not bring it back"
        assert all(match not in client.matches for client in clients)
        assert rooms.find(None) is None


@pytest.mark.asyncio
async def test_nothing_asked_for(tmp_path: Path) -> None:
    """What nobody has asked for is written and then told; where nothing came of it only told."""
    with house(tmp_path) as here:
        time = Time()
        match, (ann, bob) = here.begun("ann", "bob")
        await time.rounds()
        here.disk.log.clear()
        room = here.room(match)
        here.floor.rooms.act(room, lambda table: table.left(1, 5))
        assert not here.disk.log
        here.floor.rooms.act(room, lambda table: table.play.fail(1, "crash", 5))
        assert len(here.disk.log) == 1
        await time.rounds()
        assert ann.kinds()[-3:] == ["presence", "out", "result"]
        assert bob.kinds()[-1] == "result"


@pytest.mark.asyncio
async def test_a_bug_in_what_nobody_asked_for(tmp_path: Path) -> None:
    """It ends that match for the referee's fault, and the others go on."""

    def broken(_: Table) -> Step:
        raise ZeroDivisionError

    with house(tmp_path) as here:
        one, _ = here.begun("ann", "bob")
        other, clients = here.begun("cid", "dan")
        here.floor.rooms.act(here.room(one), broken)
        assert result_of(here, one) == "referee_fault"
        assert here.move(other, clients) is clients[0]
        assert here.floor.hall.directory.find(other).result is None


@pytest.mark.asyncio
async def test_what_stands_still(tmp_path: Path) -> None:
    """Nothing is done at a match of which nothing can be written, until something can."""
    done = []

    def act(table: Table) -> Step:
        done.append(table)
        return Step()

    with house(tmp_path) as here:
        match, _ = here.begun("ann", "bob")
        rooms, room = here.floor.rooms, here.room(match)
        here.disk.is_full = True
        assert not rooms.write(room, Step([b"a line"]))
        assert rooms.stands_still(room)
        rooms.act(room, act)
        assert not done
        assert here.floor.hall.directory.find(match).result is None
        rooms.try_again()
        assert rooms.stands_still(room)
        here.disk.is_full = False
        rooms.try_again()
        assert not rooms.stands_still(room)
        assert result_of(here, match) == "referee_fault"


@pytest.mark.asyncio
async def test_taken_away(tmp_path: Path) -> None:
    """Who sits at a table that is taken away is told why; its journal is gone, and its bots go."""
    with house(tmp_path) as here:
        time = Time()
        ann, match = here.guest("ann"), here.open()
        here.say(ann, Sit(1, match))
        await time.rounds()
        here.floor.rooms.take_away(match, "a test")
        await time.rounds()
        assert kind_of(ann.frames[-1]) == "error"
        assert b"a test" in ann.frames[-1]
        assert here.taken_away == [match]
        assert match not in here.floor.hall.tables
        assert match not in ann.matches
        assert not list((tmp_path / "open").glob("*.jsonl"))
        here.floor.rooms.take_away("nowhere", "nobody knows it")
        assert not any(isinstance(each, Error) for each in ann.got)


@pytest.mark.asyncio
async def test_quiet(tmp_path: Path) -> None:
    """A hall that drains is quiet when nothing goes on but what stands still."""
    with house(tmp_path) as here:
        match, _ = here.begun("ann", "bob")
        rooms = here.floor.rooms
        rooms.look_whether_quiet()
        assert not rooms.quiet.is_set()
        here.floor.hall.drains = True
        rooms.look_whether_quiet()
        assert not rooms.quiet.is_set(), "a match goes on"
        here.disk.is_full = True
        rooms.give_up(here.room(match))
        assert rooms.quiet.is_set()
