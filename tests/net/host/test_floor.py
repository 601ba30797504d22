"""Tests of carcbot.net.host.floor: what becomes of a command, whatever goes wrong on the way."""

from pathlib import Path

import pytest

from carcbot.errors import UnavailableError
from carcbot.messages.client import Leave, Move, Open, Resign, Resume, Sit, Watch
from carcbot.messages.lobby import Seek, Terms
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.referee.running_match import RunningMatch
from tests.net.host.parts import HOUR, Listener, acks_of, error_of, house
from tests.still_time import Time


@pytest.mark.asyncio
async def test_written_before_it_is_said(tmp_path: Path) -> None:
    """The journal has each line before anybody hears of it; the acknowledgement comes first."""
    with house(tmp_path) as here:
        time = Time()
        match, (ann, bob) = here.begun("ann", "bob")
        order = here.disk.log
        ann.put = lambda message: order.append(type(message).__name__)  # type: ignore[method-assign]
        order.clear()
        mover = here.move(match, [ann, bob])
        assert mover is ann
        assert order == ["wrote 2", "Ack"], "the move and the draw after it"
        assert not ann.frames, "events wait for the end of the round"
        await time.rounds()
        assert "move" in ann.kinds()
        assert "move" in bob.kinds()
        assert ann.kinds()[-1] != "request"
        assert bob.kinds()[-1] == "request"


@pytest.mark.asyncio
async def test_refused(tmp_path: Path) -> None:
    """What the hall refuses is told with its code, the command's id and its match."""
    with house(tmp_path) as here:
        ann = here.guest("ann")
        match = here.open()
        here.disk.log.clear()
        here.say(ann, Move(7, match, 1, "one"))
        error = error_of(ann)
        assert (error.code, error.id, error.match) == ("not_seated", 7, match)
        assert not here.disk.log
        here.say(ann, Sit(8, "nowhere"))
        assert (error_of(ann).code, error_of(ann).id) == ("unknown_match", 8)


@pytest.mark.asyncio
async def test_lines_that_cannot_be_written(tmp_path: Path) -> None:
    """A command whose lines cannot be written is not acknowledged, and its match stands still."""
    with house(tmp_path) as here:
        match, (ann, bob) = here.begun("ann", "bob")
        before = len(acks_of(ann))
        here.disk.is_full = True
        here.move(match, [ann, bob])
        assert len(acks_of(ann)) == before
        assert error_of(ann).code == "referee_fault"
        here.say(ann, Resign(9, match))
        assert (error_of(ann).id, error_of(ann).code) == (9, "referee_fault")
        assert "stands still" in error_of(ann).text
        here.disk.is_full = False
        for _ in here.floor.sweep():
            pass
        result = here.floor.hall.directory.find(match).result
        assert result is not None
        assert result.reason == "referee_fault"


@pytest.mark.asyncio
async def test_a_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug at one table ends that match, is told to who met it, and touches no other table."""
    with house(tmp_path) as here:
        one, (ann, bob) = here.begun("ann", "bob")
        other, (cid, dan) = here.begun("cid", "dan")
        with monkeypatch.context() as patch:
            patch.setattr(RunningMatch, "move", lambda *_: 1 / 0)
            here.move(one, [ann, bob])
        assert error_of(ann).code == "referee_fault"
        ended = here.floor.hall.directory.find(one).result
        assert ended is not None
        assert ended.reason == "referee_fault"
        assert here.move(other, [cid, dan]) is cid
        assert here.floor.hall.directory.find(other).result is None


@pytest.mark.asyncio
async def test_what_is_left_for_the_lobby(tmp_path: Path) -> None:
    """What changes the lobby is answered by whoever keeps it first; nothing is said before that."""
    with house(tmp_path) as here:
        ann = here.guest("ann")
        answer = here.floor.carry_out(ann, "ann", Seek(3, Terms("pot")), 0)
        assert answer is not None
        assert answer.lobby is not None
        assert len(answer.lobby.kept) == 1
        assert not ann.got


@pytest.mark.asyncio
async def test_coming_back(tmp_path: Path) -> None:
    """Who resumes gets what it has missed, and its request again; the others hear it is here."""
    with house(tmp_path) as here:
        time = Time()
        match, (ann, bob) = here.begun("ann", "bob")
        await time.rounds()
        here.floor.leave_rooms(ann)
        await time.rounds()
        assert bob.kinds()[-1] == "presence"
        again = Listener("ann")
        here.floor.guests["ann"] = again
        here.say(again, Resume(4, match, last_seq=0))
        await time.rounds()
        assert again.kinds() == ["presence", "start", "draw", "request"]
        assert b"carcbot_resumes_total 1.0" in here.metrics.text()
        assert bob.kinds()[-1] == "presence"


@pytest.mark.asyncio
async def test_watching_and_leaving(tmp_path: Path) -> None:
    """Who watches gets all that was; who gets up before the match hears no more of it."""
    with house(tmp_path) as here:
        time = Time()
        match, _ = here.begun("ann", "bob")
        eve = here.guest("eve")
        here.say(eve, Watch(2, match))
        assert any(type(each).__name__ == "Started" for each in eve.got)
        waiting = here.open()
        here.say(eve, Sit(3, waiting))
        assert waiting in eve.matches
        here.say(eve, Leave(4, waiting))
        assert waiting not in eve.matches
        await time.rounds()
        assert here.floor.seats_of("eve") == {}
        assert here.floor.knows("eve")
        assert not here.floor.knows("nobody")


@pytest.mark.asyncio
async def test_no_protocol(tmp_path: Path) -> None:
    """Who does not speak the protocol is out at every table where it has a seat."""
    with house(tmp_path) as here:
        match, (ann, _) = here.begun("ann", "bob")
        here.floor.fail(ann.account or "")
        result = here.floor.hall.directory.find(match).result
        assert result is not None
        assert result.reason == "protocol"


@pytest.mark.asyncio
async def test_a_table_that_cannot_be_opened(tmp_path: Path) -> None:
    """A table whose first line cannot be written is not there, and it is told why."""
    with house(tmp_path) as here:
        here.disk.is_full = True
        with pytest.raises(UnavailableError, match="journal"):
            here.floor.open_table(Open(1, "pot", "", HOUR))
        assert not here.floor.hall.tables
        assert not list(here.floor.rooms)


@pytest.mark.asyncio
async def test_brought_back(tmp_path: Path) -> None:
    """A floor that is made anew goes on with the tables of before, and pairs who waits."""
    with house(tmp_path) as here:
        match, clients = here.begun("ann", "bob")
        here.move(match, clients)
        seq = here.floor.hall.directory.find(match).seq
    with house(tmp_path) as again:
        assert isinstance(again.floor._restorer._keeper, LobbyKeeper)
        await again.floor.restore()
        again.floor.go_on()
        table = again.floor.hall.directory.find(match)
        assert table.seq >= seq
        assert table.accounts == ["ann", "bob"]
        assert again.room(match).alarm is not None, "nobody is there"
